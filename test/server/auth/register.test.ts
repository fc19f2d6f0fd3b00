/** An organisation that registers itself (10 §2.5), and sign-ins that are not open. */
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { newId } from '../../../server/ids';
import { type TestApp, testApp } from '../../support/app';

let at: TestApp;
beforeAll(async () => {
  at = await testApp();
});
afterAll(() => at.close());
beforeEach(async () => {
  at.settings['register.mode'] = '1';
  at.sms.length = 0;
  await run('DELETE FROM platform.sms_code');
});
const run = async (text: string): Promise<readonly Record<string, unknown>[]> =>
  (await sql.raw<Record<string, unknown>>(text).execute(at.database.db)).rows;
const ask = async (mobile: string) =>
  at.call('GET', '/sys/getPhoneCode', { query: { mobile, purpose: '10', ...(await at.picture()) } });
const codeOf = () => /\d{6}/.exec(at.sms.at(-1)?.text ?? '')?.[0] ?? '';
const signUp = async (more: Record<string, unknown> = {}, password = 'Ruoshui#2026') => {
  const { pwd, keyId } = await at.seal(password);
  const body = {
    ...{ mobile: '13900000001', code: codeOf(), orgName: '新厂', contact: '王芳', industry: '10', agree: true },
    ...{ newPwd: pwd, keyId, token: newId() },
    ...more,
  };
  return at.call('POST', '/sys/signUp', { body });
};
const orgs = () =>
  run('SELECT code, name, is_disabled, contact, industry, is_platform FROM platform.org ORDER BY created_at');

test('is closed unless the platform opens it, and says so on every call', async () => {
  at.settings['register.mode'] = '0';
  expect((await at.call('GET', '/sys/init')).data).toMatchObject({ registerMode: 0 });
  const said = [
    await ask('13900000001'),
    await at.call('POST', '/sys/checkPhone', { body: { mobile: '13900000001' } }),
    await at.call('POST', '/sys/checkOrgName', { body: { name: '新厂' } }),
    await signUp(),
  ];
  expect(said.map(({ code, msg }) => [code, msg])).toEqual(said.map(() => [203, '未开放注册，请联系管理员']));
  expect(at.sms).toEqual([]);
  expect(await orgs()).toHaveLength(1);
});

test('makes an organisation whose administrator signs in by his mobile; a repeat answers the same', async () => {
  expect((await at.call('POST', '/sys/checkOrgName', { body: { name: '示例工厂' } })).data).toEqual({ exists: true });
  expect((await at.call('POST', '/sys/checkPhone', { body: { mobile: '13900000001' } })).data).toEqual({
    exists: false,
  });
  expect((await at.call('GET', '/sys/getPhoneCode', { query: { mobile: '13900000001' } })).msg).toBe('验证码错误');
  expect((await ask('13900000001')).code).toBe(200);
  // what is refused makes nothing and leaves the code good
  expect((await signUp({}, 'short')).msg).toContain('密码不符合要求');
  expect((await signUp({ orgName: '示例工厂' })).msg).toBe('企业名称已存在');
  // terms are those somebody wrote; without any nobody has to agree
  expect((await at.call('GET', '/sys/init')).data).toMatchObject({ terms: '' });
  at.settings['register.terms'] = '一、试用期三十天。';
  const { data: shown } = await at.call<{ terms: string; industries: { value: string; label: string }[] }>(
    'GET',
    '/sys/init',
  );
  expect(shown.terms).toBe('一、试用期三十天。');
  expect(shown.industries).toContainEqual({ value: '10', label: '机械' });
  expect((await signUp({ agree: false })).msg).toBe('请先阅读并同意服务条款');
  expect((await signUp({ code: '000000' })).msg).toBe('验证码错误或已过期');
  expect(await orgs()).toHaveLength(1);
  const token = newId();
  const made = await signUp({ token });
  expect([made.code, made.msg]).toEqual([200, 'success']);
  expect(made.data).toMatchObject({ orgCode: expect.stringMatching(/^f\d{6}$/), loginName: 'admin', mustWait: false });
  expect((await signUp({ token })).data).toEqual(made.data);
  expect(await orgs()).toEqual([
    expect.objectContaining({ code: 'demo', is_platform: true }),
    expect.objectContaining({ name: '新厂', contact: '王芳', industry: '10', is_disabled: 0, is_platform: false }),
  ]);
  const inside = await at.signIn('13900000001', 'Ruoshui#2026');
  expect(inside.data).toMatchObject({ orgName: '新厂', nickName: '王芳' });
  const { data } = await at.call('GET', '/sys/role/getRoleId', { token: inside.data.access_token });
  expect(data).toEqual({ roleId: '*' });
  // the mobile and the name are taken now
  expect((await ask('13900000001')).msg).toBe('手机号已注册，请直接登录');
  expect((await at.call('POST', '/sys/checkPhone', { body: { mobile: '13900000001' } })).data).toEqual({
    exists: true,
  });
});

test('waits for the platform where it wants to approve', async () => {
  at.settings['register.mode'] = '2';
  await ask('13900000002');
  const made = await signUp({ mobile: '13900000002', orgName: '等待的厂' });
  expect(made.data).toMatchObject({ mustWait: true });
  expect((await at.signIn('13900000002', 'Ruoshui#2026')).msg).toBe('企业服务已停用或到期，请联系管理员');
  await run(`UPDATE platform.org SET is_disabled = 0 WHERE name = '等待的厂'`);
  expect((await at.signIn('13900000002', 'Ruoshui#2026')).code).toBe(200);
});

test('a sign-in by itself is off (acceptance 3)', async () => {
  const { code, msg, data } = await at.call('GET', '/sys/signhongda');
  expect([code, msg, data]).toEqual([203, '未开启自动登录，请使用账号登录', null]);
});
