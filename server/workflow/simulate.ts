/** POST /flow/model/simulate: the path a document would take, and whom it would ask. Nothing is written. */
import { compileFlow, type FlowDoc, mayStart, simulate } from '../../schemas/language/flow/index';
import { decodeRecord } from '../../schemas/language/kinds/record-codec';
import type { ResolvedObject } from '../../schemas/language/resolved';
import type { Rec } from '../../schemas/language/value';
import type { FlowSimulation } from '../../schemas/language/wire-design';
import { badRequest, forbidden, refuse } from '../errors';
import { newId } from '../ids';
import { objectOf } from '../records/context';
import type { EngineCtx } from '../records/host';
import { isUuid } from '../records/list/list-request';
import { findOne, notThere } from '../records/read/read';
import { agentsOf } from './agents';
import { loadDirectory } from './directory';
import { soundFlow } from './interchange';
import { worldFor } from './run';
import { flowFor } from './submit';

type Body = Readonly<Record<string, unknown>>;

/**
 * {docType, docId?, flow?, text?, starter?, values?}: a stored document, or none, with `values` of its head instead of its own; the
 * published flow it would take, one by its code, or a text that is being designed; `starter` by login, else whoever asks.
 */
export async function simulateCall(ctx: EngineCtx, body: Body): Promise<FlowSimulation> {
  const object = objectOf(ctx, String(body.docType ?? ''));
  const page = ctx.registry.page(object.object);
  if (!page) throw badRequest();
  if (!ctx.session.rights.has(page.right)) throw forbidden();
  const record = await recordOf(ctx, object, body);
  const facts = await factsOf(ctx, body.starter);
  const doc = await flowOfBody(ctx, object, record, facts, body);
  if (doc === undefined || doc.object !== object.object) throw badRequest();
  const world = await worldFor(ctx, doc, object, record, facts, await agentsOf(ctx, doc.flow));
  if (!mayStart(doc, world.people, facts.starter)) return { refusal: `流程「${doc.title}」不允许他发起` };
  const done = simulate(compileFlow(doc), (now) => ({ ...world, now }), ctx.now, {
    ...facts,
    revision: 1,
    auditStatus: '1',
  });
  if ('refusal' in done) return done;
  return {
    ...done,
    flow: doc.flow,
    title: doc.title,
    nodes: done.nodes.map((node) => ({
      ...node,
      people: node.people.map((person) => ({ ...person, user: world.people.person(person.user)?.name ?? '' })),
    })),
  };
}

/** The document as it is stored, with the values that are to be tried in its head. */
async function recordOf(ctx: EngineCtx, object: ResolvedObject, { docType, docId, values = {} }: Body): Promise<Rec> {
  const page = ctx.registry.page(String(docType));
  if (docId !== undefined && !isUuid(docId)) throw badRequest();
  const stored = docId === undefined || page === undefined ? {} : await findOne(ctx, page, { id: docId });
  if (stored === undefined) throw notThere();
  const { rec, problems, changes, unknown } = decodeRecord(object, values);
  const [wrong] = problems;
  if (wrong !== undefined) throw refuse(wrong.text);
  if (unknown.length > 0 || Object.keys(changes).length > 0) throw badRequest();
  return { ...stored, ...rec, id: stored.id ?? newId() };
}

async function factsOf(ctx: EngineCtx, starter: unknown) {
  const { me } = ctx.session;
  const begun = { round: 1, startAt: ctx.now };
  if (starter === undefined) return { ...begun, starter: me.id, dept: me.dept };
  if (typeof starter !== 'string') throw badRequest();
  const people = await loadDirectory(ctx);
  const person = people.person(people.login(starter) ?? '');
  if (person === undefined || person.isDisabled === true) throw refuse(`没有启用的用户「${starter}」`);
  return { ...begun, starter: person.id, dept: person.dept };
}

async function flowOfBody(
  ctx: EngineCtx,
  object: ResolvedObject,
  record: Rec,
  facts: Awaited<ReturnType<typeof factsOf>>,
  { flow, text }: Body,
): Promise<FlowDoc | undefined> {
  if (text !== undefined) {
    // its conditions read whatever they name
    if (!ctx.session.rights.has('flowModel:edit')) throw forbidden();
    return soundFlow(ctx, text);
  }
  if (flow === undefined) return flowFor(ctx, object, record, facts);
  if (typeof flow !== 'string') throw badRequest();
  return ctx.registry.flows.get(flow);
}
