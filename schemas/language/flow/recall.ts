/** 取回: my agreement is taken back while nobody behind me has decided (domain part 10, 7.6 step 13). */
import type { FlowGraph } from './graph';
import { reopen } from './hand-on';
import { may } from './handle';
import { refuse } from './sentences';
import type { FlowState, FlowToken, ForkRun, Outcome, PathStep, Visit } from './state';
import { isDecision, isOpen, outcome, type Work } from './work';
import type { FlowWorld } from './world';

export const recall = (
  graph: FlowGraph,
  state: FlowState,
  world: FlowWorld,
  user: string,
  answer: { readonly task: number },
): Outcome =>
  outcome(graph, state, world, (work) => {
    const task = work.task(answer.task);
    if (task.user !== user || task.visit === undefined) refuse('foreign');
    const visit = work.visit(task.visit);
    if (!may(work.node(task.node).doc, 'recall')) refuse('cannot', { act: '取回' });
    const isMine = task.state === 'done' && task.by === user && (task.result === 'agree' || task.result === 'done');
    if (!isMine || task.carried === true) refuse('recallNone');
    if (work.state.status !== 'running' || (visit.state !== 'open' && visit.state !== 'passed')) refuse('recall');
    if (visit.state === 'passed') undo(work, visit);
    takeBackNext(work, visit, task.handledSeq ?? 0);
    for (const one of work.tasksOf(visit)) if (one.endedBy === task.id) reopen(one);
    reopen(task);
    // people I added behind my agreement are asked again when I agree again
    for (const one of work.state.tasks)
      if (one.added?.by === task.id && one.added.mode === 'after' && isOpen(one)) work.cancel(one);
    work.trail('recall', { actor: user, node: task.node, task: task.id });
  });

/** The token comes back to the node; whatever began behind it is cancelled. */
function undo(work: Work, visit: Visit): void {
  const { state } = work;
  const behind = state.visits.filter((one) => one.from.includes(visit.id));
  const tasks = behind.flatMap((one) => work.tasksOf(one));
  const ran = state.served.some((one) => one.passed.includes(visit.id));
  if (ran || tasks.some(isDecision)) refuse('recall');
  for (const task of tasks) if (isOpen(task)) work.cancel(task);
  for (const one of behind) one.state = 'cancelled';
  const token = work.token(visit.token);
  takeBack(work, token);
  token.state = 'open';
  token.node = visit.node;
  token.passed = visit.from;
  token.last = visit.last;
  delete token.wake;
  visit.state = 'open';
  const ids = new Set(state.tokens.filter((one) => one.state === 'open').map((one) => one.id));
  state.needs = state.needs.filter((need) => need.need === 'service' && ids.has(need.token) && need.token !== token.id);
  delete state.error;
}

/** Undoes what a token did since: its children go, and when it went into its parent, that one waits in the block again. */
function takeBack(work: Work, token: FlowToken): void {
  const { state } = work;
  if (token.state === 'split') cancelChildren(work, token);
  if (token.state !== 'merged') return;
  const step = token.path.at(-1) as PathStep;
  const run = state.runs.find((one) => one.id === step.run) as ForkRun;
  const parent = work.token(run.token);
  takeBack(work, parent);
  parent.state = 'split';
  parent.node = run.fork;
  parent.passed = run.passed;
  parent.last = run.last;
  delete parent.wake;
  for (const one of state.tokens) if (one.path.at(-1)?.run === step.run && one.state === 'merged') one.state = 'joined';
}
function cancelChildren(work: Work, token: FlowToken): void {
  const runs = work.state.runs.filter((run) => run.token === token.id).map((run) => run.id);
  const latest = Math.max(...runs);
  for (const one of work.state.tokens)
    if (one.path.some((step) => step.run === latest) && one.state !== 'merged') one.state = 'gone';
}

/** In an ordered node the next person is asked again later. */
function takeBackNext(work: Work, visit: Visit, seq: number): void {
  if (visit.sign !== 'seq') return;
  const later = work.tasksOf(visit).filter((one) => one.added === undefined && one.id > seq);
  if (later.some(isDecision)) refuse('recall');
  for (const one of later) {
    if (!isOpen(one)) continue;
    work.cancel(one);
    const { user, source, why, owner } = one;
    visit.queue = [{ user, source, why, ...(owner === undefined ? {} : { owner }) }, ...visit.queue];
  }
}
