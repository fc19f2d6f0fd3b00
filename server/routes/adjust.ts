/** 数量调整 by its fixed calls (30 §8): documents with their bounds, several changed in one transaction, the records of it. */
import type { FastifyInstance } from 'fastify';
import { isDate } from '../../schemas/language/codec/date-time';
import type { Rec } from '../../schemas/language/value';
import { holdAdjusted, rowMeant, versionOf } from '../domain/production/adjust-batch';
import type { LineStanding, Standing } from '../domain/production/adjust-kind';
import { type AdjustObject, isOutside, mainOf, standingsOf } from '../domain/production/adjust-services';
import { AppError, badRequest } from '../errors';
import { route } from '../plugins/route';
import { runAction } from '../records/act/actions';
import type { EngineCtx, Host } from '../records/host';
import { getPageList } from '../records/list/list';
import { isUuid } from '../records/list/list-request';
import { presentRecord } from '../records/read/read';
import { callOnce } from '../records/save/idempotency';
import type { Page } from '../registry/pages';
import type { RowOf } from '../rows';
import { body, ctxOf, query, tokenOf } from './request';

type Query = Readonly<Record<string, unknown>>;
interface Adjusted {
  readonly object: AdjustObject;
  readonly call: string;
  readonly action: 'adjust' | 'delReport';
  readonly right: string;
  /** the answers of the dialog, of a row as it came */
  readonly ask: (row: Query, ctx: EngineCtx) => Rec;
}
const CALLS: readonly Adjusted[] = [
  {
    object: 'prdStart',
    call: 'adjustStartsOrder',
    action: 'adjust',
    right: 'adjustRecord:start',
    ask: ({ startQty }) => ({ startQty: startQty as number }),
  },
  {
    object: 'prdReport',
    call: 'adjustReportOrder',
    action: 'adjust',
    right: 'adjustRecord:report',
    ask: ({ qualifiedQty, workHours, badRows }, ctx) => ({
      qualifiedQty: qualifiedQty as number,
      ...(workHours === undefined ? {} : { workHours: workHours as number }),
      ...(badRows === undefined ? {} : { badRows: badOf(badRows, ctx) as never }),
    }),
  },
  {
    object: 'prdReport',
    call: 'delReportOrder',
    action: 'delReport',
    right: 'adjustRecord:delReport',
    ask: () => ({}),
  },
  {
    object: 'outPlan',
    call: 'adjustOutsourceProcess',
    action: 'adjust',
    right: 'adjustRecord:outPlan',
    ask: ({ rowId, qty }, ctx) => lineAsk(ctx, { srcRow: rowId, planQty: qty }),
  },
  {
    object: 'outSend',
    call: 'adjustOutsourceOut',
    action: 'adjust',
    right: 'adjustRecord:outSend',
    ask: ({ rowId, qty }, ctx) => lineAsk(ctx, { srcRow: rowId, sendQty: qty }),
  },
  {
    object: 'outReceive',
    call: 'adjustOutsourceReceive',
    action: 'adjust',
    right: 'adjustRecord:outReceive',
    ask: ({ rowId, qualifiedQty, lossQty, lossReason, lossReasonId = lossReason }, ctx) =>
      lineAsk(ctx, {
        srcRow: rowId,
        qualifiedQty,
        ...(lossQty === undefined ? {} : { lossQty }),
        ...(lossReasonId === undefined ? {} : { lossReasonId }),
      }),
  },
];
const LISTS: readonly (readonly [path: string, object: AdjustObject])[] = [
  ['getStartsOrder', 'prdStart'],
  ['getReportOrder', 'prdReport'],
  ['getOutsourceProcess', 'outPlan'],
  ['getOutsourceOut', 'outSend'],
  ['getOutsourceReceive', 'outReceive'],
];
const MAX_ROWS = 200;

