/** 退回: to a node already passed, in the own branch or before the block around it (domain part 10, 7.6 step 8). */
import type { FlowGraph } from './graph';
import { type Answer, blank, close, mine, said } from './handle';
import { advance } from './move';
import { refuse } from './sentences';
import type { FlowState, FlowTask, Outcome, PathStep, Visit } from './state';
import { outcome, Work } from './work';
import type { FlowWorld } from './world';

/** Sends the document back to `to`; nothing of the document changes, the agreements on the way back do not count any more. */
export const sendBack = (
  graph: FlowGraph,
  state: FlowState,
  world: FlowWorld,
  user: string,
  answer: Answer & { readonly to: string },
): Outcome =>
  outcome(graph, state, world, (work) => {
    const task = mine(work, user, answer.task);
    const visit = task.visit === undefined ? refuse('foreign') : work.visit(task.visit);
    if (blank(answer.opinion)) refuse('backReason');
    const target = targetOf(work, visit, answer.to);
    close(work, task, user, 'back', answer.opinion);
    work.trail('back', { ...said(task, user, answer), to: [answer.to] });
    returnTo(work, task, visit, target);
    advance(work);
    work.notice(
      'returned',
      work.state.tasks.filter((task) => task.state === 'open' && task.node === answer.to).map((task) => task.user),
      {
        node: answer.to,
        text: answer.opinion as string,
      },
    );
  });

/** Nodes this task may be sent back to, latest first: what the bar of the task offers. */
export function backTargets(
  graph: FlowGraph,
  state: FlowState,
  world: FlowWorld,
  task: number,
): readonly { readonly node: string; readonly title: string }[] {
  const work = new Work(graph, state, world);
  const eachTask = work.task(task);
  if (eachTask.visit === undefined) return [];
  const visit = work.visit(eachTask.visit);
  const seen = new Set<string>();
  return reachable(work, visit)
    .reverse()
    .filter(({ node }) => !seen.has(node) && seen.add(node) && isAllowed(work, visit, node))
    .map(({ node }) => ({ node, title: work.node(node).title }));
}

function targetOf(work: Work, visit: Visit, to: string): Visit {
  const node = work.graph.nodes.get(to);
  if (node === undefined) refuse('foreign');
  const target = reachable(work, visit)
    .filter((visit) => visit.node === to)
    .at(-1);
  if (target === undefined) {
    const wasThere = work.state.visits.some((visit) => visit.node === to && visit.state !== 'void');
    const isBeside = node.stack.some(({ fork, way }, i) => visit.path[i]?.fork === fork && visit.path[i]?.way !== way);
    refuse(isBeside || wasThere ? 'sibling' : 'unpassed');
  }
  if (!isAllowed(work, visit, to)) {
    if (work.node(visit.node).doc?.back === 'none') refuse('cannot', { act: '退回' });
    refuse('backTo', { n: node.title });
  }
  return target;
}

/** Visits on my path where somebody was asked, in a branch that is still mine. */
function reachable(work: Work, visit: Visit): Visit[] {
  return visit.from
    .map((id) => work.visit(id))
    .filter((eachVisit) => eachVisit.state === 'passed' && isPrefix(eachVisit.path, visit.path))
    .filter((visit) => {
      const { sort } = work.node(visit.node);
      return (sort === 'approve' || sort === 'work') && work.tasksOf(visit).length > 0;
    });
}
/** By block and way, not by opening: a way kept by a straight return was passed in an earlier opening. */
function isPrefix(path: readonly PathStep[], of: readonly PathStep[]): boolean {
  return path.every((step, i) => of[i]?.fork === step.fork && of[i]?.way === step.way);
}
function isAllowed(work: Work, visit: Visit, to: string): boolean {
  const back = work.node(visit.node).doc?.back ?? 'any';
  if (back === 'any') return true;
  if (back === 'none') return false;
  if (back !== 'previous') return back.includes(to);
  return visit.last.some((id) => work.visit(id).node === to) || visit.last.length === 0;
}

function returnTo(work: Work, task: FlowTask, visit: Visit, target: Visit): void {
  const { state } = work;
  const isStraight = work.node(visit.node).doc?.then === 'straight';
  const mineBefore = work.token(visit.token);
  const users = work
    .tasksOf(visit)
    .filter((task) => task.added === undefined && task.result !== 'transfer' && task.state !== 'cancelled')
    .map((task) => task.user);
  work.cancelOpen(visit, task.id);
  visit.state = 'returned';
  const isKept = (eachVisit: Visit): boolean =>
    isStraight && eachVisit.id !== target.id && visit.from.includes(eachVisit.id);
  const outer = visit.path[target.path.length];
  if (outer !== undefined) cancelBlock(work, outer.run, task.id, isKept);
  const run = state.runs.find((fork) => fork.id === outer?.run);
  const token = outer === undefined ? mineBefore : work.token((run as { token: number }).token);
  for (const visit of state.visits) {
    const isBehind = visit.id === target.id || visit.from.includes(target.id);
    if (isBehind && !isKept(visit) && visit.state === 'passed') visit.state = 'void';
  }
  token.state = 'open';
  token.node = target.node;
  token.passed = target.from;
  token.last = target.last;
  delete token.wake;
  if (isStraight) {
    const passed = visit.from.filter((id) => id !== target.id);
    token.back = { node: visit.node, path: visit.path, passed, users };
  } else delete token.back;
  work.ask(token);
}

/** All brothers of the block lose their tokens, tasks and agreements. */
function cancelBlock(work: Work, run: number, by: number, isKept: (visit: Visit) => boolean): void {
  const gone = work.state.tokens.filter((token) => token.path.some((step) => step.run === run));
  for (const token of gone) {
    token.state = 'gone';
    for (const visit of work.state.visits) {
      if (visit.token !== token.id) continue;
      if (visit.state === 'passed' && !isKept(visit)) visit.state = 'void';
      if (visit.state !== 'open') continue;
      work.cancelOpen(visit, by);
      visit.state = 'cancelled';
    }
  }
  const ids = new Set(gone.map((token) => token.id));
  work.state.needs = work.state.needs.filter((need) => need.need !== 'service' || !ids.has(need.token));
}
