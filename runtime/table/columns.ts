/** Columns from placements (language §4.1): titles, widths and alignment by type, and how a value on the wire becomes text. */
import type { ReactNode } from 'react';
import { displayText, isMoney, numberText } from '../../schemas/language/codec/shown';
import type { ColumnAs, TypeId } from '../../schemas/language/document';
import { factsOf, kindOf } from '../../schemas/language/kinds/index';
import type { Labels } from '../../schemas/language/kinds/kind';
import type { Placement, ResolvedDict, ResolvedField, ResolvedObject, TypeLib } from '../../schemas/language/resolved';
import type { Json, Value } from '../../schemas/language/value';
import type { SlotColumn, WireRow } from '../data/types';
import { CRITICAL_WIDTH, displayOf } from '../fields/displays';
import { plainText } from '../fields/shared/sanitise';
import type { ColumnField, TableColumn } from './types';

/** Where the fields of the rows come from: a head, or a sub-table of it. */
export interface ColumnSource {
  readonly object: ResolvedObject;
  readonly lib: TypeLib;
  readonly dict: (code: string) => ResolvedDict | undefined;
  readonly now: () => string;
  readonly sub?: string;
  /** columns that came with the rows, at the place of the marker `$slots` */
  readonly slots?: readonly SlotColumn[] | undefined;
  /** a critical date of this row is settled */
  readonly done?: (field: ResolvedField, row: WireRow) => boolean;
  readonly warn?: (field: ResolvedField, row: WireRow) => number | undefined;
}

/** px at 1440: what values of a type need, cell padding included; texts and references share the room that is left */
const WIDTH: Partial<Record<TypeId, number>> = {
  text: 150,
  int: 76,
  decimal: 100,
  bool: 76,
  date: 104,
  datetime: 168,
  time: 80,
  dict: 90,
  ref: 136,
  file: 120,
  range: 300,
  path: 180,
};
/** four characters */
const TAG_WIDTH = 88;
/** around its text; a long list of codes widens no column beyond the last */
const TAG_ROOM = 40;
const TAG_MOST = 160;
const longest = (dict: ResolvedDict | undefined): number =>
  Math.max(0, ...(dict?.items ?? []).slice(0, 200).map(({ title }) => title.length));
const tagNeeds = (dict: ResolvedDict | undefined): number => Math.min(TAG_MOST, longest(dict) * 12 + TAG_ROOM);
/** 1,142,945.00 */
const MONEY_WIDTH = 112;
/** names of people and units are short */
const SHORT: Readonly<Record<string, number>> = { unit: 76, user: 92, employee: 92 };

/** What values of a kind need, where it says so; a reference what the one field needs that it is called by (the number of a document). */
const ownWidth = (field: ColumnField | undefined, source: ColumnSource): number | undefined => {
  if (field === undefined) return undefined;
  if (field.warn !== undefined) return CRITICAL_WIDTH;
  const target = field.ref === 'self' ? source.object : field.ref && source.lib.object(field.ref);
  if (!target || field.many === true || target.label.length !== 1) return displayOf(field.kind).width;
  const named = target.fields[target.label[0] ?? ''];
  return named?.kind === undefined ? undefined : displayOf(named.kind).width;
};

/** Wide enough for the values and for the title with its marks. */
const widthOf = (
  type: TypeId,
  as: ColumnAs | undefined,
  field: ColumnField | undefined,
  title: string,
  marks: { readonly sort: boolean; readonly tip: boolean; readonly scan: boolean; readonly needs: number | undefined },
  dict: ResolvedDict | undefined,
): number => {
  const header = title.length * 14 + 20 + (marks.sort ? 16 : 0) + (marks.tip ? 18 : 0) + (marks.scan ? 22 : 0);
  const values =
    as === 'tag'
      ? Math.max(TAG_WIDTH, tagNeeds(dict))
      : marks.needs !== undefined
        ? marks.needs
        : field !== undefined && isMoney({ ...field, type })
          ? MONEY_WIDTH
          : field?.ref !== undefined && field.many !== true
            ? (SHORT[field.ref] ?? WIDTH.ref ?? 136)
            : (WIDTH[type] ?? 140);
  return Math.max(values, header);
};

const RIGHT: readonly TypeId[] = ['int', 'decimal'];
const CENTRE: readonly ColumnAs[] = ['tag', 'image', 'avatar'];
const GROWS: readonly TypeId[] = ['text', 'ref', 'path'];

