/** The calls of approvals (domain part 10, 7.8 and §8), apart from HTTP: read the body, run once under the token, tell what became of it. */
import { mayStart } from '../../schemas/language/flow/index';
import { text } from '../../schemas/language/texts';
import type { Rec } from '../../schemas/language/value';
import { AppError } from '../errors';
import { objectOf } from '../records/context';
import type { EngineCtx } from '../records/host';
import { isUuid } from '../records/list/list-request';
import { findOne, notThere } from '../records/read/read';
import { refuseBy } from '../records/refusal';
import { callOnce } from '../records/save/idempotency';
import { lockedRecord } from '../records/save/patch';
import { actOnInstance, reassignAct, retryAct, terminateAct, urgeAct, withdrawAct } from './instance-acts';
import { worldFor } from './run';
import { type Chosen, liveFlows, submitById } from './submit';
import { handleTask, TASK_ACTS, type TaskAct, type TaskAnswer } from './task-acts';
import type { Written } from './write';

type Body = Readonly<Record<string, unknown>>;
type Wire = Record<string, unknown>;

/** POST /flow/task/handle {taskId, version, act, opinion, to, nodeCode, mode, fields, ccUsers, chosen, files, token} */
export function handleCall(ctx: EngineCtx, body: Body): Promise<Wire> {
  const { taskId, version, act } = body;
  if (!isUuid(taskId) || typeof version !== 'number') throw new AppError(400);
  if (!TASK_ACTS.includes(act as TaskAct)) throw new AppError(400);
  const answer = answerOf(act as TaskAct, body);
  return callOnce(ctx, 'flow handle', withoutToken(body), async (inner) => {
    const seen = await taskOf(inner, taskId);
    await lockedRecord(inner.asSystem(), String(seen.docType), String(seen.docId));
    const task = await taskOf(inner, taskId);
    // an open task that changed under the reader (an urge, a new limit) is looked at again; whose turn it is the flow tells better
    if (task.docStatus === '10' && task.version !== version) throw refuseBy('record.stale', text('record.stale'));
    return { ...told(await handleTask(inner, task, answer)), taskId };
  });
}
async function taskOf(ctx: EngineCtx, id: string): Promise<Rec> {
  const task = await ctx.asSystem().records.get('flowTask', id);
  if (task === null || task.assignee !== ctx.session.me.id) throw notThere();
  return task;
}

function answerOf(act: TaskAct, body: Body): TaskAnswer {
  const { opinion, to, nodeCode, mode, fields, ccUsers, chosen, files } = body;
  const modes = ['before', 'after', 'with'] as const;
  return {
    act,
    ...(typeof opinion === 'string' ? { opinion } : {}),
    ...(to === undefined || to === null ? {} : { to: idsOf(to) }),
    ...(typeof nodeCode === 'string' ? { nodeCode } : {}),
    ...(modes.includes(mode as never) ? { mode: mode as (typeof modes)[number] } : {}),
    ...(isMap(fields) ? { fields } : {}),
    ...(ccUsers === undefined || ccUsers === null ? {} : { ccUsers: idsOf(ccUsers) }),
    ...(isMap(chosen) ? { chosen: chosenOf(chosen) } : {}),
    ...(files === undefined || files === null ? {} : { files: idsOf(files) }),
    ...(typeof body.signature === 'string' && body.signature !== '' ? { signature: body.signature } : {}),
  };
}

/** POST /flow/instance/start {docType, docId, chosen, token} */
export function startCall(ctx: EngineCtx, body: Body): Promise<Wire> {
  const { docType, docId, chosen } = body;
  if (!isUuid(docId)) throw new AppError(400);
  const object = objectOf(ctx, String(docType ?? ''));
  return callOnce(ctx, 'flow start', withoutToken(body), async (inner) =>
    told(await submitById(inner, object, docId, isMap(chosen) ? chosenOf(chosen) : {})),
  );
}

const INSTANCE_ACTS = ['withdraw', 'urge', 'terminate', 'retry', 'reassign'] as const;
export type InstanceAct = (typeof INSTANCE_ACTS)[number];
export const instanceActs: readonly InstanceAct[] = INSTANCE_ACTS;

