/** Columns of a sub-table from its placements: widths, alignment, and how each cell is edited. */

import { isMany, isNumeric, kindOf } from '../../schemas/language/kinds/index';
import type { Placement, ResolvedField, ResolvedSub } from '../../schemas/language/resolved';
import type { Row, Value } from '../../schemas/language/value';
import { isTyped } from '../../schemas/language/written';
import type { CellAs, EditorSort, GridColumn } from './types';

const WIDTH: { readonly [type: string]: number } = {
  int: 80,
  decimal: 96,
  bool: 76,
  date: 112,
  datetime: 164,
  time: 84,
  dict: 96,
  ref: 96,
  file: 96,
  range: 220,
};

/** a reference with a dialog of its own is a name, not a unit */
const ROOMY = 140;

/** How many cells a spread list takes now, where its `max` is an expression. */
export type CountOf = (field: ResolvedField) => number;

export function gridColumns(sub: ResolvedSub, countOf: CountOf = () => 1): readonly GridColumn[] {
  const placed = sub.columns.flatMap((placement) => {
    const field = placement.field === undefined ? undefined : sub.fields[placement.field];
    if (field === undefined || field.hidden === true) return [];
    const whole = column(field, placement);
    return spreads(field) ? elements(whole, isByExpression(field) ? countOf(field) : Number(field.max)) : [whole];
  });
  const once = placed.filter((column, at) => placed.findIndex((other) => other.code === column.code) === at);
  return [...once.filter((column) => column.pinned), ...once.filter((column) => !column.pinned)];
}

/** A list of numbers shown as one cell for each of its `max` elements. */
const spreads = (field: ResolvedField): boolean =>
  field.spread === true &&
  field.many === true &&
  ((typeof field.max === 'number' && field.max > 0) || isByExpression(field));
const isByExpression = ({ max }: ResolvedField): boolean => typeof max === 'string' && max.startsWith('=');
/** Lists of a sub-table whose number of cells follows the record. */
export const spreadsByExpression = (sub: ResolvedSub): readonly ResolvedField[] =>
  Object.values(sub.fields).filter((field) => spreads(field) && isByExpression(field));

function elements(whole: GridColumn, count: number): readonly GridColumn[] {
  const { max: _max, many: _many, spread: _spread, required: _required, ...one } = whole.field;
  const field: ResolvedField = { ...one, path: whole.field.path };
  return Array.from({ length: Math.min(Math.max(1, count), MOST_ELEMENTS) }, (_, at) => ({
    ...whole,
    code: `${whole.code}.${at + 1}`,
    title: `${whole.title}${at + 1}`,
    width: ELEMENT,
    required: whole.required && at === 0,
    editor: 'text' as const,
    align: 'right' as const,
    field,
    at,
  }));
}
const MOST_ELEMENTS = 64;
const ELEMENT = 72;

/** What stands in a cell: the value of the field, or one element of a spread list. */
export function cellValue(row: Row, { code, at, field }: GridColumn): Value {
  if (at === undefined) return row[code] ?? null;
  const list = row[field.code];
  return Array.isArray(list) ? ((list[at] as Value | undefined) ?? null) : null;
}
/** The column of another case of its field (`kindBy`): edited and read as that case. */
export const asCase = (whole: GridColumn, field: ResolvedField): GridColumn =>
  field === whole.field ? whole : { ...whole, field, editor: editorOf(field) };

function column(field: ResolvedField, placement: Placement): GridColumn {
  const numeric = isNumeric(field);
  const title = `${placement.title ?? field.title}${field.suffix === '%' ? '%' : ''}`;
  const roomy = field.type === 'ref' && kindOf(field.kind).control === 'dialog';
  const tip = placement.tip ?? field.tip;
  return {
    code: field.code,
    title,
    field,
    width:
      placement.width ??
      field.width ??
      Math.max(roomy ? ROOMY : (WIDTH[field.type] ?? 140), [...title].length * 14 + 32),
    align: placement.align ?? field.align ?? (numeric ? 'right' : field.type === 'bool' ? 'center' : 'left'),
    required: field.required === true || field.required === 'new',
    fixed: !isTyped(field),
    editor: editorOf(field),
    pinned: placement.pin === true,
    ...(isCellAs(placement.as) ? { as: placement.as } : {}),
    ...(placement.tone === undefined ? {} : { tones: placement.tone }),
    ...(tip === undefined ? {} : { tip }),
  };
}

const isCellAs = (as: unknown): as is CellAs => as === 'tag' || as === 'dot' || as === 'progress';

function editorOf(field: ResolvedField): EditorSort {
  if (field.kindBy !== undefined && field.cases !== undefined && field.type === 'text') return 'text';
  if (isMany(field) || field.range === true) return 'popup';
  if (field.options !== undefined) return 'list';
  switch (field.type) {
    case 'text':
    case 'int':
    case 'decimal':
    case 'date':
    case 'datetime':
    case 'time':
      return 'text';
    case 'dict':
    case 'ref':
      return 'list';
    case 'bool':
      return 'bool';
    default:
      return 'popup';
  }
}
