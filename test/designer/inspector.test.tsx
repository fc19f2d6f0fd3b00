/** The inspector: generated from the key tables; every editor writes steps that apply. */
import { cleanup, fireEvent, render, screen, within } from '@testing-library/react';
import { useState } from 'react';
import { describe, expect, it, vi } from 'vitest';
import { entriesOf } from '../../designer/inspector/entries';
import { Inspector } from '../../designer/inspector/Inspector';
import { keyGroups, sortAt } from '../../designer/inspector/keys';
import { nameOf } from '../../designer/inspector/names';
import { objectOf } from '../../designer/inspector/resolved';
import { turnSteps } from '../../designer/inspector/turn';
import { writeSteps } from '../../designer/inspector/write';
import { flattened, outlineOf } from '../../designer/outline/outline-of';
import { checkField, checkOwnKeys } from '../../schemas/language/check/fields';
import { placementKey } from '../../schemas/language/resolve/placement';
import { SORTS } from '../../schemas/language/sorts/index';
import { keyText } from '../../schemas/language/sorts/texts/index';
import {
  applySteps,
  entriesAt,
  invertStep,
  type Step,
  type StepDoc,
  shapeAt,
  valueAt,
} from '../../schemas/language/steps/index';
import type { Json } from '../../schemas/language/value';
import { library, shipped } from './library';

const order = shipped('purchase/purchase-order.json');

interface HostProps {
  readonly doc: StepDoc;
  readonly standard: StepDoc | undefined;
  readonly addresses: readonly string[];
  readonly told: Step[][];
  readonly state: { doc: StepDoc; problem: unknown };
  readonly onSelect: (address: string) => void;
}
const Host = ({ doc, standard, addresses, told, state, onSelect }: HostProps) => {
  const [now, setNow] = useState(doc);
  const handleSteps = (steps: readonly Step[]): void => {
    told.push([...steps]);
    const applied = applySteps(now, steps);
    state.problem = applied.problem;
    state.doc = applied.doc ?? now;
    setNow(state.doc);
  };
  const shared = { library, standard, addresses, onSelect, onSteps: handleSteps };
  return <Inspector doc={now} {...shared} />;
};

/** The inspector over a document that takes the steps. */
const show = (addresses: readonly string[], doc: StepDoc = order, standard?: StepDoc) => {
  const told: Step[][] = [];
  const state: { doc: StepDoc; problem: unknown } = { doc, problem: undefined };
  const onSelect = vi.fn();
  render(<Host doc={doc} standard={standard} addresses={addresses} told={told} state={state} onSelect={onSelect} />);
  return { told, state, onSelect };
};

describe('keys of a node', () => {
  it('are those of the kind, in the groups of their texts', () => {
    const groups = keyGroups(order, library, ['fields.needBy']);
    expect(groups.map((group) => group.title)).toEqual(['基本', '数据', '规则', '显示']);
    const keys = groups.flatMap((group) => group.rows.map((row) => row.key));
    expect(keys).toContain('warn');
    expect(keys).toContain('done');
    expect(keys).not.toContain('pick');
    expect(keys).not.toContain('scale');
    expect(groups[1]?.rows.find((row) => row.key === 'min')?.title).toBe('最早');
  });
  it('count what is written and know what holds otherwise, from block and kind', () => {
    const base = keyGroups(order, library, ['fields.needBy'])[0];
    expect(base?.rows.find((row) => row.key === 'required')).toMatchObject({ value: true, changed: true });
    const nbr = keyGroups(order, library, ['fields.nbr']).flatMap((group) => group.rows);
    expect(nbr.find((row) => row.key === 'title')).toMatchObject({ value: undefined, base: '单据编号' });
    expect(nbr.find((row) => row.key === 'kind')).toMatchObject({ value: undefined, base: 'autoCode' });
  });
  it('of several nodes are the common ones, differing values told as such', () => {
    const rows = keyGroups(order, library, ['fields.contact', 'fields.phone']).flatMap((group) => group.rows);
    expect(rows.find((row) => row.key === 'max')).toMatchObject({ mixed: true, value: undefined });
    expect(rows.some((row) => row.key === 'title')).toBe(false);
  });
  it('exist for every node of every shipped object', () => {
    for (const { doc } of [...library.objects.values()].slice(0, 10)) {
      const text = doc as unknown as StepDoc;
      const visit = (address: string): void => {
        const sort = sortAt(text, address);
        if (sort !== undefined && valueAt(text, address) !== undefined) {
          expect(keyGroups(text, library, [address]).length, `${doc.object} ${address}`).toBeGreaterThan(0);
          for (const key of Object.keys(SORTS[sort])) visit(address === '' ? key : `${address}.${key}`);
        } else if (shapeAt(text, address) !== undefined)
          for (const code of (entriesAt(text, address) ?? []).filter((entry) => !entry.includes('.')).slice(0, 2))
            visit(`${address}.${code}`);
      };
      visit('');
    }
  });
});

