/** Rules of notices (domain 20 §10.14) with the times of its example, over the demo factory and a clock that is set. */
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Rec } from '../../schemas/language/value';
import { dingMessenger } from '../../server/auth/ding';
import { dingClient } from '../../server/auth/ding-client';
import { migrateOrg } from '../../server/db/migrations';
import { mirrorDocuments } from '../../server/design/mirror/mirror';
import { remindExpiring, remindShortage } from '../../server/domain/factory/reminders';
import { remindLate } from '../../server/domain/purchase/late';
import { newId } from '../../server/ids';
import { runAction } from '../../server/records/act/actions';
import type { EngineCtx } from '../../server/records/host';
import { type Messenger, sendOne } from '../../server/records/notice/send';
import { runNoticeTimers } from '../../server/records/notice/timers';
import { inboxOf, markRead } from '../../server/records/people/inbox';
import { deliverNotices } from '../../server/records/people/notices';
import { ownOf, setPhrases, setPin } from '../../server/records/people/person';
import { getOne } from '../../server/records/read/read';
import { saveRecord } from '../../server/records/save/save';
import { demoFactory, type Factory } from './factory';

let factory: Factory;
let order: Rec;
const ids: Record<string, string> = {};
const run = (text: string) => sql.raw<Record<string, unknown>>(text).execute(factory.database.db);
const engine = <T>(work: (ctx: EngineCtx) => Promise<T>): Promise<T> =>
  factory.as('admin', (ctx) => work(ctx.asSystem() as EngineCtx));
beforeAll(async () => {
  factory = await demoFactory();
  order = await factory.as(
    'admin',
    async (ctx) => (await ctx.records.find('purchaseOrder', "nbr == 'CGDD202601150001'"))[0]!,
  );
  for (const { id, login_name } of (await run('SELECT id, login_name FROM org_demo.user')).rows)
    ids[String(login_name)] = String(id);
  for (const { id, code } of (await run('SELECT id, code FROM org_demo.role')).rows) ids[`@${code}`] = String(id);
});
afterAll(() => factory?.database.drop());
beforeEach(async () => {
  await deliver();
  for (const table of ['message', 'mw_notice_timer', 'mw_notice_sent']) await run(`DELETE FROM org_demo.${table}`);
  await run("UPDATE org_demo.notice_rule SET is_disabled = '1'");
  await run('DELETE FROM org_demo.user_profile');
});

const deliver = async (): Promise<void> => {
  while ((await engine(deliverNotices)) > 0);
};
/** what the worker does at a time of the day */
const at = async (time: string): Promise<void> => {
  factory.setNow(time.length > 8 ? time : `2026-01-15 ${time}:00`);
  await deliver();
  while ((await engine(runNoticeTimers)) > 0);
};
const happen = async (time: string, event = 'purchaseOrder.reject', actor = 'admin'): Promise<string> => {
  const id = newId();
  await sql`INSERT INTO org_demo.mw_outbox (id, event, object, record_id, nbr, user_id, created_at)
    VALUES (${id}, ${event}, 'purchaseOrder', ${order.id as string}::uuid, ${order.nbr as string}, ${ids[actor]}::uuid,
            ${`2026-01-15 ${time}:00+08`}::timestamptz)`.execute(factory.database.db);
  await at(time);
  return id;
};
const rule = async (more: Rec): Promise<Rec> =>
  factory.as('admin', (ctx) =>
    saveRecord(ctx as EngineCtx, 'noticeRule', {
      rec: {
        name: `规则${newId().slice(-8)}`,
        event: 'purchaseOrder.reject',
        title: '采购订单{nbr}被驳回',
        body: '供应商{supplier}，请处理',
        receivers: [{ id: newId(), kind: '2', user: ids.xumin! }],
        ...more,
      },
      accept: [],
      page: (ctx as EngineCtx).registry.page('noticeRule')!,
    }),
  );
/** what somebody stores of himself */
const profile = (login: string, head: Rec): Promise<Rec> =>
  factory.as(login, (ctx) =>
    saveRecord(ctx as EngineCtx, 'userProfile', {
      rec: { nickName: '小许', tableSize: '2', ...head },
      accept: [],
      page: (ctx as EngineCtx).registry.page('userProfile')!,
    }),
  );
const to = (...kinds: readonly Rec[]) => kinds.map((kind) => ({ id: newId(), ...kind }));
const heard = async (login: string): Promise<readonly string[]> =>
  (await factory.as(login, (ctx) => inboxOf(ctx))).records
    .map(({ createdAt, title }) => `${String(createdAt).slice(11, 16)} ${String(title)}`)
    .sort();

