/** Trying a draft: its tables stand beside the live ones, nothing live changes, nobody sees more than himself. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { both, makeRights, type RoleGrant } from '../../../server/auth/rights';
import { dropSandboxes } from '../../../server/design/sandbox';
import { newId } from '../../../server/ids';
import { type TestApp, testApp } from '../../support/app';
import { note } from '../../support/design';

let server: TestApp;
let token = '';
// biome-ignore lint/suspicious/noExplicitAny: answers are looked at by key
type Data = Record<string, any>;
const post = (path: string, body: object = {}, sandbox?: string): Promise<{ code: number; msg: string; data: Data }> =>
  server.app
    .inject({
      method: 'POST',
      url: `/v2/api/mes${path}`,
      headers: { authorization: `Bearer ${token}`, ...(sandbox ? { 'x-sandbox': sandbox } : {}) },
      payload: { token: newId(), ...body },
    })
    .then((answer) => answer.json());
const must = async (path: string, body: object = {}, sandbox?: string): Promise<Data> => {
  const answer = await post(path, body, sandbox);
  if (answer.code !== 200) throw new Error(`${path}: ${answer.msg} ${JSON.stringify(answer.data)}`);
  return answer.data;
};
const save = (record: object, sandbox?: string) => must('/lcdp/data/xNote/save', { record }, sandbox);
const list = async (sandbox?: string) => {
  const answer = await server.app.inject({
    method: 'POST',
    url: '/v2/api/mes/lcdp/data/xNote/getPageList',
    headers: { authorization: `Bearer ${token}`, ...(sandbox ? { 'x-sandbox': sandbox } : {}) },
    payload: { size: 100 },
  });
  return (answer.json() as { data: Data }).data;
};

let draft = '';
beforeAll(async () => {
  server = await testApp({ engine: true });
  token = (await server.signIn('admin')).data.access_token;
  await must('/lcdp/design/apps/save', { code: 'xApp', title: '便签' });
  const first = await must('/lcdp/design/open', { app: 'xApp', documents: [] });
  await must('/lcdp/design/steps', {
    draft: first.draft.id,
    seq: 0,
    steps: [
      {
        document: 'object:xNote',
        step: { set: '', to: note({ remark: { title: '说明' } }, { list: { columns: ['code', 'remark'] } }) },
      },
    ],
  });
  await must('/lcdp/design/publish', { draft: first.draft.id, note: '一' });
  await save({ code: 'A', remark: '甲' });
  const second = await must('/lcdp/design/open', { app: 'xApp', documents: ['object:xNote'] });
  draft = second.draft.id;
  await must('/lcdp/design/steps', {
    draft,
    seq: 0,
    steps: [
      { document: 'object:xNote', step: { rename: 'fields.remark', to: 'text' } },
      {
        document: 'object:xNote',
        step: { insert: 'fields.size', value: { title: '大小', type: 'decimal' }, after: 'text' },
      },
    ],
  });
});
afterAll(() => server.close());

it('runs the draft over rows of its own, and leaves the live ones alone', async () => {
  const { sandbox, pages } = await must('/lcdp/design/sandbox', { draft });
  expect(pages).toContain('xNote');
  expect((await list(sandbox)).records).toMatchObject([{ code: 'A', text: '甲' }]);
  const saved = await save({ code: 'B', text: '乙', size: 2.5 }, sandbox);
  expect(saved.record).toMatchObject({ text: '乙', size: 2.5 });
  expect((await list(sandbox)).total).toBe(2);
  expect((await list()).records).toMatchObject([{ code: 'A', remark: '甲' }]);
  // what is not in the draft is live, and stays as it is
  const unit = await post(
    '/lcdp/data/unit/save',
    { record: { code: 'U', name: '桶', symbol: 'T', unitGroup: '1', decimals: 2 } },
    sandbox,
  );
  expect(unit.msg).toBe('预览中只能修改草稿里的对象');
  const other = await post('/lcdp/data/xNote/save', { record: { code: 'X' } }, '0000000000000000');
  expect(other.msg).toBe('预览已结束，请重新打开');
});

it('fills a page with ten thousand rows, or with none', async () => {
  const { sandbox } = await must('/lcdp/design/sandbox', { draft, rows: 'many' });
  expect(await list(sandbox)).toMatchObject({ total: 1000, capped: true });
  const empty = await must('/lcdp/design/sandbox', { draft, rows: 'none' });
  expect((await list(empty.sandbox)).total).toBe(0);
  expect((await post('/lcdp/data/xNote/save', { record: { code: 'X' } }, sandbox)).msg).toBe('预览已结束，请重新打开');
});

it('shows a role what role and tester both may', async () => {
  await must('/lcdp/data/role/save', {
    record: { code: 'seer', name: '只看', functions: ['xNote:view'], dataScope: '1' },
  });
  const { sandbox } = await must('/lcdp/design/sandbox', { draft, as: { role: 'seer' } });
  expect((await list(sandbox)).total).toBe(1);
  expect((await post('/lcdp/data/xNote/save', { record: { code: 'X' } }, sandbox)).code).toBe(403);
  expect((await post('/lcdp/design/sandbox', { draft, as: { role: 'nobody' } })).msg).toBe('角色不存在或已停用');
});

it('gives nobody more than himself', () => {
  const role = (more: Partial<RoleGrant>): RoleGrant => ({
    id: '1',
    code: 'r',
    isSuper: false,
    functions: [],
    fieldGroups: [],
    scope: { scope: '4', depts: [] },
    scopes: new Map(),
    ...more,
  });
  const tester = makeRights([role({ functions: ['a:view', 'a:edit'], fieldGroups: ['price'] })], false);
  const target = makeRights([role({ isSuper: true })], false);
  const meet = both(tester, target, false);
  expect([meet.super, meet.has('a:edit'), meet.has('b:view'), meet.group('cost'), meet.scopes('a:view')]).toEqual([
    false,
    true,
    false,
    false,
    [{ scope: '4', depts: [] }],
  ]);
  const narrow = both(
    tester,
    makeRights([role({ functions: ['a:view'], scope: { scope: '3', depts: [] } })], false),
    false,
  );
  // rows of the one that the other reaches, too
  expect(narrow.scopes('a:view')).toEqual([{ scope: '3', depts: [], within: { scope: '4', depts: [] } }]);
  // own records of another person are not those of the tester
  expect(both(tester, tester, true).scopes('a:view')).toEqual([]);
  expect(both(target, tester, true).scopes('a:view')).toEqual([{ scope: '4', depts: [] }]);
});

it('is gone after its hour', async () => {
  const { db } = server.database;
  const schemas = async () =>
    (await db.selectFrom('pg_namespace').select('nspname').where('nspname', 'like', 'try%').execute()).length;
  expect(await schemas()).toBe(1);
  await db
    .withSchema('org_demo')
    .updateTable('mw_sandbox')
    .set({ until: new Date(0) })
    .execute();
  expect(await db.transaction().execute((trx) => dropSandboxes(trx, 'org_demo'))).toBe(1);
  expect(await schemas()).toBe(0);
});
