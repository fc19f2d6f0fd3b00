/** Dialogs of actions: answers for each chosen row, what would be changed before it is, ways out of a refusal, rows an action answers. */
import { act, cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { useActions } from '../../runtime/actions';
import { askCalls, askRowCalls } from '../../runtime/actions/ask-calls';
import type { WireRow } from '../../runtime/data/types';
import { Around } from '../support/around';
import { ids, listener, ORDER, orderPage, Refused, type Said, serve, settled, storedOrder } from '../support/forms';
import { withRoom } from '../support/sized';

withRoom();
afterEach(cleanup);

const page = orderPage({
  actions: {
    ...ORDER.actions,
    change: {
      title: '变更',
      in: 'items',
      at: ['row'],
      grid: true,
      ask: { qty: { title: '新数量', type: 'decimal', required: true, default: '=qty', min: 0 } },
      set: { qty: '=ask.qty' },
    },
    raise: {
      title: '调价',
      preview: true,
      ask: { rate: { title: '新折扣', type: 'decimal', required: true, max: 100 } },
      set: { rate: '=ask.rate' },
    },
    plan: {
      title: '排程',
      prepare: 'planProposal',
      ask: { day: { title: '日期', kind: 'date' } },
      set: { bizDate: '=ask.day' },
    },
    give: {
      title: '分配',
      prepare: 'giveProposal',
      ask: {
        lines: {
          title: '分配明细',
          kind: 'tabTable',
          required: true,
          fields: {
            kind: { title: '类型', dict: 'orderKind', required: true, default: '1' },
            supplier: { title: '供应商', ref: 'supplier' },
            qty: { title: '数量', type: 'decimal', required: true },
          },
        },
      },
    } as never,
    split: {
      title: '拆分',
      ask: { parts: { title: '份数', type: 'int', required: true } },
      shows: { columns: ['nbr', 'qty'], title: '拆分结果' },
    },
  },
});
function Buttons({ rows }: { readonly rows?: readonly string[] }) {
  const actions = useActions(page);
  return (
    <>
      {Object.values(page.object.actions).map((action) => (
        <button
          key={action.code}
          type="button"
          onClick={() => void actions.run(action, [storedOrder() as WireRow], rows === undefined ? {} : { rows })}
        >
          {`do ${action.code}`}
        </button>
      ))}
      {actions.outlet}
    </>
  );
}
async function run(said: Said, code: string, rows?: readonly string[]): Promise<HTMLElement> {
  render(
    <Around said={said}>
      <Buttons {...(rows === undefined ? {} : { rows })} />
    </Around>,
  );
  await act(async () => {
    fireEvent.click(screen.getByText(`do ${code}`));
    await settled(20);
  });
  return screen.findByRole('dialog', {}, { timeout: 8000 });
}
const answer = (dialog: HTMLElement, label: string, value: string): void => {
  const input = within(dialog).getByLabelText(label);
  fireEvent.change(input, { target: { value } });
  fireEvent.blur(input);
};

it('asks for each chosen row and sends one set of answers a row', async () => {
  const calls = serve({ 'act/': () => ({ record: storedOrder() }) });
  const dialog = await run(listener(), 'change', [ids(100), ids(102)]);
  expect(dialog.textContent).toContain('合计 2 行');
  fireEvent.click(within(dialog).getByText('确定'));
  await waitFor(() => expect(calls.some((call) => call.path.includes('act/change'))).toBe(true));
  expect(calls.find((call) => call.path.includes('act/change'))?.body.targets).toEqual([
    {
      id: ids(9),
      version: 3,
      rows: [
        { id: ids(100), ask: { qty: 10 } },
        { id: ids(102), ask: { qty: 10 } },
      ],
    },
  ]);
});

it('starts at the first answer, and stays where somebody writes already', async () => {
  serve({});
  await run(listener(), 'change', [ids(100), ids(102)]);
  const cells = () => [...document.querySelectorAll('[data-grid-cell$=":qty"]')];
  const text = () => cells().map(({ textContent }) => textContent);
  fireEvent.mouseDown(cells()[1]!);
  await act(() => settled(300));
  act(() => void fireEvent.change(document.querySelector('[data-live]')!, { target: { value: '13' } }));
  act(() => void fireEvent.keyDown(document.querySelector('[data-live]')!, { key: 'Enter' }));
  expect(text()).toEqual(['10', '13']);
});

it('keeps a refusal of chosen rows with its ways out', async () => {
  const refusal = new Refused('数量小于已收', { ways: [{ title: '通过', action: 'approve' }] });
  serve({ 'act/': () => refusal });
  const dialog = await run(listener(), 'change', [ids(100)]);
  fireEvent.click(within(dialog).getByText('确定'));
  const bar = await within(dialog).findByRole('alert');
  expect(bar.textContent).toContain('数量小于已收');
  expect(within(bar).getByText('通过')).toBeTruthy();
});

it('does not open a dialog whose proposal is refused: the sentence is told instead', async () => {
  const said = listener();
  serve({ 'preview/': () => new Refused('已完工，不能再排') });
  render(
    <Around said={said}>
      <Buttons />
    </Around>,
  );
  await act(async () => {
    fireEvent.click(screen.getByText('do plan'));
    await settled(20);
  });
  await waitFor(() => expect(said.toasts).toContain('已完工，不能再排'));
  expect(screen.queryByRole('dialog')).toBeNull();
});

it('shows what would change and does it only when that was agreed to', async () => {
  const shown = [{ field: 'rate', title: '折扣', before: 100, after: 80 }];
  const calls = serve({
    'preview/': () => ({ records: [{ id: ids(9), label: 'DD0001', shown }], answer: { text: '影响 3 行金额' } }),
    'act/': () => ({ record: storedOrder() }),
  });
  const said = listener();
  const dialog = await run(said, 'raise');
  answer(dialog, '新折扣', '80');
  fireEvent.keyDown(within(dialog).getByLabelText('新折扣'), { key: 'Enter', ctrlKey: true });
  const preview = (await screen.findByText('调价：将要做的改动')).closest<HTMLElement>('[role=dialog]')!;
  expect(preview.textContent).toContain('折扣10080');
  expect(preview.textContent).toContain('影响 3 行金额');
  expect(calls.some((call) => call.path.includes('act/'))).toBe(false);
  fireEvent.click(within(preview).getByText('确定'));
  await waitFor(() => expect(said.toasts).toEqual(['已调价']));
  expect(calls.map((call) => call.body.ask)).toEqual([{ rate: 80 }, { rate: 80 }]);
});

it('paints problems at the answers and offers the ways out of a refusal', async () => {
  serve({
    'act/': () =>
      new Refused('折扣太低', {
        problems: [{ code: 'x', path: 'ask.reason', text: '写清楚一点' }],
        ways: [{ title: '改为通过', action: 'approve' }],
      }),
  });
  const said = listener(false);
  const dialog = await run(said, 'refuse');
  answer(dialog, '原因', '贵');
  fireEvent.click(within(dialog).getByText('确定'));
  expect(await within(dialog).findByText('写清楚一点')).toBeTruthy();
  fireEvent.click(await within(dialog).findByText('改为通过'));
  await waitFor(() => expect(said.asked).toEqual(['「DD0001」通过后不可修改，是否继续？']));
});

it('shows the rows that the action answered under the columns of the object', async () => {
  serve({
    'act/': () => ({
      record: storedOrder(),
      answer: {
        parts: [
          { nbr: 'DD0001-1', qty: 4 },
          { nbr: 'DD0001-2', qty: 6 },
        ],
      },
    }),
  });
  const dialog = await run(listener(), 'split');
  answer(dialog, '份数', '2');
  fireEvent.click(within(dialog).getByText('确定'));
  const result = (await screen.findByText('拆分结果')).closest<HTMLElement>('[role=dialog]')!;
  await waitFor(() => expect(result.textContent).toContain('编号'));
  expect(result.textContent).toContain('数量');
});

it('pickers of a dialog ask in the name of the action, with its record, the row and the answers so far', async () => {
  const calls = serve({ 'pick/': () => ({ records: [], total: 0, current: 1, size: 50 }) });
  const { object } = page;
  const action = object.actions.change!;
  const field = { ...action.ask!.qty!, path: 'qty' };
  const asking = { page, object: { ...object, fields: action.ask! }, doc: { qty: 4 }, rowsToResolve: () => ({}) };
  await askCalls(action, { record: { id: ids(9) } }).pick(asking, field, { search: 'x' });
  const rows = askRowCalls(action, object, { record: { id: ids(9) }, row: ids(100) });
  await rows.pick(asking, field, {}, { sub: 'rows', row: { id: ids(102), qty: 7 } });
  expect(calls.map(({ path, body }) => [path.split('/').at(-1), body])).toEqual([
    ['actions.change.ask.qty', { search: 'x', record: { id: ids(9) }, ask: { id: null, qty: 4 } }],
    ['actions.change.ask.qty', { record: { id: ids(9) }, row: ids(102), ask: { qty: 7 } }],
  ]);
});

/** A dialog with one row that lacks its supplier; candidates come when `come` is called. */
async function giving() {
  let come: (records: readonly object[]) => void = () => undefined;
  const coming = new Promise<{ records: readonly object[]; total: number }>((done) => {
    come = (records) => done({ records, total: records.length });
  });
  const calls = serve({
    'preview/': () => ({ ask: { lines: [{ id: ids(200), lineNo: 10, kind: '1', qty: 5 }] } }),
    'pick/': () => coming,
    'act/': () => ({ record: storedOrder() }),
  });
  const dialog = await run(listener(), 'give');
  await waitFor(() => expect(document.querySelector('[data-grid-cell$=":supplier"]')).toBeTruthy());
  fireEvent.mouseDown(document.querySelector('[data-grid-cell$=":supplier"]')!);
  await act(() => settled(5));
  const live = document.querySelector<HTMLTextAreaElement>('[data-live]')!;
  act(() => void fireEvent.change(live, { target: { value: 'S1' } }));
  act(() => void fireEvent.keyDown(live, { key: 'Enter' }));
  const ok = within(dialog).getByText('确定');
  const sent = () => calls.filter(({ path }) => path.includes('act/give')).map(({ body }) => body.ask);
  const answerWith = async (...records: readonly object[]): Promise<void> => {
    await act(async () => {
      come(records);
      await settled(60);
    });
  };
  return { dialog, ok, sent, answerWith };
}
const S1 = { id: ids(30), label: 'S1 恒力', name: '恒力' };

it('a row goes out with what was typed into it, however late it is found; the blank row below stays behind', async () => {
  const { ok, sent, answerWith } = await giving();
  expect(document.querySelectorAll('[data-grid-cell$=":supplier"]')).toHaveLength(2);
  fireEvent.click(ok);
  fireEvent.click(ok);
  await act(() => settled(60));
  expect(sent()).toEqual([]);
  await answerWith(S1);
  await waitFor(() => expect(sent()).toHaveLength(1));
  const lines = (sent()[0] as { lines: readonly Record<string, unknown>[] }).lines;
  expect(lines.map(({ supplierId, supplier, qty }) => [supplierId ?? supplier, qty])).toEqual([[ids(30), 5]]);
});

it('a text that names nothing stays in the way, with its sentence at the cell, until the cell is written', async () => {
  const { ok, sent, answerWith } = await giving();
  fireEvent.click(ok);
  await answerWith();
  fireEvent.click(ok);
  await act(() => settled(60));
  expect(sent()).toEqual([]);
  const cell = document.querySelector<HTMLElement>('[data-grid-cell$=":supplier"]')!;
  fireEvent.mouseDown(cell);
  await act(() => settled(5));
  expect(document.body.textContent).toContain('没有找到「S1」，请重新选择');
  act(() => void fireEvent.keyDown(document.querySelector('[data-live]')!, { key: 'Delete' }));
  fireEvent.click(ok);
  await waitFor(() => expect(sent()).toHaveLength(1));
});

it('whoever closes the dialog while it looks up sends nothing', async () => {
  const { dialog, ok, sent, answerWith } = await giving();
  fireEvent.click(ok);
  fireEvent.click(within(dialog).getByText('取消'));
  await answerWith(S1);
  await act(() => settled(60));
  expect(sent()).toEqual([]);
});
