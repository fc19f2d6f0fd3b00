import { describe, expect, it } from 'vitest';
import { scannedValue } from '../../runtime/page/scanned-value';
import type { ObjectDoc } from '../../schemas/language/document';
import { ids, listener, ORDER, openForm, orderPage, serve, settled, storedOrder } from '../support/forms';

type Fields = NonNullable<ObjectDoc['fields']>;
const items = ORDER.fields!.items as unknown as Fields[string];
/** The order with other columns in its rows. */
const withItems = (change: Record<string, unknown>, head: Record<string, unknown> = {}) =>
  orderPage({ fields: { ...ORDER.fields, ...head, items: { ...items, ...change } } as Fields });
const open = (page: ReturnType<typeof orderPage>, rows: readonly object[], head: object = {}, said = listener()) => {
  const wire = { ...storedOrder(1), ...head, items: rows } as never;
  const model = openForm(wire, { page, said });
  const sub = model.subs.get('items')!;
  return { model, sub, control: sub.control, store: sub.store };
};
const press = (key: string) => ({ key, ctrl: false, shift: false, alt: false });

describe('a cell that only stands there', () => {
  const page = withItems({
    fields: {
      sort: { title: '类型', type: 'dict', dict: 'orderKind' },
      ratio: { title: '进度', type: 'decimal' },
      note: { title: '说明', kind: 'input' },
      supplier: { title: '供应商', ref: 'supplier' },
    },
    columns: [
      'sort:tag',
      { field: 'ratio', as: 'progress' },
      { field: 'note', tone: { danger: 'ratio > 50', warning: "doc.nbr == 'X'" } },
      'supplier',
    ],
    rules: {},
    checks: {},
    summary: {},
  });
  const row = { id: ids(5), lineNo: 10, sort: '2', ratio: 60, note: '急', supplierId: ids(30), supplier: 'S1 恒力' };
  const look = (change: object) => {
    const { model, sub } = open(page, [{ ...row, ...change }]);
    return { model, sub, at: (n: number) => sub.shown(sub.store.rows[0]!, sub.columns[n]!) };
  };
  it('has the look and the tone of its column', () => {
    const { sub, at } = look({});
    expect(at(0)).toMatchObject({ text: '样品', tone: expect.any(String) });
    expect(at(1)).toEqual({ text: '60', tone: 'warning', share: 60 });
    expect(sub.tone(sub.store.rows[0]!, sub.columns[2]!)).toBe('danger');
    const other = look({ ratio: 5 }).sub;
    expect(other.tone(other.store.rows[0]!, other.columns[2]!)).toBeUndefined();
  });
  it('says what is no longer offered, and copies its own words', () => {
    const { model, sub, at } = look({ sort: '99' });
    expect(at(0).text).toBe('99（已失效）');
    expect(at(3).text).toBe('S1 恒力');
    model.env.hops.merge({ supplier: { [ids(30)]: { isDisabled: '1' } } });
    expect(at(3).text).toBe('S1 恒力（已停用）');
    expect(sub.text(sub.store.rows[0]!, sub.columns[3]!)).toBe('S1 恒力');
  });
});

describe('cells whose kind follows a sibling', () => {
  const page = withItems({
    fields: {
      sort: { title: '类型', kind: 'input' },
      value: {
        title: '值',
        kindBy: 'sort',
        cases: [
          { is: '2', type: 'decimal' },
          { is: '3', kind: 'date' },
          { is: '4', type: 'bool' },
        ],
      },
    },
    rules: {},
    checks: {},
    columns: ['sort', 'value'],
    summary: {},
  });
  it('are read, shown and stored as their case', () => {
    const { sub, control, store } = open(page, [
      { id: ids(1), sort: '2', value: null },
      { id: ids(2), sort: '3', value: null },
      { id: ids(3), sort: '4', value: null },
    ]);
    const type = (r: number, text: string) => {
      control.goTo(r, 1);
      control.type(text);
      control.press(press('Enter'));
    };
    type(0, '1,200.50');
    type(1, '2026/2/1');
    control.goTo(2, 1);
    control.toggle();
    expect(store.rows.map((row) => row.value)).toEqual(['1200.5', '2026-02-01', 'true']);
    expect(store.rows.map((row) => sub.text(row, sub.columns[1]!))).toEqual(['1200.5', '2026-02-01', '✓']);
    type(0, 'abc');
    expect(store.problemsOf(ids(1)).map((problem) => problem.text)).toEqual(['「abc」不是数字']);
    control.goTo(2, 1);
    control.toggle();
    expect(store.rows[2]?.value).toBe('false');
  });
});