export const adjustRoutes =
  (host: Host) =>
  (app: FastifyInstance): void => {
    for (const [path, object] of LISTS)
      route(app, {
        method: 'GET',
        path: `/lcdp/adjust/${path}`,
        rule: () => 'adjustRecord:view',
        handler: async (req) => listed(await ctxOf(host, req), object, query(req)),
      });
    for (const call of CALLS)
      route(app, {
        method: 'POST',
        path: `/lcdp/adjust/${call.call}`,
        rule: () => call.right,
        handler: async (req) => {
          const { token: _token, ...rest } = body(req);
          const ctx = await ctxOf(host, req, tokenOf(body(req)));
          return callOnce(ctx, call.call, rest, (inner) => adjusted(inner, call, rest));
        },
      });
    route(app, {
      method: 'GET',
      path: '/lcdp/adjustRecord/getAdjustRecordList',
      rule: () => 'adjustRecord:view',
      handler: async (req) => recorded(await ctxOf(host, req), query(req)),
    });
  };

const pageOf = (ctx: EngineCtx, code: string): Page => {
  const page = ctx.registry.page(code);
  if (!page) throw new AppError(404);
  return page;
};

/** The page of documents that may be adjusted, each with what it may become; outside documents with that of each row. */
const listed = async (ctx: EngineCtx, object: AdjustObject, given: Query) => {
  const page = pageOf(ctx, `${object}.adjust`);
  const { id } = given;
  if (id !== undefined && !isUuid(id)) throw badRequest();
  const list = await getPageList(ctx, page, {
    ...sizes(given),
    ...(id ? { ids: [id] } : {}),
    ...(await where(ctx, given, isOutside(object) ? 'bizDate' : 'shiftDate', isOutside(object) ? 'items' : null)),
  });
  const records: Rec[] = [];
  for (const row of list.records) {
    const found = await ctx.records.get(object, String(row.id));
    if (!found) throw new AppError(404);
    const stands = await standingsOf(object, found.id, ctx);
    const [only] = stands;
    records.push({
      ...(row as Rec),
      version: found.version,
      ...(stands.length === 1 && only ? toldOf(only) : NOTHING_ALONE),
      ...(isOutside(object) ? { rows: stands.map(toldOf) as never } : {}),
      adjustable: stands.some(({ blockReason }) => blockReason === null) ? 1 : 0,
    });
  }
  return { ...list, records };
};
/** a document of several rows has its bounds in them */
const NOTHING_ALONE: Rec = { bounds: null, minQty: null, maxQty: null, blockReason: null };
const toldOf = (standing: Standing | LineStanding): Rec => {
  const { bounds, blockReason } = standing;
  const main = mainOf(standing);
  return {
    ...('now' in standing ? { rowId: standing.id, what: standing.what, ...standing.now } : {}),
    bounds: bounds as never,
    minQty: main?.min ?? null,
    maxQty: main?.max ?? null,
    adjustable: blockReason === null ? 1 : 0,
    blockReason,
  };
};

/** All rows or none; the row that is refused is named. */
const adjusted = async (ctx: EngineCtx, call: Adjusted, given: Query) => {
  const { rows, reason, reasonText } = given;
  if (!Array.isArray(rows) || rows.length === 0 || rows.length > MAX_ROWS) throw badRequest();
  const page = pageOf(ctx, `${call.object}.adjust`);
  const targets = rows.map((row) => targetOf(row));
  const known = await holdAdjusted(ctx, call.object, [...new Set(targets.map(({ id }) => id))]);
  const records: unknown[] = [];
  for (const [index, target] of targets.entries()) {
    const ask = {
      ...call.ask(await asked(ctx, call, rows[index] as Query), ctx),
      reason,
      reasonText: reasonText ?? null,
    };
    // a row before it may have changed its document: what counts is how that stood when the call came
    const now = known.get(target.id) === target.version ? await versionOf(ctx, call.object, target.id) : target.version;
    const { answer } = await runAction(ctx, page.object, call.action, {
      page,
      targets: [{ ...target, version: now }],
      ask,
    }).catch((error: unknown) => {
      throw named(error, index, target.id);
    });
    records.push(...((answer?.adjustRecords ?? []) as readonly unknown[]));
  }
  return { records: records.map((record) => recordOf(record as Query)) };
};
const recordOf = ({ id, nbr, docStatus }: Query) => ({ id, nbr, docStatus });
/** An outside document says which of its rows is meant. */
const asked = async (ctx: EngineCtx, { object }: Adjusted, row: Query): Promise<Query> => {
  if (!isOutside(object)) return row;
  if (row.rowId !== undefined && !isUuid(row.rowId)) throw badRequest();
  if (row.rowId === undefined && object !== 'outPlan') throw badRequest();
  return { ...row, rowId: row.rowId ?? (await rowMeant(ctx, String(row.id))) };
};
const lineAsk = (ctx: EngineCtx, line: Query): Rec => ({ lines: [{ id: ctx.newId(), ...line }] as never });
const targetOf = (row: unknown): { readonly id: string; readonly version: number } => {
  const { id, version } = (row ?? {}) as Query;
  if (!isUuid(id) || typeof version !== 'number') throw badRequest();
  return { id, version };
};
const named = (error: unknown, index: number, id: string): unknown => {
  if (!(error instanceof AppError) || error.code !== 203) return error;
  const data = (error.data ?? {}) as Query;
  return new AppError(203, error.message, { ...data, index, rows: [{ id, text: error.message }] });
};
const badOf = (rows: unknown, ctx: EngineCtx) => {
  if (!Array.isArray(rows) || rows.some((row) => typeof row !== 'object' || row === null)) throw badRequest();
  return rows.map((row: Query) => ({
    id: ctx.newId(),
    badReasonId: row.badReasonId ?? row.badReason,
    disposal: row.disposal,
    qty: row.qty,
  }));
};

