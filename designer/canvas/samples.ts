/**
 * Records that stand in for those an object does not have yet: every field filled as its kind would be, the same every time, so that a
 * gesture moves things and never values. They are wire records, as the server would answer them.
 */

import type { WireRecord, WireRow } from '../../runtime/data/types';
import { factsOf, isNumeric } from '../../schemas/language/kinds/index';
import { auditWayOf, isOffered } from '../../schemas/language/offered';
import type { ResolvedDict, ResolvedField, ResolvedObject } from '../../schemas/language/resolved';
import type { Json, Value } from '../../schemas/language/value';

export interface SampleContext {
  /** YYYY-MM-DD: dates stand around it */
  readonly today: string;
  dict(code: string): ResolvedDict | undefined;
  /** title of a referenced object, for the labels of its records */
  title(object: string): string;
  /** the own title and codes of people, who are called by name */
  readonly people?: ReadonlySet<string>;
  /** settings of the organisation */
  readonly sys?: (key: string) => Value | undefined;
}
const NAMES = ['孙浩', '周芳', '王强', '李四', '赵敏', '刘洋', '吴军', '张三', '高峰', '林悦'];
const ORDER = '甲乙丙丁戊己庚辛壬癸';
const ROWS = 4;
const DAY = 86_400_000;
/** rows that came from another document would be locked */
const LEFT_OUT = new Set(['id', 'version', 'ext', 'sourceOrderNbr']);

const NO_SETTINGS = (): undefined => undefined;
const offered = (object: ResolvedObject, { sys = NO_SETTINGS }: SampleContext): readonly string[] => {
  const way = auditWayOf(object, sys);
  return Object.values(object.actions).flatMap((action) => (isOffered(action, way) ? [action.code] : []));
};

/** The n-th of the sample records; `rows` of its sub-tables too. */
export function sampleRecord(object: ResolvedObject, n: number, context: SampleContext): WireRecord {
  return {
    ...sampleFields(Object.values(object.fields), object, n, context, true),
    id: sampleId(n),
    version: 1,
    _actions: offered(object, context),
  };
}
/** Sample rows of a list. */
export function sampleRows(object: ResolvedObject, count: number, context: SampleContext): readonly WireRow[] {
  const fields = Object.values(object.fields);
  return Array.from({ length: count }, (_, n) => ({
    ...sampleFields(fields, object, n, context, false),
    ...ofColumns(object, n),
    id: sampleId(n),
    version: 1,
    _actions: offered(object, context),
  }));
}

/** An id nobody has: the numbers of the samples. */
const sampleId = (n: number): string => `00000000-0000-7000-8000-${String(n).padStart(12, '0')}`;

function sampleFields(
  fields: readonly ResolvedField[],
  object: ResolvedObject,
  n: number,
  context: SampleContext,
  whole: boolean,
): { [key: string]: Json } {
  const out: { [key: string]: Json } = {};
  for (const field of fields) {
    if (LEFT_OUT.has(field.code) || field.hidden === true) continue;
    if (field.sub !== undefined) {
      out[field.code] = whole
        ? Array.from({ length: ROWS }, (_, row) => ({
            ...sampleFields(Object.values(field.sub?.fields ?? {}), object, row, context, false),
            id: sampleId(1000 * (n + 1) + row),
            lineNo: (row + 1) * 10,
          }))
        : ROWS;
      continue;
    }
    const value = sampleValue(field, object, n, context);
    if (value === undefined) continue;
    if (field.type === 'ref' && field.many !== true) {
      out[`${field.code}Id`] = sampleId(n);
      out[field.code] = value;
    } else out[field.code] = value;
  }
  return out;
}

/** Paths over references in the columns of a list. */
function ofColumns(object: ResolvedObject, n: number): { readonly [key: string]: Json } {
  return Object.fromEntries(
    object.list.columns.flatMap(({ field, title }) =>
      field?.includes('.') === true ? [[field, `${title ?? ''}${ORDER[n % ORDER.length] ?? ''}`]] : [],
    ),
  );
}

