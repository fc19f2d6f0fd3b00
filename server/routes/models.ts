/** Fixed calls of modellers (domain 10, §8): apps, models, pages, fields, formulas. */
import type { FastifyInstance } from 'fastify';
import type { OrgInfo } from '../ctx';
import { appList, appNames, checkFormula, fieldsWithType, modelNames, pageNames } from '../design/models';
import { delSyncTable, runSync, saveSyncTable, syncTableDetail, syncTablesList } from '../design/sync';
import { route } from '../plugins/route';
import type { EngineCtx, Host } from '../records/host';
import { body, ctxOf, query } from './request';

/** one transaction with all rights in nobody's name */
type InBlock = <T>(org: OrgInfo, run: (ctx: EngineCtx) => Promise<T>) => Promise<T>;
type Call = (ctx: EngineCtx, query: Readonly<Record<string, unknown>>) => unknown;

const CALLS: readonly (readonly [path: string, call: Call])[] = [
  ['/lcdp/apps/getlist', appList],
  ['/functionModel/getAppName', appNames],
  ['/functionModel/getModelName', modelNames],
  ['/functionModel/getPageName', pageNames],
  ['/functionModel/getFieldWithType', fieldsWithType],
  ['/lcdp/appdata/checkFormula', checkFormula],
];

export const modelRoutes =
  (host: Host, dataDir: string, inBlock: InBlock) =>
  (app: FastifyInstance): void => {
    // any of several rights opens them: each call judges by itself
    // tables of the installation: who looks may model, who changes what comes in may publish
    route(app, {
      method: 'GET',
      path: '/lcdp/apppage/getSyncTables',
      rule: () => 'dataModel:edit',
      handler: async (req) => syncTablesList(await ctxOf(host, req), dataDir, query(req).keyword),
    });
    route(app, {
      method: 'GET',
      path: '/lcdp/apppage/getSyncTablesDetail',
      rule: () => 'dataModel:edit',
      handler: async (req) => syncTableDetail(await ctxOf(host, req), dataDir, query(req)),
    });
    route(app, {
      method: 'POST',
      path: '/lcdp/apppage/SaveSyncTables',
      rule: () => 'dataModel:publish',
      handler: async (req) => saveSyncTable(await ctxOf(host, req), dataDir, body(req)),
    });
    route(app, {
      method: 'POST',
      path: '/lcdp/apppage/delSyncTable',
      rule: () => 'dataModel:publish',
      handler: async (req) => delSyncTable(await ctxOf(host, req), query(req).id),
    });
    route(app, {
      method: 'POST',
      path: '/lcdp/design/sync/run',
      rule: () => 'dataModel:publish',
      handler: async (req) => runSync((run) => inBlock(req.session.org, run), dataDir, String(body(req).id)),
    });
    for (const [path, call] of CALLS)
      route(app, {
        method: 'GET',
        path,
        rule: 'session',
        handler: async (req) => call(await ctxOf(host, req), query(req)),
      });
  };
