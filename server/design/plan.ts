/** What a publish does to the tables, in words with counts, what it asks before and what it refuses (language §11.4). */

import { sql } from 'kysely';
import { factsOf } from '../../schemas/language/kinds/index';
import type { ResolvedField, ResolvedObject } from '../../schemas/language/resolved';
import type { Answers, PlanStep, Question, TablePlan, Told } from '../../schemas/language/wire-design';
import type { Trx } from '../ctx';
import type { EngineCtx } from '../records/host';
import type { Registry } from '../registry/registry';
import { actualTables } from '../tables/actual';
import { countOf, planTables } from '../tables/apply';
import { indexCondition } from '../tables/condition';
import { columnsOf, storageOf, tableOf } from '../tables/names';
import type { ActualTable, Change } from '../tables/shape';
import { wantedTables } from '../tables/wanted';
import {
  addressOfField,
  type FieldPair,
  fieldPairs,
  goneFields,
  lengthOf,
  type ObjectPair,
  objectPairs,
} from './compare';
import { lostQuestions, lostWays } from './lost';
import { heldItems } from './usage';

/** Questions stay in the plan when they are answered: the steps are those of the answers, and another one may be given. */
export async function tablePlan(
  ctx: EngineCtx,
  before: Registry,
  next: Registry,
  answers: Answers = {},
): Promise<TablePlan> {
  const { trx, host, now } = ctx;
  const { schema } = ctx.org;
  const objects = [...next.objects.values()];
  const options = { now, whole: true, seconds: true, condition: indexCondition(host.db, next.lib) };
  const bare = await planTables(trx, schema, objects, options);
  const actual = await actualTables(trx, schema);
  const pairs = objectPairs(before, next);
  const lost = lostWays(fieldPairs(pairs), answers);
  const changes = lost.size === 0 ? bare : await planTables(trx, schema, objects, { ...options, lost });
  const gone = goneFields(pairs);
  const at: Counting = { trx, schema, actual };
  const refused: Told[] = [];
  const questions: Question[] = [...(await lostQuestions(ctx, fieldPairs(pairs), bare, actual))];
  for (const pair of fieldPairs(pairs)) {
    refused.push(...(await narrower(at, pair)));
    const question = await newlyRequired(at, pair);
    if (question) questions.push(question);
  }
  refused.push(...(await forbidden(at, changes, next)), ...(await heldItems(ctx, next)));
  return {
    steps: [...(await told(at, changes, before, next)), ...(await entered(at, pairs, next))],
    questions,
    refused,
    hidden: gone.map(({ object, field, path }) => ({
      document: `object:${object.object}`,
      address: `fields.${path.split('.').join('.fields.')}`,
      text: `「${object.title}」${field.title}将隐藏，数据保留30天`,
    })),
  };
}

interface Counting {
  readonly trx: Trx;
  readonly schema: string;
  readonly actual: ReadonlyMap<string, ActualTable>;
}
interface Place {
  readonly table: string;
  readonly columns: readonly string[];
}
/** Where a field lies now: under its former code as long as that is how it is stored. */
function placeOf(at: Counting, { object, sub, before, after }: FieldPair): Place | undefined {
  const table = tableOf(object.object, sub?.code);
  const actual = at.actual.get(table);
  if (!actual) return undefined;
  for (const field of [after, ...(before ? [before] : [])]) {
    const columns = columnsOf(field);
    if (columns.length > 0 && columns.every((name) => actual.columns.has(name))) return { table, columns };
  }
  return { table, columns: [] };
}
const count = async (at: Counting, table: string, where: string, alive: boolean): Promise<number> => {
  const kept = alive && at.actual.get(table)?.columns.has('is_deleted') ? ' AND is_deleted = 0' : '';
  return countOf(at.trx, at.schema, `SELECT count(*) AS n FROM $schema."${table}" WHERE (${where})${kept}`);
};

/** Values that the new text would not take; deleted records count, they may be looked at again. */
async function narrower(at: Counting, pair: FieldPair): Promise<readonly Told[]> {
  const { before, after, object, sub } = pair;
  if (!before) return [];
  const refused: Told[] = [];
  const say = (text: string): void => {
    refused.push({ document: `object:${object.object}`, address: addressOfField(after, sub), text });
  };
  const place = placeOf(at, pair);
  const [column] = place?.columns ?? [];
  if (!place || column === undefined) return [];
  const same = storageOf(before) === storageOf(after);
  const max = lengthOf(after);
  const old = lengthOf(before);
  if (same && max !== undefined && storageOf(after) === 'text' && (old === undefined || max < old)) {
    const longer = await count(at, place.table, `length("${column}") > ${Number(max)}`, false);
    const all = longer === 0 ? 0 : await count(at, place.table, 'true', false);
    if (longer > 0) say(`「${after.title}」${all}行中有${longer}行超过${max}个字符`);
  }
  if (same && storageOf(after) === 'decimal' && scaleOf(after) < scaleOf(before)) {
    const scale = scaleOf(after);
    const finer = await count(at, place.table, `"${column}" <> round("${column}", ${Number(scale)})`, false);
    const all = finer === 0 ? 0 : await count(at, place.table, 'true', false);
    if (finer > 0) say(`「${after.title}」${all}行中有${finer}行超过${scale}位小数`);
  }
  return refused;
}
const scaleOf = (field: ResolvedField): number => (field.type === 'int' ? 0 : (field.scale ?? 4));

