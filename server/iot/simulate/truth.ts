/** What happened in a run, told by the machines and not by the algorithms of the server. */
import type { Told } from './machine';
import type { Marked } from './run';
import { FACTORY_MS, type Span } from './scenarios';

const HOUR_MS = 3_600_000;

export interface Truth {
  readonly seed: number;
  readonly from: number;
  readonly to: number;
  readonly scenarios: readonly string[];
  readonly boxes: readonly string[];
  /** `device hour` (factory time) → pieces */
  readonly pieces: Readonly<Record<string, number>>;
  /** `device hour` → bad ones among them */
  readonly bads: Readonly<Record<string, number>>;
  /** `device word` → seconds */
  readonly stateSec: Readonly<Record<string, number>>;
  readonly alarms: readonly { readonly point: string; readonly code: string; readonly at: number }[];
  /** point of the meter → kWh between its first and its last reading */
  readonly energy: Readonly<Record<string, number>>;
  /** `meter quarter` (factory time) → use, of quarters that lie in the run */
  readonly uses: Readonly<Record<string, number>>;
  /** box → its numbers, all of which must be stored; those of Sparkplug B with its readings */
  readonly messages: Readonly<Record<string, { readonly first: number; readonly last: number; readonly many: number }>>;
}
interface Ground {
  readonly seed: number;
  readonly span: Span;
  readonly scenarios: readonly string[];
  /** what the meter shows at a moment as the box tells it */
  readonly energyOf: (told: Told, at: number) => number;
  /** meter, when its quarter begins, use */
  readonly uses: readonly (readonly [string, number, number])[];
  readonly garbage: boolean;
}

export const hourOf = (ts: number): string =>
  `${new Date(Math.floor(ts / HOUR_MS) * HOUR_MS + FACTORY_MS).toISOString().slice(0, 13).replace('T', ' ')}:00`;
const minuteOf = (ts: number): string => new Date(ts + FACTORY_MS).toISOString().slice(0, 16).replace('T', ' ');
const add = (to: Map<string, number>, key: string, more: number): unknown => to.set(key, (to.get(key) ?? 0) + more);
const plain = <T>(map: ReadonlyMap<string, T>): Readonly<Record<string, T>> =>
  Object.fromEntries([...map].sort(([a], [b]) => (a < b ? -1 : 1)));

/** What boxes read, and what their messages are stored under. */
interface Said {
  readonly drafts: readonly Marked[];
  readonly numbers: readonly { readonly box: string; readonly seq: number }[];
}

export const truthOf = (told: readonly Told[], { drafts, numbers }: Said, ground: Ground): Truth => {
  const { span } = ground;
  const pieces = new Map<string, number>();
  const bads = new Map<string, number>();
  const stateSec = new Map<string, number>();
  const energy = new Map<string, number>();
  for (const one of told) {
    const { device, per, box } = one.machine;
    const of = drafts.filter((draft) => draft.box === box && draft.up === 'data');
    const shift = shiftOf(of);
    for (const at of one.counts) add(pieces, `${device} ${hourOf(at + shift)}`, per);
    for (const at of one.bads) add(bads, `${device} ${hourOf(at + shift)}`, 1);
    for (const { from, to, word } of one.stretches) add(stateSec, `${device} ${word}`, (to - from) / 1000);
    const moments = of
      .filter(({ entries }) => entries.some(([point]) => point === one.machine.energy))
      .map(({ ts }) => ts)
      .sort((a, b) => a - b);
    const [first, last] = [moments[0], moments.at(-1)];
    if (first !== undefined && last !== undefined)
      energy.set(
        one.machine.energy,
        Math.round((ground.energyOf(one, last) - ground.energyOf(one, first)) * 1000) / 1000,
      );
  }
  const messages = new Map<string, { first: number; last: number; many: number }>();
  for (const { box, seq } of numbers) {
    const known = messages.get(box) ?? { first: seq, last: seq, many: 0 };
    messages.set(box, { first: Math.min(known.first, seq), last: Math.max(known.last, seq), many: known.many + 1 });
  }
  const alarms = drafts
    .filter(({ up }) => up === 'event')
    .flatMap(({ ts, entries }) => entries.map(([point, , code]) => ({ point, code: String(code), at: ts })));
  return {
    seed: ground.seed,
    from: span.from,
    to: span.to,
    scenarios: ground.scenarios,
    boxes: [...messages.keys()].sort(),
    pieces: plain(pieces),
    bads: plain(bads),
    stateSec: plain(stateSec),
    alarms,
    energy: plain(energy),
    uses: plain(new Map(ground.uses.map(([meter, at, use]) => [`${meter} ${minuteOf(at)}`, use]))),
    messages: plain(messages),
  };
};
/** the clock of the box against ours: its readings are told and booked by its own */
const shiftOf = ([first]: readonly Marked[]): number =>
  first === undefined || first.historical ? 0 : first.ts - first.at;
