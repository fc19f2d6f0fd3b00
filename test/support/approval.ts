/** A purchase department with approvals switched on: people of the demo story, orders to submit, and the acts by name. */
import type { AnyDoc } from '../../schemas/language/document';
import type { FlowDoc } from '../../schemas/language/flow/document';
import type { Rec } from '../../schemas/language/value';
import { newId } from '../../server/ids';
import { inWrite } from '../../server/records/context';
import type { EngineCtx } from '../../server/records/host';
import { forgetSettings } from '../../server/records/settings/settings';
import { handleCall, type InstanceAct, instanceCall } from '../../server/workflow/calls';
import { processOf } from '../../server/workflow/process';
import { flowMinute } from '../../server/workflow/timers';
import { openWorld, order, type Wire, type World } from './writes';

export const PEOPLE = {
  xumin: ['许敏', 'buy', 'buyer'],
  zhoumin: ['周敏', 'buy', 'head'],
  shenjie: ['沈洁', 'money', 'finance'],
  qianli: ['钱丽', 'money', 'finance2'],
  zhaomin: ['赵敏', 'check', 'quality'],
  zhangwei: ['张伟', 'all', 'gm'],
  sunli: ['孙丽', 'check', 'inspector'],
  gaofeng: ['高峰', 'check', 'inspector'],
  boss: ['管理员', 'all', 'root'],
} as const;
export type Who = keyof typeof PEOPLE;

const RIGHTS = [
  ...['view', 'add', 'edit', 'del', 'void', 'audit', 'unaudit', 'close', 'receive'].map(
    (code) => `purchaseOrder:${code}`,
  ),
  ...['view', 'add', 'edit', 'audit', 'unaudit'].map((code) => `purchaseIn:${code}`),
  ...['view', 'handle'].map((code) => `flowTask:${code}`),
  ...['view', 'start', 'withdraw', 'urge', 'terminate', 'retry'].map((code) => `flowInstance:${code}`),
  'flowDelegate:view flowDelegate:add flowDelegate:edit',
].flatMap((code) => code.split(' '));

export interface Approvals {
  readonly world: World;
  readonly id: (name: string) => string;
  as(who: Who, rights?: readonly string[]): Promise<EngineCtx>;
  /** an order of this amount, made by 许敏 */
  order(price: number, who?: Who): Promise<Wire>;
  submit(doc: Wire, who?: Who, page?: string): Promise<Wire>;
  submitted(price: number): Promise<Wire>;
  doc(doc: Wire, object?: string): Promise<Rec>;
  task(who: Who, doc: Wire): Promise<Rec | undefined>;
  tasks(doc: Wire): Promise<readonly Rec[]>;
  handle(who: Who, doc: Wire, act: string, more?: Wire): Promise<Wire>;
  instance(doc: Wire): Promise<Rec>;
  onInstance(who: Who, doc: Wire, act: InstanceAct, more?: Wire): Promise<Wire>;
  process(who: Who, doc: Wire): Promise<{ instances: Wire[]; myTask: Wire | null; acts: string[] }>;
  at(now: string): void;
  minute(): Promise<{ done: number; failed: number }>;
  events(kind: string): Promise<readonly Wire[]>;
  close(): Promise<void>;
}

/** What only warns is accepted: another price than last time. */
const accepting = (ask: (accept: readonly string[]) => Promise<Wire>): Promise<Wire> =>
  ask([]).catch((error: { data?: { warnings?: { code: string }[] } }) => {
    const warned = (error.data?.warnings ?? []).map(({ code }) => code);
    if (warned.length === 0) throw error;
    return ask(warned);
  });

