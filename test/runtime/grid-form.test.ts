import { describe, expect, it } from 'vitest';
import { HOPS, ids, listener, openForm, orderPage, serve, settled, storedOrder } from '../support/forms';

const table = (rows = 3, said = listener()) => {
  const model = openForm(storedOrder(rows), { said });
  const items = model.subs.get('items')!;
  return { model, items, control: items.control, store: items.store };
};
const press = (key: string, change: object = {}) => ({ key, ctrl: false, shift: false, alt: false, ...change });

describe('a column that a rule of the head hides', () => {
  const page = orderPage({
    fields: {
      kind: { title: '类型', type: 'int' },
      items: {
        title: '明细',
        kind: 'tabTable',
        fields: { name: { title: '名称', kind: 'input' }, work: { title: '工单', kind: 'input' } },
      },
    } as never,
    rules: { made: { when: 'kind == 2', hide: ['items.work'] } },
    checks: {},
    edit: { groups: { base: { fields: ['kind', 'items'] } } },
    actions: {},
  });
  it('goes with it and comes back', () => {
    const form = openForm({ id: ids(1), version: 1, kind: 2, items: [{ id: ids(2), lineNo: 10 }] } as never, { page });
    const codes = () => form.subs.get('items')!.columns.map(({ code }) => code);
    expect(codes()).toEqual(['name']);
    form.set('kind', 1);
    expect(codes()).toEqual(['name', 'work']);
    form.set('kind', 2);
    expect(codes()).toEqual(['name']);
  });
});

describe('a spread list whose `max` is an expression', () => {
  const page = orderPage({
    fields: {
      nbr: { title: '编号', kind: 'input' },
      size: { title: '读数个数', type: 'int' },
      items: {
        title: '读数',
        kind: 'tabTable',
        fields: {
          short: { title: '只读一次', type: 'bool' },
          got: { title: '实测', type: 'decimal', many: true, spread: true, max: '=short ? 1 : doc.size' },
        },
      },
    } as never,
    rules: {},
    checks: {},
    edit: { groups: { base: { fields: ['nbr', 'size', 'items'] } } },
    actions: {},
  });
  const row = (n: number, short: boolean, got: readonly number[] = []) => ({ id: ids(n), lineNo: n * 10, short, got });
  const openOne = (size: number, items: readonly object[]) =>
    openForm({ id: ids(1), version: 1, nbr: 'A', size, items } as never, { page });
  const open = (size: number, items: readonly object[]) => openOne(size, items).subs.get('items')!;
  const codes = (sub: ReturnType<typeof open>) => sub.columns.map(({ code }) => code);
  it('has as many cells as the rows need, those a row has not are closed', () => {
    const sub = open(3, [row(1, true), row(2, false)]);
    expect(codes(sub)).toEqual(['short', 'got.1', 'got.2', 'got.3']);
    const [first, second] = sub.store.rows;
    const can = (row: typeof first) => sub.columns.slice(1).map((column) => sub.editable(row!, column));
    expect([can(first), can(second)]).toEqual([
      [true, false, false],
      [true, true, true],
    ]);
  });
  it('follows the head and its rows; what stands in a cell stays in sight', () => {
    const form = openOne(2, [row(1, false, [1, 2])]);
    const sub = form.subs.get('items')!;
    expect(codes(sub)).toHaveLength(3);
    form.set('size', 4);
    expect(codes(sub)).toHaveLength(5);
    form.set('size', 1);
    expect(codes(sub)).toHaveLength(3);
    sub.change([{ row: ids(1), col: 'got.2', value: null }]);
    expect(codes(sub)).toHaveLength(2);
    form.set('size', 3);
    sub.change([{ row: ids(1), col: 'short', value: true }]);
    expect(codes(sub)).toHaveLength(2);
  });
});

