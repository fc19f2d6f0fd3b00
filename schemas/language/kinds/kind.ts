/** What all four readers agree on about a field kind (the control) and a type (the storage): language reference §3. */
import type { ColumnAs, FieldDoc, KindId, Literal, TypeId } from '../document';
import type { ResolvedDict, ResolvedField } from '../resolved';
import type { Problem, Value } from '../value';

export type Storage =
  | 'text'
  | 'integer'
  | 'decimal'
  | 'bool'
  | 'date'
  | 'datetime'
  | 'time'
  | 'range'
  | 'timeRange'
  | 'json'
  | 'uuid'
  | 'text[]'
  | 'uuid[]'
  | 'date[]'
  | 'numeric[]'
  | 'rows'
  | 'none';
/** Operators of searches and condition leaves (§5.8). */
export type FilterOp =
  | 'eq'
  | 'ne'
  | 'gt'
  | 'ge'
  | 'lt'
  | 'le'
  | 'between'
  | 'rel'
  | 'in'
  | 'notIn'
  | 'like'
  | 'starts'
  | 'sub'
  | 'has'
  | 'hasAll'
  | 'overlaps'
  | 'empty'
  | 'notEmpty'
  | 'row';
/** What a search value of an operator looks like: one value, [a, b], a list, a bool, {rel, n}, or that of a row field. */
export type FilterShape = 'one' | 'pair' | 'list' | 'flag' | 'relative' | 'row';
export type SearchControl =
  | 'input'
  | 'range'
  | 'select'
  | 'selectMany'
  | 'picker'
  | 'cascader'
  | 'checks'
  | 'tree'
  | 'dialog'
  | 'none';

export const SHAPE_OF_OP = {
  eq: 'one',
  ne: 'one',
  gt: 'one',
  ge: 'one',
  lt: 'one',
  le: 'one',
  between: 'pair',
  rel: 'relative',
  in: 'list',
  notIn: 'list',
  like: 'one',
  starts: 'one',
  sub: 'list',
  has: 'list',
  hasAll: 'list',
  overlaps: 'pair',
  empty: 'flag',
  notEmpty: 'flag',
  row: 'row',
} as const satisfies Record<FilterOp, FilterShape>;

/** What reading a value answers: the value, or the problem code it failed with. Codecs never throw. */
export type Decoded = { readonly value: Value } | { readonly problem: Problem };
/** Labels for texts: dictionaries by code, record labels by object and id. */
export interface Labels {
  dict?(code: string): ResolvedDict | undefined;
  label?(object: string, id: string): string | undefined;
}
export interface Codec {
  /** value of a wire value; `path` only names the field in a problem */
  fromWire(wire: unknown, field: ResolvedField, path?: string): Decoded;
  /** JSON of a value; a reference is its id here, record-codec.ts adds labels */
  toWire(value: Value | undefined, field: ResolvedField): unknown;
  /** text for people: sheets, prints, messages; '' for empty */
  toText(value: Value | undefined, field: ResolvedField, labels?: Labels): string;
}
/** What the host knows around a value: limits may be expressions, units are references. All answers are plain values. */
export interface ValidateScope {
  /** path for problems, `qty` or `items[<id>].qty` */
  readonly path: string;
  /** value of `min` or `max`; without it only literal limits count */
  limit?(key: 'min' | 'max'): Value | undefined;
  unit?(): { readonly decimals: number; readonly name: string } | undefined;
  dict?(code: string): ResolvedDict | undefined;
  /** choices of `options`, when known */
  options?(): readonly string[] | undefined;
}
/** Storage type: behaviour shared by all kinds over it. */
export interface FieldType {
  readonly id: TypeId;
  readonly codec: Codec;
  storage(field: ResolvedField): Storage;
  empty(field: ResolvedField): Value;
  /** limits, scale, unit, pattern of a value of right shape that is not empty */
  check(value: Value, field: ResolvedField, scope: ValidateScope): readonly Problem[];
  filters(field: ResolvedField): readonly FilterOp[];
  readonly control: SearchControl;
  /** keys a field of this type may have beside the common ones */
  readonly props: readonly (keyof FieldDoc)[];
  readonly canBeMany: boolean;
}
/** What others may ask of a kind instead of comparing its name; each is named for what the asker does with it. */
export interface KindFacts {
  /** its control follows the type; nothing is written about it in a document */
  readonly followsType: boolean;
  /** shown but kept nowhere: asked when needed, so what reads it is live */
  readonly isAsked: boolean;
  /** numbered by rule: code and number fields count deleted rows, too */
  readonly isNumbered: boolean;
  /** its value is rows with fields of their own */
  readonly holdsRows: boolean;
  /** text of many lines, without an index for searches */
  readonly isLong: boolean;
  /** takes the whole width of a form */
  readonly isWide: boolean;
  /** one picture somebody draws: alone on the wire, not in a list; no search asks for it */
  readonly isDrawn: boolean;
  /** a mark: averaged, never added up */
  readonly isMark: boolean;
  /** people call a record by it */
  readonly isName: boolean;
  /** a reference is shown and chosen with all nodes above it */
  readonly isNested: boolean;
  /** a report that groups by it keeps its control: it finds what is below a node, or days in their format */
  readonly staysInReports: boolean;
  /** how a column shows it unless said otherwise */
  readonly as?: ColumnAs;
  /** a value people may look at, where its form is not plain */
  readonly sample?: string;
}
export const NO_FACTS: KindFacts = {
  followsType: false,
  isAsked: false,
  isNumbered: false,
  holdsRows: false,
  isLong: false,
  isWide: false,
  isDrawn: false,
  isMark: false,
  isName: false,
  isNested: false,
  staysInReports: false,
};
export interface FieldKind {
  readonly id: KindId;
  /** the specification's number, used on the wire only */
  readonly code: number;
  readonly title: string;
  readonly types: readonly TypeId[];
  readonly defaultType: TypeId;
  readonly many: 'always' | 'never' | 'may';
  readonly facts: KindFacts;
  readonly codec: Codec;
  /** it reads and writes as its type does */
  readonly asIs: boolean;
  storage(field: ResolvedField): Storage;
  empty(field: ResolvedField): Value;
  /** §3 order: shape, length or limits, scale and unit decimals, pattern; `required`, references and unique belong to others */
  validate(value: Value | undefined, field: ResolvedField, scope: ValidateScope): readonly Problem[];
  /** operators a search may use, the default one first */
  filters(field: ResolvedField): readonly FilterOp[];
  readonly control: SearchControl;
  /** own keys of the kind, and what they are when absent */
  readonly props: readonly (keyof FieldDoc)[];
  readonly defaults: { readonly [key in keyof FieldDoc]?: Literal };
  /** a new valid field */
  create(title: string): FieldDoc;
}

/** Keys every field may have. */
export const COMMON_PROPS: readonly (keyof FieldDoc)[] = [
  'title',
  'note',
  'off',
  'kind',
  'type',
  'was',
  'many',
  'kindBy',
  'cases',
  'required',
  'readonly',
  'hidden',
  'unique',
  'default',
  'formula',
  'grant',
  'mask',
  'flowSet',
  'inherit',
  'scan',
  'tip',
  'placeholder',
  'width',
  'align',
];

/** null, no text, no elements, no rows. 0 and false are not empty. */
export function isEmptyValue(value: Value | undefined): boolean {
  if (value === null || value === undefined || value === '') return true;
  if (!Array.isArray(value)) return false;
  return value.length === 0 || (value.length === 2 && value.every((part) => part === null));
}
