/** Ways to look at the rows of a list (`as`), and the one this user chose last. */
import { useState } from 'react';
import type { Page } from '../page/index';

export type ViewCode = 'table' | 'tree' | 'cards' | 'board' | 'calendar';
export interface View {
  readonly code: ViewCode;
  readonly title: string;
  /** board: whose values are the columns; calendar: the day a row stands on */
  readonly field?: string | undefined;
}
const TITLES: Readonly<Record<ViewCode, string>> = {
  table: '表格',
  tree: '树',
  board: '看板',
  cards: '卡片',
  calendar: '日历',
};
const TABLE: View = { code: 'table', title: TITLES.table };

export const viewsOf = ({ object }: Page): readonly View[] => {
  const views: View[] = [];
  for (const word of object.list.as) {
    const [code = '', field] = word.split(':');
    if (!Object.hasOwn(TITLES, code) || views.some((view) => view.code === code)) continue;
    // without its field, or one that is not the user's, there is nothing to lay out by
    if ((code === 'board' || code === 'calendar') && (field === undefined || object.fields[field] === undefined))
      continue;
    views.push({ code: code as ViewCode, title: TITLES[code as ViewCode], field });
  }
  if (views.length === 0) views.push(TABLE);
  // a tree of itself is shown as one; the flat table stays a click away
  const isTree = object.tree !== undefined && !views.some((view) => view.code === 'tree');
  return isTree ? [{ code: 'tree', title: TITLES.tree }, ...views] : views;
};

const kept = (page: Page): string => `millwright.view.${page.code}`;

export const useView = (page: Page) => {
  const views = viewsOf(page);
  const [code, setCode] = useState(() => localStorage.getItem(kept(page)) ?? '');
  const view = views.find((view) => view.code === code) ?? views[0] ?? TABLE;
  return {
    views,
    view,
    setView: (next: ViewCode): void => {
      localStorage.setItem(kept(page), next);
      setCode(next);
    },
  };
};
