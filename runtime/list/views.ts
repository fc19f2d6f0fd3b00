/** Ways to look at the rows of a list (`as`). Boards and calendars are not drawn yet and are left out of the switch. */
import type { Page } from '../page/index';

export type View = 'table' | 'tree' | 'cards';
export const VIEW_TITLES: Readonly<Record<View, string>> = { table: '表格', tree: '树', cards: '卡片' };

export const viewsOf = (page: Page): readonly View[] => {
  const words = page.object.list.as.map((word) => word.split(':')[0] ?? word);
  const known = words.filter((word): word is View => word === 'table' || word === 'tree' || word === 'cards');
  const views: readonly View[] = known.length === 0 ? ['table'] : [...new Set(known)];
  // a tree of itself is shown as one; the flat table stays a click away
  return page.object.tree === undefined || views.includes('tree') ? views : ['tree', ...views];
};
