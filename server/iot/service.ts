/** What a process does for boxes: its broker, the ingest behind it, their acknowledgements, what is derived, the days of readings, who is silent. */
import { sql } from 'kysely';
import type { Db, OrgInfo } from '../ctx';
import { listenTo } from '../db/notifications';
import { ackTopic, commandTopic, SPARKPLUG, topicOf } from './address';
import { type Broker, openBroker } from './broker';
import { type AsSystem, openDeriver } from './deriver';
import { type Box, openDirectory } from './directory';
import { openEnergy } from './energy/deriver';
import type { Changed } from './follow';
import { type Ingest, openIngest } from './ingest';
import { type Outside, openOutside } from './outside';
import { keepDays, keepRoom } from './partitions';
import { forgetActions } from './rules/actions';
import { ackOf } from './sequence';
import { findSilent } from './silence';
import { playHistory } from './simulate/history';
import { type Accept, CATCH_UP_MS, openPlayer, type Player } from './simulate/live';
import { forgetHours, rollUp } from './slots/roll-up';
import { rebirth } from './sparkplug/nodes';
import type { Stored } from './store';
import type { Taken, TimeRule } from './taken';

export interface IotOptions {
  readonly db: Db;
  readonly owner: Db;
  /** the database whose notices tell of changed boxes */
  readonly url: string;
  readonly orgs: () => Promise<readonly OrgInfo[]>;
  readonly setting: (org: OrgInfo, key: string) => Promise<unknown>;
  readonly asSystem: AsSystem;
  readonly host: string;
  readonly port: number | undefined;
  readonly tls: { readonly port: number; readonly cert: string; readonly key: string } | undefined;
  /** a broker outside, and the name this process has there */
  readonly outside?: { readonly url: string; readonly name: string } | undefined;
  readonly onError: (error: unknown) => void;
}
export interface Iot {
  stop(): Promise<void>;
}

const DAY_MS = 86_400_000;
const ACK_MS = 5_000;
const ACK_MESSAGES = 200;
const TELL_MS = 2_000;
/** boards are to show a reading within a second of it */
const LIVE_MS = 250;
const SILENT_MS = 5_000;
const DERIVE_MS = 1_000;
const ENERGY_MS = 10_000;
const SLOTS_MS = 10_000;
const DAYS_MS = 3_600_000;
const PLAY_MS = 5_000;
const REJECT_DAYS = 7;
/** days that played boxes have behind them when they begin */
const PLAYED_DAYS = 2;
/** messages a second a box may send of what it had buffered */
const WIN = 20;
const WORK = /^w (\S+) deviceWork (\S+)/;
const METERED = /^w (\S+) (energyMeter|energyQuota|energyRule|meterReading|tariff|workCalendar) /;
const RULED = /^w (\S+) (eventRule|equipment|devCategory|factoryUnit) /;
const WATCHED = /^w (\S+) (cloudBox|baseStation|dataPoint|energyMeter|pointMap|faultType) /;

