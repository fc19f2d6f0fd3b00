/** The approvals of one document as people read them: rounds with their trail, who is waited for, my task and what I may do. */

import { dateDiff } from '../../schemas/language/codec/date-time';
import { pictureOf } from '../../schemas/language/flow/drawing';
import {
  backTargets,
  compileFlow,
  type FlowDoc,
  type FlowState,
  isBlock,
  isStop,
  nodesOf,
  TASK_RESULT,
  TASK_STATUS,
  type TaskResult,
} from '../../schemas/language/flow/index';
import type { ResolvedObject } from '../../schemas/language/resolved';
import type { FileValue, Rec } from '../../schemas/language/value';
import { forbidden } from '../errors';
import { fileLink } from '../files/link';
import { filesById, fileValue } from '../files/table';
import { objectOf } from '../records/context';
import type { EngineCtx } from '../records/host';
import { isUuid } from '../records/list/list-request';
import { phrasesOf, signatureOf } from '../records/people/person';
import { opensByTask } from '../records/read/by-task';
import { findOne, notThere } from '../records/read/read';
import { worldFor } from './run';
import { flowsOf, type StoredFlow, flowOf as storedFlow } from './store';

type Wire = Record<string, unknown>;

/** `{instances: [{round, docStatus, nodes, trail …}], myTask, acts}`, newest round first. */
export async function processOf(ctx: EngineCtx, code: string, id: string): Promise<Wire> {
  if (code === 'flowInstance') return instanceProcess(ctx, id);
  if (code === 'flowVersion') return versionPicture(ctx, id);
  const object = objectOf(ctx, code);
  const record = await readable(ctx, object, id);
  const rounds = await flowsOf(ctx, code, id);
  const names = await namesOf(ctx, rounds);
  const instances: Wire[] = [];
  for (const flow of [...rounds].reverse()) instances.push(await instanceWire(ctx, flow, names));
  const open = rounds.find((flow) => flow.state.status === 'running');
  const mine = open === undefined ? undefined : await myTask(ctx, object, record, open);
  return { instances, myTask: mine ?? null, acts: mine?.acts ?? [] };
}

/** One approval as who may see it in 流程监控 reads it; the document itself he may not even open. */
async function instanceProcess(ctx: EngineCtx, id: string): Promise<Wire> {
  const row = await inRows(ctx, 'flowInstance', id);
  const flow = await storedFlow(ctx, row.id as string, false);
  if (flow === undefined) throw notThere();
  return { instances: [await instanceWire(ctx, flow, await namesOf(ctx, [flow]))], myTask: null, acts: [] };
}
/** What a version of a flow said. */
async function versionPicture(ctx: EngineCtx, id: string): Promise<Wire> {
  const row = await inRows(ctx, 'flowVersion', id);
  return { instances: [], myTask: null, acts: [], picture: pictureOf(row.text as unknown as FlowDoc) };
}
async function inRows(ctx: EngineCtx, code: string, id: string): Promise<Rec> {
  const page = ctx.registry.page(code);
  if (!page || !isUuid(id)) throw notThere();
  if (!ctx.session.rights.has(page.right)) throw forbidden();
  const found = await findOne(ctx, page, { id });
  const row = found && (await ctx.asSystem().records.get(code, id));
  if (!row) throw notThere();
  return row;
}

/** The document in the reader's rows, or through a task of his. */
async function readable(ctx: EngineCtx, object: ResolvedObject, id: string): Promise<Rec> {
  const page = ctx.registry.page(object.object);
  if (!page || !isUuid(id)) throw notThere();
  const found = await findOne(ctx, page, { id });
  if (found) return found;
  const record = (await opensByTask(ctx, page, id)) ? await ctx.asSystem().records.get(object.object, id) : null;
  if (record !== null) return record;
  throw ctx.session.rights.has(page.right) ? notThere() : forbidden();
}

/** A code with its title, as the dictionary of the organisation says it. */
const itemOf = (ctx: EngineCtx, dict: string, code: string) =>
  ctx.registry.dicts.get(dict)?.items.find((item) => item.code === code) ?? { code, title: code };

type Names = ReadonlyMap<string, string>;
async function namesOf(ctx: EngineCtx, flows: readonly StoredFlow[]): Promise<Names> {
  const ids = new Set<string>();
  for (const { state } of flows) {
    ids.add(state.starter);
    for (const task of state.tasks) for (const user of [task.user, task.owner, task.by]) if (user) ids.add(user);
    for (const visit of state.visits) for (const ask of visit.queue) ids.add(ask.user);
  }
  const users = await ctx.asSystem().records.many('user', [...ids].filter(isUuid), { stored: true });
  return new Map(users.map((user) => [user.id as string, String(user.name)]));
}

