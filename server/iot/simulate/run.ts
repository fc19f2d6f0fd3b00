/** A run of the simulator: what boxes send, and the truth a server must come to (50 §2.14). The same arguments give the same bytes. */
import { OWN, type Said } from '../address';
import { type EdgeMessage, edgeMessages } from './edge';
import { energyAt, tell } from './machine';
import { type Draft, draftsOf, type Entry, type Has } from './messages';
import { METER_BOX, meterDrafts, quarterUse } from './meters';
import { MACHINES } from './plant';
import { type Random, seeded } from './random';
import {
  ALARM_CODE,
  ALARM_DEVICE,
  alarmOf,
  EDGE_BOXES,
  holds,
  MINUTE_MS,
  OUT_BOX,
  outageOf,
  type Scenario,
  SKEW_MS,
  SKEWED_BOX,
  type Span,
} from './scenarios';
import { type Truth, truthOf } from './truth';

export interface RunOptions extends Span {
  readonly seed: number;
  readonly scenarios: readonly Scenario[];
  /** undefined: all of them */
  readonly boxes?: readonly string[];
  /** where registers of counts stand when it begins */
  readonly register?: number;
  /** ms between readings; undefined: as boxes are set */
  readonly stepMs?: number;
}
export interface Sent {
  readonly box: string;
  readonly said: Said;
  readonly seq: number;
  readonly at: number;
  readonly historical: boolean;
  readonly payload: Buffer;
  /** it is none of ours: refused, and never sent again */
  readonly garbage: boolean;
}
export interface Run {
  readonly sent: readonly Sent[];
  readonly truth: Truth;
}
/** A message with what became of it. */
export interface Marked extends Draft {
  readonly historical: boolean;
  readonly lost: boolean;
}
interface Numbered extends Marked {
  readonly seq: number;
}

const BOOT = 2 ** 24;
const DUP_SHARE = 0.05;
const STOOD = 1_200;

export const simulate = (options: RunOptions): Run => {
  const { seed, scenarios, stepMs } = options;
  const span: Span = { from: options.from, to: options.to };
  const has: Has = (scenario) => scenarios.includes(scenario);
  const isPlayed = (box: string): boolean => options.boxes === undefined || options.boxes.includes(box);
  const fault = has('alarm') ? alarmOf(span) : null;
  // those of other boxes too: meters stand over them
  const all = MACHINES.map((machine) =>
    // a machine of its own chance: which others are there changes nothing
    tell(
      machine,
      span,
      seeded(seed * 1009 + MACHINES.indexOf(machine)),
      machine.device === ALARM_DEVICE ? fault : null,
    ),
  );
  const told = all.filter(({ machine }) => isPlayed(machine.box));
  const random = seeded(seed * 1013);
  const drafts = [
    ...draftsOf(told, span, { has, register: options.register ?? STOOD, stepMs }, random),
    ...alarmsOf(
      span,
      has,
      told.map(({ machine }) => machine.alarm),
    ),
    ...(isPlayed(METER_BOX) ? meterDrafts(all, span, { has, stepMs }) : []),
  ];
  const marked = drafts.map((draft) => outage(skewed(draft, has), span, has));
  const kept = marked.filter(({ lost }) => !lost).sort((a, b) => a.ts - b.ts);
  const isEdge = ({ box }: Draft): boolean => EDGE_BOXES.includes(box);
  const numbered = numberOf(
    marked.filter((draft) => !isEdge(draft)),
    // few readings of a span and all of it are told under numbers of their own, the few before all
    { boot: Math.floor(span.from / MINUTE_MS) - (stepMs === undefined ? 0 : 1), from: span.from },
  );
  const edges = EDGE_BOXES.flatMap((box) =>
    edgeMessages(
      box,
      kept.filter((draft) => draft.box === box),
      span,
    ),
  );
  const truth = truthOf(
    told,
    { drafts: kept, numbers: [...numbered, ...edges] },
    {
      seed,
      span,
      scenarios,
      energyOf: (one, at) => energyAt(one, at - (has('skew') && one.machine.box === SKEWED_BOX ? SKEW_MS : 0)),
      uses: isPlayed(METER_BOX) ? quarterUse(all, span) : [],
      garbage: has('garbage'),
    },
  );
  return { sent: inOrder([...deliver(numbered, has, random), ...edges.map(sentOf)]), truth };
};

