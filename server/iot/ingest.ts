/** Messages in, one promise each: it holds when the message is stored or refused by name, and fails when neither could be done. */

import { setImmediate as immediate, setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import type { Db, OrgInfo } from '../ctx';
import { type Address, orgIn, readTopic, SPARKPLUG } from './address';
import type { Box, Directory } from './directory';
import { type Changed, doNotes } from './follow';
import { REASON, readMessage } from './message';
import { openNodes } from './sparkplug/nodes';
import { type Stored, storeMessages, writeRejects } from './store';
import { type Taken, type TimeRule, take } from './taken';

export interface IngestOptions {
  readonly db: Db;
  readonly directory: Directory;
  /** a promise only where it has to be asked */
  readonly ruleOf: (org: OrgInfo) => TimeRule | Promise<TimeRule>;
  readonly onStored: (org: OrgInfo, stored: Stored, messages: readonly Taken[]) => void;
  /** what was noted while messages waited is done */
  readonly onChanged?: (org: OrgInfo, changed: Changed) => void;
  readonly onError: (error: unknown) => void;
  /** asks a box that speaks Sparkplug B to say again what it has */
  readonly askBirth?: (address: Address) => void;
  readonly now?: () => number;
  /** ms between tries while the database is away */
  readonly firstWaitMs?: number;
}
/** Hears what became of each of its messages, in any order. */
export interface Sender {
  stored(sent: Sent): void;
  failed(error: unknown): void;
}
export interface Sent {
  readonly topic: string;
  readonly payload: Buffer;
  /** by which its sender knows it */
  readonly id: number;
  readonly to: Sender;
}
export interface Ingest {
  /** `recvAt`: when it came, of what came before */
  accept(topic: string, payload: Buffer, recvAt?: number): Promise<void>;
  /** the same for many, without a promise each */
  take(sent: Sent): void;
  /** refused before it was looked at: a connection, or a topic that is not its own */
  reject(org: OrgInfo, box: string | null, topic: string): Promise<void>;
  readonly waiting: () => number;
  /** what follows from readings that are stored, also those of a process that ended before it did */
  follow(org: OrgInfo): Promise<void>;
  /** what is under way is ended; what waits is not acknowledged */
  stop(): Promise<void>;
}

interface Waiting {
  readonly taken: Taken;
  readonly sent: Sent;
}
const BATCH_VALUES = 5_000;
const BATCH_MESSAGES = 2_000;
const LONGEST_MS = 30_000;
const SKEWS = 20;
/** while messages wait, what follows from those that are stored is done so often */
const FOLLOW_MS = 250;

export const openIngest = (options: IngestOptions): Ingest => {
  const { db, directory, ruleOf, onStored, onChanged, onError, now = Date.now, firstWaitMs = 1_000 } = options;
  const nodes = openNodes({ askBirth: options.askBirth ?? (() => undefined), now });
  const lines = [openLine(), openLine()] as const;
  const lineOf = evenly(lines);
  const skews = openSkews();
  let stopped = false;

  const waiting = (): number =>
    lines.reduce((sum, { key, fast, late }) => sum + key.length + fast.length + late.length, 0);
  const follower = openFollower({ db, onError, onChanged: onChanged ?? (() => undefined) });
  const store = storing({
    ...{ db, onStored, onError, firstWaitMs, now, follower, skewOf: skews.of },
    isBusy: () => !stopped && waiting() > 0,
    isStopped: () => stopped,
  });
  const reject = rejecting(db);

  const run = async (line: Line): Promise<void> => {
    // all that came with the first one
    await immediate();
    while (!stopped) {
      const batch = nextBatch(line);
      if (batch.length === 0) break;
      for (const [org, group] of byOrg(batch)) await store(org, group);
    }
    // at once: what is sent from now on begins the next run
    line.running = undefined;
  };
  const enqueue = (taken: Taken, isFast: boolean, sent: Sent): void => {
    skews.note(taken);
    const line = lineOf(taken.box.id);
    const lane = taken.message.historical ? line.late : isFast ? line.fast : line.key;
    lane.push({ taken, sent });
    line.running ??= run(line);
  };
  /** Whether it waits to be stored now: all it needs is known, and there is nothing to refuse. */
  const takenAtOnce = (sent: Sent): boolean => {
    const { topic, payload } = sent;
    const address = stopped ? null : readTopic(topic);
    const box = address === null ? undefined : directory.known(address);
    if (address === null || box === undefined || box.disabled) return false;
    const { said } = address;
    if (said.protocol === SPARKPLUG || said.protocol !== box.protocol) return false;
    const rule = ruleOf(box.org);
    if (rule instanceof Promise) return false;
    const read = readMessage(said.up, payload);
    if ('reason' in read) return false;
    enqueue(take(box, read.message, rule, { topic, recvAt: now() }), said.up === 'fast', sent);
    return true;
  };
  const accept: Ingest['accept'] = async (topic, payload, recvAt) => {
    if (stopped) throw new Error('stopped');
    const address = readTopic(topic);
    const known = address === null ? undefined : directory.known(address);
    const org = known?.org ?? (await directory.org(address?.org ?? orgIn(topic)));
    // a topic of no organisation is nobody's to look at
    if (org === undefined) return;
    const box: Box | undefined = known ?? (address === null ? undefined : await directory.find(address));
    if (address === null || box === undefined || box.disabled || address.said.protocol !== box.protocol)
      return reject(org, {
        box: box?.id ?? null,
        topic: short(topic),
        reason: REASON.unauthorised,
        content: '',
      });
    const { said } = address;
    const read = said.protocol === SPARKPLUG ? await nodes.read(box, said, payload) : readMessage(said.up, payload);
    if ('reason' in read) return reject(org, { box: box.id, topic, reason: read.reason, content: contentOf(payload) });
    const taken = take(box, read.message, await ruleOf(org), { topic, recvAt: recvAt ?? now() });
    const isFast = said.protocol !== SPARKPLUG && said.up === 'fast';
    return new Promise((stored, failed) =>
      enqueue(taken, isFast, { topic, payload, id: 0, to: { stored: () => stored(), failed } }),
    );
  };

  return {
    accept,
    take(sent) {
      const { topic, payload, to } = sent;
      if (!takenAtOnce(sent)) accept(topic, payload).then(() => to.stored(sent), to.failed);
    },
    reject: (org, box, topic) => reject(org, { box, topic: short(topic), reason: REASON.unauthorised, content: '' }),
    waiting,
    follow: follower.now,
    async stop() {
      stopped = true;
      nodes.stop();
      for (const { running } of lines) await running;
      await follower.ended();
      for (const { key, fast, late } of lines)
        for (const { sent } of [...key, ...fast, ...late]) sent.to.failed(new Error('stopped'));
    },
  };
};

type Reject = {
  readonly box: string | null;
  readonly topic: string;
  readonly reason: string;
  readonly content: string;
};
const rejecting =
  (db: Db) =>
  (org: OrgInfo, row: Reject): Promise<void> =>
    writeRejects(db, (table) => sql.id(org.schema, table), [{ ...row, point: null }]);

interface Storing extends Required<Pick<IngestOptions, 'db' | 'onStored' | 'onError' | 'now' | 'firstWaitMs'>> {
  readonly skewOf: (boxId: string) => number | null;
  /** others wait to be stored */
  readonly isBusy: () => boolean;
  readonly isStopped: () => boolean;
  readonly follower: { soon(org: OrgInfo): void };
}
/** Stores until the database takes them: whoever sent them hears of it then. */
const storing = ({ db, onStored, onError, now, firstWaitMs, skewOf, isBusy, isStopped, follower }: Storing) => {
  const newest = new Map<string, number>();
  const reject = rejecting(db);
  const store = async (org: OrgInfo, group: readonly Waiting[]): Promise<void> => {
    for (let wait = firstWaitMs; !isStopped(); wait = Math.min(LONGEST_MS, wait * 2)) {
      try {
        const messages = group.map(({ taken }) => taken);
        const stored = await storeMessages(db, org, messages, {
          now: now(),
          skewOf,
          isBusy,
          newest,
        });
        for (const { sent } of group) sent.to.stored(sent);
        onStored(org, stored, messages);
        if (stored.changed === null) follower.soon(org);
        return;
      } catch (error) {
        onError(error);
        if (isOfData(error)) return storeAlone(org, group);
        await sleep(wait);
      }
    }
    for (const { sent } of group) sent.to.failed(new Error('stopped'));
  };
  /** One of them holds what the database takes from nobody: it is found and refused, its neighbours are stored. */
  const storeAlone = async (org: OrgInfo, group: readonly Waiting[]): Promise<void> => {
    const [first] = group;
    if (first === undefined) return;
    if (group.length > 1) {
      for (const one of group) await store(org, [one]);
      return;
    }
    const { taken, sent } = first;
    const { box, topic } = taken;
    await reject(org, { box: box.id, topic, reason: REASON.format, content: '' }).then(
      () => sent.to.stored(sent),
      sent.to.failed,
    );
  };
  return store;
};

/** What batches noted: one at a time, and a while after the one before. */
const openFollower = ({ db, onChanged, onError }: Pick<Required<IngestOptions>, 'db' | 'onChanged' | 'onError'>) => {
  const under = new Map<string, Promise<void>>();
  const now = async (org: OrgInfo): Promise<void> => {
    const changed = await doNotes(db, org);
    if (changed.points.length + changed.online.length > 0) onChanged(org, changed);
  };
  return {
    now,
    soon(org: OrgInfo): void {
      if (under.has(org.schema)) return;
      const soon = sleep(FOLLOW_MS, undefined, { ref: false })
        .then(() => now(org))
        .catch(onError)
        .finally(() => under.delete(org.schema));
      under.set(org.schema, soon);
    },
    ended: (): Promise<unknown> => Promise.all(under.values()),
  };
};

/** How far clocks of boxes are off: of the newest live messages of each the one in the middle. */
const openSkews = () => {
  const skews = new Map<string, number[]>();
  return {
    of(boxId: string): number | null {
      const known = [...(skews.get(boxId) ?? [])].sort((a, b) => a - b);
      return known[Math.floor(known.length / 2)] ?? null;
    },
    note({ box, message, recvAt }: Taken): void {
      if (message.ts === null || message.historical) return;
      const known = skews.get(box.id) ?? [];
      skews.set(box.id, known);
      known.push(recvAt - message.ts);
      if (known.length > SKEWS) known.shift();
    },
  };
};

/**
 * Batches one after the other. There are two lines, so that one is gathered while the database stores that of the other; messages of a box
 * are always in the same, stored and acknowledged in order.
 */
interface Line {
  readonly key: Waiting[];
  readonly fast: Waiting[];
  readonly late: Waiting[];
  running: Promise<void> | undefined;
}
const openLine = (): Line => ({ key: [], fast: [], late: [], running: undefined });
/** Each box the next in turn, and always the same. */
const evenly = <T>(all: readonly [T, ...T[]]): ((box: string) => T) => {
  const known = new Map<string, T>();
  return (box) => {
    const its = known.get(box) ?? all[known.size % all.length] ?? all[0];
    known.set(box, its);
    return its;
  };
};

/** Signals first, then all other points, then what boxes had buffered. */
const nextBatch = ({ key, fast, late }: Line): Waiting[] => {
  const batch: Waiting[] = [];
  let values = 0;
  for (const lane of [key, fast, late]) {
    let count = 0;
    while (count < lane.length && batch.length + count < BATCH_MESSAGES && values < BATCH_VALUES)
      values += lane[count++]?.taken.values.length ?? 0;
    batch.push(...lane.splice(0, count));
  }
  return batch;
};
const byOrg = (batch: readonly Waiting[]): ReadonlyMap<OrgInfo, readonly Waiting[]> => {
  const groups = new Map<string, { org: OrgInfo; group: Waiting[] }>();
  for (const one of batch) {
    const { org } = one.taken.box;
    const known = groups.get(org.schema) ?? { org, group: [] };
    known.group.push(one);
    groups.set(org.schema, known);
  }
  return new Map([...groups.values()].map(({ org, group }) => [org, group]));
};
/** Class 22, data exception: the same again would fail the same. A missing partition is none. */
const isOfData = (error: unknown): boolean => /^22/.test((error as { code?: string }).code ?? '');
const short = (topic: string): string => topic.replaceAll('\0', '').slice(0, 200);
const contentOf = (payload: Buffer): string =>
  payload.subarray(0, 2048).toString('utf8').replaceAll('\0', '').slice(0, 2048);
