/**
 * Sends what was done without network once there is one: in order, one chain after a refusal at rest, every item under the token it was
 * made with, so that an answer that got lost is asked for again and never done twice. One tab sends at a time.
 */
import { HttpError, http } from './http';
import { newToken } from './ids';
import { type NewItem, type QueueDb, type QueueItem, queueDb } from './queue-db';
import { createSignal, type Signal } from './signal';
import { withTabLock } from './tab-lock';

export interface ReplayAnswer {
  readonly token: string;
  readonly code: number;
  readonly msg: string;
  readonly data: unknown;
}
export interface QueueParts {
  readonly db: QueueDb;
  readonly send: (items: readonly QueueItem[]) => Promise<readonly ReplayAnswer[]>;
  /** tells the server that an item is given up, and why */
  readonly giveUp: (item: QueueItem, reason: string) => Promise<void>;
  readonly lock: <T>(name: string, task: () => Promise<T>) => Promise<T>;
  /** runs later; answers the way to call it off */
  readonly later: (ms: number, run: () => void) => () => void;
}
const BATCH = 50;
const FIRST_WAIT = 2_000;
const LONGEST_WAIT = 60_000;

export class OfflineQueue {
  /** bumped when items or the state of the network changed */
  readonly signal: Signal = createSignal();
  /** own items, in order */
  items: readonly QueueItem[] = [];
  /** own items that came too late and became another document: told until they are read */
  turned: readonly QueueItem[] = [];
  /** refused items that others left on this device: who leads them may give them up */
  others: readonly QueueItem[] = [];
  /** the last call got an answer */
  online = true;
  readonly #parts: QueueParts;
  #owner = '';
  #running: Promise<void> | undefined;
  #again = false;
  #wait = FIRST_WAIT;
  #cancel: (() => void) | undefined;

  constructor(parts: QueueParts) {
    this.#parts = parts;
  }

  get waiting(): number {
    return this.items.filter((item) => item.state === 'waiting').length;
  }
  get refused(): readonly QueueItem[] {
    return this.items.filter((item) => item.state === 'refused');
  }
  /** Is anything of this chain still here? Then what comes next has to wait behind it. */
  holds(chain: string): boolean {
    return this.items.some((item) => item.chain === chain);
  }

  /** Takes up the queue of a user; nobody's without one. */
  async start(owner: string): Promise<void> {
    this.#owner = owner;
    await this.#read();
    void this.send();
  }
  async add(item: Omit<NewItem, 'owner'>): Promise<void> {
    await this.#parts.db.add({ ...item, owner: this.#owner });
    await this.#read();
    void this.send();
  }
  /** The network is known by calls, not by the flag of the browser. */
  setOnline(online: boolean): void {
    if (this.online === online) return;
    this.online = online;
    this.signal.bump();
    if (online) void this.send();
  }
  /** A refused item again, as it was or with another body; it is another intention now. */
  async retry(seq: number, body?: QueueItem['body']): Promise<void> {
    const item = this.items.find((item) => item.seq === seq);
    if (!item) return;
    const { text: _text, accept, ...rest } = item;
    const again = accept === undefined ? item.body : { ...item.body, accept: [...accept] };
    await this.#parts.db.put({ ...rest, state: 'waiting', token: newToken(), body: body ?? again });
    await this.#read();
    await this.send();
  }
  /** What became of an item was read. */
  async read(seq: number): Promise<void> {
    await this.#parts.db.remove(seq);
    await this.#read();
  }
  /** Gone once the server knows why; rejects while it cannot be told. */
  async discard(seq: number, reason: string): Promise<void> {
    const item = [...this.items, ...this.others].find((item) => item.seq === seq);
    if (!item) return;
    await this.#parts.giveUp(item, reason);
    await this.#parts.db.remove(seq);
    await this.#read();
    void this.send();
  }

  /** Sends until nothing more can be sent; calls meanwhile make it look once more. */
  send(): Promise<void> {
    this.#cancel?.();
    this.#cancel = undefined;
    if (this.#running) {
      this.#again = true;
      return this.#running;
    }
    const owner = this.#owner;
    this.#running = this.#parts
      .lock('millwright.queue', async () => {
        do {
          this.#again = false;
          await this.#sendAll(owner);
        } while (this.#again);
      })
      .catch(() => undefined)
      .finally(() => {
        this.#running = undefined;
      });
    return this.#running;
  }

  async #sendAll(owner: string): Promise<void> {
    while (this.#owner === owner && owner !== '') {
      await this.#read();
      const batch = sendable(this.items).slice(0, BATCH);
      if (batch.length === 0) return;
      let answers: readonly ReplayAnswer[];
      try {
        answers = await this.#parts.send(batch);
      } catch (error) {
        // 401: the items stay until the same user is back; everything else is the network or the server's trouble
        if (error instanceof HttpError && error.code === 401) return;
        this.#noAnswer(!(error instanceof HttpError) || error.code === 0);
        return;
      }
      this.#wait = FIRST_WAIT;
      this.setOnline(true);
      const moved = await this.#take(batch, answers);
      await this.#read();
      if (!moved) {
        this.#noAnswer(false);
        return;
      }
    }
  }

