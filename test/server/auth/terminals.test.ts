/** Terminals of the floor: enrolled, approved by the code on their screen, PIN sign-in with its lock, what such a session may do. */
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { pinFault } from '../../../server/auth/pin';
import { newId } from '../../../server/ids';
import { type TestApp, testApp } from '../../support/app';

let at: TestApp;
let admin: string;
const PIN = '258147';
const NO = 'YG0099';
const run = async (text: string): Promise<readonly Record<string, unknown>[]> =>
  (await sql.raw<Record<string, unknown>>(text).execute(at.database.db)).rows;
const save = async (object: string, record: Record<string, unknown>): Promise<Record<string, unknown>> => {
  const body = { record, token: newId() };
  const answer = await at.call('POST', `/lcdp/data/${object}/save`, { token: admin, body });
  if (answer.code !== 200) throw new Error(`${object}: ${answer.msg} ${JSON.stringify(answer.data)}`);
  return answer.data;
};
const one = (object: string, id: string) =>
  at.call('GET', `/lcdp/data/${object}/getOne`, { token: admin, query: { id } }).then(({ data }) => data);
const act = async (object: string, action: string, id: string, ask: Record<string, unknown> = {}) => {
  const { version } = await one(object, id);
  const body = { targets: [{ id, version }], ask, token: newId() };
  return at.call('POST', `/lcdp/data/${object}/act/${action}`, { token: admin, body });
};

let userId = '';
let terminal = { terminal: '', key: '', pairCode: '' };
const enrol = (body: Record<string, string> = { orgCode: 'demo', name: '机加终端' }, ip = '10.0.0.1') =>
  at.call<typeof terminal>('POST', '/sys/terminalEnrol', { body, ip });
let entered = 0;
const enter = async (pin = PIN, employeeNo = NO, more: Record<string, string> = {}) => {
  const { terminal: id, key } = terminal;
  // calls of one address are limited besides
  const ip = `10.0.1.${1 + (entered++ % 200)}`;
  return at.call('POST', '/sys/pinSignIn', {
    ip,
    body: { terminal: id, key, employeeNo, ...(await at.seal(pin)), ...more },
  });
};

beforeAll(async () => {
  at = await testApp({ engine: true });
  admin = (await at.signIn('admin')).data.access_token;
  const [dept] = await run('SELECT id FROM org_demo.dept');
  const functions = ['material:view', 'flowTask:view'];
  const role = await save('role', { code: 'operator', name: '操作工', dataScope: '1', functions });
  const keeper = await save('role', {
    code: 'keeper',
    name: '仓管员',
    dataScope: '1',
    functions: ['material:view', 'unit:view'],
  });
  const employee = await save('employee', {
    ...{ code: NO, name: '周芳', gender: '0', deptId: dept?.id, entryDate: '2024-01-02', salaryType: '20' },
  });
  const user = {
    loginName: 'zhoufang',
    name: '周芳',
    deptId: dept?.id,
    employeeId: employee.id,
    roles: [role.id, keeper.id],
  };
  await expect(save('user', { ...user, pin: '123456' })).rejects.toThrow('PIN须为6位数字且不能相同或连续');
  userId = (await save('user', { ...user, pin: PIN })).id as string;
});
afterAll(() => at?.close());
beforeEach(async () => {
  at.settings['auth.pinLogin'] = true;
  await run('DELETE FROM platform.sign_fail');
});

test('a PIN is six digits, not all the same, not in a row', () => {
  for (const pin of ['12345', '1234567', '12345a', '111111', '234567', '987654'])
    expect(pinFault(pin)).toBe('PIN须为6位数字且不能相同或连续');
  for (const pin of [PIN, '112233', '901234']) expect(pinFault(pin)).toBeNull();
});

