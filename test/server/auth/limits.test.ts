import { existsSync, readFileSync, statSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { senderOf } from '../../../server/auth/sms';
import { triesOfAddress } from '../../../server/auth/tries';
import { PASSWORD, type TestApp, testApp } from '../../support/app';
import { dataFolder, removeFolder } from '../../support/folder';

let at: TestApp;
beforeAll(async () => {
  at = await testApp();
});
afterAll(() => at.close());
beforeEach(async () => {
  await run(`UPDATE platform.account SET fail_count = 0, locked_until = NULL, mobile = '13800000001', history = '[]'`);
  for (const table of ['sign_fail', 'sms_code', 'captcha']) await run(`DELETE FROM platform.${table}`);
  for (const key of Object.keys(at.settings)) delete at.settings[key];
  at.sms.length = 0;
});
const run = async (text: string): Promise<readonly Record<string, unknown>[]> =>
  (await sql.raw<Record<string, unknown>>(text).execute(at.database.db)).rows;
const plain = async (password: string, more: Record<string, string> = {}, loginName = 'admin', ip = '127.0.0.1') =>
  at.call('POST', '/sys/signIn', { body: { loginName, ...(await at.seal(password)), ...more }, ip });

describe('the picture', () => {
  test('is not asked of two who sign in from one address at the same time, over and over', async () => {
    const limits = { captchaAfter: 3, maxFail: 5, lockMinutes: 15 };
    const people = Array.from({ length: 2 }, async () => {
      const tries = triesOfAddress(at.database.db, '10.0.0.9', limits);
      let asked = 0;
      for (let n = 0; n < 300; n++) {
        if ((await tries.take(false)) === null) asked++;
        else await tries.giveBack();
      }
      return asked;
    });
    expect(await Promise.all(people)).toEqual([0, 0]);
    expect(await run('SELECT fail_count FROM platform.sign_fail')).toEqual([]);
  });
  test('is asked for after three wrong tries, counts once, and says so in time (acceptance 1)', async () => {
    const first = [await plain('wrong'), await plain('wrong'), await plain('wrong')];
    expect(first.map(({ data }) => (data as { needCaptcha?: boolean } | null)?.needCaptcha ?? false)).toEqual([
      false,
      false,
      true,
    ]);
    expect(await plain(PASSWORD)).toMatchObject({ code: 203, msg: '验证码错误', data: { needCaptcha: true } });
    const picture = await at.picture();
    expect((await plain('wrong', picture)).msg).toBe('账号或密码错误，还可尝试1次');
    // used up, whether it was right
    expect((await plain(PASSWORD, picture)).msg).toBe('验证码错误');
    expect((await plain(PASSWORD, { ...(await at.picture()), captcha: 'XXXX' })).msg).toBe('验证码错误');
    expect((await plain('wrong', await at.picture())).msg).toBe('账号已锁定，请30分钟后再试或联系管理员');
    await run(`UPDATE platform.account SET locked_until = now() + interval '23 minutes 30 seconds'`);
    expect((await plain(PASSWORD)).msg).toBe('账号已锁定，请24分钟后再试或联系管理员');
    await run(`UPDATE platform.account SET locked_until = now() - interval '1 second'`);
    await run(`DELETE FROM platform.sign_fail`);
    expect((await plain(PASSWORD)).code).toBe(200);
    expect(await run('SELECT fail_count FROM platform.account')).toEqual([{ fail_count: 0 }]);
  });
  test('holds against twenty calls at once: three are looked at, the others need it', async () => {
    const said = await Promise.all(Array.from({ length: 20 }, () => plain('wrong')));
    expect(said.filter(({ msg }) => msg === '验证码错误')).toHaveLength(17);
    expect(await run('SELECT fail_count FROM platform.account')).toEqual([{ fail_count: 3 }]);
  });
  test('twenty at once with a picture each count twenty, five are looked at, one tells of the lock', async () => {
    await run('DELETE FROM org_demo.mw_outbox');
    const pictures = await Promise.all(Array.from({ length: 20 }, () => at.picture()));
    const said = await Promise.all(pictures.map((picture) => plain('wrong', picture)));
    expect(said.filter(({ msg }) => msg.startsWith('账号已锁定'))).toHaveLength(16);
    expect(await run('SELECT fail_count FROM platform.account')).toEqual([{ fail_count: 20 }]);
    expect(await run('SELECT event FROM org_demo.mw_outbox')).toEqual([{ event: 'account.locked' }]);
  });
  test('one picture is good for one of twenty calls at once', async () => {
    await run('UPDATE platform.account SET fail_count = 3');
    const picture = await at.picture();
    const said = await Promise.all(Array.from({ length: 20 }, () => plain('wrong', picture)));
    expect(said.filter(({ msg }) => msg === '验证码错误')).toHaveLength(19);
  });
  test('is asked of an address that tries many names, until some time has passed', async () => {
    for (const name of ['a1', 'a2', 'a3']) await plain('wrong', {}, name, '10.9.9.9');
    expect((await plain('wrong', {}, 'a4', '10.9.9.9')).msg).toBe('验证码错误');
    expect((await plain('wrong', {}, 'a4', '10.9.9.8')).msg).toBe('账号或密码错误，还可尝试4次');
    await run(`UPDATE platform.sign_fail SET updated_at = now() - interval '31 minutes'`);
    expect((await plain('wrong', {}, 'a5', '10.9.9.9')).msg).toBe('账号或密码错误，还可尝试4次');
  });
  test('tells nothing of its text', async () => {
    const answer = await at.call('GET', '/sys/captcha');
    expect(JSON.stringify(answer)).not.toContain('AC6F');
    expect((answer.data as { svg: string }).svg).toMatch(/^<svg [^>]*><path d="[-ML\d. ]+"\/><\/svg>$/);
  });
  test('right passwords beside wrong ones do not lock anybody out', async () => {
    const said = await Promise.all(Array.from({ length: 3 }, (_, n) => plain(n === 1 ? PASSWORD : 'wrong')));
    expect(said.filter(({ code }) => code === 200)).toHaveLength(1);
  });
});

describe('the own password, asked again', () => {
  const change = async (token: string, before: string, after: string) => {
    const [oldPwd, newPwd] = [await at.seal(before), await at.seal(after)];
    const body = { keyId: oldPwd.keyId, oldPwd: oldPwd.pwd, newPwd: newPwd.pwd };
    return at.call('POST', '/sys/user/confirmPassword', { token, body });
  };
  const held = () => run('SELECT pwd_hash, fail_count, locked_until > now() AS locked FROM platform.account');

  test('twenty wrong ones at once count twenty, five are looked at, and the account is locked', async () => {
    const [{ data }, [before]] = [await at.signIn('admin'), await held()];
    await run('DELETE FROM org_demo.mw_outbox');
    const said = await Promise.all(
      Array.from({ length: 20 }, () => change(data.access_token, 'wrong', 'Ruoshui#2026')),
    );
    expect(said.filter(({ msg }) => msg === '原密码错误')).toHaveLength(5);
    expect(said.filter(({ msg }) => msg === '账号已锁定，请30分钟后再试或联系管理员')).toHaveLength(15);
    expect(await held()).toEqual([{ pwd_hash: before?.pwd_hash, fail_count: 20, locked: true }]);
    expect(await run('SELECT event FROM org_demo.mw_outbox')).toEqual([{ event: 'account.locked' }]);
    // the right one is not looked at either
    expect((await change(data.access_token, PASSWORD, 'Ruoshui#2026')).msg).toMatch(/^账号已锁定/);
    expect(await held()).toMatchObject([{ pwd_hash: before?.pwd_hash }]);
  });
  test('a right one gives its try back', async () => {
    const { data } = await at.signIn('admin');
    expect((await change(data.access_token, 'wrong', 'Ruoshui#2026')).msg).toBe('原密码错误');
    expect((await change(data.access_token, PASSWORD, 'short')).msg).toMatch(/^密码不符合要求/);
    expect(await held()).toMatchObject([{ fail_count: 1, locked: null }]);
  });
});

const ask = async (mobile: string, ip = '127.0.0.1') =>
  at.call('GET', '/sys/user/getForgetPasswordCode', { query: { mobile, ...(await at.picture()) }, ip });
const code = (n = 0): string => /\d{6}/.exec(at.sms[n]?.text ?? '')?.[0] ?? '';
const prove = (mobile: string, given: string) =>
  at.call<{ ticket: string }>('POST', '/sys/user/forgetPassword', { body: { mobile, code: given } });
const renew = async (ticket: string, password: string) => {
  const { pwd, keyId } = await at.seal(password);
  return at.call('POST', '/sys/user/confirmPassword', { body: { ticket, newPwd: pwd, keyId } });
};

describe('a forgotten password', () => {
  test('is renewed by a code to the mobile; all sessions end', async () => {
    const { data } = await at.signIn('admin');
    expect((await ask('13800000001')).data).toEqual({ resendAfter: 60 });
    const { ticket } = (await prove('13800000001', code())).data;
    expect((await renew(ticket, 'admin1')).msg).toBe(
      '密码不符合要求：长度6位，至少8位；须包含大写、小写、数字、符号中的3类，当前2类；不能包含登录账号',
    );
    expect((await renew(ticket, 'Ruoshui#2026')).code).toBe(200);
    expect((await renew(ticket, 'Other#Word9')).msg).toBe('验证已过期，请重新获取验证码');
    expect((await at.call('GET', '/sys/role/getRoleId', { token: data.access_token })).code).toBe(401);
    expect((await at.signIn('13800000001', 'Ruoshui#2026')).code).toBe(200);
    await run("UPDATE platform.account SET history = '[]'");
    await run('DELETE FROM platform.sms_code');
    await ask('13800000001');
    await renew((await prove('13800000001', code(1))).data.ticket, PASSWORD);
  });
  test('answers alike for a mobile of nobody, and sends nothing', async () => {
    expect((await ask('13900000009')).data).toEqual({ resendAfter: 60 });
    expect(at.sms).toEqual([]);
    expect((await prove('13900000009', '000000')).msg).toBe('验证码错误或已过期');
  });
  test('without the old password and without a ticket is nobody’s', async () => {
    const { pwd, keyId } = await at.seal('Ruoshui#2026');
    const body = { oldPwd: pwd, newPwd: pwd, keyId };
    expect((await at.call('POST', '/sys/user/confirmPassword', { body })).code).toBe(401);
  });
});

describe('codes', () => {
  test('need a picture', async () => {
    const answer = await at.call('GET', '/sys/user/getForgetPasswordCode', { query: { mobile: '13800000001' } });
    expect(answer.msg).toBe('验证码错误');
  });
  test('twenty at once send one', async () => {
    const said = await Promise.all(Array.from({ length: 20 }, () => ask('13800000001')));
    expect(said.filter(({ code: number }) => number === 200)).toHaveLength(1);
    expect(said.filter(({ msg }) => /^请(59|60)秒后再获取验证码$/.test(msg))).toHaveLength(19);
    expect(at.sms).toHaveLength(1);
  });
  test('five a day of a mobile, twenty an hour of an address', async () => {
    for (let n = 0; n < 5; n++) {
      expect((await ask('13800000001')).code).toBe(200);
      await run(`UPDATE platform.sms_code SET created_at = created_at - interval '61 seconds'`);
    }
    expect((await ask('13800000001')).msg).toBe('今日验证码次数已用完，请明天再试');
    for (let n = 0; n < 15; n++) expect((await ask(`139000001${String(n).padStart(2, '0')}`)).code).toBe(200);
    expect((await ask('13900000200')).msg).toBe('操作过于频繁，请稍后再试');
    expect((await ask('13900000200', '10.1.1.1')).code).toBe(200);
  });
  test('are void after five wrong tries, twenty at once too, and the newest alone is good', async () => {
    await ask('13800000001');
    const old = code();
    await run(`UPDATE platform.sms_code SET created_at = created_at - interval '61 seconds'`);
    await ask('13800000001');
    if (old !== code(1)) expect((await prove('13800000001', old)).msg).toBe('验证码错误或已过期');
    await run('UPDATE platform.sms_code SET tries = 0');
    const wrong = code(1) === '000000' ? '111111' : '000000';
    await Promise.all(Array.from({ length: 20 }, () => prove('13800000001', wrong)));
    expect(await run('SELECT max(tries) AS n FROM platform.sms_code')).toEqual([{ n: 5 }]);
    expect((await prove('13800000001', code(1))).msg).toBe('验证码错误或已过期');
  });
  test('twenty at once with the right code give one ticket', async () => {
    await ask('13800000001');
    const said = await Promise.all(Array.from({ length: 20 }, () => prove('13800000001', code())));
    expect(said.filter(({ code: number }) => number === 200)).toHaveLength(1);
  });
});

describe('the mobile of an account', () => {
  test('changes by a code to the new one, and to nobody else’s', async () => {
    const { data } = await at.signIn('admin');
    const token = data.access_token;
    const send = async (mobile: string) =>
      at.call('GET', '/sys/user/getMobileCode', { token, query: { mobile, ...(await at.picture()) } });
    expect((await send('13800000001')).msg).toBe('手机号已被其他账号使用');
    expect((await send('1380')).msg).toBe('手机号格式不正确');
    expect((await send('13700000001')).code).toBe(200);
    const change = (given: string) =>
      at.call('POST', '/sys/user/changeMobile', { token, body: { mobile: '13700000001', code: given } });
    expect((await change('abc')).msg).toBe('验证码错误或已过期');
    expect((await change(code())).code).toBe(200);
    expect((await at.signIn('13700000001')).code).toBe(200);
  });
});

describe('the personal centre', () => {
  test('shows who one is and one line for each sign-in; another one is ended with all its tokens', async () => {
    const [here, there] = [(await at.signIn('admin')).data, (await at.signIn('admin')).data];
    const renewed = await at.call('POST', '/sys/refresh', { body: { refreshToken: there.refreshToken } });
    const own = async () =>
      (await at.call('GET', '/sys/user/profile', { token: here.access_token })).data as unknown as Own;
    interface Own {
      readonly loginName: string;
      readonly mobile: string;
      readonly sessions: readonly { readonly id: string; readonly current: boolean }[];
    }
    const before = await own();
    expect(before).toMatchObject({ loginName: 'admin', mobile: '138****0001' });
    expect(before.sessions.filter(({ current }) => current)).toHaveLength(1);
    const end = (id: string, token: string) => at.call('POST', '/sys/user/endSession', { token, body: { id } });
    const mine = before.sessions.find(({ current }) => current)!.id;
    expect((await end(mine, here.access_token)).msg).toBe('该登录已退出');
    for (const { id, current } of before.sessions)
      if (!current) expect((await end(id, here.access_token)).code).toBe(200);
    expect((await own()).sessions).toHaveLength(1);
    const over = (renewed.data as { access_token: string }).access_token;
    expect((await at.call('GET', '/sys/user/profile', { token: over })).code).toBe(401);
  });
  test('ends nobody else’s', async () => {
    const { data } = await at.signIn('admin');
    const [other, session] = ['01900000-0000-7000-8000-000000000002', '01900000-0000-7000-8000-000000000003'];
    await run(`INSERT INTO platform.account SELECT (jsonb_populate_record(a, '{"id": "${other}", "mobile": null}')).*
      FROM platform.account a LIMIT 1`);
    await run(`INSERT INTO platform.auth_session (id, chain_id, token_hash, refresh_hash, account_id, user_id, org_id, expires_at, refresh_expires_at)
      SELECT '${session}', '${session}', 'a', 'b', '${other}', user_id, org_id, now() + interval '1 hour', now() + interval '1 hour'
        FROM platform.auth_session LIMIT 1`);
    const end = (id: unknown) =>
      at.call('POST', '/sys/user/endSession', { token: data.access_token, body: { id: String(id) } });
    expect((await end('01900000-0000-7000-8000-000000000001')).msg).toBe('该登录已退出');
    expect((await end("x' OR 1=1")).msg).toBe('该登录已退出');
    expect((await end(session)).msg).toBe('该登录已退出');
    expect(await run(`SELECT revoked_at FROM platform.auth_session WHERE id = '${session}'`)).toEqual([
      { revoked_at: null },
    ]);
    await run(`DELETE FROM platform.account WHERE id = '${other}'`);
  });
});

describe('without a way to send', () => {
  test('every call for a code says so, and none is made', async () => {
    const closed = await testApp({ sms: false });
    const ask = async (path: string, query: Record<string, string>) =>
      (await closed.call('GET', path, { query: { ...query, ...(await closed.picture()) } })).msg;
    closed.settings['register.mode'] = '1';
    const mobile = '13800000001';
    const said = [
      await ask('/sys/user/getForgetPasswordCode', { mobile }),
      await ask('/sys/getPhoneCode', { mobile, purpose: '30' }),
      await ask('/sys/getPhoneCode', { mobile: '13900000001', purpose: '10' }),
    ];
    expect(said).toEqual(said.map(() => '未配置短信通道，请联系管理员重置密码'));
    const { rows } = await sql`SELECT 1 FROM platform.sms_code`.execute(closed.database.db);
    expect(rows).toEqual([]);
    expect((await closed.call('GET', '/sys/init')).data).toMatchObject({ canForget: false });
    await closed.close();
  });
});

describe('senders', () => {
  test('the log writes a file of its owner, never in production', async () => {
    const dataDir = dataFolder('sms');
    expect(senderOf('log', { dataDir, production: true })).toBeNull();
    expect(senderOf('none', { dataDir, production: false })).toBeNull();
    await senderOf('log', { dataDir, production: false })!('13800000001', '验证码123456');
    const file = join(dataDir, 'outbox', 'sms.jsonl');
    expect(JSON.parse(readFileSync(file, 'utf8'))).toMatchObject({ mobile: '13800000001', text: '验证码123456' });
    expect(statSync(file).mode & 0o77).toBe(0);
    expect(existsSync(join(dataDir, 'outbox'))).toBe(true);
    removeFolder(dataDir);
  });
  test('the gateway gets the filled body, and its refusal is one', async () => {
    const got: string[] = [];
    let status = 200;
    const server = createServer((req, res) => {
      let text = '';
      req.on('data', (part) => {
        text += String(part);
      });
      req.on('end', () => {
        got.push(`${req.headers['x-key'] ?? ''} ${text}`);
        res.writeHead(status).end();
      });
    });
    await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/send`;
    const env = {
      dataDir: '/tmp',
      production: true,
      url,
      headers: '{"x-key":"k"}',
      body: '{"to":"{mobile}","say":"{text}"}',
    };
    await senderOf('http', env)!('13800000001', '码"1"');
    expect(got).toEqual(['k {"to":"13800000001","say":"码\\"1\\""}']);
    status = 500;
    await expect(senderOf('http', env)!('13800000001', 'x')).rejects.toThrow('500');
    server.close();
  });
});

describe('sign-in by SMS', () => {
  const ask = async (mobile = '13800000001', ip = '127.0.0.1') =>
    at.call('GET', '/sys/getPhoneCode', { query: { mobile, purpose: '30', ...(await at.picture()) }, ip });
  const enter = (smsCode: string, loginName = '13800000001') =>
    at.call('POST', '/sys/signIn', { body: { loginName, smsCode } });
  const sent = () => /\d{6}/.exec(at.sms.at(-1)?.text ?? '')?.[0] ?? '';

  test('needs a picture, says the same of a mobile nobody has, and counts a code once among twenty', async () => {
    expect((await at.call('GET', '/sys/getPhoneCode', { query: { mobile: '13800000001', purpose: '30' } })).msg).toBe(
      '验证码错误',
    );
    expect((await ask('13700000001')).data).toEqual((await ask()).data);
    expect(at.sms.map(({ mobile }) => mobile)).toEqual(['13800000001']);
    expect((await enter('000000', '13700000001')).msg).toBe('验证码错误或已过期');
    const said = await Promise.all(Array.from({ length: 20 }, () => enter(sent())));
    expect(said.filter(({ code }) => code === 200)).toHaveLength(1);
    expect(said.find(({ code }) => code !== 200)?.msg).toBe('验证码错误或已过期');
    const [row] = await run('SELECT kind FROM platform.auth_session ORDER BY created_at DESC LIMIT 1');
    expect(row).toEqual({ kind: 20 });
  });
  test('is void after five wrong tries, and closed while the account is locked', async () => {
    await ask();
    const right = sent();
    const wrong = right === '000000' ? '000001' : '000000';
    await Promise.all(Array.from({ length: 8 }, () => enter(wrong)));
    expect((await enter(right)).msg).toBe('验证码错误或已过期');
    await run('DELETE FROM platform.sms_code');
    await ask();
    await run(`UPDATE platform.account SET locked_until = now() + interval '10 minutes'`);
    expect((await enter(sent())).msg).toBe('账号已锁定，请10分钟后再试或联系管理员');
  });
});
