/** The write calls over HTTP: who may call, what the envelope says. */
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildApp } from '../../../server/app';
import type { Session } from '../../../server/ctx';
import { newId } from '../../../server/ids';
import { lcdpWriteRoutes } from '../../../server/routes/lcdp-write';
import { openWorld, order, type Wire, type World } from '../../support/writes';

let world: World;
let app: FastifyInstance;
const sessions = new Map<string, Session>();
const TOKENS = { admin: 'a'.repeat(43), viewer: 'b'.repeat(43) };

beforeAll(async () => {
  world = await openWorld();
  sessions.set(TOKENS.admin, world.admin.session);
  const viewer = await world.as([{ functions: ['purchaseOrder:view'] }]);
  sessions.set(TOKENS.viewer, viewer.session);
  app = await buildApp({
    config: { dataDir: '/tmp', trustProxy: [], logLevel: 'silent' as never },
    db: world.db,
    sessionOf: async (token) => {
      const session = sessions.get(token);
      return session ? ({ session, mustChange: false } as never) : null;
    },
    mount: [lcdpWriteRoutes(world.host)],
    logger: false,
  });
  await app.ready();
});
afterAll(async () => {
  await app?.close();
  await world?.close();
});

interface Answer {
  readonly status: number;
  readonly code: number;
  readonly msg: string;
  readonly data: Wire;
}
const post = async (path: string, body: unknown, token?: string): Promise<Answer> => {
  const response = await app.inject({
    method: 'POST',
    url: `/v2/api/mes${path}`,
    payload: body as object,
    headers: token === undefined ? {} : { authorization: `Bearer ${token}` },
  });
  return { status: response.statusCode, ...(response.json() as Omit<Answer, 'status'>) };
};
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
    const saved = await post('/lcdp/data/purchaseOrder/save', { record, token }, TOKENS.admin);
    expect(saved).toMatchObject({ status: 200, code: 200, data: { version: 1 } });
    expect((await post('/lcdp/data/purchaseOrder/save', { record, token }, TOKENS.admin)).data).toEqual(saved.data);
    expect(
      await post('/lcdp/data/purchaseOrder/save', { record: { ...record, remark: 'x' }, token }, TOKENS.admin),
    ).toMatchObject({ status: 400, code: 400, msg: '参数错误' });
    const refused = await post(
      '/lcdp/data/purchaseOrder/save',
      { record: { ...record, supplierId: null } },
      TOKENS.admin,
    );
    expect(refused).toMatchObject({
      status: 200,
      code: 203,
      msg: '请填写供应商',
      data: { problems: [{ path: 'supplier' }] },
    });
    const targets = [{ id: saved.data.id, version: 1 }];
    expect(await post('/lcdp/data/purchaseOrder/act/audit', { targets, token: newId() }, TOKENS.admin)).toMatchObject({
      code: 200,
      data: { version: 2 },
    });
  });
  it('are 403 without the right', async () => {
    const record = JSON.parse(JSON.stringify(order(world))) as Wire;
    for (const path of ['save', 'act/audit', 'preview/audit', 'act/del', 'act/receive']) {
      const body = { record, targets: [{ id: newId(), version: 1 }] };
      expect(await post(`/lcdp/data/purchaseOrder/${path}`, body, TOKENS.viewer)).toMatchObject({
        status: 403,
        code: 403,
        msg: '没有权限，请联系管理员',
      });
    }
    expect(await post('/application/appdata/codeRule', { object: 'purchaseOrder' }, TOKENS.viewer)).toMatchObject({
      code: 403,
    });
  });
  it('are 404 of an unknown page and 400 of a wrong body', async () => {
    expect(await post('/lcdp/data/nothing/save', { record: {} }, TOKENS.admin)).toMatchObject({
      status: 404,
      msg: '数据接口异常',
    });
    expect(await post('/lcdp/data/purchaseOrder/save', {}, TOKENS.admin)).toMatchObject({ status: 400 });
    expect(await post('/lcdp/data/purchaseOrder/act/audit', { targets: [] }, TOKENS.admin)).toMatchObject({
      status: 400,
    });
    expect(
      await post('/lcdp/data/purchaseOrder/act/__proto__', { targets: [{ id: newId(), version: 1 }] }, TOKENS.admin),
    ).toMatchObject({ status: 400 });
    expect(await post('/lcdp/data/purchaseOrder/save', { record: {}, token: 7 }, TOKENS.admin)).toMatchObject({
      status: 400,
    });
  });
  it('tell links of what may be seen only', async () => {
    const saved = await world.save('purchaseOrder', order(world));
    expect(await post('/lcdp/data/purchaseOrder/links', { id: saved.id }, TOKENS.viewer)).toMatchObject({
      code: 200,
      data: { children: [], parents: [], hidden: 0 },
    });
    expect(await post('/lcdp/appdata/related', { object: 'purchaseIn', id: newId() }, TOKENS.viewer)).toMatchObject({
      status: 403,
    });
    expect(await post('/lcdp/data/purchaseOrder/links', { id: newId() }, TOKENS.viewer)).toMatchObject({
      code: 203,
      msg: '数据不存在或无权查看',
    });
  });
});