describe('a terminal', () => {
  test('is enrolled where the organisation allows it, five times an hour from one address', async () => {
    at.settings['auth.pinLogin'] = false;
    expect((await at.call('GET', '/sys/init')).data.pinLogin).toBe(false);
    const closed = '企业编码不正确，或企业未开启终端登录';
    expect((await enrol()).msg).toBe(closed);
    at.settings['auth.pinLogin'] = true;
    expect((await at.call('GET', '/sys/init')).data.pinLogin).toBe(true);
    expect((await enrol({ orgCode: 'nobody', name: 'x' })).msg).toBe(closed);
    const { code, data } = await enrol();
    expect(code).toBe(200);
    expect(data).toEqual({
      terminal: expect.any(String),
      key: expect.stringMatching(/^demo\.[\w-]{43}$/),
      pairCode: expect.stringMatching(/^\d{6}$/),
    });
    terminal = data;
    const said = await Promise.all(Array.from({ length: 10 }, () => enrol(undefined, '10.0.0.2')));
    expect(said.filter((answer) => answer.code === 200)).toHaveLength(5);
    expect(said.find((answer) => answer.code !== 200)?.msg).toBe('操作过于频繁，请一小时后再试');
  });
  test('keeps its key as a hash', async () => {
    const rows = await run('SELECT to_jsonb(t) AS row FROM org_demo.terminal t');
    const values = rows.flatMap(({ row }) => Object.values(row as Record<string, unknown>).map(String));
    expect(values.join(' ')).not.toContain(terminal.key.split('.')[1]);
    // six digits may stand in an id: no column is the code
    expect(values).not.toContain(terminal.pairCode);
  });
  test('waits for the administrator, who types the code on its screen', async () => {
    const { terminal: id, key, pairCode } = terminal;
    const state = () => at.call('POST', '/sys/terminalEnrol', { body: { terminal: id, key } });
    expect((await state()).data).toEqual({ status: '10', name: '机加终端', orgName: '示例工厂' });
    expect((await enter()).msg).toBe('终端待批准，请联系管理员');
    const other = pairCode === '000000' ? '000001' : '000000';
    expect((await act('terminal', 'approve', id, { pairCode: other })).msg).toBe(
      '配对码不正确，请核对终端屏幕上的数字',
    );
    expect((await act('terminal', 'approve', id, { pairCode })).code).toBe(200);
    expect((await state()).data.status).toBe('60');
    expect((await enter(PIN, NO, { key: `demo.${'x'.repeat(43)}` })).msg).toBe('终端未登记，请重新登记');
  });
});