describe('a rule', () => {
  it('repeats until somebody has read it, and escalates: the example with its times', async () => {
    await rule({ repeatMin: 30, repeatMax: 3, escalate: to({ afterMin: 60, kind: '3' }) });
    await happen('09:00');
    const nbr = String(order.nbr);
    expect(await heard('xumin')).toEqual([`09:00 采购订单${nbr}被驳回`]);
    await at('09:29');
    expect(await heard('xumin')).toHaveLength(1);
    await at('09:30');
    // twice in one minute, by two processes: still once
    await Promise.all([engine(runNoticeTimers), engine(runNoticeTimers)]);
    await at('10:00');
    expect(await heard('xumin')).toEqual([
      `09:00 采购订单${nbr}被驳回`,
      `09:30 采购订单${nbr}被驳回（第1次提醒）`,
      `10:00 采购订单${nbr}被驳回（第2次提醒）`,
    ]);
    expect(await heard('zhoumin')).toEqual([`10:00 升级：采购订单${nbr}被驳回`]);
    factory.setNow('2026-01-15 10:10:00');
    await factory.as('xumin', (ctx) => markRead(ctx));
    await at('10:30');
    await at('11:30');
    expect(await heard('xumin')).toHaveLength(3);
    expect((await run('SELECT 1 FROM org_demo.mw_notice_timer')).rows).toEqual([]);
  });

  it('says nothing twice for one event, however often it is delivered', async () => {
    await rule({});
    const id = await happen('09:00');
    await run(`UPDATE org_demo.mw_outbox SET done_at = NULL WHERE id = '${id}'`);
    await at('09:01');
    expect(await heard('xumin')).toHaveLength(1);
  });

  it('holds where its condition does, and leaves out who did it unless it names him', async () => {
    await rule({ condition: 'amount > 100000' });
    await rule({ condition: 'amount < 100000', receivers: to({ kind: '1', role: ids['@buyer']! }) });
    await happen('09:00', 'purchaseOrder.reject', 'xumin');
    expect(await heard('xumin')).toEqual([]);
    await rule({ receivers: to({ kind: '4', field: 'createdBy' }, { kind: '2', user: ids.xumin! }) });
    await happen('09:05', 'purchaseOrder.reject', 'xumin');
    expect(await heard('xumin')).toHaveLength(1);
  });

  it('of a role in the department of the record only tells nobody else', async () => {
    await rule({
      receivers: to(
        { kind: '1', role: ids['@purchaseHead']!, sameDept: true },
        { kind: '1', role: ids['@keeper']!, sameDept: true },
      ),
    });
    await happen('09:00');
    expect(await heard('zhoumin')).toHaveLength(1);
    expect(await heard('zhoutao')).toEqual([]);
  });

  it('joins what comes within its minutes into one message with a list', async () => {
    await rule({ mergeMin: 30 });
    await happen('09:00');
    await happen('09:10');
    await happen('09:20');
    const [record, ...more] = (await factory.as('xumin', (ctx) => inboxOf(ctx))).records;
    expect(more).toEqual([]);
    expect(record!.title).toBe(`采购订单${String(order.nbr)}被驳回等3条`);
    expect(String(record!.body).split('\n')).toHaveLength(3);
    await happen('09:40');
    expect(await heard('xumin')).toHaveLength(2);
  });

  it('is held over the quiet hours of its receiver, over midnight too; the highest level is not', async () => {
    await profile('xumin', { quietFrom: '22:00', quietTo: '07:30' });
    await rule({ level: '3' });
    await rule({ level: '4', title: '紧急{nbr}' });
    await happen('22:15');
    expect(await heard('xumin')).toEqual([`22:15 紧急${String(order.nbr)}`]);
    await at('2026-01-16 07:29:00');
    expect(await heard('xumin')).toHaveLength(1);
    await at('2026-01-16 07:30:00');
    expect(await heard('xumin')).toEqual([
      `07:30 采购订单${String(order.nbr)}被驳回`,
      `22:15 紧急${String(order.nbr)}`,
    ]);
  });

  it('stops when the record was handled, where it says so', async () => {
    await rule({ stopWhen: '2', repeatMin: 10, repeatMax: 5 });
    await happen('09:00');
    await factory.as('xumin', (ctx) => markRead(ctx));
    await at('09:10');
    expect(await heard('xumin')).toHaveLength(2);
    const [was] = (await run(`SELECT audit_status FROM org_demo.purchase_order WHERE id = '${order.id}'`)).rows;
    await run(`UPDATE org_demo.purchase_order SET audit_status = '3' WHERE id = '${order.id}'`);
    await at('09:50');
    expect(await heard('xumin')).toHaveLength(2);
    await run(`UPDATE org_demo.purchase_order SET audit_status = '${was!.audit_status}' WHERE id = '${order.id}'`);
  });
});

