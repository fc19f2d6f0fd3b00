/** A secret that is typed anywhere stands nowhere: not in the log, not in an answer, not in a table. */
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { CAPTCHA, PASSWORD, type TestApp, testApp } from '../../support/app';

const CANARY = 'Kanarie#7391';
const SECOND = 'Tweede$8402';
const logs: string[] = [];
const answers: string[] = [];
let at: TestApp;
beforeAll(async () => {
  at = await testApp({ engine: true, logs });
  await sql`UPDATE platform.account SET mobile = '13800000001'`.execute(at.database.db);
});
afterAll(() => at.close());

const call: TestApp['call'] = async (method, path, options) => {
  const answer = await at.call<never>(method, path, options);
  answers.push(JSON.stringify(answer));
  return answer;
};
const change = async (token: string, before: string, after: string) => {
  const [oldPwd, newPwd] = [await at.seal(before), await at.seal(after)];
  return call('POST', '/sys/user/confirmPassword', {
    token,
    body: { keyId: oldPwd.keyId, oldPwd: oldPwd.pwd, newPwd: newPwd.pwd },
  });
};

test('passwords, codes, pictures and tokens are in no log line, no refusal and no table', async () => {
  // typed in clear, into the wrong field, into a broken call
  await call('GET', '/sys/signIn', { query: { loginName: 'admin', pwd: CANARY, keyId: 'x' } });
  await call('POST', '/sys/signIn', { body: { loginName: 'admin', pwd: CANARY, keyId: CANARY } });
  await call('POST', '/sys/user/forgetPassword', { body: { mobile: '13800000001', code: CANARY } });
  await call('POST', '/sys/user/confirmPassword', { body: { ticket: CANARY, newPwd: CANARY, keyId: 'x' } });
  await call('POST', '/sys/refresh', { body: { refreshToken: CANARY } });
  await call('POST', '/sys/signIn', {
    body: { loginName: 'admin', ...(await at.seal(CANARY)), ...(await at.picture()) },
  });

  const session = await at.signIn('admin');
  const token = session.data.access_token;
  expect((await change(token, CANARY, SECOND)).msg).toBe('原密码错误');
  expect((await change(token, PASSWORD, 'Kanarie')).code).toBe(203);
  expect((await change(token, PASSWORD, CANARY)).code).toBe(200);
  const query = { mobile: '13800000001', ...(await at.picture()) };
  expect((await call('GET', '/sys/user/getForgetPasswordCode', { query })).code).toBe(200);
  const code = /\d{6}/.exec(at.sms[0]?.text ?? '')?.[0] ?? '';
  expect(code).toHaveLength(6);
  const proved = await at.call<{ ticket: string }>('POST', '/sys/user/forgetPassword', {
    body: { mobile: '13800000001', code },
  });
  const { pwd, keyId } = await at.seal(SECOND);
  const renewed = await call('POST', '/sys/user/confirmPassword', {
    body: { ticket: proved.data.ticket, newPwd: pwd, keyId },
  });
  expect(renewed.code).toBe(200);

  const secrets = [CANARY, SECOND, PASSWORD, token, session.data.refreshToken, proved.data.ticket, code, CAPTCHA];
  expect(logs.length).toBeGreaterThan(10);
  const told = [...logs, ...answers].join('\n');
  expect(secrets.filter((secret) => told.includes(secret))).toEqual([]);

  const { rows } = await sql<{ schema: string; name: string }>`
    SELECT n.nspname AS schema, c.relname AS name FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
     WHERE c.relkind IN ('r', 'p') AND (n.nspname = 'platform' OR n.nspname LIKE 'org\_%')`.execute(at.database.db);
  expect(rows.length).toBeGreaterThan(30);
  const held: string[] = [];
  for (const { schema, name } of rows)
    for (const secret of secrets) {
      const found =
        await sql`SELECT 1 FROM ${sql.table(`${schema}.${name}`)} t WHERE position(${secret} IN t::text) > 0 LIMIT 1`.execute(
          at.database.db,
        );
      if (found.rows.length > 0) held.push(`${schema}.${name}`);
    }
  expect(held).toEqual([]);
});
