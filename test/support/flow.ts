/** A small factory for flows: the people of the demo story, a world at a moment, and a player that answers for people by name. */
import type { FlowDoc, FlowNodeDoc } from '../../schemas/language/flow/document';
import {
  type Answer,
  addSigners,
  agree,
  compileFlow,
  type FlowEvent,
  type FlowGraph,
  type FlowState,
  type FlowTask,
  type FlowWorld,
  finish,
  type Outcome,
  PLAIN_WEEK,
  recall,
  reject,
  type Submission,
  sendBack,
  served,
  submit,
  tick,
  transfer,
} from '../../schemas/language/flow/index';

interface Someone {
  readonly name: string;
  readonly dept: string;
  readonly roles: readonly string[];
  readonly superior?: string;
}
const someone = (name: string, dept: string, roles: string, superior?: string): Someone => ({
  name,
  dept,
  roles: roles.split(' '),
  ...(superior === undefined ? {} : { superior }),
});
/** users by login name, which is their id too */
const PEOPLE: { readonly [id: string]: Someone } = {
  admin: someone('系统管理员', '1', 'sysAdmin'),
  zhangwei: someone('张伟', '10', 'gm'),
  zhoumin: someone('周敏', '12', 'buyer', 'zhangwei'),
  xumin: someone('许敏', '12', 'buyer', 'zhoumin'),
  liuqiang: someone('刘强', '11', 'workshopHead', 'zhangwei'),
  wangqiang: someone('王强', '111', 'teamLeader', 'liuqiang'),
  sunhao: someone('孙浩', '111', 'operator', 'wangqiang'),
  zhaomin: someone('赵敏', '14', 'quality', 'zhangwei'),
  sunli: someone('孙丽', '14', 'inspector', 'zhaomin'),
  shenjie: someone('沈洁', '17', 'finance', 'zhangwei'),
  qianli: someone('钱丽', '17', 'payroll', 'shenjie'),
  zhoutao: someone('周涛', '15', 'keeper', 'zhangwei'),
};
const ROLES: { readonly [code: string]: string } = { finance: '财务', quality: '质量', gm: '总经理', buyer: '采购员' };
const DEPTS: {
  readonly [id: string]: { readonly title: string; readonly parent: string | null; readonly head: string | null };
} = {
  '1': { title: '示例工厂', parent: null, head: 'zhangwei' },
  '10': { title: '总经办', parent: '1', head: 'zhangwei' },
  '11': { title: '生产部', parent: '1', head: 'liuqiang' },
  '111': { title: '机加车间', parent: '11', head: 'wangqiang' },
  '12': { title: '采购部', parent: '1', head: 'zhoumin' },
  '14': { title: '质量部', parent: '1', head: 'zhaomin' },
  '15': { title: '仓储部', parent: '1', head: null },
  '17': { title: '财务部', parent: '1', head: 'shenjie' },
};

export interface WorldParts {
  readonly now?: string;
  readonly self?: boolean;
  readonly autoPass?: boolean;
  readonly maxRounds?: number;
  readonly isPosting?: boolean;
  readonly creator?: string;
  readonly dept?: string | null;
  readonly disabled?: readonly string[];
  readonly agents?: { readonly [user: string]: string };
  /** conditions that are true */
  readonly facts?: readonly string[];
  readonly fields?: { readonly [path: string]: readonly string[] };
  readonly days?: { readonly [path: string]: string };
  readonly keys?: readonly {
    readonly field: string;
    readonly title: string;
    readonly text: string;
    readonly grant?: string;
  }[];
  readonly roles?: { readonly [role: string]: readonly string[] };
}
export function worldOf(parts: WorldParts = {}): FlowWorld {
  const has = (role: string): readonly string[] =>
    parts.roles?.[role] ?? Object.keys(PEOPLE).filter((id) => PEOPLE[id]?.roles.includes(role));
  return {
    now: parts.now ?? '2026-01-15 09:00:00',
    people: {
      person: (id) => {
        const person = PEOPLE[id];
        return {
          id,
          name: person?.name ?? id,
          dept: person?.dept ?? null,
          isDisabled: parts.disabled?.includes(id) === true,
        };
      },
      login: (name) => name,
      role: (code) => ({ title: ROLES[code] ?? code, users: has(code) }),
      rolesOf: (id) => PEOPLE[id]?.roles ?? [],
      dept: (id) => DEPTS[id],
      superior: (id) => PEOPLE[id]?.superior ?? null,
      teamLeader: (id) => (PEOPLE[id]?.dept === '111' ? 'wangqiang' : null),
      supers: () => ['admin'],
      agent: (id) => parts.agents?.[id],
    },
    document: {
      title: '采购订单',
      creator: parts.creator ?? 'xumin',
      dept: parts.dept ?? null,
      isPosting: parts.isPosting ?? false,
      users: (path) => parts.fields?.[path] ?? [],
      depts: (path) => parts.fields?.[path] ?? [],
      day: (path) => parts.days?.[path] ?? null,
      keys: () => parts.keys ?? [],
      fieldTitle: (path) => path,
    },
    calendar: PLAIN_WEEK,
    settings: { self: parts.self ?? false, autoPass: parts.autoPass ?? false, maxRounds: parts.maxRounds ?? 20 },
    test: (when) => parts.facts?.includes(when) === true,
  };
}