export async function openApprovals(
  flows: readonly FlowDoc[] = [],
  modes: Wire = { purchaseOrder: '2' },
): Promise<Approvals> {
  let clock = new Date('2026-01-15T01:00:00Z');
  const world = await openWorld({ clock: () => clock, documents: flows as readonly AnyDoc[] });
  const ids = new Map<string, string>();
  const id = (name: string): string => {
    const known = ids.get(name) ?? newId();
    ids.set(name, known);
    return known;
  };
  const schema = world.db.withSchema(world.org.schema);
  const dept = (name: string, title: string) => ({
    id: id(name),
    code: name,
    name: title,
    type: '20',
    is_disabled: '0',
    ...(name === 'all' ? {} : { parent_id: id('all') }),
  });
  await world.insert('dept', [
    dept('all', '示例工厂'),
    dept('buy', '采购部'),
    dept('money', '财务部'),
    dept('check', '质量部'),
  ]);
  await world.insert(
    'role',
    [...new Set(Object.values(PEOPLE).map(([, , role]) => role))].map((role) => ({
      id: id(role),
      code: role,
      name: { finance: '财务', quality: '质量', gm: '总经理', root: '超级管理员' }[role as string] ?? role,
      is_super: role === 'root',
      is_disabled: '0',
      data_scope: '1',
    })),
  );
  await world.insert(
    'user',
    Object.entries(PEOPLE).map(([login, [name, of, role]]) => ({
      id: id(login),
      login_name: login,
      name,
      dept_id: id(of),
      roles: [id(role)],
      is_disabled: '0',
    })),
  );
  for (const [of, leader] of Object.entries({ all: 'zhangwei', buy: 'zhoumin', money: 'shenjie', check: 'zhaomin' }))
    await schema
      .updateTable('dept')
      .set({ leader_id: id(leader) })
      .where('id', '=', id(of))
      .execute();
  await schema
    .updateTable('user')
    .set({ supervisor_id: id('zhoumin') })
    .where('id', '=', id('xumin'))
    .execute();
  for (const [object, mode] of Object.entries(modes))
    await world.insert('mw_setting', [{ key: `audit.mode.${object}`, value: JSON.stringify(mode) }]);
  forgetSettings(world.org.id);

  const as: Approvals['as'] = (who, rights = RIGHTS) =>
    world.as([who === 'boss' ? { isSuper: true } : { functions: [...rights], fieldGroups: ['price'] }], {
      id: id(who),
      name: PEOPLE[who][0],
      dept: id(PEOPLE[who][1]),
    });
  const keyOf = (doc: Wire) => doc.id as string;
  const rowsOf = async (object: string, where: string, param: Rec, sort = 'id'): Promise<readonly Rec[]> =>
    (await world.root()).asSystem().records.find(object, where, { param, sort });
  const instance = async (doc: Wire): Promise<Rec> =>
    (await rowsOf('flowInstance', 'docId == param.id', { id: keyOf(doc) }, '-startAt,-round'))[0] as Rec;
  const tasks: Approvals['tasks'] = (doc) => rowsOf('flowTask', 'docId == param.id', { id: keyOf(doc) }, 'seq');
  const task: Approvals['task'] = async (who, doc) =>
    (await tasks(doc)).findLast((task) => task.assignee === id(who) && task.docStatus === '10') ??
    (await tasks(doc)).findLast((task) => task.assignee === id(who));
  const approvals: Approvals = {
    world,
    id,
    as,
    instance,
    tasks,
    task,
    async order(price, who = 'xumin') {
      const ctx = await as(who);
      const rows = order(world, {}, [{ qty: 100, price }]);
      return accepting((accept) => world.save('purchaseOrder', rows, { accept }, ctx));
    },
    async submit(doc, who = 'xumin', page = 'purchaseOrder') {
      const { version } = await approvals.doc(doc, page);
      const ctx = await as(who);
      return accepting((accept) => world.act(page, 'submit', [{ id: doc.id, version }], { accept }, ctx));
    },
    async submitted(price) {
      const doc = await approvals.order(price);
      await approvals.submit(doc);
      return doc;
    },
    doc: async (doc, object = 'purchaseOrder') => (await (await world.root()).records.get(object, keyOf(doc))) as Rec,
    async handle(who, doc, act, more = {}) {
      const mine = await task(who, doc);
      const ctx = await as(who);
      return handleCall(ctx, { taskId: mine?.id ?? newId(), version: mine?.version ?? 1, act, ...more });
    },
    async onInstance(who, doc, act, more = {}) {
      return instanceCall(await as(who), act, { id: (await instance(doc)).id, ...more });
    },
    process: async (who, doc) => (await processOf(await as(who), 'purchaseOrder', keyOf(doc))) as never,
    at(now) {
      clock = new Date(`${now.replace(' ', 'T')}+08:00`);
    },
    async minute() {
      return flowMinute(
        {
          asSystem: async (_org, run) => inWrite((await world.root()).asSystem(), (ctx) => run(ctx)),
          alarm: (text, data) => {
            throw new Error(`${text} ${JSON.stringify(data)}`);
          },
        },
        world.org,
      );
    },
    async events(kind) {
      const rows = await schema.selectFrom('mw_outbox').selectAll().where('event', '=', kind).orderBy('seq').execute();
      return rows as Wire[];
    },
    close: () => world.close(),
  };
  return approvals;
}