/** The field that becomes the state of its object, and what records without one are given: the state a new record stands in. */
export function newState({ before, after }: ObjectPair): (FieldPair & { readonly first: string }) | undefined {
  const field = after.state === undefined ? undefined : after.fields[after.state];
  if (field === undefined || typeof field.default !== 'string' || before === undefined) return undefined;
  if (before.state === after.state && before.fields[field.code]?.default === field.default) return undefined;
  const old = before.fields[field.was ?? field.code] ?? before.fields[field.code];
  return { object: after, sub: undefined, before: old, after: field, first: field.default };
}
/** Records that were there before their object had states. */
async function entered(at: Counting, pairs: readonly ObjectPair[], next: Registry): Promise<readonly PlanStep[]> {
  const steps: PlanStep[] = [];
  for (const pair of pairs) {
    const state = newState(pair);
    const place = state === undefined ? undefined : placeOf(at, state);
    const lacking = state === undefined || place === undefined ? undefined : emptySql(state.after, place.columns);
    if (state === undefined || place === undefined || lacking === undefined) continue;
    const n = await count(at, place.table, lacking, true);
    if (n === 0) continue;
    const items = next.dicts.get(state.after.dict ?? '')?.items;
    const title = items?.find(({ code }) => code === state.first)?.title ?? state.first;
    steps.push({
      kind: 'enterState',
      table: place.table,
      text: `「${state.object.title}」没有状态的数据进入「${title}」`,
      count: n,
    });
  }
  return steps;
}

async function newlyRequired(at: Counting, pair: FieldPair): Promise<Question | undefined> {
  const { before, after, object, sub } = pair;
  // they enter the first state
  if (sub === undefined && object.state === after.code && typeof after.default === 'string') return undefined;
  if (after.required !== true || before?.required === true || after.formula !== undefined) return undefined;
  if (factsOf(after).isNumbered || factsOf(after).holdsRows) return undefined;
  const place = placeOf(at, pair);
  if (!place) return undefined;
  const lacking = emptySql(after, place.columns);
  if (lacking === undefined) return undefined;
  const n = await count(at, place.table, lacking, true);
  if (n === 0) return undefined;
  return {
    document: `object:${object.object}`,
    address: addressOfField(after, sub),
    title: after.title,
    count: n,
    text: `现有${n}条数据没有该字段「${after.title}」`,
    ways: ['fill', 'new'],
    // only what one value can be filled with: an answer is never a list
    ...(after.default === undefined || after.default === null || typeof after.default === 'object'
      ? {}
      : { default: after.default }),
  };
}
/**
 * Condition of rows without a value; undefined where there is always one. Read as text: the column may still be of the sort the field had
 * before, and a plan that refuses the change must not fail over it.
 */
export function emptySql(field: ResolvedField, columns: readonly string[]): string | undefined {
  if (columns.length === 0) return 'true';
  const storage = storageOf(field);
  const [column] = columns;
  if (storage === 'bool' && field.inherit === undefined) return undefined;
  if (storage.endsWith('[]')) return `coalesce("${column}"::text, '{}') = '{}'`;
  if (storage === 'text') return `"${column}" IS NULL OR "${column}"::text = ''`;
  return columns.map((name) => `"${name}" IS NULL`).join(' OR ');
}

/** Guards of changes over what is there already; those that read a column that is still to come are asked when it has come. */
async function forbidden(at: Counting, changes: readonly Change[], next: Registry): Promise<readonly Told[]> {
  const refused: Told[] = [];
  for (const { guard, table, retyped } of changes) {
    const actual = at.actual.get(table);
    // values that a type cannot hold are asked about, each field for itself
    if (!guard || retyped || !actual || readsNew(guard.count, actual, changes, table)) continue;
    const n = await countOf(at.trx, at.schema, guard.count);
    if (n > 0)
      refused.push({
        document: documentOf(next, table),
        address: '',
        text: guard.refuse.replace('{n}', String(n)),
      });
  }
  return refused;
}
const readsNew = (text: string, actual: ActualTable, changes: readonly Change[], table: string): boolean =>
  changes.some(
    (change) =>
      (change.kind === 'addTable' && change.table !== table && text.includes(`"${change.table}"`)) ||
      (change.table === table &&
        change.name !== undefined &&
        (change.kind === 'addColumn' || change.kind === 'renameColumn') &&
        !actual.columns.has(change.name) &&
        text.includes(change.name)),
  );
