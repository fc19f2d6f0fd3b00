/**
 * The organisation's own rules of numbers (object codeRule, 20 §7): what they say is asked before the rule of the document. A rule of the
 * product stands there as a record too, to be seen and changed; as long as nobody changed it the document itself is asked.
 */

import { sql } from 'kysely';
import type { CodeRule, Reset } from '../../../schemas/language/code-rule';
import {
  type CodePart,
  lengthOfParts,
  partsOfText,
  ruleOfParts,
  sampleOfParts,
} from '../../../schemas/language/code-rule-parts';
import type { TypeEnv } from '../../../schemas/language/expr/check';
import { factsOf } from '../../../schemas/language/kinds/index';
import type { FieldModel, Model } from '../../../schemas/language/record/model';
import type { ResolvedField, ResolvedObject } from '../../../schemas/language/resolved';
import type { Problem, Rec, Row } from '../../../schemas/language/value';
import type { Db } from '../../ctx';
import { newId } from '../../ids';
import type { EngineCtx } from '../host';
import { Refusal } from '../refusal';
import { beside } from '../together';

const OBJECT = 'codeRule';
const TABLE = 'code_rule';
const SEGMENTS = 'code_rule_segments';
/** As the product ships it: shown, not asked. */
export const SHIPPED = '1';
export const OWN = '0';
export const CHANGED = '2';

/** The number a rule is for: the first automatic one of the head. */
export const numberField = (object: ResolvedObject): ResolvedField | undefined =>
  Object.values(object.fields).find((field) => factsOf(field).isNumbered && field.rule !== undefined);
/** Identity of the counters of a number; it stays when its rule changes, so serials go on where the scope is the same. */
export const counterKey = (object: ResolvedObject, field: ResolvedField): string => `${object.object}.${field.path}`;
export const typesOf = (model: Model, sub?: string): TypeEnv => ({
  lib: model.lib,
  object: model.type,
  ...(sub === undefined ? {} : { sub }),
});

interface OwnRule {
  readonly key: string;
  readonly object: string;
  readonly name: string;
  readonly condition: string | null;
  readonly dateSource: string;
  readonly parts: readonly CodePart[];
}
const loaded = new WeakMap<object, Promise<readonly OwnRule[]>>();
const compiled = new WeakMap<Model, Map<string, CodeRule>>();

/** Rules of the organisation for this number, in the order they are asked; read once a transaction. */
export async function ownRules(ctx: EngineCtx, model: Model, field: FieldModel): Promise<readonly CodeRule[]> {
  if (field.sub !== undefined || numberField(model.obj) !== field.field || !ctx.registry.find(OBJECT)) return [];
  let all = loaded.get(ctx.unit);
  if (!all) {
    all = loadRules(ctx);
    loaded.set(ctx.unit, all);
  }
  const known = compiled.get(model) ?? new Map<string, CodeRule>();
  compiled.set(model, known);
  return (await all)
    .filter((own) => own.object === model.obj.object)
    .map((own) => {
      const before = known.get(own.key);
      if (before) return before;
      const rule = ruleOfParts({ name: own.name, when: own.condition, parts: dated(own) }, typesOf(model));
      // a field it names is gone since
      if (!('segments' in rule))
        throw new Refusal([{ ...rule[0]!, path: field.path, text: `编码规则「${own.name}」：${rule[0]!.text}` }]);
      known.set(own.key, rule);
      return rule;
    });
}

/** What was read is read again: this transaction changed a rule. */
export const forgetRules = (ctx: EngineCtx): void => void loaded.delete(ctx.unit);

async function loadRules(ctx: EngineCtx): Promise<readonly OwnRule[]> {
  const own = (table: string) => sql.table(`${ctx.org.schema}.${table}`);
  const { rows } = await sql<{
    id: string;
    version: number;
    doc_type: string;
    name: string;
    condition: string | null;
    date_source: string;
    parts: readonly Record<string, unknown>[];
  }>`
    select r.id, r.version, r.doc_type, r.name, r.condition, r.date_source,
      (select json_agg(s order by s.line_no, s.id) from ${own(SEGMENTS)} s where s.head_id = r.id) as parts
    from ${own(TABLE)} r where r.is_deleted = 0 and r.is_disabled = '0' and r.origin <> ${SHIPPED}
    order by r.priority, r.code`.execute(beside(ctx));
  return rows.map((row) => ({
    key: `${row.id} ${row.version}`,
    object: row.doc_type,
    name: row.name,
    condition: row.condition,
    dateSource: row.date_source,
    parts: (row.parts ?? []).map((part) =>
      partOf({
        segType: part.seg_type,
        text: part.text,
        dateFormat: part.date_format,
        field: part.field,
        mapTo: part.map_to,
        len: part.len,
        startVal: part.start_val,
        step: part.step,
        reset: part.reset,
        inScope: part.in_scope,
      }),
    ),
  }));
}

/** The rule a record says, or what is wrong with it. */
export function ruleOfRecord(record: Rec, model: Model): CodeRule | readonly Problem[] {
  return ruleOfParts(
    {
      name: String(record.name ?? ''),
      when: (record.condition as string | null | undefined) ?? null,
      parts: dated({ dateSource: String(record.dateSource ?? ''), parts: partsOfRecord(record) }),
    },
    typesOf(model),
  );
}
export const partsOfRecord = (record: Rec): readonly CodePart[] =>
  ((record.segments as readonly Row[] | undefined) ?? []).map((row) => ({ id: row.id, ...partOf(row) }));