async function instanceWire(ctx: EngineCtx, flow: StoredFlow, names: Names): Promise<Wire> {
  const { state, doc, instance } = flow;
  const { records } = ctx.asSystem();
  const [head] = await records.many('flowInstance', [instance], { stored: true });
  const trail = await records.find('flowTrail', 'instance == param.instance', {
    param: { instance },
    sort: 'at,seq',
  });
  const people = await others(ctx, trail, names);
  const papers = await papersOf(ctx, instance);
  return {
    id: instance,
    title: head?.title ?? '',
    flow: doc.title,
    round: state.round,
    docStatus: head?.docStatus ?? null,
    status: itemOf(ctx, 'flowStatus', String(head?.docStatus)),
    starter: names.get(state.starter) ?? '',
    startAt: state.startAt,
    endAt: state.endAt ?? null,
    error: state.error ?? null,
    waiting: waitingOf(state, names),
    picture: pictureOf(doc),
    nodes: nodesWire(doc, state, names, ctx.now, (result) => itemOf(ctx, 'flowTaskResult', TASK_RESULT[result]).title),
    trail: trail.map((row) => ({
      act: row.act,
      title: itemOf(ctx, 'flowAct', String(row.act)).title,
      at: row.at,
      actor: row.actor === null ? null : (people.get(String(row.actor)) ?? ''),
      owner: row.ownerUser === null ? null : (people.get(String(row.ownerUser)) ?? ''),
      node: row.nodeName ?? null,
      to: (Array.isArray(row.toUsers) ? row.toUsers : []).map((user) => people.get(String(user)) ?? ''),
      text: row.text ?? null,
      ...(SIGNED.has(String(row.act)) ? papers.get(Number(row.task)) : {}),
    })),
  };
}
const SIGNED: ReadonlySet<string> = new Set(['agree', 'done', 'reject']);

interface Papers {
  readonly signature: FileValue | null;
  readonly files: readonly FileValue[];
}
/** Names written by hand and what was attached, by the number of their task, with links: who reads the trail sees them. */
async function papersOf(ctx: EngineCtx, instance: string): Promise<ReadonlyMap<number, Papers>> {
  const tasks = await ctx
    .asSystem()
    .records.find('flowTask', 'instance == param.instance && (!empty(signature) || !empty(files))', {
      param: { instance },
    });
  const to = { schema: ctx.org.schema, userId: ctx.session.me.id };
  const idsIn = (value: unknown): readonly string[] =>
    (Array.isArray(value) ? (value as readonly FileValue[]) : []).map(({ id }) => id);
  const known = await filesById(
    ctx.trx,
    tasks.flatMap(({ signature, files }) => [...idsIn(signature), ...idsIn(files)]),
  );
  const linked = (value: unknown): readonly FileValue[] =>
    idsIn(value).flatMap((id) => {
      const file = known.get(id);
      return file === undefined
        ? []
        : [{ ...fileValue(file), url: fileLink(ctx.host.vault, { ...to, id }, ctx.host.clock()) }];
    });
  return new Map(
    tasks.map(({ seq, signature, files }) => [
      Number(seq),
      { signature: linked(signature)[0] ?? null, files: linked(files) },
    ]),
  );
}
async function others(ctx: EngineCtx, trail: readonly Rec[], names: Names): Promise<Names> {
  const ids = trail.flatMap(({ actor, ownerUser, toUsers }) => [
    actor,
    ownerUser,
    ...(Array.isArray(toUsers) ? toUsers : []),
  ]);
  const missing = [...new Set(ids)].filter((id): id is string => isUuid(id) && !names.has(id));
  if (missing.length === 0) return names;
  const users = await ctx.asSystem().records.many('user', missing, { stored: true });
  return new Map([...names, ...users.map((user) => [user.id as string, String(user.name)] as const)]);
}

const waitingOf = (state: FlowState, names: Names): readonly Wire[] =>
  state.tasks
    .filter((task) => task.state === 'open' && task.sort !== 'cc')
    .map((task) => ({
      node: task.title,
      user: names.get(task.user) ?? '',
      arrivedAt: task.arrivedAt,
      dueAt: task.dueAt ?? null,
      why: task.why,
    }));

