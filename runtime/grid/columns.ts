/** Columns of a sub-table from its placements: widths, alignment, and how each cell is edited. */

import { kindOf } from '../../schemas/language/kinds/index';
import type { Placement, ResolvedField, ResolvedSub } from '../../schemas/language/resolved';
import { isMany } from '../fields/facts';
import type { EditorSort, GridColumn } from './types';

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

export function gridColumns(sub: ResolvedSub): readonly GridColumn[] {
  const placed = sub.columns.flatMap((placement) => {
    const field = placement.field === undefined ? undefined : sub.fields[placement.field];
    return field === undefined || field.hidden === true ? [] : [column(field, placement)];
  });
  const once = placed.filter((one, at) => placed.findIndex((other) => other.code === one.code) === at);
  return [...once.filter((one) => one.pinned), ...once.filter((one) => !one.pinned)];
}

function column(field: ResolvedField, placement: Placement): GridColumn {
  const numeric = field.type === 'int' || field.type === 'decimal';
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
    fixed: isFixed(field),
    editor: editorOf(field),
    pinned: placement.pin === true,
    ...(tip === undefined ? {} : { tip }),
  };
}

/** Nobody types here: a formula, a service, a text of the page, or a value the server keeps. */
export const isFixed = (field: ResolvedField): boolean =>
  field.formula !== undefined ||
  field.readonly === true ||
  field.service !== undefined ||
  field.text !== undefined ||
  field.block !== undefined ||
  (field.rule !== undefined && field.manual !== true);

function editorOf(field: ResolvedField): EditorSort {
  if (field.kindBy !== undefined) return 'text';
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
