/**
 * The open streams of this process (language §12.3): who listens to which topics, and what changed since they were told. Values never go
 * out, only topics and ids of records the listener may read; whoever is slow gets less detail, never a growing queue.
 */
import type { Session } from '../ctx';
import { newId } from '../ids';
import { DeviceFeed, type DeviceSource } from './device-feed';
import { Presence } from './presence';

/** Where a stream writes to. */
export interface Sink {
  /** false = full: wait for `onDrain` */
  write(text: string): boolean;
  onDrain(ready: () => void): void;
  end(): void;
}
export interface HubOptions {
  /** the session as it is now, null when it is over */
  readonly sessionOf: (token: string) => Promise<Session | null>;
  /** which of the ids the session may read; 'all' without a row scope, undefined = not even the object */
  readonly readable: (
    session: Session,
    object: string,
    ids: readonly string[],
  ) => Promise<ReadonlySet<string> | 'all' | undefined>;
  /** live values of devices, topics `device:<id>`, and of meters, topics `meter:<id>` */
  readonly devices?: DeviceSource | undefined;
  readonly meters?: DeviceSource | undefined;
  /** tells the other processes who has drafts open here */
  readonly announce?: ((schema: string, text: string) => void) | undefined;
  readonly deviceMs?: number;
  readonly flushMs?: number;
  readonly heartbeatMs?: number;
  readonly now?: () => number;
}
export interface LiveStream {
  readonly id: string;
}
/** A change as the database tells it. */
export interface Change {
  readonly schema: string;
  readonly object: string;
  readonly id: string;
}

interface Stream extends LiveStream {
  session: Session;
  readonly token: string;
  readonly sink: Sink;
  topics: ReadonlySet<string>;
  /** topic → ids; null = too many to name */
  pending: Map<string, Set<string> | null>;
  /** draft topic → who it was told is there */
  present: ReadonlyMap<string, string>;
  seq: number;
  isFull: boolean;
  fullSince: number;
  /** messages go out one after the other */
  work: Promise<void>;
  over: boolean;
}

const MAX_IDS = 200;
export const MAX_TOPICS = 600;
/** what all meters used today is summed each time */
const METERS_MS = 2_000;
/** a user with more open browsers than this loses the oldest stream */
const MAX_STREAMS_OF_USER = 12;
/** a browser that takes nothing for so long is gone */
const STUCK_MS = 60_000;
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
/** Any of them shows drafts. */
export const DESIGN = ['dataModel:view', 'dataModel:edit', 'dataModel:publish'] as const;
/** Topics that carry rows, by the sort of them. */
type Fed = 'device' | 'meter';
/** What topics of a sort name, and nothing behind it. */
const namedBy = (sort: Fed, topics: readonly string[]): readonly string[] =>
  topics.flatMap((topic) => {
    const id = topic.startsWith(`${sort}:`) ? topic.slice(sort.length + 1) : '';
    return UUID.test(id) ? id : [];
  });

export class LiveHub {
  readonly #options: HubOptions;
  readonly #streams = new Map<string, Stream>();
  readonly #now: () => number;
  readonly #presence: Presence;
  readonly #feeds: ReadonlyMap<Fed, DeviceFeed>;
  #flush: NodeJS.Timeout | undefined;
  readonly #beat: NodeJS.Timeout;

