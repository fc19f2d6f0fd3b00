/** 企业管理 (domain 10 §5.1): the platform makes organisations and switches them off; an organisation edits only its own row. */
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { newId } from '../../../server/ids';
import { PASSWORD, type TestApp, testApp } from '../../support/app';

type Data = Record<string, unknown>;
let at: TestApp;
let root = '';
beforeAll(async () => {
  at = await testApp({ engine: true });
  root = (await at.signIn('admin')).data.access_token;
});
afterAll(() => at?.close());

const post = (token: string, path: string, body: unknown) => at.call<Data>('POST', path, { token, body });
const list = async (token: string, body: Data = { scheme: 'all' }) =>
  (await post(token, '/lcdp/data/org/getPageList', body)).data as { total: number; records: Data[] };
const rowOf = async (token: string, code: string) =>
  (await list(token)).records.find((row) => row.code === code) as Data;
const save = (token: string, record: Data) =>
  post(token, '/lcdp/data/org/save', {
    record,
    ...(record.version === undefined ? {} : { version: record.version }),
    token: newId(),
  });
const act = async (token: string, action: string, code: string) => {
  const { id, version } = await rowOf(root, code);
  return post(token, `/lcdp/data/org/act/${action}`, { targets: [{ id, version }], ask: {}, token: newId() });
};
const whole = async (token: string, code: string): Promise<Data> => {
  const { id } = await rowOf(root, code);
  return (await at.call<Data>('GET', '/lcdp/data/org/getOne', { token, query: { id: String(id) } })).data;
};
const said = (answer: { msg: string; data: unknown }): string => JSON.stringify([answer.msg, answer.data]);
const GOOD = { contact: '王芳', mobile: '13900000002', userLimit: 3 };

test('a new organisation stands whole with its row, and nothing of it when a row is refused', async () => {
  expect(said(await save(root, { ...GOOD, code: 'Demo2', name: '示例工厂二厂' }))).toContain('企业编码须为字母开头');
  expect(said(await save(root, { ...GOOD, code: 'demo', name: '另一个' }))).toContain('企业编码「demo」已存在');
  expect(said(await save(root, { ...GOOD, code: 'demo2', name: '示例工厂' }))).toContain('企业名称已存在');
  const wrong = { ...GOOD, code: 'demo2', name: '二厂', creditCode: '91350100M000100Y44' };
  expect(said(await save(root, wrong))).toContain('统一社会信用代码校验不通过');
  const made = await save(root, { ...GOOD, code: 'demo2', name: '示例工厂二厂', creditCode: '91350100M000100Y43' });
  expect(made.msg).toBe('success');
  expect(await rowOf(root, 'demo2')).toMatchObject({ users: '1 / 3', userShare: 33, runState: '10' });
  // the rows every organisation begins with are there
  const { rows } = await sql<{ n: number }>`SELECT count(*)::int AS n FROM org_demo2.role`.execute(at.database.db);
  expect(rows[0]?.n).toBeGreaterThan(5);
});

test('its administrator gets a first password, once, and comes in', async () => {
  const { data } = await act(root, 'firstPwd', 'demo2');
  const [row] = (data.answer as { rows: Data[] }).rows;
  expect(row).toMatchObject({ code: 'demo2', adminLogin: 'demo2admin' });
  const inside = await at.signIn('demo2admin', String(row?.initialPwd));
  expect(inside.data).toMatchObject({ orgName: '示例工厂二厂', needUpdatePwd: { need: 2, reason: 'first' } });
  expect((await act(root, 'firstPwd', 'demo2')).code).toBe(203);
  await sql`UPDATE platform.account SET must_change = false`.execute(at.database.db);
});

test('another organisation sees and edits its own row only, and not what the platform sells', async () => {
  const own = await boss();
  expect((await list(own)).records.map((row) => row.code)).toEqual(['demo2']);
  const { id } = await rowOf(root, 'demo');
  const foreign = await at.call('GET', '/lcdp/data/org/getOne', { token: own, query: { id: String(id) } });
  expect([foreign.code, foreign.msg]).toEqual([203, '数据不存在或无权查看']);
  const record = await whole(own, 'demo2');
  expect((await save(own, { ...record, contact: '李明' })).msg).toBe('success');
  const now = await whole(own, 'demo2');
  expect(now).toMatchObject({ contact: '李明', userLimit: 3 });
  expect(said(await save(own, { ...now, userLimit: 500 }))).toContain('用户上限由平台设置，请联系服务商');
  for (const action of ['disable', 'goLive', 'firstPwd']) expect((await act(own, action, 'demo2')).status).toBe(403);
  expect((await save(own, { ...GOOD, code: 'demo3', name: '三厂' })).status).toBe(403);
});

