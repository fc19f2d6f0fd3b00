/** From submit to end: what happens to a running flow as a whole (domain part 10, 7.5 steps 1, 5–7 and 7.6 steps 9, 10, 14, 15). */
import { addMinutes, seconds } from './calendar';
import type { FlowBindDoc } from './document';
import { type FlowGraph, START } from './graph';
import { mustBeAdmin } from './hand-on';
import { blank, said } from './handle';
import { advance } from './move';
import { admins, checkChosen } from './people';
import { refuse } from './sentences';
import type { FlowNeed, FlowState, FlowToken, KeyText, Outcome } from './state';
import { isDecision, mustRun, outcome, type Work } from './work';
import type { FlowWorld } from './world';

const URGE_MINUTES = 120;
const RETRY_MINUTES = 5;

export interface Submission {
  readonly starter: string;
  readonly dept: string | null;
  readonly revision: number;
  /** audit status of the document: 1 open, 2 audited, 3 rejected */
  readonly auditStatus: '1' | '2' | '3';
  readonly chosen?: { readonly [node: string]: readonly string[] };
  /** the flow of the round before */
  readonly before?: FlowState;
}

/** Which flow a document goes through: conditions by priority, first true one, else the default one. */
export function chooseBind<B extends FlowBindDoc>(binds: readonly B[], test: (when: string) => boolean): B | undefined {
  const live = binds.filter((bind) => bind.off !== true);
  const byPriority = live
    .filter((bind) => bind.when !== undefined)
    .sort((a, b) => (a.priority ?? 0) - (b.priority ?? 0));
  return byPriority.find((bind) => test(bind.when as string)) ?? live.find((bind) => bind.default === true);
}

/** 提交审批. A refusal is the sentence for the starter; the document is locked by the events. */
export function submit(graph: FlowGraph, world: FlowWorld, by: Submission): Outcome {
  const { before } = by;
  const isRunning = before?.status === 'running';
  const round = before === undefined ? 1 : before.round + 1;
  const keys = world.document.keys();
  const isStraight = before !== undefined && mayGoStraight(graph, before, by.revision);
  const changed = isStraight ? changedKeys(before.keys, keys) : [];
  const fresh: FlowState = {
    flow: graph.doc.flow,
    revision: by.revision,
    status: 'running',
    round,
    starter: by.starter,
    creator: world.document.creator,
    dept: by.dept,
    startAt: world.now,
    keys,
    chosen: by.chosen ?? {},
    tokens: [],
    runs: [],
    visits: [],
    tasks: [],
    needs: [],
    served: [],
    editedAt: 0,
    next: 1,
  };
  const carried = isStraight && changed.length === 0 ? carry(before, fresh) : fresh;
  return outcome(graph, carried, world, (work) => {
    if (by.auditStatus === '3') refuse('rejected');
    if (isRunning) refuse('running');
    if (by.auditStatus === '2') refuse('audited');
    if (round > world.settings.maxRounds) refuse('rounds', { n: world.settings.maxRounds });
    checkChosen(work, carried.chosen, 'chosen', by.starter);
    work.isSubmit = true;
    work.trail('submit', { actor: by.starter });
    work.events.push({ event: 'document', act: 'lock' });
    if (changed.length > 0) work.events.push({ event: 'say', text: keySentence(changed) });
    if (carried === fresh) begin(work);
    else goOn(work, before as FlowState);
    advance(work);
  });
}
function begin(work: Work): void {
  const token: FlowToken = { id: work.id(), node: START, state: 'open', path: [], passed: [], last: [] };
  work.state.tokens.push(token);
  work.enter(token);
}

function mayGoStraight(graph: FlowGraph, before: FlowState, revision: number): boolean {
  const isSame = before.flow === graph.doc.flow && before.revision === revision;
  return graph.doc.resubmit === 'node' && isSame && before.status === 'rejected' && before.rejected !== undefined;
}
function changedKeys(before: readonly KeyText[], now: readonly KeyText[]): readonly string[] {
  return now.flatMap((key) => {
    const was = before.find((eachKey) => eachKey.field === key.field);
    if (was?.text === key.text) return [];
    return [key.grant !== undefined ? `${key.title} 已变更` : `${key.title} ${was?.text ?? ''}→${key.text}`];
  });
}
const keySentence = (changed: readonly string[]): string => `关键字段已变更（${changed.join('，')}），将从头审批`;

