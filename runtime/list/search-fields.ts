/** The search row of a page as controls: the field a placement names, with the control it asks for. */
import { typeOfDoc } from '../../schemas/language/kinds/index';
import type { Placement, ResolvedField } from '../../schemas/language/resolved';
import type { SearchValues } from '../data/types';
import type { Filter } from '../fields/filter-props';
import { filterAt } from '../fields/filters';
import { searchKey } from '../fields/search-key';
import type { Page } from '../page/index';
import { isEmptyValue } from '../page/list-query';
import { fieldAt } from '../table/index';

export interface SearchControl {
  readonly key: string;
  readonly title: string;
  readonly placement: Placement;
  readonly field: ResolvedField;
  readonly Control: Filter;
}

export const searchControls = (page: Page): readonly SearchControl[] =>
  page.object.list.search.flatMap((item) => {
    const placement = asParam(page, item);
    const field = searched(page, item);
    if (field === undefined) return [];
    const Control = filterAt(placement, field);
    if (Control === null) return [];
    const title = `${placement.title ?? field.title}${placement.required === true ? '（必填）' : ''}`;
    return [{ key: searchKey(placement), title, placement, field, Control }];
  });

/** A report has its parameters beside its dims; its search row names both alike. */
const asParam = ({ report }: Page, item: Placement): Placement => {
  const { field = '', ...rest } = item;
  return report !== undefined && Object.hasOwn(report.params, field) ? { ...rest, param: field } : item;
};

/** Search values that stand in no control: neither in the row of search nor (`scans`) in the scan input of a column. */
export const unseenOf = (page: Page, search: SearchValues, scans: boolean): SearchValues => {
  const scanned = scans ? page.object.list.columns.filter((column) => column.scan === true) : [];
  const seen = new Set([...searchControls(page).map(({ key }) => key), ...scanned.map(({ field }) => field)]);
  return Object.fromEntries(Object.entries(search).filter(([key, value]) => !seen.has(key) && !isEmptyValue(value)));
};

const searched = (page: Page, placement: Placement): ResolvedField | undefined => {
  if (placement.param !== undefined || placement.fields !== undefined) {
    const key = searchKey(placement);
    const { kind = 'default' } = placement;
    const titles = (placement.fields ?? []).map((path) => fieldOf(page, path)?.title ?? path);
    return {
      ...withoutOwn(placement),
      code: key,
      path: key,
      title: placement.title ?? (titles.length > 0 ? titles.join('、') : key),
      kind: placement.fields === undefined ? kind : 'input',
      type: placement.fields === undefined ? typeOfDoc(placement) : 'text',
    } as ResolvedField;
  }
  if (placement.field === undefined || placement.field.startsWith('$')) return undefined;
  const field = fieldOf(page, placement.field);
  if (field === undefined) return undefined;
  return { ...field, ...(placement.kind === undefined ? {} : { kind: placement.kind }) } as ResolvedField;
};

const fieldOf = (page: Page, path: string) =>
  fieldAt(path, { object: page.object, lib: page.lib, dict: (code) => page.dicts.get(code), now: () => '' });

const withoutOwn = ({ field: _f, param: _p, fields: _s, op: _o, where: _w, ...rest }: Placement) => rest;
