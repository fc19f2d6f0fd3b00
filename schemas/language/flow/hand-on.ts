/** A task goes to another person, or gets people beside it: 转办, 加签, 改派, 交接 (domain part 10, 7.6 steps 11, 12, 15 and 7.7). */
import type { AddMode } from './document';
import { makeTask, settle } from './enter';
import type { FlowGraph } from './graph';
import { type Answer, blank, close, may, mine, said, settleTask, wakeAdder, yes } from './handle';
import { advance } from './move';
import { admins, inScope, isEnabled, isSelf } from './people';
import { refuse, type Sentence } from './sentences';
import type { FlowState, FlowTask, Outcome, TaskSource, Visit } from './state';
import { isOpen, mustRun, outcome, type Work } from './work';
import type { FlowWorld } from './world';

const TRANSFERS = 5;
const ADDED = 5;

export const transfer = (
  graph: FlowGraph,
  state: FlowState,
  world: FlowWorld,
  user: string,
  answer: Answer & { readonly to: string },
): Outcome =>
  outcome(graph, state, world, (work) => {
    const task = mine(work, user, answer.task);
    const { doc } = work.node(task.node);
    if (!may(doc, 'transfer')) refuse('cannot', { act: '转办' });
    if (blank(answer.opinion)) refuse('transferReason');
    if (task.transfers >= TRANSFERS) refuse('transfers');
    checkPerson(work, task, answer.to, 'transferSelf');
    if (!inScope(world, answer.to, doc?.scope ?? 'all', user)) refuse('outside', { user: work.name(answer.to) });
    replace(work, task, answer.to, 'transfer', task.transfers + 1);
    close(work, task, user, 'transfer', answer.opinion);
    work.trail('transfer', { ...said(task, user, answer), to: [answer.to] });
  });

/** 改派: the administrator gives an open task to another person. */
export const reassign = (
  graph: FlowGraph,
  state: FlowState,
  world: FlowWorld,
  user: string,
  answer: { readonly task: number; readonly to: string; readonly opinion?: string },
): Outcome =>
  outcome(graph, state, world, (work) => {
    mustBeAdmin(work, user, '改派');
    const task = work.task(answer.task);
    if (!isOpen(task) || task.sort === 'cc') refuse('handled', { user: work.name(task.by) });
    checkPerson(work, task, answer.to, 'reassignSelf');
    move(work, task, answer.to, 'transfer');
    work.trail('reassign', { ...said(task, user, answer), to: [answer.to] });
  });

/**
 * Open tasks of somebody who is away or has left go to another person: to the flow's administrators without `to`. Tasks that cannot
 * (he is asked at that node already, or made the document) stay.
 */
export const handOver = (
  graph: FlowGraph,
  state: FlowState,
  world: FlowWorld,
  from: string,
  to: string | undefined,
  source: TaskSource,
): Outcome =>
  outcome(graph, state, world, (work) => {
    for (const task of work.state.tasks.filter((task) => task.user === from && isOpen(task) && task.sort !== 'cc')) {
      const may = (user: string): boolean => isEnabled(world, user) && canTake(work, task, user) === undefined;
      const next = (to === undefined ? admins(work) : [to]).find(may);
      if (next === undefined) continue;
      move(work, task, next, source);
      work.trail('reassign', { node: task.node, task: task.id, to: [next], text: `${work.name(from)}的待办` });
    }
  });
/** A delegation has ended: what the agent left untouched goes back to its owner. */
export const handBack = (graph: FlowGraph, state: FlowState, world: FlowWorld, agent: string, owner: string): Outcome =>
  outcome(graph, state, world, (work) => {
    const his = work.state.tasks.filter(
      (task) => task.user === agent && task.owner === owner && task.source === 'delegate' && task.state === 'open',
    );
    for (const task of his) {
      if (!isEnabled(world, owner) || canTake(work, task, owner) !== undefined) continue;
      move(work, task, owner, 'normal');
      work.trail('reassign', { node: task.node, task: task.id, to: [owner], text: '委托结束' });
    }
  });

