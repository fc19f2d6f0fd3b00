/** The job of each minute: reminders, what happens at the limit, waiting nodes (domain part 10, 7.6 step 16). */
import { settle } from './enter';
import type { FlowGraph } from './graph';
import { replace } from './hand-on';
import { later } from './limits';
import { advance } from './move';
import { admins, isEnabled, isSelf } from './people';
import type { FlowState, FlowTask, Outcome } from './state';
import { outcome, type Work } from './work';
import type { FlowWorld } from './world';

/** Does what is due; a step is taken once however often the job runs, so a late job sends one message, not all it missed. */
export const tick = (graph: FlowGraph, state: FlowState, world: FlowWorld): Outcome =>
  outcome(graph, state, world, (work) => {
    if (state.status !== 'running') return;
    work.isAuto = true;
    for (const { id } of state.tasks) {
      const task = work.task(id);
      if (task.state === 'open' && work.state.status === 'running') due(work, task);
    }
    for (const { id } of state.tokens) {
      const token = work.token(id);
      if (token.state !== 'open' || token.wake === undefined || token.wake > world.now) continue;
      delete token.wake;
      if (work.node(token.node).sort === 'wait') work.leave(token);
      else work.enter(token);
      advance(work);
    }
  });

/** When something is next due, for the job's index; undefined = nothing will come. */
export function nextDue(graph: FlowGraph, state: FlowState, world: FlowWorld): string | undefined {
  if (state.status !== 'running') return undefined;
  const moments = [
    ...state.tasks.filter((task) => task.state === 'open').flatMap((task) => stepsOf(graph, task, world)),
    ...state.tokens.flatMap((token) =>
      token.state === 'open' && token.wake !== undefined ? [{ at: token.wake }] : [],
    ),
  ];
  return moments.map((moment) => moment.at).sort()[0];
}

interface Step {
  readonly step: string;
  readonly at: string;
}
/** Steps of a task that are still to come: remind, over, over:1 … */
function stepsOf(graph: FlowGraph, task: FlowTask, world: FlowWorld): readonly Step[] {
  const limit = graph.nodes.get(task.node)?.doc?.limit;
  if (limit === undefined || task.dueAt === undefined) return [];
  const steps: Step[] = [];
  if (task.remindAt !== undefined) steps.push({ step: 'remind', at: task.remindAt });
  steps.push({ step: 'over', at: task.dueAt });
  let at = task.dueAt;
  for (let i = 1; limit.every !== undefined && i <= (limit.max ?? 1); i += 1) {
    at = later(world, limit, at, limit.every * 60);
    steps.push({ step: `over:${i}`, at });
  }
  return steps.filter((step) => !task.steps.includes(step.step));
}

function due(work: Work, task: FlowTask): void {
  const steps = stepsOf(work.graph, task, work.world).filter((step) => step.at <= work.world.now);
  const last = steps.at(-1);
  if (last === undefined) return;
  task.steps = [...task.steps, ...steps.map((step) => step.step)];
  if (last.step === 'remind') {
    work.notice('remind', [task.user], { node: task.node, task: task.id });
    return;
  }
  const over = work.node(task.node).doc?.limit?.over ?? 'remind';
  if (over === 'up') goUp(work, task);
  else if (work.state.error === undefined && over === 'reject') answer(work, task, 'late');
  else if (mayPass(work, task) && over === 'pass') answer(work, task, 'auto');
  else work.notice('overdue', [task.user], { node: task.node, task: task.id });
}

/** Added people are never passed by a rule, nor what posts stock or pay. */
function mayPass(work: Work, task: FlowTask): boolean {
  const { settings, document } = work.world;
  return work.state.error === undefined && settings.autoPass && !document.isPosting && task.added === undefined;
}

/** To the superior of who did not answer; without one the administrators hear of it. */
function goUp(work: Work, task: FlowTask): void {
  const superior = work.world.people.superior(task.user);
  const isFree =
    superior !== null &&
    isEnabled(work.world, superior) &&
    (work.world.settings.self || !isSelf(work, superior)) &&
    !work.state.tasks.some(
      (eachTask) => eachTask.visit === task.visit && eachTask.user === superior && eachTask.state !== 'cancelled',
    );
  if (!isFree) {
    work.notice('overdue', [task.user, ...admins(work)], { node: task.node, task: task.id });
    return;
  }
  replace(work, task, superior, 'transfer', 0);
  work.cancel(task);
  work.trail('up', { node: task.node, task: task.id, to: [superior], text: '超时转上级' });
  work.notice('overdue', [task.user, superior], { node: task.node, task: task.id });
}

function answer(work: Work, task: FlowTask, result: 'auto' | 'late'): void {
  task.state = 'done';
  task.result = result;
  task.handledAt = work.world.now;
  task.handledSeq = work.id();
  work.trail(result, {
    node: task.node,
    task: task.id,
    to: [task.user],
    text: result === 'auto' ? '超时自动通过' : '超时自动驳回',
  });
  work.notice('overdue', [task.user], { node: task.node, task: task.id });
  if (task.visit !== undefined) settle(work, work.visit(task.visit), task);
  advance(work);
}
