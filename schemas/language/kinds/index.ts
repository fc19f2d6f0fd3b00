/** The registry of field kinds: a kind of the language that is forgotten here does not compile. */
import type { FieldDoc, KindId, Many, TypeId } from '../document';
import type { ResolvedField } from '../resolved';
import { autoCodeKind } from './auto-code';
import { cascaderKind } from './cascader';
import { colourKind } from './colour';
import { commonMultipleCheckKind } from './common-multiple-check';
import { dateKind } from './date';
import { dateCriticalKind } from './date-critical';
import { datetimeRangeKind } from './datetime-range';
import { defaultKind } from './default';
import { dialogSelectKind } from './dialog-select';
import { expressionKind } from './expression';
import { geoKind } from './geo';
import { grantsKind } from './grants';
import { iconKind } from './icon';
import { inputKind } from './input';
import { jsonKind } from './json';
import { type FieldKind, type FilterOp, type FilterShape, type KindFacts, NO_FACTS, SHAPE_OF_OP } from './kind';
import { multiDateKind } from './multi-date';
import { multipleCheckKind } from './multiple-check';
import { ratingKind } from './rating';
import { richTextKind } from './rich-text';
import { signatureKind } from './signature';
import { tabTableKind } from './tab-table';
import { textareaKind } from './textarea';
import { timeKind } from './time';
import { treeKind } from './tree';
import { undataKind } from './undata';

export const KINDS = {
  default: defaultKind,
  input: inputKind,
  textarea: textareaKind,
  datetimeRange: datetimeRangeKind,
  cascader: cascaderKind,
  commonMultipleCheck: commonMultipleCheckKind,
  multipleCheck: multipleCheckKind,
  date: dateKind,
  time: timeKind,
  dateCritical: dateCriticalKind,
  autoCode: autoCodeKind,
  tree: treeKind,
  multiDate: multiDateKind,
  dialogSelect: dialogSelectKind,
  tabTable: tabTableKind,
  undata: undataKind,
  richText: richTextKind,
  signature: signatureKind,
  colour: colourKind,
  rating: ratingKind,
  json: jsonKind,
  expression: expressionKind,
  icon: iconKind,
  geo: geoKind,
  grants: grantsKind,
} as const satisfies Record<KindId, FieldKind>;

/** Kind by name; an unknown one falls back to default (the linter refuses it in documents). */
export function kindOf(id: KindId): FieldKind {
  return byId.get(id) ?? KINDS.default;
}
const byId: ReadonlyMap<string, FieldKind> = new Map(Object.entries(KINDS));

/** Kind by the specification's number, for calls that carry it. */
export function kindByCode(code: number): FieldKind {
  return Object.values<FieldKind>(KINDS).find((kind) => kind.code === code) ?? KINDS.default;
}
export function isKind(id: string): id is KindId {
  return Object.hasOwn(KINDS, id);
}

/** Storage type of a field as written: its own `type`, else by `dict`, `ref`, else the kind's. */
export function typeOfDoc(field: Pick<FieldDoc, 'kind' | 'type' | 'dict' | 'ref' | 'options'>): TypeId {
  if (field.type !== undefined) return field.type;
  const kind = kindOf(field.kind ?? 'default');
  if (kind.types.length === 1 || kind.defaultType === 'none') return kind.defaultType;
  if (kind.types.includes('ref') && field.ref !== undefined) return 'ref';
  if (kind.types.includes('dict') && field.dict !== undefined) return 'dict';
  if (kind.id === 'multipleCheck' && field.options !== undefined) return 'text';
  return kind.defaultType;
}

/** A list of values: by the key `many`, or because the kind always is one. */
export const isMany = (field: Pick<ResolvedField, 'kind' | 'many'>): boolean =>
  field.many === true || kindOf(field.kind).many === 'always';

/** A number, or a list of them: it is added up, compared, written in figures. */
export const isNumeric = (field: { readonly type?: TypeId | undefined } | undefined): boolean =>
  field?.type === 'int' || field?.type === 'decimal';
/** The value that a chosen code is in a field: integers keep being integers. */
export const valueOfCode = (code: string, field: { readonly type?: TypeId | undefined }): string | number =>
  field.type === 'int' ? Number(code) : code;
/** A day, with or without its time: it has a before and an after, and periods. */
export const isDated = (field: { readonly type?: TypeId | undefined } | undefined): boolean =>
  field?.type === 'date' || field?.type === 'datetime';

/** Facts of a field's kind, to be asked instead of comparing its name. */
export function factsOf(field: { readonly kind?: KindId | undefined } | undefined): KindFacts {
  return field?.kind === undefined ? NO_FACTS : kindOf(field.kind).facts;
}
/** Facts of a field as it is written, where no kind means the usual one; what is no kind has none. */
export function factsOfDoc({ kind = 'default' }: { readonly kind?: unknown }): KindFacts {
  return typeof kind === 'string' && isKind(kind) ? KINDS[kind].facts : NO_FACTS;
}
/** The automatic number among fields, the first of several. */
export const numberedIn = (fields: Many<ResolvedField>): ResolvedField | undefined =>
  Object.values(fields).find((field) => factsOf(field).isNumbered);

/** The operator a search over the field uses when the search says none; undefined = not searchable. */
export function defaultOp(field: ResolvedField): FilterOp | undefined {
  return kindOf(field.kind).filters(field)[0];
}
/** The operators of its conditions: what a search may ask of one of many values is said there by `has`. */
export const conditionOps = (field: ResolvedField): readonly FilterOp[] =>
  kindOf(field.kind)
    .filters(field)
    .filter((op) => op !== 'between' || !isMany(field));
/** Form of the search value an operator takes. */
export function shapeOfOp(op: FilterOp): FilterShape {
  return SHAPE_OF_OP[op];
}
/** Emptiness and empty value are the kind's; `null`, `false` or a fresh list. */
export function emptyOf(field: ResolvedField): ReturnType<FieldKind['empty']> {
  return kindOf(field.kind).empty(field);
}
