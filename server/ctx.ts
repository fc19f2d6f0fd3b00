/** What server code of an object may touch: the contract between engine, domain modules and routes. */
import type { Kysely, Transaction } from 'kysely';
import type { Me } from '../schemas/language/env';
import type { ResolvedDict, ResolvedObject } from '../schemas/language/resolved';
import type { Problem, Rec, Value } from '../schemas/language/value';
import type { FileTerms } from '../schemas/language/wire';
import type {
  ActionOf,
  Answer,
  AskOf,
  ChangeOf,
  DraftOf,
  FoundOf,
  HeadOf,
  JudgedOf,
  LinesOf,
  ManyOptions,
  RowOf,
} from './rows';

/** Physical schemas are data here: names come from the registry, so the builder is typed by hand-written row types where needed. */
// biome-ignore lint/suspicious/noExplicitAny: table and column names come from documents, not from types
export type Db = Kysely<any>;
// biome-ignore lint/suspicious/noExplicitAny: as above
export type Trx = Transaction<any>;

export interface OrgInfo {
  readonly id: string;
  readonly code: string;
  readonly name: string;
  /** PostgreSQL schema, `org_<code>` */
  readonly schema: string;
  readonly rightsVersion: number;
}
/** One signed-in user in one organisation; rights are cached by (user, rightsVersion). */
export interface Session {
  readonly id: string;
  readonly org: OrgInfo;
  readonly me: Me;
  readonly loginName: string;
  readonly rights: Rights;
  /** the terminal of the floor it was opened on, by PIN */
  readonly terminal?: string | null;
  /** address of the request; none in jobs */
  readonly ip?: string | undefined;
}
export interface Rights {
  /** `*` holds every function and field group of its organisation */
  readonly super: boolean;
  has(right: string): boolean;
  group(fieldGroup: string): boolean;
  /** scopes of the roles that grant `object:action`, over its object or the rows of another one; empty = no right */
  scopes(right: string, object?: string): readonly ScopeGrant[];
  readonly functions: readonly string[];
  /** the object is of an app that is off */
  rests(object: string): boolean;
}
export interface ScopeGrant {
  /** 1 all, 2 own dept and below, 3 own dept, 4 an owner path is me, 5 chosen depts, or a named scope of the object */
  readonly scope: string;
  readonly depts: readonly string[];
  /** only rows that this one reaches, too */
  readonly within?: ScopeGrant;
}

/** One request (or job) in one organisation, inside at most one transaction. */
export interface Ctx {
  readonly session: Session;
  readonly org: OrgInfo;
  /** factory time, fixed for the request */
  readonly now: string;
  /** when it happened on the floor: earlier than `now` for what was done without network (language §12.3), else `now` */
  readonly occurAt: string;
  /** it was done without network and is sent only now */
  readonly offline: boolean;
  /** ms the clock of the terminal was off when it was done there without network */
  readonly clockOffset: number;
  readonly today: string;
  readonly requestId: string;
  readonly token?: string | undefined;
  /** a preview: it is rolled back, so what takes long need not be written */
  readonly trial: boolean;
  /** bound to the organisation's schema; inside a write it is the transaction */
  readonly trx: Trx;
  readonly records: Records;
  /** setting by key, defaults from the settings documents */
  setting(key: string): Value;
  newId(): string;
  /** plain text of a `secret: true` value of a record; null when there is none */
  reveal(value: Value | undefined): string | null;
  /** whether a text is what a `secret: "hash"` value was made of */
  fits(value: Value | undefined, plain: string): Promise<boolean>;
  /** event `<object>.<action>` into the outbox of this transaction */
  emit(event: string, data: Record<string, unknown>): Promise<void>;
  /** the same request with all rights and no row scope, for engine code */
  asSystem(): Ctx;
}
export interface Records {
  object(code: string): ResolvedObject;
  /** fields of documents that name records of an object, stored ones */
  namedIn(object: string): readonly NamedIn[];
  /** a dictionary of the organisation */
  dict(code: string): ResolvedDict | undefined;
  /** record with its sub-tables, or null; `lock` takes the head row FOR UPDATE */
  get<O extends string>(
    object: O,
    id: string,
    options?: { readonly lock?: boolean; readonly scoped?: boolean },
  ): Promise<RowOf<O> | null>;
  /** many heads at once (no sub-tables unless `rows`: all or named ones), in the order of ids; `stored`: live formulas are not asked for */
  many<O extends string, const Options extends ManyOptions<O>>(
    object: O,
    ids: readonly string[],
    options?: Options,
  ): Promise<FoundOf<O, Options>[]>;
  /**
   * records where an expression holds; head fields only. `lock` takes them FOR UPDATE in the order of `sort`, under locks that keep
   * others from adding to them: asked again, nothing is read until this transaction itself changes what is found.
   */
  find<O extends string>(
    object: O,
    where: string,
    options?: { readonly param?: Rec; readonly limit?: number; readonly sort?: string; readonly lock?: boolean },
  ): Promise<HeadOf<O>[]>;
  /** through the whole pipeline */
  save<O extends string>(object: O, rec: ChangeOf<O>): Promise<RowOf<O>>;
  /** the same for many new ones, which share what is read, numbered and noted */
  saveAll<O extends string>(object: O, recs: readonly ChangeOf<O>[]): Promise<void>;
  /** run an action as the engine does (rights of the ctx) */
  act<O extends string, Action extends ActionOf<O>>(
    object: O,
    action: Action,
    id: string,
    ask?: AskOf<O, Action>,
  ): Promise<RowOf<O>>;
  /** engine write of kept fields past the pipeline; recomputes stored formulas of the head, then auto actions */
  patch<O extends string>(
    object: O,
    id: string,
    change: { readonly head?: ChangeOf<O>; readonly rows?: LinesOf<O> },
  ): Promise<void>;
  label(object: string, id: string): Promise<string>;
}

