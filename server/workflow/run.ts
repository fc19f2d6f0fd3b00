/** One act of an approval inside the transaction of its caller: document and flow locked, the world loaded, what follows carried out. */
import { sql } from 'kysely';
import {
  compileFlow,
  type FlowDoc,
  type FlowEvent,
  type FlowGraph,
  type FlowNeed,
  type FlowState,
  finish,
  type Outcome,
  peopleOf,
  served,
} from '../../schemas/language/flow/index';
import { modelOf } from '../../schemas/language/record/model';
import type { ResolvedAction, ResolvedObject } from '../../schemas/language/resolved';
import type { Rec } from '../../schemas/language/value';
import { AppError, refuse } from '../errors';
import { runAction } from '../records/act/actions';
import { applyEffect, NO_ANSWERS } from '../records/act/effect';
import { objectOf } from '../records/context';
import { makeEnv } from '../records/env';
import type { EngineCtx } from '../records/host';
import { moduleOf } from '../records/modules';
import { notThere } from '../records/read/read';
import type { RefusalData } from '../records/refusal';
import { commit } from '../records/save/commit';
import { lockedRecord } from '../records/save/patch';
import { checkpoint } from '../records/unit';
import { agentsOf } from './agents';
import { flowOf, type StoredFlow } from './store';
import { type LoadedWorld, loadWorld } from './world';
import { type Written, writeRun } from './write';

/** More services and ends than any sound flow has in one act. */
const MOST_NEEDS = 200;

export interface Run {
  readonly object: ResolvedObject;
  record: Rec;
  readonly doc: FlowDoc;
  readonly graph: FlowGraph;
  readonly revision: number;
  /** id of the instance; a new one has no state yet */
  readonly instance: string;
  readonly prev?: string | undefined;
  readonly state?: FlowState | undefined;
  readonly starter: string;
  readonly dept: string | null;
  readonly round: number;
  world: LoadedWorld;
}

export function worldFor(
  ctx: EngineCtx,
  doc: FlowDoc,
  object: ResolvedObject,
  record: Rec,
  facts: { readonly starter: string; readonly round: number; readonly startAt: string; readonly dept: string | null },
  agents: { readonly [user: string]: string } = {},
): Promise<LoadedWorld> {
  return loadWorld(ctx, doc, object, record, {
    facts,
    agents,
    autoPass: ctx.setting('flow.autoPass') === true,
    maxRounds: Number(ctx.setting('flow.maxRounds') ?? 20),
    isPosting: moduleOf(ctx, object)?.actions?.audit !== undefined,
  });
}

/** Locks the document, then its approval, and loads what the engine may ask. */
export async function openRun(ctx: EngineCtx, instance: string): Promise<Run> {
  const seen = await flowOf(ctx, instance, false);
  if (seen === undefined) throw notThere();
  const object = objectOf(ctx, seen.object);
  const record = await lockedRecord(ctx, seen.object, seen.recordId);
  const stored = await flowOf(ctx, instance, true);
  if (record === null || stored === undefined) throw notThere();
  return runOf(ctx, object, record, stored);
}
export async function runOf(ctx: EngineCtx, object: ResolvedObject, record: Rec, stored: StoredFlow): Promise<Run> {
  const { doc, state, revision } = stored;
  const { starter, dept, round, startAt } = state;
  const agents = await agentsOf(ctx, doc.flow);
  return {
    object,
    record,
    doc,
    graph: compileFlow(doc),
    revision,
    instance: stored.instance,
    state,
    starter,
    dept,
    round,
    world: await worldFor(ctx, doc, object, record, { starter, round, startAt, dept }, agents),
  };
}

/** What the act means for document, services and tables; a refusal of any of them is the caller's, and nothing is written. */
export async function carryOut(ctx: EngineCtx, run: Run, first: Outcome): Promise<Written> {
  let out = first;
  const events: FlowEvent[] = [];
  for (let n = 0; ; n += 1) {
    if (out.refusal !== undefined) throw refuse(out.refusal);
    events.push(...out.events);
    const { state }: { readonly state: FlowState } = out;
    const [need] = state.needs;
    if (need === undefined) break;
    if (n > MOST_NEEDS) throw new Error(`flow ${run.doc.flow} does not come to rest`);
    out = await answered(ctx, run, state, need);
  }
  const { state } = out;
  const rejected = events.find((event) => event.event === 'document' && event.act === 'reject');
  if (rejected !== undefined && rejected.event === 'document')
    await documentAct(ctx, run, 'reject', { reason: rejected.text ?? '审批驳回' });
  return writeRun(ctx, run, state, events);
}

