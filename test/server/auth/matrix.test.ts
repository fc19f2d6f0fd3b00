/** Every call of the running server × every role of the demo factory, somebody without a role and nobody at all. */
import type { FastifyRequest } from 'fastify';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Session } from '../../../server/ctx';
import { newId } from '../../../server/ids';
import type { Rule } from '../../../server/plugins/route';
import { demoFactory, type Factory } from '../../domain/factory';
import { openSignedApp, type SignedApp, sessionOf } from '../../support/sessions';

/** one holder of each role, and the administrator */
const PEOPLE = [
  ...['admin', 'zhangwei', 'zhoumin', 'xumin', 'wangmin', 'liuqiang', 'wangqiang', 'sunhao', 'zhaomin', 'gaofeng'],
  ...['zhoutao', 'sunpeng', 'wujun', 'luyang', 'linyue', 'qianli', 'shenjie'],
];
const NOBODY = 'nobody';

let factory: Factory;
let at: SignedApp<string>;
const sessions: Record<string, Session> = {};
const declared: { method: 'GET' | 'POST'; path: string; rule: Rule }[] = [];
beforeAll(async () => {
  factory = await demoFactory();
  for (const login of PEOPLE) sessions[login] = await factory.as(login, async (ctx) => ctx.session);
  sessions[NOBODY] = sessionOf(factory.org, [{ functions: [] }]);
  at = await openSignedApp(sessions, {
    db: factory.database.db,
    mount: [
      (app) => {
        app.addHook('onRoute', ({ method, url, config }) => {
          if (config?.rule !== undefined && (method === 'GET' || method === 'POST'))
            declared.push({
              method: method === 'GET' ? 'GET' : 'POST',
              path: url.replace('/v2/api/mes', ''),
              rule: config.rule,
            });
        });
      },
      ...factory.engine.mount,
    ],
  });
});
afterAll(async () => {
  await at?.close();
  await factory?.database.drop();
});

const MISSING = '01900000-0000-7000-8000-000000000001';
const ask = (who: string | null, { method, path }: { method: 'GET' | 'POST'; path: string }, page: string) => {
  const url = path
    .replace(':page', page)
    .replace(':object', page)
    .replace(':action', 'del')
    .replace(':field', 'name')
    .replace(/:\w+/g, MISSING);
  if (method === 'GET')
    return at.get(who, `${url}?pageId=${page}&object=${page}&modelId=${page}&field=name&id=${MISSING}`);
  const body = {
    page,
    object: page,
    field: 'name',
    id: MISSING,
    targets: [{ id: MISSING, version: 1 }],
    token: newId(),
  };
  return at.post(who, url, body);
};

/** What a rule sees of the same call. */
const requestOf = (
  { method, path }: { readonly method: string; readonly path: string },
  page: string,
  session: Session,
) => {
  const given: Readonly<Record<string, string>> = { page, object: page, action: 'del', field: 'name' };
  const params = Object.fromEntries(
    [...path.matchAll(/:(\w+)/g)].map(([, name = '']) => [name, given[name] ?? MISSING]),
  );
  const named = { page, object: page, field: 'name', id: MISSING };
  return {
    session,
    params,
    query: method === 'GET' ? { pageId: page, object: page, modelId: page, field: 'name', id: MISSING } : {},
    body: method === 'GET' ? undefined : { ...named, targets: [{ id: MISSING, version: 1 }], token: newId() },
  } as unknown as FastifyRequest;
};

describe('nobody', () => {
  test('gets no answer but 401 from every call that is not public', async () => {
    const closed = declared.filter(({ rule, path }) => rule !== 'public' && !path.startsWith('/live'));
    expect(closed.length).toBeGreaterThan(80);
    for (const call of closed)
      expect([call.path, (await ask(null, call, 'purchaseOrder')).code]).toEqual([call.path, 401]);
  });
});