  /** true = the queue is another one than before, so sending goes on. */
  async #take(batch: readonly QueueItem[], answers: readonly ReplayAnswer[]): Promise<boolean> {
    const byToken = new Map(answers.map((answer) => [answer.token, answer]));
    let moved = false;
    for (const item of batch) {
      const answer = byToken.get(item.token);
      if (!answer || isLater(answer)) continue;
      if (answer.code === 200) await this.#done(item, answer);
      else if (isWaiting(answer)) continue;
      else await this.#parts.db.put({ ...item, state: 'refused', text: answer.msg, ...warnedOf(answer) });
      moved = true;
    }
    return moved;
  }

  async #done(item: QueueItem, { data }: ReplayAnswer): Promise<void> {
    const { converted, text } = (data ?? {}) as { readonly converted?: unknown; readonly text?: unknown };
    if (converted === undefined || typeof text !== 'string') await this.#parts.db.remove(item.seq);
    else await this.#parts.db.put({ ...item, state: 'turned', text });
  }

  #noAnswer(isOffline: boolean): void {
    if (isOffline && this.online) {
      this.online = false;
      this.signal.bump();
    }
    this.#cancel = this.#parts.later(this.#wait, () => void this.send());
    this.#wait = Math.min(this.#wait * 2, LONGEST_WAIT);
  }
  async #read(): Promise<void> {
    const own = this.#owner === '' ? [] : await this.#parts.db.list(this.#owner);
    this.items = own.filter(({ state }) => state !== 'turned');
    this.turned = own.filter(({ state }) => state === 'turned');
    this.others = this.#owner === '' ? [] : await this.#parts.db.others(this.#owner);
    this.signal.bump();
  }
}

/** Nobody has judged the item: the server was busy, ending or out of room, or its user has to be back. */
const isLater = ({ code }: ReplayAnswer): boolean => code >= 500 || code === 429 || code === 401;

/**
 * Items behind a refused one of their chain. A chain is its value alone, over the pages: reports and feeds of one work order keep their order
 * (the server's replay says the same).
 */
export function stopped(items: readonly QueueItem[]): ReadonlySet<number> {
  const chains = new Set<string>();
  const behind = new Set<number>();
  for (const { seq, chain, state } of items) {
    if (chains.has(chain)) behind.add(seq);
    if (state === 'refused') chains.add(chain);
  }
  return behind;
}
/** In order, what can go now. */
export function sendable(items: readonly QueueItem[]): readonly QueueItem[] {
  const behind = stopped(items);
  return items.filter(({ seq, state }) => state !== 'refused' && !behind.has(seq));
}
const isWaiting = ({ data }: ReplayAnswer): boolean =>
  typeof data === 'object' && data !== null && (data as { readonly waits?: boolean }).waits === true;

/** Warnings are a question: who sends the item again has agreed. */
function warnedOf({ data }: ReplayAnswer): { readonly accept?: readonly string[] } {
  const { warnings } = (data ?? {}) as { readonly warnings?: readonly { readonly code: string }[] };
  return warnings === undefined || warnings.length === 0
    ? {}
    : { accept: [...new Set(warnings.map((warning) => warning.code))] };
}

/** What the server reads of an item. */
const wireOf = ({ token, seq, chain, page, call, body, occurAt, clockOffset }: QueueItem) => ({
  token,
  seq,
  chain,
  page,
  call,
  body,
  occurAt,
  clockOffset,
});

/** The one queue of this page. */
export const offlineQueue = new OfflineQueue({
  db: queueDb,
  lock: withTabLock,
  later: (ms, run) => {
    const timer = setTimeout(run, ms);
    return () => clearTimeout(timer);
  },
  send: (items) => http.post('/lcdp/data/replay', items.map(wireOf), { quiet: true, late: true }),
  giveUp: async (item, reason) => {
    // the item's own token: given up twice it is one entry
    await http.post('/lcdp/data/replay/discard', {
      item: wireOf(item),
      title: item.title,
      reason,
      token: `${item.token}-x`,
    });
  },
});
