/**
 * Search values (language §3, last but one column of its table): each is checked and told as a shape and its values, so that a compiled
 * list serves every request of the same shape. What is empty searches nothing; what has the wrong form is 400 参数错误.
 */

import { type RawBuilder, sql } from 'kysely';
import { kindOf } from '../../../schemas/language/kinds';
import { isMany } from '../../../schemas/language/kinds/index';
import type { FilterOp } from '../../../schemas/language/kinds/kind';
import { readDate, readDateTime, readTime } from '../../../schemas/language/kinds/reading';
import { resolveField } from '../../../schemas/language/resolve';
import type { Placement, ResolvedField, ResolvedObject } from '../../../schemas/language/resolved';
import { isSound } from '../../../schemas/language/sound';
import type { Value } from '../../../schemas/language/value';
import { AppError, badRequest } from '../../errors';
import { columnsOf, SQL_TYPE, storageOf } from '../../tables/names';
import { gramsColumn, gramsOf, hasGrams, isSpoken, pinyinColumn } from '../../tables/searched';
import { isUuid } from './list-request';
import { slot } from './slots';

/** One search value, read: `shape` is the part of the statement's identity, `values` go into its slots. */
export interface SearchInput {
  readonly key: string;
  readonly shape: string;
  readonly op: FilterOp;
  /** which ends of a span are given */
  readonly ends?: readonly [boolean, boolean];
  readonly negated?: boolean;
  /** what can find the word of `like` */
  readonly part?: PartSort;
  readonly values: readonly (readonly [string, unknown])[];
}
/** Where the searched value stands in SQL. */
export interface Searched {
  readonly field: ResolvedField;
  /** the value; both ends of a range */
  readonly columns: readonly RawBuilder<unknown>[];
  readonly paired?: Paired | undefined;
  /** object the reference points at and how its subtree is told in SQL */
  readonly subtree?: (ids: RawBuilder<unknown>) => RawBuilder<unknown>;
}

const MAX_LIST = 1000;

/** Name of a search row in requests: its field, its parameter, or the fields of one box joined by a comma. */
export const searchKey = (item: Placement): string => item.param ?? item.field ?? (item.fields ?? []).join(',');

/** Reads the value of a search over a field; undefined when it searches nothing. */
export function readSearch(
  key: string,
  item: Placement,
  field: ResolvedField,
  value: unknown,
  wanted?: FilterOp,
): SearchInput | undefined {
  if (isNothing(value)) return undefined;
  const op = wanted ?? opOf(item, field, value);
  const put = (values: readonly unknown[], more: Pick<SearchInput, 'ends' | 'negated' | 'part'> = {}): SearchInput => ({
    key,
    shape: `${key}:${op}:${JSON.stringify(more)}`,
    op,
    ...more,
    values: values.map((value, index) => [`s.${key}.${index}`, value] as const),
  });
  switch (op) {
    case 'like': {
      const word = textOf(value);
      const part = partOf(word);
      return put(part === 'char' ? [word] : [word, gramsOf(word)], { part });
    }
    case 'starts':
      return put([textOf(value)]);
    case 'eq':
    case 'ne':
    case 'gt':
    case 'ge':
    case 'lt':
    case 'le':
      return put([scalarOf(field, value)]);
    case 'between':
    case 'overlaps': {
      const [from, to] = pairOf(value);
      const values = [from === null ? null : scalarOf(field, from), to === null ? null : endOf(field, to)];
      if (values[0] === null && values[1] === null) return undefined;
      return put(values, { ends: [values[0] !== null, values[1] !== null] });
    }
    case 'in':
    case 'notIn':
    case 'has':
    case 'hasAll':
      return put([listOf(value).map((value) => scalarOf(field, value))]);
    case 'sub':
      return put([field.type === 'ref' ? listOf(value).map((value) => scalarOf(field, value)) : pathsOf(value)]);
    case 'empty':
    case 'notEmpty':
      return put([], { negated: value === false || value === 'false' || value === 0 });
    case 'rel':
    case 'row':
      // relative words are expressions (`f in period(…)`), rows are searched by a path into them
      throw new AppError(400);
  }
}

/** A parameter of a search row as the field it is. */
export const paramField = ({ param = '', max: _max, fields: _fields, text: _text, ...doc }: Placement): ResolvedField =>
  resolveField(doc, param, param);
/** Types a parameter hands on as they came. */
const WHOLE: ReadonlySet<string> = new Set(['range', 'json', 'file', 'rows']);

