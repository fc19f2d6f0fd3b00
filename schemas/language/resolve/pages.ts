/** List, edit, detail and views of the resolved object: defaults filled, routes derived (§2.5, §2.6, §2.9). */
import type { DetailDoc, EditDoc, ListDoc, Many, PartDoc, PenetrateDoc, SchemeDoc } from '../document';
import { defaultOp, factsOf, kindOf } from '../kinds/index';
import type {
  Part,
  Placement,
  ResolvedDetail,
  ResolvedEdit,
  ResolvedField,
  ResolvedList,
  ResolvedScheme,
} from '../resolved';
import { SORTS } from '../sorts/index';
import { inOrder, withoutDefaults } from './fields';

export interface PageFacts {
  readonly object: string;
  readonly fields: Many<ResolvedField>;
  readonly label: readonly string[];
  readonly tree: string | undefined;
  readonly single: boolean | 'user' | undefined;
  readonly route: string | undefined;
}

export function listOf(doc: ListDoc, facts: PageFacts): ResolvedList {
  const { search, schemes, columns, sort, summary, tree, below, select, as, disable, ...rest } = doc;
  const lock = disable ?? (facts.fields.sourceOrderNbr === undefined ? undefined : '!empty(sourceOrderNbr)');
  const placed =
    columns === undefined || columns.length === 0 ? defaultColumns(facts) : (columns as readonly Placement[]);
  return {
    ...withoutDefaults(rest, SORTS.list),
    ...(lock === undefined ? {} : { disable: lock }),
    search: ((search ?? []) as readonly Placement[]).map((item) => searchOf(item, facts)),
    schemes: schemesOf(schemes ?? {}, facts),
    columns: placed.map((item) => columnOf(item, facts)),
    sort:
      sort ??
      (facts.tree !== undefined && facts.fields.sortNo !== undefined
        ? 'sortNo'
        : facts.fields.createdAt === undefined
          ? (facts.label[0] ?? 'id')
          : '-createdAt'),
    summary: Array.isArray(summary)
      ? Object.fromEntries(summary.map((text: string) => [text, 'sum']))
      : ((summary ?? {}) as Many<string>),
    tree: tree === undefined ? [] : Array.isArray(tree) ? tree : [tree as never],
    below: partsOf(below ?? {}, facts),
    select: select ?? 'multi',
    as: as === undefined ? ['table'] : typeof as === 'string' ? [as] : as,
  };
}

/** Label and required fields. */
function defaultColumns(facts: PageFacts): readonly Placement[] {
  const codes = new Set(facts.label.filter((code) => facts.fields[code] !== undefined));
  for (const field of Object.values(facts.fields)) {
    if (field.required !== undefined && field.required !== false && field.hidden !== true && field.type !== 'rows')
      codes.add(field.code);
  }
  return [...codes].map((field) => ({ field }));
}

/** First default wins: an own literal default clears those of blocks (merged text keeps one entry per code, the last own one counts). */
function schemesOf(docs: Many<SchemeDoc>, facts: PageFacts): readonly ResolvedScheme[] {
  return Object.entries(docs).map(([code, { columns, title, off: _off, note: _note, default: def, ...rest }]) => ({
    ...rest,
    ...(def === undefined || def === false ? {} : { default: def }),
    code,
    title: title ?? code,
    ...(columns === undefined || columns.length === 0
      ? {}
      : { columns: (columns as readonly Placement[]).map((item) => columnOf(item, facts)) }),
  }));
}

/** Field a placement shows, when it is one of this object: own field or field of an own sub-table. */
export function placedField(field: string | undefined, fields: Many<ResolvedField>): ResolvedField | undefined {
  if (field === undefined) return undefined;
  const [head = '', inner] = field.split('.');
  const own = fields[head];
  return inner === undefined ? own : own?.sub?.fields[inner];
}

function searchOf(item: Placement, facts: PageFacts): Placement {
  const field = placedField(item.field, facts.fields);
  const placement = withoutDefaults(item, SORTS.search);
  const op = item.op ?? (item.fields !== undefined ? 'like' : field === undefined ? undefined : searchOp(item, field));
  const title = item.title ?? field?.title;
  return inOrder(
    { ...placement, ...(title === undefined ? {} : { title }), ...(op === undefined ? {} : { op }) },
    SORTS.search,
  );
}
/** The control of the search may override the field's: a range over a date is between, check boxes over a dict are in. */
function searchOp(item: Placement, field: ResolvedField): string | undefined {
  if (item.kind === undefined || item.kind === field.kind) return defaultOp(field);
  if (kindOf(item.kind).control === 'tree') return defaultOp({ ...field, kind: item.kind });
  return defaultOp(field);
}

