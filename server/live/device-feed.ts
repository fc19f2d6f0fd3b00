/**
 * Live values of devices, and of meters, for the streams that show them (50 §5.10, §6.4, §7): the full state first, then what changed, at most once a second.
 * What a listener was told is kept by version, so a slow one misses nothing and gets only the newest.
 */
import type { OrgInfo, Session } from '../ctx';

export interface DeviceRow {
  readonly id: string;
  readonly version: string;
}
export interface DeviceSource {
  /** which of the ids the session may watch; undefined = none at all */
  readonly watched: (session: Session, ids: readonly string[]) => Promise<ReadonlySet<string> | undefined>;
  readonly rows: (org: OrgInfo, ids: readonly string[]) => Promise<readonly DeviceRow[]>;
}
export interface Listener {
  readonly session: Session;
  readonly isFull: boolean;
  /** null: it is not to be seen any more */
  tell(id: string, row: DeviceRow | null): void;
}
interface Watch {
  readonly listener: Listener;
  /** id → version it was told last; undefined = not yet, null = that there is none */
  readonly told: Map<string, string | null | undefined>;
}

const LEAST_MS = 1_000;
/** time alone changes rows: a share of the shift, a value that got old */
const MOST_MS = 15_000;

export class DeviceFeed {
  readonly #source: DeviceSource;
  readonly #leastMs: number;
  readonly #watches = new Map<string, Watch>();
  readonly #changed = new Set<string>();
  readonly #ran = new Map<string, number>();
  readonly #busy = new Set<string>();
  #timer: NodeJS.Timeout | undefined;

  constructor(source: DeviceSource, leastMs = LEAST_MS) {
    this.#source = source;
    this.#leastMs = leastMs;
  }

  watched(session: Session, ids: readonly string[]): Promise<ReadonlySet<string> | undefined> {
    return this.#source.watched(session, ids);
  }
  /** Replaces what a stream shows; new devices are told of at once. */
  set(stream: string, listener: Listener, ids: readonly string[]): void {
    if (ids.length === 0) {
      this.drop(stream);
      return;
    }
    const before = this.#watches.get(stream)?.told;
    this.#watches.set(stream, { listener, told: new Map(ids.map((id) => [id, before?.get(id)])) });
    this.#timer ??= setInterval(() => this.#tick(), this.#leastMs).unref();
    if (ids.some((id) => before?.get(id) === undefined)) void this.#run(listener.session.org);
  }
  drop(stream: string): void {
    if (!this.#watches.delete(stream) || this.#watches.size > 0) return;
    clearInterval(this.#timer);
    this.#timer = undefined;
  }
  changed(schema: string): void {
    this.#changed.add(schema);
  }

  #tick(): void {
    const now = Date.now();
    const orgs = new Map(
      [...this.#watches.values()].map(({ listener: { session } }) => [session.org.schema, session.org]),
    );
    for (const schema of this.#changed) if (!orgs.has(schema)) this.#changed.delete(schema);
    for (const [schema, org] of orgs)
      if (this.#changed.has(schema) || now - (this.#ran.get(schema) ?? 0) >= MOST_MS) void this.#run(org);
  }
  /** One run of an organisation at a time; who comes meanwhile is served by the next. */
  async #run(org: OrgInfo): Promise<void> {
    const { schema } = org;
    if (this.#busy.has(schema)) {
      this.#changed.add(schema);
      return;
    }
    this.#busy.add(schema);
    this.#changed.delete(schema);
    this.#ran.set(schema, Date.now());
    try {
      await this.#tell(org);
    } catch {
      // a database that does not answer now is asked again
      this.#changed.add(schema);
    } finally {
      this.#busy.delete(schema);
    }
  }
  async #tell(org: OrgInfo): Promise<void> {
    const mine = [...this.#watches].filter(([, { listener }]) => listener.session.org.schema === org.schema);
    const seen = new Map<string, ReadonlySet<string>>();
    for (const [stream, { listener, told }] of mine)
      seen.set(stream, (await this.#source.watched(listener.session, [...told.keys()])) ?? new Set());
    const wanted = new Set([...seen.values()].flatMap((ids) => [...ids]));
    const rows = wanted.size === 0 ? [] : await this.#source.rows(org, [...wanted]);
    const byId = new Map(rows.map((row) => [row.id, row]));
    for (const [stream, { told: asked }] of mine) {
      const watch = this.#watches.get(stream);
      if (watch === undefined) continue;
      for (const [id, before] of watch.told) {
        // asked for after this run began: the next one
        if (watch.listener.isFull || !asked.has(id)) {
          this.#changed.add(org.schema);
          continue;
        }
        const row = seen.get(stream)?.has(id) ? (byId.get(id) ?? null) : null;
        if (before !== undefined && before === (row?.version ?? null)) continue;
        watch.told.set(id, row?.version ?? null);
        watch.listener.tell(id, row);
      }
    }
  }
}
