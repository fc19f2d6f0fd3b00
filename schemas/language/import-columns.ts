/** The columns a sheet of an object has where its document lists none, and which fields may be columns at all. */
import { numberedIn } from './kinds/index';
import type { ResolvedField, ResolvedObject } from './resolved';
import { isTyped } from './written';

const NOT_TYPED: ReadonlySet<string> = new Set(['file', 'json', 'none', 'rows', 'id']);

/** People read names, sheets name codes: the typed number where there is one, else the first label field. */
export function importKeyOf(object: ResolvedObject): readonly string[] {
  const number = numberedIn(object.fields);
  if (number) return number.manual === true ? [number.code] : [];
  const [first] = object.label;
  return first === undefined ? [] : [first];
}

/** Without a list of its own: what the form lets people type, the required rows of one sub-table beside it. */
export function importPathsOf(object: ResolvedObject): readonly string[] {
  const placed = object.edit.groups.flatMap((group) => group.fields?.map((field) => field.field ?? '') ?? []);
  const codes = [...new Set([...importKeyOf(object), ...placed, ...Object.keys(object.fields)])];
  const head = codes.filter((code) => {
    const field = object.fields[code];
    return field !== undefined && !field.ext && (placed.includes(code) || field.required === true);
  });
  const sub = Object.values(object.fields).find((field) => field.sub && field.required === true);
  const rows = (sub?.sub?.columns ?? []).flatMap((column) =>
    column.field !== undefined && sub?.sub?.fields[column.field]?.ext === undefined
      ? [`${sub?.code}.${column.field}`]
      : [],
  );
  return [...head, ...rows];
}

/** Somebody types it, or it `finds` the record; states are changed by actions. */
export const mayImport = (object: ResolvedObject, path: string, field: ResolvedField, finds = false): boolean =>
  field.hidden !== true &&
  (finds || isTyped(field)) &&
  !NOT_TYPED.has(field.type) &&
  field.secret === undefined &&
  path !== object.state;