/** The value of a search parameter: one, a list only where it takes many. */
export function readParam({ param, title }: Placement, field: ResolvedField, value: unknown): Value | undefined {
  if (isNothing(value)) return undefined;
  if (WHOLE.has(field.type) && (typeof value !== 'object' || Array.isArray(value))) return value as Value;
  const name = title ?? param ?? '';
  const list = listOf(value);
  if (list.length !== 1 && field.many !== true) throw badRequest(`查询条件「${name}」只能有一个值`);
  try {
    const read = list.map((value) => scalarOf(field, value) as Value);
    return field.many === true ? (read as Value) : read[0];
  } catch (error) {
    throw error instanceof AppError ? badRequest(`查询条件「${name}」的值不正确，请重新选择`) : error;
  }
}

/** The condition of an input of that shape over the searched value. */
export function searchSql(input: SearchInput, at: Searched): RawBuilder<unknown> {
  const { field } = at;
  const [first, second] = at.columns;
  if (!first) throw new AppError(400);
  const [hasFrom = false, hasTo = false] = input.ends ?? [];
  const type = pgType(field);
  const value = (index: number, as = type) => slot(`s.${input.key}.${index}`, as);
  switch (input.op) {
    case 'like':
      return partSql(
        first,
        value(0, 'text'),
        input.part === 'char' ? undefined : value(1, 'text[]'),
        input.part,
        at.paired,
      );
    case 'starts':
      return sql`starts_with(lower(${first} collate "C"), lower(${value(0, 'text')} collate "C"))`;
    case 'eq':
      return sql`${first} = ${value(0)}`;
    case 'ne':
      return sql`${first} is distinct from ${value(0)}`;
    case 'gt':
      return sql`${first} > ${value(0)}`;
    case 'ge':
      return sql`${first} >= ${value(0)}`;
    case 'lt':
      return sql`${first} < ${value(0)}`;
    case 'le':
      return sql`${first} <= ${value(0)}`;
    case 'between':
      return isMany(field)
        ? sql`exists (select 1 from unnest(${first}) d where ${betweenSql(sql`d`, hasFrom, hasTo, value)})`
        : betweenSql(first, hasFrom, hasTo, value);
    case 'overlaps': {
      const parts = [];
      if (hasTo) parts.push(sql`${first} <= ${value(1)}`);
      if (hasFrom) parts.push(sql`${second ?? first} >= ${value(0)}`);
      return sql.join(parts, sql` and `);
    }
    case 'in':
      return sql`${first} = any(${value(0, `${type}[]`)})`;
    case 'notIn':
      return sql`not coalesce(${first} = any(${value(0, `${type}[]`)}), false)`;
    case 'has':
      return sql`${first} && ${value(0, `${pgType(field)}[]`)}`;
    case 'hasAll':
      return sql`${first} @> ${value(0, `${pgType(field)}[]`)}`;
    case 'sub':
      return subSql(field, first, value, at);
    case 'empty':
    case 'notEmpty':
      return emptySql(field, first, (input.op === 'empty') !== (input.negated ?? false));
    default:
      throw new AppError(400);
  }
}

/** one character has no pair; pairs are looked up; letters may be the sound of Chinese ones, too */
export type PartSort = 'char' | 'pairs' | 'sound';
export const partOf = (word: string): PartSort => (isSound(word) ? 'sound' : [...word].length < 2 ? 'char' : 'pairs');

/** ASCII case folded, everything else exact: the same as `contains` of the language. */
export const containsSql = (value: RawBuilder<unknown>, part: RawBuilder<unknown>): RawBuilder<unknown> =>
  sql`position(lower(${part} collate "C") in lower(${value} collate "C")) > 0`;

/** Columns beside a text: its pairs of characters (indexed), and how it sounds where people say it. */
export interface Paired {
  readonly grams: RawBuilder<unknown>;
  readonly sound?: RawBuilder<unknown>;
}
/**
 * A part of a text: its pairs name the candidates, the text itself decides, and the pinyin beside it when the word may be a sound. A
 * search by sound finds more than `contains` says; conditions of expressions never do.
 */
