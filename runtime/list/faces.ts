/**
 * The faces of a list: itself, and the views of its object that have no address of their own (`?view=<code>`), as far as the user may
 * open them. Views with a route are entries of the menu. `list.tabs` names the faces itself, lists of other objects among them.
 */
import type { ResolvedView } from '../../schemas/language/resolved';
import type { Page } from '../page/index';

export interface Face {
  /** value of `view` in the address, '' = the list itself */
  readonly code: string;
  readonly title: string;
  /** page code calls take: `stockBalance`, `stockBalance.ledger` */
  readonly page: string;
}

export interface FaceTurn {
  readonly faces: readonly Face[];
  readonly at: string;
  readonly onTurn: (code: string) => void;
}

export const facesOf = (page: Page): readonly Face[] => {
  // a view at an address of its own shows only itself
  if (page.code.includes('.')) return [];
  if (page.tabs !== undefined)
    return page.tabs.map((tab) => ({ ...tab, code: tab.page === page.code ? '' : tab.page }));
  const own: Face = { code: '', title: page.title, page: page.code };
  const views = Object.values(page.object.views)
    .filter((view) => view.route === undefined && page.can(rightOf(page, view)))
    .map((view) => ({ code: view.code, title: view.title, page: `${page.code}.${view.code}` }));
  return views.length === 0 ? [] : [own, ...views];
};

/** A borrowed page is opened by the right of its own object (server/registry/pages.ts says the same). */
const rightOf = (page: Page, { page: borrowed, grant = 'view' }: ResolvedView): string => {
  if (borrowed !== undefined) return `${borrowed.split('.')[0]}:view`;
  return grant.includes(':') ? grant : `${page.object.object}:${grant}`;
};
