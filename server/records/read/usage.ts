import { type RawBuilder, sql } from 'kysely';
import { isMany } from '../../../schemas/language/kinds/index';
import type { ResolvedField, ResolvedObject } from '../../../schemas/language/resolved';
import { memo } from '../../registry/memo';
import type { Registry } from '../../registry/registry';
import { columnOf } from '../../tables/names';
import type { EngineCtx } from '../host';
import { tableSql } from '../store/stored';
import { isRef, targetOf } from './wire';

/** Where records of an object are referenced from: a field of a head or of a sub-table. */
export interface Referrer {
  readonly object: ResolvedObject;
  readonly sub?: string;
  readonly field: ResolvedField;
}

const known = new WeakMap<Registry, ReadonlyMap<string, readonly Referrer[]>>();
/** Every stored reference to an object, over all documents of the registry; the tree field of the object itself counts too. */
export function referrersOf(registry: Registry, target: string): readonly Referrer[] {
  return memo(known, registry, () => collect(registry)).get(target) ?? [];
}

function collect(registry: Registry): ReadonlyMap<string, readonly Referrer[]> {
  const found = new Map<string, Referrer[]>();
  const note = (object: ResolvedObject, field: ResolvedField, sub?: string): void => {
    if (!isRef(field) || field.formulaAt === 'live' || field.base) return;
    const target = targetOf(object, field);
    const list = found.get(target) ?? [];
    list.push(sub === undefined ? { object, field } : { object, sub, field });
    found.set(target, list);
  };
  for (const object of registry.objects.values()) {
    if (object.storage === 'none' || object.settings) continue;
    for (const field of Object.values(object.fields)) {
      if (field.sub) for (const column of Object.values(field.sub.fields)) note(object, column, field.code);
      else note(object, field);
    }
  }
  return found;
}

/** Heads of the rows that reference `u.id` in one place; `extra` narrows them (t = the head). */
export function referenceSql(schema: string, at: Referrer, extra?: RawBuilder<unknown>): RawBuilder<unknown> {
  const column = columnOf(at.field);
  const alias = at.sub === undefined ? 't' : 'r';
  const ref = sql.ref(`${alias}.${column}`);
  const match = isMany(at.field) ? sql`${ref} @> array[u.id]` : sql`${ref} = u.id`;
  const head = tableSql(schema, at.object);
  const from =
    at.sub === undefined
      ? sql`${head} t`
      : sql`${tableSql(schema, at.object, at.sub)} r join ${head} t on t.id = r.head_id`;
  const alive = at.object.fields.isDeleted ? sql` and t.is_deleted = 0` : sql``;
  return sql`select t.id from ${from} where ${match}${alive}${extra ? sql` and ${extra}` : sql``}`;
}

/** Which of the records an audited document or a row of the engines (`storage: migration`: ledger, balance) refers to: `used()`. */
export async function usedIds(ctx: EngineCtx, object: string, ids: readonly string[]): Promise<ReadonlySet<string>> {
  const places = referrersOf(ctx.registry, object).filter(
    (at) => at.object.audited || at.object.storage === 'migration',
  );
  if (places.length === 0 || ids.length === 0) return new Set();
  const tests = places.map(
    (at) =>
      sql`exists (${referenceSql(ctx.org.schema, at, at.object.audited ? sql`t.audit_status = '2'` : undefined)})`,
  );
  const { rows } = await sql<{ id: string }>`
    select u.id from unnest(${ids}::uuid[]) as u(id) where ${sql.join(tests, sql` or `)}`.execute(ctx.trx);
  return new Set(rows.map((row) => row.id));
}

export interface Held {
  /** the record that is referred to */
  readonly of: string;
  /** who refers to it */
  readonly id: string;
  readonly object: ResolvedObject;
}
/** One record that refers to one of these and is none of `except`; documents are named before anything else. */
export async function firstHolder(
  ctx: EngineCtx,
  object: string,
  ids: readonly string[],
  except: readonly string[],
): Promise<Held | undefined> {
  if (ids.length === 0) return undefined;
  const weight = (at: Referrer): number => (at.object.audited ? 0 : at.object.storage === 'table' ? 1 : 2);
  const places = referrersOf(ctx.registry, object).toSorted((a, b) => weight(a) - weight(b));
  for (const at of places) {
    const { rows } = await sql<{ of: string; id: string }>`
      select u.id as of, h.id from unnest(${ids}::uuid[]) as u(id)
        cross join lateral (${referenceSql(ctx.org.schema, at)}) h
       where not (h.id = any(${except}::uuid[])) limit 1`.execute(ctx.trx);
    if (rows[0]) return { ...rows[0], object: at.object };
  }
  return undefined;
}
