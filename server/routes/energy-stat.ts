/** 能耗结账 by its fixed calls (50 §7): a month of fees, `2026-01`. */
import type { FastifyInstance } from 'fastify';
import { dateAdd } from '../../schemas/language/codec/date-time';
import { closeMonth, type MonthDone, reopenMonth } from '../domain/energy/energy-stat';
import { badRequest } from '../errors';
import { route } from '../plugins/route';
import type { EngineCtx, Host } from '../records/host';
import { callOnce } from '../records/save/idempotency';
import { body, ctxOf, tokenOf } from './request';

type Body = Readonly<Record<string, unknown>>;
const MOST = 200;
const CALLS: readonly {
  readonly name: 'close' | 'reopen';
  run(ctx: EngineCtx, month: string, reason: string | null): Promise<MonthDone>;
}[] = [
  { name: 'close', run: (ctx, month) => closeMonth(ctx, month, ctx.session.me.id) },
  { name: 'reopen', run: reopenMonth },
];

export const energyStatRoutes =
  (host: Host) =>
  (app: FastifyInstance): void => {
    for (const { name, run } of CALLS)
      route(app, {
        method: 'POST',
        path: `/energyStat/${name}`,
        rule: () => `energyStat:${name}`,
        handler: async (req) => {
          const { token, ...rest } = body(req);
          const [month, reason] = [monthOf(rest), reasonOf(rest)];
          const ctx = await ctxOf(host, req, tokenOf({ token }));
          return callOnce(ctx, `energyStat ${name}`, rest, (inner) => run(inner, month, reason));
        },
      });
  };

const monthOf = ({ month }: Body): string => {
  const isMonth = typeof month === 'string' && /^\d{4}-(0[1-9]|1[0-2])$/.test(month);
  // the calendar has neither a year 0 nor a month after the last
  if (!isMonth || dateAdd(`${month}-01`, 1, 'month') === null) throw badRequest();
  return month;
};
const reasonOf = ({ reason }: Body): string | null => {
  if (reason === undefined || reason === null) return null;
  if (typeof reason !== 'string' || reason.length > MOST) throw badRequest();
  return reason;
};