async function answered(ctx: EngineCtx, run: Run, state: FlowState, need: FlowNeed): Promise<Outcome> {
  const { graph } = run;
  if (need.need === 'service') {
    const failed = await attempt(ctx, () => serve(ctx, run, state, need));
    if (failed !== undefined && !need.isAuto && (graph.nodes.get(need.node)?.doc?.fail ?? 'stop') === 'stop')
      throw failed;
    return served(graph, state, run.world, need, failed === undefined ? {} : { failed: failed.message });
  }
  if (need.end !== 'pass') return finish(graph, state, run.world, need, {});
  const failed = await attempt(ctx, () => auditBy(ctx, run, need.actor));
  // the approver sees the document's own sentence with all it says
  if (failed !== undefined && !need.isAuto) throw failed;
  return finish(graph, state, run.world, need, failed === undefined ? {} : { failed: failed.message });
}

/** The document's own audit with the flow's authority, in the name of who agreed last. */
async function auditBy(ctx: EngineCtx, run: Run, actor: string | undefined): Promise<void> {
  await documentAct(ctx, run, 'audit', {});
  if (actor === undefined || actor === ctx.session.me.id) return;
  await ctx.asSystem().records.patch(run.object.object, run.record.id as string, { head: { auditedBy: actor } });
}
async function documentAct(ctx: EngineCtx, run: Run, code: 'audit' | 'reject', ask: Rec): Promise<void> {
  const targets = [{ id: run.record.id as string }];
  const act = (accept: readonly string[]) =>
    runAction(ctx.asSystem(), run.object, code, { targets, ask, accept, engine: true, flow: true });
  const { records } = await act([]).catch((error: unknown) => {
    // who submitted has seen what only warns
    const warned = warningsOf(error);
    if (warned.length === 0) throw error;
    return act(warned);
  });
  run.record = records[0] ?? run.record;
}
function warningsOf(error: unknown): readonly string[] {
  if (!(error instanceof AppError) || error.code !== 203) return [];
  const { warnings, problems } = (error.data ?? {}) as RefusalData;
  return (problems ?? []).length > 0 ? [] : (warnings ?? []).map(({ code }) => code);
}

/** A refusal leaves nothing of what was tried. */
async function attempt(ctx: EngineCtx, work: () => Promise<void>): Promise<AppError | undefined> {
  const restore = checkpoint(ctx);
  await sql`savepoint flow_need`.execute(ctx.trx);
  try {
    await work();
    await sql`release savepoint flow_need`.execute(ctx.trx);
    return undefined;
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== 203) throw error;
    await sql`rollback to savepoint flow_need`.execute(ctx.trx);
    restore();
    return error;
  }
}

async function serve(
  ctx: EngineCtx,
  run: Run,
  state: FlowState,
  need: Extract<FlowNeed, { need: 'service' }>,
): Promise<void> {
  const action = run.graph.nodes.get(need.node)?.doc?.do ?? {};
  const system = ctx.asSystem();
  const id = run.record.id as string;
  if (need.parts.includes('set') && action.set !== undefined) {
    const model = modelOf(run.object, ctx.registry.lib);
    const setting = {
      code: 'flowSet',
      title: '',
      at: [],
      right: '',
      builtIn: false,
      set: action.set,
    } as ResolvedAction;
    const before = (await lockedRecord(system, run.object.object, id)) ?? run.record;
    const { rec } = await applyEffect(system, makeEnv(system), model, setting, before, NO_ANSWERS);
    run.record = await commit(system, run.object, before, rec, { action: 'engine', silent: true });
    const { starter, round, dept } = run;
    run.world = await worldFor(ctx, run.doc, run.object, run.record, { starter, round, startAt: state.startAt, dept });
  }
  if (need.parts.includes('notify') && action.notify !== undefined)
    await ctx.emit('flow.notify', {
      object: run.object.object,
      id,
      title: run.world.title,
      text: run.world.text(action.notify.text),
      to: peopleOf(run.graph, state, run.world, action.notify.to),
    });
  if (need.parts.includes('service') && action.service !== undefined) {
    const service = ctx.host.services.get(action.service);
    if (service === undefined) throw refuse(`服务「${action.service}」不存在`);
    await service.run({ object: run.object.object, id }, system);
  }
}
