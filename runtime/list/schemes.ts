/** Search schemes of a page: which one applies when the user chose none, and how they are listed. */

import type { Page } from '../page/index';
import { rowTest } from '../page/row-expr';

export interface SchemeTab {
  /** '' = no scheme */
  readonly code: string;
  readonly title: string;
  readonly isDefault: boolean;
}
export const ALL_TITLE = '全部';

/** A conditional default (`=expr` over `me`) is tried before the plain one, in order. '' = none. */
export const defaultScheme = (page: Page): string => {
  const { schemes } = page.object.list;
  const conditional = schemes.find(
    ({ default: text }) => typeof text === 'string' && rowTest(page, text.replace(/^=/, ''))({ id: '' }),
  );
  return (conditional ?? schemes.find((one) => one.default === true))?.code ?? '';
};

/** The default first; one that shows everything always stands there, so that a scheme can be left. */
export const schemeTabs = (page: Page): readonly SchemeTab[] => {
  const first = defaultScheme(page);
  const { schemes } = page.object.list;
  if (schemes.length === 0) return [];
  const tabs = schemes.map(({ code, title }) => ({ code, title, isDefault: code === first }));
  const ordered = [...tabs.filter((tab) => tab.isDefault), ...tabs.filter((tab) => !tab.isDefault)];
  return schemes.some(
    (scheme) => scheme.title === ALL_TITLE || (scheme.where === undefined && scheme.columns === undefined),
  )
    ? ordered
    : [...ordered, { code: '', title: ALL_TITLE, isDefault: first === '' }];
};
