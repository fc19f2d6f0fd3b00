/** References of a write: the record is there, enabled, in reach, and one the picker would offer. One statement for all. */

import { sql } from 'kysely';
import type { Many } from '../../../schemas/language/document';
import type { Env } from '../../../schemas/language/env';
import type { Bound } from '../../../schemas/language/expr/check';
import { depsOf } from '../../../schemas/language/expr/deps';
import { truth } from '../../../schemas/language/expr/evaluate';
import { BOOL } from '../../../schemas/language/expr/types';
import { cellPath } from '../../../schemas/language/record/fill';
import type { FieldModel, Model } from '../../../schemas/language/record/model';
import { idsOf, isEmpty, sameValue } from '../../../schemas/language/record/values';
import type { FieldType, ResolvedObject } from '../../../schemas/language/resolved';
import { text } from '../../../schemas/language/texts';
import { type Problem, problem, type Rec, type Row, type Value } from '../../../schemas/language/value';
import { isGiven } from '../../../schemas/language/written';
import { memo } from '../../registry/memo';
import { columnOf } from '../../tables/names';
import type { ServerEnv } from '../env';
import { bindCondition, bindText } from '../expression';
import { gather, type Read } from '../gather';
import type { EngineCtx } from '../host';
import { keptOf } from '../kept';
import { findRows } from '../list/finder';
import { viewConditions } from '../pick/pick';
import { type RowScope, rowScope } from '../read/access';
import { labelSql } from '../read/labels';
import { tableSql } from '../store/stored';
import { fillersOf, isFilled, isLinked, type Use } from './brought';
import { bulkOf } from './bulk';
import type { Origin } from './draft';

interface Found {
  readonly disabled: boolean;
  readonly name: string;
  readonly inScope: boolean;
}

export interface Asked {
  readonly rec: Rec;
  readonly row: Row | undefined;
  /** sub-table the action works on the rows of */
  readonly sub?: string | undefined;
  readonly types: Many<FieldType>;
  /** the action has code of its own: it judges what the answers are to the record, with its sentence */
  readonly isJudged: boolean;
}
/** A write whose references are judged. */
export interface Judged {
  readonly rec: Rec;
  readonly old: Rec | null;
  /** the right to the form: it reaches where the user may not view the target himself */
  readonly right: string;
  /** what its new lines bring along */
  readonly origin?: Origin;
  /** `rec` is the answers of a dialog: conditions of picks read them as `ask`, and what it is about as `doc` and `row` */
  readonly asked?: Asked;
}

/** Problems of references that are new in `rec`. Code of the product (`system`) is not held to the picker's rows. */
export async function referenceProblems(
  ctx: EngineCtx,
  env: ServerEnv,
  model: Model,
  judged: Judged,
): Promise<Problem[]> {
  const { rec, old, right, origin } = judged;
  const uses = usesOf(model, rec, old);
  if (uses.length === 0) return [];
  const byObject = new Map<string, Set<string>>();
  for (const use of uses) {
    const ids = byObject.get(use.target) ?? new Set<string>();
    byObject.set(use.target, ids.add(use.id));
  }
  const found = new Map<string, Found>();
  const lookUps = [...byObject].map(async ([code, ids]) => {
    const object = ctx.registry.find(code);
    if (!object || object.storage === 'none') return;
    const wanted = [...ids];
    const load = (some: readonly string[]) => lookUp(ctx, object, some, right);
    const known = (await bulkOf(ctx)?.read(code, ctx.system ? '*' : right, wanted, load)) ?? (await load(wanted));
    for (const [id, match] of known) found.set(`${code}:${id}`, match);
  });
  await Promise.all(lookUps);
  const matchOf = ({ target, id }: Use): Found | undefined => found.get(`${target}:${id}`);
  const offered = await env.settle((live) => uses.map((use) => ctx.system || isOffered(ctx, model, use, judged, live)));
  const foreign = uses.filter((use) => matchOf(use)?.inScope === false && !isLinked(use, origin));
  const fillers = await env.settle(
    (live) =>
      new Map(
        foreign.map((use) => [use, fillersOf(model, uses, use).filter((each) => isFilled(live, model, each, use.id))]),
      ),
  );
  // a loop of fills has no beginning that is in reach
  const isReached = (use: Use, seen: readonly Use[] = []): boolean =>
    !fillers.has(use) ||
    (fillers.get(use) ?? []).some(
      ({ use: by }) =>
        !seen.includes(by) &&
        matchOf(by)?.disabled === false &&
        offered[uses.indexOf(by)] === true &&
        isReached(by, [...seen, use]),
    );
  return uses.flatMap((use, index) => {
    const match = matchOf(use);
    const terms = { field: use.field.field.title };
    if (!ctx.registry.find(use.target)) return [];
    if (!match) return [problem('field.ref', use.path, text('field.ref', terms))];
    if (match.disabled) return [problem('field.disabled', use.path, text('field.disabled', { name: match.name }))];
    if (!isReached(use) || !offered[index]) return [problem('field.scope', use.path, text('field.scope', terms))];
    return [];
  });
}

