/** One call of the engine: a copy of the state that may change, what happened so far, and the guard against endless moves. */
import { type FlowGraph, type GraphNode, nodeAt } from './graph';
import { Refused, refuse, type Sentence } from './sentences';
import type { FlowEvent, FlowState, FlowTask, FlowToken, NoticeKind, Outcome, TrailAct, Visit } from './state';
import type { FlowFacts, FlowWorld } from './world';

const MOVES = 100;

export class Work {
  readonly graph: FlowGraph;
  readonly world: FlowWorld;
  readonly state: FlowState;
  readonly events: FlowEvent[] = [];
  /** tokens that have to move: into the node they stand at, or on from it */
  readonly queue: { readonly token: FlowToken; readonly how: 'enter' | 'ask' | 'leave' }[] = [];
  /** what happens now is done by no person: a timer, or a rule that passed a node */
  isAuto = false;
  isSubmit = false;
  private moves = 0;

  constructor(graph: FlowGraph, state: FlowState, world: FlowWorld) {
    this.graph = graph;
    this.world = world;
    this.state = {
      ...state,
      tokens: state.tokens.map((token) => ({ ...token })),
      runs: [...state.runs],
      visits: state.visits.map((visit) => ({ ...visit })),
      tasks: state.tasks.map((task) => ({ ...task })),
    };
  }

  id(): number {
    return this.state.next++;
  }
  node(code: string): GraphNode {
    return nodeAt(this.graph, code);
  }
  enter(token: FlowToken): void {
    this.queue.push({ token, how: 'enter' });
  }
  /** Enters a node whose people are to be asked whatever they did before. */
  ask(token: FlowToken): void {
    this.queue.push({ token, how: 'ask' });
  }
  leave(token: FlowToken): void {
    this.queue.push({ token, how: 'leave' });
  }
  /** Takes back a move that was ordered. */
  hold(token: FlowToken): void {
    const at = this.queue.findIndex((item) => item.token === token);
    if (at >= 0) this.queue.splice(at, 1);
  }
  move(): void {
    this.moves += 1;
    if (this.moves > MOVES) refuse('moves');
  }
  facts(): FlowFacts {
    const { starter, round, startAt, dept } = this.state;
    return { starter, round, startAt, dept };
  }
  name(user: string | undefined): string {
    return user === undefined ? '系统' : (this.world.people.person(user)?.name ?? user);
  }

  token(id: number): FlowToken {
    return found(this.state.tokens, id);
  }
  visit(id: number): Visit {
    return found(this.state.visits, id);
  }
  task(id: number): FlowTask {
    const task = this.state.tasks.find((task) => task.id === id);
    return task ?? refuse('foreign');
  }
  tasksOf(visit: Visit): FlowTask[] {
    return this.state.tasks.filter((task) => task.visit === visit.id);
  }

  trail(act: TrailAct, more: Omit<Extract<FlowEvent, { event: 'trail' }>, 'event' | 'act' | 'at'> = {}): void {
    this.events.push({ event: 'trail', act, at: this.world.now, ...more });
  }
  notice(
    kind: NoticeKind,
    to: readonly string[],
    more: Omit<Extract<FlowEvent, { event: 'notice' }>, 'event' | 'kind' | 'to'> = {},
  ): void {
    if (to.length > 0) this.events.push({ event: 'notice', kind, to: [...new Set(to)], ...more });
  }

  /** Closes a task nobody needs any more. */
  cancel(task: FlowTask, endedBy?: number): void {
    task.state = 'cancelled';
    task.result = 'system';
    task.handledAt = this.world.now;
    if (endedBy === undefined) return;
    task.endedBy = endedBy;
    const by = this.task(endedBy).by;
    if (by !== undefined) task.by = by;
  }
  /** Tasks of a visit that are open or wait. */
  cancelOpen(visit: Visit, endedBy?: number): void {
    for (const task of this.tasksOf(visit)) if (isOpen(task)) this.cancel(task, endedBy);
  }
  /** Everything open goes: the flow has ended without passing. */
  cancelAll(by?: string): void {
    for (const task of this.state.tasks) {
      if (!isOpen(task)) continue;
      this.cancel(task);
      if (by !== undefined) task.by = by;
    }
    for (const visit of this.state.visits) if (visit.state === 'open') visit.state = 'cancelled';
    for (const token of this.state.tokens) if (token.state !== 'merged') token.state = 'gone';
    this.state.needs = [];
  }
}

export const isOpen = (task: FlowTask): boolean => task.state === 'open' || task.state === 'waiting';
/** Decided by a person: what a withdrawal and a recall look at. */
export const isDecision = (task: FlowTask): boolean =>
  task.state === 'done' &&
  task.by !== undefined &&
  task.carried !== true &&
  (task.result === 'agree' || task.result === 'reject' || task.result === 'back' || task.result === 'done');

/** Runs one call; a refusal leaves the state as it was. */
export function outcome(graph: FlowGraph, state: FlowState, world: FlowWorld, act: (work: Work) => void): Outcome {
  const work = new Work(graph, state, world);
  try {
    act(work);
  } catch (error) {
    if (error instanceof Refused) return { refusal: error.message };
    throw error;
  }
  return { state: work.state, events: work.events };
}
export function mustRun(work: Work, code: Sentence = 'over'): void {
  if (work.state.status !== 'running') refuse(code);
}

function found<T extends { readonly id: number }>(list: readonly T[], id: number): T {
  const item = list.find((entry) => entry.id === id);
  if (item === undefined) throw new Error(`no entry ${id}`);
  return item;
}