describe('what cannot be a rule is refused, and nothing is kept', () => {
  const count = async () => Number((await run('SELECT count(*) AS n FROM org_demo.notice_rule')).rows[0]!.n);
  it.each([
    ['占位符nobody不存在', { title: '{nobody}' }],
    ['至少需要一个接收人', { receivers: [] }],
    ['重复次数大于0时请填写间隔', { repeatMax: 2 }],
    ['升级时间必须递增', { escalate: to({ afterMin: 60, kind: '3' }, { afterMin: 30, kind: '3' }) }],
    ['「采购订单」没有人员字段「amount」', { receivers: to({ kind: '4', field: 'amount' }) }],
    ['「amount」只有部分人可看，不能写在通知里', { body: '金额{amount}' }],
    ['条件不正确', { condition: 'nobody > 1' }],
  ])('%s', async (sentence, more) => {
    const before = await count();
    await expect(rule(more as Rec)).rejects.toThrow(sentence);
    expect(await count()).toBe(before);
  });
});

it('is tried on what happened: who would hear it, and a message to who asks', async () => {
  const saved = await rule({});
  await happen('09:00');
  await run('DELETE FROM org_demo.message');
  const act = (ask: Rec) =>
    factory.as('admin', async (ctx) => {
      const { id, version } = (await ctx.records.get('noticeRule', saved.id as string))!;
      return runAction(ctx as EngineCtx, ctx.records.object('noticeRule'), 'trial', {
        targets: [{ id: id as string, version: version as number }],
        ask,
      });
    });
  const done = await act({ nbr: String(order.nbr) });
  expect(JSON.stringify(done)).toContain('许敏');
  // events of the last 30 days by the records as they are now
  expect(JSON.stringify(done)).toMatch(/近30天发生\d+次，会发送\d+条/);
  expect(await heard('admin')).toEqual([`09:00 试发：采购订单${String(order.nbr)}被驳回`]);
  expect(await heard('xumin')).toEqual([]);
  await expect(act({ nbr: 'NONE' })).rejects.toThrow('没有找到已发生的事件，无法试发');
});

