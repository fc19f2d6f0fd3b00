/** 设备效能 (50 §4, 00 §9): planned and run time of devices beside what they made; rates are made of the sums by the report. */
import { addDec } from '../../../schemas/language/codec/decimal';
import type { Rec } from '../../../schemas/language/value';
import { shiftAt } from '../../calendar/resource';
import { keyOf, resourcesOf } from '../../calendar/resources';
import type { Ctx, Service } from '../../ctx';
import { type Counts, type Made, madeOf } from '../../iot/oee/made';
import type { TimeSums } from '../../iot/oee/time';
import { addedUp } from './added-up';
import { type Device, devicesOf, deviceTime, type TimeSpan } from './device-time';
import { daysAsked, devicesSeen } from './devices-seen';
import { outputFacts } from './output-facts';
import { oeeRule } from './stays';

const FROM_REPORTS = '2';
/** Where the time went, in the order of the picture; each takes away from the time of the shifts. */
const PART = { gross: '1', planned: '2', fault: '3', setup: '4', idle: '5', speed: '6', bad: '7' } as const;

export const deviceOee: Service = {
  name: 'iot.deviceOee',
  // whoever may open the report
  right: null,
  async run({ shiftDate, equipment, countSource }, ctx, dims = new Set()): Promise<readonly Rec[]> {
    const { from, to } = daysAsked(shiftDate);
    if (from === null || to === null) return [];
    const devices = await devicesOf(ctx, await devicesSeen(ctx, ['deviceOee:view'], 'deviceState'), equipment);
    return oeeRows(ctx, { span: { from, to }, devices, dims, fromReports: countSource === FROM_REPORTS });
  },
};

interface Asked {
  readonly span: TimeSpan;
  readonly devices: readonly Device[];
  readonly dims: ReadonlySet<string>;
  readonly fromReports: boolean;
}
const oeeRows = async (ctx: Ctx, { span, devices, dims, fromReports }: Asked): Promise<readonly Rec[]> => {
  const rows = addedUp(dims);
  const add = (place: Rec, numbers: Readonly<Record<string, number>>, parts: readonly Part[]): void => {
    rows.add({ ...place, part: null }, numbers);
    // only the picture asks for it: other measures stand in the row without a part
    if (dims.has('part')) for (const [part, partSec] of parts) rows.add({ ...place, part }, { partSec });
  };
  const rule = oeeRule(ctx);
  const times = await deviceTime(ctx, { ...span, devices, rule, byMaterial: dims.has('material') });
  for (const { device, rows: found } of times)
    for (const { zone, material, sums } of found)
      add(placeOf(device, { shiftDate: zone.day, shift: zone.shift, material }), timeNumbers(sums), timeParts(sums));
  for (const { device, place, counts } of await countsOf(ctx, span, devices)) {
    const made = madeOf(counts, fromReports);
    add(placeOf(device, place), madeNumbers(made), madeParts(made));
  }
  return rows.all();
};
type Part = readonly [part: string, seconds: number];

const placeOf = ({ id, factoryUnit, devCategory }: Device, { shiftDate, shift, material }: Rec): Rec => ({
  ...{ shiftDate: shiftDate ?? null, shift: shift ?? null, material: material ?? null },
  ...{ equipment: id, factoryUnit, devCategory },
});

const timeNumbers = (sums: TimeSums): Readonly<Record<string, number>> => ({
  ...{ grossSec: sums.gross, planSec: sums.oeePlan, runSec: sums.oeeRun, lossPlannedSec: sums.lossPlanned },
  ...{ lossFaultSec: sums.lossFault, lossSetupSec: sums.lossSetup, lossIdleSec: sums.lossIdle },
});
const timeParts = (sums: TimeSums): readonly Part[] => [
  [PART.gross, sums.gross],
  [PART.planned, -sums.lossPlanned],
  [PART.fault, -sums.lossFault],
  [PART.setup, -sums.lossSetup],
  [PART.idle, -sums.lossIdle],
  // run time that pieces do not account for; what they do comes with them
  [PART.speed, -sums.oeeRun],
];
const madeNumbers = (made: Made): Readonly<Record<string, number>> => ({
  ...{ number: made.total, qualifiedQty: made.first, cycleSec: made.cycleSec, noCycleQty: made.noCycle },
  ...{ countedQty: made.counted, lossBadSec: made.badSec },
});
const madeParts = ({ cycleSec, badSec }: Made): readonly Part[] => [
  [PART.speed, cycleSec],
  [PART.bad, -badSec],
];

interface Counted {
  readonly device: Device;
  readonly place: Rec;
  readonly counts: Counts;
}
const COUNTS = [
  ...(['number', 'unqualifiedQty', 'cycleSec', 'noCycleQty'] as const),
  ...(['reportQty', 'firstPassQty', 'reportCycleSec', 'reportNoCycleQty'] as const),
] as const;
const FACT_DIMS: ReadonlySet<string> = new Set(['shiftDate', 'shift', 'workedAt', 'equipment', 'material']);
/** By device, shift and product, whatever is asked: reports cover the count of a shift or they do not. */
const countsOf = async (ctx: Ctx, span: TimeSpan, devices: readonly Device[]): Promise<readonly Counted[]> => {
  const facts = await outputFacts(ctx, {
    ...{ ...span, dims: FACT_DIMS, devices: devices.map(({ id }) => id) },
    badSource: String(ctx.setting('iot.badSource')),
  });
  const byId = new Map(devices.map((device) => [device.id, device]));
  const asks = devices.map(({ id }) => ({ id, day: span.from }));
  const resources = await resourcesOf(ctx, asks);
  const found = new Map<string, { readonly device: Device; readonly place: Rec; readonly counts: Open }>();
  for (const { equipment, shiftDate, shift, workedAt, material, ...numbers } of facts) {
    const device = byId.get(String(equipment));
    if (device === undefined) continue;
    const resource = resources.get(keyOf({ id: device.id, day: span.from }));
    // a report that names no shift is of the one it was worked in
    const isIn = typeof workedAt === 'string' && resource !== undefined;
    const own = isIn ? (shiftAt(resource, workedAt).shift?.id ?? null) : (shift ?? null);
    const key = [device.id, shiftDate, own, material].join();
    const row = found.get(key) ?? { device, place: { shiftDate, shift: own, material }, counts: nothing() };
    found.set(key, row);
    for (const code of COUNTS) row.counts[code] = addDec(row.counts[code], Number(numbers[code] ?? 0));
  }
  return [...found.values()];
};
type Open = { -readonly [code in keyof Counts]: number };
const nothing = (): Open => ({
  ...{ number: 0, unqualifiedQty: 0, cycleSec: 0, noCycleQty: 0 },
  ...{ reportQty: 0, firstPassQty: 0, reportCycleSec: 0, reportNoCycleQty: 0 },
});
