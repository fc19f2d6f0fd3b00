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
    for (const eachTask of work.tasksOf(visit)) if (eachTask.endedBy === task.id) reopen(eachTask);
    reopen(task);
    // people I added behind my agreement are asked again when I agree again
    for (const eachTask of work.state.tasks)
      if (eachTask.added?.by === task.id && eachTask.added.mode === 'after' && isOpen(eachTask)) work.cancel(eachTask);
    work.trail('recall', { actor: user, node: task.node, task: task.id });
  });

/** The token comes back to the node; whatever began behind it is cancelled. */
function undo(work: Work, visit: Visit): void {
  const { state } = work;
  const behind = state.visits.filter((eachVisit) => eachVisit.from.includes(visit.id));
  const tasks = behind.flatMap((visit) => work.tasksOf(visit));
  const ran = state.served.some((item) => item.passed.includes(visit.id));
  if (ran || tasks.some(isDecision)) refuse('recall');
  for (const task of tasks) if (isOpen(task)) work.cancel(task);
  for (const visit of behind) visit.state = 'cancelled';
  const token = work.token(visit.token);
  takeBack(work, token);
  token.state = 'open';
  token.node = visit.node;
  token.passed = visit.from;
  token.last = visit.last;
  delete token.wake;
  visit.state = 'open';
  const ids = new Set(state.tokens.filter((token) => token.state === 'open').map((token) => token.id));
  state.needs = state.needs.filter((need) => need.need === 'service' && ids.has(need.token) && need.token !== token.id);
  delete state.error;
}

/** Undoes what a token did since: its children go, and when it went into its parent, that one waits in the block again. */
function takeBack(work: Work, token: FlowToken): void {
  const { state } = work;
  if (token.state === 'split') cancelChildren(work, token);
  if (token.state !== 'merged') return;
  const step = token.path.at(-1) as PathStep;
  const run = state.runs.find((fork) => fork.id === step.run) as ForkRun;
  const parent = work.token(run.token);
  takeBack(work, parent);
  parent.state = 'split';
  parent.node = run.fork;
  parent.passed = run.passed;
  parent.last = run.last;
  delete parent.wake;
  for (const token of state.tokens)
    if (token.path.at(-1)?.run === step.run && token.state === 'merged') token.state = 'joined';
}
function cancelChildren(work: Work, token: FlowToken): void {
  const runs = work.state.runs.filter((run) => run.token === token.id).map((run) => run.id);
  const latest = Math.max(...runs);
  for (const token of work.state.tokens)
    if (token.path.some((step) => step.run === latest) && token.state !== 'merged') token.state = 'gone';
}

/** In an ordered node the next person is asked again later. */
function takeBackNext(work: Work, visit: Visit, seq: number): void {
  if (visit.sign !== 'seq') return;
  const later = work.tasksOf(visit).filter((task) => task.added === undefined && task.id > seq);
  if (later.some(isDecision)) refuse('recall');
  for (const task of later) {
    if (!isOpen(task)) continue;
    work.cancel(task);
    const { user, source, why, owner } = task;
    visit.queue = [{ user, source, why, ...(owner === undefined ? {} : { owner }) }, ...visit.queue];
  }
}
