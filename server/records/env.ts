/**
 * The environment of expressions on the server. Evaluation asks synchronously; what is not there yet is noted, counted as null, loaded
 * in batches (one query per object and round) and asked again: `settle`.
 */
import { callKey, type Env, type QueryNeed } from '../../schemas/language/env';
import type { ResolvedObject } from '../../schemas/language/resolved';
import type { Rec, Row, Value } from '../../schemas/language/value';
import { memo } from '../registry/memo';
import type { EngineCtx } from './host';
import { isUuid } from './list/list-request';
import { ancestries, subtrees } from './list/trees';
import { answerQueries } from './queries';
import { holdsGrant } from './read/grants';
import { labelOf, loadLabels } from './read/labels';
import { usedIds } from './read/usage';
import { loadRows } from './store/stored';

export interface ServerEnv extends Env {
  /**
   * Runs until nothing is pending, at most 10 rounds; `run` must be pure and takes ids of new rows from `newId`: each round gives the
   * same ones, or a service asked about a row would be asked anew each time. Throws when expressions feed each other without end.
   */
  settle<T>(run: (env: Env, newId: () => string) => T): Promise<T>;
  /** Loads what `run` asks for, again while it says that some of its questions lacked a value. */
  foresee(run: (env: Env) => boolean): Promise<void>;
  /** answers of queries and calls so far, by key: what the `resolve` call hands to a browser */
  answered(key: string): Value | undefined;
  /** a value of a record that was read already; undefined = it was not */
  known(object: string, id: string, field: string): Value | undefined;
  /** whether a record whose label was asked for is switched off */
  isOff(object: string, id: string): boolean;
  /** puts a record at hand, so that it is not read again (its head, and the sub-tables it carries) */
  remember(object: string, rec: Rec): void;
  /** an id that was just given to a record that is being made: nothing refers to it yet */
  fresh(object: string, id: string): void;
  /** a write of this request changed the record: read it anew */
  forget(object: string, id: string): void;
}

const MAX_ROUNDS = 10;

interface Known {
  rec: Rec | null;
  /** live formulas are computed */
  live: boolean;
  readonly rows: Map<string, readonly Row[]>;
}

/** What gives ids of new rows in each round: the same ones. */
function* rounds(ctx: EngineCtx): Generator<() => string> {
  const given: string[] = [];
  for (let round = 0; round < MAX_ROUNDS; round++) {
    let at = 0;
    yield () => {
      const id = given[at] ?? ctx.newId();
      given[at++] = id;
      return id;
    };
  }
}

