/** Settings of an organisation (specification §7; domain 10 §5.8). */
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { badRequest } from '../errors';
import { route } from '../plugins/route';
import type { Host } from '../records/host';
import { listSettings, saveGlobal, saveSettings } from '../records/settings/settings-calls';
import { body, ctxOf, tokenOf } from './request';

/** 系统配置 reaches every key, 系统设置 those of the factory (`reachedBy`). */
const rightTo =
  (act: 'view' | 'edit') =>
  ({ session }: FastifyRequest): string =>
    session?.rights.has(`sysConfig:${act}`) === false ? `sysSetting:${act}` : `sysConfig:${act}`;

export const settingRoutes =
  (host: Host) =>
  (app: FastifyInstance): void => {
    route(app, {
      method: 'POST',
      path: '/basedata/bdSysConfig/getPageList',
      rule: rightTo('view'),
      handler: async (req) => listSettings(await ctxOf(host, req), body(req)),
    });
    route(app, {
      method: 'POST',
      path: '/basedata/globalSetting/addOrUpdate',
      rule: () => 'sysConfig:edit',
      handler: async (req) => saveGlobal(await ctxOf(host, req, tokenOf(body(req))), body(req)),
    });
    route(app, {
      method: 'POST',
      path: '/basedata/bdSysConfig/saveOrUpdate',
      rule: rightTo('edit'),
      handler: async (req) => {
        const { token } = body(req);
        if (token !== undefined && (typeof token !== 'string' || token.length > 100)) throw badRequest();
        return saveSettings(await ctxOf(host, req, token as string | undefined), body(req));
      },
    });
  };