describe('names and labels', () => {
  it('offer no least and most where one thing is chosen', () => {
    const keys = (address: string, doc = order): readonly string[] =>
      keyGroups(doc, library, [address]).flatMap((group) => group.rows.map((row) => row.key));
    for (const address of ['fields.supplier', 'fields.orderType'])
      for (const key of ['min', 'max']) expect(keys(address), address).not.toContain(key);
    expect(keys('fields.needBy')).toContain('min');
    const many = applySteps(order, [{ set: 'fields.supplier.many', to: true }]).doc ?? order;
    expect(keys('fields.supplier', many)).toContain('max');
  });
  it('are the same for a tab in the list, in its heading and in the outline', () => {
    const object = library.objects.get('purchaseOrder')?.object;
    if (object === undefined) throw new Error('purchaseOrder');
    const nodes = flattened(outlineOf(object, 'detail'), new Set()).map((row) => row.node);
    const listed = entriesOf(order, library, 'detail.tabs', 'part', object.detail.tabs);
    expect(listed.map(({ title }) => title)).toContain('上下游单据');
    for (const { code, title } of listed) {
      expect(nodes.find((node) => node.address === `detail.tabs.${code}`)?.title).toBe(title);
      expect(nameOf(order, library, `detail.tabs.${code}`, 'part')).toBe(title);
    }
    expect(nameOf(order, library, 'edit.groups.files', 'part')).toBe('附件');
  });
  it('stand in the order of the page, also where a block brings some of them', () => {
    const doc = {
      $schema: 'object/2',
      object: 'xLoan',
      title: '借用',
      route: '/app/xLoan/list',
      use: ['document'],
      fields: { lender: { title: '借用人' }, until: { title: '应还日期', type: 'date' } },
      list: { columns: ['lender', 'until'] },
    } as never;
    const columns = objectOf(doc, library)?.list.columns ?? [];
    const codes = entriesOf(doc, library, 'list.columns', 'column', columns).map(({ code }) => code);
    expect(codes).toEqual(columns.map(placementKey));
    expect(codes.indexOf('nbr')).toBeLessThan(codes.indexOf('lender'));
    expect(codes.indexOf('until')).toBe(codes.indexOf('lender') + 1);
  });
  it('stand on one line', () => {
    for (const sort of Object.keys(SORTS) as (keyof typeof SORTS)[])
      for (const key of Object.keys(SORTS[sort]))
        expect(keyText(sort, key).title.replace(/[ -~]/g, '').length, `${sort}.${key}`).toBeLessThanOrEqual(6);
  });
});

describe('writing', () => {
  it('gives an entry of a block its own text first, and has an inverse', () => {
    const cases: readonly (readonly [string, Json | undefined])[] = [
      ['fields.needBy.warn', 5],
      ['fields.remark.max', 200],
      ['list.size', 20],
      ['list.columns.supplier.width', 240],
      ['rules.audited.say', '已审核'],
      ['fields.needBy.warn', undefined],
    ];
    for (const [address, to] of cases) {
      const steps = writeSteps(order, address, to);
      const { doc, problem } = applySteps(order, steps);
      expect(problem, address).toBeUndefined();
      expect(valueAt(doc ?? order, address), address).toEqual(to);
      const back = applySteps(doc ?? order, steps.map(invertStep).reverse());
      expect(JSON.stringify(back.doc), address).toBe(JSON.stringify(order));
    }
    expect(writeSteps(order, 'fields.needBy.warn', 3)).toEqual([]);
  });
});