export type NodeLook = 'done' | 'current' | 'rejected' | 'skipped' | 'ahead';
/** Every node of the text with how it looks on the diagram: what happened there last. */
export function nodesWire(
  doc: FlowDoc,
  state: FlowState,
  names: Names,
  now: string,
  said: (result: TaskResult) => string,
): readonly Wire[] {
  const isOver = state.status !== 'running';
  const nodes = nodesOf(doc).map(({ node, inside }) => {
    const visits = state.visits.filter((visit) => visit.node === node.node && visit.state !== 'void');
    const last = visits.at(-1);
    const standing = state.tokens.some((token) => token.state === 'open' && token.node === node.node);
    const tasks = last === undefined ? [] : state.tasks.filter((task) => task.visit === last.id);
    const isPassed = last?.state === 'passed' || state.served.some((item) => item.node === node.node);
    const look: NodeLook =
      last?.state === 'rejected'
        ? 'rejected'
        : (last?.state === 'open' || standing) && !isOver
          ? 'current'
          : isPassed
            ? 'done'
            : isOver && isStop(node.sort)
              ? 'skipped'
              : 'ahead';
    return {
      node: node.node,
      title: node.title,
      sort: node.sort,
      look,
      depth: inside.length,
      way: inside.at(-1)?.way.title ?? null,
      seconds: spentAt(state, node.node, now),
      people: tasks.map((task) => ({
        user: names.get(task.user) ?? '',
        owner: task.owner === undefined ? null : (names.get(task.owner) ?? ''),
        result: task.result === undefined ? null : said(task.result),
        docStatus: TASK_STATUS[task.state],
        opinion: task.opinion ?? null,
        handledAt: task.handledAt ?? null,
      })),
    };
  });
  return nodes.map((node, at) =>
    isBlock(node.sort) ? { ...node, look: blockLook(nodes, at, state.status === 'passed') } : node,
  );
}
interface Looked {
  readonly look: NodeLook;
  readonly depth: number;
  readonly way: string | null;
}
/** A block asks nobody: it stands where the nodes of its ways stand, and is passed once one of them or what follows it is. */
function blockLook(nodes: readonly Looked[], at: number, isPassed: boolean): NodeLook {
  const { look, depth, way } = nodes[at] as Looked;
  if (isPassed && depth === 0) return 'done';
  const rest = nodes.slice(at + 1);
  const end = rest.findIndex((looked) => looked.depth < depth || (looked.depth === depth && looked.way !== way));
  const mine = end < 0 ? rest : rest.slice(0, end);
  const next = mine.findIndex((looked) => looked.depth === depth);
  const inside = next < 0 ? mine : mine.slice(0, next);
  for (const text of ['current', 'rejected'] as const) if (inside.some((node) => node.look === text)) return text;
  return mine.some((node) => node.look === 'done' || node.look === 'current') ? 'done' : look;
}

/** Time the document stood at a node, all its visits together; null where nobody was asked. */
function spentAt(state: FlowState, node: string, now: string): number | null {
  const spans = state.visits
    .filter((visit) => visit.node === node && visit.state !== 'void')
    .map((visit) => state.tasks.filter((task) => task.visit === visit.id && task.sort !== 'cc'))
    .filter(({ length }) => length > 0)
    .map((tasks) => {
      const from = tasks.map(({ arrivedAt }) => arrivedAt).sort()[0] as string;
      const isOpen = tasks.some((task) => task.state === 'open' || task.state === 'waiting');
      const left = tasks.flatMap(({ handledAt }) => handledAt ?? []).sort();
      const to = isOpen && state.endAt === undefined ? now : (left.at(-1) ?? state.endAt ?? from);
      return dateDiff(from, to, 'second')?.n ?? 0;
    });
  return spans.length === 0 ? null : spans.reduce((sum, span) => sum + Math.max(0, span), 0);
}

/** My open task of this document and what its node allows. */
async function myTask(
  ctx: EngineCtx,
  object: ResolvedObject,
  record: Rec,
  flow: StoredFlow,
): Promise<(Wire & { readonly acts: readonly string[] }) | undefined> {
  const { state, doc } = flow;
  const { records } = ctx.asSystem();
  const rows = await records.find('flowTask', 'instance == param.instance && assignee == me.id', {
    param: { instance: flow.instance },
    sort: '-arrivedAt',
  });
  const row = rows.find((row) => row.docStatus === '10');
  const task = state.tasks.find((task) => task.id === row?.seq);
  if (row === undefined || task === undefined) return undefined;
  const graph = compileFlow(doc);
  const node = graph.nodes.get(task.node)?.doc;
  const can = node?.can ?? ['reject', 'transfer', 'cc', 'recall'];
  const facts = { starter: state.starter, round: state.round, startAt: state.startAt, dept: state.dept };
  const world = await worldFor(ctx, doc, object, record, facts);
  const backs = task.sort === 'cc' || task.state !== 'open' ? [] : backTargets(graph, state, world, task.id);
  const isAdded = task.added !== undefined;
  const acts =
    task.sort === 'cc'
      ? ['read']
      : task.state === 'waiting'
        ? ['revoke']
        : [
            'agree',
            ...(node?.sort !== 'work' && (isAdded || can.includes('reject')) ? ['reject'] : []),
            ...(backs.length > 0 ? ['back'] : []),
            ...(can.includes('transfer') ? ['transfer'] : []),
            ...(!isAdded && (node?.add?.length ?? 0) > 0 ? ['add'] : []),
            ...(can.includes('cc') ? ['cc'] : []),
          ];
  return {
    id: row.id,
    version: row.version,
    node: task.node,
    title: task.title,
    sort: row.sort,
    why: task.why,
    owner: row.ownerUser,
    dueAt: task.dueAt ?? null,
    isWaiting: task.state === 'waiting',
    opinion: node?.opinion ?? 'reject',
    signature: node?.signature === true,
    isSigned: (await signatureOf(ctx, ctx.session.me.id)) !== null,
    files: node?.files === true,
    fields: node?.fields ?? {},
    add: isAdded ? [] : (node?.add ?? []),
    backs,
    phrases: await phrasesOf(ctx),
    acts,
  };
}
