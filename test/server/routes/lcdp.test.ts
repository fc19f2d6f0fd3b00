import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openAccount } from '../../../server/auth/accounts';
import { inTx } from '../../../server/db/tx';
import { newId } from '../../../server/ids';
import { PASSWORD, type TestApp, testApp } from '../../support/app';
import { systemRegistry } from '../../support/registry';

let at: TestApp;
let token = '';
let clerk = '';
beforeAll(async () => {
  at = await testApp({ registry: systemRegistry(), engine: true });
  token = (await at.signIn('admin')).data.access_token;
  const save = (page: string, record: unknown) =>
    at.call<{ id: string }>('POST', `/lcdp/data/${page}/save`, { token, body: { record, token: newId() } });
  const tree = await at.call<{ id: string }[]>('GET', '/application/appdata/getFirstTreeData', {
    token,
    query: { object: 'dept' },
  });
  const role = await save('role', { code: 'looker', name: '看的人', dataScope: '1', functions: ['unit:view'] });
  expect(role.msg).toBe('success');
  const user = await save('user', {
    loginName: 'clerk',
    name: '文员',
    deptId: tree.data[0]?.id,
    roles: [role.data.id],
  });
  expect(user.msg).toBe('success');
  await inTx(at.database.db, (trx) =>
    openAccount(trx, { org: at.org, userId: user.data.id, loginName: 'clerk', password: PASSWORD, mustChange: false }),
  );
  clerk = (await at.signIn('clerk')).data.access_token;
});
afterAll(() => at?.close());

describe('getPageItem', () => {
  const item = (headers: Record<string, string>) =>
    at.app.inject({ method: 'GET', url: '/v2/api/mes/lcdp/apppage/getPageItem?pageId=unit', headers });
  it('comes with an ETag and is not sent twice', async () => {
    const first = await item({ authorization: `Bearer ${token}` });
    expect(first.statusCode).toBe(200);
    expect(first.headers['cache-control']).toBe('private, no-cache');
    const etag = String(first.headers.etag);
    const second = await item({ authorization: `Bearer ${token}`, 'if-none-match': etag });
    expect([second.statusCode, second.body]).toEqual([304, '']);
    const other = await item({ authorization: `Bearer ${clerk}`, 'if-none-match': etag });
    expect(other.statusCode).toBe(200);
  });
  it('takes the codes of record pages too', async () => {
    const { data } = await at.call<{ page: { code: string } }>('GET', '/lcdp/apppage/getPageItem', {
      token,
      query: { pageId: 'unit#edit' },
    });
    expect(data.page.code).toBe('unit#edit');
  });
});

describe('rights of the reading calls', () => {
  const page = '/lcdp/data/material';
  const calls: readonly (readonly ['GET' | 'POST', string, unknown?])[] = [
    ['POST', `${page}/getPageList`, {}],
    ['GET', `${page}/getOne?id=${newId()}`],
    ['POST', `${page}/getNew`, {}],
    ['POST', `${page}/resolve`, { record: {}, want: [] }],
    ['POST', `${page}/pick/unit`, { record: { code: 'x' } }],
    ['POST', `${page}/export`, {}],
    ['GET', `${page}/template`],
    ['GET', '/lcdp/apppage/getPageItem?pageId=material'],
    ['GET', '/lcdp/apppage/fields?object=material'],
    ['GET', '/application/appdata/getFirstTreeData?object=dept'],
    ['GET', `/application/appdata/getTreeData?object=dept&parentId=${newId()}`],
    ['POST', '/application/appdata/cascade', { page: 'material', field: 'unit' }],
  ];
  for (const [method, path, body] of calls)
    it(`${method} ${path.split('?')[0]} is 401 without a session and 403 without the right`, async () => {
      const options = body === undefined ? {} : { body };
      expect((await at.call(method, path, options)).code).toBe(401);
      expect((await at.call(method, path, { ...options, token: clerk })).code).toBe(403);
    });
  it('leaves what is granted', async () => {
    expect((await at.call('POST', '/lcdp/data/unit/getPageList', { token: clerk, body: {} })).code).toBe(200);
    expect((await at.call('POST', '/lcdp/data/unit/export', { token: clerk, body: {} })).code).toBe(403);
  });
});

