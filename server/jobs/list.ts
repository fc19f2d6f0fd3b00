/** What runs by itself, as data. A job does all organisations, may run twice without harm, and answers what it did. */
import { sql } from 'kysely';
import { sweepAuth } from '../auth/sweep';
import { factoryClock } from '../clock';
import { runCopies } from '../copy/run';
import type { Db, OrgInfo, Trx } from '../ctx';
import { inTx } from '../db/tx';
import { dropSandboxes } from '../design/sandbox';
import { dueSyncs, runSync } from '../design/sync';
import { remindReviews } from '../domain/document/sop-doc';
import { closeDueMonths } from '../domain/energy/energy-stat';
import { remindEnergy } from '../domain/energy/reminders';
import { remindExpiring, remindShortage } from '../domain/factory/reminders';
import { remindLateOut } from '../domain/out/late';
import { countedStarts, holdCount, reportShifts } from '../domain/production/device-report';
import { renewKits } from '../domain/production/kit-check';
import { floorDifferences, LAWS } from '../domain/production/laws';
import { freeEnded, keepingOrders } from '../domain/production/order-reserve';
import { remindOverdue } from '../domain/production/overdue';
import { foresee, plannedWorkshops } from '../domain/production/schedule/forecast';
import { dropOldScenarios } from '../domain/production/schedule/scenario';
import { remindStanding } from '../domain/production/standing';
import { remindLate, remindLateApplies } from '../domain/purchase/late';
import { remindLateSales } from '../domain/sales/late';
import { remindEndingLots } from '../domain/stock/ending';
import { remindOrgs } from '../domain/system/org-expiring';
import { AppError } from '../errors';
import type { FileStore } from '../files/store';
import { sweepFiles } from '../files/sweep';
import { runArchives } from '../maint/archive';
import { retireExpired } from '../records/act/versions';
import type { EngineCtx } from '../records/host';
import { dropOldCalls } from '../records/save/idempotency';
import { sealDays } from '../records/trail/trail-days';
import { compute } from '../scheduling/thread/compute';
import { traceDifferences } from '../stock/genealogy-proof';
import { proveStock } from '../stock/proof';
import { expireReserves } from '../stock/reserve';
import { dropRetired, RETIRED_DAYS } from '../tables/retired';
import { flowMinute } from '../workflow/timers';

export interface JobHost {
  readonly db: Db;
  /** connections of the owner of the tables */
  readonly owner: Db;
  readonly files: FileStore;
  readonly dataDir: string;
  readonly orgs: () => Promise<readonly OrgInfo[]>;
  /** one transaction over the records of an organisation, with all rights and in nobody's name */
  readonly asSystem: <T>(org: OrgInfo, run: (ctx: EngineCtx) => Promise<T>) => Promise<T>;
  /** whether an organisation has switched an app off */
  readonly isOff: (org: OrgInfo, app: string) => Promise<boolean>;
  /** something that people must look at */
  readonly alarm: (text: string, data: object) => void;
}
export interface Job {
  readonly name: string;
  readonly title: string;
  /** factory time */
  readonly cron: string;
  run(host: JobHost): Promise<object>;
}

/** Days an event is kept after it was delivered, and after it was written when nobody takes it. */
const DONE_DAYS = 30;
const OPEN_DAYS = 90;