/** POST /flow/instance/{withdraw, urge, terminate, retry, reassign} {id, reason?, from?, to?, token} */
export function instanceCall(ctx: EngineCtx, act: InstanceAct, body: Body): Promise<Wire> {
  const { id, reason, from, to } = body;
  if (!isUuid(id)) throw new AppError(400);
  const said = typeof reason === 'string' ? reason : '';
  const how =
    act === 'withdraw'
      ? withdrawAct
      : act === 'urge'
        ? urgeAct
        : act === 'retry'
          ? retryAct
          : act === 'terminate'
            ? terminateAct(said)
            : isUuid(from) && isUuid(to)
              ? reassignAct(from, to, said)
              : undefined;
  if (how === undefined) throw new AppError(400);
  return callOnce(ctx, `flow ${act}`, withoutToken(body), async (inner) => {
    await mayReach(inner, id);
    return told(await actOnInstance(inner, id, how));
  });
}
/** Instances of the caller: his own, those of his rows, those he manages. */
async function mayReach(ctx: EngineCtx, id: string): Promise<void> {
  const page = ctx.registry.page('flowInstance');
  const instance = await ctx.asSystem().records.get('flowInstance', id);
  const me = ctx.session.me.id;
  if (instance === null || !page) throw notThere();
  if (instance.starter === me || (instance.admins as readonly string[] | null)?.includes(me)) return;
  if (!ctx.session.rights.has(page.right) || !(await findOne(ctx, page, { id }))) throw notThere();
}

/** GET /flow/startable: flows I may begin, for the cards of 发起流程. */
export async function startableCall(ctx: EngineCtx): Promise<Wire[]> {
  const found: Wire[] = [];
  const codes = [...new Set([...ctx.registry.flows.values()].map((doc) => doc.object))];
  const categories = ctx.registry.dicts.get('flowCategory');
  const begun = await begunByMe(ctx);
  for (const code of codes) {
    const page = ctx.registry.page(`${code}#edit`);
    const object = ctx.registry.find(code);
    if (!page || !object || !ctx.session.rights.has(`${code}:add`)) continue;
    if (ctx.setting(`audit.mode.${code}`) !== '2') continue;
    for (const doc of await liveFlows(ctx, code)) {
      const world = await worldFor(ctx, { ...doc, nodes: [], binds: [] }, object, {}, blankFacts(ctx));
      if (!mayStart(doc, world.people, ctx.session.me.id)) continue;
      found.push({
        flow: doc.flow,
        title: doc.title,
        note: doc.note ?? '',
        category: doc.category ?? '90',
        categoryTitle: categories?.items.find((item) => item.code === (doc.category ?? '90'))?.title ?? '',
        used: begun.get(code) ?? 0,
        icon: doc.icon ?? null,
        object: code,
        objectTitle: object.title,
        url: page.route ?? null,
      });
    }
  }
  return found.sort((a, b) => Number(b.used) - Number(a.used));
}
const LATELY = 200;
/** How many approvals I began, of the last ones, by the sort of their document. */
async function begunByMe(ctx: EngineCtx): Promise<ReadonlyMap<string, number>> {
  const rows = await ctx
    .asSystem()
    .records.find('flowInstance', 'starter == me.id', { sort: '-startAt', limit: LATELY });
  const counts = new Map<string, number>();
  for (const { docType } of rows) counts.set(String(docType), (counts.get(String(docType)) ?? 0) + 1);
  return counts;
}
const blankFacts = (ctx: EngineCtx) => ({
  starter: ctx.session.me.id,
  round: 1,
  startAt: ctx.now,
  dept: ctx.session.me.dept,
});

const told = ({ state, instance, say }: Written): Wire => ({
  instance,
  status: state.status,
  say: say.join('；'),
});
const isMap = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
function idsOf(value: unknown): readonly string[] {
  if (!Array.isArray(value) || value.length > 50 || !value.every(isUuid)) throw new AppError(400);
  return value as readonly string[];
}
function chosenOf(value: Readonly<Record<string, unknown>>): Chosen {
  return Object.fromEntries(Object.entries(value).map(([node, users]) => [node, idsOf(users)]));
}
function withoutToken(body: Body): Body {
  const { token: _token, ...rest } = body;
  return rest;
}