describe('dictionaries, fields, trees, choices', () => {
  it('gives dictionaries by code, unknown ones left out', async () => {
    const { data } = await at.call<Record<string, { items: unknown[] }>>('GET', '/lcdp/data/dictionaries', {
      token,
      query: { codes: 'auditStatus,nope' },
    });
    expect(Object.keys(data)).toEqual(['auditStatus']);
  });
  it('gives the fields of an object with the numbers of their kinds', async () => {
    const { data } = await at.call<{ field: string; kindNo: number }[]>('GET', '/lcdp/apppage/fields', {
      token,
      query: { object: 'purchaseOrder' },
    });
    expect(data.find((field) => field.field === 'needBy')).toMatchObject({
      title: '最迟到货',
      type: 'date',
      kind: 'dateCritical',
      kindNo: 9,
    });
  });
  it('gives a tree whole, its levels, and what a word finds', async () => {
    const first = await at.call<{ id: string; label: string; leaf: boolean }[]>(
      'GET',
      '/application/appdata/getFirstTreeData',
      { token, query: { object: 'dept' } },
    );
    expect(first.data).toMatchObject([{ label: '示例工厂', leaf: true, parentId: null }]);
    const root = first.data[0]!.id;
    const child = await at.call('POST', '/lcdp/data/dept/save', {
      token,
      body: { record: { code: '11', name: '车间', parentId: root }, token: newId() },
    });
    expect(child.msg).toBe('success');
    const below = await at.call('GET', '/application/appdata/getTreeData', {
      token,
      query: { object: 'dept', parentId: root },
    });
    expect(below.data).toMatchObject([{ label: '车间', parentId: root, leaf: true }]);
    const found = await at.call('GET', '/application/appdata/getFirstTreeData', {
      token,
      query: { object: 'dept', keyword: '车' },
    });
    expect(found.data).toMatchObject([{ label: '车间' }]);
    const whole = await at.call<{ children: unknown[] }[]>('GET', '/application/appdata/getFirstTreeData', {
      token,
      query: { object: 'dept' },
    });
    expect(whole.data[0]!.children).toHaveLength(1);
  });
  it('gives the levels of a cascader dictionary', async () => {
    const cascade = async (value?: unknown) =>
      (
        await at.call<{ options: { value: string; leaf: boolean }[] }>('POST', '/application/appdata/cascade', {
          token,
          body: { page: 'purchaseOrder', field: 'shipTo', value },
        })
      ).data.options;
    const provinces = await cascade();
    expect(provinces.find((province) => province.value === '110000')).toMatchObject({ label: '北京市', leaf: false });
    const counties = await cascade(['110000', '110100']);
    expect(counties.every((county) => county.leaf && county.value.startsWith('1101'))).toBe(true);
  });
  it('finds no rows of a board: it has none of its own', async () => {
    const pages = [...systemRegistry().pages.values()].filter((page) => page.sort === 'board');
    expect(pages.length).toBeGreaterThan(0);
    for (const { code } of pages)
      for (const call of ['getPageList', 'export'])
        expect((await at.call('POST', `/lcdp/data/${code}/${call}`, { token, body: {} })).code).toBe(404);
  });
  it('refuses malformed requests as 400', async () => {
    const bad: readonly (readonly ['GET' | 'POST', string, unknown?])[] = [
      ['POST', '/lcdp/data/unit/getPageList', { size: -1 }],
      ['POST', '/lcdp/data/unit/getPageList', [1]],
      ['POST', '/lcdp/data/unit/resolve', { want: 'x' }],
      ['GET', '/lcdp/apppage/getPageItem'],
      ['GET', '/application/appdata/getTreeData?object=dept&parentId=x'],
      ['GET', '/application/appdata/getFirstTreeData?object=nope'],
      ['POST', '/application/appdata/cascade', { page: 'unit', field: 'nope' }],
    ];
    for (const [method, path, body] of bad) {
      const answer = await at.call(method, path, { token, ...(body === undefined ? {} : { body }) });
      expect([path, answer.code]).toEqual([path, 400]);
    }
  });
});
