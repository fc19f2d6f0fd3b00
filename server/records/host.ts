import type { ResolvedObject } from '../../schemas/language/resolved';
import type { Rec, Row } from '../../schemas/language/value';
import type { Vault } from '../auth/vault';
import type { Ctx, Db, DomainModule, ServerFunction, Service } from '../ctx';
import type { Room } from '../files/room';
import type { FileStore } from '../files/store';
import type { Registries, Registry } from '../registry/registry';

/** What a process puts together once (`server/app.ts`) and every request works with. Explicit lists, nothing is found by scanning. */
export interface Host {
  readonly db: Db;
  /** connections of the owner of the tables: for what makes or changes tables, nothing else (db/roles.ts) */
  readonly owner: Db;
  readonly registries: Registries;
  readonly clock: () => Date;
  readonly newId: () => string;
  readonly modules: ReadonlyMap<string, DomainModule>;
  /** of an object that is not shipped */
  readonly moduleFor?: (object: ResolvedObject) => DomainModule | undefined;
  readonly services: ReadonlyMap<string, Service>;
  readonly functions: ReadonlyMap<string, ServerFunction>;
  readonly writes: Writes;
  /** approval flows of documents; absent = no document can be submitted */
  readonly flows?: Flows;
  /** what is left on the disk: writes are refused before it is full */
  readonly room: Room;
  /** bytes of uploaded files */
  readonly files: FileStore;
  /** seals secret values, signs links */
  readonly vault: Vault;
}

/** The write side of records; kept apart so that reading does not depend on it. */
export interface Writes {
  save(object: string, rec: Rec, ctx: EngineCtx): Promise<Rec>;
  act(object: string, action: string, id: string, ask: Rec, ctx: EngineCtx): Promise<Rec>;
  patch(
    object: string,
    id: string,
    change: { readonly head?: Rec; readonly rows?: { readonly [sub: string]: readonly Row[] } },
    ctx: EngineCtx,
  ): Promise<void>;
  emit(event: string, data: Record<string, unknown>, ctx: EngineCtx): Promise<void>;
}

/** What records know of the flows of documents. */
export interface Flows {
  /** 提交审批, 撤回, 催办 of a locked document inside the running transaction; answers what the caller is told */
  act(
    ctx: EngineCtx,
    object: ResolvedObject,
    act: 'submit' | 'withdraw' | 'urge',
    rec: Rec,
    ask: Rec,
  ): Promise<Rec | undefined>;
  /** whether the user has an open or done task of this document (without one: of any), and may read it without right or rows */
  mayRead(ctx: EngineCtx, object: ResolvedObject, id?: string): Promise<boolean>;
  /** paths of the document that the node of the user's open task hides; `through`: he reads it only by his tasks, done ones count too */
  hidden(ctx: EngineCtx, object: ResolvedObject, id: string, through: boolean): Promise<readonly string[]>;
  /** an approved document was taken back (反审核): it must be submitted again */
  reversed(ctx: EngineCtx, object: ResolvedObject, id: string): Promise<void>;
}

/** The ctx as the engine sees it: domain code gets the narrower `Ctx`. */
export interface EngineCtx extends Ctx {
  readonly host: Host;
  readonly registry: Registry;
  /** all rights and no row scope (`asSystem`) */
  readonly system: boolean;
  /** inside a transaction: one connection, reads see the writes */
  readonly inTx: boolean;
  /** one identity per transaction (also of its system ctx): the write side hangs its open work on it */
  readonly unit: object;
  /** heads that references point at, deleted ones too; live formulas only when asked: they cost queries */
  heads(object: ResolvedObject, ids: readonly string[], live: boolean): Promise<Rec[]>;
  asSystem(): EngineCtx;
}

/** The ctx of domain code as the engine made it: code that needs more than the contract says asks for it by name. */
export function engineOf(ctx: Ctx): EngineCtx {
  if (!isEngine(ctx)) throw new Error('a ctx that the engine did not make');
  return ctx;
}
const isEngine = (ctx: Ctx): ctx is EngineCtx => 'host' in ctx && 'registry' in ctx;

/** Lists by name; a name that stands twice is a mistake of the product and stops the start. */
export function byName<T extends { readonly name: string }>(
  ...lists: readonly (readonly T[])[]
): ReadonlyMap<string, T> {
  const map = new Map<string, T>();
  for (const list of lists.flat()) {
    if (map.has(list.name)) throw new Error(`${list.name} is registered twice`);
    map.set(list.name, list);
  }
  return map;
}
