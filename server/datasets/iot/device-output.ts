/** 设备产量 and 工单产量 (50 §4): what machines counted beside what was reported, as the group that is asked for has it. */
import { dateDiff } from '../../../schemas/language/codec/date-time';
import { subDec } from '../../../schemas/language/codec/decimal';
import type { Rec } from '../../../schemas/language/value';
import type { Service } from '../../ctx';
import { refuse } from '../../errors';
import { daysAsked, devicesSeen } from './devices-seen';
import { outputFacts } from './output-facts';

const HOUR_DAYS = 31;

export const deviceOutput: Service = {
  name: 'iot.deviceOutput',
  // whoever may open the report
  right: null,
  async run({ shiftDate }, ctx, dims = new Set()): Promise<readonly Rec[]> {
    const days = daysAsked(shiftDate);
    const many = days.from === null || days.to === null ? null : (dateDiff(days.from, days.to)?.n ?? null);
    if (dims.has('slotAt') && (many === null || many >= HOUR_DAYS))
      throw refuse(`按时段查询最多${HOUR_DAYS}天，请缩小日期`);
    const devices = await devicesSeen(ctx, ['deviceOutput:view']);
    return outputFacts(ctx, { ...days, dims, devices, badSource: String(ctx.setting('iot.badSource')) });
  },
};

export const workOutput: Service = {
  name: 'iot.workOutput',
  right: null,
  async run({ shiftDate, over }, ctx, dims = new Set()): Promise<readonly Rec[]> {
    const devices = await devicesSeen(ctx, ['workOutput:view']);
    const badSource = String(ctx.setting('iot.badSource'));
    const rows = await outputFacts(ctx, { ...daysAsked(shiftDate), dims, devices, badSource, plans: true });
    const most = Number(ctx.setting('prd.countDiffRate'));
    const known = rows.filter(({ workOrder }) => !dims.has('workOrder') || workOrder !== null);
    return over === true ? known.filter((row) => isOver(row, most)) : known;
  },
};
/** A work that was counted and reported, and differs by more than may be. */
const isOver = ({ number, reportQty }: Rec, most: number): boolean =>
  Number(reportQty) > 0 && Math.abs(subDec(Number(number), Number(reportQty))) * 100 > Number(reportQty) * most;
