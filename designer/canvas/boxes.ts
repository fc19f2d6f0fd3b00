/**
 * Where the things of a page stand on the sheet. The runtime knows nothing of designing; it marks what it draws with the codes of the
 * document (`data-field`, `data-group`, `data-column` …), and this module turns the marks into boxes with addresses.
 */

import { addressOf } from '../../schemas/language/resolve/address';
import type { ResolvedObject } from '../../schemas/language/resolved';
import { partTitle, withHeld } from '../../schemas/language/sorts/texts/markers';

export type Face = 'edit' | 'list' | 'detail';
export type BoxSort = 'field' | 'table' | 'cell' | 'group' | 'tab' | 'column' | 'search' | 'scheme' | 'action' | 'fact';
export interface Rect {
  readonly x: number;
  readonly y: number;
  readonly w: number;
  readonly h: number;
}
/** One thing of the page: what it is in the document, and where it stands. */
export interface Box extends Rect {
  readonly sort: BoxSort;
  /** `edit.groups.base.fields.supplier` */
  readonly address: string;
  /** list it may be moved in, and its code there */
  readonly list: string;
  readonly code: string;
  readonly title: string;
  /** takes the whole row of its group: things go above or below it */
  readonly wide: boolean;
  readonly isComputed?: boolean;
}

const MARKS =
  '[data-field],[data-group],[data-column],[data-grid-column],[data-part],[data-search],[data-scheme],[data-action],[data-fact]';

/** All boxes of a drawn page, in the order of the document. */
export function boxesOf(root: HTMLElement, object: ResolvedObject, face: Face): readonly Box[] {
  const from = root.getBoundingClientRect();
  return [...root.querySelectorAll<HTMLElement>(MARKS)].flatMap((element) => {
    const named = nameOf(element, object, face);
    if (named === undefined) return [];
    const { left, top, width, height } = element.getBoundingClientRect();
    if (width === 0 || height === 0) return [];
    const tall = named.sort === 'column' || named.sort === 'cell' ? tableHeight(element) : undefined;
    return [{ ...named, x: left - from.left, y: top - from.top, w: width, h: tall ?? height }];
  });
}

type Named = Omit<Box, keyof Rect>;
function nameOf(element: HTMLElement, object: ResolvedObject, face: Face): Named | undefined {
  const { field, group, column, gridColumn, part, search, scheme, action, fact } = element.dataset;
  if (gridColumn !== undefined) return cellOf(element, gridColumn, object);
  if (group !== undefined) return placedPart(group, object, 'edit.groups', 'group');
  if (part !== undefined)
    return face === 'detail' && object.detail.tabs.some((tab) => tab.code === part)
      ? placedPart(part, object, 'detail.tabs', 'tab')
      : placedPart(part, object, 'edit.groups', 'tab');
  if (field !== undefined) return fieldIn(field, object, element);
  if (fact !== undefined) return entry('fact', 'detail.head', fact, object.fields[fact]?.title ?? fact);
  if (face === 'list' && column !== undefined)
    return entry('column', 'list.columns', column, titleOfColumn(object, column));
  if (search !== undefined) return entry('search', 'list.search', search, titleOfSearch(object, search));
  if (scheme !== undefined)
    return entry(
      'scheme',
      'list.schemes',
      scheme,
      object.list.schemes.find((eachScheme) => eachScheme.code === scheme)?.title ?? scheme,
    );
  if (action !== undefined) return entry('action', 'actions', action, object.actions[action]?.title ?? action);
  return undefined;
}

const entry = (sort: BoxSort, list: string, code: string, title: string): Named => ({
  sort,
  address: addressOf(list, code),
  list,
  code,
  title,
  wide: false,
});

function placedPart(
  code: string,
  { edit, detail, fields }: ResolvedObject,
  list: 'edit.groups' | 'detail.tabs',
  sort: BoxSort,
): Named | undefined {
  const part = (list === 'edit.groups' ? edit.groups : detail.tabs).find((part) => part.code === code);
  return part === undefined
    ? undefined
    : {
        sort,
        address: addressOf(list, code),
        list,
        code,
        title: part.tab ?? partTitle(withHeld(part, fields)),
        wide: true,
      };
}

/** A field of the form stands in the first group that places it. */
function fieldIn(code: string, object: ResolvedObject, element: HTMLElement): Named | undefined {
  const field = object.fields[code];
  const group = object.edit.groups.find((part) => part.fields?.some((field) => field.field === code) === true);
  if (field === undefined || group === undefined) return undefined;
  const list = `${addressOf('edit.groups', group.code)}.fields`;
  const placement = group.fields?.find((field) => field.field === code);
  const sort = field.sub === undefined ? 'field' : 'table';
  return {
    sort,
    address: addressOf(list, code),
    list,
    code,
    title: placement?.title ?? field.title,
    wide: sort === 'table' || fillsRow(element),
    ...(field.formula === undefined ? {} : { isComputed: true }),
  };
}

/** It has the row of its group to itself. */
function fillsRow(element: HTMLElement): boolean {
  const grid = element.parentElement;
  return grid === null || element.getBoundingClientRect().width > 0.7 * grid.getBoundingClientRect().width;
}

/** A column of a sub-table: the field of its rows, and where its column is placed. */
function cellOf(element: HTMLElement, code: string, object: ResolvedObject): Named | undefined {
  const sub = element.closest<HTMLElement>('section[data-field]')?.dataset.field ?? '';
  const field = object.fields[sub]?.sub?.fields[code];
  if (field === undefined) return undefined;
  const list = `fields.${sub}.columns`;
  return { sort: 'cell', address: addressOf(list, code), list, code, title: field.title, wide: false };
}

const titleOfColumn = (object: ResolvedObject, code: string): string =>
  object.list.columns.find((column) => column.field === code)?.title ?? object.fields[code]?.title ?? code;
const titleOfSearch = (object: ResolvedObject, code: string): string =>
  object.list.search.find((object) => object.field === code || object.param === code)?.title ??
  object.fields[code]?.title ??
  code;

/** From the head of a column down to the last row of its table. */
function tableHeight(head: HTMLElement): number | undefined {
  const table = head.closest<HTMLElement>('[role=table],[role=grid],[role=treegrid]');
  const last = [...(table?.querySelectorAll<HTMLElement>('[role=row]') ?? [])].at(-1);
  if (table === null || last === undefined) return undefined;
  const bottom = Math.min(last.getBoundingClientRect().bottom, table.getBoundingClientRect().bottom);
  return Math.max(head.getBoundingClientRect().height, bottom - head.getBoundingClientRect().top);
}
