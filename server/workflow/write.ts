/** What an act changed, as records people read: the instance, its tasks, the trail, the status on the document, events for messages. */
import {
  changedTasks,
  type FlowEvent,
  type FlowState,
  type FlowTask,
  INSTANCE_STATUS,
  instanceRow,
  nextDue,
  taskRow,
} from '../../schemas/language/flow/index';
import type { Rec } from '../../schemas/language/value';
import { objectOf } from '../records/context';
import type { EngineCtx } from '../records/host';
import { isUuid } from '../records/list/list-request';
import { labelOf } from '../records/read/labels';
import { commit } from '../records/save/commit';
import { patchRecord } from '../records/save/patch';
import { insertRecord } from '../records/store/write';
import { modelOfFlow } from './models';
import type { Run } from './run';
import { putFlow } from './store';
import { summaryText } from './summary';

export interface Written {
  readonly state: FlowState;
  readonly instance: string;
  /** sentences for the caller */
  readonly say: readonly string[];
}

/** Writes the new state of a run and everything that tells of it. */
export async function writeRun(
  ctx: EngineCtx,
  run: Run,
  state: FlowState,
  events: readonly FlowEvent[],
): Promise<Written> {
  const system = ctx.asSystem();
  const model = await modelOfFlow(system, run.doc);
  await writeInstance(system, run, state, model);
  const ids = await writeTasks(system, run, state, model);
  await writeTrails(system, run, events);
  const { instance, object, doc, revision, graph } = run;
  const recordId = run.record.id as string;
  await putFlow(
    ctx,
    { instance, object: object.object, recordId, doc, revision, state },
    nextDue(graph, state, run.world),
  );
  await writeDocument(system, run, state, events);
  await tell(ctx, run, events, ids);
  return { state, instance, say: events.flatMap((event) => (event.event === 'say' ? [event.text] : [])) };
}

async function writeInstance(ctx: EngineCtx, run: Run, state: FlowState, model: Rec): Promise<void> {
  const object = objectOf(ctx, 'flowInstance');
  const { handlers, ...row } = instanceRow(run.graph, state);
  const due = state.tasks.flatMap((task) => (task.state === 'open' && task.dueAt !== undefined ? [task.dueAt] : []));
  const values: Rec = { ...row, handlers: [...handlers], dueAt: due.sort()[0] ?? null };
  if (run.state !== undefined) {
    const [before] = await ctx.records.many('flowInstance', [run.instance], { lock: true, stored: true });
    if (before) await commit(ctx, object, before, { ...before, ...values }, { action: 'edit', silent: true });
    return;
  }
  const { people } = run.world;
  const admins = (run.doc.admins ?? []).flatMap((login) => people.login(login) ?? []);
  const rec: Rec = {
    ...values,
    id: run.instance,
    title: run.world.title.slice(0, 200),
    model: model.id as string,
    revision: run.revision,
    docType: run.object.object,
    docId: run.record.id as string,
    docNbr: labelOf(run.object, run.record),
    starter: run.starter,
    // who sees the list sees what belongs to the departments of his documents
    dept: run.world.document.dept ?? run.dept,
    prevInstance: run.prev ?? null,
    admins,
    isReversed: false,
  };
  await commit(ctx, object, null, rec, { action: 'add', silent: true });
}

/** Record ids of the tasks by their number in the state, of those that changed. */
async function writeTasks(
  ctx: EngineCtx,
  run: Run,
  state: FlowState,
  model: Rec,
): Promise<ReadonlyMap<number, string>> {
  const object = objectOf(ctx, 'flowTask');
  const changed = changedTasks(run.state, state).filter((task) => task.carried !== true);
  const known = new Set((run.state?.tasks ?? []).map((task) => task.id));
  const ids = new Map<number, string>();
  const before = new Map<unknown, Rec>();
  if (changed.some((task) => known.has(task.id)))
    for (const rec of await ctx.records.find('flowTask', 'instance == param.instance', {
      param: { instance: run.instance },
    }))
      before.set(rec.seq, rec);
  for (const task of changed) {
    const old = before.get(task.id);
    const row = { ...taskRow(task) } as Rec;
    if (old) {
      ids.set(task.id, old.id as string);
      await commit(ctx, object, old, { ...old, ...row }, { action: 'edit', silent: true });
      continue;
    }
    const rec = { ...row, ...commonOf(run, task, model), id: ctx.newId() };
    ids.set(task.id, rec.id);
    await commit(ctx, object, null, rec, { action: 'add', silent: true });
  }
  return ids;
}
function commonOf(run: Run, task: FlowTask, model: Rec): Rec {
  return {
    title: run.world.title.slice(0, 200),
    instance: run.instance,
    seq: task.id,
    model: model.id as string,
    docType: run.object.object,
    docId: run.record.id as string,
    docNbr: labelOf(run.object, run.record),
    summary: summaryText(run.world.summary.filter(({ grant }) => grant === undefined)),
    starter: run.starter,
    starterDept: run.dept,
    why: task.why,
    isBatch: run.graph.nodes.get(task.node)?.doc?.can?.includes('batch') === true,
  };
}