function columnOf(item: Placement, facts: PageFacts): Placement {
  const field = placedField(item.field, facts.fields);
  const { penetrate: _penetrate, ...placement } = withoutDefaults(item, SORTS.column);
  const title = item.title ?? field?.title;
  const goes = penetrateOf(item, field, facts);
  const as = item.as ?? (field === undefined ? undefined : asOf(field));
  const told = {
    ...(title === undefined ? {} : { title }),
    ...(as === undefined ? {} : { as }),
    ...(goes === undefined ? {} : { penetrate: goes }),
  };
  return inOrder({ ...placement, ...told }, SORTS.column);
}
function asOf(field: ResolvedField): Placement['as'] | undefined {
  const { as } = factsOf(field);
  if (as !== undefined || field.type !== 'file') return as;
  return field.accept === 'image' ? 'image' : field.accept === 'pdf' ? 'pdf' : 'file';
}
/** The label leads to the record's own detail, a reference to its target's; `false` switches that off. */
function penetrateOf(item: Placement, field: ResolvedField | undefined, facts: PageFacts): PenetrateDoc | undefined {
  if (item.penetrate === false) return undefined;
  if (typeof item.penetrate === 'object') return item.penetrate;
  if (item.penetrate === true) return { page: facts.object, type: 'detail', relIdField: 'id' };
  if (field === undefined || item.of !== undefined) return undefined;
  if (facts.label[0] !== undefined && item.field === facts.label[0])
    return { page: facts.object, type: 'detail', relIdField: 'id' };
  if (field.type !== 'ref' || field.many === true || field.base === true || field.ref === undefined) return undefined;
  return { page: field.ref, type: 'detail', relIdField: field.path };
}

export function partsOf(docs: Many<PartDoc>, facts: PageFacts): readonly Part[] {
  return Object.entries(docs).map(([code, { fields, off: _off, note: _note, ...rest }]) => ({
    ...withoutDefaults(rest, SORTS.part),
    code,
    ...(fields === undefined || fields.length === 0
      ? {}
      : { fields: (fields as readonly Placement[]).map((item) => itemOf(item, facts)) }),
  }));
}
function itemOf(item: Placement, facts: PageFacts): Placement {
  const title = item.title ?? placedField(item.field, facts.fields)?.title;
  return inOrder({ ...withoutDefaults(item, SORTS.item), ...(title === undefined ? {} : { title }) }, SORTS.item);
}

export function editOf(doc: EditDoc, facts: PageFacts): ResolvedEdit {
  const { groups, open, route, columns, labelWidth, ...rest } = doc;
  const how = open ?? (facts.route === undefined ? 'dialog' : 'page');
  const to =
    route ??
    (facts.single !== undefined && facts.single !== false
      ? facts.route
      : how === 'page'
        ? derivedRoute(facts.route, 'edit')
        : undefined);
  const parts = partsOf(groups ?? {}, facts);
  return {
    ...withoutDefaults(rest, SORTS.edit),
    open: how,
    ...(to === undefined ? {} : { route: to }),
    groups: parts.length > 0 ? parts : [allFields(facts)],
    columns: columns ?? 2,
    labelWidth: labelWidth ?? 120,
  };
}
/** One group of everything that can be shown, when the text places nothing. */
function allFields(facts: PageFacts): Part {
  const shown = Object.values(facts.fields).filter((field) => field.base !== true && field.hidden !== true);
  return { code: 'base', title: '基本信息', fields: shown.map((field) => ({ field: field.code, title: field.title })) };
}

export function detailOf(doc: DetailDoc, facts: PageFacts): ResolvedDetail {
  const { tabs, head, open, route, ...rest } = doc;
  const how = open ?? (facts.route === undefined ? 'drawer' : 'page');
  const to = route ?? (how === 'page' ? derivedRoute(facts.route, 'detail') : undefined);
  const parts = partsOf(tabs ?? {}, facts);
  return {
    ...rest,
    open: how,
    ...(to === undefined ? {} : { route: to }),
    head: ((head ?? []) as readonly Placement[]).map((item) => itemOf(item, facts)),
    tabs: parts.length > 0 ? parts : ['$edit', '$history', '$files'].map((code) => ({ code })),
  };
}

/** List route without `/list` or `/index`, plus `/edit` or `/detail`. */
export function derivedRoute(route: string | undefined, page: 'edit' | 'detail'): string | undefined {
  return route === undefined ? undefined : `${route.replace(/\/(list|index)$/, '')}/${page}`;
}
