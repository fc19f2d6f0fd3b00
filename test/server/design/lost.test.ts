/** A type that cannot hold what stands there: which records, what becomes of them, and the way back, by publish and by rollback alike. */
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { FieldDoc, ObjectDoc } from '../../../schemas/language/document';
import type { Answers } from '../../../schemas/language/wire-design';
import { draftCalls } from '../../../server/design/calls';
import { planPublish, publish } from '../../../server/design/publish';
import { getPageList } from '../../../server/records/list/list';
import { saveRecord } from '../../../server/records/save/save';
import { type Designing, note, openDesign, wish } from '../../support/design';

const DOC = 'object:xNote';
const AT = 'fields.size.type';
const KEEP: Answers = { [DOC]: { [AT]: { lost: 'keep' } } };
/** to empty what stands there now */
const emptied = async (doc: ObjectDoc): Promise<Answers> => {
  const mark = (await plan(doc)).questions.find(({ address }) => address === AT)?.mark ?? '';
  return { [DOC]: { [AT]: { lost: 'empty', mark } } };
};
const SAYS = '「便签」大小：已有2条数据会改变，请选择怎么处理';
const withSize = (size: FieldDoc): ObjectDoc => note({ size: { title: '大小', ...size } });
const NUMBER = withSize({ type: 'decimal' });
const TEXT = withSize({ kind: 'input' });

let design: Designing;
beforeAll(async () => {
  design = await openDesign();
  await put(NUMBER);
  await put(TEXT);
  await add('A', '12.5');
  await add('B', '约5');
  await add('C', '见图纸');
});
afterAll(() => design.factory.database.drop());

const put = async (doc: ObjectDoc, answers: Answers = {}) =>
  publish(await design.as(), () => [wish(doc)], { note: '试', answers });
const plan = async (doc: ObjectDoc, answers: Answers = {}) => planPublish(await design.as(), [wish(doc)], answers);
const back = async (version: number, answers: Answers, more: object = {}) =>
  draftCalls.rollback(await design.as(), { document: DOC, version, accept: true, ...more }, answers);
const sizes = async () =>
  (await design.rows<{ code: string; size: unknown }>('select code, size from $.x_note order by code')).map(
    ({ code, size }) => [code, size],
  );
const add = async (code: string, size: string | number) => {
  const ctx = await design.as();
  return saveRecord(ctx, 'xNote', { rec: { code, size }, page: ctx.registry.page('xNote')! });
};
const versions = async () =>
  (await design.rows<{ n: number }>("select count(*)::int as n from $.mw_document where code = 'xNote'"))[0]?.n ?? 0;
it('names the records, their texts and their list, and writes nothing without an answer', async () => {
  const seen = await plan(NUMBER);
  const [row] = await design.rows<{ id: string }>("select id from $.x_note where code = 'B'");
  expect(seen.questions).toEqual([
    {
      document: DOC,
      address: AT,
      title: '大小',
      count: 2,
      text: SAYS,
      ways: ['keep', 'empty'],
      mark: expect.any(String),
      rows: expect.arrayContaining([{ id: row?.id, title: 'B', value: '约5' }]),
      list: expect.any(String),
    },
  ]);
  expect(seen.questions[0]?.rows).toHaveLength(2);
  expect([seen.refusal, seen.refused]).toEqual([SAYS, []]);
  const before = [await sizes(), await versions(), await design.columns('x_note')];
  await expect(put(NUMBER)).rejects.toThrow(SAYS);
  await expect(back(1, {})).rejects.toThrow(SAYS);
  // an answer to another sort of question is none
  await expect(back(1, { [DOC]: { [AT]: { fill: 0 } } })).rejects.toThrow(SAYS);
  expect([await sizes(), await versions(), await design.columns('x_note')]).toEqual(before);
});

it('leads to a list that shows those records and no other', async () => {
  const [question] = (await plan(NUMBER)).questions;
  const [route, query] = question?.list?.split('?') ?? [];
  const ctx = await design.as();
  const page = ctx.registry.page('xNote')!;
  expect(route).toBe(page.route);
  const q = JSON.parse(new URLSearchParams(query).get('q') ?? '');
  const { records } = await getPageList(ctx, page, { q });
  expect(records.map(({ code }) => code).sort()).toEqual(['B', 'C']);
});

it('tells the count and no record to a publisher who may not see them', async () => {
  const ctx = await design.as();
  const { rights } = ctx.session;
  const blind = {
    ...ctx,
    session: { ...ctx.session, rights: Object.assign(Object.create(rights), { super: false, has: () => false }) },
  };
  const seen = await planPublish(blind, [wish(NUMBER)]);
  const asked = seen.questions.find(({ address }) => address === AT);
  expect(asked).toMatchObject({ count: 2, text: SAYS });
  expect(asked?.rows).toBeUndefined();
  expect(asked?.list).toBeUndefined();
});