const documentOf = (registry: Registry, table: string): string => {
  for (const object of registry.objects.values())
    if (tableOf(object.object) === table || subTables(object).includes(table)) return `object:${object.object}`;
  return '';
};
const subTables = (object: ResolvedObject): readonly string[] =>
  Object.values(object.fields).flatMap(({ sub, code }) => (sub ? [tableOf(object.object, code)] : []));

/** what stands before the field in names of columns and indexes */
const OBJECT_TITLE = /^「[^」]*」/;
const fieldsOf = (title = ''): string => title.replace(OBJECT_TITLE, '');

/** The changes in words; columns that only make searches fast are nobody's business. */
async function told(
  at: Counting,
  changes: readonly Change[],
  before: Registry,
  next: Registry,
): Promise<readonly PlanStep[]> {
  const tables = new Map(wantedTables([...next.objects.values()]).map((table) => [table.name, table]));
  const steps: PlanStep[] = [];
  for (const { kind, table, name, writes } of changes) {
    const wanted = tables.get(table);
    const column = wanted?.columns.find((column) => column.name === name);
    if (kind === 'dropComputed' || column?.generated !== undefined || name?.startsWith('py_')) continue;
    const title = wanted?.title ?? titleOfTable(before, table);
    const keyed = wanted?.columns.find(({ reference, check }) => reference?.name === name || check?.name === name);
    const of = (column ?? keyed)?.title.replace(OBJECT_TITLE, '') ?? titleOfColumn(before, table, name) ?? name ?? '';
    const index = wanted?.indexes.find((index) => index.name === name);
    const words: Readonly<Record<Exclude<Change['kind'], 'dropComputed'>, string>> = {
      addTable: `新建表「${title}」（${table}）`,
      renameTable: `「${title}」的表改名，数据保留`,
      addColumn: `「${title}」加列 ${of}（${name}）`,
      changeColumn: `「${title}」改列 ${of}（${name}）`,
      renameColumn: `「${title}」列 ${of} 改名为 ${name}，数据保留`,
      keepValues: `「${title}」${of}：装不下的原值留在隐藏列，数据保留30天`,
      emptyValues: `「${title}」${of}：装不下的原值置空`,
      restoreValues: `「${title}」${of}：找回隐藏列里的原值`,
      retireColumn: `「${title}」隐藏列 ${of}（${name}），数据保留30天`,
      retireTable: `隐藏表「${title}」（${table}），数据保留30天`,
      addCheck: `「${title}」建立数值约束：${of}`,
      addForeignKey: `「${title}」建立引用约束：${of}`,
      addIndex: `「${title}」建立${index?.unique === true ? '唯一' : ''}索引 ${fieldsOf(index?.title)}`.trimEnd(),
      dropIndex: `「${title}」删除索引`,
    };
    const n = writes === undefined ? await touched(at, kind, table, name) : await count(at, table, writes, false);
    steps.push({ kind, table, text: words[kind], ...(n === undefined ? {} : { count: n }) });
  }
  return steps;
}
async function touched(
  at: Counting,
  kind: Change['kind'],
  table: string,
  name: string | undefined,
): Promise<number | undefined> {
  const actual = at.actual.get(table);
  if (!actual) return undefined;
  if (kind === 'retireTable' || kind === 'addColumn') return count(at, table, 'true', true);
  if (kind === 'retireColumn' || kind === 'changeColumn')
    return name !== undefined && actual.columns.has(name) ? count(at, table, `"${name}" IS NOT NULL`, true) : undefined;
  return undefined;
}
const titleOfTable = (registry: Registry, table: string): string => {
  for (const object of registry.objects.values()) {
    if (tableOf(object.object) === table) return object.title;
    const sub = Object.values(object.fields).find((field) => field.sub && tableOf(object.object, field.code) === table);
    if (sub) return `${object.title}·${sub.title}`;
  }
  return table;
};
const titleOfColumn = (registry: Registry, table: string, column: string | undefined): string | undefined => {
  for (const object of registry.objects.values())
    for (const field of Object.values(object.fields)) {
      const fields = tableOf(object.object) === table ? [field] : [];
      const rows = field.sub && tableOf(object.object, field.code) === table ? Object.values(field.sub.fields) : [];
      const found = [...fields, ...rows].find((field) => columnsOf(field).includes(column ?? ''));
      if (found) return found.title;
    }
  return undefined;
};

/** Waits for tables this long: nobody who reads is held up longer. */
export const LOCK_MS = 3000;
export const savepoint = {
  set: (trx: Trx, name: string) => sql`SAVEPOINT ${sql.id(name)}`.execute(trx),
  undo: (trx: Trx, name: string) => sql`ROLLBACK TO SAVEPOINT ${sql.id(name)}`.execute(trx),
};
