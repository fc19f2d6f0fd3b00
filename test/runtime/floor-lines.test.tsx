/** Rows worked off on touch: a code says which one is meant, the pad enters its number, a wrong one is told. */
import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { FloorPage } from '../../runtime/floor/FloorPage';
import { FloorTasks } from '../../runtime/floor/FloorTasks';
import type { Page } from '../../runtime/page/index';
import { Around } from '../support/around';
import { freshOrder, ids, listener, orderPage, Refused, serve, settled } from '../support/forms';

const LONG = { timeout: 10_000 };
const page: Page = {
  ...orderPage({
    checks: {},
    fields: {
      nbr: { title: '编号', kind: 'autoCode', rule: 'DD{seq:4}' },
      items: {
        title: '入库明细',
        kind: 'tabTable',
        rows: { min: 0 },
        fields: {
          part: { title: '物料', ref: 'material', readonly: true },
          batchNbr: { title: '批次号', kind: 'input', max: 50 },
          qty: { title: '数量', type: 'decimal', required: true },
        },
      },
    },
    rules: {},
    edit: { groups: { base: { title: '基本信息', fields: ['nbr'] }, items: { title: '明细', fields: ['items'] } } },
    floor: { big: ['items.qty'] },
  }),
  code: 'order',
};
const rows = [
  { id: ids(1), lineNo: 10, partId: ids(20), part: 'MT-12 电机', qty: 5, batchNbr: null },
  { id: ids(2), lineNo: 20, partId: ids(21), part: 'SR-08 密封圈', qty: 600, batchNbr: 'B-7' },
];
const hit = (id: string, code: string, more: object = {}) => ({
  hits: [{ object: 'material', objectTitle: '物料', id, code, name: '', ...more }],
});
const open = async (answers: Parameters<typeof serve>[0] = {}) => {
  const calls = serve({
    getNew: () => ({ ...freshOrder(), items: rows }),
    scan: ({ text }) =>
      text === 'MT|SR-08|B-7'
        ? hit(ids(21), 'SR-08', { batchNbr: 'B-7' })
        : text === 'MT|MT-12|A-1'
          ? hit(ids(20), 'MT-12', { batchNbr: 'A-1' })
          : text === 'LS-100'
            ? hit(ids(22), 'LS-100')
            : new Refused(`无法识别的条码：${String(text)}`),
    ...answers,
  });
  render(
    <Around said={listener()} change={{ urlOf: (code) => `/at/${code}` }}>
      <FloorPage page={page} />
    </Around>,
  );
  await screen.findByLabelText('数量的值', {}, LONG);
  return calls;
};
const scan = async (text: string): Promise<void> => {
  const line = screen.getByLabelText('扫码');
  fireEvent.change(line, { target: { value: text } });
  fireEvent.submit(line);
  await act(() => settled(120));
};
const lines = () => [...document.querySelectorAll('section[aria-label="入库明细"] li')];
const doneOf = () => lines().map((line) => line.getAttribute('data-done'));
const front = () => lines().findIndex((line) => line.getAttribute('aria-current') === 'true');

beforeEach(() => sessionStorage.clear());
afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