test('the limit of users holds where users are added, and is not set below who is there', async () => {
  const own = await boss();
  const { records: depts } = (await post(own, '/lcdp/data/dept/getPageList', {})).data as { records: Data[] };
  const user = (n: number) =>
    post(own, '/lcdp/data/user/save', {
      record: { loginName: `u${n}`, name: `用户${n}`, deptId: depts[0]?.id },
      token: newId(),
    });
  expect([(await user(1)).msg, (await user(2)).msg]).toEqual(['success', 'success']);
  expect(said(await user(3))).toContain('用户数已达上限3，请联系服务商');
  const record = await whole(root, 'demo2');
  expect(said(await save(root, { ...record, userLimit: 2 }))).toContain('用户上限不能小于已启用用户数3');
  expect((await save(root, { ...record, userLimit: 4 })).msg).toBe('success');
  expect((await user(3)).msg).toBe('success');
});

test('goes live once; switched off, everybody is out at once', async () => {
  expect((await act(root, 'goLive', 'demo2')).msg).toBe('success');
  expect(await rowOf(root, 'demo2')).toMatchObject({ runState: '60' });
  expect((await whole(root, 'demo2')).liveAt).toBeTypeOf('string');
  expect((await act(root, 'goLive', 'demo2')).code).toBe(203);
  expect(said(await act(root, 'disable', 'demo'))).toContain('平台企业不能停用');
  const own = await boss();
  expect((await act(root, 'disable', 'demo2')).msg).toBe('success');
  expect((await post(own, '/lcdp/data/org/getPageList', {})).status).toBe(401);
  expect((await at.signIn('demo2admin', PASSWORD)).code).not.toBe(200);
  expect((await act(root, 'enable', 'demo2')).msg).toBe('success');
  // the sessions of before are over for good
  expect((await post(own, '/lcdp/data/org/getPageList', {})).status).toBe(401);
  expect((await post(await boss(), '/lcdp/data/org/getPageList', {})).code).toBe(200);
});

/** Its administrator, with a password of the test. */
async function boss(): Promise<string> {
  await sql`UPDATE platform.account SET pwd_hash = (SELECT a.pwd_hash FROM platform.account a JOIN platform.member m ON m.account_id = a.id
      JOIN platform.org o ON o.id = m.org_id WHERE o.code = 'demo' AND m.login_name = 'admin')
    WHERE id = (SELECT m.account_id FROM platform.member m JOIN platform.org o ON o.id = m.org_id
      WHERE o.code = 'demo2')`.execute(at.database.db);
  return (await at.signIn('demo2admin', PASSWORD)).data.access_token;
}

test('an account of several organisations belongs to nobody’s administrator', async () => {
  const own = await boss();
  const { records } = (await post(own, '/lcdp/data/user/getPageList', { scheme: '' })).data as { records: Data[] };
  const user = records.find((row) => row.loginName === 'u1') as Data;
  const resetPwd = async () =>
    post(own, '/lcdp/data/user/act/resetPwd', {
      targets: [{ id: user.id, version: user.version }],
      ask: {},
      token: newId(),
    });
  // he signs in with the account of the platform's administrator
  await sql`INSERT INTO platform.member (org_id, user_id, account_id, login_name)
    SELECT o.id, ${String(user.id)}::uuid, m.account_id, 'u1' FROM platform.org o, platform.member m JOIN platform.org p ON p.id = m.org_id
     WHERE o.code = 'demo2' AND p.code = 'demo' AND m.login_name = 'admin'`.execute(at.database.db);
  const hash = async () =>
    (
      await sql<{ t: string }>`SELECT string_agg(pwd_hash, ' ' ORDER BY id) AS t FROM platform.account`.execute(
        at.database.db,
      )
    ).rows[0]?.t;
  const before = await hash();
  expect((await resetPwd()).msg).toBe('该账号属于多个企业，请本人找回密码');
  expect(await hash()).toBe(before);
});
