/** One person answers one task (domain part 10, 7.5 step 4). */

import type { Can, FlowNodeDoc } from './document';
import { copyTo, settle } from './enter';
import type { FlowGraph } from './graph';
import { advance } from './move';
import { checkChosen, isEnabled } from './people';
import { refuse } from './sentences';
import type { FlowState, FlowTask, Outcome } from './state';
import { outcome, type Work } from './work';
import type { FlowWorld } from './world';

export interface Answer {
  readonly task: number;
  readonly opinion?: string;
  readonly isSigned?: boolean;
  readonly files?: number;
  /** fields that were changed with the answer, as paths */
  readonly edited?: readonly string[];
  /** people of later nodes that the step before chooses */
  readonly chosen?: { readonly [node: string]: readonly string[] };
  readonly cc?: readonly string[];
}

/** 同意, or 办理完成 of a task to be done. */
export const agree = (graph: FlowGraph, state: FlowState, world: FlowWorld, user: string, answer: Answer): Outcome =>
  outcome(graph, state, world, (work) => {
    const task = mine(work, user, answer.task);
    yes(work, task, user, answer);
    settleTask(work, task);
  });

/** 驳回: ends the flow unless others of the node still have to answer. */
export const reject = (graph: FlowGraph, state: FlowState, world: FlowWorld, user: string, answer: Answer): Outcome =>
  outcome(graph, state, world, (work) => {
    const task = mine(work, user, answer.task);
    const node = work.node(task.node);
    if (node.sort === 'work' || (task.added === undefined && !may(node.doc, 'reject')))
      refuse('cannot', { act: '驳回' });
    if (blank(answer.opinion) && node.doc?.opinion !== 'free') refuse('rejectReason');
    checkPaper(node.doc, answer, false);
    edit(work, task, answer);
    close(work, task, user, 'reject', answer.opinion);
    work.trail('reject', said(task, user, answer));
    settleTask(work, task);
  });

/** 抄送 to others without answering. */
export const sendCopy = (
  graph: FlowGraph,
  state: FlowState,
  world: FlowWorld,
  user: string,
  answer: { readonly task: number; readonly to: readonly string[] },
): Outcome => outcome(graph, state, world, (work) => copies(work, mine(work, user, answer.task), user, answer.to));

/** The open task of this user; everything else has its sentence. */
export function mine(work: Work, user: string, id: number): FlowTask {
  const task = work.task(id);
  if (task.user !== user || task.sort === 'cc') refuse('foreign');
  if (task.state === 'waiting') refuse('waiting');
  if (task.state !== 'open') refuse('handled', { user: work.name(task.by) });
  return task;
}

/** Marks the task as agreed; whether the node passes is judged afterwards. */
export function yes(work: Work, task: FlowTask, user: string, answer: Answer): void {
  const { doc } = work.node(task.node);
  if (doc?.opinion === 'always' && blank(answer.opinion)) refuse('opinion');
  checkPaper(doc, answer, true);
  edit(work, task, answer);
  if (answer.chosen !== undefined) {
    checkChosen(work, answer.chosen, 'previous', user);
    work.state.chosen = { ...work.state.chosen, ...answer.chosen };
  }
  if (answer.cc !== undefined && answer.cc.length > 0) copies(work, task, user, answer.cc);
  const result = task.sort === 'work' ? 'done' : 'agree';
  close(work, task, user, result, answer.opinion);
  work.trail(result, said(task, user, answer));
}

/** After an answer: whoever waits for added people goes on, the node is decided, tokens move. */
export function settleTask(work: Work, task: FlowTask): void {
  if (task.added?.mode === 'before' && task.result === 'agree') wakeAdder(work, task.added.by);
  if (task.visit !== undefined) settle(work, work.visit(task.visit), task);
  advance(work);
}
export function wakeAdder(work: Work, id: number): void {
  const adder = work.task(id);
  const before = work.state.tasks.filter((task) => task.added?.by === id && task.added.mode === 'before');
  if (adder.state !== 'waiting' || before.some((task) => task.state === 'open')) return;
  adder.state = 'open';
  work.notice('arrived', [adder.user], { node: adder.node, task: adder.id });
}

export function close(work: Work, task: FlowTask, user: string, result: FlowTask['result'], opinion?: string): void {
  task.state = 'done';
  if (result !== undefined) task.result = result;
  task.by = user;
  task.handledAt = work.world.now;
  task.handledSeq = work.id();
  if (!blank(opinion)) task.opinion = opinion;
}

export const may = (doc: FlowNodeDoc | undefined, act: Can): boolean =>
  (doc?.can ?? ['reject', 'transfer', 'cc', 'recall']).includes(act);
export const blank = (text: string | undefined): boolean => text === undefined || text.trim() === '';

/** What a row of the trail says about an answer. */
export function said(task: FlowTask, user: string, answer: Pick<Answer, 'opinion' | 'edited'>) {
  return {
    actor: user,
    node: task.node,
    task: task.id,
    ...(task.owner === undefined ? {} : { owner: task.owner }),
    ...(blank(answer.opinion) ? {} : { text: answer.opinion as string }),
    ...((answer.edited?.length ?? 0) === 0 ? {} : { edited: answer.edited as readonly string[] }),
  };
}

function checkPaper(doc: FlowNodeDoc | undefined, answer: Answer, isYes: boolean): void {
  if (doc?.signature === true && answer.isSigned !== true) refuse('signature');
  if (isYes && doc?.files === true && (answer.files ?? 0) === 0) refuse('files');
}
/** Only what the node lets this person edit. */
function edit(work: Work, task: FlowTask, answer: Answer): void {
  const rights = work.node(task.node).doc?.fields ?? {};
  for (const path of answer.edited ?? [])
    if (rights[path] !== 'edit' && rights[path] !== 'require')
      refuse('field', { field: work.world.document.fieldTitle(path) });
  if ((answer.edited?.length ?? 0) > 0) work.state.editedAt = work.id();
}
function copies(work: Work, task: FlowTask, user: string, to: readonly string[]): void {
  const node = work.node(task.node);
  if (!may(node.doc, 'cc')) refuse('cannot', { act: '抄送' });
  for (const text of to) if (!isEnabled(work.world, text)) refuse('disabled', { user: work.name(text) });
  copyTo(work, node, to);
  work.trail('cc', { actor: user, node: task.node, to });
}
