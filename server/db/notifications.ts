/**
 * A connection that only listens (LISTEN): messages arrive after the commit of whoever sent them, from every process. A connection that
 * was lost is made anew; what was said meanwhile is gone, so the listener is told of the gap.
 */
import pg from 'pg';

export interface Listening {
  /** resolves once the first connection listens */
  readonly ready: Promise<void>;
  /** says something on the channel; not while there is no connection */
  say(payload: string): void;
  close(): Promise<void>;
}
export interface Listener {
  readonly onMessage: (payload: string) => void;
  readonly onGap: () => void;
}
const FIRST_MS = 200;
const LONGEST_MS = 10_000;

export const listenTo = (url: string, channel: string, { onMessage, onGap }: Listener): Listening => {
  let client: pg.Client | undefined;
  let closed = false;
  let wait = FIRST_MS;
  let timer: NodeJS.Timeout | undefined;
  let isReady: () => void = () => undefined;
  const ready = new Promise<void>((resolve) => {
    isReady = resolve;
  });
  let known = false;

  const again = (): void => {
    client?.removeAllListeners();
    client?.on('error', () => undefined);
    client?.end().catch(() => undefined);
    client = undefined;
    if (closed) return;
    timer = setTimeout(() => void open(), wait);
    wait = Math.min(LONGEST_MS, wait * 2);
  };
  const open = async (): Promise<void> => {
    const next = new pg.Client({ connectionString: url, application_name: 'millwright live', keepAlive: true });
    client = next;
    next.on('error', again);
    next.on('end', again);
    next.on('notification', ({ payload }) => {
      if (payload !== undefined) onMessage(payload);
    });
    try {
      await next.connect();
      await next.query(`LISTEN ${pg.escapeIdentifier(channel)}`);
    } catch {
      if (client === next) again();
      return;
    }
    wait = FIRST_MS;
    if (known) onGap();
    known = true;
    isReady();
  };
  void open();
  return {
    say: (payload) => void client?.query('select pg_notify($1, $2)', [channel, payload]).catch(() => undefined),
    ready,
    close: async () => {
      closed = true;
      clearTimeout(timer);
      client?.removeAllListeners();
      client?.on('error', () => undefined);
      await client?.end().catch(() => undefined);
    },
  };
};
