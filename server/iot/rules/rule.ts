/** What the rule engine knows (50 §2.10): plain data in and out, without database and clock. */

export type Op = '>' | '>=' | '<' | '<=' | '=' | '!=' | 'change' | 'rate';
export interface Condition {
  readonly signal: string;
  readonly op: Op;
  readonly value: number;
}
export interface Rule {
  /** silent: no reading for so long; frozen: the same value for so long; any other looks at its conditions */
  readonly sort: 'values' | 'silent' | 'frozen';
  readonly conditions: readonly Condition[];
  readonly any: boolean;
  readonly forMs: number;
  /** so many beginnings within so long, instead of one that lasts; null = one */
  readonly often: { readonly times: number; readonly withinMs: number } | null;
  /** it ends when the value is back behind this one; null = when the condition ends */
  readonly clearValue: number | null;
  readonly clearMs: number;
  readonly skipInMaint: boolean;
  readonly maxPerHour: number;
}
/** A reading, or what else changed at a moment: the run state of the device, its box, the times in which the rule speaks. */
export interface Sample {
  readonly ts: number;
  readonly signal: string;
  readonly x: number;
}
export const STATE = '$state';
export const ONLINE = '$online';
export const WINDOW = '$window';

/** One warning. `openAt` names it: a rule opens at most one at a moment of a device. */
export interface Warning {
  readonly startAt: number;
  readonly openAt: number;
  readonly endAt: number | null;
  readonly value: number | null;
  readonly peak: number | null;
  readonly repeats: number;
  /** openings that were no warning of their own any more */
  readonly shaken: number;
}
interface Seen {
  readonly x: number;
  readonly ts: number;
  readonly before: { readonly x: number; readonly ts: number } | null;
}
export interface RuleState {
  readonly seen: Readonly<Record<string, Seen>>;
  readonly phase: 'idle' | 'pending' | 'active' | 'clearing';
  readonly since: number;
  readonly clearAt: number;
  readonly value: number | null;
  readonly peak: number | null;
  /** whether the condition was true after the last event */
  readonly held: boolean;
  readonly hits: readonly number[];
  readonly opened: readonly number[];
  /** when it opened last while it opens too often; null = it does not */
  readonly shakenAt: number | null;
  /** the newest warning, open or over; `muted`: what is active now is none of its own */
  readonly last: Warning | null;
  readonly muted: boolean;
}
export const IDLE: RuleState = {
  seen: {},
  phase: 'idle',
  since: 0,
  clearAt: 0,
  value: null,
  peak: null,
  held: false,
  hits: [],
  opened: [],
  shakenAt: null,
  last: null,
  muted: false,
};

/** A changed rule begins anew; what is open stays open until it clears by the new one. */
export const afterChange = (state: RuleState): RuleState =>
  state.phase === 'active' || state.phase === 'clearing'
    ? { ...state, phase: 'active', held: true, hits: [] }
    : { ...state, phase: 'idle', held: false, hits: [] };