describe('a PIN', () => {
  test('signs in for the work of operators, without an account of its own before', async () => {
    const { code, data } = await enter();
    expect(code).toBe(200);
    expect(data).toMatchObject({ nickName: '周芳', userId, idleSeconds: 900, needUpdatePwd: { need: 0 } });
    const token = data.access_token as string;
    // what the user may do beyond operators stays at home
    const list = (page: string) => at.call('POST', `/lcdp/data/${page}/getPageList`, { token, body: { size: 1 } });
    expect((await list('material')).code).toBe(200);
    expect((await list('unit')).code).toBe(403);
    const menus = await at.call<Record<string, { page?: string }[]>>('GET', '/application/apps/getUserMenuList', {
      token,
    });
    const pages = Object.values(menus.data)
      .flat()
      .map(({ page }) => page);
    expect(pages).toContain('material');
    expect(pages).not.toContain('unit');
    const [row] = await run(`SELECT kind, terminal_id FROM platform.auth_session WHERE kind = 60`);
    expect(row).toEqual({ kind: 60, terminal_id: terminal.terminal });
  });
  test('does not open the account', async () => {
    const token = (await enter()).data.access_token as string;
    const refused = '终端登录不能修改账号，请用账号密码登录';
    const post = (path: string, body: unknown) => at.call('POST', path, { token, body });
    expect((await post('/sys/switchOrg', { orgId: at.org.id })).msg).toBe(refused);
    expect((await post('/sys/user/changeMobile', { mobile: '13800000009', code: '123456' })).msg).toBe(refused);
    expect((await post('/sys/user/endSession', { id: newId() })).msg).toBe(refused);
    const picture = await at.picture();
    const asked = await at.call('GET', '/sys/user/getMobileCode', {
      token,
      query: { mobile: '13800000009', ...picture },
    });
    expect(asked.msg).toBe(refused);
    const sealed = await at.seal('Ruoshui#2026');
    expect(
      (
        await post('/sys/user/confirmPassword', {
          keyId: sealed.keyId,
          oldPwd: sealed.pwd,
          newPwd: (await at.seal('x')).pwd,
        })
      ).msg,
    ).toBe(refused);
  });
  test('is over when nobody did anything for a while, also for its refresh token', async () => {
    const { data } = await enter();
    const token = data.access_token as string;
    await run(
      `UPDATE platform.auth_session SET created_at = now() - interval '16 minutes', last_seen_at = now() - interval '15 minutes 1 second' WHERE kind = 60`,
    );
    expect((await at.call('GET', '/sys/role/getRoleId', { token })).code).toBe(401);
    const again = await at.call('POST', '/sys/refresh', { body: { refreshToken: data.refreshToken as string } });
    expect(again.code).toBe(401);
  });
  test('wrong five times is locked a quarter of an hour, on every terminal; 20 at once count 20', async () => {
    const said: string[] = [];
    for (let n = 0; n < 6; n++) said.push((await enter('147258')).msg);
    expect(said).toEqual([
      '工号或PIN错误，还可尝试4次',
      '工号或PIN错误，还可尝试3次',
      '工号或PIN错误，还可尝试2次',
      '工号或PIN错误，还可尝试1次',
      'PIN已锁定，请15分钟后再试或联系管理员',
      'PIN已锁定，请15分钟后再试或联系管理员',
    ]);
    expect((await enter()).msg).toBe('PIN已锁定，请15分钟后再试或联系管理员');
    await run(`UPDATE platform.sign_fail SET locked_until = now() - interval '1 second'`);
    expect((await enter()).code).toBe(200);
    const all = await Promise.all(Array.from({ length: 20 }, () => enter('147258')));
    expect(all.filter(({ msg }) => msg.startsWith('工号或PIN错误'))).toHaveLength(4);
    // of the employee and of the terminal
    expect(await run('SELECT fail_count FROM platform.sign_fail')).toEqual([{ fail_count: 20 }, { fail_count: 20 }]);
  });
  test('of a number nobody has behaves the same', async () => {
    const said: string[] = [];
    for (let n = 0; n < 5; n++) said.push((await enter(PIN, 'YG4711')).msg);
    expect([said[0], said[4]]).toEqual(['工号或PIN错误，还可尝试4次', 'PIN已锁定，请15分钟后再试或联系管理员']);
  });
  test('is not guessed by one number after another: 30 wrong ones lock the terminal, 40 at once count 40', async () => {
    const no = (n: number): string => `YG5${String(n).padStart(3, '0')}`;
    for (let n = 0; n < 29; n++) expect((await enter(PIN, no(n))).msg).toBe('工号或PIN错误，还可尝试4次');
    // a right one takes nothing of what was wrong before
    expect((await enter()).code).toBe(200);
    expect((await enter(PIN, no(29))).msg).toBe('工号或PIN错误，还可尝试4次');
    const sessions = await run('SELECT count(*) FROM platform.auth_session');
    for (const given of [NO, no(30)])
      expect((await enter(PIN, given)).msg).toBe('本终端PIN错误次数过多，请15分钟后再试');
    expect(await run('SELECT count(*) FROM platform.auth_session')).toEqual(sessions);
    await run(
      `UPDATE platform.sign_fail SET locked_until = now() - interval '1 second' WHERE locked_until IS NOT NULL`,
    );
    expect((await enter()).code).toBe(200);
    const all = await Promise.all(Array.from({ length: 40 }, (_, n) => enter(PIN, no(100 + n))));
    expect(all.filter(({ msg }) => msg.startsWith('工号或PIN错误'))).toHaveLength(30);
  });
  test('set anew ends the lock and what was open', async () => {
    const token = (await enter()).data.access_token as string;
    for (let n = 0; n < 5; n++) await enter('147258');
    const { version } = await one('user', userId);
    await save('user', { id: userId, version, pin: '369258' });
    expect((await at.call('GET', '/sys/role/getRoleId', { token })).code).toBe(401);
    expect((await enter()).msg).toBe('工号或PIN错误，还可尝试4次');
    expect((await enter('369258')).code).toBe(200);
    expect((await one('user', userId)).pin).toBe('******');
  });
  test('opens nothing for an employee who was switched off, though his account was not', async () => {
    const [{ id } = {}] = await run(`SELECT id FROM org_demo.employee WHERE code = '${NO}'`);
    expect((await act('employee', 'disable', id as string)).code).toBe(200);
    const open = `SELECT count(*)::int AS n FROM platform.auth_session WHERE kind = 60`;
    const before = await run(open);
    expect((await enter('369258')).msg).toBe('账号已停用，请联系管理员');
    // a wrong PIN does not tell that he is gone
    expect((await enter('147258')).msg).toBe('工号或PIN错误，还可尝试4次');
    expect(await run(open)).toEqual(before);
    expect((await act('employee', 'enable', id as string)).code).toBe(200);
    expect((await enter('369258')).code).toBe(200);
  });
  test('is of no use on a terminal that was stopped, nor where the setting is off', async () => {
    const token = (await enter('369258')).data.access_token as string;
    expect((await act('terminal', 'stop', terminal.terminal)).code).toBe(200);
    expect((await at.call('GET', '/sys/role/getRoleId', { token })).code).toBe(401);
    expect((await enter('369258')).msg).toBe('终端已停用，请联系管理员');
    expect((await act('terminal', 'resume', terminal.terminal)).code).toBe(200);
    at.settings['auth.pinLogin'] = false;
    expect((await enter('369258')).msg).toBe('企业未开启终端登录，请联系管理员');
  });
});