  constructor(options: HubOptions) {
    this.#options = options;
    this.#now = options.now ?? Date.now;
    this.#presence = new Presence(options.announce ?? (() => undefined), this.#now);
    const { devices, meters, deviceMs } = options;
    this.#feeds = new Map<Fed, DeviceFeed>([
      ...(devices === undefined ? [] : [['device', new DeviceFeed(devices, deviceMs)] as const]),
      ...(meters === undefined ? [] : [['meter', new DeviceFeed(meters, deviceMs ?? METERS_MS)] as const]),
    ]);
    this.#beat = setInterval(() => void this.heartbeat(), options.heartbeatMs ?? 20_000);
    this.#beat.unref();
  }

  get size(): number {
    return this.#streams.size;
  }

  /** A new stream; its first event names it. */
  open(session: Session, token: string, sink: Sink): LiveStream {
    const own = [...this.#streams.values()].filter((stream) => stream.session.me.id === session.me.id);
    if (own.length >= MAX_STREAMS_OF_USER) this.#end(own[0]);
    const stream: Stream = {
      id: newId(),
      session,
      token,
      sink,
      topics: new Set(),
      pending: new Map(),
      present: new Map(),
      seq: 0,
      isFull: false,
      fullSince: 0,
      work: Promise.resolve(),
      over: false,
    };
    this.#streams.set(stream.id, stream);
    sink.onDrain(() => {
      stream.isFull = false;
      this.#plan();
    });
    this.#write(stream, `event: hello\ndata: ${JSON.stringify({ stream: stream.id })}\n\n`);
    return stream;
  }

  close(id: string): void {
    this.#end(this.#streams.get(id), false);
  }

  /** Replaces the topics of a stream; answers those that were granted, undefined when there is no such stream of this session. */
  async subscribe(session: Session, id: string, topics: readonly string[]): Promise<readonly string[] | undefined> {
    const stream = this.#streams.get(id);
    if (stream === undefined || stream.session.id !== session.id) return undefined;
    const granted = await this.#granted(session, topics);
    this.#give(stream, granted);
    return granted;
  }

  #give(stream: Stream, topics: readonly string[]): void {
    stream.topics = new Set(topics);
    if (stream.over) return;
    this.#presence.sit(stream.id, stream.session, topics);
    this.#plan();
    for (const [sort, feed] of this.#feeds) {
      const listener = {
        get session() {
          return stream.session;
        },
        get isFull() {
          return stream.isFull;
        },
        tell: (id: string, row: unknown) => this.#send(stream, sort, { topic: `${sort}:${id}`, row }),
      };
      feed.set(stream.id, listener, namedBy(sort, topics));
    }
  }

  async #granted(session: Session, topics: readonly string[]): Promise<readonly string[]> {
    const objects = new Map<string, string[]>();
    for (const topic of topics) {
      const [sort, object = '', id] = topic.split(':');
      if (sort !== 'object' && sort !== 'record') continue;
      const ids = objects.get(object) ?? [];
      if (id !== undefined && UUID.test(id)) ids.push(id);
      objects.set(object, ids);
    }
    const readable = new Map<string, ReadonlySet<string> | 'all' | undefined>();
    for (const [object, ids] of objects) readable.set(object, await this.#options.readable(session, object, ids));
    const watched = new Set<string>();
    for (const [sort, feed] of this.#feeds) {
      const ids = namedBy(sort, topics);
      if (ids.length === 0) continue;
      for (const id of (await feed.watched(session, ids)) ?? []) watched.add(`${sort}:${id}`);
    }
    return topics.filter((topic) => {
      const [sort, object = '', id = ''] = topic.split(':');
      if (sort === 'device' || sort === 'meter') return watched.has(topic);
      if (sort === 'user' || sort === 'schema' || sort === 'message') return topic === sort;
      if (sort === 'draft') return id === '' && UUID.test(object) && DESIGN.some((right) => session.rights.has(right));
      const known = readable.get(object);
      if (known === undefined) return false;
      if (sort === 'object') return id === '';
      return UUID.test(id) && (known === 'all' || known.has(id));
    });
  }

  /** A record was written somewhere. */
  changed({ schema, object, id }: Change): void {
    for (const stream of this.#streams.values()) {
      if (stream.session.org.schema !== schema) continue;
      for (const topic of [`object:${object}`, `record:${object}:${id}`]) {
        if (!stream.topics.has(topic)) continue;
        const ids = stream.pending.get(topic);
        if (ids === null) continue;
        if (ids === undefined) stream.pending.set(topic, new Set([id]));
        else if (ids.size < MAX_IDS) ids.add(id);
        else stream.pending.set(topic, null);
      }
    }
    this.#plan();
  }

  /** Something of devices of an organisation is another now. */
  devicesChanged(schema: string): void {
    this.#feeds.get('device')?.changed(schema);
  }
  /** The same of meters. */
  metersChanged(schema: string): void {
    this.#feeds.get('meter')?.changed(schema);
  }

  /** Documents of an organisation were published. */
  documentsChanged(schema: string, ids: readonly string[]): void {
    for (const stream of this.#streams.values()) {
      if (stream.session.org.schema !== schema || !stream.topics.has('schema')) continue;
      const known = stream.pending.get('schema') ?? new Set<string>();
      for (const id of ids) known.add(id);
      stream.pending.set('schema', known);
    }
    this.#plan();
  }

  /** Somebody took steps in a draft; `seq` counts them. */
  draftChanged(schema: string, draft: string, seq: string): void {
    const topic = `draft:${draft}`;
    for (const { session, topics, pending } of this.#streams.values())
      if (session.org.schema === schema && topics.has(topic)) pending.set(topic, new Set([seq]));
    this.#plan();
  }

  /** Another process told who has a draft open there. */
  presentElsewhere(schema: string, text: string): void {
    this.#presence.hear(schema, text);
    this.#plan();
  }

  /** Somebody got a message, or has read some elsewhere. */
  messageFor(schema: string, user: string): void {
    for (const { session, topics, pending } of this.#streams.values())
      if (session.org.schema === schema && session.me.id === user && topics.has('message'))
        pending.set('message', new Set());
    this.#plan();
  }

  /** Rights of an organisation changed: everybody is asked for anew, topics that are lost are dropped. */
  async rightsChanged(schema: string): Promise<void> {
    const streams = [...this.#streams.values()].filter((stream) => stream.session.org.schema === schema);
    await Promise.all(streams.map((stream) => this.#renew(stream, true)));
    this.#plan();
  }

  sessionOver(sessionId: string): void {
    for (const stream of this.#streams.values()) if (stream.session.id === sessionId) this.#end(stream);
  }

  /** Something may have been missed: everybody fetches anew. */
  gap(): void {
    for (const stream of this.#streams.values()) this.#send(stream, 'gap', {});
  }

  /** Sessions that are over end, the others hear that the line stands. */
  async heartbeat(): Promise<void> {
    this.#presence.repeat();
    this.#plan();
    await Promise.all(
      [...this.#streams.values()].map(async (stream) => {
        if (stream.isFull && this.#now() - stream.fullSince > STUCK_MS) this.#end(stream);
        else if (await this.#renew(stream, false)) this.#write(stream, ': still here\n\n');
      }),
    );
  }

  stop(): void {
    clearInterval(this.#beat);
    for (const stream of this.#streams.values()) this.#end(stream);
    clearTimeout(this.#flush);
  }

  async #renew(stream: Stream, tell: boolean): Promise<boolean> {
    // a database that does not answer now ends nobody's stream
    const session = await this.#options.sessionOf(stream.token).catch(() => stream.session);
    if (session === null) {
      this.#end(stream);
      return false;
    }
    const isNew = session.rights !== stream.session.rights;
    stream.session = session;
    if (isNew) this.#give(stream, await this.#granted(session, [...stream.topics]));
    if (tell && stream.topics.has('user')) stream.pending.set('user', new Set());
    return true;
  }

  #plan(): void {
    this.#flush ??= setTimeout(() => {
      this.#flush = undefined;
      for (const stream of this.#streams.values()) {
        if (!stream.isFull) this.#tellPresent(stream);
        if (stream.pending.size === 0 || stream.isFull) continue;
        const pending = stream.pending;
        stream.pending = new Map();
        stream.work = stream.work.then(() => this.#tell(stream, pending)).catch(() => this.#end(stream));
      }
    }, this.#options.flushMs ?? 150);
  }

  #tellPresent(stream: Stream): void {
    const around = this.#presence.around(stream.id);
    const told = stream.present;
    stream.present = new Map(around.map(({ topic, people }) => [topic, JSON.stringify(people)]));
    for (const { topic, people } of around)
      if (told.get(topic) !== stream.present.get(topic)) this.#send(stream, 'present', { topic, people });
  }
  async #tell(stream: Stream, pending: ReadonlyMap<string, ReadonlySet<string> | null>): Promise<void> {
    for (const [topic, ids] of pending) {
      if (stream.over) return;
      const [sort, object = ''] = topic.split(':');
      if (sort === 'record') {
        await this.#tellOfRecord(stream, topic);
        continue;
      }
      if (sort !== 'object' || ids === null) {
        this.#send(stream, 'change', { topic, ...(ids === null ? {} : { ids: [...ids] }) });
        continue;
      }
      const readable = await this.#options.readable(stream.session, object, [...ids]);
      if (readable === undefined) continue;
      const told = readable === 'all' ? [...ids] : [...ids].filter((id) => readable.has(id));
      if (told.length > 0) this.#send(stream, 'change', { topic, ids: told });
    }
  }

  /** The write may have taken the record out of the listener's rows: he hears of this change, which shows him so, and of no later one. */
  async #tellOfRecord(stream: Stream, topic: string): Promise<void> {
    const isReadable = (await this.#granted(stream.session, [topic])).length > 0;
    // it left with an earlier change that was told meanwhile, or he watches other topics by now
    if (!stream.topics.has(topic)) return;
    if (!isReadable) stream.topics = new Set([...stream.topics].filter((one) => one !== topic));
    this.#send(stream, 'change', { topic, ids: [topic.split(':')[2] ?? ''] });
  }

  #send(stream: Stream, event: string, data: Readonly<Record<string, unknown>>): void {
    stream.seq += 1;
    this.#write(stream, `event: ${event}\ndata: ${JSON.stringify({ ...data, seq: stream.seq })}\n\n`);
  }
  #write(stream: Stream, text: string): void {
    if (stream.over || stream.sink.write(text) || stream.isFull) return;
    stream.isFull = true;
    stream.fullSince = this.#now();
  }
  #end(stream: Stream | undefined, close = true): void {
    if (stream === undefined || stream.over) return;
    stream.over = true;
    this.#streams.delete(stream.id);
    this.#presence.leave(stream.id);
    if (this.#streams.size > 0) this.#plan();
    for (const feed of this.#feeds.values()) feed.drop(stream.id);
    if (close) stream.sink.end();
  }
}
