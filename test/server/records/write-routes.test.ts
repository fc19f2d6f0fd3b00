/** The write calls over HTTP: who may call, what the envelope says. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newId } from '../../../server/ids';
import { flowRoutes } from '../../../server/routes/flow';
import { lcdpWriteRoutes } from '../../../server/routes/lcdp-write';
import { openSignedApp, type SignedApp } from '../../support/sessions';
import { openWorld, order, type Wire, type World } from '../../support/writes';

let world: World;
let app: SignedApp<'admin' | 'viewer'>;

beforeAll(async () => {
  world = await openWorld();
  const viewer = await world.as([{ functions: ['purchaseOrder:view'] }]);
  const people = { admin: world.admin.session, viewer: viewer.session };
  app = await openSignedApp(people, { db: world.db, mount: [lcdpWriteRoutes(world.host), flowRoutes(world.host)] });
});
afterAll(async () => {
  await app?.close();
  await world?.close();
});

const post = (path: string, body: unknown, who: 'admin' | 'viewer' | null = null) => app.post(who, path, body);
const CALLS: readonly (readonly [string, unknown])[] = [
  ['/lcdp/data/purchaseOrder/save', { record: {} }],
  ['/lcdp/data/purchaseOrder/saveAll', { records: [] }],
  ['/lcdp/data/purchaseOrder/act/audit', { targets: [] }],
  ['/lcdp/data/purchaseOrder/preview/audit', { targets: [] }],
  ['/lcdp/data/purchaseOrder/links', { id: newId() }],
  ['/lcdp/appdata/related', { object: 'purchaseOrder', id: newId() }],
  ['/application/appdata/codeRule', { object: 'purchaseOrder' }],
];

describe('the write calls', () => {
  it.each(CALLS)('%s needs a session', async (path, body) => {
    expect(await post(path, body)).toMatchObject({ status: 401, code: 401, msg: '登录信息已失效，请重新登录' });
  });
  it('save, refuse and audit in the envelope', async () => {
    const token = newId();
    const record = JSON.parse(JSON.stringify(order(world))) as Wire;
    const saved = await post('/lcdp/data/purchaseOrder/save', { record, token }, 'admin');
    expect(saved).toMatchObject({ status: 200, code: 200, data: { version: 1 } });
    expect((await post('/lcdp/data/purchaseOrder/save', { record, token }, 'admin')).data).toEqual(saved.data);
    expect(
      await post('/lcdp/data/purchaseOrder/save', { record: { ...record, remark: 'x' }, token }, 'admin'),
    ).toMatchObject({ status: 400, code: 400, msg: '参数错误' });
    const refused = await post('/lcdp/data/purchaseOrder/save', { record: { ...record, supplierId: null } }, 'admin');
    expect(refused).toMatchObject({
      status: 200,
      code: 203,
      msg: '请填写供应商',
      data: { problems: [{ path: 'supplier' }] },
    });
    const targets = [{ id: saved.data.id, version: 1 }];
    expect(await post('/lcdp/data/purchaseOrder/act/audit', { targets, token: newId() }, 'admin')).toMatchObject({
      code: 200,
      data: { version: 2 },
    });
  });
  it('are 403 without the right', async () => {
    const record = JSON.parse(JSON.stringify(order(world))) as Wire;
    for (const path of ['save', 'act/audit', 'preview/audit', 'act/del', 'act/receive']) {
      const body = { record, targets: [{ id: newId(), version: 1 }] };
      expect(await post(`/lcdp/data/purchaseOrder/${path}`, body, 'viewer')).toMatchObject({
        status: 403,
        code: 403,
        msg: '没有权限，请联系管理员',
      });
    }
    expect(await post('/application/appdata/codeRule', { object: 'purchaseOrder' }, 'viewer')).toMatchObject({
      code: 403,
    });
  });
  it('are 404 of an unknown page and 400 of a wrong body', async () => {
    expect(await post('/lcdp/data/nothing/save', { record: {} }, 'admin')).toMatchObject({
      status: 404,
      msg: '数据接口异常',
    });
    expect(await post('/lcdp/data/purchaseOrder/save', {}, 'admin')).toMatchObject({ status: 400 });
    expect(await post('/lcdp/data/purchaseOrder/act/audit', { targets: [] }, 'admin')).toMatchObject({
      status: 400,
    });
    expect(
      await post('/lcdp/data/purchaseOrder/act/__proto__', { targets: [{ id: newId(), version: 1 }] }, 'admin'),
    ).toMatchObject({ status: 400 });
    expect(await post('/lcdp/data/purchaseOrder/save', { record: {}, token: 7 }, 'admin')).toMatchObject({
      status: 400,
    });
  });
  it('say 400 to a call without its parameters', async () => {
    const get = (path: string) => app.get('admin', path);
    const answers = await Promise.all([
      ...['/lcdp/appdata/related', '/application/appdata/codeRule', '/flow/trail'].map((path) =>
        post(path, {}, 'admin'),
      ),
      ...['', '?object=purchaseOrder', '?id=x'].map((query) => get(`/lcdp/appdata/getProcess${query}`)),
    ]);
    for (const answer of answers) expect(answer).toMatchObject({ status: 400, code: 400, msg: '参数错误' });
  });
  it('tell links of what may be seen only', async () => {
    const saved = await world.save('purchaseOrder', order(world));
    expect(await post('/lcdp/data/purchaseOrder/links', { id: saved.id }, 'viewer')).toMatchObject({
      code: 200,
      data: { children: [], parents: [], hidden: 0 },
    });
    expect(await post('/lcdp/appdata/related', { object: 'purchaseIn', id: newId() }, 'viewer')).toMatchObject({
      status: 403,
    });
    expect(await post('/lcdp/data/purchaseOrder/links', { id: newId() }, 'viewer')).toMatchObject({
      code: 203,
      msg: '数据不存在或无权查看',
    });
  });
});