describe('every page', () => {
  test('is listed and read by exactly those who hold its right', async () => {
    const pages = [...factory.engine.registries.shipped.pages.values()].filter(
      ({ sort, object }) => sort === 'list' && object.settings === undefined && !object.single,
    );
    expect(pages.length).toBeGreaterThan(40);
    const wrong: string[] = [];
    for (const page of pages)
      for (const [login, session] of Object.entries(sessions)) {
        const may = session.rights.has(page.right);
        const list = await at.post(login, `/lcdp/data/${page.code}/getPageList`, { size: 1 });
        // a list of a service narrows by itself
        if (list.code !== (may ? 200 : 403) && !(may && page.list.source !== undefined))
          wrong.push(`${login} ${page.code} list ${list.code}`);
        const envelope = await at.get(login, `/lcdp/data/${page.code}/getOne?id=${MISSING}`);
        if (may ? ![203, 404].includes(envelope.code) : ![403, 404].includes(envelope.code))
          wrong.push(`${login} ${page.code} one ${envelope.code} ${envelope.msg}`);
      }
    expect(wrong).toEqual([]);
  });
});

/** spec/rights.tsv: calls with a right of their own, whatever page they name */
const RIGHTS: readonly (readonly [path: RegExp, right: string])[] = [
  [/^\/basedata\/bdSysConfig\/getPageList$/, 'sysConfig:view'],
  [/^\/basedata\/bdSysConfig\/saveOrUpdate$/, 'sysConfig:edit'],
  [/^\/lcdp\/tBdSchedulingConfig\/getOne$/, 'capacity:config'],
  [/^\/lcdp\/tBdSchedulingConfig\/saveOrUpdate$/, 'capacity:config'],
  [/^\/lcdp\/adjust\/getStartsOrder$/, 'adjustRecord:view'],
  [/^\/lcdp\/adjust\/getReportOrder$/, 'adjustRecord:view'],
  [/^\/lcdp\/adjust\/adjustStartsOrder$/, 'adjustRecord:start'],
  [/^\/lcdp\/adjust\/adjustReportOrder$/, 'adjustRecord:report'],
  [/^\/lcdp\/adjust\/delReportOrder$/, 'adjustRecord:delReport'],
  [/^\/lcdp\/adjust\/getOutsourceProcess$/, 'adjustRecord:view'],
  [/^\/lcdp\/adjust\/getOutsourceOut$/, 'adjustRecord:view'],
  [/^\/lcdp\/adjust\/getOutsourceReceive$/, 'adjustRecord:view'],
  [/^\/lcdp\/adjust\/adjustOutsourceProcess$/, 'adjustRecord:outPlan'],
  [/^\/lcdp\/adjust\/adjustOutsourceOut$/, 'adjustRecord:outSend'],
  [/^\/lcdp\/adjust\/adjustOutsourceReceive$/, 'adjustRecord:outReceive'],
  [/^\/lcdp\/adjustRecord\/getAdjustRecordList$/, 'adjustRecord:view'],
  [/^\/basedata\/globalSetting\/addOrUpdate$/, 'sysConfig:edit'],
  [/^\/pageMessage\/add$/, 'news:add'],
  [/^\/pageMessage\/update$/, 'news:edit'],
  [/^\/pageMessage\/del$/, 'news:del'],
  [/^\/pageMessage\/publish$/, 'news:publish'],
  [/^\/extend\/extendHead\/getList$/, 'extendHead:view'],
  [/^\/extend\/extendDetail\/getListByExtendHeadId$/, 'extendHead:view'],
  [/^\/extend\/extendDetail\/saveOrUpdate$/, 'extendHead:edit'],
];
describe('calls with a right of their own', () => {
  test('are refused to whoever lacks it, and to nobody else', async () => {
    const seen: string[] = [];
    const wrong: string[] = [];
    for (const call of declared)
      for (const [path, right] of RIGHTS)
        if (path.test(call.path)) {
          seen.push(call.path);
          for (const [login, session] of Object.entries(sessions)) {
            const { code } = await ask(login, call, 'purchaseOrder');
            if ((code === 403) === session.rights.has(right)) wrong.push(`${login} ${call.path} ${code}`);
          }
        }
    expect(new Set(seen).size).toBe(RIGHTS.length);
    expect(wrong).toEqual([]);
  });
});

describe('every call with a rule', () => {
  test('is refused to exactly those who lack the right its rule names, whatever page it is about', async () => {
    const wrong: string[] = [];
    let asked = 0;
    for (const call of declared) {
      const { rule } = call;
      if (typeof rule !== 'function') continue;
      for (const page of ['purchaseOrder', 'material', 'user', 'operLog'])
        for (const [login, session] of Object.entries(sessions)) {
          const right = rule(requestOf(call, page, session));
          if (right === null) continue;
          asked++;
          const { code } = await ask(login, call, page);
          if ((code === 403) === session.rights.has(right))
            wrong.push(`${login} ${call.path} ${page} ${right} ${code}`);
        }
    }
    expect(asked).toBeGreaterThan(1000);
    expect(wrong).toEqual([]);
  });
});

