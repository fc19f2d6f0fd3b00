/** 批量报工 (30 §4): several starts are reported in one transaction; the first refusal names its row and nothing is reported. */
import type { Rec } from '../../../schemas/language/value';
import type { Ctx, Service } from '../../ctx';
import { refuse } from '../../errors';
import type { AskOf, RowOf } from '../../rows';
import { inRow } from './in-row';
import { lockOperations } from './locks';
import { proposalOf } from './report-basis';

type Ask = AskOf<'prdReport', 'batch'>;
type Line = NonNullable<Ask['lines']>[number];

/** Rows without a quantity are left out; answers how many were reported. */
export const reportMany = async ({ lines }: Ask, ctx: Ctx): Promise<number> => {
  const told = (lines ?? []).map((line, n) => ({ line, n })).filter(({ line }) => qtyOf(line) > 0);
  if (told.length === 0) throw refuse('请填写报工数量');
  const starts = await ctx.asSystem().records.many(
    'prdStart',
    told.map(({ line }) => line.prdStart),
    { stored: true },
  );
  await lockOperations(
    ctx,
    starts.map(({ orderProcess }) => orderProcess),
  );
  for (const { line, n } of told) await inRow(n, () => reportOne(line, ctx));
  return told.length;
};
const qtyOf = ({ qualifiedQty, badQty }: Line): number => (qualifiedQty ?? 0) + (badQty ?? 0);

const reportOne = async (line: Line, ctx: Ctx): Promise<void> => {
  const start = await ctx.records.get('prdStart', line.prdStart, { scoped: true });
  if (!start) throw refuse('开工单已不存在');
  const { startTime, workers } = await proposalOf(start, ctx);
  await ctx.asSystem().records.save('prdReport', {
    id: ctx.newId(),
    prdStart: start.id,
    orderProcess: start.orderProcess,
    equipment: start.equipment,
    team: start.team,
    shift: start.shift,
    shiftDate: start.shiftDate,
    startTime: startTime ?? ctx.occurAt,
    endTime: ctx.occurAt,
    qualifiedQty: line.qualifiedQty ?? 0,
    workers,
    badRows: await badOf(line, ctx),
  });
};
const badOf = async ({ badReason = null, badQty }: Line, ctx: Ctx) => {
  if ((badQty ?? 0) <= 0) return [];
  const reason = badReason === null ? null : await ctx.asSystem().records.get('badReason', badReason);
  if (reason === null) throw refuse('请选择不良原因');
  return [{ id: ctx.newId(), badReason: reason.id, disposal: reason.disposal, qty: badQty ?? 0 }];
};

/** What the dialog begins with: my running starts, each with what is left of it. */
export const reportBatch: Service = {
  name: 'prdReport.batch',
  right: 'prdReport:add',
  async run(_args, ctx): Promise<Rec> {
    const { id, employee } = ctx.session.me;
    const found = await ctx.records.find('prdStart', `docStatus in [30, 40] && (${MINE})`, {
      param: { user: id, employee },
      sort: 'startTime',
      limit: MOST,
    });
    const open = found.filter((start): boolean => (start.remain ?? 0) > 0);
    return { lines: await Promise.all(open.map((start, n) => lineOf(start, n, ctx))) };
  },
};
const MINE = 'createdBy == param.user || exists(workers, employee == param.employee && empty(leaveTime))';
const MOST = 50;
const lineOf = async (
  start: Pick<RowOf<'prdStart'>, 'id' | 'nbr' | 'workOrderNbr' | 'opNbr' | 'materialName' | 'remain'>,
  n: number,
  ctx: Ctx,
) => ({
  id: ctx.newId(),
  lineNo: (n + 1) * 10,
  prdStartId: start.id,
  prdStart: start.nbr,
  workOrderNbrId: start.workOrderNbr,
  workOrderNbr: await ctx.records.label('workOrder', start.workOrderNbr ?? ''),
  opNbr: start.opNbr,
  materialName: start.materialName,
  remain: start.remain,
  qualifiedQty: null,
});