describe('another control', () => {
  const app = (fields: Json): StepDoc =>
    ({
      $schema: 'object/2',
      object: 'xLoan',
      title: '借用',
      route: '/app/xLoan/list',
      use: ['document'],
      fields,
    }) as unknown as StepDoc;
  const turned = (field: Json, key: string, to: Json | undefined): unknown => {
    const doc = app({ deposit: field });
    const steps = turnSteps(doc, library, ['fields.deposit'], { key, to });
    const { doc: after = doc, problem } = applySteps(doc, steps);
    expect(problem).toBeUndefined();
    expect(applySteps(after, steps.map(invertStep).reverse()).doc).toEqual(doc);
    const object = objectOf(after, library);
    if (object === undefined) throw new Error('no object');
    const problems: string[] = [];
    checkOwnKeys(after.fields as never, object.fields, 'fields', (code) => problems.push(code));
    for (const field of Object.values(object.fields))
      if (field.base !== true) checkField(field, '', library, (code) => problems.push(code));
    expect(problems.filter((code) => code.startsWith('kind.'))).toEqual([]);
    return valueAt(after, 'fields.deposit');
  };
  it('takes the type along, and what the field can no longer say', () => {
    const number = { title: '押金', type: 'decimal', scale: 2, min: 0, default: 1, required: true };
    expect(turned(number, 'kind', 'input')).toEqual({ title: '押金', kind: 'input', required: true });
    expect(turned(number, 'kind', 'date')).toEqual({ title: '押金', kind: 'date', required: true });
    expect(turned(number, 'kind', 'rating')).toMatchObject({ kind: 'rating', required: true });
    expect(turned({ title: '押金', dict: 'yesNo', many: true, default: ['1'] }, 'kind', 'rating')).toMatchObject({
      title: '押金',
      kind: 'rating',
    });
  });
  it('keeps the type where the control can hold it, and writes it where it would not stand by itself', () => {
    expect(turned({ title: '归还', kind: 'date', default: '=today()' }, 'kind', undefined)).toEqual({
      title: '归还',
      type: 'date',
      default: '=today()',
    });
    expect(turned({ title: '归还', type: 'datetime' }, 'kind', 'dateCritical')).toEqual({
      title: '归还',
      kind: 'dateCritical',
      type: 'datetime',
    });
    expect(turned({ title: '备注', kind: 'input', max: 20 }, 'kind', 'textarea')).toEqual({
      title: '备注',
      kind: 'textarea',
      max: 20,
    });
  });
  it('of the type takes what belongs to the former one', () => {
    expect(turned({ title: '押金', type: 'decimal', scale: 2, min: 0 }, 'type', 'int')).toEqual({
      title: '押金',
      type: 'int',
      min: 0,
    });
    expect(turned({ title: '押金', type: 'decimal', scale: 2, min: 0 }, 'type', 'bool')).toEqual({
      title: '押金',
      type: 'bool',
    });
  });
  it('goes over a field of a block, and is one gesture in the inspector', async () => {
    const { state, told } = show(['fields.amount'], app({ amount: { title: '金额', type: 'decimal', scale: 2 } }));
    fireEvent.mouseDown(screen.getByRole('combobox', { name: '控件' }));
    expect(screen.queryByTitle('明细')).toBeNull();
    fireEvent.click(await screen.findByTitle('单行文字'));
    expect(told).toHaveLength(1);
    expect(valueAt(state.doc, 'fields.amount')).toEqual({ title: '金额', kind: 'input' });
    const steps = turnSteps(order, library, ['fields.date'], { key: 'kind', to: 'input' });
    const { doc = order } = applySteps(order, steps);
    const field = objectOf(doc, library)?.fields.date;
    expect([field?.kind, field?.type]).toEqual(['input', 'text']);
  });
});

