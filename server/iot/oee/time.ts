/**
 * What a device did with its time (50 §4 deviceRun, deviceOee): seconds of its stays in the zones of its calendar. Everything is a sum, so
 * rows of days, crews and shops add up; rates are made of sums afterwards. Only what is known counts: where a device has no stay, nothing.
 */
import type { Span } from '../../calendar/minutes';
import { RUN, type RunState } from '../state';
import type { Zone } from './zones';

/** An interval of 停机记录 in whole seconds, what goes on ends now. */
export interface Stay extends Span {
  readonly state: RunState;
  readonly reason: string | null;
  /** its reason leaves the planned time */
  readonly planned: boolean;
  /** its reason is change-over */
  readonly setup: boolean;
  /** a person cut here: it goes on from the stay before */
  readonly cut: boolean;
}
export interface Rule {
  /** what stood for less is running */
  readonly microSec: number;
  /** offline seconds are no planned time */
  readonly offlineOut: boolean;
}

export const STATE_SUMS = {
  [RUN.run]: 'run',
  [RUN.standby]: 'standby',
  [RUN.stop]: 'stop',
  [RUN.fault]: 'fault',
  [RUN.offline]: 'offline',
  [RUN.repair]: 'repair',
  [RUN.care]: 'maint',
} as const;
const SUMS = [
  ...Object.values(STATE_SUMS),
  // of deviceRun: planned seconds, run ones in them, all seconds
  ...(['plan', 'runPlan', 'faultPlan', 'known', 'stopTimes', 'longTimes', 'unsaidTimes'] as const),
  // of deviceOee: shift without breaks, what of it was planned, and where it went
  ...(['gross', 'oeePlan', 'oeeRun', 'lossPlanned', 'lossFault', 'lossSetup', 'lossIdle'] as const),
] as const;
export type TimeSums = Readonly<Record<(typeof SUMS)[number], number>>;
type Open = Record<(typeof SUMS)[number], number>;

/** What a person should have said the reason of. */
const LONG_SEC = 300;
const IS_SAID: ReadonlySet<RunState> = new Set([RUN.standby, RUN.stop, RUN.fault, RUN.offline]);
const IS_MICRO: ReadonlySet<RunState> = new Set([RUN.standby, RUN.stop]);
const IS_FAULT: ReadonlySet<RunState> = new Set([RUN.fault, RUN.repair]);

export interface TimeRow {
  readonly zone: Zone;
  /** one of those that are one row */
  readonly stay: Stay;
  readonly material: string | null;
  readonly sums: TimeSums;
}
export interface TimeAsk {
  /** in the order of time, without overlap */
  readonly stays: readonly Stay[];
  readonly zones: readonly Zone[];
  readonly rule: Rule;
  /** stays of one word are one row of a zone */
  readonly wordOf?: (stay: Stay) => string;
  /** when the device made what; a row for each material */
  readonly runs?: readonly (Span & { readonly material: string | null })[];
}

/** Rows of the zones a device was in. */
export const timeOf = ({ stays, zones, rule, wordOf = () => '', runs = [] }: TimeAsk): readonly TimeRow[] => {
  const wholes = wholeSeconds(stays);
  const counted = new Set<number>();
  const rows: TimeRow[] = [];
  const pieces = piecesOf(stays, runs);
  let first = 0;
  for (const zone of zones) {
    while ((pieces[first]?.to ?? Number.POSITIVE_INFINITY) <= zone.from) first++;
    const found = new Map<string, TimeRow & { readonly sums: Open }>();
    for (let at = first; at < pieces.length; at++) {
      const piece = pieces[at];
      if (piece === undefined || piece.from >= zone.to) break;
      const inside = insideOf(piece, zone);
      if (inside === null) continue;
      const { n, stay, material } = piece;
      const key = `${material} ${wordOf(stay)}`;
      const row = found.get(key) ?? { zone, stay, material, sums: nothing() };
      found.set(key, row);
      addSeconds(row.sums, { stay, inside, rule, wholeSec: wholes[n] ?? 0 });
      // a stop counts once, where it began or is first seen
      if (!counted.has(n)) addTimes(row.sums, stay, n > 0 && stay.cut);
      counted.add(n);
    }
    rows.push(...found.values());
  }
  return rows;
};

