/** Parts of texts: what is found by its characters, by how it sounds, and by which way PostgreSQL finds it. */
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { getPageList } from '../../../server/records/list/list';
import { pickRows } from '../../../server/records/pick/pick';
import type { Page } from '../../../server/registry/pages';
import { gramsOf } from '../../../server/tables/searched';
import { spellTexts } from '../../../server/tables/spell';
import { openWorld, type World } from '../../support/writes';

let factory: World;
let page: Page;
const NAMES = ['电动推杆', '推杆座', '电机', 'Robot 电缸', '杆推', '稀土磁钢', '重庆电缆'];

beforeAll(async () => {
  factory = await openWorld();
  page = factory.registry.page('supplier')!;
  const ctx = await factory.root();
  for (const [at, name] of NAMES.entries())
    await ctx.asSystem().records.save('supplier', {
      code: `S${at}`,
      name,
      kinds: ['1'],
      currency: 'CNY',
      remark: null,
    });
});
afterAll(() => factory?.close());

const found = async (word: string): Promise<string> => {
  const { records } = await getPageList(await factory.root(), page, {
    scheme: 'all',
    search: { 'code,name': word },
    size: 50,
  });
  return records.map((record) => record.name).join(',');
};

it.each([
  ['推杆', '电动推杆,推杆座'],
  ['杆推', '杆推'],
  ['动推', '电动推杆'],
  ['杆', '电动推杆,推杆座,杆推'],
  ['bot 电', 'Robot 电缸'],
  ['ROBOT', 'Robot 电缸'],
  ['s3', 'Robot 电缸'],
  ['推机', ''],
  ['%', ''],
])('finds the part %s', async (word, names) => {
  expect(await found(word)).toBe(names);
});

it.each([
  ['ddtg', '电动推杆'],
  ['tuigan', '电动推杆,推杆座'],
  ['TG', '电动推杆,推杆座'],
  ['chongqing', '重庆电缆'],
  ['xtcg', '稀土磁钢'],
])('finds the sound %s', async (word, names) => {
  expect(await found(word)).toBe(names);
});

it('follows a change of the text', async () => {
  const ctx = (await factory.root()).asSystem();
  const [row] = await ctx.records.find('supplier', 'code == param.c', { param: { c: 'S4' }, limit: 1 });
  await ctx.records.save('supplier', { ...row!, name: '齿轮' });
  expect(await found('chilun')).toBe('齿轮');
  expect(await found('杆推')).toBe('');
  await ctx.records.save('supplier', { ...(await ctx.records.get('supplier', row!.id as string))!, name: '杆推' });
});

it('spells what was written before its column was there', async () => {
  const { db, org } = factory;
  const { schema } = org;
  await sql`update ${sql.table(`${schema}.supplier`)} set py_name = null`.execute(db);
  expect(await found('ddtg')).toBe('');
  expect(await spellTexts(db, schema, [page.object])).toBe(NAMES.length + 3);
  expect(await found('ddtg')).toBe('电动推杆');
  expect(await spellTexts(db, schema, [page.object])).toBe(0);
});

it('has the same pairs in PostgreSQL', async () => {
  for (const text of ['电动推杆', 'Robot 电缸', 'ABab', '李𠮷a', 'a', '']) {
    const { rows } = await sql<{ g: string[] }>`select platform.grams(${text}) as g`.execute(factory.db);
    expect([...gramsOf(text)].sort()).toEqual([...rows[0]!.g].sort());
  }
});

it('is asked of the index over pairs', async () => {
  const { db, org } = factory;
  const { schema } = org;
  await sql`insert into ${sql.table(`${schema}.supplier`)} (id, code, name, kinds, is_disabled)
    select gen_random_uuid(), 'X' || n, '供应' || n, '{}', '0' from generate_series(1, 20000) n`.execute(db);
  await sql`vacuum analyze ${sql.table(`${schema}.supplier`)}`.execute(db);
  const { rows } = await sql<{ 'QUERY PLAN': string }>`explain select id from ${sql.table(`${schema}.supplier`)}
    where gp_name @> '{推杆}'::text[] and position('推杆' in lower(name collate "C")) > 0`.execute(db);
  expect(rows.map((row) => row['QUERY PLAN']).join('\n')).toContain('supplier_gp_name_i');
  expect(await found('推杆')).toBe('电动推杆,推杆座');
});

it.each(['199', '供应', '应19', 'x1', '推杆', '没有'])('pages like LIKE, whether few or many have %s', async (word) => {
  const { db, org } = factory;
  const { rows } = await sql<{ code: string }>`select code from ${sql.table(`${org.schema}.supplier`)}
    where is_deleted = 0 and (code ilike ${`%${word}%`} or name ilike ${`%${word}%`}) order by code desc, id`.execute(
    db,
  );
  const codes = rows.map((row) => row.code);
  for (const current of [1, 2, 40]) {
    const answer = await getPageList(await factory.root(), page, {
      scheme: 'all',
      search: { 'code,name': word },
      sort: '-code',
      size: 25,
      current,
    });
    expect(answer.records.map((record) => record.code)).toEqual(codes.slice((current - 1) * 25, current * 25));
    expect(answer.total).toBe(Math.min(codes.length, 1000));
    expect(answer.capped ?? false).toBe(codes.length > 1000);
  }
});

it('works in pickers', async () => {
  const order = factory.registry.page('purchaseOrder')!;
  const pick = async (search: string) =>
    (
      await pickRows(await factory.root(), order, 'supplier', { search, record: { bizDate: '2026-01-15' } })
    ).records.map((row) => row.label);
  expect((await pick('ddtg')).join()).toContain('电动推杆');
  expect((await pick('推杆')).length).toBe(2);
});