export const columnsOf = (placements: readonly Placement[], source: ColumnSource): readonly TableColumn[] =>
  placements.flatMap((placement) => {
    if (placement.field === '$slots') return (source.slots ?? []).map(slotColumn);
    const column = columnOf(placement, source);
    return column === undefined ? [] : [column];
  });

/** undefined for markers and for fields that are not the user's */
export const columnOf = (placement: Placement, source: ColumnSource): TableColumn | undefined => {
  const key = placement.field;
  if (key === undefined || key.startsWith('$')) return undefined;
  const field = fieldAt(key, source);
  const own = placement.of !== undefined || placement.service !== undefined || placement.text !== undefined;
  if (field === undefined && !own) return undefined;
  // computed from the rows of a sub-table: words or a number, no rows
  const stored = field?.type === 'rows' && own ? undefined : field;
  const type = placement.type ?? stored?.type ?? guessType(placement);
  const isState = source.sub === undefined && key === source.object.state && field?.dict !== undefined;
  const as = placement.as ?? (isState ? 'tag' : defaultLook(field));
  const title = placement.title ?? field?.title ?? key;
  const align =
    placement.align ??
    field?.align ??
    (CENTRE.some((one) => one === as)
      ? 'center'
      : RIGHT.includes(type) && field?.dict === undefined
        ? 'right'
        : 'left');
  const tip = placement.tip ?? field?.tip;
  const needs = ownWidth(field, source);
  const dict = field?.dict === undefined ? undefined : source.dict(field.dict);
  const full = stored === undefined ? undefined : resolved(stored, key);
  const words = textOf(key, full, source, placement);
  const text = as === 'html' ? (row: WireRow) => plainText(words(row)) : words;
  const view = full === undefined || as !== undefined ? undefined : viewOf(key, full, source, text);
  return {
    key,
    title,
    width:
      placement.width ??
      field?.width ??
      widthOf(
        type,
        as,
        field,
        title,
        {
          sort: placement.sort === true,
          tip: tip !== undefined,
          scan: placement.scan === true,
          needs,
        },
        dict,
      ),
    minWidth:
      placement.minWidth ??
      (as === 'tag' && dict !== undefined ? tagNeeds(dict) : undefined) ??
      (placement.width === undefined ? needs : undefined) ??
      Math.min(80, placement.width ?? 80),
    align,
    headerAlign: placement.headerAlign ?? align,
    pin: placement.pin === true ? 'left' : placement.pin === 'right' ? 'right' : undefined,
    sortable: placement.sort === true,
    grows:
      placement.width === undefined &&
      as === undefined &&
      GROWS.includes(type) &&
      SHORT[field?.ref ?? ''] === undefined,
    overflow: placement.overflow !== false,
    required: false,
    as,
    tip: tip === undefined ? undefined : { text: tip, width: placement.tipWidth ?? 200 },
    group: placement.group,
    tone: placement.tone,
    field,
    placement,
    text,
    ...(view === undefined ? {} : { render: view }),
  };
};

/** A column of an answer (`slots`): its values stand under its code, `<code>_est` says that one is estimated, `<code>_weak` that it stands on too little. */
const slotColumn = ({ code, title, tip, tone }: SlotColumn): TableColumn => ({
  key: code,
  title,
  width: Math.max(96, title.length * 14 + 20),
  minWidth: 72,
  align: 'right',
  headerAlign: 'right',
  sortable: false,
  grows: false,
  overflow: true,
  required: false,
  tip: tip === undefined ? undefined : { text: tip, width: 200 },
  tone: tone === undefined ? undefined : { [tone]: 'true' },
  toneOf: (row) => (row[`${code}_weak`] === true ? 'warning' : undefined),
  text: (row) => {
    const shown = anyText(row[code], {});
    return shown !== '' && row[`${code}_est`] === true ? `估 ${shown}` : shown;
  },
});

/** Own fields, own rows, one hop over a reference, extension fields. */
export const fieldAt = (path: string, source: ColumnSource): ColumnField | undefined => {
  const [first = '', second] = path.split('.');
  const fields =
    source.sub === undefined ? source.object.fields : (source.object.fields[source.sub]?.sub?.fields ?? {});
  const own = Object.hasOwn(fields, path) ? fields[path] : Object.hasOwn(fields, first) ? fields[first] : undefined;
  if (own === undefined || second === undefined || own.path.endsWith(`.${second}`)) return own;
  if (own.sub !== undefined) return own.sub.fields[second];
  const target = own.ref === 'self' ? source.object.object : own.ref;
  if (target === undefined) return undefined;
  if (target === source.object.object) return source.object.fields[second];
  return source.lib.object(target)?.fields[second];
};