export const openIot = async (options: IotOptions): Promise<Iot> => {
  const { db, setting, onError } = options;
  const directory = openDirectory(db, options.orgs);
  const deriver = openDeriver(db, options.asSystem, onError);
  const energy = openEnergy(db, options.asSystem, onError);
  let broker: Broker | undefined;
  let outside: Outside | undefined;
  const publish = (topic: string, payload: string | Buffer): void => {
    broker?.publish(topic, payload);
    outside?.publish(topic, payload);
  };
  const acks = ackBook((address, text) => publish(ackTopic(address), text));
  const news = newsOf(db, onError);
  const numberOf = async (org: OrgInfo, key: string): Promise<number> => Number(await setting(org, key));
  const ruleOf = forASecond(
    async (org: OrgInfo): Promise<TimeRule> => ({
      futureMs: (await numberOf(org, 'iot.futureSec')) * 1000,
      acceptMs: (await numberOf(org, 'iot.acceptDays')) * DAY_MS,
    }),
  );
  const ingest = openIngest({
    db,
    directory,
    ruleOf,
    onError,
    askBirth: (address) => publish(commandTopic(address), rebirth(Date.now())),
    onStored: (org, stored, messages) => {
      acks.stored(stored, messages);
      if (stored.changed !== null) news.add(org.schema, stored.changed);
    },
    onChanged: (org, changed) => news.add(org.schema, changed),
  });
  const forget = (schema?: string): void => {
    directory.forget(schema);
    deriver.forget(schema);
    energy.forget(schema);
    broker?.review().catch(onError);
  };
  const listener = listenTo(options.url, 'mw_live', {
    onMessage: (payload) => {
      const [, of, work] = WORK.exec(payload) ?? [];
      if (of !== undefined && work !== undefined) deriver.note(of, work);
      const metered = METERED.exec(payload)?.[1];
      if (metered !== undefined) energy.forget(metered);
      const ruled = RULED.exec(payload)?.[1];
      if (ruled !== undefined) deriver.forget(ruled);
      const schema = WATCHED.exec(payload)?.[1] ?? /^r (\S+)/.exec(payload)?.[1];
      if (schema !== undefined) forget(schema);
    },
    onGap: () => forget(),
  });
  await listener.ready;
  const days = daysOf(options);
  await days.renew();
  broker = await openBroker({
    ...options,
    directory,
    ingest,
    mayBePlain: async ({ org }) => (await setting(org, 'iot.plainMqtt')) === true,
    onConnected: ({ org, id }, ip) => {
      sql`UPDATE ${sql.id(org.schema, 'cloud_box')} SET ip = ${ip.slice(0, 60)} WHERE id = ${id} AND ip IS DISTINCT FROM ${ip.slice(0, 60)}`
        .execute(db)
        .catch(onError);
    },
  });
  if (options.outside !== undefined) outside = openOutside({ ...options.outside, db, ingest, onError });
  const playBoxes = playing(options, ingest);
  const timers = [
    every(ACK_MS, async () => acks.send()),
    every(TELL_MS, () => news.tell()),
    every(SILENT_MS, () =>
      eachOrg(options, async (org) => {
        await days.begin(org);
        await ingest.follow(org);
        await findSilent(db, org, Date.now());
      }),
    ),
    every(DERIVE_MS, () =>
      eachOrg(options, async (org) => {
        const { output, bad, states, warnings } = await deriver.run(org, Date.now());
        news.rows(org.schema, 'outputStat', output);
        news.rows(org.schema, 'badStat', bad);
        news.rows(org.schema, 'deviceState', states);
        for (const { object, id } of warnings) news.rows(org.schema, object, [id]);
      }),
    ),
    every(ENERGY_MS, () =>
      eachOrg(options, async (org) => news.rows(org.schema, 'energyAlert', await energy.run(org, Date.now()))),
    ),
    every(SLOTS_MS, () =>
      eachOrg(options, async (org) =>
        rollUp(db, org, Date.now(), {
          gapMs: (await numberOf(org, 'iot.gapSec')) * 1000,
          lateMs: (await numberOf(org, 'iot.lateSec')) * 1000,
        }),
      ),
    ),
    every(DAYS_MS, days.renew),
    every(PLAY_MS, () => eachOrg(options, playBoxes)),
  ].map((start) => start(onError));
  return {
    stop: async () => {
      for (const timer of timers) clearInterval(timer);
      news.stop();
      await ingest.stop();
      await broker?.close();
      await outside?.close();
      await listener.close();
    },
  };
};

/** Boxes that are played, of organisations that want it: what they missed first, then as time goes. */
const playing = ({ db, setting }: IotOptions, ingest: Ingest): ((org: OrgInfo) => Promise<void>) => {
  const players = new Map<string, Player>();
  return async (org) => {
    if ((await setting(org, 'iot.simulate')) !== true) {
      players.delete(org.schema);
      return;
    }
    const accept: Accept = (sn, said, payload, at) => ingest.accept(topicOf({ org: org.code, sn }, said), payload, at);
    if (!players.has(org.schema)) {
      const to = Date.now() - CATCH_UP_MS;
      const from = Math.max(await lastReading(db, org), to - PLAYED_DAYS * DAY_MS);
      if (from < to) await playHistory(accept, { from, to });
    }
    const player = players.get(org.schema) ?? openPlayer();
    players.set(org.schema, player);
    await player.play(accept, Date.now());
  };
};

/** ms; 0 = there is none */
const lastReading = async (db: Db, { schema }: OrgInfo): Promise<number> => {
  const { rows } = await sql<{
    at: string | null;
  }>`SELECT extract(epoch FROM max(value_at)) * 1000 AS at FROM ${sql.id(schema, 'data_point')}`.execute(db);
  return Number(rows[0]?.at ?? 0);
};

/** Each message asks it: for a second it is the answer itself, and no promise. */
const forASecond = <T>(ask: (org: OrgInfo) => Promise<T>): ((org: OrgInfo) => T | Promise<T>) => {
  const known = new Map<string, { until: number; answer: T | Promise<T> }>();
  return (org) => {
    const now = performance.now();
    const last = known.get(org.schema);
    if (last !== undefined && now < last.until) return last.answer;
    const answer = ask(org);
    const entry: { until: number; answer: T | Promise<T> } = { until: now + 1000, answer };
    known.set(org.schema, entry);
    answer.then(
      (value) => {
        entry.answer = value;
      },
      () => known.delete(org.schema),
    );
    return answer;
  };
};

/** One run at a time. */
const every =
  (ms: number, work: () => Promise<unknown>) =>
  (onError: (error: unknown) => void): NodeJS.Timeout => {
    let busy = false;
    const timer = setInterval(() => {
      if (busy) return;
      busy = true;
      work()
        .catch(onError)
        .finally(() => {
          busy = false;
        });
    }, ms);
    return timer.unref();
  };
/** One that fails stops none of the others. */
const eachOrg = async (
  { orgs, onError }: Pick<IotOptions, 'orgs' | 'onError'>,
  work: (org: OrgInfo) => Promise<unknown>,
): Promise<void> => {
  for (const org of await orgs()) await work(org).catch(onError);
};

