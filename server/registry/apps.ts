/** Apps an organisation has switched off, and the order it gave them (domain 10 §5.11): menus, pages and rights of such an app are gone. */
import type { Rights } from '../ctx';
import { LAST, type MenuRow } from './menus';
import type { Registry } from './registry';

export interface AppState {
  readonly code: string;
  readonly isOff: boolean;
  readonly sort: number;
}
export interface AppsOff {
  readonly apps: ReadonlySet<string>;
  /** name of the app that is off, by page */
  readonly pages: ReadonlyMap<string, string>;
  /** functions that hang nowhere else */
  readonly functions: ReadonlySet<string>;
  readonly objects: ReadonlySet<string>;
}

/** Everything stands on them: people, rights, approvals. */
export const CORE: ReadonlySet<string> = new Set(['system', 'flow']);

/** What makes the registry of an organisation another one: '' = all are on, in the order they are shipped. */
export function appsKey({ menus }: Pick<Registry, 'menus'>, states: readonly AppState[]): string {
  const off = states.filter(({ isOff }) => isOff).map(({ code }) => code);
  const order = ordered(rootsOf(menus), states).map(({ id }) => id);
  const isUsual = rootsOf(menus).every(({ id }, n) => id === order[n]);
  return off.length === 0 && isUsual ? '' : JSON.stringify([off.sort(), order]);
}

export function withApps(registry: Registry, states: readonly AppState[]): Registry {
  if (appsKey(registry, states) === '') return registry;
  const off = new Set(states.filter(({ isOff }) => isOff).map(({ code }) => code));
  const rootOf = rootsById(registry.menus);
  const isOff = (row: MenuRow): boolean => off.has(rootOf.get(row.id) ?? '');
  const on = registry.menus.filter((row) => !isOff(row));
  const kept = new Set(on.flatMap(({ functions }) => functions));
  const keptPages = new Set(on.flatMap(pagesOf));
  const gone = registry.menus.filter(isOff);
  const title = (row: MenuRow): string =>
    registry.menus.find(({ id }) => id === rootOf.get(row.id))?.name ?? rootOf.get(row.id) ?? '';
  const pages = new Map<string, string>();
  for (const row of gone) for (const page of pagesOf(row)) if (!keptPages.has(page)) pages.set(page, title(row));
  const objects = new Set([...pages.keys()].flatMap((code) => registry.page(code)?.object.object ?? []));
  const places = new Map(ordered(rootsOf(registry.menus), states).map(({ id }, n) => [id, n]));
  const shownMenus = on
    .map((row, n) => ({ row, place: places.get(rootOf.get(row.id) ?? '') ?? n, n }))
    .sort((a, b) => a.place - b.place || a.n - b.n)
    .map(({ row }, sort) => ({ ...row, sort }));
  const functions = new Set(gone.flatMap((row) => row.functions).filter((code) => !kept.has(code)));
  return Object.freeze({ ...registry, shownMenus, off: { apps: off, pages, functions, objects } });
}

/** Rights without the functions of apps that are off; superusers have them no more than others. */
export const rightsWithout = (rights: Rights, { functions, objects }: AppsOff): Rights => ({
  ...rights,
  rests: (object) => objects.has(object),
  has: (right) => !functions.has(right) && rights.has(right),
  scopes: (right, object) => (functions.has(right) ? [] : rights.scopes(right, object)),
});

export const rootsOf = (menus: readonly MenuRow[]): readonly MenuRow[] =>
  menus.filter(({ parentId }) => parentId === null);

/** The app each entry belongs to: the row it stands below. */
export function rootsById(menus: readonly MenuRow[]): ReadonlyMap<string, string> {
  const roots = new Map<string, string>();
  // those above come before those below
  for (const { id, parentId } of menus) roots.set(id, parentId === null ? id : (roots.get(parentId) ?? id));
  return roots;
}
/** Pages an entry opens, without their faces (`#edit`). */
export const pagesOf = (row: MenuRow): readonly string[] => [
  ...new Set([...row.pages.map(({ page }) => page), ...(row.page === null ? [] : [row.page])].map(faceless)),
];
export const faceless = (page: string): string => page.replace(/#.*$/, '');

/** The number an app is ordered by until people give it another: new ones stand below daily work, above what is always last. */
export function usualSort(code: string, n: number): number {
  const last = LAST.indexOf(code);
  return last < 0 ? (n + 1) * 10 : 9000 + last * 10;
}

function ordered(roots: readonly MenuRow[], states: readonly AppState[]): readonly MenuRow[] {
  const at = new Map(states.map(({ code, sort }) => [code, sort]));
  return roots
    .map((row, n) => ({ row, sort: at.get(row.id) ?? usualSort(row.id, n), n }))
    .sort((a, b) => a.sort - b.sort || a.n - b.n)
    .map(({ row }) => row);
}
