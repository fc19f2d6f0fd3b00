/** 提交审批 (domain part 10, 7.2 and 7.5 step 1): which flow a document takes, in which version, and its first move. */
import {
  chooseBind,
  compileFlow,
  type FlowBindDoc,
  type FlowDoc,
  mayStart,
  sentence,
  submit,
} from '../../schemas/language/flow/index';
import type { ResolvedObject } from '../../schemas/language/resolved';
import type { Rec } from '../../schemas/language/value';
import { forbidden, refuse } from '../errors';
import { makeEnv } from '../records/env';
import type { EngineCtx } from '../records/host';
import { inScope } from '../records/read/allowed';
import { notThere } from '../records/read/read';
import { lockedRecord } from '../records/save/patch';
import { agentsOf } from './agents';
import { revisionOf } from './models';
import { carryOut, type Run, worldFor } from './run';
import { lastFlow } from './store';
import type { Written } from './write';

export type Chosen = { readonly [node: string]: readonly string[] };

/** Starts the flow of a locked document in the name of the caller. */
export async function submitDocument(
  ctx: EngineCtx,
  object: ResolvedObject,
  rec: Rec,
  chosen: Chosen = {},
): Promise<Written> {
  await mayEdit(ctx, object, rec);
  const last = await lastFlow(ctx, object.object, rec.id as string);
  if (last?.state.status === 'running') throw refuse(sentence('running'));
  const starter = ctx.session.me.id;
  const { dept } = ctx.session.me;
  const round = (last?.state.round ?? 0) + 1;
  const facts = { starter, round, startAt: ctx.now, dept };
  const doc = await flowFor(ctx, object, rec, facts);
  const world = await worldFor(ctx, doc, object, rec, facts, await agentsOf(ctx, doc.flow));
  if (!ctx.system && !mayStart(doc, world.people, starter)) throw refuse(`流程「${doc.title}」不允许您发起`);
  const graph = compileFlow(doc);
  const revision = await revisionOf(ctx.asSystem(), doc);
  const run: Run = {
    object,
    record: rec,
    doc,
    graph,
    revision,
    instance: ctx.newId(),
    prev: last?.instance,
    starter,
    dept,
    round,
    world,
  };
  const first = submit(graph, world, {
    starter,
    dept,
    revision,
    auditStatus: rec.auditStatus as '1' | '2' | '3',
    chosen,
    ...(last === undefined ? {} : { before: last.state }),
  });
  return carryOut(ctx, run, first);
}

/** The document by type and id, as the start call names it. */
export async function submitById(ctx: EngineCtx, object: ResolvedObject, id: string, chosen: Chosen): Promise<Written> {
  const rec = await lockedRecord(ctx, object.object, id);
  if (rec === null) throw notThere();
  return submitDocument(ctx, object, rec, chosen);
}

/** Who submits could as well edit: right and rows. */
async function mayEdit(ctx: EngineCtx, object: ResolvedObject, rec: Rec): Promise<void> {
  if (ctx.system) return;
  const right = `${object.object}:edit`;
  if (!ctx.session.rights.has(right) && !ctx.session.rights.has(`${object.object}:add`)) throw forbidden();
  const held = ctx.session.rights.has(right) ? right : `${object.object}:add`;
  const reached = await makeEnv(ctx).settle((live) => inScope(ctx, object, held, rec, live));
  if (!reached) throw notThere();
}

/** Conditions of all flows of the document by priority, the first true one, else the default; flows that were stopped do not start. */
export async function flowFor(
  ctx: EngineCtx,
  object: ResolvedObject,
  rec: Rec,
  facts: { readonly starter: string; readonly round: number; readonly startAt: string; readonly dept: string | null },
): Promise<FlowDoc> {
  const flows = await liveFlows(ctx, object.object);
  const binds = flows.flatMap((doc) =>
    (doc.binds ?? []).map((bind): FlowBindDoc & { doc: FlowDoc } => ({ ...bind, doc })),
  );
  const [first] = flows;
  if (first === undefined) throw refuse(sentence('unbound'));
  const all = { ...first, nodes: [], binds: binds.map(({ doc: _doc, ...bind }) => bind) };
  const world = await worldFor(ctx, all, object, rec, facts);
  const bind = chooseBind(binds, (when) => world.bindTest(when));
  if (bind === undefined) throw refuse(sentence('unbound'));
  return bind.doc;
}

/** Flows of a document that may start. */
export async function liveFlows(ctx: EngineCtx, object: string): Promise<readonly FlowDoc[]> {
  const flows = [...ctx.registry.flows.values()].filter((doc) => doc.object === object);
  if (flows.length === 0) return [];
  const stopped = await ctx.asSystem().records.find('flowModel', 'docStatus == 80');
  const codes = new Set(stopped.map((model) => model.code));
  return flows.filter((doc) => !codes.has(doc.flow));
}
