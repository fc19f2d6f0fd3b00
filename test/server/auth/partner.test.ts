/** Tokens of a partner platform (10 §2.4c): what is accepted once, and that everything else is told alike. */
import { generateKeyPairSync, type KeyObject, sign } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { newId } from '../../../server/ids';
import { type TestApp, testApp } from '../../support/app';

let at: TestApp;
const ours = generateKeyPairSync('ed25519');
const rsa = generateKeyPairSync('rsa', { modulusLength: 2048 });
const theirs = generateKeyPairSync('ed25519');
const pemOf = (key: KeyObject): string => String(key.export({ type: 'spki', format: 'pem' }));
beforeAll(async () => {
  at = await testApp();
  await sql`UPDATE platform.account SET mobile = '13800000001'`.execute(at.database.db);
});
afterAll(() => at.close());

const part = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url');
const tokenOf = (claims: object = {}, key: KeyObject = ours.privateKey, alg = 'EdDSA'): string => {
  const exp = Math.floor(at.clock.now.getTime() / 1_000) + 200;
  const body = { iss: 'https://partner', aud: 'demo', sub: 'admin', exp, jti: newId(), ...claims };
  const signed = `${part({ alg })}.${part(body)}`;
  return `${signed}.${sign(alg === 'RS256' ? 'sha256' : null, Buffer.from(signed), key).toString('base64url')}`;
};
const enter = (token: string) => at.call('GET', '/sys/signlingyang', { query: { token } });
const open = (publicKey: KeyObject = ours.publicKey): void => {
  at.settings['auth.partner.issuer'] = 'https://partner';
  at.settings['auth.partner.key'] = pemOf(publicKey);
};
const sessions = async () =>
  Number(
    (await sql<{ n: string }>`SELECT count(*) AS n FROM platform.auth_session`.execute(at.database.db)).rows[0]!.n,
  );

test('nobody comes in where no partner is set', async () => {
  expect((await enter(tokenOf())).msg).toBe('第三方登录验证失败');
  expect(await sessions()).toBe(0);
});

test('a good one opens a session of its kind, once, also at the same time', async () => {
  open();
  const token = tokenOf();
  const all = await Promise.all(Array.from({ length: 8 }, () => enter(token)));
  expect(all.filter(({ code }) => code === 200)).toHaveLength(1);
  expect(all.filter(({ msg }) => msg === '第三方登录验证失败')).toHaveLength(7);
  const { rows } = await sql`SELECT kind FROM platform.auth_session`.execute(at.database.db);
  expect(rows).toEqual([{ kind: 40 }]);
  const { data } = all.find(({ code }) => code === 200)!;
  expect(data).toMatchObject({ nickName: '系统管理员', orgName: '示例工厂' });
  const token2 = String(data.access_token);
  expect((await at.call('GET', '/sys/role/getRoleId', { token: token2 })).data).toEqual({ roleId: '*' });
  expect((await enter(tokenOf({ sub: '13800000001' }))).code).toBe(200);
  open(rsa.publicKey);
  expect((await enter(tokenOf({}, rsa.privateKey, 'RS256'))).code).toBe(200);
});

test('everything else is told alike and opens nothing', async () => {
  open();
  const before = await sessions();
  const now = Math.floor(at.clock.now.getTime() / 1_000);
  const [head, body = '', mark] = tokenOf().split('.');
  const wrong = [
    tokenOf({}, theirs.privateKey),
    tokenOf({ iss: 'https://other' }),
    tokenOf({ aud: 'nobody' }),
    tokenOf({ sub: 'nobody' }),
    tokenOf({ exp: now - 60 }),
    tokenOf({ exp: now + 3_600 }),
    tokenOf({ jti: undefined }),
    // the name of another algorithm, or of none
    `${part({ alg: 'none' })}.${body}.`,
    `${part({ alg: 'HS256' })}.${body}.${mark}`,
    `${head}.${part({ iss: 'https://partner', aud: 'demo', sub: 'admin', exp: now + 100, jti: 'x' })}.${mark}`,
    'a.b.c',
    'x',
  ];
  for (const token of wrong) expect([(await enter(token)).msg, token.length > 0]).toEqual(['第三方登录验证失败', true]);
  expect(await sessions()).toBe(before);
  // a stored text that is no key lets nobody in
  at.settings['auth.partner.key'] = 'not a key';
  expect((await enter(tokenOf())).msg).toBe('第三方登录验证失败');
});

test('a user who is switched off stays out', async () => {
  open();
  await sql`UPDATE platform.member SET is_disabled = true`.execute(at.database.db);
  expect((await enter(tokenOf())).msg).toBe('账号已停用，请联系管理员');
  await sql`UPDATE platform.member SET is_disabled = false`.execute(at.database.db);
});
