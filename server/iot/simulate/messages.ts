/** Readings of all boxes as messages of the own format (50 §2.3), each with the moment it leaves its box. */
import type { Up } from '../address';
import { energyAt, paramAt, type Told, wordAt } from './machine';
import { STRAYS } from './plant';
import type { Random } from './random';
import {
  burstOf,
  FLAP_POINT,
  GLITCH_DEVICE,
  holds,
  middleOf,
  RESET_DEVICE,
  ROLLOVER_DEVICE,
  type Scenario,
  type Span,
} from './scenarios';

export type Entry = readonly [point: string, offset: number, value: number | string];
export interface Draft {
  readonly box: string;
  readonly up: Up;
  /** when it leaves the box */
  readonly at: number;
  readonly ts: number;
  readonly station: string | null;
  readonly entries: readonly Entry[];
}
export type Has = (scenario: Scenario) => boolean;
/** What goes wrong in a run, and where the registers of counts stand when it begins. */
export interface Course {
  readonly has: Has;
  readonly register: number;
  /** ms between readings, where few are enough: counts and changed states are read when they happen all the same */
  readonly stepMs?: number | undefined;
}

const TICK_MS = 20_000;
const BURST_MS = 2_000;
const FLAP_MS = 45_000;
const REGISTER = 65_536;

/** Moments at which boxes read, the first and the last of the span among them. */
const ticksOf = (span: Span, { has, stepMs = TICK_MS }: Course): readonly number[] => {
  const burst = burstOf(span);
  const ticks: number[] = [];
  for (let at = span.from; at < span.to; at += has('burst') && holds(burst, at) ? BURST_MS : stepMs) ticks.push(at);
  return [...ticks, span.to];
};

export const draftsOf = (told: readonly Told[], span: Span, course: Course, random: Random): readonly Draft[] => {
  const drafts: Draft[] = [];
  let before = span.from - 1;
  const groups = new Map<string, Told[]>();
  for (const one of told) {
    const key = `${one.machine.box} ${one.machine.station ?? ''}`;
    groups.set(key, [...(groups.get(key) ?? []), one]);
  }
  for (const [n, at] of ticksOf(span, course).entries()) {
    for (const group of groups.values()) {
      const { box, station } = (group[0] as Told).machine;
      const of = { box, at, ts: at, station };
      const entries = group.flatMap((one) =>
        signalsOf(one, { from: before + 1, to: at }, { ...course, span, random, n }),
      );
      drafts.push({ ...of, up: 'data', entries });
      const fast = group.flatMap((one) =>
        one.machine.params
          .filter((param) => param.fast === true)
          .map((param): Entry => [param.point, 0, paramAt(param, wordAt(one, at), random)]),
      );
      const strays = box === STRAYS.box && n % 30 === 0 ? STRAYS.points : [];
      const more: Entry[] = [...fast, ...strays.map((point): Entry => [point, 0, n])];
      if (more.length > 0) drafts.push({ ...of, up: 'fast', entries: more });
    }
    before = at;
  }
  return drafts;
};

interface Ground extends Course {
  readonly span: Span;
  readonly random: Random;
  /** number of the tick */
  readonly n: number;
}
/** What is read of a machine since the tick before: each count at its own moment, all else at the tick. */
const signalsOf = (told: Told, since: Span, ground: Ground): readonly Entry[] => {
  const { machine } = told;
  const { has, random, n, stepMs } = ground;
  const entries: Entry[] = [];
  const at = since.to;
  const word = wordAt(told, at);
  if (machine.count !== undefined) {
    const point = machine.count;
    const done = told.counts.filter((ts) => ts >= since.from && ts < at);
    for (const ts of done) entries.push([point, ts - at, registerAt(told, ts, ground)]);
    entries.push([point, 0, registerAt(told, at, ground)]);
    if (has('glitch0') && machine.device === GLITCH_DEVICE && n % 12 === 7) {
      const free = at - 5;
      if (!done.includes(free)) entries.push([point, -5, 0]);
    }
  }
  if (machine.bad !== undefined) {
    const { point } = machine.bad;
    const bads = (ts: number): number => told.bads.filter((bad) => bad <= ts).length;
    for (const ts of told.bads) if (ts >= since.from && ts < at) entries.push([point, ts - at, bads(ts)]);
    entries.push([point, 0, bads(at)]);
  }
  if (stepMs !== undefined)
    for (const { from, word: begun } of told.stretches)
      if (from >= since.from && from < at) entries.push([machine.state, from - at, begun]);
  entries.push([machine.state, 0, word], [machine.energy, 0, energyAt(told, at)]);
  for (const param of machine.params) {
    if (param.fast === true) continue;
    const flaps = has('flap') && param.point === FLAP_POINT;
    entries.push([
      param.point,
      0,
      flaps ? (Math.floor(at / FLAP_MS) % 2 === 0 ? 84 : 70) : paramAt(param, wordAt(told, at), random),
    ]);
  }
  return entries;
};

const registerAt = ({ machine: { device }, counts }: Told, ts: number, { span, has, register }: Ground): number => {
  const resetAt = has('reset') && device === RESET_DEVICE ? middleOf(span) : Number.POSITIVE_INFINITY;
  const since = ts >= resetAt ? resetAt : Number.NEGATIVE_INFINITY;
  const done = counts.filter((at) => at <= ts && at >= since).length;
  if (ts >= resetAt) return done;
  const start = has('rollover') && device === ROLLOVER_DEVICE ? REGISTER - 5 : register;
  return (start + done) % REGISTER;
};