/** 单据日期: dates of the number are the document's, unless a part names another. */
const dated = ({ dateSource, parts }: Pick<OwnRule, 'dateSource' | 'parts'>): readonly CodePart[] =>
  dateSource === '1'
    ? parts.map((part) => (part.sort === 'date' && !part.field ? { ...part, field: 'bizDate' } : part))
    : parts;

const SORTS = ['text', 'date', 'value', 'seq', 'check'] as const;
const RESETS: readonly Reset[] = ['never', 'year', 'month', 'day', 'week'];
const text = (value: unknown): string | null => (typeof value === 'string' && value !== '' ? value : null);
const number = (value: unknown): number | null => (value === null || value === undefined ? null : Number(value));

function partOf(row: Readonly<Record<string, unknown>>): CodePart {
  const sort = SORTS[Number(row.segType) - 1] ?? 'text';
  const only = (...sorts: readonly CodePart['sort'][]): boolean => sorts.includes(sort);
  return {
    sort,
    text: only('text') ? text(row.text) : null,
    format: only('date') ? text(row.dateFormat) : null,
    field: only('value', 'date') ? text(row.field) : null,
    map: only('value') ? text(row.mapTo) : null,
    length: only('seq') ? number(row.len) : null,
    start: only('seq') ? number(row.startVal) : null,
    step: only('seq') ? number(row.step) : null,
    reset: only('seq') ? (RESETS[Number(row.reset ?? 0)] ?? null) : null,
    inScope: row.inScope !== false,
  };
}
/** Shipped rules with a single text: those with conditions stay with the document, what is added stands before them. */
export const shippedRule = (object: ResolvedObject): string | undefined => {
  const rule = numberField(object)?.rule;
  if (rule === undefined || typeof rule === 'string') return rule;
  return rule.length === 1 ? rule[0]!.rule : undefined;
};

/** One record for each shipped rule; those nobody changed follow the documents. */
export async function ensureCodeRules(
  db: Db,
  schema: string,
  objects: readonly ResolvedObject[],
  now: string,
): Promise<void> {
  if (!objects.some((object) => object.object === OBJECT)) return;
  const own = db.withSchema(schema);
  const rows = await own.selectFrom(TABLE).select(['id', 'code', 'origin', 'shipped']).execute();
  const known = new Map(rows.map((row) => [String(row.code), row]));
  for (const object of objects) {
    const rule = shippedRule(object);
    if (rule === undefined) continue;
    const before = known.get(object.object);
    if (before && (before.origin !== SHIPPED || before.shipped === rule)) continue;
    const head = { name: object.title.slice(0, 100), shipped: rule, ...shippedHead(rule, now) };
    const id = (before?.id as string | undefined) ?? newId();
    if (before) await own.updateTable(TABLE).set(snakeKeys(head)).where('id', '=', id).execute();
    else
      await own
        .insertInto(TABLE)
        .values({
          id,
          code: object.object,
          doc_type: object.object,
          usage: object.audited ? '1' : '2',
          priority: 10,
          date_source: '0',
          origin: SHIPPED,
          sort_no: 0,
          is_disabled: '0',
          ...snakeKeys(head),
        })
        .execute();
    await writeShippedParts(db, schema, id, rule);
  }
}

/** What the record of a shipped rule says of it. */
export const shippedHead = (rule: string, now: string) => {
  const parts = partsOfText(rule);
  const reset = parts.find((part) => part.sort === 'seq')?.reset ?? 'never';
  return { sample: sampleOfParts(parts, now), maxLen: lengthOfParts(parts), resetBy: resetWord(reset) };
};
/** The word of the dictionary codeReset: its place in the list. */
const resetWord = (reset: Reset) => WORDS[RESETS.indexOf(reset)] ?? '0';
const WORDS = ['0', '1', '2', '3', '4'] as const;
const snakeKeys = ({ maxLen, resetBy, ...head }: ReturnType<typeof shippedHead> & Record<string, unknown>) => ({
  ...head,
  max_len: maxLen,
  reset_by: resetBy,
});

/** The parts of a shipped rule in place of those that stand there. */
export async function writeShippedParts(db: Db, schema: string, id: string, rule: string): Promise<void> {
  const own = db.withSchema(schema);
  await own.deleteFrom(SEGMENTS).where('head_id', '=', id).execute();
  const rows = partsOfText(rule).map((part, index) => ({
    id: newId(),
    head_id: id,
    line_no: (index + 1) * 10,
    seg_type: String(SORTS.indexOf(part.sort) + 1),
    text: part.text ?? null,
    date_format: part.format ?? null,
    field: part.field ?? null,
    map_to: part.map ?? null,
    len: part.length ?? null,
    start_val: part.start ?? null,
    step: part.step ?? null,
    reset: part.reset ? String(RESETS.indexOf(part.reset)) : null,
    in_scope: true,
  }));
  await own.insertInto(SEGMENTS).values(rows).execute();
}