export const flowOf = (nodes: readonly FlowNodeDoc[], more: Partial<FlowDoc> = {}): FlowDoc => ({
  $schema: 'flow/1',
  flow: 'test',
  title: '流程',
  object: 'purchaseOrder',
  repeat: 'none',
  admins: ['admin'],
  ...more,
  nodes,
});
/** An approval by these people. */
export const ask = (node: string, users: string, more: Partial<FlowNodeDoc> = {}): FlowNodeDoc => ({
  node,
  title: node,
  sort: 'approve',
  who: [{ by: 'user', users: users.split(' ') }],
  ...more,
});

/** Plays a flow: people answer by name, refusals are thrown as their sentence, needs are met unless told. */
export class Player {
  readonly graph: FlowGraph;
  parts: WorldParts;
  state: FlowState;
  readonly events: FlowEvent[] = [];
  /** what the document or a service says when it is asked */
  failing: string | undefined;

  constructor(doc: FlowDoc, parts: WorldParts = {}, by: Partial<Submission> = {}) {
    this.graph = compileFlow(doc);
    this.parts = parts;
    this.state = undefined as unknown as FlowState;
    this.submit(by);
  }
  get world(): FlowWorld {
    return worldOf(this.parts);
  }
  at(now: string): this {
    this.parts = {
      ...this.parts,
      now: now.length > 8 ? now : `${(this.parts.now ?? '2026-01-15').slice(0, 10)} ${now}`,
    };
    return this;
  }
  submit(by: Partial<Submission> = {}): void {
    const whole = { starter: 'xumin', dept: '12', revision: 1, auditStatus: '1' as const, ...by };
    this.take(submit(this.graph, this.world, whole));
  }
  /** Accepts an outcome and meets what the flow needs. */
  take(result: Outcome): this {
    const next = this.meet(result);
    if (next.refusal !== undefined) throw new Error(next.refusal);
    this.state = next.state;
    this.events.push(...next.events);
    return this;
  }
  private meet(result: Outcome): Outcome {
    let now = result;
    for (;;) {
      if (now.refusal !== undefined) return now;
      const need = now.state.needs[0];
      if (need === undefined) return now;
      const answer = this.failing === undefined ? {} : { failed: this.failing };
      const next: Outcome =
        need.need === 'finish'
          ? finish(this.graph, now.state, this.world, need, answer)
          : served(this.graph, now.state, this.world, need, answer);
      now = next.refusal === undefined ? { state: next.state, events: [...now.events, ...next.events] } : next;
    }
  }
  /** Open task of somebody, at a node if he has several. */
  task(user: string, node?: string): FlowTask {
    const isHis = (task: FlowTask): boolean => task.user === user && (node === undefined || task.node === node);
    const all = this.state.tasks.filter(isHis);
    const found = all.find((task) => task.state === 'open') ?? all.at(-1);
    if (found === undefined) throw new Error(`${user} has no task`);
    return found;
  }
  private answer(user: string, more: Partial<Answer> = {}): Answer {
    return { task: this.task(user).id, ...more };
  }
  agree(user: string, more: Partial<Answer> = {}): this {
    return this.take(agree(this.graph, this.state, this.world, user, this.answer(user, more)));
  }
  reject(user: string, opinion = '不行'): this {
    return this.take(reject(this.graph, this.state, this.world, user, this.answer(user, { opinion })));
  }
  back(user: string, to: string, opinion = '重来'): this {
    return this.take(sendBack(this.graph, this.state, this.world, user, { ...this.answer(user, { opinion }), to }));
  }
  transfer(user: string, to: string, opinion = '请代看'): this {
    return this.take(transfer(this.graph, this.state, this.world, user, { ...this.answer(user, { opinion }), to }));
  }
  add(user: string, mode: 'before' | 'after' | 'with', ...to: string[]): this {
    return this.take(
      addSigners(this.graph, this.state, this.world, user, { ...this.answer(user, { opinion: '一起看' }), mode, to }),
    );
  }
  recall(user: string): this {
    return this.take(recall(this.graph, this.state, this.world, user, this.answer(user)));
  }
  tick(now?: string): this {
    if (now !== undefined) this.at(now);
    return this.take(tick(this.graph, this.state, this.world));
  }
  /** node:user of all open tasks, in order */
  get open(): string {
    return this.state.tasks
      .filter((task) => task.state === 'open' && task.sort !== 'cc')
      .map((task) => `${task.node}:${task.user}`)
      .join(' ');
  }
  results(node: string): string {
    return this.state.tasks
      .filter((task) => task.node === node)
      .map((task) => `${task.user}:${task.state === 'done' || task.state === 'cancelled' ? task.result : task.state}`)
      .join(' ');
  }
  notices(kind: string): readonly string[] {
    return this.events.flatMap((event) =>
      event.event === 'notice' && event.kind === kind ? [event.to.join(' ')] : [],
    );
  }
}
