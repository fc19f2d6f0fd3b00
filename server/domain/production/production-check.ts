/** 完工检验 (30 §4): what of the last operation's good may be received. Made for each effective report, or by hand for what is left. */
import { addDec, roundHalfUp, subDec, sumDec } from '../../../schemas/language/codec/decimal';
import type { Ctx, DomainModule, Service } from '../../ctx';
import { refuse } from '../../errors';
import { draftSent, type HeadOf, type RowOf } from '../../rows';
import type { ReportEffect } from './effect';
import { lockOperations } from './locks';
import { rebalance } from './rebalance';

const OPEN: readonly string[] = ['10', '30'];
const JUDGED = '60';
const GOOD = '1';
const BAD = '2';

export const productionCheck: DomainModule<'productionCheck'> = {
  async lock(_action, ids, ctx) {
    const checks = await ctx.asSystem().records.many('productionCheck', ids, { stored: true });
    for (const id of [...new Set(checks.map(({ workOrderNbr }) => workOrderNbr))].sort()) await lockLast(ctx, id);
  },
  async check(record, old, ctx) {
    if (record.prdReport !== null || !record.workOrderNbr) return [];
    if (old !== null && (old.checkQty === record.checkQty || old.docStatus === JUDGED)) return [];
    await lockLast(ctx, record.workOrderNbr);
    const { last, good, sent } = await sentOf(ctx, record.workOrderNbr, record.id);
    const most = Math.max(0, subDec(good, sent));
    if (record.checkQty <= most) return [];
    const text = `末工序合格${n(good)}，已送检${n(sent)}，最多可送检${n(most)}，本次${n(record.checkQty)}`;
    return last === null ? [] : [{ code: 'productionCheck.rest', path: 'checkQty', text }];
  },
  async after({ record, action }, ctx) {
    if (action === 'judge' || action === 'unjudge') await rebalance(ctx, [record.workOrderNbr]);
  },
  actions: {
    async judge(record, _ask, ctx) {
      if (record.qualifiedQty === null) throw refuse('请填写合格数');
      const isGood = record.qualifiedQty === record.checkQty;
      await ctx.emit(`productionCheck.${isGood ? 'judged' : 'rejected'}`, { id: record.id, nbr: record.nbr });
      return {
        result: isGood ? GOOD : BAD,
        checkTime: ctx.now,
        inspector: record.inspector ?? ctx.session.me.employee,
      };
    },
    async unjudge() {
      return { result: null, checkTime: null };
    },
  },
};

