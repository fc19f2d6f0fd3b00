/**
 * Large boards on screens (50 §5.1): when something they show may have changed, what they show is asked anew, once for all screens that show
 * the same; a screen is sent the blocks that are others than those it has, each at most once a second. Who may not show it any more ends.
 */
import type { Session } from '../ctx';

/** What a screen shows; `data` by block. */
export interface Board {
  readonly refreshSec: number;
  readonly data: Readonly<Record<string, unknown>>;
}
/** A board, and the devices it shows; without them any of its organisation. */
export interface Answered {
  readonly board: Board;
  readonly devices?: readonly string[];
}
export interface Screen {
  readonly session: Session;
  /** equal ones of a session are shown the same */
  readonly question: string;
  /** what it is let in by; screens of one are looked at together */
  readonly door: string;
  /** the session as it is now; refused once it is over */
  readonly renew: () => Promise<Session>;
  /** refused once the session may show it no longer */
  readonly answer: (session: Session) => Promise<Answered>;
  /** a slow one is told once it drains, and then the newest only */
  readonly isFull: () => boolean;
  readonly tell: (board: Board) => void;
  /** it could not be asked; it is asked again */
  readonly failed: (error: unknown) => void;
  readonly end: () => void;
}
interface Open {
  readonly screen: Screen;
  /** block → what it was sent last, and when */
  readonly told: Map<string, { readonly text: string; readonly at: number }>;
  toldAt: number;
}
interface Group {
  readonly schema: string;
  readonly open: Map<string, Open>;
  changed: boolean;
  busy: boolean;
  /** ms; not asked before */
  free: number;
  /** ms; asked then at the latest: time alone changes boards too */
  due: number;
  /** undefined: it was not asked yet, or may show any */
  devices: ReadonlySet<string> | undefined;
}
interface Door {
  session: Session;
  /** ms when it was looked at */
  at: number;
  screens: number;
}

const ASK_MS = 500;
const BLOCK_MS = 1_000;
/** for so long a look at who may show it holds */
const LOOK_MS = 5_000;
/** what failed is asked again */
const RETRY_MS = 3_000;
/** so many boards are asked for at a time, and each lane rests as long as it worked: boards take no server from the people */
const LANES = 2;
/** of an organisation; more are no screens */
const MOST = 1_000;

export class WallFeed {
  readonly #groups = new Map<string, Group>();
  readonly #doors = new Map<string, Door>();
  readonly #of = new Map<string, string>();
  readonly #lookMs: number;
  #lanes = LANES;
  #timer: NodeJS.Timeout | undefined;

