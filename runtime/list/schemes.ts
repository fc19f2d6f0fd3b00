/** Search schemes of a list: the document's and those people keep, as tabs; which one applies when the user chose none. Pure. */
import type { SchemeContent, SchemeRow } from '../data/list-settings';
import type { SearchValues } from '../data/types';
import type { Page } from '../page/index';
import { rowTest } from '../page/row-expr';

export interface Scheme {
  /** what the address and the calls name: the code of a shipped one, the id of a kept one; '' = none */
  readonly code: string;
  readonly title: string;
  readonly isDefault: boolean;
  readonly content: SchemeContent;
  readonly from: SchemeRow['from'];
  readonly readonly: boolean;
  readonly broken: boolean;
  /** as the server has it; shipped ones of a server that did not answer have none */
  readonly row?: SchemeRow;
}
export const ALL_TITLE = '全部';

/** What the server listed, else the document's own; the default stands first. */
export const schemesOf = (page: Page, rows: readonly SchemeRow[] | undefined): readonly Scheme[] => {
  const found = Array.isArray(rows) ? (rows as readonly SchemeRow[]).map(fromRow) : shippedOnly(page);
  return [...found.filter((scheme) => scheme.isDefault), ...found.filter((scheme) => !scheme.isDefault)];
};

/** One that shows everything always stands there, so that a scheme can be left. */
export const schemeTabs = (page: Page, schemes: readonly Scheme[]): readonly Scheme[] => {
  if (schemes.length === 0) return [];
  const hasAll = schemes.some(
    ({ content, title, from, code }) =>
      title === ALL_TITLE ||
      (from === 'shipped' &&
        showsAll(content) &&
        page.object.list.schemes.find((scheme) => scheme.code === code)?.columns === undefined),
  );
  return hasAll ? schemes : [...schemes, { ...NONE, isDefault: !schemes.some((scheme) => scheme.isDefault) }];
};

/** It has no condition of its own. */
export const showsAll = ({ where, search }: SchemeContent): boolean => where === undefined && search === undefined;

const NONE: Scheme = {
  code: '',
  title: ALL_TITLE,
  isDefault: false,
  content: {},
  from: 'shipped',
  readonly: true,
  broken: false,
};

/** By code, id or title, as an address may say it. */
export const schemeBy = (schemes: readonly Scheme[], wanted: string): Scheme | undefined =>
  wanted === ''
    ? undefined
    : (schemes.find((scheme) => scheme.code === wanted || scheme.row?.id === wanted) ??
      schemes.find((scheme) => scheme.title === wanted));

export const defaultScheme = (schemes: readonly Scheme[]): string =>
  schemes.find((scheme) => scheme.isDefault)?.code ?? '';

/** Search values in force: those of the scheme the list opened with stand until the user touches the row of search. */
export const searchInForce = (
  chosen: string | undefined,
  scheme: Scheme | undefined,
  search: SearchValues,
): SearchValues => (chosen === undefined ? { ...scheme?.content.search, ...search } : search);

const fromRow = (row: SchemeRow): Scheme => ({
  code: row.from === 'shipped' ? row.id.replace(/^s:/, '') : row.id,
  title: row.name,
  isDefault: row.isDefault === 1,
  content: row.content,
  from: row.from,
  readonly: row.readonly,
  broken: row.broken === true,
  row,
});

/** A conditional default (`=expr` over `me`) is tried before the plain one, in order. */
const shippedOnly = (page: Page): readonly Scheme[] => {
  const { schemes } = page.object.list;
  const conditional = schemes.find(
    ({ default: text }) => typeof text === 'string' && rowTest(page, text.replace(/^=/, ''))({ id: '' }),
  );
  const first = (conditional ?? schemes.find((scheme) => scheme.default === true))?.code;
  return schemes.map(({ code, title, where, sort }) => ({
    ...NONE,
    code,
    title,
    isDefault: code === first,
    content: { ...(where === undefined ? {} : { where }), ...(sort === undefined ? {} : { sort }) },
  }));
};
