/** Columns of an exported sheet: those of the list, and of the rows of a sub-table beside them, one line a row. */

import { htmlText } from '../../../schemas/language/codec/html';
import { displayText, lookText, numberText } from '../../../schemas/language/codec/shown';
import { kindOf } from '../../../schemas/language/kinds';
import { isMany, isNumeric } from '../../../schemas/language/kinds/index';
import type { Labels } from '../../../schemas/language/kinds/kind';
import type { ResolvedField, ResolvedObject } from '../../../schemas/language/resolved';
import type { Row, Value } from '../../../schemas/language/value';
import { AppError } from '../../errors';
import type { BookColumn, Cell } from '../../excel/book';
import type { EngineCtx } from '../host';
import type { ListColumn } from '../list/list-column';
import type { Out } from '../list/plan-builder';
import { accessOf, holdsGrant } from '../read/grants';
import { loadLabels } from '../read/labels';
import { presenterOf } from '../read/wire';
import { loadRecords } from '../store/source';

export interface ExportColumn extends BookColumn {
  readonly title: string;
  /** of the rows of the sub-table */
  readonly ofRow: boolean;
  readonly cell: (values: Out) => Cell;
}
export interface HeadColumn extends ExportColumn {
  /** what the list says of a value: on paper a number has its thousands and a span of time its words */
  readonly shown: (value: unknown) => string;
}

export const headColumns = (ctx: EngineCtx, columns: readonly ListColumn[]): HeadColumn[] => {
  const labels = labelsOf(ctx);
  return columns.map((column) => {
    const { field, placement, prop, ty } = column;
    const shown = shownIn(ctx, column, labels);
    // since a moment: a sheet says how long that is, as the list does
    const counts = placement.as === 'elapsed';
    return {
      title: column.title,
      ofRow: false,
      ...lookOf(counts ? undefined : field, ty === 'number', placement.width),
      shown,
      cell: (values) => (counts ? shown(values[prop]) : cellOf(values[prop], ty, field, labels)),
    };
  });
};

const shownIn = (
  ctx: EngineCtx,
  { field, placement, ty }: ListColumn,
  labels: Labels,
): ((value: unknown) => string) => {
  const scale = placement.scale === undefined ? {} : { scale: placement.scale };
  // a bar that is full elsewhere than at 100 has the text of its value
  const as = placement.as === 'progress' && placement.max !== undefined ? undefined : placement.as;
  return (value) => {
    const looked = lookText(as, value, ctx.now);
    if (looked !== undefined) return looked;
    if (placement.as === 'html' && typeof value === 'string') return htmlText(value);
    if (typeof value !== 'number') return textIn(cellOf(value, ty, field, labels));
    if (field !== undefined && field.type !== 'ref') return displayText(value, { ...field, ...scale }, labels);
    return numberText(value, {
      type: 'decimal',
      ...scale,
      ...(placement.suffix === undefined ? {} : { suffix: placement.suffix }),
    });
  };
};
const textIn = (cell: Cell): string => String((typeof cell === 'object' && cell !== null ? cell.v : cell) ?? '');

interface RowPlace {
  readonly field?: string | undefined;
  readonly title?: string | undefined;
  readonly grant?: string | undefined;
  readonly width?: number | undefined;
}
/** Columns of a sub-table as its grid shows them, or as they are placed; a sub-table that is not there or not the user's is 400. */
export function rowColumns(
  ctx: EngineCtx,
  object: ResolvedObject,
  code: string,
  placed?: readonly RowPlace[],
): ExportColumn[] {
  const field = object.fields[code];
  const { rights } = ctx.session;
  if (!field?.sub || accessOf(object, field, rights) !== 'value') throw new AppError(400);
  const { fields, columns } = field.sub;
  const labels = labelsOf(ctx);
  return (placed ?? columns).flatMap((placement: RowPlace): ExportColumn[] => {
    const own = placement.field === undefined ? undefined : fields[placement.field];
    if (!own || own.hidden === true || own.type === 'none' || accessOf(object, own, rights) === 'none') return [];
    if (placement.grant !== undefined && !holdsGrant(placement.grant, rights)) return [];
    const isNumber = isNumeric(own) && !isMany(own);
    const ty = isNumber
      ? 'number'
      : own.type === 'ref'
        ? isMany(own)
          ? 'list'
          : 'label'
        : own.type === 'bool'
          ? 'bool'
          : 'other';
    return [
      {
        title: placement.title ?? own.title,
        ofRow: true,
        ...lookOf(own, isNumber, placement.width),
        cell: (values) => cellOf(values[own.code], ty, own, labels),
      },
    ];
  });
}