describe('somebody without a role', () => {
  /** what a session alone opens: its own things, and texts without values */
  const OWN =
    /^\/(application\/apps|home\/plan|searchScheme|gongdan\/searchScheme|basedata\/fieldSearch|basedata\/globalSetting|sys\/user\/own$|message|pageMessage\/get|live|file|flow|screen\/init)|dictionaries$|waiting$|getListByCode$/;
  test('gets nothing of any page from any call', async () => {
    const given: string[] = [];
    for (const call of declared)
      for (const page of ['purchaseOrder', 'user', 'role', 'authSession', 'operLog', 'news']) {
        if (call.rule === 'public' || OWN.test(call.path)) continue;
        const { code, data } = await ask(NOBODY, call, page);
        const isNothing =
          data === null ||
          (Array.isArray(data) && data.length === 0) ||
          Object.keys(data).length === 0 ||
          // counted, and there is none
          JSON.stringify(data) === '{"total":0,"items":[]}';
        if ((code === 200 && !isNothing) || code === 500) given.push(`${call.method} ${call.path} ${page} ${code}`);
      }
    expect(given).toEqual([]);
  });
});

describe('what is not there', () => {
  test('answers alike: missing, deleted, out of scope', async () => {
    const ids = await factory.as('admin', async (ctx) => {
      const [own] = await ctx.records.find('user', "loginName == 'zhoutao'");
      const order = await ctx.records.find('purchaseOrder', 'true', { limit: 1 });
      return { user: own!.id as string, order: order[0]!.id as string };
    });
    // a buyer with the right over his own department, and a record of another one
    const buyer = sessionOf(factory.org, [
      { functions: ['purchaseOrder:view', 'user:view'], scope: { scope: '5', depts: [newId()] } },
    ]);
    const app = await openSignedApp({ buyer }, { db: factory.database.db, mount: factory.engine.mount });
    const answers = [
      await app.get('buyer', `/lcdp/data/purchaseOrder/getOne?id=${MISSING}`),
      await app.get('buyer', `/lcdp/data/purchaseOrder/getOne?id=${ids.order}`),
      await app.get('buyer', `/lcdp/data/user/getOne?id=${ids.user}`),
    ];
    for (const answer of answers)
      expect(answer).toEqual({ status: 200, code: 203, msg: '数据不存在或无权查看', data: null });
    await app.close();
  });
});

