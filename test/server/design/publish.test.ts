/** Publishing documents of an organisation: tables and texts change together, or neither. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { FieldDoc, ObjectDoc } from '../../../schemas/language/document';
import { resolveObject } from '../../../schemas/language/resolve';
import type { ResolvedField } from '../../../schemas/language/resolved';
import { emptySql } from '../../../server/design/plan';
import { planPublish, publish } from '../../../server/design/publish';
import { getPageList } from '../../../server/records/list/list';
import { pageItem } from '../../../server/records/page/page-item';
import { saveRecord } from '../../../server/records/save/save';
import { saveCall } from '../../../server/records/save/write-calls';
import { SQL_TYPE } from '../../../server/tables/names';
import { dropRetired } from '../../../server/tables/retired';
import { type Designing, note, openDesign, wish } from '../../support/design';

let design: Designing;
beforeAll(async () => {
  design = await openDesign();
});
afterAll(() => design.factory.database.drop());

const put = async (docs: readonly ObjectDoc[], more: Partial<Parameters<typeof publish>[2]> = {}) =>
  publish(await design.as(), () => docs.map((doc) => wish(doc)), { note: '试', ...more });
const plan = async (docs: readonly ObjectDoc[]) =>
  planPublish(
    await design.as(),
    docs.map((doc) => wish(doc)),
  );

it('makes a new object usable at the next request', async () => {
  const doc = note({ remark: { title: '说明', max: 100 } });
  const before = await plan([doc]);
  expect(before.problems.filter(({ level }) => level !== 'warn')).toEqual([]);
  expect(before.steps.map(({ text }) => text)).toContain('新建表「便签」（x_note）');
  expect(before.refusal).toBe('');
  const done = await put([doc]);
  expect(done.versions).toEqual([{ id: 'object:xNote', version: 1 }]);
  const ctx = await design.as();
  expect(ctx.registry.find('xNote')?.area).toBe('xApp');
  expect(pageItem(ctx, 'xNote').data).toMatchObject({ page: { title: '便签' } });
  const saved = await saveRecord(ctx, 'xNote', {
    rec: { code: 'A1', remark: '甲' },
    page: ctx.registry.page('xNote')!,
  });
  const { records } = await getPageList(await design.as(), ctx.registry.page('xNote')!, {});
  expect(records.map((record) => record.id)).toEqual([saved.id]);
});

it('has nothing to do for the same text', async () => {
  const same = await plan([note({ remark: { title: '说明', max: 100 } })]);
  expect(same).toMatchObject({ empty: true, steps: [] });
  await expect(put([note({ remark: { title: '说明', max: 100 } })])).rejects.toThrow('没有需要发布的修改');
});

it('says which field a step is about', async () => {
  const size = { title: '大小', type: 'decimal' } as const;
  const { steps } = await plan([note({ remark: { title: '说明', max: 100 }, size })]);
  expect(steps.map(({ text }) => text)).toEqual(['「便签」加列 大小（size）', '「便签」建立数值约束：大小']);
});

it('asks about a new required field over data: fill, or new records only', async () => {
  const asked = await plan([note({ remark: { title: '说明', max: 100 }, site: { title: '地点', required: true } })]);
  expect(asked.questions).toEqual([
    expect.objectContaining({
      address: 'fields.site',
      count: 1,
      text: '现有1条数据没有该字段「地点」',
      ways: ['fill', 'new'],
    }),
  ]);
  const doc = note({
    remark: { title: '说明', max: 100 },
    site: { title: '地点', required: true },
    size: { title: '大小', type: 'decimal', required: true },
  });
  await expect(put([doc])).rejects.toThrow('现有1条数据没有该字段「地点」');
  expect(await design.columns('x_note')).not.toContain('site');
  const answers = {
    'object:xNote': { 'fields.site': { fill: "='库' + code" }, 'fields.size': { required: 'new' } as const },
  };
  await put([doc], { answers });
  expect(await design.rows('select site, size from $.x_note')).toEqual([{ site: '库A1', size: null }]);
  const ctx = await design.as();
  expect(ctx.registry.find('xNote')?.fields.size?.required).toBe('new');
  await expect(
    saveRecord(ctx, 'xNote', { rec: { code: 'A2', site: '甲' }, page: ctx.registry.page('xNote')! }),
  ).rejects.toThrow('请填写大小');
  const [old] = (await getPageList(ctx, ctx.registry.page('xNote')!, {})).records;
  await saveRecord(ctx, 'xNote', {
    rec: { id: String(old!.id), version: 1, remark: '乙' },
    page: ctx.registry.page('xNote')!,
  });
});

it('refuses a fill that leaves rows empty, and takes everything back', async () => {
  const doc = note({ more: { title: '更多', required: true } });
  await expect(
    put([doc], { answers: { 'object:xNote': { 'fields.more': { fill: "=code == 'none' ? 'a' : null" } } } }),
  ).rejects.toThrow('「更多」的填充值有1条为空，请更换');
  expect(await design.columns('x_note')).toContain('remark');
  expect(await design.columns('x_note')).not.toContain('more');
});

it('takes no document that gives a field of the system a value', async () => {
  const doc = note(
    { remark: { title: '说明', max: 100 } },
    {
      use: ['audited'],
      actions: { add: {}, edit: {}, del: {}, xPass: { title: '放行', set: { auditStatus: '2' } } },
    },
  );
  const { problems } = await plan([doc]);
  expect(problems.filter(({ level }) => level !== 'warn').map(({ code, path }) => [code, path])).toEqual([
    ['protected.write', 'actions.xPass.set'],
  ]);
  await expect(put([doc])).rejects.toThrow();
});

it('hides a removed field with its data, and finds it again', async () => {
  const small = note({ site: { title: '地点', required: true } });
  const seen = await plan([small]);
  expect(seen.hidden.map(({ text }) => text)).toEqual([
    '「便签」说明将隐藏，数据保留30天',
    '「便签」大小将隐藏，数据保留30天',
  ]);
  await put([small]);
  expect((await design.columns('x_note')).filter((name) => name.startsWith('zz_remark_'))).toHaveLength(1);
  await put([note({ site: { title: '地点', required: true }, remark: { title: '说明', max: 100 } })]);
  expect(await design.rows('select remark from $.x_note')).toEqual([{ remark: '乙' }]);
});

it('does not let a field go that a report or a print names', async () => {
  const fields = { site: { title: '地点', required: true }, remark: { title: '说明', max: 100 } } as const;
  const report = {
    $schema: 'report/1',
    report: 'xNotes',
    title: '便签统计',
    route: '/app/xNotes/list',
    from: 'xNote',
    dims: { remark: {} },
    by: ['remark'],
    measures: { n: { title: '数量', type: 'int', of: 'count()' } },
    list: { columns: ['$group', 'n'] },
  } as const;
  await publish(await design.as(), () => [wish(report)], { note: '报表' });
  const gone = await plan([note({ site: fields.site })]);
  expect(gone.impact).toEqual([
    expect.objectContaining({ sort: 'report', code: 'xNotes', blocks: true, text: '「便签统计」正在使用该字段：说明' }),
  ]);
  await expect(put([note({ site: fields.site })])).rejects.toThrow('不能发布');
  // both in one changeset are fine
  await publish(await design.as(), () => [wish(note({ site: fields.site })), { id: 'report:xNotes', doc: undefined }], {
    note: '一起',
  });
  expect((await design.as()).registry.reports.has('xNotes')).toBe(false);
});

it('renames with data: column, schemes', async () => {
  const ctx = await design.as();
  await ctx.trx
    .insertInto('mw_scheme')
    .values({
      id: ctx.newId(),
      type: 'xNote',
      name: '按地点',
      content: JSON.stringify({ where: null, search: { site: '库' }, sort: '-site', columns: null }),
      owner_id: ctx.session.me.id,
    })
    .execute();
  const doc = note({ place: { title: '位置', was: 'site', required: true } });
  const seen = await plan([doc]);
  expect(seen.steps.map(({ text }) => text)).toContain('「便签」列 位置 改名为 place，数据保留');
  expect(seen.impact.map(({ text }) => text)).toEqual(['查询方案「按地点」随字段「地点」改名']);
  await put([doc]);
  expect(await design.rows('select place from $.x_note')).toEqual([{ place: '库A1' }]);
  expect(
    await design.rows(
      "select content->>'sort' as s, content->'search'->>'place' as p from $.mw_scheme where name = '按地点'",
    ),
  ).toEqual([{ s: '-place', p: '库' }]);
});

it('counts repeats before a unique field, and values before a type', async () => {
  const before = (await design.rows('select version from $.mw_document')).length;
  const ctx = await design.as();
  for (const code of ['B', 'B', 'C'])
    await saveRecord(ctx, 'xNote', { rec: { code, place: '甲' }, page: ctx.registry.page('xNote')! });
  const doc = note(
    { place: { title: '位置', required: true } },
    { unique: { code: { fields: ['code'], say: '编码已存在' } } },
  );
  await expect(put([doc])).rejects.toThrow(/有1组重复值，不能建立唯一约束/);
  await expect(put([note({ place: { title: '位置', type: 'date', required: true } })])).rejects.toThrow(
    '已有4条数据会改变，请选择怎么处理',
  );
  expect((await design.rows('select version from $.mw_document')).length).toBe(before);
});

it('finds rows without a value in a column of any sort: the field may be of another one by now', async () => {
  const types = Object.entries(SQL_TYPE);
  const of = types.map(([storage, type]) => `"${storage}" ${type}`).join(', ');
  await design.rows(`create table $.x_any_sort (${of})`);
  await design.rows('insert into $.x_any_sort default values');
  const sorts: readonly FieldDoc[] = [
    { kind: 'input' },
    { type: 'int' },
    { type: 'date' },
    { type: 'json' },
    { type: 'file', many: true },
    { kind: 'datetimeRange' },
    { ref: 'user' },
    { ref: 'user', many: true },
  ];
  const doc = note(Object.fromEntries(sorts.map((field, n) => [`s${n}`, { title: `第${n}个`, ...field }])));
  const { fields } = resolveObject(doc, { blocks: new Map() });
  const asked = sorts.flatMap((_, n) => types.map(([column]) => emptySql(fields[`s${n}`] as ResolvedField, [column])));
  expect(asked.length).toBe(sorts.length * types.length);
  const counts = asked.map((where) => `(select count(*)::int from $.x_any_sort where ${where})`);
  const [row] = await design.rows<{ n: number[] }>(`select array[${counts.join(', ')}] as n`);
  expect(new Set(row?.n)).toEqual(new Set([1]));
  await design.rows('drop table $.x_any_sort');
});

it('asks about a field that becomes required and of another sort at once', async () => {
  const own = { object: 'xSort', route: '/app/xSort/list' };
  await put([note({ weight: { title: '重量', type: 'int' } }, own)]);
  const ctx = await design.as();
  for (const rec of [{ code: 'W1', weight: 12 }, { code: 'W2' }])
    await saveRecord(ctx, 'xSort', { rec, page: ctx.registry.page('xSort')! });
  const seen = await plan([note({ weight: { title: '重量', required: true } }, own)]);
  expect([seen.refusal, ...seen.questions.map(({ text }) => text)]).toEqual([
    '现有1条数据没有该字段「重量」',
    '现有1条数据没有该字段「重量」',
  ]);
});

it('computes stored formulas over what is there', async () => {
  const doc = note({
    place: { title: '位置', required: true },
    both: { title: '合称', formula: "code + '-' + place" },
  });
  await put([doc]);
  expect(await design.rows('select "both" from $.x_note where code = \'C\'')).toEqual([{ both: 'C-甲' }]);
});

it('runs the examples over the new tables and keeps nothing of them', async () => {
  const doc = note(
    { place: { title: '位置', required: true } },
    { examples: { right: { given: { code: 'E', place: '乙' }, do: [['edit']], expect: { place: '丙' } } } },
  );
  await expect(put([doc])).rejects.toThrow('存在1个示例未通过，不能发布');
  expect(await design.rows("select 1 from $.x_note where code = 'E'")).toEqual([]);
});

it('drops what was hidden for 30 days, and nothing younger', async () => {
  const { db } = design.factory.database;
  const hidden = async () => (await design.columns('x_note')).filter((name) => name.startsWith('zz_'));
  expect((await hidden()).length).toBeGreaterThan(0);
  const drop = (before: string) => db.transaction().execute((trx) => dropRetired(trx, 'org_demo', before));
  expect(await drop('2026-01-15 09:00:00')).toEqual({ columns: 0, tables: 0 });
  const n = (await hidden()).length;
  expect((await drop('2026-02-15 09:00:00')).columns).toBe(n);
  expect(await hidden()).toEqual([]);
});

it('takes what forms sent that were opened before a publish: renamed fields follow, others are named', async () => {
  await put([note({ place: { title: '位置', was: 'site', required: true } })]);
  const ctx = await design.as();
  const page = ctx.registry.page('xNote')!;
  const saved = await saveCall(ctx, page, { record: { code: 'Old', site: '旧' }, schema: 'before' });
  expect(saved.record).toMatchObject({ place: '旧' });
  await expect(
    saveCall(ctx, page, { record: { code: 'Old', place: '甲', remark: '写好的' }, schema: 'before' }),
  ).rejects.toMatchObject({
    data: { rule: 'schema.changed', fields: ['remark'] },
  });
});