describe('a sub-table in a form', () => {
  it('shows the formula of the row and the totals while a number is typed; Escape puts everything back', () => {
    const { model, items, control, store } = table();
    control.goTo(0, control.columnAt('qty'));
    control.type('5');
    control.type('50');
    expect(store.rows[0]).toMatchObject({ qty: 50, amount: 100 });
    expect(model.value('total')).toBe(140);
    control.press(press('Escape'));
    expect(store.rows[0]).toMatchObject({ qty: 10, amount: 20 });
    expect(model.value('total')).toBe(60);
    expect(items.store.canUndo).toBe(false);
  });

  it('runs the rules of a row when its cell is left, and takes it all back with one undo', () => {
    const { model, control, store } = table();
    control.goTo(0, control.columnAt('taxPrice'));
    control.type('113');
    expect(store.rows[0]?.price).toBe(2);
    control.press(press('Enter'));
    expect(store.rows[0]).toMatchObject({ taxPrice: 113, price: 100, amount: 1000 });
    expect(model.value('total')).toBe(1040);
    control.press(press('z', { ctrl: true }));
    expect(store.rows[0]).toMatchObject({ price: 2, amount: 20 });
    expect(model.value('total')).toBe(60);
  });

  it('walks with Tab from field to field into a new row', () => {
    const { control, store } = table(1);
    control.goTo(0, control.columnAt('needDate'));
    control.press(press('Tab'));
    expect(store.active?.col).toBe('urgent');
    control.press(press('Tab'));
    expect(store.rows).toHaveLength(2);
    expect(store.active).toEqual({ row: store.rows[1]!.id, col: 'needDate' });
    expect(store.rows[1]).toMatchObject({ lineNo: 20, needDate: '2026-01-15' });
  });

  it('refuses to delete a row that has a child, and blanks the last one', () => {
    const said = listener();
    const { control, store } = table(3, said);
    control.selectRow(store.rows[1]!.id, false);
    control.deleteRows();
    expect(said.toasts).toEqual(['已生成子订单，不可删除！']);
    expect(store.rows).toHaveLength(3);

    const item = table(1);
    item.control.goTo(0, 0);
    item.control.deleteRows();
    expect(item.store.rows).toHaveLength(1);
    expect(item.store.rows[0]?.material).toBeNull();
    expect((item.model.toSend().items as { del: string[] }).del).toEqual([ids(100)]);
  });

  it('does not write into cells that are read-only in their row', () => {
    const { items, control, store } = table();
    control.goTo(1, control.columnAt('qty'));
    control.type('99');
    control.finish();
    expect(store.rows[1]?.qty).toBe(10);
    control.goTo(0, control.columnAt('qty'));
    control.type('7');
    control.finish();
    control.goTo(2, control.columnAt('qty'), true);
    control.fillDown();
    expect(store.rows.map((row) => row.qty)).toEqual([7, 10, 7]);
    expect(items.editable(store.rows[1]!, items.columns[control.columnAt('price')]!)).toBe(true);
  });

  it('marks a text that is no number and keeps the value', () => {
    const { control, store } = table();
    control.goTo(0, control.columnAt('qty'));
    control.type('12个');
    control.press(press('Enter'));
    expect(store.rows[0]?.qty).toBe(10);
    expect(store.problemsOf(ids(100))[0]?.text).toBe('「12个」不是数字');
    control.goTo(0, control.columnAt('qty'));
    control.type('12');
    control.press(press('Enter'));
    expect(store.rows[0]?.qty).toBe(12);
    expect(store.problemsOf(ids(100))).toEqual([]);
  });

  it('says what is missing when a row is left, not while it is filled in', () => {
    const { control, store } = table(1);
    control.add();
    const id = store.rows[1]!.id;
    control.goTo(1, control.columnAt('price'));
    control.type('3');
    control.press(press('Tab'));
    expect(store.problemsOf(id)).toEqual([]);
    control.goTo(0, 0);
    expect(store.problemsOf(id).map((problem) => problem.text)).toEqual(['请填写物料', '请填写数量']);
  });

  it('pastes by position and takes the paste back as one step', async () => {
    const { model, control, store } = table();
    control.goTo(2, control.columnAt('qty'));
    control.paste('1\t5\n2\t6\n3\tx\n');
    await settled();
    expect(store.rows.map((row) => row.qty)).toEqual([10, 10, 1, 2, 3]);
    expect(store.rows[4]?.price).toBeNull();
    expect(store.problemsOf(store.rows[4]!.id).some((problem) => problem.text === '「x」不是数字')).toBe(true);
    expect(model.value('total')).toBe(57);
    control.press(press('z', { ctrl: true }));
    expect(store.rows).toHaveLength(3);
    expect(store.rows[2]?.qty).toBe(10);
  });

  it('pastes by the header line; materials are asked together, only what none of them names by itself', async () => {
    const calls = serve({
      'pick/': (body) => ({
        records: [
          { id: ids(20), label: 'MT-12 电机', name: '电机', spec: '12V', unitId: ids(10), unit: '件' },
          { id: ids(21), label: 'BR-608 轴承', name: '轴承', spec: '608ZZ', unitId: ids(10), unit: '件' },
        ].flatMap((item) => {
          const code = item.label.split(' ')[0]?.toLowerCase() ?? '';
          if (Array.isArray(body.texts)) return code === 'mt-12' ? [{ ...item, $texts: [code] }] : [];
          return item.label.includes(String(body.search)) ? [item] : [];
        }),
        total: 1,
        _hop: HOPS,
      }),
    });
    const { control, store } = table(1);
    const lines = [
      '数量\t物料*\t要求到货\t加急',
      '5\tMT-12\t2026/2/1\t是',
      '6\tBR-608\t\t',
      '7\tMT-12\t\t',
      '8\tXX-1\t\t',
    ];
    control.goTo(0, 0);
    control.paste(lines.join('\n'));
    await settled();
    const asked = calls.filter((call) => call.path.includes('pick')).map(({ body }) => body.texts ?? body.search);
    expect(asked).toEqual([['MT-12', 'BR-608', 'XX-1'], 'BR-608', 'XX-1']);
    const added = store.rows.slice(1);
    expect(added.map((row) => row.name)).toEqual(['电机', '轴承', '电机', null]);
    expect(added[0]).toMatchObject({ qty: 5, needDate: '2026-02-01', urgent: true, unit: ids(10) });
    expect(store.problemsOf(added[3]!.id).map((problem) => problem.text)).toContain('没有找到「XX-1」，请重新选择');
  });

  it('pastes a thousand rows as one change and adds the totals up once', async () => {
    const { model, control, store } = table(1);
    control.goTo(0, control.columnAt('qty'));
    control.paste(Array.from({ length: 1000 }, (_, n) => `${n + 1}\t2`).join('\n'));
    await settled();
    expect(store.rows).toHaveLength(1000);
    expect(store.rows[999]).toMatchObject({ lineNo: 10_000, qty: 1000, amount: 2000 });
    expect(model.value('total')).toBe(1_001_000);
  });

  it('refuses more rows than the document allows', async () => {
    const said = listener();
    const { control, store } = table(1, said);
    control.goTo(0, control.columnAt('qty'));
    control.paste(Array.from({ length: 1501 }, () => '1').join('\n'));
    await settled();
    expect(said.toasts).toEqual(['明细最多1500行']);
    expect(store.rows).toHaveLength(1);
  });

  it('copies what spreadsheets read', () => {
    const { control } = table();
    control.goTo(0, control.columnAt('material'));
    control.goTo(1, control.columnAt('qty'), true);
    expect(control.copyText()).toBe('MT-12 电机\t电机\t12V\t件\t10\nMT-12 电机\t电机\t12V\t件\t10');
  });

  it('chooses from a list that is searched while one types', async () => {
    serve({
      'pick/': () => ({
        records: [{ id: ids(21), label: 'BR-608 轴承', name: '轴承', spec: '608ZZ', unitId: ids(10) }],
        total: 1,
      }),
    });
    const { control, store } = table();
    control.goTo(0, control.columnAt('material'));
    control.type('BR');
    control.press(press('Tab'));
    await settled();
    expect(store.rows[0]).toMatchObject({ material: ids(21), name: '轴承', spec: '608ZZ' });
  });

  it('keeps a material that was found while the next cell was being typed, and says so where none was', async () => {
    serve({
      'pick/': () => ({
        records: [{ id: ids(21), label: 'BR-608 轴承', name: '轴承', spec: '608ZZ', unitId: ids(10) }],
        total: 1,
      }),
    });
    const { model, control, store } = table();
    control.goTo(0, control.columnAt('material'));
    control.type('BR');
    control.press(press('Tab'));
    control.goTo(0, control.columnAt('qty'));
    control.type('7');
    await settled();
    control.press(press('Enter'));
    expect(store.rows[0]).toMatchObject({ material: ids(21), name: '轴承', qty: 7, amount: 14 });
    expect(model.value('total')).toBe(54);

    serve({
      'pick/': () => {
        throw new Error('offline');
      },
    });
    control.goTo(2, control.columnAt('material'));
    control.type('SR');
    control.press(press('Tab'));
    await expect
      .poll(() => store.problems.map((problem) => problem.text))
      .toEqual(['「SR」没有查到，网络恢复后请重新填写']);
  });

  it('gives a waiting blank row the defaults of the moment it gets its first value', () => {
    const { model, control, store } = table(1);
    control.add();
    expect(store.rows[1]?.needDate).toBe('2026-01-15');
    model.set('bizDate', '2026-01-10');
    control.goTo(1, control.columnAt('price'));
    control.type('3');
    control.press(press('Enter'));
    expect(store.rows[1]).toMatchObject({ needDate: '2026-01-10', price: 3, lineNo: 20 });
  });

  it('moves the selected rows', () => {
    const { control, store } = table();
    control.selectRow(store.rows[2]!.id, false);
    control.moveRows(-1);
    expect(store.rows.map((row) => row.id)).toEqual([ids(100), ids(102), ids(101)]);
    expect(store.rows.map((row) => row.lineNo)).toEqual([10, 20, 30]);
    control.moveRows(1);
    expect(store.rows.map((row) => row.id)).toEqual([ids(100), ids(101), ids(102)]);
  });

  it('renumbers by tens when a row is put between', () => {
    const { control, store } = table();
    control.goTo(1, 0);
    control.insert();
    expect(store.rows.map((row) => row.lineNo)).toEqual([10, 20, 30, 40]);
    expect(store.rows[1]?.material).toBeNull();
  });

  it('adds picked materials as rows in place of the blank one; those in the table are greyed', async () => {
    const model = openForm({ ...storedOrder(1), items: [] } as never, { page: orderPage() });
    const items = model.subs.get('items')!;
    items.control.add();
    const wait = items.pickRows();
    const open = model.desk.current();
    expect(open?.request.many).toBe(true);
    open?.close([
      { id: ids(20), label: 'MT-12 电机', name: '电机' },
      { id: ids(21), label: 'BR-608 轴承', name: '轴承' },
    ]);
    await wait;
    expect(items.store.rows.map((row) => row.material)).toEqual([ids(20), ids(21)]);
    void items.pickRows();
    expect(model.desk.current()?.request.taken?.get(ids(20))).toBe('已在明细中');
  });
});
