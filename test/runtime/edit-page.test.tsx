import { act, cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import { DetailPage, EditPage } from '../../runtime/record';
import type { FieldDoc, Many } from '../../schemas/language/document';
import { Around } from '../support/around';
import {
  freshOrder,
  ids,
  listener,
  ORDER,
  orderPage,
  Refused,
  type Said,
  serve,
  settled,
  storedOrder,
} from '../support/forms';

afterEach(cleanup);

const page = orderPage();
interface Told {
  dirty: boolean;
  title: string;
  saved: string[];
}
async function edit(said: Said, id?: string, params = '', shown = page): Promise<Told> {
  const told: Told = { dirty: false, title: '', saved: [] };
  render(
    <Around said={said} change={{ setTitle: (title) => (told.title = title) }}>
      <EditPage
        page={shown}
        id={id}
        params={new URLSearchParams(params)}
        onSaved={(text) => void told.saved.push(text)}
        onDirty={(dirty) => (told.dirty = dirty)}
      />
    </Around>,
  );
  await screen.findByText('保存');
  return told;
}
const type = (label: string, value: string): void => {
  const input = screen.getByLabelText(label);
  fireEvent.change(input, { target: { value } });
  fireEvent.blur(input);
};

describe('EditPage', () => {
  it('opens a record, marks what is unsaved, saves it with Ctrl+S and goes on with the answer', async () => {
    const calls = serve({
      getOne: () => storedOrder(),
      save: () => ({ id: ids(9), version: 4, record: { ...storedOrder(), version: 4, contact: '王工' } }),
    });
    const said = listener();
    const told = await edit(said, ids(9));
    expect(told.title).toBe('订单 DD0001');
    expect(screen.getByLabelText('联系人')).toHaveProperty('value', '何建国');
    type('联系人', '王工');
    await waitFor(() => expect(told.dirty).toBe(true));
    // a moment later the draft is written, and the line says that
    expect(screen.getByText(/有未保存的修改|已自动保存草稿/)).toBeTruthy();
    fireEvent.keyDown(screen.getByLabelText('联系人'), { key: 's', ctrlKey: true });
    await waitFor(() => expect(said.toasts).toEqual(['已保存']));
    const sent = calls.find((call) => call.path.includes('save'))?.body;
    expect(sent?.record).toEqual({ id: ids(9), version: 3, contact: '王工' });
    expect(sent?.schema).toBe(page.object.hash);
    expect(told).toMatchObject({ dirty: false, saved: [ids(9)] });
  });

  it('names what a chain of fills brought: the label is asked for, and drawn when it comes', async () => {
    const person = (title: string) => ({ title, ref: 'supplier' });
    const fields = {
      ...ORDER.fields,
      supplier: { ...ORDER.fields?.supplier, fill: { contact: 'contact', payer: 'payer' } },
      payer: person('付款方'),
    } as Many<FieldDoc>;
    const chain = orderPage({ fields, edit: { groups: { base: { fields: ['supplier', 'payer'] } } } });
    const asked: unknown[] = [];
    serve({
      getNew: () => ({ ...freshOrder(), _hop: {} }),
      resolve: ({ want }) => {
        asked.push(want);
        const name = { supplier: { [ids(31)]: { label: 'S2 付款' } } };
        const paid = { supplier: { [ids(30)]: { label: 'S1 恒力', contact: '何建国', payer: ids(31) } } };
        return { values: {}, _hop: (want as string[]).includes(`label(supplier:${ids(31)})`) ? name : paid };
      },
      pick: () => ({ records: [{ id: ids(30), label: 'S1 恒力' }], total: 1 }),
    });
    await edit(listener(), undefined, '', chain);
    const box = screen.getByLabelText('供应商');
    fireEvent.mouseDown(box);
    fireEvent.click(await screen.findByText('S1 恒力'));
    expect(await screen.findByText('S2 付款')).toBeTruthy();
    expect(asked.at(-1)).toEqual([`label(supplier:${ids(31)})`]);
  });

  it('is text for whom may not save it: nothing is typed that goes nowhere', async () => {
    serve({ getOne: () => storedOrder(), related: () => [] });
    const shut = { ...page, can: (right: string) => !/:(edit|add)$/.test(right) };
    render(
      <Around said={listener()}>
        <EditPage page={shut} id={ids(9)} params={new URLSearchParams()} />
      </Around>,
    );
    expect(await screen.findByText('何建国')).toBeTruthy();
    expect(screen.queryByText('保存')).toBeNull();
    expect(screen.queryByLabelText('联系人')).toBeNull();
  });
  it('hears keys from its first moment: a new record in its first field to fill, a stored one at its sheet', async () => {
    serve({ getNew: () => freshOrder(), getOne: () => storedOrder() });
    await edit(listener());
    const field = (): string | undefined => document.activeElement?.closest<HTMLElement>('[data-field]')?.dataset.field;
    await waitFor(() => expect(field()).toBe('supplier'));
    cleanup();
    await edit(listener(), ids(9));
    await waitFor(() => expect(document.activeElement?.getAttribute('tabindex')).toBe('-1'));
    expect(field()).toBeUndefined();
  });

  it('shows the number to come, another one when what it is made of changed, and none where nobody answers', async () => {
    const calls = serve({
      getNew: () => freshOrder(),
      codeRule: ({ values }) => ({
        preview: `DD-${String((values as { contact: string | null }).contact ?? '')}-7`,
        reads: ['contact'],
      }),
    });
    await edit(listener());
    expect(await screen.findByText('DD--7')).toBeTruthy();
    expect(screen.getByText('保存时以实际编号为准')).toBeTruthy();
    type('联系人', '王工');
    expect(await screen.findByText('DD-王工-7')).toBeTruthy();
    type('备注', '与编号无关');
    await settled();
    expect(calls.filter((call) => call.path.includes('codeRule'))).toHaveLength(2);
    cleanup();
    serve({ getNew: () => freshOrder(), codeRule: () => new Refused('没有权限，请联系管理员') });
    await edit(listener());
    await settled();
    expect(screen.getByText('保存时生成')).toBeTruthy();
  });

  it('asks what follows from the values it was opened with, and counts the answer as nothing typed', async () => {
    const served = orderPage({ rules: { kind: { on: 'kind', service: 'order.ofKind' } } });
    const answer = { 'rules.kind': { contact: '王工' } };
    const calls = serve({ getNew: () => freshOrder(), resolve: () => ({ values: answer, _hop: {} }) });
    const told = await edit(listener(), undefined, 'kind=1', served);
    await waitFor(() => expect(screen.getByLabelText('联系人')).toHaveProperty('value', '王工'));
    expect(calls.filter(({ body }) => (body.want as string[] | undefined)?.includes('rules.kind'))).toHaveLength(1);
    expect(told.dirty).toBe(false);
    cleanup();
    const others = serve({ getNew: () => freshOrder(), resolve: () => ({ values: answer, _hop: {} }) });
    await edit(listener(), undefined, '', served);
    await settled();
    expect(others.filter(({ body }) => body.want !== undefined)).toEqual([]);
    expect(screen.getByLabelText('联系人')).toHaveProperty('value', '');
  });

  it('does not take the focus from somebody who writes elsewhere', async () => {
    serve({ getOne: () => storedOrder() });
    const other = document.body.appendChild(document.createElement('input'));
    other.focus();
    await edit(listener(), ids(9));
    await new Promise(requestAnimationFrame);
    expect(document.activeElement).toBe(other);
    other.remove();
  });

  it('offers options made of another field as soon as that changes', async () => {
    serve({ getOne: () => storedOrder() });
    await edit(listener(), ids(9));
    type('联系人', '红;绿');
    fireEvent.mouseDown(screen.getByLabelText('部位'));
    expect(await screen.findByTitle('绿')).toBeTruthy();
  });

  it('is called by its own title where the document gives one, new and stored', async () => {
    serve({ getNew: () => freshOrder(), getOne: () => storedOrder() });
    const named = orderPage({ edit: { title: '订单登记' }, detail: { title: '订单明细' } });
    expect((await edit(listener(), undefined, '', named)).title).toBe('订单登记');
    cleanup();
    expect((await edit(listener(), ids(9), '', named)).title).toBe('订单登记 DD0001');
    cleanup();
    render(
      <Around said={listener()}>
        <DetailPage page={named} id={ids(9)} params={new URLSearchParams()} />
      </Around>,
    );
    expect(await screen.findByRole('heading', { name: '订单明细 DD0001' })).toBeTruthy();
  });

  it('does not send what the browser knows to be wrong', async () => {
    const calls = serve({ getNew: () => freshOrder() });
    const told = await edit(listener());
    expect(told.title).toBe('新增订单');
    fireEvent.click(screen.getByText('保存'));
    expect(await screen.findByText('请填写供应商')).toBeTruthy();
    expect(screen.getByText('明细至少填写一行')).toBeTruthy();
    expect(calls.some((call) => call.path.includes('save'))).toBe(false);
  });

  it('says the ways out of what the browser refuses, and takes them with what they give along', async () => {
    serve({ getOne: () => storedOrder() });
    const opened: string[] = [];
    const checks = {
      closed: {
        that: '!closed',
        at: 'closed',
        say: '已关闭的订单不能修改',
        ways: ['refuse', { title: '查看报表', page: 'report', with: { kind: '2' } }],
      },
    };
    render(
      <Around
        said={listener()}
        change={{
          openPage: (url) => void opened.push(url),
          urlOf: (code) => (code === 'report' ? '/report' : undefined),
        }}
      >
        <EditPage page={orderPage({ checks })} id={ids(9)} params={new URLSearchParams()} onSaved={() => undefined} />
      </Around>,
    );
    fireEvent.click(await screen.findByRole('switch', { name: '关闭' }));
    fireEvent.click(screen.getByText('保存'));
    const bar = (await screen.findAllByRole('alert')).find(
      (element) => within(element).queryByText('查看报表') !== null,
    )!;
    expect(bar.textContent).toContain('已关闭的订单不能修改');
    expect(within(bar).getByText('退回')).toBeTruthy();
    fireEvent.click(within(bar).getByText('查看报表'));
    expect(opened).toEqual(['/report?kind=2']);
  });

  it('has no tab for what the rules hide; the one in front gives way to the first', async () => {
    serve({ getOne: () => storedOrder() });
    const tabbed = orderPage({
      rules: {
        bare: { when: 'kind == 2', hide: ['items'] },
        plain: { when: 'closed', hide: ['@files', 'items'] },
      },
    });
    render(
      <Around said={listener()}>
        <EditPage page={tabbed} id={ids(9)} params={new URLSearchParams()} onSaved={() => undefined} />
      </Around>,
    );
    const names = (): readonly string[] => screen.queryAllByRole('tab').map((element) => element.textContent ?? '');
    await screen.findByText('保存');
    expect(names()).toEqual([expect.stringMatching(/^明细/), '附件']);
    act(() => fireEvent.mouseDown(screen.getByLabelText('类型')));
    fireEvent.click(await screen.findByTitle('样品'));
    await waitFor(() => expect(names()).toEqual(['附件']));
    expect(screen.getByRole('tab').getAttribute('aria-selected')).toBe('true');
    fireEvent.click(screen.getByRole('switch', { name: '关闭' }));
    await waitFor(() => expect(names()).toEqual([]));
    fireEvent.click(screen.getByRole('switch', { name: '关闭' }));
    await waitFor(() => expect(names()).toEqual(['附件']));
  });

  it('takes an error away behind the press that left its field: the button below stays under it', async () => {
    serve({ getNew: () => freshOrder() });
    await edit(listener());
    const contact = screen.getByLabelText('联系人');
    type('联系人', '这个名字比十个字还要长');
    expect(await screen.findByText(/10/)).toBeTruthy();
    fireEvent.change(contact, { target: { value: '王工' } });
    const save = screen.getByText('保存');
    fireEvent.pointerDown(save);
    fireEvent.blur(contact);
    await act(() => Promise.resolve());
    expect(screen.getByText(/10/)).toBeTruthy();
    fireEvent.pointerUp(save);
    fireEvent.click(screen.getByLabelText('供应商'));
    await waitFor(() => expect(screen.queryByText(/10/)).toBeNull());
  });

  it('paints the problems of a refusal at their fields and keeps the sentence in the page', async () => {
    serve({
      getOne: () => storedOrder(),
      save: () =>
        new Refused('供应商已暂停', {
          problems: [
            { code: 'checks.paused', path: 'supplier', text: '供应商已暂停' },
            { code: 'x', path: `items[${ids(100)}].qty`, text: '数量太多' },
          ],
        }),
    });
    await edit(listener(), ids(9));
    type('联系人', '王工');
    fireEvent.click(screen.getByText('保存'));
    await waitFor(() => expect(screen.getAllByText('供应商已暂停')).toHaveLength(2));
    expect(screen.getByText('1 处错误')).toBeTruthy();
    expect(screen.getByText('错误 1')).toBeTruthy();
    expect(screen.getByLabelText('联系人')).toHaveProperty('value', '王工');
  });

  it('asks about warnings and repeats with what was accepted', async () => {
    const calls = serve({
      getOne: () => storedOrder(),
      save: (body) =>
        body.accept === undefined
          ? new Refused('是否继续？', {
              warnings: [{ code: 'checks.cheap', path: '', text: '合计只有60', level: 'warn' }],
            })
          : { id: ids(9), version: 4, record: { ...storedOrder(), version: 4 } },
    });
    const said = listener();
    await edit(said, ids(9));
    type('联系人', '王工');
    fireEvent.click(screen.getByText('保存'));
    await waitFor(() => expect(said.toasts).toEqual(['已保存']));
    expect(said.asked).toEqual(['合计只有60\n是否继续？']);
    expect(calls.filter((call) => call.path.includes('save'))[1]?.body.accept).toEqual(['checks.cheap']);
  });

  it('shows both sides when somebody else stored the record, and saves what was chosen over the newer one', async () => {
    let stale = true;
    const calls = serve({
      getOne: () => storedOrder(),
      save: () =>
        stale
          ? new Refused('数据已被他人修改，请刷新后重试', {
              current: { ...storedOrder(), version: 4, remark: '分两批', contact: '周工' },
              changed: [{ field: 'remark', by: '周敏', at: '2026-01-15 09:10:00' }],
            })
          : { id: ids(9), version: 5, record: { ...storedOrder(), version: 5 } },
    });
    await edit(listener(), ids(9));
    type('联系人', '王工');
    fireEvent.click(screen.getByText('保存'));
    expect(await screen.findByText(/数据已被他人修改，请刷新后重试（周敏 01-15 09:10）/)).toBeTruthy();
    const dialog = await screen.findByRole('dialog');
    expect(within(dialog).getByRole('radiogroup', { name: '备注' }).textContent).toBe('备注空分两批空');
    expect(within(dialog).getByRole('radiogroup', { name: '联系人' }).textContent).toBe('联系人何建国周工王工');
    expect(within(dialog).getByText('保存').closest('button')?.disabled).toBe(true);
    expect(within(dialog).getByText('还有 1 处未选')).toBeTruthy();
    fireEvent.click(within(dialog).getByLabelText('我的 王工'));
    stale = false;
    fireEvent.click(within(dialog).getByText('保存'));
    await waitFor(() => expect(calls.filter((call) => call.path.includes('save'))).toHaveLength(2));
    expect(calls.filter((call) => call.path.includes('save'))[1]?.body.record).toEqual({
      id: ids(9),
      version: 4,
      contact: '王工',
    });
  });

  it('sends a lost save again under the same token', async () => {
    const tokens: unknown[] = [];
    serve({
      getOne: () => storedOrder(),
      save: (body) => {
        tokens.push(body.token);
        if (tokens.length === 1) throw new Error('network');
        return { id: ids(9), version: 4, record: { ...storedOrder(), version: 4 } };
      },
    });
    const said = listener();
    await edit(said, ids(9));
    type('联系人', '王工');
    fireEvent.click(screen.getByText('保存'));
    expect(await screen.findByText('网络异常，请检查网络')).toBeTruthy();
    await act(() => settled(20));
    fireEvent.click(screen.getByText('保存'));
    await waitFor(() => expect(said.toasts).toEqual(['已保存']));
    expect(tokens[1]).toBe(tokens[0]);
  });

  it('begins with the values of the address', async () => {
    const calls = serve({ getNew: () => freshOrder() });
    await edit(listener(), undefined, 'kind=2&showType=0');
    expect(calls.find((call) => call.path.includes('getNew'))?.body).toEqual({ with: { kind: '2' } });
  });
});

describe('why', () => {
  it('tells why a value cannot be typed, with its numbers and the last action, and which actions are missing', async () => {
    const last = { title: '审核', by: '周敏', at: '2026-01-15 09:10:00' };
    serve({
      getOne: () => storedOrder(),
      why: () => ({
        last,
        reasons: [],
        actions: [{ code: 'del', title: '删除', reasons: [{ text: '没有「删除」的权限，请联系管理员', facts: [] }] }],
      }),
    });
    await edit(listener(), ids(9));
    fireEvent.click(screen.getByLabelText('为什么：编号'));
    expect(await screen.findByText('编号在保存时自动生成')).toBeTruthy();
    expect(await screen.findByText('最近操作：审核 周敏 01-15 09:10')).toBeTruthy();
    fireEvent.click(screen.getByLabelText('更多操作'));
    fireEvent.click(await screen.findByText('为什么不能…'));
    expect(await screen.findByText('没有「删除」的权限，请联系管理员')).toBeTruthy();
  });
  it('tells by keys, on a new record too, which fields a rule closed or asks for', async () => {
    serve({ getNew: () => freshOrder() });
    await edit(listener());
    expect(screen.queryByLabelText('更多操作')).toBeNull();
    fireEvent.click(screen.getByLabelText('关闭'));
    fireEvent.click(await screen.findByLabelText('更多操作'));
    fireEvent.click(await screen.findByText('为什么不能…'));
    const dialog = within(await screen.findByRole('dialog'));
    expect(dialog.getByRole('heading', { name: '字段' })).toBeTruthy();
    expect(dialog.getByText('联系人')).toBeTruthy();
    expect(dialog.getAllByText(/关闭/).length).toBeGreaterThan(0);
    expect(dialog.queryByText('加载中…')).toBeNull();
  });
});

describe('DetailPage', () => {
  it('leaves its title to the dialog it stands in', async () => {
    serve({ getOne: () => storedOrder() });
    const titles: string[] = [];
    render(
      <Around said={listener()} change={{ setTitle: (title) => void titles.push(title) }}>
        <DetailPage page={page} id={ids(9)} params={new URLSearchParams()} embedded />
      </Around>,
    );
    await waitFor(() => expect(titles).toEqual(['订单 DD0001']));
    expect(screen.queryByRole('heading', { level: 1 })).toBeNull();
  });
  it('shows the record as text with what can be done with it', async () => {
    serve({ getOne: () => storedOrder(), related: () => [] });
    render(
      <Around said={listener()}>
        <DetailPage page={page} id={ids(9)} params={new URLSearchParams()} />
      </Around>,
    );
    expect(await screen.findByText('订单 DD0001')).toBeTruthy();
    expect(screen.getByText('何建国')).toBeTruthy();
    expect(screen.getByText('编辑')).toBeTruthy();
    expect(document.querySelector('input')).toBeNull();
  });
  it('has no tab for what the rules of the record hide', async () => {
    serve({ getOne: () => ({ ...storedOrder(), closed: true }), related: () => [] });
    const rules = { plain: { when: 'closed', hide: ['items', '@files'] } };
    render(
      <Around said={listener()}>
        <DetailPage page={orderPage({ rules })} id={ids(9)} params={new URLSearchParams()} />
      </Around>,
    );
    await screen.findByText('订单 DD0001');
    const names = screen.getAllByRole('tab').map((element) => element.textContent ?? '');
    expect(names[0]).toBe('基本信息');
    expect(names.filter((name) => /明细|附件/.test(name))).toEqual([]);
  });
});
