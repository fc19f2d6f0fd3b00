/** What an import of an object looks like: its columns, key and modes, from the document or derived from it. */

import { importKeyOf, importPathsOf, mayImport } from '../../../schemas/language/import-columns';
import { type ImportMode, modesOf } from '../../../schemas/language/import-modes';
import { modelOf } from '../../../schemas/language/record/model';
import type { ResolvedField, ResolvedObject } from '../../../schemas/language/resolved';
import { AppError, forbidden, refuse } from '../../errors';
import type { Page } from '../../registry/pages';
import type { EngineCtx } from '../host';
import { accessOf } from '../read/grants';
import { isRef, targetOf } from '../read/wire';

export type Mode = ImportMode;
export interface ImportColumn {
  /** as the sheet shows it, without the mark of required ones */
  readonly title: string;
  readonly field: ResolvedField;
  /** sub-table it is a column of */
  readonly sub?: string;
  /** reference of the record that this and other columns find together: `items.orderProcess.opNbr` */
  readonly of?: ResolvedField;
  readonly required: boolean;
}
export interface ImportSheet {
  readonly code: string;
  readonly title: string;
  readonly object: ResolvedObject;
  readonly columns: readonly ImportColumn[];
  /** codes of head fields that find the record; empty = only adding */
  readonly key: readonly string[];
  readonly mode: Mode;
  /** how it may come in */
  readonly modes: readonly Mode[];
  /** fields of a row by which an update finds it; empty = the lines are all its rows */
  readonly rows: readonly string[];
  /** title of the column whose equal values join lines to one document */
  readonly group?: string;
}

/** A column whose equal values join lines, where the document names none. */
const GROUP = '单据组号';

/** The sheet of a page, for somebody who may import; `code` names one of several. */
export function sheetOf(ctx: EngineCtx, page: Page, code?: string): ImportSheet {
  const { object } = page;
  const { rights } = ctx.session;
  const action = page.actions.import;
  if (!rights.has(action?.right ?? `${object.object}:import`)) throw forbidden();
  if (!action) throw new AppError(400);
  const sheets = object.import;
  const name = code ?? (Object.hasOwn(sheets, object.object) ? object.object : Object.keys(sheets)[0]);
  const doc = name === undefined ? undefined : Object.hasOwn(sheets, name) ? sheets[name] : undefined;
  if (name !== undefined && !doc && name !== object.object) throw refuse(`模板不存在：${name}`);
  const placed: readonly { readonly field: string; readonly title?: string }[] =
    doc?.columns?.map((column) => (typeof column === 'string' ? { field: column } : column)) ??
    importPathsOf(object).map((field) => ({ field }));
  // of several fields together a line names its record, or it would make another one each time
  const isNamed = doc?.mode === 'update' || (doc?.mode === 'upsert' && (doc.key ?? []).length > 1);
  const finds = isNamed ? (doc.key ?? []) : [];
  const adds = doc?.mode !== 'update';
  const columns = placed.flatMap(
    (item) => columnOf(ctx, object, item.field, { title: item.title, finds: finds.includes(item.field), adds }) ?? [],
  );
  const extra = Object.values(object.fields).filter((field) => field.ext);
  for (const field of extra)
    if (!columns.some((column) => column.field === field)) columns.push(...(columnOf(ctx, object, field.code) ?? []));
  const subs = [...new Set(columns.flatMap((column) => column.sub ?? []))];
  for (const sub of subs)
    for (const field of Object.values(object.fields[sub]?.sub?.fields ?? {}))
      if (field.ext && !columns.some((column) => column.field === field))
        columns.push(...(columnOf(ctx, object, `${sub}.${field.code}`) ?? []));
  const typed = new Set(columns.filter((column) => column.sub === undefined).map((column) => column.field.code));
  const key = (doc?.key ?? importKeyOf(object)).filter((text) => typed.has(text));
  const modes = modesOf(object.fields, key);
  const group = doc?.group ?? (subs.length > 0 && key.length === 0 ? GROUP : undefined);
  return {
    code: name ?? object.object,
    title: doc?.title ?? object.title,
    object,
    columns: distinct(columns, object),
    key,
    mode: modes.find((mode) => mode === (doc?.mode ?? 'add')) ?? modes[0] ?? 'add',
    modes,
    rows: doc?.rows ?? [],
    ...(group === undefined ? {} : { group }),
  };
}

/** A path as a column; undefined when nobody types it (and it `finds` no record), or the user may not. */
function columnOf(
  ctx: EngineCtx,
  object: ResolvedObject,
  path: string,
  {
    title,
    finds = false,
    adds = true,
  }: { readonly title?: string | undefined; readonly finds?: boolean; readonly adds?: boolean } = {},
): [ImportColumn] | undefined {
  const { fields } = modelOf(object, ctx.registry.lib);
  const [base, part] = fields.has(path) ? [path] : [path.replace(/\.[^.]+$/, ''), path.replace(/^.*\./, '')];
  const model = fields.get(base);
  const field = model?.field;
  if (!model || !field || !mayImport(object, base, field, finds)) return undefined;
  if (accessOf(object, field, ctx.session.rights) !== 'value') return undefined;
  const target = part === undefined || !isRef(field) ? undefined : ctx.registry.find(targetOf(object, field));
  const own = part === undefined ? field : target?.fields[part];
  if (own === undefined) return undefined;
  if (target !== undefined && accessOf(target, own, ctx.session.rights) !== 'value') return undefined;
  return [
    {
      title: title ?? own.title,
      field: own,
      ...(target === undefined ? {} : { of: field }),
      // rows that may be absent need nothing
      required:
        finds ||
        ((field.required === true || (adds && field.required === 'new')) &&
          (model.sub === undefined || (object.fields[model.sub]?.sub?.rows.min ?? 0) > 0)),
      ...(model.sub === undefined ? {} : { sub: model.sub }),
    },
  ];
}

/** Two columns of one title cannot be told apart: those of rows say of which. */
const distinct = (columns: readonly ImportColumn[], object: ResolvedObject): ImportColumn[] =>
  columns.map((column) => {
    const isTwice = columns.some((other) => other !== column && other.title === column.title);
    return isTwice && column.sub !== undefined
      ? { ...column, title: `${object.fields[column.sub]?.title ?? ''}${column.title}` }
      : column;
  });
