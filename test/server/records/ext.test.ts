/** Extension fields through every layer, over the demo factory: defined by the administrator, used as any field. */
import { sql } from 'kysely';
import { beforeAll, expect, it } from 'vitest';
import { derivePrint } from '../../../schemas/language/print';
import type { Rec, Row, Value } from '../../../schemas/language/value';
import { composeEngine } from '../../../server/compose';
import type { Ctx } from '../../../server/ctx';
import { newId } from '../../../server/ids';
import { exportList } from '../../../server/records/export/export';
import type { EngineCtx } from '../../../server/records/host';
import { importFile } from '../../../server/records/import/run';
import { sheetOf } from '../../../server/records/import/sheet';
import { getPageList } from '../../../server/records/list/list';
import { pageItem } from '../../../server/records/page/page-item';
import { getOne } from '../../../server/records/read/read';
import { saveRecord } from '../../../server/records/save/save';
import { extensionValue } from '../../../server/records/sql/field';
import { DEMO_KEY, demoFactory, type Factory } from '../../domain/factory';
import { systemRegistry } from '../../support/registry';
import { sheetRows } from '../../support/sheets';

let factory: Factory;
const as = <T>(work: (ctx: EngineCtx) => Promise<T>): Promise<T> =>
  factory.as('admin', (ctx: Ctx) => work(ctx as EngineCtx));

/** As the call of the page does it: indexes are made by the owner of the tables. */
const asOwner = <T>(work: (ctx: EngineCtx) => Promise<T>): Promise<T> =>
  factory.asOwner('admin', (ctx: Ctx) => work(ctx as EngineCtx));

const define = (code: string, rows: readonly Partial<Row>[]): Promise<unknown> =>
  asOwner(async (ctx) => {
    const [head] = await ctx.records.find('extendHead', 'code == param.code', { param: { code } });
    const stored = await ctx.records.get('extendHead', head?.id as string);
    const kept = (stored!.details as readonly Row[]).filter((row) => !rows.some((eachRow) => eachRow.id === row.id));
    return saveRecord(ctx, 'extendHead', {
      rec: {
        id: stored?.id as Value,
        version: stored?.version as Value,
        details: [...kept, ...rows.map((row) => ({ id: newId(), ...row }))] as unknown as Value,
      },
    });
  });
const detailsOf = (code: string): Promise<readonly Row[]> =>
  as(async (ctx) => {
    const [head] = await ctx.records.find('extendHead', 'code == param.code', { param: { code } });
    return (await ctx.records.get('extendHead', head?.id as string))?.details as readonly Row[];
  });
const saveUnit = (rec: Rec): Promise<Rec> =>
  as((ctx) => saveRecord(ctx, 'supplier', { rec, page: ctx.registry.page('supplier')! }));
const newSupplier = (name: string, more: Rec): Rec => ({ name, kinds: ['1'], ...more });

beforeAll(async () => {
  factory = await demoFactory();
});

it('has a head for every slot of the documents', async () => {
  const codes = await as(async (ctx) => (await ctx.records.find('extendHead', 'true')).map((head) => head.code));
  expect(codes).toEqual(expect.arrayContaining(['material', 'supplier', 'purchaseOrder', 'purchaseOrder.items']));
});

it('the demo factory has two of materials, and three formulas in force', async () => {
  expect((await detailsOf('material')).map((row) => [row.label, row.prop, row.type, row.scale, row.max])).toEqual([
    ['表面要求', 'extBiaoMianYaoQiu', 'STRING', null, null],
    ['单重', 'extDanZhong', 'DECIMAL', 2, 500],
  ]);
  const formulas = await as((ctx) => ctx.records.find('formula', 'docStatus == 60'));
  expect(formulas.map(({ name }) => name).sort()).toEqual(['合格率', '标准工时达成率', '订单不含税金额']);
  const seal = await as((ctx) => ctx.records.find('material', "code == 'SR-08' && materialCategory.name == '密封件'"));
  expect(seal).toHaveLength(1);
});

it('is one registry for every engine of the process that knows the same fields', async () => {
  const { database, engine, org } = factory;
  const { rows } = await sql<{ v: number }>`SELECT rights_version AS v FROM platform.org`.execute(database.db);
  const now = { ...org, rightsVersion: Number(rows[0]?.v) };
  await engine.registries.ready(now);
  const registry = systemRegistry();
  const second = composeEngine({ db: database.app, owner: database.db, keys: [DEMO_KEY], dataDir: '/none', registry });
  await second.registries.ready(now);
  expect(second.registries.of(org)).toBe(engine.registries.of(org));
  expect(second.registries.of(org)).not.toBe(registry);
});