/** Type of an own column by its outermost function, until the server says more. */
const guessType = ({ of, as, text }: Placement): TypeId => {
  if (text !== undefined || as === 'process' || of === undefined) return 'text';
  return /^(count|sum|avg|pct|round|floor|ceil|abs|dateDiff|total|running)\s*\(/.test(of) ? 'decimal' : 'text';
};

const defaultLook = (field: ColumnField | undefined): ColumnAs | undefined => {
  const { as } = factsOf(field);
  if (as !== undefined || field?.type !== 'file') return as;
  return field.accept === 'image' ? 'image' : field.accept === 'pdf' ? 'pdf' : 'file';
};

/** The kinds' codecs want a whole field; a hop's type has all they read. */
const resolved = (field: ColumnField, path: string): ResolvedField =>
  'path' in field && field.path !== undefined ? (field as ResolvedField) : ({ ...field, path } as ResolvedField);

/** Text of the value under a key of a row on the wire. A reference carries its label under its code. */
const textOf = (
  key: string,
  field: ResolvedField | undefined,
  source: ColumnSource,
  placement: Placement,
): ((row: WireRow) => string) => {
  const labels: Labels = { dict: source.dict };
  // a template was filled in by the server
  if (field === undefined || placement.text !== undefined) return (row) => anyText(row[key], placement);
  if (field.type === 'ref' || field.type === 'id')
    return (row) => {
      const value = row[key];
      if (value === null || value === undefined) return '';
      return Array.isArray(value) ? value.map(labelIn).join('、') : labelIn(value);
    };
  if (field.type === 'rows') return (row) => rowsText(row[key]);
  const scaled = placement.scale === undefined ? field : { ...field, scale: placement.scale };
  const { codec } = kindOf(field.kind);
  return (row) => {
    const value = row[key];
    if (value === null || value === undefined || value === '') return field.type === 'bool' ? '否' : '';
    // of several rows of a sub-table their codes stand side by side
    if (field.dict !== undefined && typeof value === 'string' && value.includes('、'))
      return value
        .split('、')
        .map((code) => displayText(code, scaled, labels))
        .join('、');
    if (typeof value === 'number' || typeof value === 'string' || typeof value === 'boolean')
      return displayText(value, scaled, labels);
    const read = codec.fromWire(value, field, key);
    return 'value' in read ? displayText(read.value, scaled, labels) : '';
  };
};

/** Kinds that are more than a line of text draw themselves. */
const viewOf = (
  key: string,
  field: ResolvedField,
  source: ColumnSource,
  text: (row: WireRow) => string,
): ((row: WireRow) => ReactNode) | undefined => {
  const { View, inCell } = displayOf(field.kind);
  if (!inCell) return undefined;
  const { codec } = kindOf(field.kind);
  return (row) => {
    if (text(row) === '') return '';
    const read = codec.fromWire(row[key], field, key);
    const value: Value = 'value' in read ? read.value : null;
    return View({
      value,
      field,
      look: {
        dict: source.dict,
        now: source.now,
        done: source.done?.(field, row) === true,
        warn: source.warn?.(field, row),
        label: (_object, id) => labelOf(row[key], id),
        short: true,
      },
    });
  };
};

/** The label a cell of references carries with an id. */
const labelOf = (cell: Json | undefined, id: string): string | undefined => {
  const found = Array.isArray(cell)
    ? cell.find((item) => typeof item === 'object' && item !== null && 'id' in item && item.id === id)
    : undefined;
  return found === undefined ? undefined : labelIn(found);
};
const labelIn = (value: Json): string => {
  if (typeof value === 'string') return value;
  if (typeof value === 'object' && value !== null && 'label' in value) return String(value.label ?? '--');
  return value === null ? '' : String(value);
};

const rowsText = (value: Json | undefined): string =>
  Array.isArray(value) ? `${value.length} 行` : typeof value === 'number' ? `${value} 行` : '';

const anyText = (value: Json | undefined, placement: Placement): string => {
  if (value === null || value === undefined) return '';
  if (typeof value === 'number')
    return numberText(value, {
      type: 'decimal',
      ...(placement.scale === undefined ? {} : { scale: placement.scale }),
      ...(placement.suffix === undefined ? {} : { suffix: placement.suffix }),
    });
  if (typeof value === 'boolean') return value ? '是' : '否';
  return typeof value === 'string' ? value : Array.isArray(value) ? value.map(labelIn).join('、') : '';
};