/** 加签: before me, after me, or beside me. */
export const addSigners = (
  graph: FlowGraph,
  state: FlowState,
  world: FlowWorld,
  user: string,
  answer: Answer & { readonly mode: AddMode; readonly to: readonly string[] },
): Outcome =>
  outcome(graph, state, world, (work) => {
    const task = mine(work, user, answer.task);
    const { doc } = work.node(task.node);
    if (task.added !== undefined) refuse('addAgain');
    if (doc?.add?.includes(answer.mode) !== true || task.visit === undefined) refuse('cannot', { act: '加签' });
    const visit = work.visit(task.visit);
    const people = [...new Set(answer.to)];
    const there = work.tasksOf(visit).filter((task) => task.added !== undefined && task.state !== 'cancelled');
    if (there.filter((task) => task.result !== 'transfer').length + people.length > ADDED) refuse('added');
    for (const person of people) {
      checkPerson(work, task, person, 'addSelf');
      if (!inScope(world, person, doc.scope ?? 'all', user)) refuse('outside', { user: work.name(person) });
    }
    if (people.length === 0) return;
    work.trail('add', { ...said(task, user, answer), to: people });
    for (const person of people)
      makeTask(
        work,
        visit,
        { user: person, source: 'add', why: `${work.name(user)}加签` },
        {
          added: { by: task.id, mode: answer.mode },
        },
      );
    if (answer.mode === 'before') task.state = 'waiting';
    if (answer.mode !== 'after') return;
    yes(work, task, user, answer);
    settleTask(work, task);
  });

/** Takes the added people back while none of them has answered; an agreement given with it is open again. */
export const revokeSigners = (
  graph: FlowGraph,
  state: FlowState,
  world: FlowWorld,
  user: string,
  answer: { readonly task: number },
): Outcome =>
  outcome(graph, state, world, (work) => {
    mustRun(work);
    const task = work.task(answer.task);
    const added = work.state.tasks.filter(
      (eachTask) => eachTask.added?.by === task.id && eachTask.result !== 'transfer',
    );
    const open = added.filter((task) => task.state === 'open');
    if (task.user !== user || task.visit === undefined) refuse('foreign');
    const visit = work.visit(task.visit);
    if (open.length === 0 || added.some((task) => task.state === 'done') || visit.state !== 'open') refuse('revoke');
    for (const task of open) work.cancel(task);
    if (open.some((task) => task.added?.mode === 'after')) reopen(task);
    wakeAdder(work, task.id);
    work.trail('revoke', { actor: user, node: task.node, task: task.id, to: open.map((task) => task.user) });
    settle(work, visit);
    advance(work);
  });

/** An answer that does not count any more. */
export function reopen(task: FlowTask): void {
  task.state = 'open';
  for (const key of ['result', 'by', 'opinion', 'handledAt', 'handledSeq', 'endedBy'] as const) delete task[key];
}

export function mustBeAdmin(work: Work, user: string, act: string): void {
  const { people } = work.world;
  const logins = work.graph.doc.admins ?? [];
  const isAdmin = logins.some((login) => people.login(login) === user) || people.supers().includes(user);
  if (!isAdmin) refuse('adminOnly', { act });
}

/** The task of another person in place of this one, which stays what it is. */
export function replace(work: Work, task: FlowTask, to: string, source: TaskSource, transfers: number): FlowTask {
  const visit = task.visit === undefined ? refuse('foreign') : work.visit(task.visit);
  const owner = task.owner ?? task.user;
  const ask = { user: to, source, why: task.why, ...(owner === to ? {} : { owner }) };
  return makeTask(work, visit, ask, {
    transfers,
    sort: task.sort,
    ...(task.added === undefined ? {} : { added: task.added }),
  });
}
function move(work: Work, task: FlowTask, to: string, source: TaskSource): void {
  const wasWaiting = task.state === 'waiting';
  const next = replace(work, task, to, source, 0);
  work.cancel(task);
  if (!wasWaiting) return;
  next.state = 'waiting';
  for (const eachTask of work.state.tasks)
    if (eachTask.added?.by === task.id) Object.assign(eachTask, { added: { ...eachTask.added, by: next.id } });
}

function canTake(work: Work, task: FlowTask, to: string): 'already' | 'self' | undefined {
  const visit: Visit | undefined = task.visit === undefined ? undefined : work.visit(task.visit);
  const there = visit === undefined ? [] : work.tasksOf(visit);
  const isThere = there.some((task) => task.user === to && task.state !== 'cancelled' && task.result !== 'transfer');
  if (isThere || visit?.queue.some((ask) => ask.user === to) === true) return 'already';
  return !work.world.settings.self && isSelf(work, to) ? 'self' : undefined;
}
function checkPerson(work: Work, task: FlowTask, to: string, self: Sentence): void {
  if (!isEnabled(work.world, to)) refuse('disabled', { user: work.name(to) });
  const problem = canTake(work, task, to);
  if (problem !== undefined) refuse(problem === 'already' ? 'already' : self);
}
