/**
 * 电费报表, 水费报表 and 气费报表 (50 §6): settled fees of meters by period, and by month the parts of the bill of the fee meter above
 * them, shared by their energy fees.
 */
import { addDec, divDec, mulDec, roundHalfUp, sumDec } from '../../../schemas/language/codec/decimal';
import type { Rec } from '../../../schemas/language/value';
import type { Ctx, Service } from '../../ctx';
import { keyOf } from '../../energy/spans';
import { uppersOf } from '../../energy/tree';
import { AMOUNT, type UnitRead } from '../../iot/energy/read';
import { type EnergyAsk, energyAsked, Sums } from './asked';
import { type BillOf, billsOf } from './bills';
import { quotasOf } from './quotas';
import { add, type Numbers, type Place, placeOf, placesOf, read, readLates } from './rows';

const RIGHT = 'energyFee:view';
/** parts of a fee beside the periods 1–5 */
const PART = { flat: '6', basic: '7', adjust: '8', sewage: '9', resource: '10', late: '11' } as const;

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
    await addLates(ctx, ask, sums, byPart);
    if (!paid) return sums.all();
    await addBills(ctx, ask, units, (at, basic, adjust) => {
      const amount = addDec(basic, adjust);
      if (!byPart) add(sums, ask, at, { own: { basic, adjust, total: amount }, net: { amount } });
      else
        for (const [part, own] of [
          [PART.basic, basic],
          [PART.adjust, adjust],
        ] as const)
          add(sums, ask, { ...at, part }, { own: {}, net: { amount: own } });
    });
    if (!byPart) await addBudgets(ctx, ask, sums);
    return sums.all();
  },
};

const partsOf = ({ period, fee, sewage, resource }: UnitRead): readonly (readonly [part: string, amount: number])[] => [
  [period ?? PART.flat, fee ?? 0],
  ...(sewage ? ([[PART.sewage, sewage]] as const) : []),
  ...(resource ? ([[PART.resource, resource]] as const) : []),
];
type Priced = Pick<UnitRead, 'period' | 'use' | 'fee' | 'sewage' | 'resource'>;
const ofUnit = ({ period, use, fee, sewage, resource }: Priced): Numbers => ({
  useFee: fee,
  sewage: sewage === 0 ? null : sewage,
  resource: resource === 0 ? null : resource,
  total: sumDec([fee ?? 0, sewage ?? 0, resource ?? 0]),
  unpriced: fee === null ? use : 0,
  ...(period === null ? {} : { [`fee${period}`]: fee }),
});

/** What came after a month was closed stands beside the month that is open, never in it. */
const addLates = async (ctx: Ctx, ask: EnergyAsk, sums: Sums, byPart: boolean): Promise<void> => {
  const paid = ctx.session.rights.has(AMOUNT);
  for (const { late, line } of await readLates(ctx, ask)) {
    const amount = sumDec([late.fee ?? 0, late.sewage ?? 0, late.resource ?? 0]);
    if (byPart) add(sums, ask, { ...line, part: PART.late }, { own: {}, net: { amount } });
    else
      add(sums, ask, line, {
        own: { use: late.use, ...(paid ? ofUnit({ ...late, period: null }) : {}) },
        net: { number: late.use, ...(paid ? { amount } : {}) },
      });
  }
};

/** Basic charge and adjustment belong to a month: of the fee meter itself all, of those below it the share of their energy fee. */
const addBills = async (
  ctx: Ctx,
  ask: EnergyAsk,
  units: readonly UnitRead[],
  put: (at: Place, basic: number, adjust: number) => void,
): Promise<void> => {
  if (ask.grain === 'day' || ask.grain === 'week') return;
  const feeMeters = ask.meters.flatMap(({ id }) => {
    const fee = [id, ...uppersOf(ask.all, id)].map((up) => ask.all.get(up)).find((meter) => meter?.isFee);
    return fee === undefined ? [] : [{ id, fee }];
  });
  const bills = await billsOf(ctx, ask, [...new Set(feeMeters.map(({ fee }) => fee))]);
  const monthOf = (meter: string, day: string): string => `${meter} ${keyOf(ask.told(day), 'month')}`;
  const fees = new Map<string, number>();
  for (const { meter, day, fee } of units) {
    const month = monthOf(meter, day);
    fees.set(month, addDec(fees.get(month) ?? 0, fee ?? 0));
  }
  const place = placesOf(ask);
  for (const { id, fee } of feeMeters)
    for (const bill of bills.filter(({ meter }) => meter === fee.id)) {
      const at = place(id, bill.day);
      if (at === undefined) continue;
      const shared = (amount: number): number =>
        id === fee.id ? amount : sharedTo(fees.get(monthOf(id, bill.day)) ?? 0, bill, amount);
      put(at, shared(bill.basic), shared(bill.adjust));
    }
};
/** Of an amount of the month of a fee meter what falls on energy that cost so much. */
const sharedTo = (fee: number, { energyFee }: BillOf, amount: number): number =>
  energyFee === 0 ? 0 : roundHalfUp(divDec(mulDec(amount, fee), energyFee) ?? 0, 2);

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