/** Lines of a sheet: one for each record, or one for each row of its sub-table with the head beside it (one without rows stays one). */
export async function exportRows(
  ctx: EngineCtx,
  object: ResolvedObject,
  columns: readonly ExportColumn[],
  records: readonly Out[],
  sub: string | undefined,
): Promise<Cell[][]> {
  if (sub === undefined) return records.map((record) => columns.map((column) => column.cell(record)));
  const ids = records.map((record) => record.id as string);
  const rowsOf = new Map((await loadRecords(ctx, object, ids, { rows: true })).map((rec) => [rec.id, rec[sub]]));
  const presenter = presenterOf(object, ctx.session.rights);
  const refs = presenter.refs.filter((ref) => ref.sub === sub);
  const wanted = new Map<string, Set<string>>();
  for (const rows of rowsOf.values())
    for (const row of (rows as readonly Row[] | undefined) ?? [])
      for (const { code, object: target } of refs) {
        const set = wanted.get(target) ?? new Set();
        wanted.set(target, set);
        for (const id of [row[code]].flat()) if (typeof id === 'string') set.add(id);
      }
  const labels = await loadLabels(ctx, wanted);
  return records.flatMap((record) => {
    const rows = (rowsOf.get(record.id as string) as readonly Row[] | undefined) ?? [];
    const shown = presenter.rows(sub, rows, (target, id) => labels.get(target)?.get(id) ?? null);
    const lines: Out[] = shown.length === 0 ? [{}] : shown;
    return lines.map((line) => columns.map((column) => column.cell(column.ofRow ? line : record)));
  });
}

const labelsOf = (ctx: EngineCtx): Labels => ({ dict: (code) => ctx.registry.dicts.get(code) });

/** Numbers, dates and times are such cells, everything else is text. */
function cellOf(value: unknown, ty: ListColumn['ty'], field: ResolvedField | undefined, labels: Labels): Cell {
  if (value === null || value === undefined) return null;
  if (ty === 'number' && typeof value === 'number') return value;
  if (ty === 'label') return String(value);
  if (Array.isArray(value) && value.every((item) => typeof item === 'object' && item !== null && 'label' in item))
    return (value as readonly { readonly label: string | null }[]).map((item) => item.label ?? '').join('、');
  if (ty === 'bool') return value === true ? '是' : '否';
  if (field && field.type !== 'ref') return kindOf(field.kind).codec.toText(value as Value, field, labels);
  if (Array.isArray(value)) return value.map(wordOf).join('、');
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}

/** a step of a process by its title */
const wordOf = (value: unknown): string =>
  typeof value === 'object' && value !== null && 'title' in value ? String(value.title) : String(value);

function lookOf(field: ResolvedField | undefined, isNumber: boolean, width: number | undefined): BookColumn {
  const chars = Math.round((width ?? (isNumber || field?.type === 'bool' ? 110 : 160)) / 8);
  const isDay = field?.type === 'date' && !isMany(field) && (field.format === undefined || field.format === 'day');
  const isMoment = field?.type === 'datetime' && !isMany(field);
  return { width: chars, ...(isDay ? { as: 'date' as const } : isMoment ? { as: 'datetime' as const } : {}) };
}
