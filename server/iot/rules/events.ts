/** What happened to a device, for its rules: readings, run states, when its boxes were online, in the order of their times. */
import { sql } from 'kysely';
import type { Ctx, Trx } from '../../ctx';
import type { At } from '../dirty';
import { meant } from '../reads';
import { type Quiet, quietOf } from '../silence';
import { ONLINE, type Sample, STATE, WINDOW } from './rule';
import type { Source, Watch, Watched } from './watch';
import { keyOfTimes, type Window, type Windows, windowsOf } from './windows';

const READ_ROWS = 20_000;
const SUSPECT_Q = 1;

export interface Reading {
  readonly kind: 'read';
  readonly ts: number;
  readonly point: string;
  readonly value: number | null;
  readonly text: string | null;
}
export type Happening =
  | Reading
  | { readonly kind: 'state'; readonly ts: number; readonly x: number }
  | { readonly kind: 'box'; readonly ts: number; readonly box: string }
  | { readonly kind: 'window'; readonly ts: number; readonly rule: string; readonly x: number };

interface Interval {
  readonly from: number;
  readonly to: number | null;
  readonly state: number;
}
/** What is known of a device beside its readings. */
export interface Around {
  readonly states: readonly Interval[];
  readonly quiet: readonly Quiet[];
  readonly windows: Windows;
}
const UNKNOWN = 0;
/** windows are known so far ahead: when the next one begins is among them */
const AHEAD_MS = 8 * 86_400_000;

interface Of {
  readonly device: string;
  readonly watches: readonly Watch[];
  readonly since: number;
  readonly until: number;
}
export const aroundOf = async (ctx: Ctx, at: At, { device, watches, since, until }: Of): Promise<Around> => {
  const { trx } = ctx;
  const { rows } = await sql<{ begin: string; until: string | null; state: string }>`
    SELECT (extract(epoch FROM start_at) * 1000)::bigint AS begin, (extract(epoch FROM end_at) * 1000)::bigint AS until, state
      FROM ${at('device_state')} WHERE equipment_id = ${device} AND is_deleted = 0
       AND (end_at IS NULL OR end_at > to_timestamp(${since}::bigint / 1000.0)) ORDER BY start_at`.execute(trx);
  const states = rows.map(({ begin, until, state }) => ({
    ...{ from: Number(begin), to: until === null ? null : Number(until), state: Number(state) },
  }));
  const boxes = watches.flatMap(({ rules, alarms }) => [...rules.flatMap(({ sources }) => sources), ...alarms]);
  const times = watches.flatMap(({ rules }) => rules.flatMap((rule) => rule.times ?? []));
  return {
    states,
    quiet: await quietOf(trx, at, [...new Set(boxes.map(({ box }) => box))], since),
    windows: await windowsOf(ctx, device, times, { from: since, until: until + AHEAD_MS }),
  };
};

/** All of a span but its readings. */
export const othersIn = (
  around: Around,
  rules: readonly Watched[],
  { from, until }: { readonly from: number; readonly until: number },
): readonly Happening[] => {
  const { states, quiet } = around;
  const changes = states.flatMap(({ from: begin, to, state }, n): Happening[] => {
    const gap = to !== null && states[n + 1]?.from !== to;
    return [{ kind: 'state', ts: begin, x: state }, ...(gap ? [{ kind: 'state', ts: to, x: UNKNOWN } as const] : [])];
  });
  const boxes = quiet.flatMap(({ box, from: begin, to }): Happening[] =>
    [begin, to].flatMap((ts) => (ts === null ? [] : { kind: 'box', ts, box })),
  );
  const windows = rules.flatMap((rule) =>
    [rule.from, ...limitsOf(around, rule)].map(
      (ts): Happening => ({ kind: 'window', ts, rule: rule.id, x: Number(mayTell(around, rule, ts)) }),
    ),
  );
  return [...changes, ...boxes, ...windows].filter(({ ts }) => ts >= from && ts < until).sort((a, b) => a.ts - b.ts);
};

