import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { AnyDoc } from '../../../schemas/language/document';
import type { ImportAnswer } from '../../../schemas/language/wire';
import type { DomainModule } from '../../../server/ctx';
import { makeBook } from '../../../server/excel/write';
import type { EngineCtx } from '../../../server/records/host';
import { importFile } from '../../../server/records/import/run';
import { sheetOf } from '../../../server/records/import/sheet';
import { templateBook } from '../../../server/records/import/template';
import { writes } from '../../../server/records/save/writes';
import type { Page } from '../../../server/registry/pages';
import { type Factory, openFactory } from '../../support/records';
import { sheetRows } from '../../support/sheets';

const DOCUMENTS: readonly AnyDoc[] = [
  {
    $schema: 'dictionaries/1',
    area: 'test',
    dicts: {
      gearKind: {
        title: '种类',
        items: [
          { code: '1', title: '直齿' },
          { code: '2', title: '斜齿' },
        ],
      },
    },
  },
  {
    $schema: 'object/2',
    object: 'gear',
    title: '齿轮',
    label: 'code',
    route: '/gear/list',
    fields: {
      code: { title: '编码', kind: 'input', required: true, unique: true },
      name: { title: '名称', kind: 'input', required: true },
      kind: { title: '种类', dict: 'gearKind' },
      teeth: { title: '齿数', type: 'int', min: 5, max: 200 },
      made: { title: '生产日', kind: 'date' },
      isOwn: { title: '自制', type: 'bool' },
      mates: { title: '配对', kind: 'commonMultipleCheck', ref: 'self' },
      double: { title: '两倍', type: 'int', formula: 'teeth * 2' },
    },
    checks: { warn: { that: 'empty(teeth) || teeth < 150', say: '齿数{teeth}过大', level: 'warn' } },
    list: { columns: ['code', 'name', 'kind', 'teeth', 'made', 'isOwn', 'mates'] },
    import: {
      gear: { key: ['code'], mode: 'upsert', columns: ['code', 'name', 'kind', 'teeth', 'made', 'isOwn', 'mates'] },
    },
    actions: { view: {}, add: {}, edit: {}, import: {}, export: {} },
  },
  {
    $schema: 'object/2',
    object: 'box',
    title: '装箱单',
    label: 'nbr',
    route: '/box/list',
    fields: {
      nbr: { title: '单号', kind: 'autoCode', rule: 'ZX{seq:4}' },
      place: { title: '地点', kind: 'input', required: true },
      items: {
        title: '明细',
        kind: 'tabTable',
        required: true,
        fields: {
          gear: { title: '齿轮', ref: 'gear', required: true },
          qty: { title: '数量', type: 'int', required: true, min: 1 },
        },
      },
    },
    import: {
      box: { columns: ['place', 'items.gear', 'items.qty'], group: '组号' },
      boxByParts: {
        title: '按种类和齿数',
        columns: ['place', 'items.gear.kind', { field: 'items.gear.teeth', title: '齿轮齿数' }, 'items.qty'],
        group: '组号',
      },
    },
    actions: { view: {}, add: {}, edit: {}, import: {} },
  },
  {
    $schema: 'object/2',
    object: 'shelf',
    title: '货架',
    label: 'code',
    route: '/shelf/list',
    fields: {
      code: { title: '编码', kind: 'input', required: true, unique: true },
      tag: { title: '标签', kind: 'input', unique: '标签「{tag}」已用' },
      hall: { title: '库房', kind: 'input' },
    },
    import: { shelf: { columns: ['code', 'tag', 'hall'] } },
    actions: { view: {}, add: {}, import: {} },
  },
];
/** two shelves a hall; asks for those that were written just before */
const shelf: DomainModule = {
  async check({ hall }, _old, ctx) {
    if (typeof hall !== 'string') return [];
    const others = await ctx.records.find('shelf', 'hall == param.hall', { param: { hall } });
    return others.length < 2 ? [] : [{ code: 'shelf.full', path: 'hall', text: `${hall}已满` }];
  },
};

let factory: Factory;
let root: EngineCtx;
beforeAll(async () => {
  factory = await openFactory({ documents: DOCUMENTS, writes, modules: new Map([['shelf', shelf]]) });
  root = await factory.root();
});
afterAll(() => factory?.close());

const pageOf = (code: string): Page => factory.registry.page(code)!;
const bookOf = (rows: readonly (readonly (string | number | null)[])[]): Promise<Buffer> =>
  makeBook([{ spec: { name: '数据', columns: rows[0]!.map(() => ({ width: 10 })) }, rows }]);