/** Records of adjustments with what they changed and what followed. */
const recorded = async (ctx: EngineCtx, given: Query) => {
  const page = pageOf(ctx, 'adjustRecord');
  const list = await getPageList(ctx, page, { ...sizes(given), ...(await where(ctx, given, 'time')) });
  const records: unknown[] = [];
  for (const { id } of list.records) {
    const record: RowOf<'adjustRecord'> | null = await ctx.records.get('adjustRecord', String(id));
    if (record) records.push(await presentRecord(ctx, page, record as unknown as Rec));
  }
  return { ...list, records };
};

const sizes = ({ current, size }: Query) => ({
  ...(current === undefined ? {} : { current }),
  ...(size === undefined ? {} : { size }),
});
/** What a call may be narrowed by, as a condition tree; the rest is nothing to these calls. */
const where = async (
  ctx: EngineCtx,
  given: Query,
  day: string,
  rows: string | null = null,
): Promise<{ readonly where?: object }> => {
  const textOf = (key: string): string | undefined => {
    const v = given[key];
    if (v === undefined || v === '') return undefined;
    if (typeof v !== 'string' || v.length > 100) throw badRequest();
    return v;
  };
  const dayOf = (key: string, f: string, op: string, rest: string) => {
    const v = textOf(key);
    if (v === undefined) return [];
    if (!isDate(v)) throw badRequest();
    return [{ f, op, v: f === 'time' ? `${v} ${rest}` : v }];
  };
  const leaf = (key: string, op: string) => {
    const v = textOf(key);
    return v === undefined ? [] : [{ f: key, op, v }];
  };
  /** records whose number or name has the text, or the one with the id */
  const named = async (key: string, object: 'workOrder' | 'user', label: string) => {
    const v = textOf(key);
    if (v === undefined) return [];
    if (isUuid(v)) return [{ f: key, op: 'eq', v }];
    const found = await ctx
      .asSystem()
      .records.find(object, `contains(${label}, param.v)`, { param: { v }, limit: MOST });
    return [{ f: key, op: 'in', v: found.length === 0 ? [NOBODY] : found.map(({ id }) => id) }];
  };
  const ofOrder = await named('workOrderNbr', 'workOrder', 'nbr');
  const all = [
    ...leaf('nbr', 'like'),
    ...leaf('kind', 'eq'),
    ...leaf('srcNbr', 'like'),
    ...leaf('docStatus', 'eq'),
    // outside documents are of work orders by their rows
    ...ofOrder.map((own) => (rows === null ? own : { f: rows, op: 'row', v: { ...own, f: 'workOrder' } })),
    ...(await named('operator', 'user', 'name')),
    ...dayOf('dateFrom', day, 'ge', '00:00:00'),
    ...dayOf('dateTo', day, 'le', '23:59:59'),
  ];
  return all.length === 0 ? {} : { where: { all } };
};
/** a list of choices has at most so many */
const MOST = 1_000;
const NOBODY = '00000000-0000-0000-0000-000000000000';
