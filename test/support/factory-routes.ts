/** The routes of the factory model (domain 20 §1) and its documents: every page that opens from their menus, or from a page that does. */
import { systemRegistry } from './registry';

const ROOTS = ['factory', 'document'];

export const FACTORY_ROUTES: readonly string[] = systemRegistry()
  .menus.filter(({ id }) => ROOTS.includes(id.split('.')[0] ?? ''))
  .flatMap(({ pages }) => pages.map(({ url }) => url));