it('counts at the next request: form, list, search, with a new version of the page', async () => {
  const before = await as(async (ctx) => pageItem(ctx, 'supplier').etag);
  await define('supplier', [
    { label: '单重', prop: 'weight', type: 'DECIMAL', scale: 2, max: 500, inList: true, inSearch: true },
    { label: '<b onload=1>', type: 'STRING', prop: 'evil', inList: true, inSearch: true },
    { label: '投产日', type: 'DATE', inList: true, groupTitle: '扩展' },
  ]);
  await as(async (ctx) => {
    const { etag } = pageItem(ctx, 'supplier');
    expect(etag).not.toBe(before);
    const object = ctx.registry.find('supplier')!;
    expect(Object.keys(object.fields)).toEqual(expect.arrayContaining(['ext_weight', 'ext_evil', 'ext_extTouChanRi']));
    expect(object.list.columns.map((column) => column.field)).toContain('ext_weight');
    expect(object.list.search.map((object) => object.field)).toContain('ext_weight');
    expect(object.edit.groups.at(-1)).toMatchObject({ title: '扩展', fields: [{ field: 'ext_extTouChanRi' }] });
  });
});

it('stores, reads, searches, sorts, filters and exports like any field', async () => {
  const heavy = await saveUnit(newSupplier('重件厂', { ext_weight: 12.5, ext_extTouChanRi: '2026-01-05' }));
  await saveUnit(newSupplier('轻件厂', { ext_weight: 2, ext_evil: '=1+1' }));
  await as(async (ctx) => {
    const page = ctx.registry.page('supplier')!;
    const record = await getOne(ctx, page, { id: heavy.id });
    expect(record.ext).toEqual({ weight: 12.5, evil: null, extTouChanRi: '2026-01-05' });
    const columns = ['name', 'ext.weight', 'ext_extTouChanRi'];
    const names = async (body: object): Promise<unknown[]> =>
      (await getPageList(ctx, page, { ...body, columns })).records.map((row) => row.name);
    expect(await names({ search: { 'ext.weight': [5, null] } })).toEqual(['重件厂']);
    expect(await names({ search: { ext_evil: '1+' } })).toEqual(['轻件厂']);
    expect(await names({ where: 'ext.weight > 1', sort: '-ext.weight' })).toEqual(['重件厂', '轻件厂']);
    expect(await names({ where: { all: [{ f: 'ext_weight', op: 'lt', v: 5 }] } })).toEqual(['轻件厂']);
    const sheet = await sheetRows((await exportList(ctx, page, { columns, where: 'ext.weight > 5' })).stream);
    expect(sheet).toEqual([
      ['名称', '单重', '投产日'],
      ['重件厂', 12.5, new Date('2026-01-05')],
    ]);
  });
});

it('keeps limits at save and in import, at row and column', async () => {
  await expect(saveUnit(newSupplier('超重厂', { ext_weight: 500.01 }))).rejects.toMatchObject({
    data: { problems: [{ path: 'ext_weight' }] },
  });
  await expect(saveUnit(newSupplier('碎重厂', { ext_weight: 1.234 }))).rejects.toMatchObject({ code: 203 });
  const told = await as((ctx) => {
    const page = ctx.registry.page('supplier')!;
    expect(sheetOf(ctx, page).columns.map((column) => column.title)).toContain('单重');
    return importFile(ctx, page, {
      file: Buffer.from('名称,业务类型,单重\n进口厂,采购,500.01\n国产厂,采购,3\n'),
      mode: 'add',
      dryRun: true,
      onProgress: () => undefined,
      isGone: () => false,
    }).catch((error: unknown) => error);
  });
  // the trial of a test joins its transaction, so only the errors count here
  expect(told).toMatchObject({ errors: [{ row: 2, column: '单重' }] });
});

it('refuses what would change stored values, and keeps them when switched off', async () => {
  const field = (await detailsOf('supplier')).find((row) => row.label === '单重')!;
  const change = (more: Partial<Row>): Promise<unknown> => define('supplier', [{ ...field, ...more }]);
  await expect(change({ type: 'STRING' })).rejects.toMatchObject({ message: '类型不可修改：已有3条数据' });
  await expect(change({ scale: 1 })).rejects.toMatchObject({ message: '小数位不能减小' });
  await expect(define('supplier', [{ label: '单重', type: 'DATE' }])).rejects.toMatchObject({
    message: '字段名称重复',
  });
  await expect(define('supplier', [{ label: '区间', type: 'DECIMAL', min: 5, max: 1 }])).rejects.toMatchObject({
    message: '最小值不能大于最大值',
  });
  await change({ isDisabled: true });
  await as(async (ctx) => {
    expect(ctx.registry.find('supplier')?.fields.ext_weight).toBeUndefined();
    const [light] = await ctx.records.find('supplier', "name == '轻件厂'");
    await saveRecord(ctx, 'supplier', {
      rec: { id: light!.id as Value, version: light!.version as Value, ext_evil: 'x' },
    });
  });
  await change({ isDisabled: false });
  await as(async (ctx) => {
    const [light] = await ctx.records.find('supplier', "name == '轻件厂'");
    expect(light).toMatchObject({ ext_weight: 2, ext_evil: 'x' });
  });
});

