/** What a condition of a list may name (security.md §4): own fields, own sub-tables, and fields of references the page places. */
import { conditionOps } from '../../schemas/language/kinds/index';
import type { FilterOp } from '../../schemas/language/kinds/kind';
import type { Placement, ResolvedField } from '../../schemas/language/resolved';
import type { Page } from '../page/index';
import { fieldAt } from '../table/index';

export interface ConditionField {
  /** as leaves name it, inside rows without the sub-table */
  readonly path: string;
  readonly title: string;
  readonly group: string;
  readonly field: ResolvedField;
  /** operators in the builder, the usual one first */
  readonly ops: readonly FilterOp[];
}
const NEVER = new Set(['id', 'version', 'isDeleted']);
const KEPT = new Set(['createdBy', 'createdAt', 'updatedBy', 'updatedAt']);

const byPage = new WeakMap<Page, Map<string, readonly ConditionField[]>>();

/** `sub`: fields of the rows of a sub-table. */
export const conditionFields = (page: Page, sub = ''): readonly ConditionField[] => {
  const known = byPage.get(page) ?? new Map<string, readonly ConditionField[]>();
  byPage.set(page, known);
  let fields = known.get(sub);
  if (fields === undefined) {
    fields = sub === '' ? headFields(page) : rowFields(page, sub);
    known.set(sub, fields);
  }
  return fields;
};

export const conditionField = (page: Page, path: string, sub = ''): ConditionField | undefined =>
  conditionFields(page, sub).find((field) => field.path === path);

const headFields = (page: Page): readonly ConditionField[] => {
  const all = Object.values(page.object.fields);
  const own = all.filter((field) => !KEPT.has(field.code));
  const kept = all.filter((field) => KEPT.has(field.code)).flatMap((field) => entry(field.code, field, '系统信息'));
  const heads = own.filter((field) => field.sub === undefined).flatMap((field) => entry(field.code, field, '单据字段'));
  const rows = own.filter((field) => field.sub !== undefined).flatMap((field) => entry(field.code, field, '明细'));
  return [...heads, ...hops(page), ...rows, ...kept];
};

const rowFields = (page: Page, sub: string): readonly ConditionField[] =>
  Object.values(page.object.fields[sub]?.sub?.fields ?? {}).flatMap((field) =>
    entry(field.code, field, page.object.fields[sub]?.title ?? '明细'),
  );

/** Behind a reference only what stands on the page. */
const hops = (page: Page): readonly ConditionField[] => {
  const { object } = page;
  const { list } = object;
  const places: readonly Placement[] = [
    ...list.columns,
    ...list.search,
    ...list.schemes.flatMap((scheme) => scheme.columns ?? []),
  ];
  const paths = new Set(places.flatMap((place) => [...(place.fields ?? []), place.field ?? '']));
  return [...paths].flatMap((path) => {
    const [first = '', second] = path.split('.');
    const via = object.fields[first];
    if (second === undefined || via?.type !== 'ref' || via.many === true) return [];
    const field = fieldAt(path, { object, lib: page.lib, dict: (code) => page.dicts.get(code), now: () => '' });
    if (field === undefined) return [];
    return entry(path, field as ResolvedField, '关联字段', `${via.title}·${field.title}`);
  });
};

const entry = (path: string, field: ResolvedField, group: string, title = field.title): readonly ConditionField[] => {
  if (NEVER.has(path) || field.secret !== undefined || field.type === 'none') return [];
  const ops = opsOf(field);
  return ops.length === 0 ? [] : [{ path, title, group, field: { ...field, title }, ops }];
};

/** `in` says what `eq` would say and more; a group of row conditions stands first for sub-tables. */
const opsOf = (field: ResolvedField): readonly FilterOp[] => {
  const ops = conditionOps(field);
  return ops.includes('in') ? ops.filter((op) => op !== 'eq' && op !== 'ne') : ops;
};
