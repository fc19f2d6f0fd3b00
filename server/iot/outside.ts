/**
 * A broker outside (50 §2.12, §2.13): servers share what boxes say, signals and all other values by connections of their own, so that one
 * may stop without the other. One server at a time is the host application of Sparkplug: it alone hears edge nodes, and so sees all
 * messages of a node.
 */
import { sql } from 'kysely';
import type { Db } from '../ctx';
import { EDGE_FILTERS, OWN_FILTERS, STATE_TOPIC } from './address';
import type { Ingest } from './ingest';
import { type Link, type LinkOptions, openLink, type Will } from './link';
import { stateOf } from './sparkplug/state';

export interface OutsideOptions {
  readonly url: string;
  /** of this process and of no other */
  readonly name: string;
  readonly db: Db;
  readonly ingest: Ingest;
  readonly onError: (error: unknown) => void;
}
export interface Outside {
  publish(topic: string, payload: string | Buffer): void;
  close(): Promise<void>;
}

const KEEP_SEC = 3_600;
const MOST_KEY = 1_000;
const MOST_FAST = 100;
const LEASE = 7_201_990;
const LEASE_MS = 5_000;

export const openOutside = ({ url, name, db, ingest, onError }: OutsideOptions): Outside => {
  const common = { url: new URL(url), onError, onMessage: ingest.accept };
  const lane = (lane: string, most: number, filters: readonly string[]): Link =>
    openLink({
      ...common,
      clientId: `${name}-${lane}`,
      keepSec: KEEP_SEC,
      most,
      filters: filters.map((one) => `$share/${lane}/${one}`),
    });
  const key = lane('key', MOST_KEY, OWN_FILTERS.key);
  const fast = lane('fast', MOST_FAST, OWN_FILTERS.fast);
  const host = holdLease(db, () => openHost({ ...common, clientId: `${name}-host` }), onError);
  return {
    publish: (topic, payload) => key.publish(topic, payload),
    async close() {
      await host.stop();
      await Promise.all([key.close(), fast.close()]);
    },
  };
};

const death = (at: number): Will => ({ topic: STATE_TOPIC, payload: stateOf(false, at) });
/** Its first word is that it is there, with the moment of its will; whoever says otherwise is answered. */
const openHost = (common: Pick<LinkOptions, 'url' | 'onError' | 'onMessage' | 'clientId'>): (() => Promise<void>) => {
  let since = 0;
  const sayState = (link: Link): void => link.publish(STATE_TOPIC, stateOf(true, since), true);
  const link: Link = openLink({
    ...common,
    keepSec: 0,
    most: MOST_KEY,
    filters: [STATE_TOPIC, ...EDGE_FILTERS],
    will: death,
    onReady: (ready, at) => {
      since = at;
      sayState(ready);
    },
    onMessage: async (topic, payload) => {
      if (topic !== STATE_TOPIC) return common.onMessage(topic, payload);
      if (/"online"\s*:\s*false/.test(payload.toString('utf8'))) sayState(link);
    },
  });
  return () => link.close(death(Date.now()));
};

/** What one process alone does: as long as its connection to the database holds the lock. */
const holdLease = (db: Db, begin: () => () => Promise<void>, onError: (error: unknown) => void) => {
  let wake = (): void => undefined;
  let stopped = false;
  const pause = (): Promise<void> =>
    new Promise((resolve) => {
      const timer = setTimeout(resolve, LEASE_MS);
      wake = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  const hold = (): Promise<void> =>
    db.connection().execute(async (held) => {
      const { rows } = await sql<{ own: boolean }>`SELECT pg_try_advisory_lock(${LEASE}) AS own`.execute(held);
      if (rows[0]?.own !== true) return;
      const end = begin();
      try {
        while (!stopped) {
          await pause();
          await sql`SELECT 1`.execute(held);
        }
      } finally {
        await end();
        await sql`SELECT pg_advisory_unlock(${LEASE})`.execute(held).catch(onError);
      }
    });
  const running = (async () => {
    while (!stopped) {
      await hold().catch(onError);
      if (!stopped) await pause();
    }
  })();
  return {
    stop: async (): Promise<void> => {
      stopped = true;
      wake();
      await running;
    },
  };
};
