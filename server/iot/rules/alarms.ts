/** Alarm signals speak without a rule (50 §2.10): each code of one is a warning of its own, from when it goes on until it goes off. */
import { meant } from '../reads';
import type { Happening, Reading } from './events';
import type { Rule, RuleState, Sample } from './rule';
import type { Source } from './watch';

const ON = 'on';
const HOUR_MS = 3_600_000;
/** of a code that is a text no value stands for */
export const NO_VALUE = -1;

export const ALARM_RULE: Rule = {
  ...{ sort: 'values', conditions: [{ signal: ON, op: '!=', value: 0 }], any: false, forMs: 0, often: null },
  ...{ clearValue: null, clearMs: 0, skipInMaint: false, maxPerHour: 12 },
};

export interface Alarm {
  readonly map: string;
  readonly code: string;
}
const PREFIX = 'alarm';
export const sourceOf = ({ map, code }: Alarm): string => `${PREFIX} ${map} ${code}`;
/** null: a rule */
export const alarmOf = (source: string): Alarm | null => {
  const [, map, code] = /^alarm (\S+) (.+)$/s.exec(source) ?? [];
  return map === undefined || code === undefined ? null : { map, code };
};

interface On {
  readonly ts: number;
  readonly code: string | null;
  readonly x: number;
}
const readOf = (source: Source, { ts, value, text }: Reading): readonly On[] => {
  const x = value === null ? null : meant(source, value);
  if (text !== null)
    return [text === '' ? { ts, code: null, x: 0 } : { ts, code: text, x: x === 0 ? NO_VALUE : (x ?? NO_VALUE) }];
  if (x === null) return [];
  return [{ ts, code: x === 0 ? null : String(x), x }];
};

/** By the codes that went on, or are on: what happened to each. */
export const alarmSamples = (
  signal: Source,
  happened: readonly Happening[],
  known: Iterable<string>,
): ReadonlyMap<string, readonly Sample[]> => {
  const read = happened.flatMap((one) =>
    one.kind === 'read' && one.point === signal.point ? readOf(signal, one) : [],
  );
  const codes = new Set(read.flatMap(({ code }) => code ?? []));
  for (const source of known) {
    const alarm = alarmOf(source);
    if (alarm?.map === signal.map) codes.add(alarm.code);
  }
  const samples = (mine: string): readonly Sample[] =>
    read.map(({ ts, code, x }) => ({ ts, signal: ON, x: code === mine ? x : 0 }));
  return new Map([...codes].map((code) => [sourceOf({ map: signal.map, code }), samples(code)]));
};

/** Nothing of it matters any more: codes without end are not kept. */
export const isForgotten = ({ phase, opened }: RuleState, ts: number): boolean =>
  phase === 'idle' && (opened.at(-1) ?? 0) < ts - HOUR_MS;