describe('a messenger', () => {
  let provider: Server;
  let messenger: Messenger;
  /** what it took; it refuses the next `fails` */
  const taken: { readonly userid_list: string; readonly msg: Readonly<Record<string, Rec>> }[] = [];
  let fails = 0;
  let asked = 0;
  const lost: object[] = [];
  beforeAll(async () => {
    provider = createServer((req, res) => {
      const chunks: Buffer[] = [];
      req.on('data', (chunk: Buffer) => chunks.push(chunk));
      req.on('end', () => {
        const isSend = (req.url ?? '').startsWith('/topapi/message/corpconversation/asyncsend_v2?access_token=app');
        if (isSend) asked += 1;
        const isDown = isSend && fails-- > 0;
        if (isSend && !isDown) taken.push(JSON.parse(Buffer.concat(chunks).toString()));
        res.writeHead(isDown ? 503 : 200, { 'content-type': 'application/json' });
        res.end(JSON.stringify(isSend ? { errcode: 0, task_id: 1 } : { accessToken: 'app' }));
      });
    });
    await new Promise<void>((done) => provider.listen(0, '127.0.0.1', done));
    const host = `http://127.0.0.1:${(provider.address() as AddressInfo).port}`;
    const settings: Readonly<Record<string, string>> = {
      'ding.appKey': 'key',
      'ding.appSecret': 'secret',
      'ding.agentId': '77',
      'ding.baseUrl': 'https://mes.example.com/',
    };
    messenger = dingMessenger({
      db: factory.database.db,
      client: dingClient({ api: host, oapi: host, login: host }),
      setting: async (_org, key) => settings[key] ?? null,
      reveal: (text) => text,
    });
    await run("UPDATE platform.org SET corp_id = 'corp1' WHERE code = 'demo'");
    await run(`INSERT INTO platform.third_bind (id, kind, corp_id, third_user_id, union_id, account_id, org_id)
      SELECT gen_random_uuid(), 10, 'corp1', 'ding-xumin', 'u1', m.account_id, m.org_id FROM platform.member m
       WHERE m.login_name = 'xumin'`);
    for (const key of ['ding.appKey', 'ding.agentId'])
      await run(`INSERT INTO org_demo.mw_setting (key, value) VALUES ('${key}', '"x"')`);
    await run('UPDATE platform.org SET rights_version = rights_version + 1');
  });
  afterAll(async () => {
    await run('DELETE FROM org_demo.mw_setting');
    await run('DELETE FROM platform.third_bind');
    await run('UPDATE platform.org SET rights_version = rights_version + 1');
    await new Promise((done) => provider.close(done));
  });
  beforeEach(async () => {
    await run('DELETE FROM org_demo.mw_notice_send');
    taken.length = 0;
    lost.length = 0;
    fails = 0;
    asked = 0;
  });
  const send = async (now: string): Promise<void> => {
    factory.setNow(now);
    while ((await engine((ctx) => sendOne(ctx, messenger, (_text, data) => lost.push(data)))) > 0);
  };
  const both = ['inbox', 'messenger'];
  const state = async (): Promise<unknown> =>
    (await run('SELECT channel_state FROM org_demo.message')).rows[0]!.channel_state;

  it('that fails four times and takes it then has it once, with a way to the document', async () => {
    await profile('xumin', { noticeChannels: both });
    await rule({ channels: both });
    fails = 4;
    await happen('09:00');
    for (const [minute, tries] of [
      ['09:00', 1],
      ['09:00', 1],
      ['09:01', 2],
      ['09:05', 2],
      ['09:06', 3],
      ['09:21', 4],
      ['10:20', 4],
      ['10:21', 5],
      ['23:00', 5],
    ] as const) {
      await send(`2026-01-15 ${minute}:00`);
      expect([minute, asked]).toEqual([minute, tries]);
    }
    expect(taken).toHaveLength(1);
    const url = `https://mes.example.com/v2/login?${new URLSearchParams({
      corpid: 'corp1',
      isding: '1',
      redirect: `/oms/purchase/order/detail?id=${String(order.id)}`,
    })}`;
    expect(taken[0]).toMatchObject({
      userid_list: 'ding-xumin',
      msg: { action_card: { title: `采购订单${String(order.nbr)}被驳回`, single_url: url } },
    });
    expect(await state()).toEqual({ messenger: 'sent' });
    expect(lost).toEqual([]);
    expect(await heard('xumin')).toHaveLength(1);
  });

  it('that never takes it is asked six times, then the inbox alone has it and it is logged', async () => {
    await profile('xumin', { noticeChannels: both });
    await rule({ channels: both });
    fails = 99;
    await happen('09:00');
    for (const minute of ['09:00', '09:01', '09:06', '09:21', '10:21', '14:21', '23:59'])
      await send(`2026-01-15 ${minute}:00`);
    expect([asked, taken.length, lost.length]).toEqual([6, 0, 1]);
    expect(await state()).toEqual({ messenger: '钉钉服务暂不可用，请使用账号登录' });
    expect(await heard('xumin')).toHaveLength(1);
  });

  it('is asked for nobody who did not choose it, and for no rule that does not name it', async () => {
    await profile('xumin', { noticeChannels: ['inbox', 'screen'] });
    await rule({ channels: both });
    await happen('09:00');
    await run('DELETE FROM org_demo.user_profile');
    await profile('xumin', { noticeChannels: both });
    await run("UPDATE org_demo.notice_rule SET is_disabled = '1'");
    await rule({ channels: ['inbox'] });
    await happen('10:00');
    await send('2026-01-15 10:01:00');
    expect(asked).toBe(0);
    expect(await heard('xumin')).toHaveLength(2);
  });

  it('waits for the end of quiet hours like the inbox, and is not asked of who has read it meanwhile', async () => {
    await profile('xumin', { noticeChannels: both, quietFrom: '22:00', quietTo: '07:30' });
    await rule({ channels: both, level: '3' });
    await happen('22:15');
    await send('2026-01-15 22:16:00');
    expect(asked).toBe(0);
    await at('2026-01-16 07:30:00');
    fails = 1;
    await send('2026-01-16 07:30:00');
    expect(asked).toBe(1);
    await factory.as('xumin', (ctx) => markRead(ctx));
    await send('2026-01-16 07:31:00');
    expect([asked, taken.length]).toEqual([1, 0]);
  });
});