describe('rows on touch', () => {
  it('a label brings its row to the front, green; its lot goes where none stands; what is not in the document is told', async () => {
    await open();
    expect([front(), doneOf()]).toEqual([0, ['false', 'false']]);
    await scan('MT|SR-08|B-7');
    expect([front(), doneOf()]).toEqual([1, ['false', 'true']]);
    await scan('MT|MT-12|A-1');
    expect([front(), doneOf()]).toEqual([0, ['true', 'true']]);
    expect(lines()[0]?.textContent).toContain('A-1');
    await scan('LS-100');
    expect(screen.getByText('物料「LS-100」不在入库明细中')).toBeDefined();
    await scan('WHAT');
    expect(screen.getByText('无法识别的条码：WHAT')).toBeDefined();
    // a lot as it is written on the row needs no server
    await scan('B-7');
    expect(front()).toBe(1);
  });

  it('the pad enters the number of the row in front; Enter confirms rows, then sends', async () => {
    const calls = await open({ save: () => ({ record: { id: 'x', version: 1 } }), getOne: () => ({ items: [] }) });
    fireEvent.click(screen.getByRole('button', { name: '4' }));
    await act(() => settled(60));
    expect(screen.getByLabelText('数量的值').textContent).toBe('4');
    fireEvent.click(screen.getByRole('button', { name: '确认本行' }));
    expect([front(), doneOf()]).toEqual([1, ['true', 'false']]);
    fireEvent.keyDown(document.body, { key: 'Enter' });
    await act(() => settled(120));
    expect(doneOf()).toEqual(['true', 'true']);
    expect(calls.some(({ path }) => path.includes('save'))).toBe(false);
    fireEvent.keyDown(document.body, { key: 'Enter' });
    await waitFor(() => expect(calls.some(({ path }) => path.includes('save'))).toBe(true), LONG);
    const { body } = calls.find(({ path }) => path.includes('save'))!;
    expect((body.record as { items: { qty: number }[] }).items.map(({ qty }) => qty)).toEqual([4, 600]);
    // it is stored and has still to be posted: the record stays in front
    await waitFor(() => expect(calls.some(({ path }) => path.includes('getOne'))).toBe(true), LONG);
  });

  it('without network the page stays; the same content goes out again as the same call', async () => {
    let isOn = false;
    const calls = await open({
      save: () => {
        if (!isOn) throw new Error('offline');
        return { record: { id: 'x', version: 1 } };
      },
      getOne: () => ({ items: [] }),
    });
    const sent = () => calls.filter(({ path }) => path.includes('save')).map(({ body }) => body);
    const submit = () => fireEvent.click(screen.getByRole('button', { name: /^提交/ }));
    submit();
    expect((await screen.findByRole('alert', {}, LONG)).textContent).toContain('网络中断，库存业务不能离线提交');
    isOn = true;
    submit();
    await waitFor(() => expect(sent()).toHaveLength(2), LONG);
    const [first, again] = sent();
    expect(again?.token).toBe(first?.token);
    expect(again?.record).toEqual(first?.record);
  });
});

describe('a question over rows on touch (发料)', () => {
  it('is the whole screen with the lines; a label takes one off, and they are sent as they stand', async () => {
    const picking: Page = {
      ...orderPage({
        fields: { nbr: { title: '编号', kind: 'autoCode', rule: 'DD{seq:4}' } },
        checks: {},
        rules: {},
        list: { columns: ['nbr'] },
        edit: {},
        floor: { scan: ['nbr'], card: ['nbr'] },
        actions: {
          issue: {
            title: '发料',
            at: ['row'],
            grant: 'view',
            prepare: 'x.suggest',
            ask: {
              lines: {
                title: '发料明细',
                kind: 'tabTable',
                required: true,
                fields: {
                  part: { title: '物料', kind: 'dialogSelect', ref: 'material', required: true, scan: true },
                  batchNbr: { title: '批次号', kind: 'input', max: 50 },
                  qty: { title: '本次发料', type: 'decimal', required: true, unit: 'unit' },
                  unit: { title: '单位', ref: 'unit', readonly: true },
                },
                columns: ['part', 'batchNbr', 'qty', 'unit'],
              },
            },
          },
        },
      }),
      code: 'order',
    };
    const calls = serve({
      getPageList: () => ({
        records: [{ id: ids(9), version: 1, nbr: 'DD0009', _actions: ['issue'] }],
        total: 1,
      }),
      'preview/issue': () => ({
        ask: { lines: rows.map((row) => ({ ...row, unitId: ids(50), unit: '件' })) },
      }),
      'act/issue': () => ({ done: [ids(9)] }),
      scan: () => hit(ids(21), 'SR-08', { batchNbr: 'B-7' }),
    });
    render(
      <Around said={listener()} change={{ params: new URLSearchParams('floor=1'), urlOf: (code) => `/at/${code}` }}>
        <FloorTasks page={picking} />
      </Around>,
    );
    fireEvent.click((await screen.findAllByRole('button', { name: '发料' }, LONG))[0]!);
    await screen.findByLabelText('本次发料的值', {}, LONG);
    const front = () => [...document.querySelectorAll('section[aria-label="发料明细"] li')];
    expect(front().map((line) => line.getAttribute('data-done'))).toEqual(['false', 'false']);
    const box = screen.getAllByLabelText('扫码').at(-1)!;
    fireEvent.change(box, { target: { value: 'MT|SR-08|B-7' } });
    fireEvent.submit(box);
    await act(() => settled(120));
    expect(front().map((line) => line.getAttribute('data-done'))).toEqual(['false', 'true']);
    fireEvent.click(screen.getByRole('button', { name: '确定' }));
    await waitFor(() => expect(calls.some(({ path }) => path.includes('act/issue'))).toBe(true), LONG);
    const { body } = calls.find(({ path }) => path.includes('act/issue'))!;
    expect((body.ask as { lines: { qty: number }[] }).lines.map(({ qty }) => qty)).toEqual([5, 600]);
  });
});
