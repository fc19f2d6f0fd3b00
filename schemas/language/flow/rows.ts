/** Instances and tasks as rows people search: the codes of domain part 10 (7.1, 7.3) for the words of the engine. */
import { seconds } from './calendar';
import type { NodeSort, WhoBy } from './document';
import type { FlowGraph } from './graph';
import type { FlowState, FlowStatus, FlowTask, TaskResult, TaskSort, TaskSource } from './state';

export const INSTANCE_STATUS: { readonly [status in FlowStatus]: string } = {
  running: '30',
  passed: '60',
  rejected: '70',
  withdrawn: '80',
  stopped: '90',
};
export const TASK_SORT: { readonly [sort in TaskSort]: string } = { approve: '1', work: '2', cc: '3', add: '4' };
export const TASK_SOURCE: { readonly [source in TaskSource]: string } = {
  normal: '1',
  delegate: '2',
  transfer: '3',
  add: '4',
};
/** waiting people have their task: it is 待办 until the added ones agreed */
export const TASK_STATUS: { readonly [state in FlowTask['state']]: string } = {
  open: '10',
  waiting: '10',
  done: '60',
  cancelled: '90',
};
export const TASK_RESULT: { readonly [result in TaskResult]: string } = {
  agree: '1',
  reject: '2',
  back: '3',
  transfer: '4',
  add: '5',
  read: '6',
  done: '7',
  auto: '8',
  late: '9',
  system: '10',
};
/** Letters and numbers of the designer's calls. */
export const NODE_CODES = {
  sort: {
    approve: 'A',
    work: 'H',
    cc: 'C',
    branch: 'X',
    inclusive: 'I',
    parallel: 'P',
    service: 'V',
    wait: 'T',
    end: 'E',
  } satisfies { readonly [sort in NodeSort]: string },
  by: {
    user: 1,
    role: 2,
    deptHead: 3,
    managers: 4,
    superior: 5,
    starter: 6,
    field: 7,
    fieldDept: 8,
    previous: 9,
    chosen: 10,
    teamLeader: 11,
  } satisfies { readonly [by in WhoBy]: number },
  sign: { or: 1, all: 2, seq: 3, vote: 4 },
  reject: { one: 1, all: 2 },
  empty: { pass: 1, user: 2, admin: 3, refuse: 4 },
  self: { do: 1, superior: 2, pass: 3 },
  opinion: { free: 1, always: 2, reject: 3 },
  back: { none: 0, any: 1, previous: 2, nodes: 3 },
  // biome-ignore lint/suspicious/noThenProperty: a key of the language (§2.14); the table is never awaited
  then: { again: 1, straight: 2 },
  add: { before: 1, after: 2, with: 3 },
  over: { remind: 1, up: 2, pass: 3, reject: 4 },
  fail: { stop: 1, retry: 2, go: 3 },
  end: { pass: 1, reject: 2, stop: 3 },
  resubmit: { start: 1, node: 2 },
  repeat: { none: 0, adjacent: 1, all: 2 },
} as const;

export interface TaskRow {
  readonly node: string;
  readonly nodeName: string;
  readonly sort: string;
  readonly assignee: string;
  readonly ownerUser: string | null;
  readonly source: string;
  readonly arrivedAt: string;
  readonly dueAt: string | null;
  readonly urgedAt: string | null;
  readonly docStatus: string;
  readonly result: string | null;
  readonly opinion: string | null;
  readonly handledAt: string | null;
  readonly costMinutes: number | null;
}
export function taskRow(task: FlowTask): TaskRow {
  return {
    node: task.node,
    nodeName: task.title,
    sort: TASK_SORT[task.sort],
    assignee: task.user,
    ownerUser: task.owner ?? null,
    source: TASK_SOURCE[task.source],
    arrivedAt: task.arrivedAt,
    dueAt: task.dueAt ?? null,
    urgedAt: task.urgedAt ?? null,
    docStatus: TASK_STATUS[task.state],
    result: task.result === undefined ? null : TASK_RESULT[task.result],
    opinion: task.opinion ?? null,
    handledAt: task.handledAt ?? null,
    costMinutes: task.handledAt === undefined ? null : Math.round(seconds(task.arrivedAt, task.handledAt) / 60),
  };
}

export interface InstanceRow {
  readonly docStatus: string;
  readonly round: number;
  readonly startAt: string;
  readonly endAt: string | null;
  /** titles of the nodes the flow rests at */
  readonly currentNodes: string;
  /** users who can act now */
  readonly handlers: readonly string[];
  readonly errorMsg: string | null;
}
export function instanceRow(graph: FlowGraph, state: FlowState): InstanceRow {
  const isRunning = state.status === 'running';
  const nodes = state.tokens
    .filter((token) => token.state === 'open')
    .map((token) => graph.nodes.get(token.node)?.title ?? token.node);
  const open = state.tasks.filter((task) => task.state === 'open' && task.sort !== 'cc');
  return {
    docStatus: INSTANCE_STATUS[state.status],
    round: state.round,
    startAt: state.startAt,
    endAt: state.endAt ?? null,
    currentNodes: isRunning ? [...new Set(nodes)].join('、') : '',
    handlers: isRunning ? [...new Set(open.map((task) => task.user))] : [],
    errorMsg: state.error ?? null,
  };
}

/** Rows that a call changed: new tasks and those with other values, by id. */
export function changedTasks(before: FlowState | undefined, after: FlowState): readonly FlowTask[] {
  const was = new Map(before?.tasks.map((task) => [task.id, JSON.stringify(task)]));
  return after.tasks.filter((task) => was.get(task.id) !== JSON.stringify(task));
}