const alarmsOf = (span: Span, has: Has, points: readonly (string | undefined)[]): readonly Draft[] => {
  const machine = MACHINES.find(({ device }) => device === ALARM_DEVICE);
  const { from, to } = alarmOf(span);
  if (!has('alarm') || machine?.alarm === undefined || !points.includes(machine.alarm)) return [];
  const point = machine.alarm;
  const event = (at: number, text: string): Draft => ({
    box: machine.box,
    up: 'event',
    at,
    ts: at,
    station: null,
    entries: [[point, 0, text]],
  });
  return [event(from, ALARM_CODE), event(to, '')].filter(({ at }) => at >= span.from && at <= span.to);
};

const skewed = (draft: Draft, has: Has): Draft =>
  has('skew') && draft.box === SKEWED_BOX ? { ...draft, ts: draft.ts + SKEW_MS } : draft;
const outage = (draft: Draft, span: Span, has: Has): Marked => {
  const away = outageOf(span);
  const isOut = (has('outage') || has('outageLost')) && draft.box === OUT_BOX && holds(away, draft.at);
  if (!isOut) return { ...draft, historical: false, lost: false };
  return { ...draft, at: away.to + MINUTE_MS, historical: true, lost: has('outageLost') };
};

/** Numbers of a box grow with its readings; the birth comes first. Those of a lost buffer were used, and are never sent. */
const numberOf = (
  marked: readonly Marked[],
  { boot, from }: { readonly boot: number; readonly from: number },
): readonly Numbered[] => {
  const next = new Map<string, number>();
  const made: Numbered[] = [];
  for (const draft of [...marked].sort((a, b) => a.ts - b.ts)) {
    const known = next.get(draft.box);
    const first = boot * BOOT + 1;
    if (known === undefined)
      made.push({
        ...draft,
        up: 'birth',
        entries: [],
        station: null,
        seq: first,
        at: from,
        historical: false,
        lost: false,
      });
    const seq = known ?? first + 1;
    next.set(draft.box, draft.lost ? seq : seq + 1);
    if (!draft.lost) made.push({ ...draft, seq });
  }
  return made;
};

const bodyOf = ({ up, seq, ts, station, historical, entries }: Numbered): object => {
  const head = { v: 1, seq, ts, ...(historical ? { h: 1 } : {}) };
  const [first] = entries;
  if (up === 'birth')
    return { ...head, boot: Math.floor(seq / BOOT), fw: '1.4.2', model: 'CB-200', buf: { n: 0, oldest: null } };
  if (up !== 'event' || first === undefined)
    return { ...head, ...(station === null ? {} : { st: station }), d: entries };
  const [point, , text] = first;
  return { ...head, e: 'alarm', p: point, code: text === '' ? ALARM_CODE : text, on: text !== '' };
};

const deliver = (numbered: readonly Numbered[], has: Has, random: Random): readonly Sent[] => {
  const sent: Sent[] = [];
  for (const one of numbered) {
    const late = has('shuffle') ? Math.floor(random() * MINUTE_MS) : 0;
    const { box, up, seq, historical } = one;
    const said: Said = { protocol: OWN, up };
    const payload = Buffer.from(JSON.stringify(bodyOf(one)));
    const message: Sent = { box, said, seq, at: one.at + late, historical, payload, garbage: false };
    sent.push(message);
    if (has('dup') && random() < DUP_SHARE) sent.push(message);
  }
  const first = numbered.find(({ up }) => up === 'data');
  if (has('garbage') && first !== undefined) sent.push(...garbageOf(first));
  return sent;
};
const sentOf = ({ box, said, seq, at, payload }: EdgeMessage): Sent => ({
  ...{ box, said, seq, at, payload },
  ...{ historical: false, garbage: false },
});
/** As they leave; of one moment in the order they were made. */
const inOrder = (sent: readonly Sent[]): readonly Sent[] => [...sent].sort((a, b) => a.at - b.at);
/** A broken text, 300 KiB, a format of later, a value of next week: their numbers are far from those that count. */
const garbageOf = ({ box, at, ts, seq, entries }: Numbered): readonly Sent[] => {
  const of = (payload: string): Sent => ({
    box,
    said: { protocol: OWN, up: 'data' },
    seq: 0,
    at,
    historical: false,
    payload: Buffer.from(payload),
    garbage: true,
  });
  const some: readonly Entry[] = entries.slice(0, 1);
  const future = ts + 8 * 1_440 * MINUTE_MS;
  return [
    of('{"v":1,"seq":'),
    of(JSON.stringify({ v: 1, seq: seq + BOOT / 2, ts, pad: 'x'.repeat(300 * 1024), d: [] })),
    of(JSON.stringify({ v: 9, seq: seq + BOOT / 2, ts, d: some })),
    of(JSON.stringify({ v: 1, seq: seq + BOOT / 2, ts: future, d: some })),
  ];
};