const load = async (
  page: string,
  rows: readonly (readonly (string | number | null)[])[],
  more: { mode?: string; dryRun?: boolean; ctx?: EngineCtx; code?: string } = {},
): Promise<ImportAnswer> =>
  importFile(more.ctx ?? root, pageOf(page), {
    file: await bookOf(rows),
    ...(more.mode === undefined ? {} : { mode: more.mode }),
    ...(more.code === undefined ? {} : { code: more.code }),
    dryRun: more.dryRun ?? false,
    onProgress: () => undefined,
    isGone: () => false,
  });
const count = async (table: string): Promise<number> =>
  Number(
    (
      await factory.db
        .withSchema('org_test')
        .selectFrom(table)
        .select((eb) => eb.fn.countAll().as('n'))
        .executeTakeFirstOrThrow()
    ).n,
  );

const HEAD = ['编码', '名称', '种类', '齿数', '生产日', '自制', '配对'];

it('tries without keeping, then keeps: labels, dates in any form, references by key', async () => {
  const rows = [
    HEAD,
    ['C1', '一号', '直齿', 20, '2026-01-05', '是', null],
    ['C2', '二号', '2', '1,00', '2026/1/6', '否', null],
  ];
  const tried = await load('gear', rows, { dryRun: true });
  expect(tried).toMatchObject({ rows: 2, passed: 2, added: 2, failed: 0 });
  expect(await count('gear')).toBe(0);
  expect(await load('gear', rows)).toMatchObject({ added: 2, changed: 0 });
  const [first] = await root.records.find('gear', "code == 'C1'");
  expect(first).toMatchObject({ kind: '1', teeth: 20, made: '2026-01-05', isOwn: true, double: 40 });
  const [second] = await root.records.find('gear', "code == 'C2'");
  expect(second).toMatchObject({ kind: '2', teeth: 100, made: '2026-01-06' });
});

it('tells every error by row and column, marks them in the file, and keeps nothing', async () => {
  const rows = [
    HEAD,
    ['C3', '三号', '锥齿', 20, null, null, null],
    ['C4', null, '直齿', 3, null, null, 'C1'],
    ['C5', '五号', '直齿', 'viele', '2026-13-01', null, 'C9'],
    ['C5', '六号', '直齿', 30, null, null, 'C1、C2'],
  ];
  const tried = await load('gear', rows, { dryRun: true });
  expect(tried.errors.map(({ row, column }) => [row, column])).toEqual([
    [2, '种类'],
    [3, '名称'],
    [3, '齿数'],
    [4, '齿数'],
    [4, '生产日'],
    [4, '配对'],
    [5, '编码'],
  ]);
  expect(tried.errors[0]?.text).toBe('「锥齿」不是可选值，应为：直齿、斜齿');
  expect(tried.errors.at(-1)?.text).toBe('第4行与第5行编码重复');
  expect(tried).toMatchObject({ rows: 4, passed: 0, failed: 7 });
  const marked = await sheetRows(Buffer.from(tried.file!.content, 'base64'));
  expect(marked[0]).toEqual([...HEAD, '错误说明']);
  expect(marked[3]?.at(-1)).toContain('「C9」不存在');
  const before = await count('gear');
  await expect(load('gear', rows)).rejects.toMatchObject({ code: 203, message: '导入未执行：共7处错误' });
  expect(await count('gear')).toBe(before);
});

it('updates by key: empty cells stay, a dash clears, warnings are told', async () => {
  const rows = [HEAD, ['C1', '一号改', null, 160, '-', null, 'C2'], ['C7', '七号', null, null, null, null, null]];
  const tried = await load('gear', rows, { dryRun: true });
  expect(tried).toMatchObject({ added: 1, changed: 1, failed: 0 });
  expect(tried.warnings).toMatchObject([{ row: 2, text: '齿数160过大' }]);
  await load('gear', rows);
  const [first] = await root.records.find('gear', "code == 'C1'");
  expect(first).toMatchObject({ name: '一号改', kind: '1', teeth: 160, made: null });
  expect(first?.mates).toHaveLength(1);
  const only = await load('gear', [HEAD, ['C99', '无', null, null, null, null, null]], {
    mode: 'update',
    dryRun: true,
  });
  expect(only.errors).toMatchObject([{ row: 2, column: '编码', text: '没有找到要更新的记录' }]);
});