it('keeps what the number cannot hold in a hidden column, and the text of before finds it again', async () => {
  const tried = await back(1, KEEP, { dryRun: true });
  expect(tried).toMatchObject({ refusal: '', questions: [{ address: AT }] });
  expect('steps' in tried && tried.steps).toContainEqual({
    kind: 'keepValues',
    table: 'x_note',
    text: '「便签」大小：装不下的原值留在隐藏列，数据保留30天',
    count: 2,
  });
  await back(1, KEEP);
  expect(await sizes()).toEqual([
    ['A', '12.5'],
    ['B', null],
    ['C', null],
  ]);
  // what is written since holds
  await design.rows("update $.x_note set size = 7 where code = 'C'");
  const forward = await plan(TEXT);
  expect([forward.questions, forward.steps.map(({ text }) => text)]).toEqual([
    [],
    expect.arrayContaining(['「便签」大小：找回隐藏列里的原值']),
  ]);
  await back(2, {});
  expect(await sizes()).toEqual([
    ['A', '12.5'],
    ['B', '约5'],
    ['C', '7'],
  ]);
  // found once: what somebody empties now stays empty
  await design.rows("update $.x_note set size = null where code = 'B'");
  await back(1, {});
  await back(2, {});
  expect(await sizes()).toEqual([
    ['A', '12.5'],
    ['B', null],
    ['C', '7'],
  ]);
});

it('empties them for good, by publish as by rollback', async () => {
  await design.rows("update $.x_note set size = '约5' where code = 'B'");
  const EMPTY = await emptied(NUMBER);
  const tried = await plan(NUMBER, EMPTY);
  expect([tried.refusal, tried.steps]).toEqual([
    '',
    expect.arrayContaining([
      { kind: 'emptyValues', table: 'x_note', text: '「便签」大小：装不下的原值置空', count: 1 },
    ]),
  ]);
  await put(NUMBER, EMPTY);
  await put(TEXT);
  expect(await sizes()).toEqual([
    ['A', '12.5'],
    ['B', null],
    ['C', '7'],
  ]);
});

it('asks again when other values stand there than those that were given up', async () => {
  await design.rows("update $.x_note set size = '约5' where code = 'B'");
  const seen = await emptied(NUMBER);
  const says = '「便签」大小：已有1条数据会改变，请选择怎么处理';
  const isRefused = async () => {
    expect((await plan(NUMBER, seen)).refusal).toBe(says);
    await expect(put(NUMBER, seen)).rejects.toThrow(says);
    await expect(back(1, seen)).rejects.toThrow(says);
  };
  // as many, and not the same
  await design.rows("update $.x_note set size = '约6' where code = 'B'");
  await isRefused();
  await design.rows(
    "update $.x_note set size = '5' where code = 'B'; update $.x_note set size = '约5' where code = 'C'",
  );
  await isRefused();
  // nothing is emptied for whoever does not say what he saw
  await expect(put(NUMBER, { [DOC]: { [AT]: { lost: 'empty' } } })).rejects.toThrow(says);
  expect(await sizes()).toEqual([
    ['A', '12.5'],
    ['B', '5'],
    ['C', '约5'],
  ]);
  await design.rows(
    "update $.x_note set size = '约5' where code = 'B'; update $.x_note set size = '7' where code = 'C'",
  );
  expect((await plan(NUMBER, seen)).refusal).toBe('');
});

it('waits for who is writing while it is published, and asks about what he wrote', async () => {
  const seen = await emptied(NUMBER);
  const { db } = design.factory.database;
  let publishing: Promise<unknown> = Promise.resolve();
  await db.transaction().execute(async (trx) => {
    await sql.raw(`update ${design.factory.org.schema}.x_note set size = '见图' where code = 'C'`).execute(trx);
    publishing = put(NUMBER, seen).catch((error: Error) => error.message);
    await new Promise((resolve) => setTimeout(resolve, 1_000));
  });
  expect(await publishing).toBe(SAYS);
  await design.rows("update $.x_note set size = '7' where code = 'C'");
});

it('goes back from the version it was asked about, and no further', async () => {
  const tried = await back(1, {}, { dryRun: true });
  const { current } = tried as { readonly current: number };
  await put({ ...TEXT, title: '便条' });
  const more = { current, accept: true };
  await expect(back(1, KEEP, more)).rejects.toThrow(`刚发布了 v${current + 1}，请核对后再回退`);
  await back(current, {}, { current: current + 1 });
  await design.rows("update $.x_note set size = null where code = 'B'");
});

it('asks nothing when they were edited first', async () => {
  await design.rows("update $.x_note set size = '七' where code = 'C'");
  expect(await back(1, {}, { dryRun: true })).toMatchObject({
    questions: [{ count: 1, rows: [{ title: 'C', value: '七' }] }],
  });
  await design.rows("update $.x_note set size = '7' where code = 'C'");
  expect(await back(1, {}, { dryRun: true })).toMatchObject({ questions: [], refusal: '' });
});