/** A field of a head or (`sub`) of a sub-table that holds one record of another object, or (`many`) several. */
export interface NamedIn {
  readonly object: ResolvedObject;
  readonly sub?: string;
  readonly field: string;
  readonly many: boolean;
}

/** One write of one record as a domain module sees it. */
export interface Write<O extends string = string> {
  readonly object: string;
  readonly record: RowOf<O>;
  readonly old: RowOf<O> | null;
  readonly action?: string;
}
/**
 * Server code of an object (`server/domain/<area>/<object>.ts`); from, when and ask stand in the document only. The code of the object
 * is the parameter, for it tells more than a row does: sub-tables, actions and what each asks. Without it records are untyped.
 */
export interface DomainModule<O extends string = string> {
  /** refuses who may not act on this stored record at all, beyond function and rows: before its version and content (security.md §7.2) */
  admit?(stored: RowOf<O>, action: string, ctx: Ctx): Promise<void>;
  /** rows of others that must be locked before the own ones of an action, or of the save of a stored record (`edit`), are; what is refused here is refused first */
  lock?(action: string, ids: readonly string[], ctx: Ctx): Promise<void>;
  /** server-kept values before formulas; answers a patch of head fields, may change rows of `record` in place */
  derive?(record: DraftOf<O>, old: RowOf<O> | null, ctx: Ctx): Promise<ChangeOf<O> | undefined>;
  /**
   * A new record that was made without network and comes too late to be saved as what it is: what was made of it instead, which is the
   * answer of its call. Undefined = it is saved as ever.
   */
  late?(given: ChangeOf<O>, ctx: Ctx): Promise<Converted | undefined>;
  /** what a client sent of values that are counted here, against the record: who contradicts himself is asked which he means */
  against?(sent: ChangeOf<O>, record: JudgedOf<O>): readonly Problem[];
  check?(record: JudgedOf<O>, old: RowOf<O> | null, ctx: Ctx): Promise<readonly Problem[]>;
  /** what an action asks before it is done (level warn), of its answers too: a yes is sent with its repeat */
  asks?(action: string, record: RowOf<O>, ctx: Ctx, ask: Rec): Promise<readonly Problem[]>;
  /** what is deleted along with a record, before it is asked who refers to it; refuses where that must not be */
  letGo?(record: RowOf<O>, ctx: Ctx): Promise<void>;
  before?(write: { readonly record: JudgedOf<O> } & Omit<Write<O>, 'record'>, ctx: Ctx): Promise<void>;
  after?(write: Write<O>, ctx: Ctx): Promise<void>;
  /** what holds for the files of a record beyond reading it; absent = they may be saved and carry no mark */
  files?(id: string, ctx: Ctx): Promise<FileTerms>;
  /** actions, the first save (`add`) among them, whose transaction runs as the owner of the tables: they make tables, or delete what only grows */
  readonly byOwner?: readonly string[];
  /** by action code; called inside the effect of built-ins (audit, unaudit, close, void, del) of the same name too */
  readonly actions?: { readonly [Action in ActionOf<O>]?: ActionRun<O, Action> };
}
/** What a late record became: the sort of document and the sentence that names it. */
export interface Converted {
  readonly converted: string;
  readonly text: string;
  readonly id: string;
  readonly nbr: string;
}
/** A method, so that a module of one object stands in the list of all. */
type ActionRun<O extends string, Action> = {
  run(record: RowOf<O>, ask: AskOf<O, Action>, ctx: Ctx): Promise<ChangeOf<O> | Answer | undefined>;
}['run'];
/** What a service over rows answers when it has more to say than the rows: the columns of a pivot, in order, empty ones too. */
export interface ServedRows {
  readonly rows: readonly Rec[];
  readonly slots?: readonly { readonly value: Value; readonly title: string }[];
  /** how values of a dim stand below each other, where it is the only group; `title` names one that is no record */
  readonly tree?: {
    readonly dim: string;
    readonly nodes: readonly { readonly value: string; readonly above: string | null; readonly title?: string }[];
  };
  /** numbers of the whole by measure: rows that hold each other add up to more */
  readonly whole?: Readonly<Record<string, number | null>>;
  /** measure that is 1 where a number is estimated */
  readonly estimated?: string;
  /** measure that is 1 where a number of the pivot stands on too little */
  readonly weak?: string;
  /** measures, or fields of a list, that say nothing this time: their columns are left out */
  readonly off?: readonly string[];
}
/** Typed service named by `service`, `source`, `lines`, `prepare` in documents. */
export interface Service {
  readonly name: string;
  /** right that a caller must hold; null = right to the page that names it */
  readonly right: string | null;
  /** `dims`: those of a report that anything asks for; rows may be added up over the others */
  run(args: Record<string, Value>, ctx: Ctx, dims?: ReadonlySet<string>): Promise<unknown>;
  /** the same for all rows of a page at once, in their order: columns of services that would ask the database for each */
  runAll?(calls: readonly Record<string, Value>[], ctx: Ctx): Promise<readonly unknown[]>;
}
/** Server function of expressions (`unitFactor(material, unit)`); called once per distinct arguments, batched. */
export interface ServerFunction {
  readonly name: string;
  readonly args: readonly string[];
  readonly result: 'text' | 'int' | 'decimal' | 'bool' | 'date' | 'datetime' | 'ref';
  readonly live?: boolean;
  run(calls: readonly (readonly Value[])[], ctx: Ctx): Promise<readonly Value[]>;
}