async function writeTrails(ctx: EngineCtx, run: Run, events: readonly FlowEvent[]): Promise<void> {
  const object = objectOf(ctx, 'flowTrail');
  // the instance is locked: numbers go on from the last, so that acts of one second stand as they happened
  const last = await ctx.trx
    .selectFrom('flow_trail')
    .select(({ fn }) => fn.max<number | null>('seq').as('seq'))
    .where('instance_id', '=', run.instance)
    .executeTakeFirst();
  let seq = Number(last?.seq ?? 0);
  for (const event of events) {
    if (event.event !== 'trail') continue;
    seq += 1;
    const rec: Rec = {
      id: ctx.newId(),
      instance: run.instance,
      act: event.act,
      at: event.at,
      seq,
      actor: event.actor ?? null,
      ownerUser: event.owner ?? null,
      node: event.node ?? null,
      nodeName: event.node === undefined ? null : (run.graph.nodes.get(event.node)?.title ?? event.node),
      task: event.task ?? null,
      toUsers: (event.to ?? []).filter(isUuid),
      text: trailText(run, event),
      changes: event.edited === undefined ? null : [...event.edited],
      version: 1,
    };
    await insertRecord(ctx.trx, ctx.org.schema, object, rec, { userId: ctx.session.me.id, now: ctx.now }, []);
  }
}

/** A return names the node it goes to. */
function trailText(run: Run, event: Extract<FlowEvent, { event: 'trail' }>): string | null {
  const nodes = event.act === 'back' ? (event.to ?? []).map((code) => run.graph.nodes.get(code)?.title ?? code) : [];
  const to = nodes.length === 0 ? [] : [`退回到「${nodes.join('、')}」`];
  const said = [...to, ...(event.text === undefined ? [] : [event.text])].join('：');
  return said === '' ? null : said;
}

/** Status, people and starter stand on the document, so that its lists, rules and buttons know them. */
async function writeDocument(ctx: EngineCtx, run: Run, state: FlowState, events: readonly FlowEvent[]): Promise<void> {
  const { handlers } = instanceRow(run.graph, state);
  // who reads the trail of the document reads what somebody did, not that something changed
  const act = events.find((event) => event.event === 'trail')?.act;
  await patchRecord(ctx, run.object.object, run.record.id as string, {
    ...(act === undefined ? {} : { action: act === 'submit' || act === 'withdraw' ? act : 'flow' }),
    head: { flowStatus: INSTANCE_STATUS[state.status], flowHandlers: [...handlers], flowStarter: run.starter },
  });
}

/** events that tell of the work of one node */
const OF_NODE: ReadonlySet<string> = new Set(['arrived', 'cc', 'remind', 'overdue']);

/** `flow.arrived` and the other events of 7.8: who is to be told, of which task or document. */
async function tell(
  ctx: EngineCtx,
  run: Run,
  events: readonly FlowEvent[],
  ids: ReadonlyMap<number, string>,
): Promise<void> {
  const nbr = labelOf(run.object, run.record);
  for (const event of events) {
    if (event.event !== 'notice') continue;
    const task = event.task === undefined ? undefined : ids.get(event.task);
    const node = event.node === undefined ? undefined : run.graph.nodes.get(event.node);
    // what the node says to who has to act there; an opinion or a reason goes before it
    const own = OF_NODE.has(event.kind) ? node?.doc?.notice?.text : undefined;
    const said = event.text ?? (own === undefined ? undefined : run.world.text(own));
    await ctx.emit(`flow.${event.kind}`, {
      object: task === undefined ? run.object.object : 'flowTask',
      id: task ?? run.record.id,
      nbr,
      to: event.to,
      title: run.world.title,
      docType: run.object.object,
      docId: run.record.id,
      instance: run.instance,
      ...(event.node === undefined ? {} : { node: node?.title ?? event.node }),
      ...(said === undefined ? {} : { text: said }),
    });
  }
}