describe('a list of readings as one cell each', () => {
  const page = withItems({
    fields: {
      name: { title: '名称', kind: 'input' },
      upper: { title: '上限', type: 'decimal' },
      read: { title: '读数', type: 'decimal', many: true, spread: true, max: 3, low: 1, high: '=upper' },
    },
    rules: {},
    checks: {},
    columns: ['name', 'upper', 'read'],
    summary: {},
  });
  it('writes the list, paints what is outside, and is undone as one', async () => {
    const { sub, control, store } = open(page, [{ id: ids(1), name: 'A', upper: 5, read: [] }]);
    expect(sub.columns.map((column) => column.title)).toEqual(['名称', '上限', '读数1', '读数2', '读数3']);
    control.goTo(0, 2);
    control.paste('2\t9\t3');
    await settled();
    expect(store.rows[0]?.read).toEqual([2, 9, 3]);
    expect(sub.columns.slice(2).map((column) => sub.tone(store.rows[0]!, column))).toEqual([
      undefined,
      'danger',
      undefined,
    ]);
    control.goTo(0, 4);
    control.clear();
    expect(store.rows[0]?.read).toEqual([2, 9]);
    control.host.undo();
    control.host.undo();
    expect(store.rows[0]?.read).toEqual([]);
  });
});

describe('a number chosen from the rows beside it', () => {
  const page = withItems(
    {
      fields: {
        name: { title: '名称', kind: 'input' },
        after: {
          title: '前一行',
          type: 'int',
          options: "doc.open ? pairs(doc.items, lineNo, text(lineNo, '0') + ' ' + name) : null",
        },
      },
      rules: {},
      checks: {},
      columns: ['name', 'after'],
      summary: {},
    },
    { open: { title: '可选', type: 'bool' } },
  );
  const rows = ['车', '铣', '磨'].map((name, n) => ({ id: ids(n + 1), lineNo: [10, 100, 20][n], name, after: null }));
  it('is offered by its name, found by name or number, and stays a number', async () => {
    const { sub, control, store } = open(page, rows, { open: true });
    const [row] = store.rows;
    const after = sub.columns[1]!;
    expect(after.editor).toBe('list');
    expect(await sub.choices(row!, after, '')).toEqual([
      { value: 10, label: '10 车' },
      { value: 20, label: '20 磨' },
      { value: 100, label: '100 铣' },
    ]);
    control.goTo(2, 1);
    control.type('10');
    control.finish();
    await settled();
    expect(store.rows[2]?.after).toBe(10);
    expect(sub.text(store.rows[2]!, after)).toBe('10 车');
    control.goTo(1, 1);
    control.paste('磨\n20 磨');
    await settled();
    expect(store.rows[1]?.after).toBeNull();
    expect(store.problemsOf(ids(2)).map(({ text }) => text)).toContain('前一行没有该选项：磨');
    expect(store.rows[2]?.after).toBe(20);
  });
  it('is typed where nothing can be offered', async () => {
    const { control, store } = open(page, rows, { open: false });
    control.goTo(0, 1);
    control.type('35');
    control.finish();
    await settled();
    expect(store.rows[0]?.after).toBe(35);
    control.type('x');
    control.finish();
    await settled();
    expect(store.problemsOf(ids(1)).map(({ text }) => text)).toEqual(['没有找到「x」，请重新选择']);
  });
});

describe('a table of a given number of rows', () => {
  const page = withItems(
    {
      fields: { name: { title: '名称', kind: 'input' } },
      rules: {},
      checks: {},
      columns: ['name'],
      summary: {},
      rows: { fixed: 'days' },
    },
    { days: { title: '天数', type: 'int' } },
  );
  it('follows the head, takes no rows by hand, and keeps empty rows', () => {
    const { model, sub, store, control } = open(page, [{ id: ids(1), name: 'A', lineNo: 10 }], { days: 3 });
    expect(store.rows.map((row) => row.lineNo)).toEqual([10, 20, 30]);
    expect([sub.can.add, sub.can.remove]).toEqual([false, false]);
    control.add();
    expect(store.rows).toHaveLength(3);
    model.set('days', 2);
    expect(store.rows).toHaveLength(2);
    expect((model.toSend().items as { set: object[] }).set).toHaveLength(1);
  });
});

describe('rows by colour', () => {
  it('takes the first tone that holds', () => {
    const page = withItems({ rows: { tone: { danger: 'qty > 15', warning: 'qty > 5' } } });
    const { sub, store } = open(page, [
      { id: ids(1), qty: 20 },
      { id: ids(2), qty: 10 },
      { id: ids(3), qty: 1 },
    ]);
    expect(store.rows.map((row) => sub.state(row).tone)).toEqual(['danger', 'warning', undefined]);
  });
});

const MT = { id: ids(20), label: 'MT-12 电机', name: '电机', spec: '12V', unitId: ids(10), unit: '件' };
const scanning = () =>
  withItems({
    fields: { ...(items.fields as object), material: { ...(items.fields!.material as object), scan: true } },
  });

describe('scanning', () => {
  it('adds a row, then one more piece, and says so; an unknown code changes nothing', async () => {
    serve({ 'pick/': (body) => ({ records: body.search === 'MT-12' ? [MT] : [], total: 0 }) });
    const { sub, store } = open(scanning(), []);
    expect(sub.can.scan).toBe(true);
    expect(await sub.scan(' MT-12 ')).toMatchObject({ ok: true, text: 'MT-12 电机 已加入' });
    expect(await sub.scan('MT-12')).toMatchObject({ ok: true, text: 'MT-12 电机 第10行 数量 2' });
    expect(store.rows).toHaveLength(1);
    expect(store.rows[0]).toMatchObject({ material: ids(20), name: '电机', qty: 2 });
    const before = store.rows;
    expect(await sub.scan('??')).toEqual({ ok: false, text: '无法识别的条码：??' });
    expect(store.rows).toBe(before);
    sub.undo();
    expect(store.rows[0]?.qty).toBe(1);
    sub.undo();
    expect(store.rows.some((row) => row.material === ids(20))).toBe(false);
  });
});