describe('the inspector', () => {
  it('writes a text when it is left, and takes it back', () => {
    const { state, told } = show(['fields.needBy']);
    const title = screen.getByLabelText('标题');
    fireEvent.change(title, { target: { value: '应到货日期' } });
    expect(told).toHaveLength(0);
    fireEvent.blur(title);
    expect(told).toEqual([[{ set: 'fields.needBy.title', to: '应到货日期', was: '最迟到货' }]]);
    expect(screen.getByRole('heading', { level: 2 }).textContent).toBe('应到货日期');
    fireEvent.click(screen.getByLabelText('提前预警恢复默认'));
    expect(valueAt(state.doc, 'fields.needBy.warn')).toBeUndefined();
    expect(state.problem).toBeUndefined();
  });
  it('counts changes and offers reset only for them', () => {
    show(['fields.needBy']);
    const data = screen.getByRole('region', { name: '数据' });
    expect(within(data).getByText(/已改 3/)).toBeDefined();
    expect(within(data).queryByLabelText('唯一恢复默认')).toBeNull();
  });
  it('takes a shipped document back to what it was, and never a whole page with one press', () => {
    const { doc = order } = applySteps(order, writeSteps(order, 'fields.needBy.warn', 9));
    const { state } = show(['fields.needBy'], doc, order);
    expect(screen.queryByLabelText('最早恢复为已发布的')).toBeNull();
    fireEvent.click(screen.getByLabelText('提前预警恢复为已发布的'));
    expect(JSON.stringify(state.doc)).toBe(JSON.stringify(order));
    cleanup();
    show(['']);
    expect(screen.queryByLabelText(/^列表恢复/)).toBeNull();
  });
  it('sets one key of several fields in one gesture', () => {
    const { told, state } = show(['fields.contact', 'fields.phone', 'fields.remark']);
    fireEvent.click(screen.getByLabelText('只读'));
    expect(told).toHaveLength(1);
    expect(['contact', 'phone', 'remark'].map((code) => valueAt(state.doc, `fields.${code}.readonly`))).toEqual([
      true,
      true,
      true,
    ]);
  });
  it('opens, adds and takes out entries; one of a block is switched off', () => {
    const { onSelect, state } = show(['list']);
    fireEvent.click(screen.getByRole('button', { name: '未交齐' }));
    expect(onSelect).toHaveBeenLastCalledWith('list.schemes.open');
    fireEvent.click(screen.getByLabelText('方案：添加方案'));
    expect(valueAt(state.doc, 'list.schemes.scheme1')).toMatchObject({ title: '新方案3' });
    fireEvent.click(screen.getByLabelText('停用待审核'));
    expect(valueAt(state.doc, 'list.schemes.todo')).toEqual({ off: true });
    fireEvent.click(screen.getByLabelText('删除未交齐'));
    expect(valueAt(state.doc, 'list.schemes.open')).toBeUndefined();
    expect(state.problem).toBeUndefined();
  });
  it('adds one column after another from one list, the fields of every record last', async () => {
    const { state } = show(['list']);
    fireEvent.mouseDown(screen.getByRole('combobox', { name: '列：添加' }));
    const titles = [...document.querySelectorAll('.ant-select-item-option')].map((option) => option.textContent);
    expect(titles[0]).not.toBe('标识');
    fireEvent.click(await screen.findByTitle('联系人'));
    fireEvent.click(await screen.findByTitle('联系电话'));
    expect(entriesAt(state.doc, 'list.columns')?.slice(-2)).toEqual(['contact', 'phone']);
  });
  it('calls a day without a bound unbounded, as it does a number', () => {
    show(['fields.needBy']);
    expect(screen.getByLabelText('最晚', { exact: true }).getAttribute('placeholder')).toBe('不限');
  });
  it('goes on in the value of a key that was added', async () => {
    show(['list']);
    fireEvent.mouseDown(screen.getByRole('combobox', { name: '行颜色：添加' }));
    fireEvent.click(await screen.findByTitle('危险'));
    expect(document.activeElement).toBe(screen.getByRole('textbox', { name: '行颜色：危险' }));
  });
  it('says why a key may not be changed', () => {
    render(
      <Inspector
        doc={order}
        library={library}
        addresses={['fields.needBy']}
        refuse={(address) => (address.endsWith('.kind') ? '不能放宽标准规则' : undefined)}
        onSelect={() => undefined}
        onSteps={() => undefined}
      />,
    );
    expect(screen.getByRole<HTMLInputElement>('combobox', { name: '控件' }).disabled).toBe(true);
  });
  it('shows problems under their key', () => {
    render(
      <Inspector
        doc={order}
        library={library}
        addresses={['fields.needBy']}
        problems={[{ code: 'expr.name', path: 'fields.needBy.done', text: '字段不存在 x' }]}
        onSelect={() => undefined}
        onSteps={() => undefined}
      />,
    );
    expect(screen.getByText('字段不存在 x')).toBeDefined();
  });
  it('opens for every sort without failing', () => {
    const docs: readonly (readonly [string, readonly string[]])[] = [
      [
        'purchase/purchase-order.json',
        [
          '',
          'fields.items',
          'fields.items.rows',
          'list',
          'edit',
          'edit.groups.base',
          'detail',
          'actions.receive',
          'actions.receive.push',
          'rules.price',
          'checks.need',
          'access',
          'import.purchaseOrder',
          'list.columns.inDocs',
          'list.search.needBy',
        ],
      ],
    ];
    for (const [path, addresses] of docs)
      for (const address of addresses) {
        const { unmount } = render(
          <Inspector
            doc={shipped(path)}
            library={library}
            addresses={[address]}
            onSelect={() => undefined}
            onSteps={() => undefined}
          />,
        );
        expect(screen.getAllByRole('region').length, address).toBeGreaterThan(0);
        unmount();
      }
  });
});

