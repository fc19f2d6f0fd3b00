/**
 * 电费报表, 水费报表 and 气费报表 (50 §6): settled fees of meters by period, and by month the parts of the bill of the fee meter above
 * them, shared by their energy fees.
 */
import { addDec, divDec, mulDec, roundHalfUp, sumDec } from '../../../schemas/language/codec/decimal';
import type { Rec } from '../../../schemas/language/value';
import type { Ctx, Service } from '../../ctx';
import { AMOUNT, type MeterSeen, metersSeen, type UnitRead } from '../../iot/energy/read';
import { type EnergyAsk, energyAsked, Sums } from './asked';
import { type BillOf, billsOf } from './bills';
import { quotasOf } from './quotas';
import { add, type Numbers, placeOf, placesOf, read } from './rows';

const RIGHT = 'energyFee:view';
/** parts of a fee beside the periods 1–5 */
const PART = { flat: '6', basic: '7', adjust: '8', sewage: '9', resource: '10' } as const;

export const energyFee: Service = {
  name: 'energy.fee',
  // whoever may open the report
  right: null,
  async run(args, ctx, dims = new Set()): Promise<readonly Rec[]> {
    const ask = await energyAsked(ctx, args, RIGHT, dims);
    if (ask.meters.length === 0) return [];
    const paid = ctx.session.rights.has(AMOUNT);
    const sums = new Sums();
    const units = await read(ctx, ask, ask.span);
    const byPart = dims.has('part') && paid;
    const place = placesOf(ask);
    for (const unit of units) {
      const at = place(unit.meter, unit.day);
      if (at === undefined) continue;
      const parts = partsOf(unit);
      if (byPart) for (const [part, amount] of parts) add(sums, ask, { ...at, part }, { own: {}, net: { amount } });
      else
        add(sums, ask, at, {
          own: { use: unit.use, ...(paid ? ofUnit(unit) : {}) },
          net: { number: unit.use, ...(paid ? { amount: sumDec(parts.map(([, fee]) => fee)) } : {}) },
        });
    }
    if (!paid) return sums.all();
    await addBills(ctx, ask, sums, byPart);
    if (!byPart) await addBudgets(ctx, ask, sums);
    return sums.all();
  },
};

const partsOf = ({ period, fee, sewage, resource }: UnitRead): readonly (readonly [part: string, amount: number])[] => [
  [period ?? PART.flat, fee ?? 0],
  ...(sewage ? ([[PART.sewage, sewage]] as const) : []),
  ...(resource ? ([[PART.resource, resource]] as const) : []),
];
const ofUnit = ({ period, use, fee, sewage, resource }: UnitRead): Numbers => ({
  useFee: fee,
  sewage: sewage === 0 ? null : sewage,
  resource: resource === 0 ? null : resource,
  total: sumDec([fee ?? 0, sewage ?? 0, resource ?? 0]),
  unpriced: fee === null ? use : 0,
  ...(period === null ? {} : { [`fee${period}`]: fee }),
});

/** Basic charge and adjustment belong to a month: of the fee meter itself all, of those below it the share of their energy fee. */
const addBills = async (ctx: Ctx, ask: EnergyAsk, sums: Sums, byPart: boolean): Promise<void> => {
  if (ask.grain === 'day' || ask.grain === 'week') return;
  const all = await metersSeen(ctx.asSystem(), RIGHT, ask.energyType);
  const feeMeters = ask.meters.map((meter) => ({ meter, fee: feeAbove(all, meter) }));
  const bills = await billsOf(ctx, ask, [...new Set(feeMeters.flatMap(({ fee }) => fee ?? []))]);
  const place = placesOf(ask);
  for (const { meter, fee } of feeMeters) {
    if (fee === undefined) continue;
    for (const bill of bills.filter((one) => one.meter === fee.id)) {
      const at = place(meter.id, bill.day);
      if (at === undefined) continue;
      const [basic, adjust] = await sharedTo(ctx, ask, bill, meter);
      if (byPart)
        for (const [part, amount] of [
          [PART.basic, basic],
          [PART.adjust, adjust],
        ] as const)
          add(sums, ask, { ...at, part }, { own: {}, net: { amount } });
      else
        add(sums, ask, at, {
          own: { basic, adjust, total: addDec(basic, adjust) },
          net: { amount: addDec(basic, adjust) },
        });
    }
  }
};
const feeAbove = (all: readonly MeterSeen[], meter: MeterSeen): MeterSeen | undefined => {
  const seen = new Set<string>();
  let at = all.find(({ id }) => id === meter.id);
  while (at !== undefined && !at.isFee && !seen.has(at.id)) {
    seen.add(at.id);
    const up: string | null = at.parent;
    at = all.find(({ id }) => id === up);
  }
  return at?.isFee === true ? at : undefined;
};
const sharedTo = async (
  ctx: Ctx,
  ask: EnergyAsk,
  bill: BillOf,
  meter: MeterSeen,
): Promise<readonly [basic: number, adjust: number]> => {
  if (meter.id === bill.meter) return [bill.basic, bill.adjust];
  const units = await read(ctx, { ...ask, meters: [meter] }, bill.days);
  const fee = sumDec(units.map((unit) => unit.fee ?? 0));
  const part = (amount: number): number =>
    bill.energyFee === 0 ? 0 : roundHalfUp(divDec(mulDec(amount, fee), bill.energyFee) ?? 0, 2);
  return [part(bill.basic), part(bill.adjust)];
};

/** What it may cost, and what the supplier charged. */
const addBudgets = async (ctx: Ctx, ask: EnergyAsk, sums: Sums): Promise<void> => {
  const quota = await quotasOf(ctx, ask);
  const bills = await ctx.asSystem().records.find('energyBill', 'true');
  const found = bills.filter(({ energyType }) => energyType === ask.energyType);
  for (const row of sums.all()) {
    const meter = ask.meters.find(({ id }) => id === row.meter);
    const period = ask.periods.find(({ key }) => key === row.period);
    if (meter === undefined || period === undefined || !ask.tops.has(meter.id)) continue;
    const told = found.filter(
      (bill) =>
        ask.grain !== 'day' && ask.grain !== 'week' && bill.meter === meter.id && bill.month.startsWith(period.key),
    );
    const bill = told.length === 0 ? null : sumDec(told.map(({ billAmount }) => billAmount ?? 0));
    const numbers = { quotaAmount: quota(meter.id, period.key).amount, billAmount: bill };
    sums.add({ day: period.from, period: period.key, ...placeOf(meter) }, numbers, addDec);
  }
};
