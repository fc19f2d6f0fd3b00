import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openAccount } from '../../../server/auth/accounts';
import { inTx } from '../../../server/db/tx';
import { newId } from '../../../server/ids';
import { PASSWORD, type TestApp, testApp } from '../../support/app';

let at: TestApp;
beforeAll(async () => {
  at = await testApp({ engine: true });
});
afterAll(() => at.close());

/** Beside /health and /ready these calls answer without a session (spec/rights.tsv, security.md §6); another one needs a decision. */
const PUBLIC = [
  'GET /',
  // signed for one user and one file, ends within ten minutes
  'GET /v2/api/mes/file/:id/link',
  'GET /v2/api/mes/sys/captcha',
  'GET /v2/api/mes/sys/dingLogin',
  'GET /v2/api/mes/sys/getPhoneCode',
  'GET /v2/api/mes/sys/init',
  'GET /v2/api/mes/sys/signIn',
  'GET /v2/api/mes/sys/signddingh5',
  'GET /v2/api/mes/sys/signhongda',
  'GET /v2/api/mes/sys/signlingyang',
  'GET /v2/api/mes/sys/user/getForgetPasswordCode',
  'POST /v2/api/mes/screen/pair',
  'POST /v2/api/mes/sys/checkOrgName',
  'POST /v2/api/mes/sys/checkPhone',
  'POST /v2/api/mes/sys/firstOrg',
  'POST /v2/api/mes/sys/pinSignIn',
  'POST /v2/api/mes/sys/refresh',
  'POST /v2/api/mes/sys/signIn',
  'POST /v2/api/mes/sys/signUp',
  'POST /v2/api/mes/sys/terminalEnrol',
  'POST /v2/api/mes/sys/user/confirmPassword',
  'POST /v2/api/mes/sys/user/forgetPassword',
];
const filled = (url: string): string =>
  url
    .replace(':page', 'purchaseOrder')
    .replace(':object', 'purchaseOrder')
    .replace(':action', 'audit')
    .replace(':field', 'supplier');

test('only the calls that are meant to be are public', () => {
  const open = at.declared.filter(({ rule }) => rule === 'public').map(({ method, url }) => `${method} ${url}`);
  expect(open.sort()).toEqual(PUBLIC);
});

test('every other call answers 401 without a session', async () => {
  const closed = at.declared.filter(({ rule }) => rule !== 'public');
  expect(closed.length).toBeGreaterThan(20);
  for (const { method, url } of closed) {
    const body = method === 'POST' ? { body: {} } : {};
    expect([url, (await at.call(method as 'GET', filled(url), body)).code]).toEqual([url, 401]);
  }
});

test('a user without any role gets nothing of a page', async () => {
  const user = newId();
  await sql`INSERT INTO org_demo.user (id, login_name, name) VALUES (${user}, 'nobody', '无权')`.execute(
    at.database.db,
  );
  await inTx(at.database.db, (trx) =>
    openAccount(trx, { org: at.org, userId: user, loginName: 'nobody', password: PASSWORD, mustChange: false }),
  );
  const { data } = await at.signIn('nobody');
  const query =
    'pageId=purchaseOrder&object=purchaseOrder&modelId=purchaseOrder&field=supplier&id=01900000-0000-7000-8000-000000000001';
  const record = { id: newId(), items: [] };
  const target = { id: newId(), version: 1 };
  const body = {
    record,
    records: [record],
    targets: [target],
    page: 'purchaseOrder',
    object: 'purchaseOrder',
    field: 'supplier',
    token: newId(),
  };
  const given: [string, number][] = [];
  for (const { method, url, rule } of at.declared) {
    if (rule === 'public' || !/lcdp|appdata/.test(url) || /dictionaries/.test(url)) continue;
    const path = `${filled(url)}?${query}`;
    const answer = await at.call(method as 'GET', path, {
      token: data.access_token,
      ...(method === 'POST' ? { body } : {}),
    });
    // a list of what he may see is empty: nothing
    const isNothing = Array.isArray(answer.data) && (answer.data as unknown[]).length === 0 && /waiting$/.test(url);
    if ((answer.code === 200 && !isNothing) || answer.code === 500) given.push([url, answer.code]);
  }
  expect(given).toEqual([]);
});