/** An effective report of a last operation whose order is checked before it is received. */
export const finalCheck: ReportEffect = {
  name: '完工检验',
  async apply(report, ctx) {
    const { isLast, order } = await placeOf(report, ctx);
    if (!isLast || order?.fqcFlag !== true) return undefined;
    if (report.qualifiedQty > 0) await makeCheck(report, report.qualifiedQty, ctx);
    return undefined;
  },
  async holds(report, ctx) {
    const judged = (await checksOf(ctx, report)).find(({ docStatus }) => docStatus === JUDGED);
    return judged === undefined ? null : judgedText(judged.nbr);
  },
  async holders(report, ctx) {
    return (await checksOf(ctx, report))
      .filter(({ docStatus }) => docStatus === JUDGED)
      .map(({ id, nbr }) => ({
        object: 'productionCheck',
        id,
        nbr: nbr ?? '',
        right: 'productionCheck:unjudge',
        text: judgedText(nbr),
      }));
  },
  async reverse(report, ctx) {
    for (const { id, docStatus } of await checksOf(ctx, report))
      if (OPEN.includes(docStatus ?? ''))
        await ctx.asSystem().records.patch('productionCheck', id, { head: { docStatus: '90' } });
    return undefined;
  },
  async least(report, ctx) {
    const { isLast, order } = await placeOf(report, ctx);
    if (!isLast || report.workOrderNbr === null) return [];
    const own = (await checksOf(ctx, report)).find(({ docStatus }) => docStatus === UNTOUCHED);
    const { good, sent } = await sentOf(ctx, report.workOrderNbr, own?.id ?? null);
    const left = (to: number): number => subDec(addDec(good, to), report.qualifiedQty);
    const text = (to: number): string => `末工序已送检${n(sent)}，调整后合格仅${n(left(to))}，最少应保留${n(sent)}`;
    return order?.fqcFlag === true || sent > 0 ? [{ field: 'qualifiedQty', qty: subDec(sent, left(0)), text }] : [];
  },
  async adjust(report, to, ctx) {
    const { isLast, order } = await placeOf(report, ctx);
    const delta = subDec(to.qualifiedQty, report.qualifiedQty);
    if (!isLast || order?.fqcFlag !== true || delta === 0) return undefined;
    const own = (await checksOf(ctx, report)).find(({ docStatus }) => docStatus === UNTOUCHED);
    if (!own) {
      if (delta > 0) await makeCheck(report, delta, ctx);
      return undefined;
    }
    const checkQty = Math.max(0, addDec(own.checkQty, delta));
    const head = checkQty > 0 ? { checkQty } : { checkQty, docStatus: '90' as const };
    await ctx.asSystem().records.patch('productionCheck', own.id, { head });
    return undefined;
  },
};
const UNTOUCHED = '10';
const judgedText = (nbr: string | null): string => `完工检验${nbr ?? ''}已判定，请先取消判定`;
const placeOf = async (report: RowOf<'prdReport'>, ctx: Ctx) => {
  const { records } = ctx.asSystem();
  const [operation] = await records.many('orderProcess', [report.orderProcess], { stored: true });
  const [order] =
    report.prdOrderNbr === null ? [] : await records.many('prdOrder', [report.prdOrderNbr], { stored: true });
  return { isLast: operation?.isLast === true, order };
};
const makeCheck = async (report: RowOf<'prdReport'>, checkQty: number, ctx: Ctx): Promise<void> => {
  const { records } = ctx.asSystem();
  if (report.workOrderNbr === null) return;
  const [workOrder] = await records.many('workOrder', [report.workOrderNbr], { stored: true });
  await records.save('productionCheck', {
    id: ctx.newId(),
    workOrderNbr: report.workOrderNbr,
    prdOrderNbr: report.prdOrderNbr,
    material: report.material,
    materialName: report.materialName,
    spec: report.spec,
    unit: workOrder?.unit ?? null,
    batchNbr: report.batchNbr,
    prdReport: report.id,
    checkQty,
  });
};
const checksOf = (ctx: Ctx, report: Pick<RowOf<'prdReport'>, 'id'>): Promise<HeadOf<'productionCheck'>[]> =>
  ctx.asSystem().records.find('productionCheck', 'prdReport == param.report && docStatus != 90', {
    param: { report: report.id },
  });

const n = (x: number): string => String(roundHalfUp(x, 4));
/** Good of the last operation, and what of it is checked or waits for it; its rows are to be locked by who decides on it. */
const sentOf = async (ctx: Ctx, workOrder: string, except: string | null) => {
  const last = await lastOf(ctx, workOrder);
  const checks = await ctx
    .asSystem()
    .records.find('productionCheck', 'workOrderNbr == param.workOrder && docStatus != 90', {
      param: { workOrder },
    });
  const sent = sumDec(
    checks
      .filter(({ id }) => id !== except)
      .map(({ docStatus, checkQty, qualifiedQty }) => (docStatus === JUDGED ? (qualifiedQty ?? 0) : checkQty)),
  );
  return { last, good: last?.qualifiedQty ?? 0, sent };
};
const lastOf = async (ctx: Ctx, workOrder: string): Promise<HeadOf<'orderProcess'> | null> => {
  const [last] = await ctx
    .asSystem()
    .records.find('orderProcess', 'workOrderNbr == param.workOrder && isLast', { param: { workOrder } });
  return last ?? null;
};
const lockLast = async (ctx: Ctx, workOrder: string): Promise<void> => {
  const last = await lastOf(ctx, workOrder);
  if (last !== null) await lockOperations(ctx, [last.id]);
};

/** What of a work order nobody has sent to the check yet. */
export const checkRest: Service = {
  name: 'productionCheck.rest',
  right: null,
  async run(args, ctx) {
    // the form that asks: a draft of the object that names this service
    const record = draftSent('productionCheck', args.record);
    if (!record.workOrderNbr || !(await ctx.records.get('workOrder', record.workOrderNbr, { scoped: true })))
      return null;
    const { good, sent } = await sentOf(ctx, record.workOrderNbr, record.id ?? null);
    return { checkQty: Math.max(0, subDec(good, sent)) };
  },
};
