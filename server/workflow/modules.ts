/** Records of approvals as documents: the actions of their lists are the acts of the flow. */
import type { AddMode } from '../../schemas/language/flow/index';
import { keyFor } from '../../schemas/language/settings';
import type { FileValue, Rec } from '../../schemas/language/value';
import type { Ctx, DomainModule } from '../ctx';
import { refuse } from '../errors';
import type { EngineCtx } from '../records/host';
import { flowsOfDelegation } from './agents';
import { actOnInstance, handOverAct, reassignAct, retryAct, terminateAct, urgeAct, withdrawAct } from './instance-acts';
import { handleTask, type TaskAct, type TaskAnswer } from './task-acts';

/** engine code is given the whole ctx; modules of the product see the narrow one */
const engine = (ctx: Ctx): EngineCtx => ctx as EngineCtx;

const taskAct =
  (act: TaskAct, read: (ask: Rec) => Partial<TaskAnswer> = () => ({})) =>
  async (record: Rec, ask: Rec, ctx: Ctx): Promise<undefined> => {
    const opinion = typeof ask.opinion === 'string' ? { opinion: ask.opinion } : {};
    const [signed] = Array.isArray(ask.signature) ? (ask.signature as unknown as readonly FileValue[]) : [];
    const signature = signed === undefined ? {} : { signature: signed.id };
    const files = Array.isArray(ask.files) ? (ask.files as unknown as readonly FileValue[]).map(({ id }) => id) : [];
    await handleTask(engine(ctx), record, { act, ...opinion, ...signature, files, ...read(ask) });
    return undefined;
  };
const ANSWERS: ReadonlySet<string> = new Set('agree agreeAll refuse transfer back addSign copyTo'.split(' '));
const texts = (value: unknown): readonly string[] => (Array.isArray(value) ? value.map(String) : []);

export const flowTask: DomainModule = {
  /** the document first, then its approval, then the task: the order of every act */
  async lock(action, ids, ctx) {
    const { records } = ctx.asSystem();
    const tasks = await records.many('flowTask', ids, { stored: true });
    await lockDocuments(ctx, tasks);
    if (!ANSWERS.has(action)) return;
    // who comes second is told by whom, not that something changed
    for (const task of await records.many('flowTask', ids, { stored: true, lock: true })) {
      if (task.assignee !== ctx.session.me.id || task.docStatus === '10') continue;
      const by = await handledBy(ctx, task);
      throw refuse(`任务已被${by}处理`);
    }
  },
  actions: {
    agree: taskAct('agree'),
    agreeAll: taskAct('agree'),
    refuse: taskAct('reject'),
    transfer: taskAct('transfer', ({ to }) => ({ to: typeof to === 'string' ? [to] : [] })),
    back: taskAct('back', ({ node }) => ({ nodeCode: String(node ?? '') })),
    addSign: taskAct('add', ({ to, mode }) => ({ to: texts(to), mode: mode as AddMode })),
    copyTo: taskAct('cc', ({ to }) => ({ to: texts(to) })),
    recall: taskAct('recall'),
    read: taskAct('read'),
  },
};

/** A flow that decides a type of document by default is not stopped under it. */
export const flowModel: DomainModule = {
  actions: {
    async stop(record, _ask, ctx) {
      const code = String(record.docType);
      const flow = engine(ctx).registry.flows.get(String(record.code));
      const isDefault = (flow?.binds ?? []).some((bind) => bind.default === true && bind.off !== true);
      if (isDefault && ctx.setting(keyFor('audit.mode', code)) === '2')
        throw refuse(`流程「${String(record.name)}」正被单据审核设置使用，请先更换默认流程`);
      return undefined;
    },
  },
};

export const flowInstance: DomainModule = {
  async lock(_action, ids, ctx) {
    await lockDocuments(ctx, await ctx.asSystem().records.many('flowInstance', ids, { stored: true }));
  },
  actions: {
    remind: (record, _ask, ctx) => done(actOnInstance(engine(ctx), record.id as string, urgeAct)),
    recallAll: (record, _ask, ctx) => done(actOnInstance(engine(ctx), record.id as string, withdrawAct)),
    retry: (record, _ask, ctx) => done(actOnInstance(engine(ctx), record.id as string, retryAct)),
    terminate: (record, ask, ctx) =>
      done(actOnInstance(engine(ctx), record.id as string, terminateAct(String(ask.reason ?? '')))),
    reassign: (record, ask, ctx) =>
      done(
        actOnInstance(
          engine(ctx),
          record.id as string,
          reassignAct(String(ask.from), String(ask.to), String(ask.reason ?? '')),
        ),
      ),
  },
};

export const flowDelegate: DomainModule = {
  async check(record, _old, ctx) {
    const others = await ctx
      .asSystem()
      .records.find(
        'flowDelegate',
        'fromUser == param.from && !isCancelled && id != param.id && startAt < param.end && endAt > param.start',
        {
          param: {
            from: record.fromUser ?? null,
            id: record.id ?? null,
            start: record.startAt ?? null,
            end: record.endAt ?? null,
          },
        },
      );
    const mine = list(record.models);
    const overlaps = others.some((row) => {
      const models = list(row.models);
      return mine.length === 0 || models.length === 0 || models.some((model) => mine.includes(model));
    });
    return overlaps ? [{ code: 'flowDelegate.overlap', path: 'startAt', text: '该时间段已有委托' }] : [];
  },
  /** open tasks go to the agent with it, when it holds already */
  async after({ record }, ctx) {
    if (record.includeOpen !== true || record.isCancelled === true) return;
    if (String(record.startAt) > ctx.now || String(record.endAt) < ctx.now) return;
    const own = engine(ctx);
    for (const { instance } of await flowsOfDelegation(own, record))
      await actOnInstance(own, instance, handOverAct(String(record.fromUser), String(record.toUser)));
  },
};

async function done(work: Promise<unknown>): Promise<undefined> {
  await work;
  return undefined;
}
async function lockDocuments(ctx: Ctx, rows: readonly Rec[]): Promise<void> {
  const { records } = ctx.asSystem();
  const keys = [...new Map(rows.map((row) => [`${String(row.docType)} ${String(row.docId)}`, row])).entries()];
  for (const [, row] of keys.sort(([a], [b]) => (a < b ? -1 : 1)))
    await records.get(String(row.docType), String(row.docId), { lock: true });
}
/** Who answered in place of this person: what the state of the approval says. */
async function handledBy(ctx: Ctx, task: Rec): Promise<string> {
  const { records } = ctx.asSystem();
  const others = await records.find(
    'flowTask',
    'instance == param.instance && node == param.node && docStatus == 60 && handledAt == param.at',
    { param: { instance: task.instance ?? null, node: task.node ?? null, at: task.handledAt ?? null }, limit: 1 },
  );
  const who = others[0]?.assignee ?? task.assignee;
  const [user] = await records.many('user', [String(who)], { stored: true });
  return String(user?.name ?? '系统');
}
const list = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);
