/** Uniqueness: asked before the checks, so that its sentence comes in order, and held by indexes, so that no race gets past. */

import { type RawBuilder, sql } from 'kysely';
import type { Env } from '../../../schemas/language/env';
import { type BoundTemplate, bindTemplate, renderTemplate } from '../../../schemas/language/expr/template';
import { factsOf } from '../../../schemas/language/kinds/index';
import { scopeAt } from '../../../schemas/language/record/bind';
import type { Model } from '../../../schemas/language/record/model';
import { isEmpty, sameValue } from '../../../schemas/language/record/values';
import type { ResolvedField, ResolvedObject, TypeLib } from '../../../schemas/language/resolved';
import { text } from '../../../schemas/language/texts';
import { type Problem, problem, type Rec, type Value } from '../../../schemas/language/value';
import { memo } from '../../registry/memo';
import { columnsOf, storageOf, tableOf, uniqueName } from '../../tables/names';
import type { ServerEnv } from '../env';
import type { EngineCtx } from '../host';
import { Refusal } from '../refusal';
import { beside } from '../together';
import { writeColumns } from './columns';
import { tableSql } from './stored';

interface UniqueKey {
  /** code of the field or of the entry: names the index */
  readonly code: string;
  readonly fields: readonly ResolvedField[];
  /** conditional entries are left to their index */
  readonly when: boolean;
  /** numbers count deleted records too */
  readonly ever: boolean;
  /** null counts as a value (entries of `unique`) */
  readonly nulls: boolean;
  readonly say?: string;
}

const keys = new WeakMap<ResolvedObject, readonly UniqueKey[]>();
const keysOf = (object: ResolvedObject): readonly UniqueKey[] =>
  memo(keys, object, () => {
    const named = new Set(Object.values(object.unique).flatMap((entry) => entry.fields));
    const single = Object.values(object.fields).flatMap((field): UniqueKey[] => {
      // a number that an entry names is unique together with what stands beside it, as its index says
      const auto = factsOf(field).isNumbered;
      if ((auto ? named.has(field.code) : !field.unique) || columnsOf(field).length !== 1) return [];
      const say = typeof field.unique === 'string' ? { say: field.unique } : {};
      return [
        { code: field.code, fields: [field], when: false, ever: factsOf(field).isNumbered, nulls: false, ...say },
      ];
    });
    const entries = Object.entries(object.unique).map(([code, entry]): UniqueKey => {
      const fields = entry.fields.flatMap((field) => object.fields[field] ?? []);
      const ever = fields.some((field) => factsOf(field).isNumbered);
      const say = entry.say === undefined ? {} : { say: entry.say };
      return { code, fields, when: entry.when !== undefined || entry.during !== undefined, ever, nulls: true, ...say };
    });
    return [...single, ...entries];
  });

/** Problems of keys that another record already holds; only keys that changed are asked, all in one query. */
export async function uniqueProblems(
  ctx: EngineCtx,
  env: ServerEnv,
  model: Model,
  rec: Rec,
  old: Rec | null,
): Promise<Problem[]> {
  const { obj } = model;
  const due = keysOf(obj).filter((key) => {
    if (key.when || key.fields.length === 0) return false;
    if (!key.nulls && isEmpty(rec[key.fields[0]?.code ?? ''])) return false;
    // a number that is still to be given cannot clash
    if (key.fields.some((field) => factsOf(field).isNumbered && isEmpty(rec[field.code]))) return false;
    return old === null || key.fields.some((field) => !sameValue(old[field.code], rec[field.code]));
  });
  if (due.length === 0) return [];
  const tests = due.map((key, index) => {
    const other = rec.id === undefined ? sql`true` : sql`t.id <> ${rec.id as string}::uuid`;
    const alive = key.ever ? sql`true` : sql`t.is_deleted = 0`;
    const same = sql.join(
      key.fields.flatMap((field) => matches(field, rec)),
      sql` and `,
    );
    return sql`select ${sql.lit(index)}::int as key where exists (select 1 from ${tableSql(ctx.org.schema, obj)} t where ${other} and ${alive} and ${same})`;
  });
  const { rows } = await sql<{ key: number }>`${sql.join(tests, sql` union all `)}`.execute(beside(ctx));
  const found = rows.flatMap((row) => due[row.key] ?? []);
  return env.settle((live) => found.map((key) => problemOf(ctx.registry.lib, model.obj, key, rec, live)));
}

function matches(field: ResolvedField, rec: Rec): RawBuilder<unknown>[] {
  return writeColumns(field).map((column) => {
    const value = column.read(rec);
    const own = sql.ref(`t.${column.name}`);
    if (storageOf(field) === 'text') {
      return sql`coalesce(lower(btrim(${own}) collate "C"), '') = coalesce(lower(btrim(cast(${value} as text)) collate "C"), '')`;
    }
    return sql`${own} is not distinct from cast(${value} as ${sql.raw(column.type)})`;
  });
}

function problemOf(lib: TypeLib, object: ResolvedObject, key: UniqueKey, rec: Rec, env: Env | undefined): Problem {
  const [field] = key.fields;
  const path = field?.code ?? '';
  const value = String((rec[path] as Value | undefined) ?? '');
  if (key.say !== undefined) {
    const say = sentence(lib, object, key.say);
    return problem('field.unique', path, say && env ? renderTemplate(say, scopeAt(env, rec)) : plain(key.say, rec));
  }
  if (field !== undefined && factsOf(field).isNumbered && object.audited)
    return problem('field.unique', path, `${field.title}「${value}」已存在`);
  if (key.fields.length > 1) {
    const titles = key.fields.map((field) => field.title).join('、');
    return problem('field.unique', path, `${titles}重复，请检查`);
  }
  return problem('field.unique', path, text('field.unique', { field: field?.title ?? '', value }));
}

const sentences = new WeakMap<ResolvedObject, Map<string, BoundTemplate | undefined>>();
function sentence(lib: TypeLib, object: ResolvedObject, say: string): BoundTemplate | undefined {
  const byText = memo(sentences, object, () => new Map<string, BoundTemplate | undefined>());
  if (!byText.has(say)) {
    const type = lib.object(object.object);
    const bound = type && bindTemplate(say, { lib, object: type });
    byText.set(say, Array.isArray(bound) ? undefined : bound);
  }
  return byText.get(say);
}
/** After a violation the transaction can ask nothing more: plain values are filled in, the rest stays. */
const plain = (say: string, rec: Rec): string =>
  say.replace(/\{(\w+)\}/g, (all, code: string) =>
    rec[code] === undefined || rec[code] === null ? all : String(rec[code]),
  );

/** A violation of an index or constraint as the refusal it means; anything else comes back as it is. */
export function refusalOf(ctx: EngineCtx, object: ResolvedObject, rec: Rec, error: unknown): unknown {
  const { code, constraint } = error as { readonly code?: string; readonly constraint?: string };
  // 23P01: an exclusion constraint, days that meet
  if (code === '23505' || code === '23P01') {
    const key = keysOf(object).find((key) => uniqueName(tableOf(object.object), key.code) === constraint);
    if (key) return new Refusal([problemOf(ctx.registry.lib, object, key, rec, undefined)]);
    if (constraint?.endsWith('_pkey')) return new Refusal([problem('record.stale', '', text('record.stale'))]);
  }
  if (code === '23514') return new Refusal([problem('field.digits', '', text('field.digits'))]);
  if (code === '23503') return new Refusal([problem('field.ref', '', '引用的数据不存在')]);
  return error;
}