/** Days of readings of all organisations, and of one that is new: until it has some, what its boxes say cannot be stored. */
const daysOf = (options: IotOptions) => {
  const known = new Set<string>();
  const begin = async (org: OrgInfo): Promise<void> => {
    if (known.has(org.schema)) return;
    await renewDays(options, org);
    known.add(org.schema);
  };
  return {
    begin,
    renew: (): Promise<void> => {
      known.clear();
      return eachOrg(options, begin);
    },
  };
};
const renewDays = async ({ db, owner, setting }: IotOptions, org: OrgInfo): Promise<void> => {
  const days = async (key: string): Promise<number> => Number(await setting(org, key));
  await keepDays(owner, org.schema, Date.now(), {
    mw_iot_fast: await days('iot.keepFastDays'),
    mw_iot_key: await days('iot.keepKeyDays'),
    mw_iot_minute: await days('iot.keepMinuteDays'),
  });
  await keepRoom(owner, org.schema);
  await forgetHours(db, org, Date.now() - (await days('iot.keepHourDays')) * DAY_MS);
  await forgetActions(db, org);
  await sql`DELETE FROM ${sql.id(org.schema, 'iot_reject')} WHERE at < now() - make_interval(days => ${REJECT_DAYS})`.execute(
    db,
  );
};

/** What is stored of each box, told to it every 5 s or 200 messages. */
const ackBook = (send: (address: { readonly org: string; readonly sn: string }, text: string) => void) => {
  const open = new Map<string, { readonly box: Box; seqs: string; messages: number }>();
  const tell = (id: string): void => {
    const entry = open.get(id);
    open.delete(id);
    const ack = ackOf(entry?.seqs ?? '');
    if (entry && ack) send({ org: entry.box.org.code, sn: entry.box.sn }, JSON.stringify({ ...ack, win: WIN }));
  };
  return {
    stored({ seqs }: Stored, messages: readonly Taken[]): void {
      for (const { box } of messages) {
        // those of Sparkplug keep nothing until it is stored
        if (box.protocol === SPARKPLUG) continue;
        const known = open.get(box.id);
        if (known === undefined) open.set(box.id, { box, seqs: seqs.get(box.id) ?? '', messages: 1 });
        else known.messages++;
      }
      for (const [id, numbers] of seqs) {
        const known = open.get(id);
        if (known === undefined) continue;
        known.seqs = numbers;
        if (known.messages >= ACK_MESSAGES) tell(id);
      }
    },
    send(): void {
      for (const id of [...open.keys()]) tell(id);
    },
  };
};

const MOST_IDS = 200;
/** Records whose live values changed, told to open lists every two seconds. */
const newsOf = (db: Db, onError: (error: unknown) => void) => {
  const changed = new Map<string, Set<string>>();
  /** devices of organisations that have other values, null for any: the first are told at once, those that follow together */
  const moved = new Map<string, Set<string> | null>();
  let toldAt = 0;
  let soon: NodeJS.Timeout | undefined;
  const tellOfDevices = async (): Promise<void> => {
    soon = undefined;
    toldAt = Date.now();
    const all = [...moved];
    moved.clear();
    for (const [schema, devices] of all) {
      const ids = devices === null || devices.size > MOST_IDS ? '' : ` ${[...devices].join(',')}`;
      await sql`SELECT pg_notify('mw_live', ${`l ${schema}${ids}`})`.execute(db).catch(onError);
    }
  };
  const move = (schema: string, devices: readonly string[] | null): void => {
    if (devices?.length === 0) return;
    const known = moved.get(schema);
    if (devices === null || known === null) moved.set(schema, null);
    else moved.set(schema, new Set([...(known ?? []), ...devices]));
    soon ??= setTimeout(tellOfDevices, Math.max(0, toldAt + LIVE_MS - Date.now())).unref();
  };
  const note = (schema: string, object: string, id: string): void => {
    const key = `${schema} ${object}`;
    const ids = changed.get(key) ?? new Set();
    changed.set(key, ids.add(id));
  };
  return {
    add(schema: string, { points, online, devices }: Changed): void {
      for (const id of points) note(schema, 'dataPoint', id);
      for (const { object, id } of online) note(schema, object, id);
      move(schema, online.length > 0 ? null : devices);
    },
    rows(schema: string, object: string, ids: readonly string[]): void {
      for (const id of ids) note(schema, object, id);
      if (ids.length > 0) move(schema, null);
    },
    stop: (): void => clearTimeout(soon),
    async tell(): Promise<void> {
      const all = [...changed];
      changed.clear();
      for (const [key, ids] of all) {
        const list = [...ids];
        for (let at = 0; at < list.length; at += MOST_IDS) {
          const text = `v ${key} ${list.slice(at, at + MOST_IDS).join(',')}`;
          await sql`SELECT pg_notify('mw_live', ${text})`.execute(db).catch(onError);
        }
      }
    },
  };
};