const windowsIn = ({ windows }: Around, { times }: Watched): readonly Window[] | null =>
  times === undefined ? null : (windows.get(keyOfTimes(times)) ?? []);
const mayTell = (around: Around, rule: Watched, ts: number): boolean =>
  rule.from <= ts && (windowsIn(around, rule)?.some(({ from, to }) => from <= ts && ts < to) ?? true);
/** Moments at which a rule begins to speak or ceases to. */
const limitsOf = (around: Around, rule: Watched): readonly number[] =>
  (windowsIn(around, rule) ?? []).flatMap(({ from, to }) => [from, to]).filter((ts) => ts > rule.from);
/** When the times of a rule change next; null = they do not. */
export const nextLimit = (around: Around, rule: Watched, now: number): number | null => {
  const next = [rule.from, ...limitsOf(around, rule)].filter((ts) => ts > now);
  return next.length === 0 ? null : Math.min(...next);
};

/** Where the device and its boxes stand at a moment, for a rule that looks for the first time. */
export const standing = (around: Around, watched: Watched, ts: number): readonly Sample[] => {
  const { states, quiet } = around;
  const state = states.findLast((one) => one.from <= ts && (one.to === null || one.to > ts));
  return [
    { ts, signal: ONLINE, x: isOnline(quiet, watched.sources, ts) },
    { ts, signal: WINDOW, x: Number(mayTell(around, watched, ts)) },
    // last: whether it may speak is known before what it looks at
    ...(state === undefined ? [] : [{ ts, signal: STATE, x: state.state }]),
  ];
};

const isOnline = (quiet: readonly Quiet[], sources: readonly Source[], ts: number): 0 | 1 =>
  quiet.some(({ box, from, to }) => sources.some((one) => one.box === box) && from <= ts && (to === null || to > ts))
    ? 0
    : 1;

/** What a rule sees of it. */
export const samplesOf = (watched: Watched, happened: readonly Happening[], { quiet }: Around): readonly Sample[] =>
  happened.flatMap((one) => seenOf(watched, one, quiet)).sort((a, b) => a.ts - b.ts || (a.signal < b.signal ? -1 : 1));
const seenOf = ({ id, sources }: Watched, one: Happening, quiet: readonly Quiet[]): readonly Sample[] => {
  const { ts } = one;
  switch (one.kind) {
    case 'state':
      return [{ ts, signal: STATE, x: one.x }];
    case 'window':
      return one.rule === id ? [{ ts, signal: WINDOW, x: one.x }] : [];
    case 'box':
      return sources.some(({ box }) => box === one.box)
        ? [{ ts, signal: ONLINE, x: isOnline(quiet, sources, ts) }]
        : [];
    case 'read':
      return sources.flatMap((source) => {
        const x = source.point === one.point && one.value !== null ? meant(source, one.value) : null;
        return x === null ? [] : [{ ts, signal: source.signal, x }];
      });
  }
};

/** Readings of points in a span, in the order of their times. */
export async function* readingsOf(
  trx: Trx,
  at: At,
  { points, from, until }: { readonly points: readonly string[]; readonly from: number; readonly until: number },
): AsyncGenerator<Reading> {
  for (let [ts, point] = [from, '00000000-0000-0000-0000-000000000000']; points.length > 0; ) {
    const { rows } = await sql<{ ts: string; point: string; value: number | null; txt: string | null; q: number }>`
      SELECT ts, point_id AS point, value, txt, q FROM ${at('mw_iot_key')}
       WHERE point_id = ANY(${points}::uuid[]) AND ts >= ${ts} AND ts < ${until} AND (ts, point_id) > (${ts}::bigint, ${point}::uuid)
       ORDER BY ts, point_id LIMIT ${READ_ROWS}`.execute(trx);
    for (const row of rows)
      if (row.q <= SUSPECT_Q)
        yield { kind: 'read', ts: Number(row.ts), point: row.point, value: row.value, text: row.txt };
    const last = rows.at(-1);
    if (last === undefined || rows.length < READ_ROWS) return;
    [ts, point] = [Number(last.ts), last.point];
  }
}
