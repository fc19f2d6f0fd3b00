/**
 * Shapes of pages, read from their documents: what a list offers, how it stands, where its form and its details open. A browser walks one
 * page of each shape; the rest differs in fields and texts, which the calls of every page are walked for (domain/factory/every-route).
 */
import type { Page } from '../../server/registry/pages';
import { offeredOn } from './walk-route';

export const shapesOf = (page: Page): readonly string[] => {
  const { list, object, edit, detail } = page;
  const offers = offeredOn(page);
  const hasRows = Object.values(object.fields).some(({ sub, hidden }) => sub !== undefined && hidden !== true);
  const has = (is: boolean, name: string): string => (is ? ` ${name}` : '');
  return [
    `offers ${offers.join(' ')}`,
    `list as ${list.as.join('+')} of ${list.select}, ${list.tree.length} trees beside it${has(object.tree !== undefined, 'a tree itself')}${has(list.below.length > 0, 'rows below')}${has(list.search.length > 0, 'searched')}${has(list.schemes.length > 0, 'schemes')}${has(offers.includes('edit'), 'changed by hand')}`,
    ...(offers.includes('edit') ? [`form in ${edit?.open ?? 'page'}${has(hasRows, 'with rows')}`] : []),
    ...(offers.includes('history') ? [`details in ${detail?.open ?? 'page'}`] : []),
  ];
};

/** The fewest pages that show every shape: whichever shows most of what is still missing comes next. */
export const representatives = (pages: readonly Page[]): readonly Page[] => {
  const missing = new Set(pages.flatMap(shapesOf));
  const chosen: Page[] = [];
  while (missing.size > 0) {
    const shows = (page: Page): number => shapesOf(page).filter((shape) => missing.has(shape)).length;
    const best = pages.reduce((page, other) => (shows(other) > shows(page) ? other : page));
    chosen.push(best);
    for (const shape of shapesOf(best)) missing.delete(shape);
  }
  return chosen;
};
