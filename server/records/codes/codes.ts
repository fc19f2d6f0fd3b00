/**
 * Automatic numbers (20 §10.1): a rule of the organisation or the one of the document, its serial from a counter row that stays locked to the end of the
 * transaction, so numbers of one scope are distinct and a rolled back save gives its number back. Gaps are allowed, reuse is not.
 */

import { sql } from 'kysely';
import { type CodeRule, isRules, parseRule, pickRule, renderRule, scopeOf } from '../../../schemas/language/code-rule';
import type { Env } from '../../../schemas/language/env';
import { depsOf } from '../../../schemas/language/expr/deps';
import { factsOf } from '../../../schemas/language/kinds/index';
import { scopeAt } from '../../../schemas/language/record/bind';
import type { FieldModel, Model } from '../../../schemas/language/record/model';
import { isEmpty } from '../../../schemas/language/record/values';
import type { ResolvedObject } from '../../../schemas/language/resolved';
import { text } from '../../../schemas/language/texts';
import { type Problem, problem, type Rec, type Row } from '../../../schemas/language/value';
import { columnOf } from '../../tables/names';
import { makeEnv, type ServerEnv } from '../env';
import type { EngineCtx } from '../host';
import { Refusal } from '../refusal';
import { bulkOf } from '../save/bulk';
import { tableSql } from '../store/stored';
import { beside } from '../together';
import { counterKey, numberField, ownRules, typesOf } from './code-rules';

/** How often a number that exists already (typed, imported, voided, deleted) is passed over. */
const MAX_TAKEN = 100;

/** Gives the numbers that are due at this moment to fields that have none; answers the record with them. */
export async function allocateCodes(
  ctx: EngineCtx,
  env: ServerEnv,
  model: Model,
  rec: Rec,
  at: 'save' | 'audit',
): Promise<Rec> {
  let next = rec;
  for (const field of model.head.fields.values()) {
    if (!isDue(field, at) || !isEmpty(next[field.code])) continue;
    next = { ...next, [field.code]: await allocate(ctx, env, model, field, next, undefined) };
  }
  for (const [sub, place] of model.subs) {
    const due = [...place.fields.values()].filter((field) => isDue(field, at));
    if (due.length === 0) continue;
    const rows: Row[] = [];
    for (const row of (next[sub] as readonly Row[] | undefined) ?? []) {
      let own = row;
      for (const field of due) {
        if (isEmpty(own[field.code])) own = { ...own, [field.code]: await allocate(ctx, env, model, field, next, own) };
      }
      rows.push(own);
    }
    next = { ...next, [sub]: rows };
  }
  return next;
}

const isDue = ({ field }: FieldModel, at: 'save' | 'audit'): boolean =>
  factsOf(field).isNumbered && field.rule !== undefined && (field.at ?? 'save') === at;

/** What the form shows before the save; nothing is reserved. `reads` names the fields of the head that make another number. */
export async function previewCode(
  ctx: EngineCtx,
  env: ServerEnv,
  model: Model,
  field: FieldModel,
  rec: Rec,
): Promise<{ preview: string | null; manual: boolean; ruleCode: string; reads: readonly string[] }> {
  const rules = [...(await ownRules(ctx, model, field)), ...rulesOf(model, field)];
  const about = {
    manual: field.field.manual === true,
    ruleCode: counterKey(model.obj, field.field),
    reads: readsOf(rules),
  };
  if (rules.length === 0) return { preview: null, ...about };
  const preview = await env.settle((live) => {
    const scope = scopeAt(live, rec);
    const rule = pickRule(rules, scope);
    const counter = rule && scopeOf(rule, scope);
    return rule && counter && 'scope' in counter ? { rule, scope: counter.scope } : undefined;
  });
  if (!preview) return { preview: null, ...about };
  const row = await ctx.trx
    .selectFrom('mw_counter')
    .select('value')
    .where('rule', '=', about.ruleCode)
    .where('scope', '=', preview.scope)
    .executeTakeFirst();
  const { start, step } = preview.rule.seq;
  const serial = row ? Number(row.value) + step : start;
  const shown = await env.settle((live) => renderRule(preview.rule, scopeAt(live, rec), serial, model.obj.title));
  return { preview: 'text' in shown ? shown.text : null, ...about };
}

const readsOf = (rules: readonly CodeRule[]): readonly string[] => {
  const read = rules.flatMap(({ when, segments }) => [
    ...(when ? [when] : []),
    ...segments.flatMap((segment) => ('of' in segment && segment.of ? [segment.of] : [])),
  ]);
  return [...new Set(read.flatMap((bound) => depsOf(bound).fields.map((path) => path.split('.')[0] ?? path)))];
};

/** The next number of an object for a record that is being made elsewhere: by a given rule, else as its save would take it. */
export async function nextCode(ctx: EngineCtx, model: Model, rec: Rec, given?: CodeRule): Promise<string> {
  const code = numberField(model.obj)?.code;
  const field = code === undefined ? undefined : model.head.fields.get(code);
  if (!field) throw new Error(`${model.obj.object} has no number`);
  return allocate(ctx, makeEnv(ctx), model, field, rec, undefined, given);
}