  constructor(lookMs = LOOK_MS) {
    this.#lookMs = lookMs;
  }
  get size(): number {
    return this.#of.size;
  }
  hasRoom(schema: string): boolean {
    let many = 0;
    for (const group of this.#groups.values()) if (group.schema === schema) many += group.open.size;
    return many < MOST;
  }
  add(id: string, screen: Screen): void {
    const { session, question, door } = screen;
    const { schema } = session.org;
    const key = `${schema} ${session.id} ${question}`;
    const group = this.#groups.get(key) ?? {
      ...{ schema, open: new Map(), changed: true, busy: false },
      ...{ free: 0, due: 0, devices: undefined },
    };
    this.#groups.set(key, group);
    this.#doors.set(door, { session, at: Date.now(), screens: (this.#doors.get(door)?.screens ?? 0) + 1 });
    this.#of.set(id, key);
    group.open.set(id, { screen, told: new Map(), toldAt: 0 });
    // the first answer does not wait for those of others
    group.changed = true;
    group.free = 0;
    this.#plan();
  }
  drop(id: string): void {
    const key = this.#of.get(id) ?? '';
    this.#of.delete(id);
    const group = this.#groups.get(key);
    const open = group?.open.get(id);
    if (group === undefined || open === undefined) return;
    group.open.delete(id);
    if (group.open.size === 0) this.#groups.delete(key);
    const door = this.#doors.get(open.screen.door);
    if (door !== undefined && --door.screens === 0) this.#doors.delete(open.screen.door);
  }
  /** It takes something again. */
  drained(id: string): void {
    const group = this.#groups.get(this.#of.get(id) ?? '');
    if (group === undefined) return;
    group.changed = true;
    this.#plan();
  }
  /** Something of an organisation is another now, of some of its devices or of anything; undefined: of all of them. */
  changed(schema?: string, devices?: readonly string[]): void {
    const isShown = ({ devices: shown }: Group): boolean =>
      devices === undefined || shown === undefined || devices.some((id) => shown.has(id));
    for (const group of this.#groups.values())
      if ((schema === undefined || group.schema === schema) && isShown(group)) group.changed = true;
    this.#plan();
  }
  stop(): void {
    for (const { open } of [...this.#groups.values()]) for (const { screen } of [...open.values()]) screen.end();
    this.#groups.clear();
    this.#of.clear();
    this.#doors.clear();
    clearTimeout(this.#timer);
  }

  /** Asks for the boards whose time has come, the longest waiting first, and sleeps until that of the next. */
  #plan(): void {
    clearTimeout(this.#timer);
    const now = Date.now();
    const waiting = [...this.#groups]
      .filter(([, { busy }]) => !busy)
      .map(([key, group]) => ({ key, group, at: group.changed ? group.free : group.due }))
      .sort((a, b) => a.at - b.at);
    for (const { key, group, at } of waiting) {
      if (this.#lanes === 0) return;
      if (at > now) {
        this.#timer = setTimeout(() => this.#plan(), at - now).unref();
        break;
      }
      void this.#run(key, group);
    }
  }
  async #run(key: string, group: Group): Promise<void> {
    const began = Date.now();
    this.#lanes--;
    group.busy = true;
    group.changed = false;
    try {
      const answered = await this.#ask(group);
      const board = answered?.board;
      group.devices = answered?.devices && new Set(answered.devices);
      group.due = Date.now() + (board === undefined ? 0 : board.refreshSec * 1000);
      if (board !== undefined && this.#groups.get(key) === group) tellAll(group, board);
      group.free = began + ASK_MS;
    } catch (error) {
      for (const { screen } of [...group.open.values()].slice(0, 1)) screen.failed(error);
      group.changed = true;
      group.free = Date.now() + RETRY_MS;
    }
    group.busy = false;
    setTimeout(() => {
      this.#lanes++;
      this.#plan();
    }, Date.now() - began).unref();
  }
  /** One answer for all of a group who may still show it; the others end. */
  async #ask(group: Group): Promise<Answered | undefined> {
    let session: Session | undefined;
    for (const [id, open] of [...group.open])
      try {
        session = await this.#looked(open.screen);
      } catch (error) {
        this.#refused(id, open, error);
      }
    for (const [id, open] of [...group.open])
      try {
        if (session !== undefined) return await open.screen.answer(session);
      } catch (error) {
        this.#refused(id, open, error);
      }
    return undefined;
  }
  async #looked({ door, renew }: Screen): Promise<Session> {
    const known = this.#doors.get(door);
    if (known !== undefined && Date.now() - known.at < this.#lookMs) return known.session;
    const session = await renew();
    if (known !== undefined) Object.assign(known, { session, at: Date.now() });
    return session;
  }
  #refused(id: string, { screen }: Open, error: unknown): void {
    if (!isRefused(error)) throw error;
    this.drop(id);
    screen.end();
  }
}

const isRefused = (error: unknown): boolean => [401, 403].includes((error as { readonly code?: number }).code ?? 0);
const tellAll = (group: Group, board: Board): void => {
  const now = Date.now();
  const texts = Object.entries(board.data).map(([block, rows]) => [block, rows, JSON.stringify(rows)] as const);
  for (const to of group.open.values()) {
    const { screen, told } = to;
    if (screen.isFull()) continue;
    const changed = texts.filter(([block, , text]) => told.get(block)?.text !== text);
    const open = changed.filter(([block]) => now - (told.get(block)?.at ?? -BLOCK_MS) >= BLOCK_MS);
    if (open.length < changed.length) group.changed = true;
    for (const [block, , text] of open) told.set(block, { text, at: now });
    // how old it is, and its configuration, are told without a block too
    if (open.length === 0 && now - to.toldAt < BLOCK_MS) continue;
    to.toldAt = now;
    screen.tell({ ...board, data: Object.fromEntries(open.map(([block, rows]) => [block, rows])) });
  }
};
