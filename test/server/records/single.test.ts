/** Pages of one record over a table: blank before the first save, one for all or one for each user, never two. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { ObjectDoc } from '../../../schemas/language/document';
import { newId } from '../../../server/ids';
import type { EngineCtx } from '../../../server/records/host';
import { getPageList } from '../../../server/records/list/list';
import { rowsPageOf } from '../../../server/records/page/page-item';
import { getOne } from '../../../server/records/read/read';
import { saveRightOf } from '../../../server/records/save/write-calls';
import { openWorld, refusal, type Wire, type World } from '../../support/writes';

const of = (object: string, single: true | 'user'): ObjectDoc => ({
  $schema: 'object/2',
  object,
  title: '档案',
  route: `/test/${object}`,
  single,
  fields: {
    name: { title: '名称', required: true, max: 20 },
    lines: { title: '行', kind: 'tabTable', rows: { min: 0 }, fields: { text: { title: '内容' } } },
  },
  actions: { view: {}, save: {} },
});

let world: World;
let other: EngineCtx;
beforeAll(async () => {
  world = await openWorld({ documents: [of('firm', true), of('own', 'user')] });
  const id = newId();
  await world.insert('user', [{ id, login_name: 'other', name: '另一人' }]);
  other = await world.as([{ isSuper: true }], { id });
});
afterAll(() => world?.close());
const page = (code: string) => {
  const found = world.registry.page(code);
  if (!found) throw new Error(code);
  return found;
};
const open = (code: string, ctx = world.admin): Promise<Wire> => getOne(ctx, page(code), {});

it('is a blank record first, stored with the right to edit it, and the same one from then on', async () => {
  const blank = await open('firm');
  expect(blank).toMatchObject({ _actions: ['save'], lines: [] });
  expect(blank.version).toBeUndefined();
  expect(saveRightOf(page('firm'), { record: {} })).toBe('firm:edit');
  const first = await world.save('firm', { name: '一厂', lines: [{ text: '甲' }] });
  expect(await open('firm', other)).toMatchObject({ id: first.id, name: '一厂', version: 1 });
  const changed = await world.save('firm', { id: first.id, version: 1, name: '二厂' });
  expect(await open('firm')).toMatchObject({ id: first.id, name: '二厂', version: changed.version });
});

it('is never there twice: who saves a second one is shown the first', async () => {
  const second = await refusal(world.save('firm', { name: '三厂' }, {}, other));
  expect(second).toMatchObject({
    code: 203,
    text: '数据已被他人修改，请刷新后重试',
    data: { current: { name: '二厂' } },
  });
  const both = await Promise.allSettled([world.save('own', { name: 'A' }), world.save('own', { name: 'B' })]);
  expect(both.map((outcome) => outcome.status).sort()).toEqual(['fulfilled', 'rejected']);
});

it('of each user is his own: others are not there, not even for superusers', async () => {
  const mine = await open('own');
  expect((await open('own', other)).version).toBeUndefined();
  const his = await world.save('own', { name: '他的' }, {}, other);
  expect(await open('own')).toMatchObject({ id: mine.id });
  expect(await open('own', other)).toMatchObject({ id: his.id, name: '他的' });
  const foreign = await refusal(world.save('own', { id: his.id, version: his.version, name: '抢' }));
  expect(foreign.text).toBe('数据不存在或无权查看');
  expect((await refusal(getOne(world.admin, page('own'), { id: his.id }))).text).toBe('数据不存在或无权查看');
  const { records } = await getPageList(world.admin, page('own'), { columns: ['name'] });
  expect(records.map((record) => record.id)).toEqual([mine.id]);
  expect(() => rowsPageOf(world.admin, 'own')).toThrow();
});