it('works in the rows of a document', async () => {
  await define('purchaseOrder.items', [{ label: '批注', type: 'STRING', prop: 'note', length: 5 }]);
  await as(async (ctx) => {
    const [order] = await ctx.records.find('purchaseOrder', 'auditStatus == 1', { limit: 1 });
    const whole = await ctx.records.get('purchaseOrder', order!.id as string);
    const rows = whole?.items as readonly Row[];
    const write = (note: string): Promise<Rec> =>
      saveRecord(ctx, 'purchaseOrder', {
        rec: { id: whole!.id as Value, version: whole!.version as Value },
        changes: { items: { set: [{ id: rows[0]!.id, ext_note: note }], del: [] } },
      });
    await expect(write('太长的批注')).resolves.toBeDefined();
    const stored = await ctx.records.get('purchaseOrder', order!.id as string);
    expect((stored!.items as readonly Row[])[0]).toMatchObject({ ext_note: '太长的批注', ext: { note: '太长的批注' } });
  });
});

it('indexes searched numbers and dates on what a search computes, as long as they are searched', async () => {
  const indexed = (): Promise<readonly string[]> =>
    as(async (ctx) => {
      const { rows } = await sql<{ name: string }>`select indexname as name from pg_indexes
        where schemaname = ${ctx.org.schema} and tablename = 'supplier' and indexname like '%\\_ext\\_%' order by 1`.execute(
        ctx.trx,
      );
      return rows.map((row) => row.name);
    });
  await define('supplier', [
    { label: '检定日', prop: 'checkedOn', type: 'DATE', inList: true, inSearch: true },
    { label: '检定时', prop: 'checkedAt', type: 'DATETIME', inList: true, inSearch: true },
  ]);
  expect(await indexed()).toEqual(['supplier_ext_checked_at_i', 'supplier_ext_checked_on_i', 'supplier_ext_weight_i']);
  await saveUnit(newSupplier('检定厂', { ext_checkedOn: '2026-02-28', ext_checkedAt: '2026-02-28 07:08:09' }));
  await as(async (ctx) => {
    const page = ctx.registry.page('supplier')!;
    const names = async (search: object): Promise<unknown[]> =>
      (await getPageList(ctx, page, { search, columns: ['name'] } as never)).records.map((row) => row.name);
    expect(await names({ ext_checkedOn: ['2026-02-28', '2026-02-28'] })).toEqual(['检定厂']);
    expect(await names({ ext_checkedOn: ['2026-03-01', null] })).toEqual([]);
    expect(await names({ ext_checkedAt: ['2026-02-28 07:08:09', '2026-02-28 07:08:09'] })).toEqual(['检定厂']);
  });
  // PostgreSQL keeps a new index from snapshots in which it would miss rows, as long as any transaction of any
  // database beside this one is older than it: asked again in a new transaction until it may be used.
  const plan = (): Promise<string> =>
    as(async (ctx) => {
      await sql`set local enable_seqscan = off`.execute(ctx.trx);
      const value = extensionValue(sql.ref('t.ext'), sql`${'checkedOn'}`, 'date');
      const { rows } = await sql<
        Record<string, string>
      >`explain select t.id from ${sql.table(`${ctx.org.schema}.supplier`)} t
        where ${value} >= '2999-01-01'::date`.execute(ctx.trx);
      return JSON.stringify(rows);
    });
  await expect.poll(plan, { timeout: 20_000 }).toContain('supplier_ext_checked_on_i');
  const row = (await detailsOf('supplier')).find((detail) => detail.prop === 'checkedOn')!;
  await define('supplier', [{ ...row, inSearch: false }]);
  expect(await indexed()).not.toContain('supplier_ext_checked_on_i');
});

it('does not let a text become shorter than what is stored, and prints what is to be printed', async () => {
  const evil = (await detailsOf('supplier')).find((row) => row.prop === 'evil')!;
  await saveUnit(newSupplier('长文厂', { ext_evil: '十个字的长文字在这里' }));
  await expect(define('supplier', [{ ...evil, length: 8 }])).rejects.toMatchObject({
    message: '长度不能小于已有数据：1条超过8个字',
  });
  await define('supplier', [{ ...evil, length: 20, inPrint: true }]);
  await as(async (ctx) => {
    const items = derivePrint(ctx.registry.find('supplier')!).bands.docHeader?.items ?? {};
    expect(Object.keys(items)).toContain('ext_evil');
    expect(Object.keys(items)).not.toContain('ext_weight');
  });
});

it('takes as many fields as its head says, and writes none of those over it', async () => {
  const before = await detailsOf('customer');
  const [max] = await as((ctx) => ctx.records.find('extendHead', "code == 'customer'"));
  const many = (n: number): Partial<Row>[] =>
    Array.from({ length: n }, (_, at) => ({ label: `附加${at}`, prop: `more${at}`, type: 'STRING' }));
  const over = (max!.maxCount as number) - before.length + 1;
  await expect(define('customer', many(over))).rejects.toMatchObject({ message: `扩展字段最多${max!.maxCount}个` });
  expect(await detailsOf('customer')).toEqual(before);
  await define('customer', many(over - 1));
  expect(await detailsOf('customer')).toHaveLength(max!.maxCount as number);
});
