/** Trees in lists: asked for level by level, found with the way to them; side trees search on the server. */
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newId } from '../../../server/ids';
import type { EngineCtx } from '../../../server/records/host';
import { getPageList } from '../../../server/records/list/list';
import { firstTree, treeBelow } from '../../../server/records/pick/options';
import { demoFactory, type Factory } from '../../domain/factory';

const MANY = 1200;
let factory: Factory;
let holder: string;
beforeAll(async () => {
  factory = await demoFactory();
  const { db } = factory.database;
  holder = newId();
  const table = sql.table(`${factory.org.schema}.demo_tree`);
  const columns = sql`(id, version, created_at, is_deleted, code, name, sort_no, is_disabled, parent_id)`;
  await sql`insert into ${table} ${columns} values (${holder}::uuid, 1, now(), 0, 'P', '料架', 1, '0', null)`.execute(
    db,
  );
  await sql`insert into ${table} ${columns}
    select gen_random_uuid(), 1, now(), 0, 'P' || lpad(n::text, 4, '0'), '格位' || n, n, case when n = 7 then '1' else '0' end, ${holder}::uuid
    from generate_series(1, ${sql.lit(MANY)}) n`.execute(db);
});
afterAll(() => factory?.database.drop());

const admin = <T>(work: (ctx: EngineCtx) => Promise<T>): Promise<T> =>
  factory.as('admin', (ctx) => work(ctx as EngineCtx));
const page = () => {
  const found = factory.engine.registries.shipped.page('demoTree');
  if (!found) throw new Error('no page');
  return found;
};
const list = (body: Readonly<Record<string, unknown>>) => admin((ctx) => getPageList(ctx, page(), body));
const codes = (rows: readonly { readonly code?: unknown }[]) => rows.map((row) => row.code);

describe('a level of a tree', () => {
  it('is what has nothing above it, each saying whether anything is below', async () => {
    const { records } = await list({ level: 'top', scheme: 'enabled', size: 200 });
    expect(records.map((row) => [row.code, row.leaf])).toEqual([
      ['P', false],
      ['10', false],
      ['20', false],
      ['30', false],
      ['40', false],
    ]);
  });
  it('comes page by page, under the scheme', async () => {
    const first = await list({ level: holder, scheme: 'enabled', size: 200 });
    expect([first.records.length, first.total, first.capped]).toEqual([200, 1000, true]);
    expect(codes(first.records).slice(5, 8)).toEqual(['P0006', 'P0008', 'P0009']);
    expect(first.records[0]?.leaf).toBe(true);
    const last = await list({ level: holder, scheme: 'enabled', size: 200, current: 6 });
    expect([last.records.length, codes(last.records).at(-1)]).toEqual([199, 'P1200']);
  });
  it('takes up what stands below a row that the scheme leaves out', async () => {
    const { records } = await list({ level: 'top', scheme: 'disabled', size: 200 });
    expect(records.map((row) => [row.code, row.leaf])).toEqual([['P0007', true]]);
  });
  it('is refused where nothing is a tree, and when it is no id', async () => {
    await expect(list({ level: 'x' })).rejects.toMatchObject({ code: 400 });
    const other = factory.engine.registries.shipped.page('demoGrid');
    if (!other) throw new Error('no page');
    await expect(admin((ctx) => getPageList(ctx, other, { level: 'top' }))).rejects.toMatchObject({ code: 400 });
  });
});

describe('a search in a tree', () => {
  it('brings the way to what it found, in the order of the list', async () => {
    const { records, total } = await list({ path: true, scheme: 'enabled', search: { name: '滚珠' } });
    expect(records.map((row) => [row.code, row.$above === true])).toEqual([
      ['202', true],
      ['2022', false],
      ['20', true],
    ]);
    expect(total).toBe(1);
  });
  it('brings nothing twice and nothing where all is there', async () => {
    const all = await list({ scheme: 'all', size: 1000, search: { grade: 'A' } });
    const path = await list({ scheme: 'all', size: 1000, search: { grade: 'A' }, path: true });
    expect(new Set(codes(path.records)).size).toBe(path.records.length);
    expect(path.records.filter((row) => row.$above !== true)).toHaveLength(all.records.length);
  });
  it('asked of a side tree answers a level part by part', async () => {
    const below = (current: number) =>
      admin((ctx) => treeBelow(ctx, { object: 'demoTree', parentId: holder, current: String(current), size: '100' }));
    expect(codes(await below(1)).slice(5, 8)).toEqual(['P0006', 'P0008', 'P0009']);
    expect(codes(await below(2)).slice(0, 2)).toEqual(['P0102', 'P0103']);
    expect([(await below(12)).length, (await below(13)).length]).toEqual([99, 0]);
    const top = (current: number) => admin((ctx) => firstTree(ctx, { object: 'demoTree', current, size: 3 }));
    expect([codes(await top(1)), codes(await top(2)), codes(await top(3))]).toEqual([
      ['P', '10', '20'],
      ['30', '40'],
      [],
    ]);
    await expect(
      admin((ctx) => treeBelow(ctx, { object: 'demoTree', parentId: holder, size: 'x' })),
    ).rejects.toMatchObject({
      code: 400,
    });
  });
  it('names nodes by their ids, also switched off ones, below those above them', async () => {
    const { records } = await list({ level: 'top', scheme: 'disabled', size: 1 });
    const id = String(records[0]?.id);
    const [top] = await admin((ctx) => firstTree(ctx, { object: 'demoTree', ids: id }));
    expect([top?.id, top?.children?.map((child) => child.id)]).toEqual([holder, [id]]);
    await expect(admin((ctx) => firstTree(ctx, { object: 'demoTree', ids: 'x' }))).rejects.toMatchObject({ code: 400 });
  });
  it('of a cascader over it finds what stands below, and its cells show the way', async () => {
    const doc = factory.engine.registries.shipped.page('demoDoc');
    if (!doc) throw new Error('no page');
    const { records: tops } = await list({ level: 'top', scheme: 'enabled', size: 200 });
    const ten = tops.find((row) => row.code === '10');
    const body = { scheme: 'all', search: { belongs: [ten?.id] }, sort: 'belongs', size: 50 };
    const { records: found } = await admin((ctx) => getPageList(ctx, doc, body));
    expect(found.map((row) => row.belongs)).toEqual(['10 整机', '10 整机 / 101 推杆 / 1012 中载']);
  });
  it('asked of a side tree answers nested nodes', async () => {
    const flat = await admin((ctx) => firstTree(ctx, { object: 'demoTree', keyword: '格位777' }));
    expect(flat.map(({ label }) => label)).toEqual(['P0777 格位777']);
    const found = await admin((ctx) => firstTree(ctx, { object: 'demoTree', keyword: '格位777', path: '1' }));
    expect(found).toMatchObject([{ id: holder, leaf: false, children: [{ label: 'P0777 格位777', leaf: true }] }]);
    expect(found[0]?.children).toHaveLength(1);
    const branch = await admin((ctx) => firstTree(ctx, { object: 'demoTree', keyword: '丝杆', path: '1' }));
    expect(branch[0]?.children?.[0]).toMatchObject({ code: '202', leaf: false });
    expect(branch[0]?.children?.[0]?.children).toBeUndefined();
  });
});