export const JOBS: readonly Job[] = [
  {
    name: 'sweepAuth',
    title: '清理过期会话',
    cron: '17 * * * *',
    async run({ db }) {
      await sweepAuth(db);
      return {};
    },
  },
  {
    name: 'sweepFiles',
    title: '清理无主文件',
    cron: '37 * * * *',
    async run({ db, files, orgs }) {
      const schemas = (await orgs()).map(({ schema }) => schema);
      return { deleted: await sweepFiles(db, schemas, files) };
    },
  },
  {
    name: 'dropOldCalls',
    title: '清理调用记录',
    cron: '10 2 * * *',
    run: eachOrg(async (trx) => ({ deleted: await dropOldCalls({ trx }) })),
  },
  {
    name: 'retireExpired',
    title: '到期版本失效',
    cron: '1 0 * * *',
    run: eachOrg(async (_trx, org, host) => ({
      retired: await host.asSystem(org, (ctx) => retireExpired(ctx)),
    })),
  },
  {
    name: 'remindReviews',
    title: '文档复审提醒',
    cron: '5 0 * * *',
    run: eachOrg(
      async (_trx, org, host) => ({
        reminded: await host.asSystem(org, (ctx) => remindReviews(ctx)),
      }),
      { app: 'document' },
    ),
  },
  {
    name: 'remindExpiring',
    title: '到期与安全库存提醒',
    cron: '10 0 * * *',
    run: eachOrg(
      async (_trx, org, host) => ({
        expiring: await host.asSystem(org, (ctx) => remindExpiring(ctx)),
        short: await host.asSystem(org, (ctx) => remindShortage(ctx)),
        late: await host.asSystem(org, (ctx) => remindLate(ctx)),
        lateApplies: await host.asSystem(org, (ctx) => remindLateApplies(ctx)),
        lateSales: await host.asSystem(org, (ctx) => remindLateSales(ctx)),
        lateOut: await host.asSystem(org, (ctx) => remindLateOut(ctx)),
        endingLots: await host.asSystem(org, (ctx) => remindEndingLots(ctx)),
      }),
      { app: 'factory' },
    ),
  },
  {
    name: 'remindEnergy',
    title: '检定与费率到期提醒',
    cron: '15 0 * * *',
    run: eachOrg(
      async (_trx, org, host) => ({
        reminded: await host.asSystem(org, (ctx) => remindEnergy(ctx)),
      }),
      { app: 'energy' },
    ),
  },
  {
    name: 'closeEnergy',
    title: '能耗月结账',
    cron: '25 0 * * *',
    run: eachOrg(async (_trx, org, host) => host.asSystem(org, (ctx) => closeDueMonths(ctx)), { app: 'energy' }),
  },
  {
    name: 'kitCheck',
    title: '齐套检查与逾期提醒',
    cron: '30 0 * * *',
    run: eachOrg(
      async (_trx, org, host) => ({
        freed: await freeOrders(host, org),
        short: await host.asSystem(org, (ctx) => renewKits(ctx)),
        overdue: await host.asSystem(org, (ctx) => remindOverdue(ctx)),
      }),
      { app: 'production' },
    ),
  },
  {
    name: 'orgExpiring',
    title: '企业到期提醒',
    cron: '15 0 * * *',
    run: eachOrg(async (_trx, org, host) => ({
      told: await host.asSystem(org, (ctx) => remindOrgs(ctx)),
    })),
  },
  {
    name: 'sealLog',
    title: '封存日志',
    cron: '20 0 * * *',
    run: eachOrg(async (_trx, org, host) => ({ sealed: await host.asSystem(org, (ctx) => sealDays(ctx)) })),
  },
  {
    name: 'cleanOutbox',
    title: '清理事件队列',
    cron: '20 2 * * *',
    run: eachOrg(async (trx) => {
      const { numDeletedRows } = await trx
        .deleteFrom('mw_outbox')
        .where(
          sql<boolean>`done_at < now() - make_interval(days => ${DONE_DAYS}) or created_at < now() - make_interval(days => ${OPEN_DAYS})`,
        )
        .executeTakeFirstOrThrow();
      await trx
        .deleteFrom('mw_notice_sent')
        .where(sql<boolean>`at < now() - make_interval(days => ${OPEN_DAYS})`)
        .execute();
      return { deleted: Number(numDeletedRows) };
    }),
  },
  {
    name: 'syncTables',
    title: '同步表',
    cron: '*/5 * * * *',
    async run(host) {
      const done: Record<string, object> = {};
      for (const org of await host.orgs()) {
        const inBlock = <T>(run: (ctx: EngineCtx) => Promise<T>): Promise<T> => host.asSystem(org, run);
        for (const id of await inBlock(dueSyncs))
          done[id] = await runSync(inBlock, host.dataDir, id).catch((error: Error) => {
            host.alarm('sync failed', { org: org.code, sync: id, reason: error.message });
            return { failed: error.message };
          });
      }
      return done;
    },
  },
  {
    name: 'dropSandboxes',
    title: '清理预览',
    cron: '7 * * * *',
    run: eachOrg(async (trx, org) => ({ dropped: await dropSandboxes(trx, org.schema) }), { owner: true }),
  },
  {
    name: 'dropRetired',
    title: '清理隐藏字段',
    cron: '50 2 * * *',
    run: eachOrg(
      (trx, org) => {
        const before = factoryClock(new Date(Date.now() - RETIRED_DAYS * 86_400_000));
        return dropRetired(trx, org.schema, before);
      },
      { owner: true },
    ),
  },
  {
    name: 'flowMinute',
    title: '审批时限',
    cron: '* * * * *',
    async run(host) {
      const done: Record<string, object> = {};
      for (const org of await host.orgs()) done[org.code] = await flowMinute(host, org);
      return done;
    },
  },
  {
    name: 'dataCopy',
    title: '数据复制',
    cron: '* * * * *',
    run: inTurn(runCopies),
  },
  {
    name: 'dataArchive',
    title: '归档与导出',
    cron: '* * * * *',
    run: inTurn(runArchives),
  },
  {
    name: 'expireReserves',
    title: '预留到期释放',
    cron: '*/10 * * * *',
    run: eachOrg(async (_trx, org, host) => ({ released: await host.asSystem(org, expireReserves) }), { app: 'stock' }),
  },
  {
    name: 'proveStock',
    title: '库存核对',
    cron: '40 2 * * *',
    run: eachOrg(
      async (trx, org, host) => {
        const wrong = await proveStock(trx);
        if (wrong.length > 0)
          host.alarm('stock does not balance', { org: org.code, differences: wrong.length, first: wrong.slice(0, 20) });
        return { differences: wrong.length };
      },
      { app: 'stock' },
    ),
  },
  {
    name: 'proveFloor',
    title: '生产核对',
    cron: '50 2 * * *',
    run: eachOrg(
      async (_trx, org, host) => {
        const wrong = await host.asSystem(org, (ctx) => floorDifferences(ctx, LAWS, 1000));
        if (wrong.length > 0)
          host.alarm('floor does not balance', { org: org.code, differences: wrong.length, first: wrong.slice(0, 20) });
        return { differences: wrong.length };
      },
      { app: 'production' },
    ),
  },
  {
    name: 'proveTrace',
    title: '追溯核对',
    cron: '55 2 * * *',
    run: eachOrg(
      async (_trx, org, host) => {
        const wrong = await host.asSystem(org, (ctx) => traceDifferences(ctx, 1000));
        if (wrong.length > 0)
          host.alarm('genealogy does not balance', {
            org: org.code,
            differences: wrong.length,
            first: wrong.slice(0, 20),
          });
        return { differences: wrong.length };
      },
      { app: 'stock' },
    ),
  },
  {
    name: 'foreseeLate',
    title: '延误预测',
    cron: '*/10 * * * *',
    run: inTurn(foreseeLate),
  },
  {
    name: 'remindStanding',
    title: '等待开工与超时提醒',
    cron: '*/10 * * * *',
    run: eachOrg(async (_trx, org, host) => ({ told: await host.asSystem(org, (ctx) => remindStanding(ctx)) }), {
      app: 'production',
    }),
  },
  {
    name: 'reportCounted',
    title: '设备计数自动报工',
    cron: '*/5 * * * *',
    run: inTurn(reportCounted),
  },
  {
    name: 'dropScenarios',
    title: '清理排产方案',
    cron: '55 2 * * *',
    run: inTurn((host, org) => host.asSystem(org, dropOldScenarios)),
  },
];