const nothing = (): Open => Object.fromEntries(SUMS.map((code) => [code, 0])) as Open; // every code is there

/** Seconds of the stop a stay is part of: people cut one for several reasons, it was one all the same. */
const wholeSeconds = (stays: readonly Stay[]): readonly number[] => {
  const sums: number[] = [];
  let open = -1;
  const heads = stays.map(({ from, to, cut }, n) => {
    const goesOn = cut && stays[n - 1]?.to === from;
    if (!goesOn) open = n;
    sums[open] = (sums[open] ?? 0) + to - from;
    return open;
  });
  return heads.map((head) => sums[head] ?? 0);
};

interface Piece extends Span {
  /** number of its stay */
  readonly n: number;
  readonly stay: Stay;
  readonly material: string | null;
}
/** Stays cut by what was made meanwhile. */
const piecesOf = (stays: readonly Stay[], runs: NonNullable<TimeAsk['runs']>): readonly Piece[] => {
  const pieces: Piece[] = [];
  let first = 0;
  for (const [n, stay] of stays.entries()) {
    while ((runs[first]?.to ?? Number.POSITIVE_INFINITY) <= stay.from) first++;
    let at = stay.from;
    const add = (to: number, material: string | null): void => {
      if (to > at) pieces.push({ n, stay, material, from: at, to });
      at = Math.max(at, to);
    };
    for (let next = first; next < runs.length; next++) {
      const run = runs[next];
      if (run === undefined || run.from >= stay.to) break;
      if (run.to <= at) continue;
      add(Math.min(run.from, stay.to), null);
      add(Math.min(run.to, stay.to), run.material);
    }
    add(stay.to, null);
  }
  return pieces;
};

interface Inside {
  readonly net: number;
  readonly rest: number;
  readonly stop: number;
  readonly all: number;
}
const insideOf = (piece: Span, { net, rest, stop, outside }: Zone): Inside | null => {
  const [n, r, s, o] = [shared(piece, net), shared(piece, rest), shared(piece, stop), shared(piece, outside)];
  const all = n + r + s + o;
  return all === 0 ? null : { net: n, rest: r, stop: s, all };
};
const shared = ({ from, to }: Span, spans: readonly Span[]): number =>
  spans.reduce((sum, span) => sum + Math.max(0, Math.min(to, span.to) - Math.max(from, span.from)), 0);

interface Part {
  readonly stay: Stay;
  readonly inside: Inside;
  readonly rule: Rule;
  readonly wholeSec: number;
}
const addSeconds = (sums: Open, { stay, inside, rule, wholeSec }: Part): void => {
  const { state, planned, setup } = stay;
  sums[STATE_SUMS[state]] += inside.all;
  sums.known += inside.all;
  if (!planned) sums.plan += inside.net;
  if (state === RUN.run) sums.runPlan += inside.net;
  if (!planned && state === RUN.fault) sums.faultPlan += inside.net;

  // a break that was worked through is run and planned alike
  const worked = state === RUN.run ? inside.rest : 0;
  const isOut = planned || (rule.offlineOut && state === RUN.offline);
  sums.gross += inside.net + inside.stop + worked;
  sums.lossPlanned += inside.stop + (isOut ? inside.net : 0);
  if (isOut) return;
  sums.oeePlan += inside.net + worked;
  const isRun = state === RUN.run || (IS_MICRO.has(state) && wholeSec < rule.microSec);
  if (isRun) sums.oeeRun += inside.net + worked;
  else if (IS_FAULT.has(state)) sums.lossFault += inside.net;
  else if (setup) sums.lossSetup += inside.net;
  else sums.lossIdle += inside.net;
};
const addTimes = (sums: Open, { state, from, to, reason }: Stay, goesOn: boolean): void => {
  if (state === RUN.stop && !goesOn) sums.stopTimes++;
  if (!IS_SAID.has(state) || to - from < LONG_SEC) return;
  sums.longTimes++;
  if (reason === null) sums.unsaidTimes++;
};
