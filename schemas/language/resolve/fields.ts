/** Fields of the resolved object: kind and type filled, kind's defaults put in, sub-tables with their row blocks. */
import type { FieldDoc, Many, RowsDoc } from '../document';
import { isKind, kindOf, typeOfDoc } from '../kinds/index';
import type { Placement, ResolvedField, ResolvedSub } from '../resolved';
import { SORTS } from '../sorts/index';
import { ordered } from '../sorts/table';

/** Base fields of a head (§2.1); they may be placed and used, never declared. */
export const BASE_FIELDS: Many<FieldDoc> = {
  id: { title: '标识', type: 'id' },
  version: { title: '版本号', type: 'int' },
  createdBy: { title: '创建人', ref: 'user' },
  createdAt: { title: '创建时间', type: 'datetime' },
  updatedBy: { title: '修改人', ref: 'user' },
  updatedAt: { title: '修改时间', type: 'datetime' },
  isDeleted: { title: '已删除', type: 'int' },
};
export const BASE_ROW_FIELDS: Many<FieldDoc> = {
  id: { title: '标识', type: 'id' },
  lineNo: { title: '行号', type: 'int' },
};

/** Fields as people look for them: what every record or row has stands last. */
export const ownFirst = <Field extends { readonly code: string }>(fields: readonly Field[]): readonly Field[] => [
  ...fields.filter(({ code }) => !isBase(code)),
  ...fields.filter(({ code }) => isBase(code)),
];
const isBase = (code: string): boolean => code in BASE_FIELDS || code in BASE_ROW_FIELDS;

/** A field whose text is merged and settled. `ref: self` becomes the object, lists of a kind become `many`. */
export function fieldOf(doc: FieldDoc, code: string, path: string, object: string): ResolvedField {
  const {
    use: _use,
    rows,
    fields,
    rules: _rules,
    checks: _checks,
    columns,
    summary,
    off: _off,
    note: _note,
    title,
    ...rest
  } = doc;
  const kindId = doc.kind !== undefined && isKind(doc.kind) ? doc.kind : 'default';
  const kind = kindOf(kindId);
  const type = typeOfDoc({ ...doc, kind: kindId });
  const field: { -readonly [key in keyof ResolvedField]: ResolvedField[key] } = {
    ...withoutDefaults(rest, SORTS.field),
    code,
    path,
    title: title ?? code,
    kind: kindId,
    type,
  };
  if (field.ref === 'self') field.ref = object;
  if (kind.many === 'always') field.many = true;
  for (const [key, value] of Object.entries(kind.defaults)) {
    if ((field as { [key: string]: unknown })[key] === undefined) (field as { [key: string]: unknown })[key] = value;
  }
  if (type === 'decimal' && field.scale === undefined) field.scale = 4;
  if (field.fill !== undefined && Object.keys(field.fill).length === 0) delete field.fill;
  if (type === 'rows')
    field.sub = subOf(
      { fields, rows, columns: columns as readonly Placement[] | undefined, summary },
      code,
      field.title,
      object,
    );
  return inOrder(field, SORTS.field);
}

/** Base field by its shipped text. */
export function baseField(code: string, doc: FieldDoc, path: string): ResolvedField {
  return { ...fieldOf(doc, code, path, ''), readonly: true, base: true };
}

interface SubText {
  readonly fields?: Many<FieldDoc> | undefined;
  readonly rows?: RowsDoc | undefined;
  readonly columns?: readonly Placement[] | undefined;
  readonly summary?: Many<string> | undefined;
}
function subOf(text: SubText, code: string, title: string, object: string): ResolvedSub {
  const fields: { [code: string]: ResolvedField } = {};
  for (const [base, doc] of Object.entries(BASE_ROW_FIELDS)) fields[base] = baseField(base, doc, `${code}.${base}`);
  for (const [own, doc] of Object.entries(text.fields ?? {})) fields[own] = fieldOf(doc, own, `${code}.${own}`, object);
  const rows = withoutDefaults(text.rows ?? {}, SORTS.rows) as RowsDoc;
  const lock = rows.lock ?? (fields.sourceOrderNbr === undefined ? undefined : '!empty(sourceOrderNbr)');
  const placed = text.columns ?? [];
  const shown: readonly Placement[] = Object.values(fields)
    .filter((field) => field.base !== true && field.hidden !== true)
    .map((field) => ({ field: field.code }));
  return {
    code,
    title,
    fields,
    rows: inOrder(
      {
        ...rows,
        ...(lock === undefined ? {} : { lock }),
        min: rows.min ?? 0,
        max: rows.max ?? 2000,
        number: rows.number ?? 'lineNo',
      },
      SORTS.rows,
    ),
    columns: (placed.length > 0 ? placed : shown).map((item) => withTitle(withoutDefaults(item, SORTS.column), fields)),
    summary: text.summary ?? {},
  };
}

function withTitle(item: Placement, fields: Many<ResolvedField>): Placement {
  const title = item.title ?? fields[item.field ?? '']?.title;
  return title === undefined ? item : inOrder({ ...item, title }, SORTS.column);
}

/** Keys in the order of the table, others behind: filled and written values stand alike, so that equal meaning gives equal text. */
export function inOrder<T extends object>(node: T, keys: { readonly [key: string]: unknown }): T {
  const result: { [key: string]: unknown } = {};
  for (const key of ordered(node, keys)) result[key] = (node as { readonly [key: string]: unknown })[key];
  for (const [key, value] of Object.entries(node)) result[key] = value;
  return result as T;
}

/** Leaves out keys that say what the sort table holds anyway. */
export function withoutDefaults<T extends object>(
  node: T,
  keys: { readonly [key: string]: { readonly def?: unknown } },
): T {
  const result: { [key: string]: unknown } = {};
  for (const [key, value] of Object.entries(node)) {
    if (value === undefined || value === null) continue;
    const def = keys[key]?.def;
    if (def !== undefined && def === value) continue;
    result[key] = value;
  }
  return result as T;
}
