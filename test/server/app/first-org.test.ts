import { afterAll, beforeAll, expect, test } from 'vitest';
import { PASSWORD, type TestApp, testApp } from '../../support/app';

let at: TestApp;
beforeAll(async () => {
  at = await testApp({ org: null });
});
afterAll(() => at.close());

const first = async (change: Record<string, string> = {}, password = PASSWORD) =>
  at.call('POST', '/sys/firstOrg', {
    body: {
      orgName: '新工厂',
      orgCode: 'fresh',
      loginName: 'boss',
      name: '厂长',
      ...(await at.seal(password)),
      ...change,
    },
  });

test('an empty installation asks for its first organisation, makes it once, and lets its administrator in', async () => {
  expect((await at.call('GET', '/sys/init')).data).toMatchObject({ needFirstOrg: true });
  expect((await at.signIn('boss')).code).toBe(203);
  expect((await first({}, 'short')).msg).toContain('密码不符合要求');
  expect((await first({ orgCode: 'Not ok' })).msg).toBe('企业编码须为字母开头的小写字母和数字，2到20位');
  expect((await first({ orgName: '' })).code).toBe(400);
  expect(await first()).toMatchObject({ code: 200, data: { orgCode: 'fresh', loginName: 'boss' } });
  expect((await at.call('GET', '/sys/init')).data).toMatchObject({ needFirstOrg: false });
  expect((await first({ orgCode: 'second' })).msg).toBe('企业已存在，请登录');
  const { data } = await at.signIn('boss');
  expect(data.orgName).toBe('新工厂');
  const setting = await at.call('GET', '/basedata/globalSetting/getOne', { token: data.access_token });
  expect(setting.data).toMatchObject({ listDataShowNum: 30, me: { name: '厂长', super: true, roles: ['sysAdmin'] } });
});
