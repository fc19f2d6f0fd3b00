import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { openAccount } from '../../../server/auth/accounts';
import { createOrg } from '../../../server/auth/organisation';
import { inTx } from '../../../server/db/tx';
import { newId } from '../../../server/ids';
import { PASSWORD, type TestApp, testApp } from '../../support/app';

let at: TestApp;
beforeAll(async () => {
  at = await testApp();
});
afterAll(() => at.close());
beforeEach(async () => {
  await sql`UPDATE platform.account SET fail_count = 0, locked_until = NULL, is_disabled = 0, must_change = false`.execute(
    at.database.db,
  );
  await sql`UPDATE org_demo.user SET is_disabled = '0', valid_to = NULL`.execute(at.database.db);
  await sql`UPDATE platform.org SET is_disabled = 0, valid_to = NULL`.execute(at.database.db);
  await sql`DELETE FROM platform.sign_fail`.execute(at.database.db);
  for (const key of Object.keys(at.settings)) delete at.settings[key];
});
const run = async (text: string): Promise<readonly Record<string, unknown>[]> =>
  (await sql.raw<Record<string, unknown>>(text).execute(at.database.db)).rows;

describe('a right password', () => {
  test('gives tokens, names and the state of the password', async () => {
    const { status, code, data } = await at.signIn('admin');
    expect([status, code]).toEqual([200, 200]);
    expect(data).toEqual({
      access_token: expect.stringMatching(/^[\w-]{43}$/),
      refreshToken: expect.stringMatching(/^[\w-]{43}$/),
      expiresIn: 12 * 3600,
      idleSeconds: null,
      nickName: '系统管理员',
      userId: expect.any(String),
      orgId: at.org.id,
      orgName: '示例工厂',
      needUpdatePwd: { need: 0, reason: null, daysLeft: null },
    });
  });
  test('works as GET too, whatever the case of the name', async () => {
    const query = { loginName: 'ADMIN', ...(await at.seal(PASSWORD)) };
    expect((await at.call('GET', '/sys/signIn', { query })).code).toBe(200);
  });
  test('no token and no password is stored or logged', async () => {
    const { data } = await at.signIn('admin');
    const [row] =
      await run(`SELECT string_agg(s::text, ' ') || (SELECT string_agg(a::text, ' ') FROM platform.account a) AS t
      FROM platform.auth_session s`);
    for (const secret of [data.access_token, data.refreshToken, PASSWORD]) expect(row?.t).not.toContain(secret);
    expect(row?.t).toContain('$argon2id$');
  });
  test('is not evaluated in clear', async () => {
    const { keyId } = await at.seal(PASSWORD);
    const answer = await at.call('POST', '/sys/signIn', { body: { loginName: 'admin', pwd: PASSWORD, keyId } });
    expect([answer.code, answer.msg]).toEqual([203, '登录请求已过期，请刷新页面重试']);
    expect(answer.data).toMatchObject({ rule: 'signIn.expired' });
  });
  test('is refused when the envelope is old, from the future or used before', async () => {
    const body = { loginName: 'admin', ...(await at.seal(PASSWORD)) };
    expect((await at.call('POST', '/sys/signIn', { body })).code).toBe(200);
    expect((await at.call('POST', '/sys/signIn', { body })).msg).toBe('登录请求已过期，请刷新页面重试');
    for (const shift of [-121_000, 121_000]) {
      const late = { loginName: 'admin', ...(await at.seal(PASSWORD, { t: at.clock.now.getTime() + shift })) };
      expect((await at.call('POST', '/sys/signIn', { body: late })).msg).toBe('登录请求已过期，请刷新页面重试');
    }
  });
});

