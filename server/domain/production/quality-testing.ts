/** 工序质检 (30 §4): the verdict on a submitted report, before it counts. It replaces what the operator said of good and bad. */
import { sumDec } from '../../../schemas/language/codec/decimal';
import type { Ctx, DomainModule } from '../../ctx';
import { refuse } from '../../errors';
import type { ChangeOf, LineOf, RowOf } from '../../rows';
import type { ReportEffect } from './effect';
import { lockOperations } from './locks';

type Report = RowOf<'prdReport'>;
type Bad = NonNullable<ChangeOf<'prdReport'>['badRows']>;
const WAITS = '30';
const UNTOUCHED = '10';
const EFFECTIVE = '60';
const GOOD = '1';
const BAD = '2';

export const qualityTesting: DomainModule<'qualityTesting'> = {
  async lock(_action, ids, ctx) {
    const checks = await ctx.asSystem().records.many('qualityTesting', ids, { stored: true });
    await lockOperations(
      ctx,
      checks.flatMap(({ orderProcess }) => (orderProcess === null ? [] : [orderProcess])),
    );
  },
  /** a report that is changed while it waits changes what is checked */
  async derive(_record, old, ctx) {
    if (old === null || (old.docStatus !== UNTOUCHED && old.docStatus !== WAITS) || !old.prdReport) return undefined;
    const [report] = await ctx.asSystem().records.many('prdReport', [old.prdReport], { stored: true });
    return report && report.docStatus === WAITS ? { checkQty: report.reportQty } : undefined;
  },
  async after({ record, old }, ctx) {
    if (old === null) await ctx.emit('qualityTesting.created', { id: record.id, nbr: record.nbr });
  },
  actions: {
    async judge(record, _ask, ctx) {
      const report = await reportOf(record.prdReport, ctx);
      if (report.docStatus !== WAITS) throw refuse(`报工单${report.nbr}不在待质检状态，不能判定`);
      if (report.reportQty !== record.checkQty)
        throw refuse(`报工单${report.nbr}的报工数已改为${report.reportQty}，请重新填写检验结果`);
      const { qualifiedQty, badRows } = report;
      await ctx.asSystem().records.save('prdReport', {
        id: report.id,
        docStatus: '50',
        qualifiedQty: record.qualifiedQty ?? 0,
        firstPassQty: record.qualifiedQty ?? 0,
        badRows: record.defects.map((row) => badOf(row, ctx)),
      });
      if (ctx.setting('audit.mode.prdReport') === '0')
        await ctx.asSystem().records.act('prdReport', 'audit', report.id);
      const isGood = sumDec(record.defects.map(({ qty }) => qty)) === 0;
      await ctx.emit(`qualityTesting.${isGood ? 'judged' : 'rejected'}`, { id: record.id, nbr: record.nbr });
      return {
        result: isGood ? GOOD : BAD,
        checkTime: ctx.now,
        inspector: record.inspector ?? ctx.session.me.employee,
        reported: { qualifiedQty, badRows: badRows.map(keptOf) },
      };
    },
    async unjudge(record, _ask, ctx) {
      const report = await reportOf(record.prdReport, ctx);
      if (report.docStatus === EFFECTIVE) throw refuse('报工已生效，请先冲销报工');
      if (report.docStatus !== '50') throw refuse(`报工单${report.nbr}已冲销，不能取消判定`);
      // what this module kept of the report as it judged it
      const said = record.reported as { readonly qualifiedQty: number; readonly badRows: Bad } | null;
      await ctx.asSystem().records.save('prdReport', {
        id: report.id,
        docStatus: WAITS,
        firstPassQty: null,
        ...(said === null
          ? {}
          : { qualifiedQty: said.qualifiedQty, badRows: said.badRows.map((row) => ({ ...row, id: ctx.newId() })) }),
      });
      return { result: null, checkTime: null, reported: null };
    },
  },
};

/** A bad row of the report as a plain value. */
const keptOf = ({ badReason, disposal, qty, position, photo, rowRemark }: LineOf<'prdReport', 'badRows'>) => ({
  badReason,
  disposal,
  qty,
  position,
  photo: photo.map(({ id, name, size }) => ({ id, name, size })),
  rowRemark,
});

/** An inspected operation: its report waits for a verdict; withdrawn it takes the check with it unless that has begun. */
export const inspection: ReportEffect = {
  name: '质检',
  apply: async () => undefined,
  reverse: async () => undefined,
  async submitted(report, ctx) {
    if (report.docStatus !== WAITS) return;
    await ctx.asSystem().records.save('qualityTesting', {
      id: ctx.newId(),
      prdReport: report.id,
      workOrderNbr: report.workOrderNbr,
      orderProcess: report.orderProcess,
      opNbr: report.opNbr,
      process: report.process,
      material: report.material,
      materialName: report.materialName,
      batchNbr: report.batchNbr,
      operator: report.workers[0]?.employee ?? null,
      checkQty: report.reportQty,
    });
  },
  async withdrawn(report, ctx) {
    const checks = await checksOf(report, ctx);
    const begun = checks.find(({ docStatus }) => docStatus !== UNTOUCHED);
    if (begun) throw refuse(begunText(begun.nbr));
    for (const { id } of checks)
      await ctx.asSystem().records.patch('qualityTesting', id, { head: { docStatus: '90' } });
  },
  async holders(report, ctx) {
    // an effective report has its verdict behind it
    if (report.docStatus === EFFECTIVE) return [];
    return (await checksOf(report, ctx))
      .filter(({ docStatus }) => docStatus !== UNTOUCHED)
      .map(({ id, nbr }) => ({
        object: 'qualityTesting',
        id,
        nbr: nbr ?? '',
        right: 'qualityTesting:unjudge',
        text: begunText(nbr),
      }));
  },
};
const begunText = (nbr: string | null): string => `质检单${nbr ?? ''}已开始检验，不能撤回`;
const checksOf = (report: Report, ctx: Ctx) =>
  ctx.asSystem().records.find('qualityTesting', 'prdReport == param.report && docStatus != 90', {
    param: { report: report.id },
  });

const reportOf = async (id: string, ctx: Ctx): Promise<Report> => {
  const report = await ctx.asSystem().records.get('prdReport', id, { lock: true });
  if (!report) throw new Error(`report ${id} does not exist`);
  return report;
};
const badOf = ({ badReason, disposal, qty, photo, rowRemark }: LineOf<'qualityTesting', 'defects'>, ctx: Ctx) => ({
  id: ctx.newId(),
  badReason,
  disposal,
  qty,
  photo,
  rowRemark,
});