/** References that differ from the stored record; what is kept by the server and computed is not judged. */
function usesOf(model: Model, rec: Rec, old: Rec | null): Use[] {
  const uses: Use[] = [];
  const note = (field: FieldModel, holder: Rec | Row, before: Rec | Row | undefined, row: Row | undefined): void => {
    const { type, ref } = field.field;
    if (type !== 'ref' || ref === undefined || !isGiven(field.field)) return;
    const value = holder[field.code] as Value | undefined;
    if (isEmpty(value) || (before && sameValue(before[field.code], value))) return;
    const stored = new Set(idsOf(before?.[field.code] as Value | undefined));
    const target = ref === 'self' ? model.obj.object : ref;
    for (const id of idsOf(value)) {
      if (!stored.has(id)) uses.push({ field, path: cellPath(field.code, field.sub, row?.id), row, target, id });
    }
  };
  for (const field of model.head.fields.values()) note(field, rec, old ?? undefined, undefined);
  for (const [sub, place] of model.subs) {
    const before = new Map(((old?.[sub] as readonly Row[] | undefined) ?? []).map((row) => [row.id, row]));
    for (const row of (rec[sub] as readonly Row[] | undefined) ?? []) {
      const stored = before.get(row.id);
      if (stored === row) continue;
      for (const field of place.fields.values()) note(field, row, stored, row);
    }
  }
  return uses;
}
async function lookUp(
  ctx: EngineCtx,
  object: ResolvedObject,
  ids: readonly string[],
  right: string,
): Promise<Map<string, Found>> {
  const scope = pickScope(ctx, object, right);
  // what the draft has read need not be asked again
  const kept = scope === undefined && object.fields.name ? keptOf(ctx, object)?.heads : undefined;
  const found = new Map<string, Found>();
  for (const id of ids) {
    const rec = kept?.get(id);
    if (!rec || rec.isDeleted !== 0) continue;
    const disabled = rec.isDisabled === '1' || rec.isDisabled === true;
    found.set(id, { disabled, name: String(rec.name ?? ''), inScope: true });
  }
  const left = ids.filter((id) => !found.has(id));
  if (left.length === 0) return found;
  const rows = await gather(ctx, lookUpRead(ctx, object), left);
  const reached = await idsInScope(
    ctx,
    object,
    rows.map((row) => String(row.id)),
    scope,
  );
  for (const { id, disabled, name } of rows)
    found.set(String(id), {
      disabled: disabled === true,
      name: String(name ?? ''),
      inScope: reached.has(String(id)),
    });
  return found;
}

const reads = new WeakMap<ResolvedObject, Map<string, Read>>();
const lookUpRead = (ctx: EngineCtx, object: ResolvedObject): Read =>
  memo(
    memo(reads, object, () => new Map<string, Read>()),
    ctx.org.schema,
    () => {
      const state = object.fields.isDisabled;
      const disabled = state ? sql`${sql.ref(`t.${columnOf(state)}`)}::text in ('1', 'true')` : sql`false`;
      const name = object.fields.name
        ? sql`${sql.ref(`t.${columnOf(object.fields.name)}`)}::text`
        : labelSql(object, 't');
      const alive = object.fields.isDeleted ? sql`t.is_deleted = 0` : sql`true`;
      const { sql: text } = sql`select t.id, ${disabled} as disabled, ${name} as name
        from ${tableSql(ctx.org.schema, object)} t where t.id = any(${[]}::uuid[]) and ${alive}`.compile(ctx.trx);
      return { text, instants: [] };
    },
  );

/** Which of the records stand in a row scope. */
export async function idsInScope(
  ctx: EngineCtx,
  object: ResolvedObject,
  ids: readonly string[],
  scope: RowScope,
): Promise<ReadonlySet<string>> {
  if (scope === false || ids.length === 0) return new Set();
  if (scope === undefined) return new Set(ids);
  const rows = await findRows(ctx, {
    object,
    conditions: [bindCondition(ctx.registry.lib, object, scope)],
    where: () => [sql`t.id = any(${ids}::uuid[])`],
    select: () => sql`t.id`,
    deleted: true,
  });
  return new Set(rows.map((row) => String(row.id)));
}

/** Rows a picker offers: those of `<target>:view` if granted, else of the form's right applied to the target (security.md §4). */
function pickScope(ctx: EngineCtx, object: ResolvedObject, right: string): string | undefined | false {
  const view = `${object.object}:view`;
  return rowScope(ctx, object, ctx.session.rights.has(view) ? view : right);
}

/** `pick.where`: bare names are the candidate, `row` and `doc` the form's, in a dialog those of the record it is about. */
function isOffered(ctx: EngineCtx, model: Model, use: Use, { rec, asked }: Judged, env: Env): boolean {
  const target = ctx.registry.find(use.target);
  const onPage = target ? viewConditions(ctx, use.field.field, target) : [];
  for (const bound of onPage) {
    const it = candidateOf(bound, use, env);
    if (!truth(bound, { env, self: it, it, doc: it, row: it })) return false;
  }
  const where = use.field.field.pick?.where;
  if (where === undefined || !target) return true;
  // lines of a dialog are no rows of its object
  const isOwn = ctx.registry.find(model.obj.object)?.fields[use.field.sub ?? '']?.sub !== undefined;
  const sub = asked === undefined ? (isOwn ? use.field.sub : undefined) : asked.sub;
  const bound = bindText(ctx.registry.lib, model.obj.object, where, {
    candidate: use.target,
    want: BOOL,
    ...(sub === undefined ? {} : { sub }),
    ...(asked === undefined ? {} : { ask: asked.types }),
  });
  const it = candidateOf(bound, use, env);
  if (asked === undefined) return truth(bound, { env, self: it, it, doc: rec, row: use.row ?? rec });
  if (asked.isJudged && /\b(doc|row)\./.test(where)) return true;
  return truth(bound, { env, self: it, it, doc: asked.rec, row: asked.row ?? asked.rec, ask: rec });
}

/** The fields of the candidate that the condition reads. */
function candidateOf(bound: Bound, use: Use, env: Env): Rec {
  const deps = depsOf(bound);
  const it: Rec = { id: use.id };
  for (const path of [...deps.fields, ...deps.candidate, ...deps.collections]) {
    const [code = ''] = path.split('.');
    if (code !== 'id' && it[code] === undefined)
      it[code] = (env.hop(use.target, use.id, code) as Value | undefined) ?? null;
  }
  return it;
}