export function partSql(
  value: RawBuilder<unknown>,
  part: RawBuilder<unknown>,
  grams: RawBuilder<unknown> | undefined,
  sort: PartSort | undefined,
  paired: Paired | undefined,
): RawBuilder<unknown> {
  const exact = containsSql(value, part);
  if (paired === undefined || grams === undefined) return exact;
  const sure =
    sort === 'sound' && paired.sound !== undefined ? sql`(${exact} or ${containsSql(paired.sound, part)})` : exact;
  return sql`(${paired.grams} @> ${grams} and ${sure})`;
}
/** The columns beside a searched text of an object's own table. */
export const pairedOf = (object: ResolvedObject, field: ResolvedField, alias: string): Paired | undefined =>
  !hasGrams(object, field)
    ? undefined
    : {
        grams: sql.ref(`${alias}.${gramsColumn(object, field)}`),
        ...(isSpoken(object, field) ? { sound: sql.ref(`${alias}.${pinyinColumn(field)}`) } : {}),
      };

/** A word typed into a picker, in one of the texts it looks at; over a reference nothing is indexed. */
export function wordSql(
  object: ResolvedObject,
  { field, via }: { readonly field: ResolvedField; readonly via?: ResolvedField | undefined },
  value: RawBuilder<unknown>,
  word: string,
): RawBuilder<unknown> {
  const stored = via === undefined && columnsOf(field).length === 1;
  const column = stored ? sql.ref(`t.${columnsOf(field)[0]}`) : value;
  const sort = partOf(word);
  const grams = sort === 'char' ? undefined : sql`${gramsOf(word)}::text[]`;
  return sql`(${partSql(column, sql`${word}::text`, grams, sort, stored ? pairedOf(object, field, 't') : undefined)})`;
}

type ValueOf = (index: number, as?: string) => RawBuilder<unknown>;
function betweenSql(value: RawBuilder<unknown>, hasFrom: boolean, hasTo: boolean, at: ValueOf): RawBuilder<unknown> {
  const parts = [];
  if (hasFrom) parts.push(sql`${value} >= ${at(0)}`);
  if (hasTo) parts.push(sql`${value} <= ${at(1)}`);
  return sql.join(parts, sql` and `);
}

function subSql(field: ResolvedField, value: RawBuilder<unknown>, at: ValueOf, where: Searched): RawBuilder<unknown> {
  if (field.type === 'ref') {
    const ids = at(0, 'uuid[]');
    const below = where.subtree?.(ids) ?? sql`select unnest(${ids})`;
    return field.many ? sql`${value} && array(${below})` : sql`${value} in (${below})`;
  }
  const paths = at(0, 'text[]');
  const inside = (builder: RawBuilder<unknown>) =>
    sql`exists (select 1 from unnest(${paths}) p where ${builder} = p or starts_with(${builder}, p || '/'))`;
  return field.many ? sql`exists (select 1 from unnest(${value}) v where ${inside(sql`v`)})` : inside(value);
}

function emptySql(field: ResolvedField, value: RawBuilder<unknown>, empty: boolean): RawBuilder<unknown> {
  const isList = storageOf(field).endsWith('[]');
  if (isList) return empty ? sql`cardinality(${value}) = 0` : sql`cardinality(${value}) > 0`;
  return empty ? sql`${value} is null` : sql`${value} is not null`;
}

/** Operator of a search row: what it names, else the kind's own, else what the form of the value says. */
function opOf(item: Placement, field: ResolvedField, value: unknown): FilterOp {
  const known = kindOf(field.kind).filters(field);
  const wanted = item.op as FilterOp | undefined;
  const op = wanted !== undefined && known.includes(wanted) ? wanted : known[0];
  if (op === undefined) throw new AppError(400);
  // files and json are asked `empty`: false finds those that have something
  if (op === 'notEmpty') return 'empty';
  // a range may get one value
  if (op === 'between' && !Array.isArray(value)) return 'eq';
  return op;
}

/** Storage of one value of a field: of an element where there are many, of its type where no column holds it. */
function elementOf(field: ResolvedField): string {
  const storage = storageOf(field);
  if (storage.endsWith('[]')) return storage === 'numeric[]' ? 'decimal' : storage.slice(0, -2);
  if (storage !== 'none') return storage;
  return field.type === 'ref' || field.type === 'id' ? 'uuid' : field.type === 'int' ? 'integer' : field.type;
}
/** SQL type one value is compared as. */
function pgType(field: ResolvedField): string {
  const element = elementOf(field);
  return element !== 'json' && element in SQL_TYPE ? SQL_TYPE[element as keyof typeof SQL_TYPE] : 'text';
}
export const searchColumns = (field: ResolvedField, alias: string): RawBuilder<unknown>[] =>
  columnsOf(field).map((column) => sql.ref(`${alias}.${column}`));

