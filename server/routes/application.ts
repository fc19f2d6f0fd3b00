/** What the shell asks at start-up: menus, functions by menu, the settings it shows by (domain 10, §8). */
import type { FastifyInstance } from 'fastify';
import type { Session } from '../ctx';
import { route } from '../plugins/route';
import { globalVersion, settingRows } from '../records/settings/settings';
import type { MenuRow } from '../registry/menus';
import { settingOf } from '../registry/registry';
import { authOf, type Parts } from './parts';

export const applicationRoutes =
  (parts: Parts) =>
  (app: FastifyInstance): void => {
    const menusOf = (session: Session, appMark: number): readonly MenuRow[] => {
      const { menus, shownMenus = menus } = parts.registries.of(session.org);
      return visible(shownMenus, session, appMark);
    };

    route(app, {
      method: 'GET',
      path: '/application/apps/getUserMenuList',
      rule: 'session',
      handler: (req) => {
        const rows = menusOf(req.session, req.headers.appmark === '2' ? 2 : 0);
        const byApp: Record<string, unknown[]> = {};
        for (const row of rows) byApp[row.app] = [...(byApp[row.app] ?? []), wire(row, req.session)];
        return byApp;
      },
    });

    route(app, {
      method: 'GET',
      path: '/sys/function/getUserFunctionList',
      rule: 'session',
      handler: (req) => {
        const { menuId } = req.query as { menuId?: unknown };
        const { rights } = req.session;
        return menusOf(req.session, authOf(req).appMark)
          .filter((row) => row.type === 20 && (menuId === undefined || row.id === menuId))
          .map((row) => ({
            menuId: row.id,
            functionList: row.functions.filter((code) => rights.has(code)).map((functionId) => ({ functionId })),
          }));
      },
    });

    route(app, {
      method: 'GET',
      path: '/basedata/globalSetting/getOne',
      rule: 'session',
      handler: async (req) => {
        const { org, me, loginName } = req.session;
        const { settings } = parts.registries.of(org);
        const sys: Record<string, unknown> = {};
        // what expressions of pages may read; how sign-in is guarded is nobody's business
        for (const [key, setting] of settings)
          if (!setting.field.secret && !key.startsWith('auth.')) sys[key] = await parts.setting(org, key);
        // what holds for one document only
        for (const [key, value] of await settingRows(parts.db, org)) {
          const common = settings.has(key) ? undefined : settingOf(settings, key);
          if (common !== undefined && !common.field.secret && !key.startsWith('auth.')) sys[key] = value;
        }
        return {
          version: await globalVersion(parts.db, org),
          listDataShowNum: sys.listDataShowNum ?? 30,
          layout: 'side',
          waterMark: Object.fromEntries(
            Object.entries(sys).flatMap(([key, value]) =>
              key.startsWith('waterMark.') ? [[key.slice('waterMark.'.length), value]] : [],
            ),
          ),
          me: { ...me, loginName },
          sys,
          serverTime: parts.clock().getTime(),
        };
      },
    });
  };

/** Entries with a function the user holds, and entries that ask for none; directories that would be empty vanish. */
const visible = (rows: readonly MenuRow[], { rights }: Session, appMark: number): readonly MenuRow[] => {
  const fits = (row: MenuRow): boolean => row.in === 'all' || (row.in === 'messenger') === (appMark === 2);
  const shown = new Set(
    rows
      .filter((row) => row.type === 20 && fits(row))
      .filter((row) => row.functions.length === 0 || row.functions.some((code) => rights.has(code)))
      .map((row) => row.id),
  );
  const byId = new Map(rows.map((row) => [row.id, row]));
  for (const id of [...shown])
    for (let above = byId.get(id)?.parentId; above; above = byId.get(above)?.parentId ?? null) shown.add(above);
  return rows.filter((row) => shown.has(row.id));
};

/** Numbers of the specification's menu: openMode 1 tab, 2 window. */
const wire = (row: MenuRow, { rights }: Session): Readonly<Record<string, unknown>> => ({
  id: row.id,
  parentId: row.parentId,
  name: row.name,
  url: row.url,
  routeName: row.routeName,
  subUrls: row.subUrls,
  icon: row.icon,
  type: row.type,
  openMode: row.openMode === 'window' ? 2 : 1,
  keepAlive: row.keepAlive,
  // an address that links lead to, without an entry in the menu: as who may not open it has it too, for its other pages
  ...(row.hidden || (row.right !== null && !rights.has(row.right)) ? { hidden: true } : {}),
  sort: row.sort,
  page: row.page ?? row.screen,
  pages: row.pages,
});