/** What devices that report have counted in shifts that are over, each start in a transaction of its own: one that is refused is named, waits with its start (需处理) and holds up no other. */
async function reportCounted(host: JobHost, org: OrgInfo): Promise<number> {
  let made = 0;
  for (const id of await host.asSystem(org, countedStarts))
    try {
      made += await host.asSystem(org, (ctx) => reportShifts(id, ctx));
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      const start = await host.asSystem(org, (ctx) => ctx.records.label('prdStart', id));
      host.alarm('device count not reported', { org: org.code, start, reason: error.message });
      await host.asSystem(org, (ctx) => holdCount(id, error.message, ctx));
    }
  return made;
}

async function freeOrders(host: JobHost, org: OrgInfo): Promise<number> {
  const orders = await host.asSystem(org, keepingOrders);
  for (const id of orders) await host.asSystem(org, (ctx) => freeEnded(id, ctx));
  return orders.length;
}

/** Late work orders by a dry run of each plan, each in a transaction of its own. */
async function foreseeLate(host: JobHost, org: OrgInfo): Promise<number> {
  let late = 0;
  for (const workshop of await host.asSystem(org, plannedWorkshops))
    late += await host.asSystem(org, (ctx) =>
      foresee(ctx, workshop, (input) => compute(input, 0, () => undefined).plan),
    );
  return late;
}

/** What waits in each organisation, one organisation after the other. */
function inTurn(work: (host: JobHost, org: OrgInfo) => Promise<number>): Job['run'] {
  return async (host) => {
    let done = 0;
    for (const org of await host.orgs()) done += await work(host, org);
    return { done };
  };
}

/**
 * One transaction an organisation; what fails in one does not keep the others from it, but the job fails. Work of an app rests where the
 * app is off; what changes tables runs as their owner.
 */
function eachOrg(
  work: (trx: Trx, org: OrgInfo, host: JobHost) => Promise<object>,
  { app, owner = false }: { readonly app?: string; readonly owner?: boolean } = {},
): Job['run'] {
  return async (host) => {
    const done: Record<string, object> = {};
    const failed: string[] = [];
    for (const org of await host.orgs())
      try {
        if (app !== undefined && (await host.isOff(org, app))) continue;
        done[org.code] = await inTx(owner ? host.owner : host.db, (trx) =>
          work(trx.withSchema(org.schema) as Trx, org, host),
        );
      } catch (error) {
        failed.push(`${org.code}: ${(error as Error).message}`);
      }
    if (failed.length > 0) throw new Error(failed.join('; '));
    return done;
  };
}
