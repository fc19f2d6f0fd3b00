/** Lists over a service: search, schemes, order, pages, totals, labels and export as over a table. */
import { beforeAll, expect, it } from 'vitest';
import type { EngineCtx } from '../../../server/records/host';
import { getPageList } from '../../../server/records/list/list';
import { getOne } from '../../../server/records/read/read';
import { demoFactory, type Factory } from '../../domain/factory';

let factory: Factory;
beforeAll(async () => {
  factory = await demoFactory();
});
const list = (body: Readonly<Record<string, unknown>> = {}, code = 'demoLoad') =>
  factory.as('admin', (ctx) => {
    const engine = ctx as EngineCtx;
    const page = engine.registry.page(code);
    if (!page) throw new Error('no page');
    return getPageList(engine, page, body);
  });

const ids = ({ records }: { readonly records: readonly Record<string, unknown>[] }) => records.map((row) => row.id);

it('shows rows with labels, in order, with totals over all of them', async () => {
  const all = await list();
  expect(all.total).toBeGreaterThan(2);
  expect(all.records[0]).toMatchObject({ owner: '系统管理员', docs: expect.any(Number), _actions: [] });
  const weeks = all.records.map((row) => String(row.week));
  expect(weeks).toEqual(weeks.toSorted());
  const docs = all.records.reduce((sum, row) => sum + Number(row.docs), 0);
  expect(all.summary).toMatchObject({ docs });
  const down = await list({ sort: '-qty', size: 1 });
  expect(down.records).toHaveLength(1);
  expect(down.total).toBe(all.total);
  expect(Number(down.records[0]?.qty)).toBe(Math.max(...all.records.map((row) => Number(row.qty))));
  const second = await list({ size: 1, current: 2 });
  expect(second.records[0]?.week).toBe(weeks[1]);
});

it('is narrowed by search values, schemes and conditions; a row keeps its id', async () => {
  const all = await list();
  const [first] = all.records;
  const found = await list({ search: { week: [first?.week, first?.week] } });
  expect(ids(found)).toEqual([first?.id]);
  const late = await list({ scheme: 'overdue' });
  expect(ids(late)).toEqual(ids({ records: all.records.filter((row) => Number(row.late) > 0) }));
  const where = await list({ where: `docs >= 2` });
  expect(ids(where)).toEqual(ids({ records: all.records.filter((row) => Number(row.docs) >= 2) }));
  const chosen = await list({ ids: [first?.id] });
  expect(ids(chosen)).toEqual([first?.id]);
});

it('has no page of a record, and answers for one as for what is not there', async () => {
  const pages = factory.engine.registries.shipped;
  expect([pages.page('demoLoad')?.code, pages.page('demoLoad#detail'), pages.page('demoLoad#edit')]).toEqual([
    'demoLoad',
    undefined,
    undefined,
  ]);
  const [first] = (await list()).records;
  const open = factory.as('admin', (ctx) => {
    const page = pages.page('demoLoad');
    if (!page) throw new Error('no page');
    return getOne(ctx as EngineCtx, page, { id: first?.id });
  });
  await expect(open).rejects.toMatchObject({ code: 203 });
});

it('refuses names that are no fields', async () => {
  await expect(list({ search: { password: 'x' } })).rejects.toMatchObject({ code: 400 });
  await expect(list({ sort: 'password' })).rejects.toMatchObject({ code: 400 });
});

it('takes one record for a parameter and refuses what is no id', async () => {
  // the leader of a team is a member of it
  const member = await factory.as(
    'admin',
    async (ctx) => (await ctx.records.find('team', '!empty(leader)'))[0]?.leader,
  );
  const found = await list({ params: { member } }, 'team');
  expect(found.total).toBeGreaterThan(0);
  // an address of before named a list of one
  expect(ids(await list({ params: { member: [member] } }, 'team'))).toEqual(ids(found));
  await expect(list({ params: { member: '李师傅' } }, 'team')).rejects.toMatchObject({
    code: 400,
    message: '查询条件「当前成员」的值不正确，请重新选择',
  });
  await expect(list({ params: { member: [member, member] } }, 'team')).rejects.toMatchObject({
    code: 400,
    message: '查询条件「当前成员」只能有一个值',
  });
  await expect(list({ params: { material: 'WG-080' } }, 'sopMatch')).rejects.toMatchObject({ code: 400 });
  await expect(list({ params: { validOn: ['2026-01-01', '2026-01-31'] } }, 'piecePrice')).rejects.toMatchObject({
    code: 400,
  });
});