/** The new round with the agreements of the last one (沿用); who rejected is asked again, and who was still asked beside him. */
function carry(before: FlowState, fresh: FlowState): FlowState {
  const kept = before.visits.filter((visit) => visit.state === 'passed');
  const ids = new Set(kept.map((visit) => visit.id));
  return {
    ...fresh,
    chosen: { ...before.chosen, ...fresh.chosen },
    tokens: (before.rejected?.tokens ?? []).map((token) => ({ ...token })),
    runs: before.runs,
    visits: kept.map((visit) => ({ ...visit, carried: true })),
    tasks: before.tasks
      .filter((task) => task.visit !== undefined && ids.has(task.visit) && task.state === 'done')
      .map((task) => ({ ...task, carried: true })),
    editedAt: before.next,
    next: before.next + 1,
  };
}
function goOn(work: Work, before: FlowState): void {
  for (const visit of work.state.visits) work.trail('carry', { node: visit.node, text: '沿用' });
  const rejecting = before.visits.find((visit) => visit.id === before.rejected?.visit);
  for (const token of work.state.tokens) {
    if (token.state !== 'open' || token.wake !== undefined) continue;
    if (token.id === rejecting?.token) work.ask(token);
    else work.enter(token);
  }
}

/** 撤回 by the starter, until somebody has decided. */
export const withdraw = (graph: FlowGraph, state: FlowState, world: FlowWorld, user: string): Outcome =>
  outcome(graph, state, world, (work) => {
    mustRun(work);
    if (user !== state.starter) refuse('starterOnly', { act: '撤回' });
    if (isDecided(state)) refuse('withdraw');
    work.trail('withdraw', { actor: user });
    stop(work, 'withdrawn', user);
  });
/** Whether a person has given an opinion: what passed by itself and copies that were read do not count. */
export const isDecided = (state: FlowState): boolean => state.tasks.some(isDecision);

/** 终止 by a flow administrator. */
export const terminate = (
  graph: FlowGraph,
  state: FlowState,
  world: FlowWorld,
  user: string,
  reason: string,
): Outcome =>
  outcome(graph, state, world, (work) => {
    mustRun(work);
    mustBeAdmin(work, user, '终止');
    if (blank(reason)) refuse('stopReason');
    work.trail('terminate', { actor: user, text: reason });
    stop(work, 'stopped', user);
  });
function stop(work: Work, status: 'withdrawn' | 'stopped', by: string): void {
  work.state.status = status;
  work.state.endAt = work.world.now;
  delete work.state.error;
  work.cancelAll(by);
  work.events.push({ event: 'document', act: 'unlock' });
}

/** 催办 by the starter, every two hours at most. */
export const urge = (graph: FlowGraph, state: FlowState, world: FlowWorld, user: string): Outcome =>
  outcome(graph, state, world, (work) => {
    mustRun(work);
    if (user !== state.starter) refuse('starterOnly', { act: '催办' });
    const next = state.urgedAt === undefined ? world.now : addMinutes(state.urgedAt, URGE_MINUTES);
    if (next > world.now) refuse('urge', { m: Math.ceil(seconds(world.now, next) / 60) });
    work.state.urgedAt = world.now;
    const open = work.state.tasks.filter((task) => task.state === 'open' && task.sort !== 'cc');
    for (const task of open) task.urgedAt = world.now;
    work.trail('urge', { actor: user });
    work.notice(
      'urged',
      open.map((task) => task.user),
    );
  });