function sampleValue(
  field: ResolvedField,
  object: ResolvedObject,
  n: number,
  context: SampleContext,
): Json | undefined {
  const value = scalar(field, object, n, context);
  if (value === undefined || field.many !== true) return value;
  if (field.type === 'ref')
    return [0, 1].map((k) => ({ id: sampleId(n + k), label: String(scalar(field, object, n + k, context)) }));
  if (field.type === 'file') return [];
  return [0, 1].map((k) => scalar(field, object, n + k, context) ?? null);
}

const isLater = (
  { code, type, readonly, default: begin, formula }: ResolvedField,
  { state }: ResolvedObject,
): boolean => type === 'dict' && readonly === true && begin === undefined && formula === undefined && code !== state;
function scalar(field: ResolvedField, object: ResolvedObject, n: number, context: SampleContext): Json | undefined {
  // its kind follows another field
  if (field.kindBy !== undefined) return undefined;
  // a state nobody sets by hand is empty until something happened: an approval, a transfer
  if (isLater(field, object)) return undefined;
  if (field.rule !== undefined) return numberOf(field, n, context.today);
  // a new form begins with what it proposes
  if (n === 0 && isNumeric(field) && typeof field.default === 'number') return field.default;
  switch (field.type) {
    case 'text':
      return factsOf(field).isLong ? `示例${field.title}` : `${field.title}${ORDER[n % ORDER.length] ?? ''}`;
    case 'int':
      return field.suffix === '%' ? (n * 27) % 101 : (n % 9) + 1;
    case 'decimal':
      return field.suffix === '%' ? (n * 27) % 101 : (((n + 1) * 7) % 20) + 1;
    case 'bool':
      return n % 2 === 0 ? 1 : 0;
    case 'date':
      return day(context.today, field.warn === undefined ? -n : 3 * (n % 4) - 3);
    case 'datetime':
      return `${day(context.today, -n)} 08:${String((n * 7) % 60).padStart(2, '0')}:00`;
    case 'time':
      return field.range === true ? ['08:30:00', '17:30:00'] : '08:30:00';
    case 'range':
      return [day(context.today, -n), day(context.today, 7 - n)];
    case 'dict':
      return stateOf(field, object, n, context.dict(field.dict ?? ''));
    case 'ref':
      return labelOf(field.ref === 'self' ? object.object : (field.ref ?? ''), n, context);
    case 'file':
      return [];
    default:
      return undefined;
  }
}

/** The first of a document's states on the form, all of them down a list. */
function stateOf(field: ResolvedField, object: ResolvedObject, n: number, dict: ResolvedDict | undefined): Json {
  const items = (dict?.items ?? []).filter((item) => item.off !== true);
  if (n === 0 && (field.code === object.state || field.default !== undefined) && typeof field.default === 'string')
    return field.default;
  return items[n % Math.max(1, items.length)]?.code ?? null;
}
function labelOf(object: string, n: number, context: SampleContext): string {
  if (context.people?.has(object) === true) return NAMES[n % NAMES.length] ?? '';
  return `${context.title(object)}${ORDER[n % ORDER.length] ?? ''}`;
}

/** `GZJY{yyyyMMdd}{seq:4}` → GZJY202601150003 */
function numberOf(field: ResolvedField, n: number, today: string): string {
  const rule = typeof field.rule === 'string' ? field.rule : (field.rule?.[0]?.rule ?? '');
  return rule.replace(/\{([^}]*)\}/g, (_, inner: string) => {
    const [name = '', width] = inner.split(':');
    if (name === 'seq') return String(n + 1).padStart(Number(width ?? 4), '0');
    const digits = today.replaceAll('-', '');
    if (/^y+M*d*$/.test(name))
      return digits.slice(name.startsWith('yyyy') ? 0 : 2, digits.length - (8 - dateWidth(name)));
    return '';
  });
}
const dateWidth = (format: string): number => 4 + (format.includes('M') ? 2 : 0) + (format.includes('d') ? 2 : 0);

const day = (today: string, shift: number): string =>
  new Date(Date.parse(`${today}T00:00:00Z`) + shift * DAY).toISOString().slice(0, 10);