async function allocate(
  ctx: EngineCtx,
  env: ServerEnv,
  model: Model,
  field: FieldModel,
  rec: Rec,
  row: Row | undefined,
  given?: CodeRule,
): Promise<string> {
  const rules = given ? [given] : [...(await ownRules(ctx, model, field)), ...rulesOf(model, field)];
  const chosen = await env.settle((live) => choose(rules, live, rec, row));
  if (!chosen) throw new Refusal([problem('code.norule', field.path, `「${model.obj.title}」没有可用的编码规则`)]);
  if ('problem' in chosen) throw refused(chosen.problem, field);
  const { rule, scope } = chosen;
  for (let tries = 0; tries < MAX_TAKEN; tries++) {
    const serial = await take(ctx, counterKey(model.obj, field.field), scope, rule);
    const rendered = await env.settle((live) => renderRule(rule, scopeAt(live, rec, row), serial, model.obj.title));
    if ('problem' in rendered) throw refused(rendered.problem, field);
    if (bulkOf(ctx)?.use(counterKey(model.obj, field.field), sameCode(rendered.text))) return rendered.text;
    const serials = bulkOf(ctx)?.ahead(counterKey(model.obj, field.field), scope) ?? [];
    const texts = await env.settle((live) =>
      serials.map((next) => renderRule(rule, scopeAt(live, rec, row), next, model.obj.title)),
    );
    const others = texts.flatMap((text) => ('text' in text ? [sameCode(text.text)] : []));
    const taken = await takenOf(ctx, model.obj, field, [sameCode(rendered.text), ...others]);
    bulkOf(ctx)?.free(
      counterKey(model.obj, field.field),
      others.filter((text) => !taken.has(text)),
    );
    if (!taken.has(sameCode(rendered.text))) return rendered.text;
  }
  throw new Refusal([problem('code.taken', field.path, `${field.field.title}已存在，请稍后再试`)]);
}

function choose(
  rules: readonly CodeRule[],
  env: Env,
  rec: Rec,
  row: Row | undefined,
): { rule: CodeRule; scope: string } | { problem: Problem } | undefined {
  const at = scopeAt(env, rec, row);
  const rule = pickRule(rules, at);
  if (!rule) return undefined;
  const counter = scopeOf(rule, at);
  return 'problem' in counter ? counter : { rule, scope: counter.scope };
}

const refused = (found: Problem, field: FieldModel): Refusal => new Refusal([{ ...found, path: field.path }]);

/** The next serial; the counter row is locked until this transaction ends. */
function take(ctx: EngineCtx, rule: string, scope: string, { seq }: CodeRule): Promise<number> {
  const move = async (count: number): Promise<number> => {
    const row = await beside(ctx)
      .insertInto('mw_counter')
      .values({ rule, scope, value: seq.start + (count - 1) * seq.step })
      .onConflict((conflict) =>
        conflict
          .columns(['rule', 'scope'])
          .doUpdateSet({ value: sql`mw_counter.value + ${count * seq.step}`, updated_at: sql`now()` }),
      )
      .returning('value')
      .executeTakeFirstOrThrow();
    return Number(row.value);
  };
  return bulkOf(ctx)?.serial({ rule, scope, step: seq.step }, move) ?? move(1);
}

/** Which of the numbers there are. Deleted records count too: theirs are never given again. */
async function takenOf(
  ctx: EngineCtx,
  object: ResolvedObject,
  { field, sub }: FieldModel,
  codes: readonly string[],
): Promise<ReadonlySet<string>> {
  const own = sql`lower(btrim(${sql.ref(`t.${columnOf(field)}`)}) collate "C")`;
  const { rows } = await sql<{ code: string }>`select ${own} as code from ${tableSql(ctx.org.schema, object, sub)} t
    where ${own} = any(${codes}::text[])`.execute(beside(ctx));
  return new Set(rows.map(({ code }) => code));
}
/** A number as it is compared, in the database too. */
const sameCode = (code: string): string =>
  code.replace(/^ +| +$/g, '').replace(/[A-Z]+/g, (letters) => letters.toLowerCase());

/** A record of a bulk has these numbers now, typed ones too: they are not free any more. */
export function spendCodes(ctx: EngineCtx, object: ResolvedObject, rec: Rec): void {
  const bulk = bulkOf(ctx);
  if (!bulk) return;
  for (const field of Object.values(object.fields))
    if (factsOf(field).isNumbered && typeof rec[field.code] === 'string')
      bulk.use(counterKey(object, field), sameCode(rec[field.code] as string));
}

const parsed = new WeakMap<FieldModel, readonly CodeRule[]>();
function rulesOf(model: Model, field: FieldModel): readonly CodeRule[] {
  let rules = parsed.get(field);
  if (!rules) {
    const { rule } = field.field;
    const found = rule === undefined ? [] : parseRule(rule, typesOf(model, field.sub));
    if (!isRules(found)) throw new Error(`${model.obj.object}.${field.path}: ${found[0]?.text ?? ''}`);
    rules = found;
    parsed.set(field, rules);
  }
  return rules;
}

/** Setting `code.manual` off: codes of masters that a rule makes are not typed. */
export function typedCodes(ctx: EngineCtx, model: Model, sent: Rec): Problem[] {
  const field = numberField(model.obj);
  if (!field?.manual || model.obj.audited || ctx.setting('code.manual') !== false || isEmpty(sent[field.code]))
    return [];
  return [problem('code.typed', field.code, `${field.title}由编码规则生成，不能手工填写`)];
}

/** A typed number: its pattern and length are the kind's, uniqueness the index's; without rule it must be typed. */
export function missingCodes(model: Model, rec: Rec): Problem[] {
  const problems: Problem[] = [];
  for (const { field, code } of model.head.fields.values()) {
    if (!factsOf(field).isNumbered || field.rule !== undefined || !isEmpty(rec[code])) continue;
    if (field.required === true || field.unique)
      problems.push(problem('code.norule', code, text('code.norule', { field: field.title })));
  }
  return problems;
}
