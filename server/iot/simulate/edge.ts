/**
 * Messages of a box that speaks Sparkplug B (50 §2.4): all it has in births, what it reads between them by alias. It is born anew each
 * quarter of an hour, so that a server which forgot it, or a run that is joined later, waits no longer for a catalogue.
 */
import { SPARKPLUG, type SparkplugTopic, type Verb } from '../address';
import { BD_SEQ, REBIRTH, receiptOf, SEQS } from '../sparkplug/nodes';
import { TYPE, type Written, writePayload } from '../sparkplug/payload';
import { QUARTER_MS } from './load';
import type { Draft, Entry } from './messages';
import { MACHINES } from './plant';
import { MINUTE_MS, type Span } from './scenarios';

export interface EdgeMessage {
  readonly box: string;
  readonly said: SparkplugTopic;
  readonly seq: number;
  readonly at: number;
  readonly payload: Buffer;
}

/** counts and words are whole, whatever else is read may have decimals */
const WHOLES = new Set(MACHINES.flatMap(({ count, bad, state }) => [count, bad?.point, state]));
const typeOfPoint = (point: string): number => (WHOLES.has(point) ? TYPE.int64 : TYPE.double);

const session = ({ from }: Span): Written => ({
  ...{ name: BD_SEQ, ts: from, type: TYPE.int64, value: Math.floor(from / MINUTE_MS) % SEQS },
});
/** What its connection says when it is gone. */
export const edgeDeath = (span: Span): Buffer => writePayload({ metrics: [session(span)] });

interface Told {
  readonly device: string | null;
  readonly entries: readonly Entry[];
}
/** All of one moment by device, the box itself first. */
const momentsOf = (drafts: readonly Draft[]): ReadonlyMap<number, readonly Told[]> => {
  const moments = new Map<number, Map<string | null, Entry[]>>();
  for (const { ts, station, entries } of drafts) {
    const told = moments.get(ts) ?? new Map<string | null, Entry[]>([[null, []]]);
    moments.set(ts, told.set(station, [...(told.get(station) ?? []), ...entries]));
  }
  return new Map(
    [...moments].map(([ts, told]) => [ts, [...told].map(([device, entries]) => ({ device, entries }))] as const),
  );
};

/** Drafts of one box in the order of their times. */
export const edgeMessages = (box: string, drafts: readonly Draft[], span: Span): readonly EdgeMessage[] => {
  const made: EdgeMessage[] = [];
  const aliases = new Map<string, number>();
  let [seq, bornAt] = [0, Number.NEGATIVE_INFINITY];
  const send = (verb: Verb, device: string | null, ts: number, metrics: readonly Written[]): void => {
    const payload = writePayload({ ts, seq, metrics });
    made.push({ box, said: { protocol: SPARKPLUG, verb, device }, seq: receiptOf(ts, seq), at: ts, payload });
    seq = (seq + 1) % SEQS;
  };
  const aliasOf = (point: string): number => {
    const alias = aliases.get(point) ?? aliases.size + 1;
    aliases.set(point, alias);
    return alias;
  };
  const read = (ts: number, { device, entries }: Told): void => {
    if (entries.length === 0) return;
    const metrics = entries.map(
      ([point, offset, value]): Written => ({ alias: aliasOf(point), ts: ts + offset, as: typeOfPoint(point), value }),
    );
    send(device === null ? 'NDATA' : 'DDATA', device, ts, metrics);
  };
  const born = (ts: number, all: readonly Told[]): void => {
    [seq, bornAt] = [0, ts];
    for (const { device, entries } of all) {
      const metrics = entries.map(
        ([name, , value]): Written => ({ name, alias: aliasOf(name), ts, type: typeOfPoint(name), value }),
      );
      const control: Written = { name: REBIRTH, ts, type: TYPE.boolean, value: false };
      if (device === null) send('NBIRTH', null, ts, [session(span), control, ...metrics]);
      else send('DBIRTH', device, ts, metrics);
    }
  };
  for (const [ts, all] of momentsOf(drafts)) {
    const isBirth = Math.floor(ts / QUARTER_MS) > Math.floor(bornAt / QUARTER_MS);
    // what was read on the way comes before the birth, which says what holds now
    const part = (isNow: boolean): readonly Told[] =>
      all.map(({ device, entries }) => ({ device, entries: entries.filter(([, offset]) => isNow === (offset === 0)) }));
    for (const one of isBirth ? part(false) : all) read(ts, one);
    if (isBirth) born(ts, part(true));
  }
  return made;
};