describe('every call that takes an id', () => {
  const ANY_ID = /[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g;
  /** the same call with this id wherever it takes one */
  const askFor = (call: { method: 'GET' | 'POST'; path: string }, page: string, id: string) => {
    const url = call.path
      .replace(':page', page)
      .replace(':object', page)
      .replace(':action', 'audit')
      .replace(':field', 'files')
      .replace(/:\w+/g, id);
    if (call.method === 'GET')
      return [`${url}?pageId=${page}&object=${page}&field=files&id=${id}&docType=${page}&docId=${id}&task=${id}`];
    const target = { id, version: 1 };
    const more = { id, docType: page, docId: id, taskId: id, instanceId: id, ids: [id], targets: [target], version: 1 };
    const record = { id, version: 1, remark: '改' };
    // several bodies: a call that knows its keys by name refuses the rest
    return [
      { page, object: page, ...more, record, records: [record], act: '1', opinion: '好', current: 1, size: 10 },
      { record, token: newId() },
      { records: [], deleted: [target], token: newId() },
      { targets: [target], ask: {}, token: newId() },
      { ids: [id] },
      { id },
      { ids: [id], current: 1, size: 10 },
      { object: page, id },
      { docType: page, docId: id, token: newId() },
      { object: page, targets: [target], token: newId() },
      { taskId: id, version: 1, act: 'agree', opinion: '好', token: newId() },
    ].map((body) => [url, body] as const);
  };
  test('answers alike: missing, deleted, out of scope, of another organisation', async () => {
    const { db } = factory.database;
    const [order] = await factory.as('admin', (ctx) =>
      ctx.records.find('purchaseOrder', 'auditStatus == 1', { limit: 1 }),
    );
    const [near] = await factory.as('admin', (ctx) =>
      ctx.records.find('purchaseOrder', 'param.id != id', { param: { id: order!.id as string }, limit: 1 }),
    );
    const [deleted, foreign, hidden] = [near!.id as string, newId(), order!.id as string];
    await sql`UPDATE org_demo.purchase_order SET is_deleted = 1 WHERE id = ${deleted}::uuid`.execute(db);
    // a schema beside ours, with the same table and a row of its own
    await sql`CREATE SCHEMA org_other`.execute(db);
    await sql`CREATE TABLE org_other.purchase_order AS SELECT * FROM org_demo.purchase_order WHERE id = ${hidden}::uuid`.execute(
      db,
    );
    await sql`UPDATE org_other.purchase_order SET id = ${foreign}::uuid`.execute(db);
    const all = factory.engine.registries.shipped.functions.map(({ code }) => code);
    // everything, over a department that has nothing
    const lost = sessionOf(factory.org, [{ functions: all, scope: { scope: '5', depts: [newId()] } }]);
    const app = await openSignedApp({ lost }, { db, mount: factory.engine.mount });
    const wrong: string[] = [];
    const told = new Set<string>();
    for (const call of declared) {
      if (call.rule === 'public' || /^\/live|^\/message|signOut$/.test(call.path)) continue;
      const asked = askFor(call, 'purchaseOrder', MISSING);
      for (let n = 0; n < asked.length; n++) {
        const said: unknown[] = [];
        for (const id of [MISSING, deleted, hidden, foreign]) {
          const text = askFor(call, 'purchaseOrder', id)[n]!;
          const [url, payload] = typeof text === 'string' ? [text, undefined] : text;
          const answer = await app.app.inject({
            method: call.method,
            url: `/v2/api/mes${url}`,
            headers: app.headers('lost'),
            ...(payload === undefined ? {} : { payload }),
          });
          // what a workbook holds is the business of the scope tests
          const isText = /json/.test(String(answer.headers['content-type']));
          said.push(`${answer.statusCode} ${isText ? answer.body.replaceAll(ANY_ID, 'ID') : ''}`);
          if (isText && answer.body.includes('数据不存在或无权查看')) told.add(call.path);
        }
        if (new Set(said).size > 1) wrong.push(`${call.method} ${call.path} ${n}: ${[...new Set(said)].join(' | ')}`);
      }
    }
    expect(wrong).toEqual([]);
    // the sentence itself came from many of them
    expect([...told].length).toBeGreaterThan(8);
    await sql`UPDATE org_demo.purchase_order SET is_deleted = 0 WHERE id = ${deleted}::uuid`.execute(db);
    await sql`DROP SCHEMA org_other CASCADE`.execute(db);
    await app.close();
  });
});

describe('rights in words', () => {
  interface Preview {
    readonly super: boolean;
    readonly roles: readonly string[];
    readonly functions: readonly { readonly code: string; readonly from: string; readonly reach: string }[];
  }
  const preview = (who: string, object: string, id: string) =>
    at.get<Preview>(who, `/sys/role/tryAs?object=${object}&id=${id}`);
  test('say of everybody exactly what he holds, and by which role', async () => {
    for (const login of ['xumin', 'wangqiang', 'zhoutao', 'gaofeng']) {
      const { me, rights } = sessions[login]!;
      const { data } = await preview('admin', 'user', me.id);
      expect([login, data.functions.map(({ code }) => code)]).toEqual([login, rights.functions]);
      expect(data.functions.every(({ from, reach }) => from !== '' && reach !== '')).toBe(true);
    }
    const { data } = await preview('admin', 'user', sessions.admin!.me.id);
    expect([data.super, data.functions]).toEqual([true, []]);
  });
  test('are told to nobody without the right, and nothing is said of what is not there', async () => {
    const { id } = sessions.xumin!.me;
    expect((await preview('xumin', 'user', id)).code).toBe(403);
    expect((await at.get('xumin', '/sys/role/grantTree')).code).toBe(403);
    expect((await preview('admin', 'user', MISSING)).msg).toBe('数据不存在或无权查看');
    expect((await preview('admin', 'role', id)).msg).toBe('数据不存在或无权查看');
    expect((await preview('admin', 'dept', id)).code).toBe(400);
  });
});