describe('lists that are set whole', () => {
  it('are cards of their keys, in canonical order; an empty list is no key', () => {
    const { state } = show(['checks.need']);
    for (const more of screen.getAllByRole('button', { name: /^更多 \d+ 项$/ })) fireEvent.click(more);
    fireEvent.click(screen.getByRole('button', { name: /：添加出路$/ }));
    expect(valueAt(state.doc, 'checks.need.ways')).toEqual([{ title: '出路1' }]);
    const title = screen.getByLabelText(/1：按钮文字$/);
    fireEvent.change(title, { target: { value: '看库存' } });
    fireEvent.blur(title);
    expect(valueAt(state.doc, 'checks.need.ways')).toEqual([{ title: '看库存' }]);
    fireEvent.click(screen.getByRole('button', { name: /^移除.*1$/ }));
    expect(valueAt(state.doc, 'checks.need.ways')).toBeUndefined();
    expect(JSON.stringify(state.doc)).toBe(JSON.stringify(order));
  });
  it('write one alone without a list where the key may hold one', () => {
    const { state } = show(['list']);
    for (const [n, written] of [
      [1, { title: '左侧树1' }],
      [2, [{ title: '左侧树1' }, { title: '左侧树2' }]],
    ] as const) {
      const add = screen.queryByRole('button', { name: /：添加左侧树$/ });
      if (add === null) fireEvent.click(screen.getAllByRole('button', { name: /^更多 \d+ 项$/ })[0] as HTMLElement);
      fireEvent.click(screen.getByRole('button', { name: /：添加左侧树$/ }));
      expect(valueAt(state.doc, 'list.tree'), String(n)).toEqual(written);
    }
    expect(state.problem).toBeUndefined();
  });
});