/** One environment for one piece of work: what it has read stays as it was read. */
export function makeEnv(ctx: EngineCtx, { writes = false }: Pick<Env, 'writes'> = {}): ServerEnv {
  const records = new Map<string, Known>();
  const labels = new Map<string, string>();
  const off = new Set<string>();
  const answers = new Map<string, Value>();
  const used = new Map<string, boolean>();
  const below = new Map<string, readonly string[]>();
  const above = new Map<string, readonly string[]>();
  let needs = new Needs();

  const env: ServerEnv = {
    writes,
    now: ctx.now,
    me: ctx.session.me,
    sys: (key) => ctx.setting(key),
    dict: (code) => ctx.registry.dicts.get(code),
    can: (right) => holdsGrant(right, ctx.session.rights),
    hop(object, id, field) {
      const target = ctx.registry.find(object);
      const own = target?.fields[field];
      if (!target || !own) return null;
      const known = records.get(keyOf(object, id));
      // only what was asked for is known, so only the unknown is looked at
      if (known === undefined && !isUuid(id)) return null;
      const live = own.formulaAt === 'live';
      if (
        known === undefined ||
        (known.rec !== null && ((own.sub && !known.rows.has(field)) || (live && !known.live)))
      ) {
        needs.record(object, id, own.sub ? field : undefined, live);
        return undefined;
      }
      if (known.rec === null) return own.sub ? [] : null;
      return own.sub ? known.rows.get(field) : ((known.rec[field] as Value | undefined) ?? null);
    },
    label(object, id) {
      const target = ctx.registry.find(object);
      const key = keyOf(object, id);
      const label = labels.get(key);
      if (label !== undefined) return label;
      if (!target || !isUuid(id)) return '';
      const rec = records.get(key)?.rec;
      if (!rec) {
        add(needs.labels, object, id);
        return undefined;
      }
      return memo(labels, key, () => labelOf(target, rec));
    },
    query(need) {
      const known = answers.get(need.key);
      if (known === undefined) needs.queries.set(need.key, need);
      return known;
    },
    call(name, args) {
      if (!ctx.host.functions.has(name)) return null;
      const key = callKey(name, args);
      const known = answers.get(key);
      if (known === undefined) needs.call(name, key, args);
      return known;
    },
    service(name, args) {
      if (!ctx.host.services.has(name)) return null;
      const key = serviceKey(name, args);
      const known = answers.get(key);
      if (known === undefined) needs.services.set(key, { name, args });
      return known;
    },
    used(object, id) {
      if (!ctx.registry.find(object) || !isUuid(id)) return false;
      const known = used.get(keyOf(object, id));
      if (known === undefined) add(needs.used, object, id);
      return known;
    },
    subtree(object, id) {
      if (!isUuid(id)) return [];
      const known = below.get(keyOf(object, id));
      if (known === undefined) add(needs.below, object, id);
      return known;
    },
    ancestors(object, id) {
      if (!isUuid(id)) return [];
      const known = above.get(keyOf(object, id));
      if (known === undefined) add(needs.above, object, id);
      return known;
    },
    async settle(run) {
      for (const newRowId of rounds(ctx)) {
        needs = new Needs();
        const result = run(env, newRowId);
        if (needs.isEmpty()) return result;
        await load(needs);
      }
      throw new Error('expressions did not settle in 10 rounds');
    },
    async foresee(run) {
      for (let round = 0; round < MAX_ROUNDS; round++) {
        needs = new Needs();
        const again = run(env);
        if (needs.isEmpty()) return;
        await load(needs);
        if (!again) return;
      }
    },
    answered: (key) => answers.get(key),
    known: (object, id, field) => records.get(keyOf(object, id))?.rec?.[field] as Value | undefined,
    isOff: (object, id) => off.has(id) || records.get(keyOf(object, id))?.rec?.isDisabled === '1',
    remember(object, rec) {
      const id = rec.id as string;
      const rows = new Map<string, readonly Row[]>();
      for (const field of Object.values(ctx.registry.find(object)?.fields ?? {}))
        if (field.sub && Array.isArray(rec[field.code])) rows.set(field.code, rec[field.code] as Row[]);
      records.set(keyOf(object, id), { rec, rows, live: true });
    },
    fresh: (object, id) => void used.set(keyOf(object, id), false),
    forget(object, id) {
      records.delete(keyOf(object, id));
      labels.delete(keyOf(object, id));
      answers.clear();
    },
  };

  const headsOf = async (code: string, ids: ReadonlySet<string>) => {
    const object = ctx.registry.find(code);
    const missing = object ? [...ids].filter((id) => !records.has(keyOf(code, id))) : [];
    return { code, missing, found: object && missing.length > 0 ? await ctx.heads(object, missing, false) : [] };
  };
  const rowsOf = async (code: string, sub: string, ids: readonly string[]) => {
    const object = ctx.registry.find(code);
    const field = object?.fields[sub];
    return { code, sub, found: object && field ? await loadRows(ctx, object, field, ids) : [] };
  };
  const load = async (wanted: Needs): Promise<void> => {
    // a head that is read now has its label in it
    const unnamed = new Map<string, Set<string>>();
    for (const [object, ids] of wanted.labels)
      for (const id of ids)
        if (!records.get(keyOf(object, id))?.rec && !wanted.heads.get(object)?.has(id)) add(unnamed, object, id);
    // all at once: what is read by id goes out as one statement (gather.ts)
    const [heads, rows, named] = await Promise.all([
      Promise.all([...wanted.heads].map(([code, ids]) => headsOf(code, ids))),
      Promise.all(
        [...wanted.rows].flatMap(([code, bySub]) => [...bySub].map(([sub, ids]) => rowsOf(code, sub, [...ids]))),
      ),
      loadLabels(ctx, unnamed, off),
    ]);
    for (const { code, missing, found } of heads) {
      for (const id of missing) records.set(keyOf(code, id), { rec: null, rows: new Map(), live: true });
      for (const rec of found) records.set(keyOf(code, rec.id as string), { rec, rows: new Map(), live: false });
    }
    for (const { code, sub, found } of rows)
      for (const [id, list] of found) records.get(keyOf(code, id))?.rows.set(sub, list);
    for (const [object, ids] of wanted.labels)
      for (const id of ids)
        if (!records.get(keyOf(object, id))?.rec) labels.set(keyOf(object, id), named.get(object)?.get(id) ?? '');
    for (const [code, ids] of wanted.live) {
      const object = ctx.registry.find(code);
      if (!object) continue;
      for (const rec of await ctx.heads(object, [...ids], true)) {
        const known = records.get(keyOf(code, rec.id as string));
        if (known) Object.assign(known, { rec: { ...rec, ...known.rec, ...liveOnly(object, rec) }, live: true });
      }
    }
    if (wanted.queries.size > 0)
      for (const [key, value] of await answerQueries(ctx, env, [...wanted.queries.values()])) answers.set(key, value);
    for (const [name, calls] of wanted.calls) {
      const list = [...calls];
      const values = await ctx.host.functions.get(name)!.run(
        list.map(([, args]) => args),
        ctx,
      );
      for (const [index, [key]] of list.entries()) answers.set(key, values[index] ?? null);
    }
    for (const [key, value] of await answerServices(ctx, wanted.services)) answers.set(key, value);
    for (const [code, ids] of wanted.used) {
      const found = await usedIds(ctx, code, [...ids]);
      for (const id of ids) used.set(keyOf(code, id), found.has(id));
    }
    for (const [wants, to, walk] of [
      [wanted.below, below, subtrees],
      [wanted.above, above, ancestries],
    ] as const)
      for (const [code, ids] of wants) {
        const object = ctx.registry.find(code);
        const found = object ? await walk(ctx, object, [...ids]) : new Map<string, string[]>();
        for (const id of ids) to.set(keyOf(code, id), found.get(id) ?? []);
      }
  };
  return env;
}

