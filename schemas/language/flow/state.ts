/**
 * A running flow as data: tokens on the graph, visits (a token asks people at a node), tasks (one person asked). All of it is plain
 * JSON; the engine takes a state and answers a new one with what happened. Times are 'YYYY-MM-DD HH:mm:ss' of the factory.
 */
import type { AddMode, EndKind, SignMode } from './document';

export type FlowStatus = 'running' | 'passed' | 'rejected' | 'withdrawn' | 'stopped';
export type TaskSort = 'approve' | 'work' | 'cc' | 'add';
export type TaskSource = 'normal' | 'delegate' | 'transfer' | 'add';
/** auto = passed by a rule, late = rejected by time, system = cancelled because others decided */
export type TaskResult =
  | 'agree'
  | 'reject'
  | 'back'
  | 'transfer'
  | 'add'
  | 'read'
  | 'done'
  | 'auto'
  | 'late'
  | 'system';

/** One way of one opening of a block; `ways` are all that were opened with it. */
export interface PathStep {
  readonly run: number;
  readonly fork: string;
  readonly way: number;
  readonly ways: readonly number[];
}
/** open = on a node · joined = waits at the join · split = its children walk · merged = went into its parent · gone = cancelled */
export type TokenState = 'open' | 'joined' | 'split' | 'merged' | 'gone';
export interface FlowToken {
  readonly id: number;
  node: string;
  state: TokenState;
  /** openings of splitting blocks it stands in */
  path: readonly PathStep[];
  /** visits it and what it came from have passed, oldest first */
  passed: readonly number[];
  /** the visits just before: several after a join */
  last: readonly number[];
  /** moment a waiting node ends, or a failed service is tried again */
  wake?: string;
  tries?: number;
  /** node that sent it back and wants it straight back */
  back?: BackTo;
}
export interface BackTo {
  readonly node: string;
  readonly path: readonly PathStep[];
  readonly passed: readonly number[];
  readonly users: readonly string[];
}
/** An opening of a splitting block: the token that waits in it, and what that token had passed. */
export interface ForkRun {
  readonly id: number;
  readonly fork: string;
  readonly token: number;
  readonly passed: readonly number[];
  readonly last: readonly number[];
}
/** returned = sent back from here · void = its agreement does not count any more · cancelled = nobody needs it */
export type VisitState = 'open' | 'passed' | 'rejected' | 'returned' | 'void' | 'cancelled';
export interface Visit {
  readonly id: number;
  readonly node: string;
  readonly token: number;
  state: VisitState;
  sign: SignMode;
  readonly arrivedAt: string;
  /** what the token had passed, and where it stood, when it came */
  readonly from: readonly number[];
  readonly last: readonly number[];
  readonly path: readonly PathStep[];
  /** people still to be asked one after the other */
  queue: readonly Ask[];
  /** agreed in an earlier round and taken over (沿用) */
  carried?: boolean;
}
/** One person to be asked, and why. */
export interface Ask {
  readonly user: string;
  /** whose task it is when another does it */
  readonly owner?: string;
  readonly source: TaskSource;
  readonly why: string;
  /** passes by itself, for this reason */
  readonly auto?: string;
}
export interface FlowTask {
  readonly id: number;
  /** none for a copy sent by hand */
  readonly visit?: number;
  readonly node: string;
  readonly title: string;
  readonly sort: TaskSort;
  readonly user: string;
  readonly owner?: string;
  readonly source: TaskSource;
  readonly why: string;
  /** waiting = until the people added before me agreed */
  state: 'open' | 'waiting' | 'done' | 'cancelled';
  result?: TaskResult;
  /** who closed it; absent = the system */
  by?: string;
  opinion?: string;
  readonly arrivedAt: string;
  handledAt?: string;
  /** order of handling, to be compared with `editedAt` of the state */
  handledSeq?: number;
  dueAt?: string;
  remindAt?: string;
  urgedAt?: string;
  /** timer steps that were taken */
  steps: readonly string[];
  /** how often it was handed on in a row */
  readonly transfers: number;
  readonly added?: { readonly by: number; readonly mode: AddMode };
  /** the task whose answer cancelled this one */
  endedBy?: number;
  carried?: boolean;
}
/** What the host has to do before the flow goes on: run a service, audit or reject the document at the end. */
export type FlowNeed =
  | {
      readonly need: 'service';
      readonly token: number;
      readonly node: string;
      readonly parts: readonly ('set' | 'notify' | 'service')[];
      readonly isAuto: boolean;
    }
  | { readonly need: 'finish'; readonly end: EndKind; readonly actor?: string; readonly isAuto: boolean };
