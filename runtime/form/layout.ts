/**
 * From the parts of an edit page to what stands where: groups on top, then one strip of tabs. A part with `tab` is a tab; when there
 * are tabs, the last sub-table above them joins the strip as its first tab, so that rows and attachments share one place; fields placed
 * before it stay above under the title of their group, those behind it stand below it.
 */
import type { Part, Placement, ResolvedField, ResolvedObject } from '../../schemas/language/resolved';
import { isWide } from '../fields/facts';
import type { Page } from '../page/types';

export interface Placed {
  readonly field: ResolvedField;
  readonly title: string;
  readonly span: number;
}
/** fields of one part that stand in its grid of columns */
export interface Group {
  readonly code: string;
  readonly title: string;
  readonly columns: number;
  readonly fields: readonly Placed[];
}
export interface SubTable {
  readonly code: string;
  readonly title: string;
  readonly field: ResolvedField;
  /** computed head fields of the same part: shown in the foot of the rows */
  readonly foot: readonly Placed[];
}
export interface Section {
  readonly code: string;
  readonly title: string;
  readonly groups: readonly Group[];
  readonly tables: readonly SubTable[];
  /** what is no field: list, report, block */
  readonly parts: readonly Part[];
}
export interface Layout {
  readonly groups: readonly Group[];
  /** sub-tables that stand on the sheet without a tab */
  readonly tables: readonly SubTable[];
  /** lists and blocks that stand on the sheet without a tab */
  readonly parts: readonly Part[];
  readonly tabs: readonly Section[];
  /** every placed field in reading order, sub-tables among them */
  readonly order: readonly string[];
  /** no group begins folded */
  readonly unfolded?: true;
}

export interface LayoutOptions {
  /** fields shown elsewhere (the number in the strip) */
  readonly skip?: ReadonlySet<string>;
  /** the detail page keeps formulas in their place */
  readonly keepFoot?: boolean;
  /** groups without fields keep their place (a draft on the designer's sheet) */
  readonly keepEmpty?: boolean;
  /** parts that can be drawn; others take no place */
  readonly draws?: (part: Part) => boolean;
}

export function layoutOf(object: ResolvedObject, parts: readonly Part[], options: LayoutOptions = {}): Layout {
  const columns = object.edit.columns;
  const loose: Section[] = [];
  const tabs = new Map<string, Section[]>();
  for (const part of parts) {
    if (part.code.startsWith('$')) continue;
    const section = sectionOf(object, part, part.columns ?? columns, options);
    if (isEmpty(section)) continue;
    if (part.tab === undefined) loose.push(section);
    else tabs.set(part.tab, [...(tabs.get(part.tab) ?? []), section]);
  }
  const strip = [...tabs].map(([title, sections]) => join(title, sections));
  const last = loose.at(-1);
  if (strip.length > 0 && last !== undefined && last.tables.length > 0) {
    loose.pop();
    const first = last.tables[0];
    const above = fieldsBefore(parts.find((part) => part.code === last.code)?.fields ?? [], first?.code);
    const { upper, lower } = parted(last.groups, above);
    if (upper.length > 0) loose.push({ ...last, groups: upper, tables: [], parts: [] });
    const title = last.tables.length === 1 ? (first?.title ?? last.title) : last.title;
    strip.unshift({ ...last, groups: lower, title });
  }
  const groups = loose.flatMap((section) => section.groups);
  const tables = loose.flatMap((section) => section.tables);
  const sections = [{ groups, tables }, ...strip];
  return {
    groups,
    tables,
    parts: loose.flatMap((section) => section.parts),
    tabs: strip,
    order: sections.flatMap((section) => [
      ...section.groups.flatMap((group) => group.fields.map((placed) => placed.field.code)),
      ...section.tables.map((table) => table.code),
    ]),
  };
}

function sectionOf(object: ResolvedObject, part: Part, columns: number, options: LayoutOptions): Section {
  const placed = (part.fields ?? []).flatMap((placement) => placedOf(object, placement, columns));
  const shown = placed.filter((placed) => options.skip?.has(placed.field.code) !== true);
  const tables = shown.filter((placed) => placed.field.sub !== undefined);
  const rest = shown.filter((placed) => placed.field.sub === undefined);
  const above = fieldsBefore(part.fields ?? [], tables[0]?.field.code);
  const foot =
    options.keepFoot === true || tables.length !== 1
      ? []
      : rest.filter(({ field }) => field.formula !== undefined && !above.has(field.code));
  const own = rest.filter((placed) => !foot.includes(placed));
  const title = part.title ?? '';
  return {
    code: part.code,
    title: part.tab ?? title,
    groups:
      own.length === 0 && !keepsEmpty(part, placed, options) ? [] : [{ code: part.code, title, columns, fields: own }],
    tables: tables.map((table) => ({ code: table.field.code, title: table.title, field: table.field, foot })),
    parts: isPart(part) && options.draws?.(part) !== false ? [part] : [],
  };
}