describe('what is typed while another writes the same key', () => {
  const address = 'fields.needBy.title';
  const by = (doc: StepDoc, to: string): StepDoc => applySteps(doc, writeSteps(doc, address, to)).doc ?? doc;
  const open = (doc: StepDoc = order) => {
    const told: Step[][] = [];
    const left: unknown[] = [];
    const view = (now: StepDoc) => (
      <Inspector
        doc={now}
        library={library}
        addresses={['fields.needBy']}
        onSelect={() => undefined}
        onSteps={(steps) => told.push([...steps])}
        onLeft={(...what) => left.push(what)}
      />
    );
    const { rerender, unmount } = render(view(doc));
    return { told, left, now: (next: StepDoc) => rerender(view(next)), unmount };
  };
  const field = () => screen.getByLabelText<HTMLTextAreaElement>('标题');
  const theirs = by(order, '要货日期');

  it('stays, and their word is a question: nothing is written before it is decided', () => {
    const { told, now } = open();
    fireEvent.change(field(), { target: { value: '应到货日期' } });
    now(theirs);
    expect(field().value).toBe('应到货日期');
    expect(screen.getByRole('alert').textContent).toContain('另一人改成了「要货日期」');
    fireEvent.blur(field());
    fireEvent.keyDown(field(), { key: 'Enter' });
    expect(told).toEqual([]);
    fireEvent.click(screen.getByText('保留我的'));
    expect(told).toEqual([[{ set: address, to: '应到货日期', was: '要货日期' }]]);
    now(by(theirs, '应到货日期'));
    expect(screen.queryByRole('alert')).toBeNull();
    expect(field().value).toBe('应到货日期');
  });
  it('gives way to theirs when that is chosen, and the typing goes on in the field', () => {
    const { told, now } = open();
    fireEvent.change(field(), { target: { value: '应到货日期' } });
    now(theirs);
    fireEvent.click(screen.getByText('用对方的'));
    expect(field().value).toBe('要货日期');
    expect(document.activeElement).toBe(field());
    fireEvent.blur(field());
    expect(told).toEqual([]);
  });
  it('is no question where both say the same, or nothing was typed', () => {
    const { told, now } = open();
    now(theirs);
    expect(field().value).toBe('要货日期');
    fireEvent.change(field(), { target: { value: '到货' } });
    now(by(theirs, '到货'));
    fireEvent.blur(field());
    expect(screen.queryByRole('alert')).toBeNull();
    expect(told).toEqual([]);
  });
  it('follows an undo of what it wrote itself', () => {
    const { now } = open();
    fireEvent.change(field(), { target: { value: '到货' } });
    fireEvent.blur(field());
    now(by(order, '到货'));
    now(order);
    expect(field().value).toBe('最迟到货');
  });
  it('is handed on when its editor goes away before it is decided', () => {
    const { told, left, now, unmount } = open();
    fireEvent.change(field(), { target: { value: '应到货日期' } });
    now(theirs);
    unmount();
    expect(told).toEqual([]);
    expect(left).toEqual([[address, '应到货日期', '最迟到货']]);
  });
});

describe('a thing under another code', () => {
  it('is not drawn anew: the keyboard stays where it is, and its expressions are the same editors', () => {
    const action = { title: '归还', from: ['10'], to: '20', when: 'qty > 0' } as const;
    const before = applySteps(order, [{ insert: 'actions.action1', value: action }]).doc as StepDoc;
    const after = applySteps(before, [{ rename: 'actions.action1', to: 'guiHuan' }]).doc as StepDoc;
    const shown = (doc: StepDoc, address: string) => (
      <Inspector
        doc={doc}
        library={library}
        addresses={[address]}
        onSteps={() => undefined}
        onSelect={() => undefined}
      />
    );
    const { rerender, container } = render(shown(before, 'actions.action1'));
    const field = screen.getByLabelText('标题');
    const editors = [...container.querySelectorAll('.cm-editor')];
    expect(editors.length).toBeGreaterThan(0);
    field.focus();
    rerender(shown(after, 'actions.guiHuan'));
    expect(document.activeElement).toBe(field);
    expect([...container.querySelectorAll('.cm-editor')]).toEqual(editors);
    expect(screen.getByTitle('修改编码').textContent).toBe('guiHuan');
    // another one is another thing
    rerender(shown(after, 'actions.receive'));
    expect(document.activeElement).not.toBe(field);
  });
});
