/** What goes wrong (50 §2.14), and when: times of the factory's day the run begins on. */

export const SCENARIOS = [
  'normal',
  'rollover',
  'reset',
  'glitch0',
  'dup',
  'shuffle',
  'skew',
  'outage',
  'outageLost',
  'alarm',
  'flap',
  'garbage',
  'burst',
] as const;
export type Scenario = (typeof SCENARIOS)[number];
export const isScenario = (name: string): name is Scenario => SCENARIOS.some((known) => known === name);

export interface Span {
  readonly from: number;
  readonly to: number;
}
export const MINUTE_MS = 60_000;
export const DAY_MS = 1_440 * MINUTE_MS;
/** factory time is UTC+8 the whole year */
export const FACTORY_MS = 480 * MINUTE_MS;
export const dayOf = (ts: number): number => Math.floor((ts + FACTORY_MS) / DAY_MS) * DAY_MS - FACTORY_MS;
const clock = (from: number, hour: number, minute: number): number => dayOf(from) + (hour * 60 + minute) * MINUTE_MS;

export const outageOf = ({ from }: Span): Span => ({ from: clock(from, 10, 10), to: clock(from, 10, 40) });
export const alarmOf = ({ from }: Span): Span => ({ from: clock(from, 10, 5), to: clock(from, 10, 25) });
export const middleOf = ({ from, to }: Span): number => from + Math.floor((to - from) / 2);
/** five minutes of ten times as many readings */
export const burstOf = (span: Span): Span => ({ from: middleOf(span), to: middleOf(span) + 5 * MINUTE_MS });
export const holds = ({ from, to }: Span, ts: number): boolean => from <= ts && ts < to;

/** boxes that speak Sparkplug B: their connection keeps the order, and they send nothing twice */
export const EDGE_BOXES: readonly string[] = ['CB-004'];
/** who it happens to */
export const OUT_BOX = 'CB-002';
export const SKEWED_BOX = 'CB-001';
export const SKEW_MS = 90_000;
export const RESET_DEVICE = 'CNC-01';
export const GLITCH_DEVICE = 'CNC-02';
export const FLAP_POINT = 'D201';
export const ROLLOVER_DEVICE = 'IM-01';
export const ALARM_DEVICE = 'CNC-03';
export const ALARM_CODE = 'E102';