/** Fields that are placed before a sub-table of their part. */
function fieldsBefore(placed: readonly Placement[], table: string | undefined): ReadonlySet<string> {
  const codes = placed.map(({ field }) => field ?? '');
  return new Set(table === undefined ? [] : codes.slice(0, Math.max(0, codes.indexOf(table))));
}
function parted(groups: readonly Group[], above: ReadonlySet<string>) {
  const side = (isAbove: boolean): readonly Group[] =>
    groups.flatMap((group) => {
      const fields = group.fields.filter(({ field }) => above.has(field.code) === isAbove);
      return fields.length === 0 ? [] : [{ ...group, fields }];
    });
  return { upper: side(true), lower: side(false) };
}

/** Nothing was placed in it; one whose fields are only hidden is not empty. */
const keepsEmpty = (part: Part, placed: readonly Placed[], { keepEmpty }: LayoutOptions): boolean =>
  keepEmpty === true && placed.length === 0 && !isPart(part);

const isPart = (part: Part): boolean =>
  part.list !== undefined || part.report !== undefined || part.block !== undefined;

function placedOf(object: ResolvedObject, placement: Placement, columns: number): readonly Placed[] {
  const field = placement.field === undefined ? undefined : object.fields[placement.field];
  if (field === undefined || field.hidden === true) return [];
  const asked = placement.span === 'full' ? columns : placement.span;
  return [
    { field, title: placement.title ?? field.title, span: Math.min(columns, asked ?? (isWide(field) ? columns : 1)) },
  ];
}

/** May this caller see it? A report or a list needs the right of its own page too. */
export const mayRead = (page: Page, part: Part): boolean =>
  (part.grant === undefined || page.can(part.grant)) &&
  [part.report, part.list].every((of) => of === undefined || page.can(`${of.split(/[.#]/)[0]}:view`));

/** What of a section stands there as the rules are now: without hidden fields' groups, sub-tables and parts. Undefined = nothing. */
export function inSight<S extends Pick<Section, 'groups' | 'tables'> & { readonly parts?: readonly Part[] }>(
  section: S,
  hidden: ReadonlySet<string>,
  draws: (part: Part) => boolean = () => true,
): S | undefined {
  const groups = section.groups.filter(
    ({ code, fields }) =>
      !hidden.has(`@${code}`) && (fields.length === 0 || fields.some(({ field }) => !hidden.has(field.code))),
  );
  const tables = section.tables.filter(({ code }) => !hidden.has(code));
  const parts = section.parts?.filter((part) => !hidden.has(`@${part.code}`) && draws(part));
  if (groups.length === 0 && tables.length === 0 && (parts ?? []).length === 0) return undefined;
  return { ...section, groups, tables, ...(parts === undefined ? {} : { parts }) };
}

/** A stored document with rows in sight shows them: groups behind the first fold to one line when the head is long. */
export function foldsGroups(layout: Layout, hidden: ReadonlySet<string>): boolean {
  if (layout.unfolded === true) return false;
  const tables = [...layout.tables, ...layout.tabs.flatMap((tab) => tab.tables)];
  const isLong = layout.groups.reduce((sum, group) => sum + group.fields.length, 0) > FEW;
  return isLong && tables.some(({ code }) => !hidden.has(code));
}
const FEW = 9;
/** What may begin folded: a group with a name behind the first, but not where the number is that the page is about (`floor.big`). */
export const mayFold = (group: Group, n: number, big: readonly string[] = []): boolean =>
  n > 0 && group.title !== '' && !group.fields.some(({ field }) => big.includes(field.code));

const isEmpty = (section: Section): boolean =>
  section.groups.length === 0 && section.tables.length === 0 && section.parts.length === 0;

function join(title: string, sections: readonly Section[]): Section {
  return {
    code: sections[0]?.code ?? title,
    title,
    groups: sections.flatMap((section) => section.groups),
    tables: sections.flatMap((section) => section.tables),
    parts: sections.flatMap((section) => section.parts),
  };
}