export function isNothing(value: unknown): boolean {
  if (value === undefined || value === null || value === '') return true;
  return Array.isArray(value) && value.every((item) => item === null || item === undefined || item === '');
}
function textOf(value: unknown): string {
  if (typeof value === 'number') return String(value);
  if (typeof value !== 'string' || value.length > 500) throw new AppError(400);
  return value;
}
function pairOf(value: unknown): readonly [unknown, unknown] {
  if (!Array.isArray(value) || value.length > 2) throw new AppError(400);
  const [from, to] = value as readonly unknown[];
  return [isNothing(from) ? null : from, isNothing(to) ? null : to];
}
function listOf(value: unknown): readonly unknown[] {
  const list = Array.isArray(value) ? (value as readonly unknown[]) : [value];
  if (list.length > MAX_LIST) throw new AppError(400);
  return list.map((value) =>
    typeof value === 'object' && value !== null && 'id' in value ? (value as { readonly id: unknown }).id : value,
  );
}
/** `["a", "b"]` is one path of a cascader; a list of such lists are several. */
function pathsOf(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  if (!Array.isArray(value) || value.length > MAX_LIST) throw new AppError(400);
  const paths = value.every((item) => typeof item === 'string') ? [value as string[]] : (value as unknown[]);
  return paths.map((path) => {
    if (typeof path === 'string') return path;
    if (!Array.isArray(path) || !path.every((item) => typeof item === 'string')) throw new AppError(400);
    return path.join('/');
  });
}

function scalarOf(field: ResolvedField, value: unknown): unknown {
  const element = elementOf(field);
  switch (element) {
    case 'integer':
    case 'decimal': {
      const number = typeof value === 'string' && /^-?\d{1,15}(\.\d{1,10})?$/.test(value) ? Number(value) : value;
      if (typeof number !== 'number' || !Number.isFinite(number)) throw new AppError(400);
      return element === 'integer' && !Number.isInteger(number) ? Math.trunc(number) : number;
    }
    case 'bool': {
      if (value === true || value === 'true' || value === 1 || value === '1') return true;
      if (value === false || value === 'false' || value === 0 || value === '0') return false;
      throw new AppError(400);
    }
    case 'uuid':
      if (!isUuid(value)) throw new AppError(400);
      return value;
    case 'date':
      return must(readDate(value));
    case 'datetime':
    case 'range':
      return must(readDateTime(value));
    case 'time':
    case 'timeRange':
      return must(readTime(value));
    default:
      if (typeof value === 'number') return String(value);
      if (typeof value !== 'string' || value.length > 500) throw new AppError(400);
      return value;
  }
}
/** The end of a span includes its whole day when only a day is said. */
function endOf(field: ResolvedField, value: unknown): unknown {
  const end = scalarOf(field, value);
  if (typeof end === 'string' && typeof value === 'string' && value.trim().length <= 10 && / 00:00:00$/.test(end))
    return end.replace(/ 00:00:00$/, ' 23:59:59.999999');
  return end;
}
function must<T>(value: T | undefined): T {
  if (value === undefined) throw new AppError(400);
  return value;
}

/** A relative word as an expression over a path: `bizDate in period('lastDays', 7)`. */
export function relativeText(path: string, value: unknown): string | undefined {
  if (typeof value !== 'object' || value === null || Array.isArray(value) || !('rel' in value)) return undefined;
  const { rel, n } = value as { readonly rel: unknown; readonly n?: unknown };
  if (typeof rel !== 'string' || !/^[A-Za-z]{1,20}$/.test(rel)) throw new AppError(400);
  if (n === undefined || n === null) return `${path} in period('${rel}')`;
  if (typeof n !== 'number' || !Number.isInteger(n) || Math.abs(n) > 10_000) throw new AppError(400);
  return `${path} in period('${rel}', ${n})`;
}

/** Field behind a path of a search or sort: own, of an own sub-table, or one hop away. */
export function pathField(
  find: (object: string) => ResolvedObject | undefined,
  object: ResolvedObject,
  path: string,
): { readonly field: ResolvedField; readonly via?: ResolvedField; readonly owner: ResolvedObject } | undefined {
  const [first = '', second, third] = path.split('.');
  const own = object.fields[first];
  if (!own || third !== undefined) return undefined;
  if (second === undefined) return { field: own, owner: object };
  if (own.sub) {
    const field = own.sub.fields[second];
    return field && { field, via: own, owner: object };
  }
  if (own.type !== 'ref' || own.ref === undefined || own.many) return undefined;
  const target = own.ref === 'self' ? object : find(own.ref);
  const field = target?.fields[second];
  return target && field && !field.sub ? { field, via: own, owner: target } : undefined;
}
