/** 运行分析 (50 §4): seconds of run states by device, day, shift and reason, planned ones among them. */
import type { Rec } from '../../../schemas/language/value';
import type { Ctx, Service } from '../../ctx';
import { refuse } from '../../errors';
import { factoryText } from '../../iot/factory-time';
import type { Stay, TimeRow } from '../../iot/oee/time';
import { addedUp } from './added-up';
import { type Device, devicesOf, deviceTime, type TimeSpan } from './device-time';
import { daysAsked, devicesSeen } from './devices-seen';

const RULE = { microSec: 0, offlineOut: false } as const;

export const deviceRun: Service = {
  name: 'iot.deviceRun',
  // whoever may open the report
  right: null,
  async run({ shiftDate, equipment }, ctx, dims = new Set()): Promise<readonly Rec[]> {
    const { from, to } = daysAsked(shiftDate);
    if (from === null || to === null) return [];
    const devices = await devicesOf(ctx, await devicesSeen(ctx, ['deviceRun:view'], 'deviceState'), equipment);
    if (dims.has('startAt') && devices.length > 1 && from !== to)
      throw refuse('状态条只显示一台设备或一天，请缩小范围');
    return runRows(ctx, { from, to }, devices, dims);
  },
};

const runRows = async (
  ctx: Ctx,
  span: TimeSpan,
  devices: readonly Device[],
  dims: ReadonlySet<string>,
): Promise<readonly Rec[]> => {
  const wordOf = ({ reason, state, from }: Stay): string =>
    [dims.has('stopReason') ? reason : '', dims.has('state') ? state : '', dims.has('startAt') ? from : ''].join();
  const rows = addedUp(dims, ['stateCode']);
  for (const { device, rows: times } of await deviceTime(ctx, { ...span, devices, rule: RULE, wordOf }))
    for (const time of times) rows.add(dimsOf(device, time), numbersOf(time));
  return rows.all();
};
const dimsOf = ({ id, factoryUnit, devCategory }: Device, { zone, stay }: TimeRow): Rec => ({
  ...{ shiftDate: zone.day, shift: zone.shift, equipment: id, factoryUnit, devCategory },
  ...{ stopReason: stay.reason, state: String(stay.state), startAt: factoryText(stay.from * 1000) },
});
const numbersOf = ({ stay, sums }: TimeRow): Readonly<Record<string, number>> => ({
  ...{ runSec: sums.run, standbySec: sums.standby, stopSec: sums.stop, faultSec: sums.fault, offlineSec: sums.offline },
  ...{ repairSec: sums.repair, maintSec: sums.maint, knownSec: sums.known, planSec: sums.plan },
  ...{ runPlanSec: sums.runPlan, faultPlanSec: sums.faultPlan, stopTimes: sums.stopTimes },
  ...{ longTimes: sums.longTimes, unsaidTimes: sums.unsaidTimes, stateCode: stay.state },
});