describe('a wrong password', () => {
  const wrong = (name = 'admin', ip = '127.0.0.1') =>
    Promise.all([at.seal('wrong'), at.picture()]).then(([sealed, picture]) =>
      at.call('POST', '/sys/signIn', { body: { loginName: name, ...sealed, ...picture }, ip }),
    );

  test('counts down, locks, and opens again when the time is over', async () => {
    const said: string[] = [];
    for (let n = 0; n < 5; n++) said.push((await wrong()).msg);
    expect(said).toEqual([
      '账号或密码错误，还可尝试4次',
      '账号或密码错误，还可尝试3次',
      '账号或密码错误，还可尝试2次',
      '账号或密码错误，还可尝试1次',
      '账号已锁定，请30分钟后再试或联系管理员',
    ]);
    await run(`UPDATE platform.account SET locked_until = now() + interval '23 minutes 30 seconds'`);
    expect((await at.signIn('admin')).msg).toBe('账号已锁定，请24分钟后再试或联系管理员');
    await run(`UPDATE platform.account SET locked_until = now() - interval '1 second'`);
    expect((await at.signIn('admin')).code).toBe(200);
    expect(await run('SELECT fail_count, locked_until FROM platform.account')).toEqual([
      { fail_count: 0, locked_until: null },
    ]);
  });
  test('twenty at once count exactly twenty', async () => {
    await Promise.all(Array.from({ length: 20 }, () => wrong()));
    expect((await run('SELECT fail_count, locked_until > now() AS locked FROM platform.account'))[0]).toEqual({
      fail_count: 20,
      locked: true,
    });
  });
  test('after a lock that is over counts from one', async () => {
    await run(`UPDATE platform.account SET fail_count = 9, locked_until = now() - interval '1 second'`);
    expect((await wrong()).msg).toBe('账号或密码错误，还可尝试4次');
  });
  test('of a name nobody has says and locks the same, by name and address', async () => {
    const said: string[] = [];
    for (let n = 0; n < 5; n++) said.push((await wrong('nobody')).msg);
    expect([said[0], said[4]]).toEqual(['账号或密码错误，还可尝试4次', '账号已锁定，请30分钟后再试或联系管理员']);
    expect((await wrong('nobody', '10.0.0.9')).msg).toBe('账号或密码错误，还可尝试4次');
  });
  test('follows the limits of the organisation and tells it of the lock', async () => {
    at.settings['auth.maxFail'] = 3;
    at.settings['auth.lockMinutes'] = 10;
    await run('DELETE FROM org_demo.mw_outbox');
    for (let n = 0; n < 2; n++) await wrong();
    expect((await wrong()).msg).toBe('账号已锁定，请10分钟后再试或联系管理员');
    expect((await run('SELECT event FROM org_demo.mw_outbox')).map(({ event }) => event)).toEqual(['account.locked']);
  });
});

describe('who may not sign in is told so only after the right password', () => {
  test('a disabled user, an expired one, a disabled account', async () => {
    for (const change of [
      `UPDATE org_demo.user SET is_disabled = '1'`,
      `UPDATE org_demo.user SET is_disabled = '0', valid_to = '2020-01-01'`,
      `UPDATE org_demo.user SET valid_to = NULL, is_deleted = 1`,
    ]) {
      await run(change);
      expect((await at.signIn('admin')).msg).toBe('账号已停用，请联系管理员');
      expect((await at.signIn('admin', 'wrong')).msg).toContain('账号或密码错误');
    }
    await run(`UPDATE org_demo.user SET is_deleted = 0`);
    await run('UPDATE platform.account SET is_disabled = 1');
    expect((await at.signIn('admin')).msg).toBe('账号已停用，请联系管理员');
  });
  test('an organisation that is off or over', async () => {
    for (const change of ['is_disabled = 1', `is_disabled = 0, valid_to = '2020-01-01'`]) {
      await run(`UPDATE platform.org SET ${change}`);
      expect((await at.signIn('admin')).msg).toBe('企业服务已停用或到期，请联系管理员');
    }
  });
  test('a network that is not allowed', async () => {
    at.settings['auth.ipAllow'] = '10.1.0.0/16\n192.168.1.5';
    expect((await at.signIn('admin')).msg).toBe('当前网络不允许登录');
    at.settings['auth.ipAllow'] = '127.0.0.0/8';
    expect((await at.signIn('admin')).code).toBe(200);
  });
});

describe('passwords', () => {
  test('a forced change comes before everything else', async () => {
    await run('UPDATE platform.account SET must_change = true');
    const { data } = await at.signIn('admin');
    expect(data.needUpdatePwd).toEqual({ need: 2, reason: 'first', daysLeft: null });
    const token = data.access_token;
    const refused = await at.call('GET', '/application/apps/getUserMenuList', { token });
    expect([refused.status, refused.code, refused.msg]).toEqual([200, 203, '请先修改密码']);
    expect((await at.call('GET', '/sys/user/needUpdatePwd', { token })).data).toMatchObject({ need: 2 });
  });
  test('the owner changes it; other sessions end', async () => {
    const [answer, two] = [await at.signIn('admin'), await at.signIn('admin')];
    const token = answer.data.access_token;
    const change = async (before: string, after: string) => {
      const [oldPwd, newPwd] = [await at.seal(before), await at.seal(after)];
      const body = { keyId: oldPwd.keyId, oldPwd: oldPwd.pwd, newPwd: newPwd.pwd };
      return at.call('POST', '/sys/user/confirmPassword', { token, body });
    };
    expect((await change('wrong', 'Ruoshui#2026')).msg).toBe('原密码错误');
    expect((await change(PASSWORD, 'admin1')).msg).toBe(
      '密码不符合要求：长度6位，至少8位；须包含大写、小写、数字、符号中的3类，当前2类；不能包含登录账号',
    );
    // acceptance 2: a refused one changes nothing
    at.settings['auth.minLength'] = 10;
    const held = await run('SELECT pwd_hash, history FROM platform.account');
    expect((await change(PASSWORD, 'Admin#88')).msg).toBe('密码不符合要求：长度8位，至少10位；不能包含登录账号');
    expect(await run('SELECT pwd_hash, history FROM platform.account')).toEqual(held);
    expect((await at.call('GET', '/sys/role/getRoleId', { token: two.data.access_token })).code).toBe(200);
    delete at.settings['auth.minLength'];
    expect((await change(PASSWORD, PASSWORD)).msg).toBe('密码不符合要求：不能与最近5次密码相同');
    expect((await change(PASSWORD, 'Ruoshui#2026')).code).toBe(200);
    expect((await at.call('GET', '/sys/role/getRoleId', { token })).code).toBe(200);
    expect((await at.call('GET', '/sys/role/getRoleId', { token: two.data.access_token })).code).toBe(401);
    expect((await at.signIn('admin', 'Ruoshui#2026')).code).toBe(200);
    await change('Ruoshui#2026', 'Other#Word9');
    await run(`UPDATE platform.account SET history = '[]'`);
    expect((await change('Other#Word9', PASSWORD)).code).toBe(200);
  });
});