describe('the personal centre', () => {
  const own = (login: string) => factory.as(login, (ctx) => ownOf(ctx as EngineCtx));

  it('keeps one profile for each, which is nobody else’s, and refuses what it says', async () => {
    await expect(profile('xumin', { quietFrom: '22:00', quietTo: '22:00' })).rejects.toThrow(
      '免打扰开始与结束不能相同',
    );
    await expect(profile('xumin', { email: 'xumin' })).rejects.toThrow('邮箱格式不正确');
    await factory.as('admin', (ctx) => mirrorDocuments(ctx.asSystem() as EngineCtx));
    const [role] = (await run("SELECT id FROM org_demo.menu WHERE page = 'role'")).rows;
    await expect(profile('xumin', { homeUrl: String(role!.id) })).rejects.toThrow(
      '没有「角色管理」的权限，请选择其他页面',
    );
    expect((await run('SELECT id FROM org_demo.user_profile')).rows).toEqual([]);
    const [orders] = (await run("SELECT id FROM org_demo.menu WHERE page = 'purchaseOrder'")).rows;
    await profile('xumin', { email: 'xu@example.com', tableSize: '1', homeUrl: String(orders!.id) });
    expect(await own('xumin')).toEqual({
      nickName: '小许',
      avatar: null,
      tableSize: 1,
      homeUrl: '/oms/purchase/order',
      phrases: [],
    });
    expect(await own('zhoutao')).toMatchObject({ nickName: null, tableSize: 2, homeUrl: null });
    const page = (ctx: EngineCtx) => ctx.registry.page('userProfile')!;
    const opened = await factory.as('zhoutao', (ctx) => getOne(ctx as EngineCtx, page(ctx as EngineCtx), {}));
    // blank, with what is known of him
    expect(opened).toMatchObject({ nickName: '周涛', noticeChannels: ['inbox'] });
    expect(opened.id).toBeUndefined();
    await expect(profile('xumin', {})).rejects.toThrow('数据已被他人修改，请刷新后重试');
  });

  it('has the quiet hours that stood with the user before, and keeps those chosen since', async () => {
    await profile('zhoumin', { nickName: '周敏', quietFrom: '21:00', quietTo: '06:00' });
    await run('ALTER TABLE org_demo."user" ADD zz_quiet_from_202601150800 time, ADD zz_quiet_to_202601150800 time');
    await run(`UPDATE org_demo."user" SET zz_quiet_from_202601150800 = '22:00', zz_quiet_to_202601150800 = '07:00'
      WHERE login_name IN ('xumin', 'zhoumin')`);
    await run("DELETE FROM platform.migration_log WHERE schema = 'org_demo' AND id = '0042-quiet-hours'");
    expect(await migrateOrg(factory.database.db, 'org_demo', 'tables')).toEqual(['0042-quiet-hours']);
    const { rows } = await run(`SELECT u.login_name, p.quiet_from::text AS at FROM org_demo.user_profile p
      JOIN org_demo."user" u ON u.id = p.created_by_id ORDER BY 1`);
    expect(rows).toEqual([
      { login_name: 'xumin', at: '22:00:00' },
      { login_name: 'zhoumin', at: '21:00:00' },
    ]);
    await run('ALTER TABLE org_demo."user" DROP zz_quiet_from_202601150800, DROP zz_quiet_to_202601150800');
  });

  it('has one mail address with the user', async () => {
    const mail = async (): Promise<unknown> =>
      (await run("SELECT email FROM org_demo.user WHERE login_name = 'xumin'")).rows[0]!.email;
    await profile('xumin', { email: 'own@example.com' });
    expect(await mail()).toBe('own@example.com');
    await factory.as('admin', async (ctx) => {
      const user = (await ctx.records.get('user', ids.xumin!))!;
      await saveRecord(ctx as EngineCtx, 'user', { rec: { ...user, email: 'new@example.com' }, accept: [] });
    });
    expect((await run('SELECT email FROM org_demo.user_profile')).rows).toEqual([{ email: 'new@example.com' }]);
  });

  it('takes a PIN as an administrator’s is taken, hashed and checked', async () => {
    const pin = async (): Promise<unknown> =>
      (await run("SELECT pin FROM org_demo.user WHERE login_name = 'xumin'")).rows[0]!.pin;
    const set = (value: unknown) => factory.as('xumin', (ctx) => setPin(ctx as EngineCtx, value));
    for (const wrong of ['123456', '111111', '12345', 'abcdef'])
      await expect(set(wrong)).rejects.toThrow('PIN须为6位数字且不能相同或连续');
    expect(await pin()).toBeNull();
    await set('739154');
    expect(await pin()).toMatch(/^\$argon2id\$/);
    await set(null);
    expect(await pin()).toBeNull();
  });

  it('keeps what people often say', async () => {
    await factory.as('xumin', async (ctx) => {
      const many = Array.from({ length: 21 }, (_, n) => `意见${n}`);
      await expect(setPhrases(ctx, many)).rejects.toThrow('常用意见最多20条');
      await setPhrases(ctx, ['同意，按期交货', ' 同意，按期交货 ', '']);
    });
    expect((await own('xumin')).phrases).toEqual(['同意，按期交货']);
    expect((await own('zhoutao')).phrases).toEqual([]);
  });
});

