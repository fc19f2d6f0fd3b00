/**
 * Extension fields of an organisation (§3): definitions as rows, merged into the resolved objects at `$extend`. In a record such a field
 * is one like any other under `ext_<prop>`; expressions say `ext.<prop>`, the wire carries `ext: {<prop>: value}`.
 */
import type { FieldDoc } from './document';
import { resolveField } from './resolve';
import { hashOf } from './resolve/hash';
import type { Part, Placement, ResolvedEdit, ResolvedField, ResolvedList, ResolvedObject } from './resolved';

export interface ExtField {
  readonly label: string;
  readonly prop: string;
  readonly type: 'STRING' | 'DECIMAL' | 'DATE' | 'DATETIME';
  readonly placeholder: string | null;
  readonly min: number | null;
  readonly max: number | null;
  readonly scale: number | null;
  readonly length: number | null;
  readonly dictCode: string | null;
  readonly required: boolean;
  readonly inList: boolean;
  readonly inSearch: boolean;
  readonly inPrint: boolean;
  readonly groupTitle: string | null;
}
/** Definitions by extension head: `material`, `purchaseOrder.items`; in order, only enabled ones. */
export type ExtFields = ReadonlyMap<string, readonly ExtField[]>;

export const EXTEND = '$extend';
export const extCode = (prop: string): string => `ext_${prop}`;
/** `ext.weight` of a request is the field `ext_weight`. */
export const extPath = (path: string): string => path.replace(/(^-?|\.)ext\./, '$1ext_');
export const extProp = (field: Pick<ResolvedField, 'code'>): string => field.code.slice(4);

const LONGEST = 500;

function fieldDoc(def: ExtField): FieldDoc {
  const common: FieldDoc = {
    title: def.label,
    ...(def.required ? { required: true } : {}),
    ...(def.placeholder === null ? {} : { placeholder: def.placeholder }),
  };
  switch (def.type) {
    case 'STRING': {
      if (def.dictCode !== null) return { ...common, dict: def.dictCode };
      const max = Math.min(def.max ?? LONGEST, def.length ?? 100, LONGEST);
      return { ...common, kind: 'input', max, ...(def.min === null ? {} : { min: def.min }) };
    }
    case 'DECIMAL':
      return {
        ...common,
        type: 'decimal',
        scale: def.scale ?? 4,
        ...(def.min === null ? {} : { min: def.min }),
        ...(def.max === null ? {} : { max: def.max }),
      };
    case 'DATE':
      return { ...common, kind: 'date' };
    case 'DATETIME':
      return { ...common, type: 'datetime' };
  }
}

const resolved = (def: ExtField, prefix: string): ResolvedField => {
  const code = extCode(def.prop);
  return {
    ...resolveField(fieldDoc(def), code, prefix + code),
    path: prefix + code,
    ext: true,
    ...(def.inPrint ? {} : { unprinted: true as const }),
  };
};

/** Heads of the `$extend` slots of an object: itself, and its sub-tables. */
export function extendHeads(object: ResolvedObject): { readonly code: string; readonly title: string }[] {
  const isIn = (list: readonly Placement[] | undefined): boolean =>
    list?.some((object) => object.field === EXTEND) === true;
  const heads: { code: string; title: string }[] = [];
  if (isIn(object.list.columns) || object.edit.groups.some((group) => isIn(group.fields)))
    heads.push({ code: object.object, title: object.title });
  for (const field of Object.values(object.fields))
    if (isIn(field.sub?.columns))
      heads.push({ code: `${object.object}.${field.code}`, title: `${object.title} ${field.title}` });
  return heads;
}

/** The object with its extension fields; the same object when it has none. */
export function withExtFields(object: ResolvedObject, ext: ExtFields): ResolvedObject {
  const own = ext.get(object.object) ?? [];
  const subs = Object.values(object.fields).filter(
    (field) => (ext.get(`${object.object}.${field.code}`) ?? []).length > 0,
  );
  if (own.length === 0 && subs.length === 0) return object;
  const place = (list: readonly Placement[], wanted: readonly ExtField[]): Placement[] =>
    list.flatMap((object) =>
      object.field === EXTEND
        ? wanted.map((def): Placement => ({ field: extCode(def.prop), title: def.label }))
        : [object],
    );
  const fields: Record<string, ResolvedField> = { ...object.fields };
  for (const field of subs) {
    const defs = ext.get(`${object.object}.${field.code}`) ?? [];
    const sub = field.sub;
    if (!sub) continue;
    const inner = { ...sub.fields };
    for (const def of defs) inner[extCode(def.prop)] = resolved(def, `${field.code}.`);
    fields[field.code] = { ...field, sub: { ...sub, fields: inner, columns: place(sub.columns, defs) } };
  }
  for (const def of own) fields[extCode(def.prop)] = resolved(def, '');
  const plain = own.filter((def) => def.groupTitle === null);
  const titles = [...new Set(own.flatMap((def) => def.groupTitle ?? []))];
  const extra = titles.map(
    (title, index): Part => ({
      code: `ext${index + 1}`,
      title,
      fields: own
        .filter((def) => def.groupTitle === title)
        .map((def) => ({ field: extCode(def.prop), title: def.label })),
    }),
  );
  const inList = <T extends ResolvedList>(list: T): T => ({
    ...list,
    search: place(
      list.search,
      own.filter((def) => def.inSearch),
    ),
    columns: place(
      list.columns,
      own.filter((def) => def.inList),
    ),
  });
  const inEdit = <T extends ResolvedEdit>(edit: T): T => ({
    ...edit,
    groups: [
      ...edit.groups.map((group) => (group.fields ? { ...group, fields: place(group.fields, plain) } : group)),
      ...extra,
    ],
  });
  return Object.freeze({
    ...object,
    fields,
    list: inList(object.list),
    edit: inEdit(object.edit),
    views: Object.fromEntries(
      Object.entries(object.views).map(([code, view]) => [
        code,
        { ...view, list: inList(view.list), edit: inEdit(view.edit) },
      ]),
    ),
    hash: hashOf(`${object.hash}${JSON.stringify([...ext].filter(([code]) => code.split('.')[0] === object.object))}`),
  });
}
