/** What starters and flow administrators do with a running approval: 撤回, 催办, 终止, 改派, 重试. */
import {
  compileFlow,
  type FlowState,
  handOver,
  type Outcome,
  reassign,
  retry,
  sentence,
  terminate,
  tick,
  urge,
  withdraw,
} from '../../schemas/language/flow/index';
import type { TaskSource } from '../../schemas/language/flow/state';
import type { ResolvedObject } from '../../schemas/language/resolved';
import type { Rec } from '../../schemas/language/value';
import { refuse } from '../errors';
import { gather, type Read } from '../records/gather';
import type { EngineCtx, Flows } from '../records/host';
import { isUuid } from '../records/list/list-request';
import { carryOut, openRun, type Run, runOf } from './run';
import { flowOf, lastFlow } from './store';
import { submitDocument } from './submit';
import type { Written } from './write';

type Act = (run: Run, state: FlowState, me: string) => Outcome;

export async function actOnInstance(ctx: EngineCtx, instance: string, act: Act): Promise<Written> {
  const run = await openRun(ctx, instance);
  return carryOut(ctx, run, act(run, run.state as FlowState, ctx.session.me.id));
}

export const withdrawAct: Act = (run, state, me) => withdraw(run.graph, state, run.world, me);
export const urgeAct: Act = (run, state, me) => urge(run.graph, state, run.world, me);
export const retryAct: Act = (run, state, me) => retry(run.graph, state, run.world, me);
export const tickAct: Act = (run, state) => tick(run.graph, state, run.world);
export const terminateAct =
  (reason: string): Act =>
  (run, state, me) =>
    terminate(run.graph, state, run.world, me, reason);
/** Open tasks of somebody who is away go to the administrators, or to one person. */
export const handOverAct =
  (from: string, to: string | undefined, source: TaskSource = 'delegate'): Act =>
  (run, state) =>
    handOver(run.graph, state, run.world, from, to, source);
/** Every open task of `from` in this approval goes to `to`. */
export const reassignAct =
  (from: string, to: string, opinion: string): Act =>
  (run, state, me) => {
    const open = state.tasks.filter(
      (task) => task.user === from && (task.state === 'open' || task.state === 'waiting') && task.sort !== 'cc',
    );
    if (open.length === 0) return { refusal: `「${run.world.people.person(from)?.name ?? from}」没有待办` };
    let out: Outcome = { state, events: [] };
    const events = [];
    for (const task of open) {
      out = reassign(run.graph, out.state ?? state, run.world, me, { task: task.id, to, opinion });
      if (out.refusal !== undefined) return out;
      events.push(...out.events);
    }
    return { state: out.state ?? state, events };
  };

const BY_ACT = { withdraw: withdrawAct, urge: urgeAct };

/** The flows of documents as records call them; `server/compose.ts` puts it into the host. */
export const flows: Flows = {
  async act(ctx, object, act, rec, ask) {
    if (act === 'submit') return toldOf(await submitDocument(ctx, object, rec, (ask.chosen ?? {}) as never));
    return toldOf(await onDocument(ctx, object, rec, BY_ACT[act]));
  },
  async mayRead(ctx, object, id) {
    return id === undefined ? hasTaskOf(ctx, object) : (await myTasks(ctx, object, id)).length > 0;
  },
  async hidden(ctx, object, id, through) {
    const tasks = (await myTasks(ctx, object, id)).filter((task) => through || task.docStatus === '10');
    const hides: (readonly string[])[] = [];
    for (const task of tasks) {
      const flow = await flowOf(ctx, task.instance, false);
      const node = flow === undefined ? undefined : compileFlow(flow.doc).nodes.get(task.node)?.doc;
      hides.push(Object.entries(node?.fields ?? {}).flatMap(([path, right]) => (right === 'hide' ? [path] : [])));
    }
    // what one of his nodes shows him he has seen
    const [first = [], ...rest] = hides;
    return first.filter((path) => rest.every((other) => other.includes(path)));
  },
  async reversed(ctx, object, id) {
    const last = await lastFlow(ctx, object.object, id);
    if (last !== undefined)
      await ctx.asSystem().records.patch('flowInstance', last.instance, { head: { isReversed: true } });
  },
};

/** Tasks of the user about a document, open and done; what was called off gives nothing any more. */
async function myTasks(ctx: EngineCtx, object: ResolvedObject, id: string): Promise<readonly Task[]> {
  if (!object.audited || !isUuid(id)) return [];
  const tasks = (await gather(ctx, tasksOf(ctx.org.schema, object.object), [id])) as unknown as readonly Task[];
  return tasks.filter(({ assignee }) => assignee === ctx.session.me.id);
}
interface Task {
  readonly assignee: string | null;
  readonly instance: string;
  readonly node: string;
  readonly docStatus: string;
}
/** Asked at every read of a document, so it goes with the read of its head. */
const tasksOf = (schema: string, docType: string): Read => ({
  text: `select t.assignee_id as "assignee", t.instance_id as "instance", t.node, t.doc_status as "docStatus" from "${schema}"."flow_task" as t where t.doc_type = '${docType}' and t.doc_id = any($1::uuid[]) and t.doc_status in ('10', '60') and t.is_deleted = 0`,
  instants: [],
});
/** Whether there is any, of whatever document of the sort. */
async function hasTaskOf(ctx: EngineCtx, { audited, object }: ResolvedObject): Promise<boolean> {
  if (!audited) return false;
  const row = await ctx.trx
    .selectFrom('flow_task')
    .select('id')
    .where('assignee_id', '=', ctx.session.me.id)
    .where('doc_type', '=', object)
    .where('doc_status', 'in', ['10', '60'])
    .where('is_deleted', '=', 0)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

async function onDocument(ctx: EngineCtx, object: ResolvedObject, rec: Rec, act: Act): Promise<Written> {
  const last = await lastFlow(ctx, object.object, rec.id as string);
  if (last === undefined) throw refuse(sentence('over'));
  const run = await runOf(ctx, object, rec, last);
  return carryOut(ctx, run, act(run, last.state, ctx.session.me.id));
}

const toldOf = ({ say }: Written): Rec | undefined => (say.length === 0 ? undefined : { say: say.join('；') });