describe('scanning serial numbers that come in for the first time', () => {
  const page = withItems({
    fields: {
      ...(items.fields as object),
      material: { ...(items.fields!.material as object), scan: true },
      serials: { title: '序列号', many: true, scan: true },
    },
    columns: ['material', 'qty', 'serials'],
    summary: {},
  });
  it('puts a code that names nothing into the first row that lacks pieces', async () => {
    serve({ 'pick/': () => ({ records: [], total: 0 }) });
    const { sub, store } = open(page, [
      { id: ids(1), lineNo: 10, qty: 1, serials: [] },
      { id: ids(2), lineNo: 20, qty: 2, serials: ['S1'] },
    ]);
    expect(await sub.scan('S1')).toEqual({ ok: false, text: '「S1」已在第20行' });
    expect(await sub.scan(' S2 ')).toEqual({ ok: true, text: 'S2 第10行 1件' });
    expect(await sub.scan('S3')).toEqual({ ok: true, text: 'S3 第20行 2件' });
    expect(store.rows.map(({ serials }) => serials)).toEqual([['S2'], ['S1', 'S3']]);
    expect(await sub.scan('S4')).toEqual({ ok: false, text: '无法识别的条码：S4' });
    expect(await sub.scan('(01)06901234567892(21)S5')).toMatchObject({ ok: false });
    sub.undo();
    expect(store.rows[1]?.serials).toEqual(['S1']);
  });
});

describe('a code that several things answer to', () => {
  const BAR = '6901234567892';
  const TWO = [MT, { ...MT, id: ids(21), label: 'MT-24 电机' }];
  const answers = {
    'pick/': () => ({ records: TWO, total: 2 }),
    '/lcdp/scan': () => ({
      hits: TWO.map(({ id, label }, i) => ({
        object: 'material',
        objectTitle: '物料',
        id,
        code: label,
        name: '',
        qty: i + 3,
      })),
    }),
  };
  it('is asked, and the chosen one comes with what its label says', async () => {
    serve(answers);
    const said = listener();
    said.choice = 1;
    const { sub, store } = open(scanning(), [], {}, said);
    expect(await sub.scan(BAR)).toMatchObject({ ok: true, text: 'MT-24 电机 已加入' });
    expect(store.rows[0]).toMatchObject({ material: ids(21), qty: 4 });
    expect(said.asked).toEqual([`「${BAR}」对应2项，请选择 MT-12 电机 MT-24 电机`]);
  });
  it('changes nothing when none is chosen', async () => {
    serve(answers);
    const { sub, store } = open(scanning(), []);
    const before = store.rows;
    expect(await sub.scan(BAR)).toEqual({ ok: false, text: '没有选择' });
    expect(store.rows).toBe(before);
  });
  it('gives a search field what the chosen one is called there', async () => {
    const calls = serve({
      '/lcdp/scan': ({ hit }) => (hit === undefined ? answers['/lcdp/scan']() : { hits: [TWO[1]], value: 'SR-08' }),
    });
    const said = listener();
    said.choice = 1;
    expect(await scannedValue(said.feedback, 'material#edit', 'code', BAR)).toBe('SR-08');
    expect(calls.at(-1)?.body).toEqual({
      text: BAR,
      page: 'material',
      field: 'code',
      hit: { object: 'material', id: ids(21) },
    });
    expect(await scannedValue(listener().feedback, 'material', 'code', BAR)).toBeUndefined();
  });
});

describe('a sheet', () => {
  it('is shown with its errors before any of it is taken', async () => {
    serve({ 'pick/': (body) => ({ records: body.search === 'MT-12' ? [MT] : [], total: 0 }) });
    const { sub, store } = open(orderPage(), []);
    const plan = await sub.plan([
      ['物料', '数量', '颜色'],
      ['MT-12', '5', '红'],
      ['XX', 'x', ''],
    ]);
    expect(plan.heads.map((head) => [head.title, head.column])).toEqual([
      ['物料', '物料'],
      ['数量', '数量'],
      ['颜色', null],
    ]);
    expect([...plan.faults]).toEqual([
      ['1 0', '没有找到「XX」'],
      ['1 1', '「x」不是数字'],
    ]);
    expect(store.rows).toHaveLength(0);
    plan.take();
    expect(store.rows.map((row) => [row.material, row.qty])).toEqual([
      [ids(20), 5],
      [null, null],
    ]);
    expect(store.problemsOf(store.rows[1]!.id).map((problem) => problem.text)).toContain('「x」不是数字');
    sub.undo();
    expect(store.rows).toHaveLength(0);
  });
});
