/** Fixed calls of modellers (domain 10, §8): apps, models, pages, fields, formulas. */
import type { FastifyInstance } from 'fastify';
import { appList, appNames, checkFormula, fieldsWithType, modelNames, pageNames } from '../design/models';
import { route } from '../plugins/route';
import type { EngineCtx, Host } from '../records/host';
import { ctxOf, query } from './lcdp';

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
  (host: Host) =>
  (app: FastifyInstance): void => {
    // any of several rights opens them: each call judges by itself
    for (const [path, call] of CALLS)
      route(app, {
        method: 'GET',
        path,
        rule: 'session',
        handler: async (req) => call(await ctxOf(host, req), query(req)),
      });
  };