const liveOnly = (object: ResolvedObject, rec: Rec): Rec =>
  Object.fromEntries(
    Object.values(object.fields)
      .filter((field) => field.formulaAt === 'live')
      .map((field) => [field.code, rec[field.code]]),
  );

type ServiceCalls = ReadonlyMap<string, { readonly name: string; readonly args: { readonly [arg: string]: Value } }>;
/** Each call by itself, or all of a service together where it can. */
const answerServices = async (ctx: EngineCtx, wanted: ServiceCalls): Promise<readonly (readonly [string, Value])[]> => {
  const answers: (readonly [string, Value])[] = [];
  for (const name of new Set([...wanted.values()].map((call) => call.name))) {
    const service = ctx.host.services.get(name);
    const calls = [...wanted].filter(([, call]) => call.name === name);
    const args = calls.map(([, call]) => ({ ...call.args }));
    const all = await service?.runAll?.(args, ctx);
    for (const [n, [key]] of calls.entries()) {
      const value = all === undefined ? await service?.run(args[n] ?? {}, ctx) : all[n];
      answers.push([key, (value ?? null) as Value]);
    }
  }
  return answers;
};

/** Identity of a service call: arguments in the order of their names; a text with its length, so that no two calls are alike. */
const serviceKey = (name: string, args: { readonly [arg: string]: Value }): string => {
  let key = name;
  for (const arg of Object.keys(args).sort()) {
    const value = args[arg];
    key += typeof value === 'string' ? ` ${arg} ${value.length}:${value}` : ` ${arg} ${JSON.stringify(value)}`;
  }
  return key;
};
const keyOf = (object: string, id: string): string => `${object}:${id}`;

class Needs {
  readonly heads = new Map<string, Set<string>>();
  readonly live = new Map<string, Set<string>>();
  readonly rows = new Map<string, Map<string, Set<string>>>();
  readonly labels = new Map<string, Set<string>>();
  readonly used = new Map<string, Set<string>>();
  readonly below = new Map<string, Set<string>>();
  readonly above = new Map<string, Set<string>>();
  readonly queries = new Map<string, QueryNeed>();
  readonly services = new Map<string, { readonly name: string; readonly args: { readonly [arg: string]: Value } }>();
  readonly calls = new Map<string, Map<string, readonly Value[]>>();

  record(object: string, id: string, sub: string | undefined, live: boolean): void {
    add(this.heads, object, id);
    if (live) add(this.live, object, id);
    if (sub === undefined) return;
    add(
      memo(this.rows, object, () => new Map<string, Set<string>>()),
      sub,
      id,
    );
  }
  call(name: string, key: string, args: readonly Value[]): void {
    memo(this.calls, name, () => new Map<string, readonly Value[]>()).set(key, args);
  }
  isEmpty(): boolean {
    return (
      this.heads.size + this.labels.size + this.used.size + this.below.size + this.above.size === 0 &&
      this.queries.size + this.calls.size + this.services.size === 0
    );
  }
}
function add(to: Map<string, Set<string>>, key: string, value: string): void {
  memo(to, key, () => new Set<string>()).add(value);
}