export interface KeyText {
  readonly field: string;
  readonly title: string;
  readonly text: string;
  /** group of those who may read the value: what is written once and read by whoever gets a task, a message or the trail has it not */
  readonly grant?: string;
}
export interface FlowState {
  readonly flow: string;
  readonly revision: number;
  status: FlowStatus;
  readonly round: number;
  readonly starter: string;
  readonly creator: string;
  readonly dept: string | null;
  readonly startAt: string;
  endAt?: string;
  readonly keys: readonly KeyText[];
  /** people chosen by the starter or by the step before, by node */
  chosen: { readonly [node: string]: readonly string[] };
  tokens: FlowToken[];
  runs: ForkRun[];
  visits: Visit[];
  tasks: FlowTask[];
  needs: readonly FlowNeed[];
  /** services that ran: at which node, after which visits */
  served: readonly { readonly node: string; readonly passed: readonly number[] }[];
  /** order of the last edit of a field by a handler */
  editedAt: number;
  urgedAt?: string;
  /** why the automatic end failed; waits for 重试 */
  error?: string;
  /** where it was rejected, for a resubmit that goes straight there */
  rejected?: { readonly visit: number; readonly tokens: readonly FlowToken[] };
  /** the next id; also the clock of `handledSeq` */
  next: number;
}

export type TrailAct =
  | 'submit'
  | 'agree'
  | 'reject'
  | 'done'
  | 'back'
  | 'transfer'
  | 'add'
  | 'revoke'
  | 'cc'
  | 'read'
  | 'recall'
  | 'withdraw'
  | 'urge'
  | 'terminate'
  | 'reassign'
  | 'retry'
  | 'arrive'
  | 'auto'
  | 'late'
  | 'up'
  | 'skip'
  | 'service'
  | 'cancel'
  | 'carry'
  | 'fail'
  | 'finish';
export type NoticeKind =
  | 'arrived'
  | 'urged'
  | 'remind'
  | 'overdue'
  | 'passed'
  | 'rejected'
  | 'returned'
  | 'cc'
  | 'failed';
/** What happened, in order: rows of the trail, messages to send, what becomes of the document, a sentence for the caller. */
export type FlowEvent =
  | {
      readonly event: 'trail';
      readonly act: TrailAct;
      readonly at: string;
      /** nobody = the system */
      readonly actor?: string;
      readonly owner?: string;
      readonly node?: string;
      readonly task?: number;
      readonly to?: readonly string[];
      readonly text?: string;
      readonly edited?: readonly string[];
    }
  | {
      readonly event: 'notice';
      readonly kind: NoticeKind;
      readonly to: readonly string[];
      readonly node?: string;
      readonly task?: number;
      readonly text?: string;
    }
  | {
      readonly event: 'document';
      readonly act: 'lock' | 'unlock' | 'audit' | 'reject';
      readonly actor?: string;
      readonly text?: string;
    }
  | { readonly event: 'say'; readonly text: string };
export type Outcome =
  | { readonly state: FlowState; readonly events: readonly FlowEvent[]; readonly refusal?: undefined }
  | { readonly refusal: string; readonly state?: undefined; readonly events?: undefined };