it('updates nothing out of the scope of who imports: it answers as what is not there', async () => {
  const functions = ['gear:view', 'gear:edit', 'gear:import'];
  const me = '01890000-0000-7000-8000-00000000abcd';
  const clerk = await factory.as([{ functions, scope: { scope: '4', depts: [] } }], { id: me });
  const file = [HEAD, ['C1', '偷改', null, null, null, null, null], ['C98', '无', null, null, null, null, null]];
  const tried = await load('gear', file, { mode: 'update', dryRun: true, ctx: clerk });
  expect(tried.errors.map(({ row, column, text }) => [row, column, text])).toEqual([
    [2, '编码', '没有找到要更新的记录'],
    [3, '编码', '没有找到要更新的记录'],
  ]);
  await expect(load('gear', file, { mode: 'update', ctx: clerk })).rejects.toMatchObject({ code: 203 });
  expect((await root.records.find('gear', "code == 'C1'"))[0]?.name).toBe('一号改');
});

it('finds what two of many lines may not both have, wherever they stand', async () => {
  const line = (n: number): (string | null)[] => [`S${n}`, `T${n === 57 ? 43 : n}`, null];
  const rows = [['编码', '标签', '库房'], ...Array.from({ length: 90 }, (_, n) => line(n))];
  const tried = await load('shelf', rows, { dryRun: true });
  expect(tried.errors).toEqual([{ row: 59, column: '标签', text: '标签「T43」已用' }]);
  expect(tried).toMatchObject({ passed: 89, added: 89, failed: 1 });
  await expect(load('shelf', rows)).rejects.toMatchObject({ code: 203 });
  expect(await count('shelf')).toBe(0);
  expect(await load('shelf', rows.toSpliced(58, 1))).toMatchObject({ added: 89 });
  expect(await count('shelf')).toBe(89);
});

it('lets the check of a line see the lines before it', async () => {
  const line = (n: number): string[] => [`H${n}`, `H${n}`, n < 60 ? `库${n}` : '大库'];
  const rows = [['编码', '标签', '库房'], ...Array.from({ length: 64 }, (_, n) => line(n))];
  const tried = await load('shelf', rows, { dryRun: true });
  expect(tried.errors.map(({ row, text }) => [row, text])).toEqual([
    [64, '大库已满'],
    [65, '大库已满'],
  ]);
});

it('joins lines of a group to one document', async () => {
  const head = ['组号', '地点', '齿轮', '数量'];
  const wrong = await load('box', [head, ['1', '东', 'C1', 0], ['1', '西', 'C2', 2]], { dryRun: true });
  expect(wrong.errors.map(({ row, column }) => [row, column])).toEqual([[3, '地点']]);
  const less = await load('box', [head, ['1', '东', 'C1', 0], ['1', '东', 'C2', 2]], { dryRun: true });
  expect(less.errors.map(({ row, column }) => [row, column])).toEqual([[2, '数量']]);
  const done = await load('box', [head, ['1', '东', 'C1', 1], ['2', '北', 'C2', 5], ['1', null, 'C2', 2]]);
  expect(done).toMatchObject({ rows: 3, records: 2, added: 2 });
  expect(await count('box_items')).toBe(3);
});

it('gives numbers without a hole, and every record its trail and its event in order', async () => {
  const head = ['组号', '地点', '齿轮', '数量'];
  const file = (from: number) => [head, ...[0, 1, 2].map((n) => [`${from + n}`, `架${from + n}`, 'C1', 1])];
  const nbrs = async (): Promise<unknown[]> =>
    (await root.records.find('box', "contains(place, '架')")).map((box) => box.nbr).sort();
  expect(await load('box', file(1), { dryRun: true })).toMatchObject({ added: 3, failed: 0 });
  expect(await load('box', file(1))).toMatchObject({ added: 3 });
  expect(await load('box', file(4))).toMatchObject({ added: 3 });
  const found = await nbrs();
  const first = Number(String(found[0]).slice(2));
  expect(found).toEqual([0, 1, 2, 3, 4, 5].map((n) => `ZX${String(first + n).padStart(4, '0')}`));
  const written = async (table: string): Promise<unknown[]> =>
    (
      await factory.db
        .withSchema('org_test')
        .selectFrom(table)
        .select('nbr')
        .where('object', '=', 'box')
        .where('nbr', 'in', found as string[])
        .orderBy('seq')
        .execute()
    ).map((row) => row.nbr);
  expect(await written('mw_trail')).toEqual(found);
  expect(await written('mw_outbox')).toEqual(found);
});

