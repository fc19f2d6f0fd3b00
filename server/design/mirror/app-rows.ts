/** What the page 应用设置 shows: the areas menus stand in, and the apps of the organisation that have no menu yet. */
import { CORE, pagesOf, rootsById, rootsOf, usualSort } from '../../registry/apps';
import { LAST } from '../../registry/menus';
import type { Registry } from '../../registry/registry';
import type { OwnApp } from '../apps';
import { OWN_CODE } from '../sorts';
import type { Mirrored } from './mirrored';

export function appRecords(registry: Registry, own: readonly OwnApp[]): readonly Mirrored[] {
  const { menus } = registry;
  const roots = rootsOf(menus);
  const rootOf = rootsById(menus);
  const known = new Map(own.map((app) => [app.code, app]));
  const shown = roots.map((row, n): Mirrored => {
    const app = known.get(row.id);
    const entries = menus.filter((menu) => menu.type === 20 && !menu.hidden && rootOf.get(menu.id) === row.id);
    return {
      key: row.id,
      head: {
        ...ownPart(app),
        code: row.id,
        name: row.name,
        icon: row.icon ?? app?.icon ?? null,
        source: OWN_CODE.test(row.id) ? '20' : '10',
        menuCount: entries.length,
        needs: needsOf(registry, row.id).join('、') || null,
      },
      fresh: { sortNo: usualSort(row.id, n), isDisabled: '0' },
    };
  });
  const daily = roots.filter(({ id }) => !LAST.includes(id)).length;
  const bare = own
    .filter(({ code }) => !roots.some((row) => row.id === code))
    .map(
      (app, n): Mirrored => ({
        key: app.code,
        head: {
          ...ownPart(app),
          code: app.code,
          name: app.title,
          icon: app.icon,
          source: '20',
          menuCount: 0,
          needs: null,
        },
        fresh: { sortNo: usualSort(app.code, daily + n), isDisabled: '0' },
      }),
    );
  return [...shown, ...bare];
}
const ownPart = (app: OwnApp | undefined) => ({ colour: app?.colour ?? null, owners: app?.owners ?? [] });

/** Titles of other apps whose records the pages of this one point at or write. */
export function needsOf(registry: Registry, app: string): readonly string[] {
  const { menus } = registry;
  const names = new Map(rootsOf(menus).map((row) => [row.id, row.name]));
  return [...neededApps(registry, app)].filter((code) => !CORE.has(code)).map((code) => names.get(code) ?? code);
}

/** Codes of other apps this one cannot do without: none that needs it and that it only points back to (such fields go with the app). */
export function neededApps(registry: Registry, app: string): ReadonlySet<string> {
  const { must, may } = linksFrom(registry, app);
  const isBack = (code: string): boolean => !CORE.has(app) && linksFrom(registry, code).must.has(app);
  return new Set([...must, ...[...may].filter((code) => !isBack(code))]);
}

/** Apps the objects of this one refer to or push into: where something must be there, and where it may. */
function linksFrom(registry: Registry, app: string): { readonly must: Set<string>; readonly may: Set<string> } {
  const { menus } = registry;
  const rootOf = rootsById(menus);
  const homes = new Map<string, Set<string>>();
  const objects = new Set<string>();
  for (const row of menus)
    for (const code of pagesOf(row)) {
      const object = registry.page(code)?.object.object;
      const root = rootOf.get(row.id);
      if (object === undefined || root === undefined) continue;
      homes.set(object, (homes.get(object) ?? new Set()).add(root));
      if (root === app) objects.add(object);
    }
  const must = new Set<string>();
  const may = new Set<string>();
  const add = (target: string, to: Set<string>): void => {
    const roots = homes.get(target);
    if (roots !== undefined && !roots.has(app)) for (const root of roots) to.add(root);
  };
  for (const code of objects) {
    const object = registry.find(code);
    if (!object) continue;
    const fields = Object.values(object.fields).flatMap((field) => [field, ...Object.values(field.sub?.fields ?? {})]);
    for (const { ref, required } of fields) if (ref !== undefined && ref !== 'self') add(ref, required ? must : may);
    // a button that pushes into an app that is off is not there; what is pushed by itself must arrive
    for (const { push } of Object.values(object.actions)) if (push?.how === 'auto') add(push.to, must);
  }
  return { must, may };
}