describe('one account in two organisations', () => {
  let second: string;
  beforeAll(async () => {
    const objects = [...at.parts.registries.shipped.objects.values()];
    const org = await createOrg(
      at.database.db,
      { objects, now: '2026-01-15 08:00:00' },
      { code: 'demo2', name: '示例工厂二厂', admin: { loginName: 'boss', name: '厂长', password: PASSWORD } },
    );
    second = org.id;
    const userId = newId();
    await run(`INSERT INTO org_demo2.user (id, login_name, name) VALUES ('${userId}', 'admin', '系统管理员')`);
    await run(`INSERT INTO platform.member (org_id, user_id, account_id, login_name)
      SELECT '${second}', '${userId}', account_id, 'admin' FROM platform.member WHERE org_id = '${at.org.id}'`);
  });
  test('only the first is the platform organisation', async () => {
    expect(await run('SELECT code FROM platform.org WHERE is_platform')).toEqual([{ code: 'demo' }]);
  });
  test('asks which one, last used first, and takes the ticket once', async () => {
    await run('UPDATE platform.account SET last_org_id = NULL');
    const asked = await at.signIn('admin');
    expect(asked.data).toEqual({
      chooseOrg: [
        { orgId: at.org.id, name: '示例工厂' },
        { orgId: second, name: '示例工厂二厂' },
      ],
      ticket: expect.any(String),
    });
    const ticket = String(asked.data.ticket);
    const chosen = await at.signIn('admin', PASSWORD, { org: second, ticket });
    expect([chosen.code, chosen.data.orgName]).toEqual([200, '示例工厂二厂']);
    expect((await at.signIn('admin', PASSWORD, { org: second, ticket })).msg).toBe('登录请求已过期，请刷新页面重试');
    const again = await at.signIn('admin');
    expect(again.data.chooseOrg).toMatchObject([{ orgId: second }, { orgId: at.org.id }]);
  });
  test('another one is switched to with the same account only', async () => {
    const { data } = await at.signIn('admin', PASSWORD, { org: 'demo' });
    const go = (orgId: string) =>
      at.call<{ access_token: string; orgName: string }>('POST', '/sys/switchOrg', {
        token: data.access_token,
        body: { orgId },
      });
    expect((await go(newId())).msg).toBe('您没有该企业的使用权限');
    const there = await go(second);
    expect(there.data.orgName).toBe('示例工厂二厂');
    expect((await at.call('GET', '/sys/role/getRoleId', { token: there.data.access_token })).code).toBe(200);
    expect((await at.call('GET', '/sys/role/getRoleId', { token: data.access_token })).code).toBe(401);
  });
  test('candidates that are off are left out before asking', async () => {
    await run(`UPDATE platform.org SET is_disabled = 1 WHERE code = 'demo2'`);
    expect((await at.signIn('admin')).data.orgName).toBe('示例工厂');
  });
  test('the strictest limits count', async () => {
    at.settings['auth.maxFail'] = 4;
    expect((await at.signIn('admin', 'wrong')).msg).toBe('账号或密码错误，还可尝试3次');
  });
  test('a name of several accounts asks for the organisation', async () => {
    const userId = newId();
    await run(`INSERT INTO org_demo2.user (id, login_name, name) VALUES ('${userId}', 'twin', '双')`);
    const other = newId();
    await run(`INSERT INTO org_demo.user (id, login_name, name) VALUES ('${other}', 'twin', '胞')`);
    const open = (org: string, schema: string, user: string) =>
      inTx(at.database.db, (trx) =>
        openAccount(trx, {
          org: { id: org, schema },
          userId: user,
          loginName: 'twin',
          password: PASSWORD,
          mustChange: false,
        }),
      );
    await open(second, 'org_demo2', userId);
    await open(at.org.id, 'org_demo', other);
    const asked = await at.signIn('twin');
    expect([asked.code, asked.msg, asked.data]).toEqual([203, '请输入企业编码', { orgRequired: true }]);
    expect((await at.signIn('twin', PASSWORD, { org: 'demo2' })).data.nickName).toBe('双');
  });
});