it('writes many new records by a few statements, also those that may hold files', async () => {
  const suppliers = Array.from({ length: 100 }, (_, n) => [`成批厂${n}`, '采购', n % 30]);
  expect(await load('supplier', [['名称', '业务类型', '交期'], ...suppliers])).toMatchObject({ added: 100 });
  // rows of one statement carry the same command of the same transaction
  const { rows } = await sql<{ statements: number }>`
    select count(distinct (xmin::text, cmin::text))::int as statements
    from org_test.supplier where name like '成批厂%'`.execute(factory.db);
  expect(rows[0]?.statements).toBeLessThanOrEqual(10);
});

it('gives a template that may be sent back as it is', async () => {
  const sheet = sheetOf(root, pageOf('gear'));
  const { name, content } = await templateBook(root, sheet);
  expect(name).toBe('齿轮导入模板.xlsx');
  const [head, sample] = await sheetRows(content);
  expect(head).toEqual(['编码*', '名称*', '种类', '齿数', '生产日', '自制', '配对']);
  expect(String(sample?.[0])).toMatch(/^示例：/);
  await expect(
    importFile(root, pageOf('gear'), { file: content, dryRun: true, onProgress: () => undefined, isGone: () => false }),
  ).rejects.toMatchObject({ message: '文件中没有数据，请从第2行开始填写' });
});

it('refuses what is no workbook, unknown columns, and whoever lacks a right', async () => {
  const send = (file: Buffer, ctx = root): Promise<ImportAnswer> =>
    importFile(ctx, pageOf('gear'), { file, dryRun: true, onProgress: () => undefined, isGone: () => false });
  await expect(send(Buffer.from('PK\u0003\u0004kaputt'))).rejects.toMatchObject({ code: 203 });
  await expect(
    load('gear', [
      ['编码', '颜色'],
      ['C8', '红'],
    ]),
  ).rejects.toMatchObject({ message: '未知的列：颜色' });
  const csv = await send(Buffer.from('编码,名称\nC8,"八,号"\n'));
  expect(csv).toMatchObject({ added: 1, failed: 0 });
  const looks = await factory.as([{ functions: ['gear:view', 'gear:add', 'gear:edit'] }]);
  await expect(send(Buffer.from('编码,名称\nC8,x\n'), looks)).rejects.toMatchObject({ code: 403 });
  const half = await factory.as([{ functions: ['gear:view', 'gear:import'] }]);
  await expect(send(Buffer.from('编码,名称\nC8,x\n'), half)).rejects.toMatchObject({ code: 403 });
});

it('several columns name one record together: a work order and its operation', async () => {
  await load('gear', [
    ['编码', '名称', '种类', '齿数'],
    ['P31', '直31', '直齿', 31],
    ['P32', '直32', '直齿', 32],
    ['P33', '斜31', '斜齿', 31],
    ['P34', '斜33', '斜齿', 33],
    ['P35', '又一斜33', '斜齿', 33],
  ]);
  const HEADS = ['组号', '地点', '种类', '齿轮齿数', '数量'];
  const parts = { code: 'boxByParts' };
  const done = await load('box', [HEADS, ['1', '甲', '直齿', 32, 4], ['1', '甲', '斜齿', 31, 5]], parts);
  expect(done).toMatchObject({ errors: [], added: 1 });
  const { rows } = await sql<{ code: string; qty: number }>`
    select g.code, i.qty::int as qty from org_test.box_items i join org_test.gear g on g.id = i.gear_id
    join org_test.box b on b.id = i.head_id where b.place = '甲' order by i.line_no`.execute(factory.db);
  expect(rows).toEqual([
    { code: 'P32', qty: 4 },
    { code: 'P33', qty: 5 },
  ]);
  const { errors } = await load(
    'box',
    [HEADS, ['1', '乙', '直齿', 99, 4], ['2', '乙', null, 31, 4], ['3', '乙', '斜齿', 33, 4]],
    { ...parts, dryRun: true },
  );
  const said = errors.map(({ row, text }) => `${row} ${text}`);
  expect(said).toContain('2 「种类直齿齿轮齿数99」不存在');
  expect(said).toContain('3 请填写种类');
  expect(said).toContain('4 「种类斜齿齿轮齿数33」对应2条记录');
});