it('has events that happen to a record: an order that is late, a supplier that was paused', async () => {
  const of = async (event: string): Promise<readonly unknown[]> =>
    (
      await sql<{ record_id: string; nbr: string }>`
        SELECT record_id, nbr FROM org_demo.mw_outbox WHERE event = ${event} ORDER BY seq`.execute(factory.database.db)
    ).rows;
  const late = await engine(remindLate);
  expect(late).toBeGreaterThan(0);
  expect(await of('purchaseOrder.late')).toHaveLength(late);
  expect(await engine(remindLate)).toBe(0);
  const [supplier] = await factory.as('admin', async (ctx) => {
    const found = await ctx.records.find('supplier', 'isDisabled == 0 && qualStatus != 3', { limit: 1 });
    const { id, version } = found[0] as unknown as { id: string; version: number };
    await ctx.records.save('supplier', { id, version, qualStatus: '3' } as Rec);
    return found;
  });
  expect(await of('supplier.paused')).toEqual([{ record_id: supplier?.id, nbr: supplier?.code }]);
});

describe('the night', () => {
  const use = (code: string) => run(`UPDATE org_demo.notice_rule SET is_disabled = '0' WHERE code = '${code}'`);
  const night = async (day: string): Promise<readonly number[]> => {
    factory.setNow(`${day} 00:10:00`);
    const counts = [await engine(remindExpiring), await engine(remindShortage)];
    await deliver();
    return counts;
  };
  const said = async (login: string): Promise<readonly string[]> =>
    (await factory.as(login, (ctx) => inboxOf(ctx))).records.map(({ title, body }) => `${title}：${body}`);

  it('tells the leader of the crew of a certificate 30, 7 and 0 days before its end, once each', async () => {
    await factory.as('admin', async (ctx) => {
      const [person] = await ctx.records.find('employee', "code == 'YG0006'");
      const [process] = await ctx.records.find('process', "code == 'CX'");
      const row = { id: newId(), lineNo: 10, process: process!.id!, level: '2', validTo: '2026-02-14' };
      await ctx.records.save('employee', { id: person!.id!, version: person!.version!, skills: [row] } as Rec);
    });
    await use('TZ004');
    await night('2026-01-14');
    expect(await said('wangqiang')).toEqual([]);
    await night('2026-01-15');
    const title = '王强（YG0006）的技能证书将到期：请安排复审或换证，过期后不能再独立上岗。';
    expect(await said('wangqiang')).toEqual([`${title}\n车削 2026-02-14 还有30天到期`]);
    expect((await night('2026-01-15'))[0]).toBe(0);
    await night('2026-01-16');
    expect(await said('wangqiang')).toHaveLength(1);
    await night('2026-02-07');
    await night('2026-02-13');
    await night('2026-02-14');
    await night('2026-02-15');
    expect((await said('wangqiang')).map((text) => text.split('\n')[1]).sort()).toEqual([
      '车削 2026-02-14 今天到期',
      '车削 2026-02-14 还有30天到期',
      '车削 2026-02-14 还有7天到期',
    ]);
  });
  it('tells planners what is short of its safety stock, every night once', async () => {
    await run("UPDATE org_demo.material SET safety_stock = 0 WHERE code <> 'SR-08'");
    await run("UPDATE org_demo.material SET safety_stock = 1000000 WHERE code = 'SR-08'");
    await use('TZ008');
    expect((await night('2026-03-02'))[1]).toBe(1);
    expect((await night('2026-03-02'))[1]).toBe(0);
    const [text] = await said('wangmin');
    expect(text).toMatch(/^SR-08 密封圈低于安全库存：请安排补货。\nSR-08 合格库存 \d+，安全库存 1000000$/);
    expect((await night('2026-03-03'))[1]).toBe(1);
  });
});