/** A copy was opened; once it is, nothing more happens. */
export const read = (graph: FlowGraph, state: FlowState, world: FlowWorld, user: string, id: number): Outcome =>
  outcome(graph, state, world, (work) => {
    const task = work.task(id);
    if (task.user !== user || task.sort !== 'cc') refuse('foreign');
    if (task.state !== 'open') return;
    task.state = 'done';
    task.result = 'read';
    task.by = user;
    task.handledAt = world.now;
    work.trail('read', said(task, user, {}));
  });

/** Answer of the host to what the flow asked of it; `failed` is the sentence of the document or the service. */
export interface Answered {
  readonly failed?: string;
}

/** A service ran. What stops the flow stops the person before it too; after a timer it waits for an administrator. */
export const served = (
  graph: FlowGraph,
  state: FlowState,
  world: FlowWorld,
  need: Extract<FlowNeed, { need: 'service' }>,
  answer: Answered,
): Outcome => {
  const rule = graph.nodes.get(need.node)?.doc?.fail ?? 'stop';
  if (answer.failed !== undefined && rule === 'stop' && !need.isAuto) return { refusal: answer.failed };
  return outcome(graph, state, world, (work) => {
    work.isAuto = need.isAuto;
    drop(work, need);
    const token = work.token(need.token);
    if (answer.failed !== undefined && rule !== 'go') {
      token.tries = (token.tries ?? 0) + 1;
      const isOver = rule === 'stop' || token.tries > (work.node(need.node).doc?.times ?? 3);
      if (isOver) fail(work, answer.failed, need.node);
      else token.wake = addMinutes(world.now, RETRY_MINUTES);
      return;
    }
    delete token.tries;
    if (answer.failed === undefined) {
      work.trail('service', { node: need.node });
      work.state.served = [...work.state.served, { node: need.node, passed: token.passed }];
    } else work.trail('fail', { node: need.node, text: answer.failed });
    work.leave(token);
    advance(work);
  });
};

/** The document was audited or rejected at the end, or refused it. */
export const finish = (
  graph: FlowGraph,
  state: FlowState,
  world: FlowWorld,
  need: Extract<FlowNeed, { need: 'finish' }>,
  answer: Answered,
): Outcome => {
  if (answer.failed !== undefined && !need.isAuto) return { refusal: answer.failed };
  return outcome(graph, state, world, (work) => {
    drop(work, need);
    if (answer.failed !== undefined) {
      fail(work, answer.failed);
      return;
    }
    const { end } = need;
    work.state.status = end === 'pass' ? 'passed' : end === 'reject' ? 'rejected' : 'stopped';
    work.state.endAt = world.now;
    for (const token of work.state.tokens) if (token.state === 'open') token.state = 'gone';
    const actor = need.actor === undefined ? {} : { actor: need.actor };
    work.trail('finish', { text: { pass: '通过', reject: '驳回', stop: '终止' }[end] });
    work.events.push({
      event: 'document',
      act: end === 'pass' ? 'audit' : end === 'reject' ? 'reject' : 'unlock',
      ...actor,
    });
    if (end !== 'stop') work.notice(end === 'reject' ? 'rejected' : 'passed', [state.starter]);
  });
};
function drop(work: Work, need: FlowNeed): void {
  const same = JSON.stringify(need);
  work.state.needs = work.state.needs.filter((need) => JSON.stringify(need) !== same);
}
function fail(work: Work, text: string, node?: string): void {
  work.state.error = text;
  const at = node === undefined ? {} : { node };
  work.trail('fail', { text, ...at });
  work.notice('failed', admins(work), { text, ...at });
}

/** 重试 by an administrator after an automatic step failed; a failure is now his to see. */
export const retry = (graph: FlowGraph, state: FlowState, world: FlowWorld, user: string): Outcome =>
  outcome(graph, state, world, (work) => {
    mustRun(work);
    mustBeAdmin(work, user, '重试');
    if (state.error === undefined) refuse('noError');
    delete work.state.error;
    work.trail('retry', { actor: user });
    for (const token of work.state.tokens) {
      const { sort } = work.node(token.node);
      if (token.state !== 'open' || token.wake !== undefined || (sort !== 'service' && sort !== 'end')) continue;
      delete token.tries;
      work.enter(token);
    }
    advance(work);
  });
