/** The months of fee meters (50 §6.1): basic charge and adjustment by the power factor, of the days a report shows. */
import { endOf, startOf } from '../../../schemas/language/codec/date-time';
import { sumDec } from '../../../schemas/language/codec/decimal';
import type { Ctx } from '../../ctx';
import { type BillRule, monthBill } from '../../energy/bill';
import { keyOf, periodsOf } from '../../energy/spans';
import { closedBills } from '../../iot/energy/closed';
import { reactiveIn } from '../../iot/energy/reactive';
import type { MeterSeen } from '../../iot/energy/read';
import type { EnergyAsk } from './asked';
import { read } from './rows';

export interface BillOf {
  readonly meter: string;
  /** a calendar day of the month */
  readonly day: string;
  readonly energyFee: number;
  readonly basic: number;
  readonly adjust: number;
}
const NONE = '0';
const BASIC: Readonly<Record<string, BillRule['basic']>> = { '1': 'capacity', '2': 'demand' };

export const billsOf = async (ctx: Ctx, ask: EnergyAsk, meters: readonly MeterSeen[]): Promise<readonly BillOf[]> => {
  if (meters.length === 0) return [];
  const ofAll = { ...ask, meters };
  const units = await read(ctx, ofAll, ask.span);
  const reactive = await reactiveIn(
    ctx,
    meters.map(({ id }) => id),
    ask.calendar(ask.span),
  );
  const rules = await billRules(ctx, ask.energyType);
  const closed = await closedBills(
    ctx,
    meters.map(({ id }) => id),
  );
  return meters.flatMap((meter) =>
    periodsOf(ask.span, 'month', ask.told(ctx.today)).flatMap(({ key, from, to }) => {
      const inMonth = (row: { readonly meter: string; readonly day: string }): boolean =>
        row.meter === meter.id && keyOf(ask.told(row.day), 'month') === key;
      const own = units.filter(inMonth);
      const day = ask.calendar({ from, to }).from;
      const kept = closed.get(`${meter.id} ${key}`);
      const rule = kept?.rule ?? rules(day);
      if (own.length === 0 || rule === undefined) return [];
      const idle = reactive.filter(inMonth);
      const energyFee = sumDec(own.map(({ fee }) => fee ?? 0));
      const { basic, adjust } = monthBill(rule, {
        active: sumDec(own.map(({ use }) => use)),
        reactive: idle.length === 0 ? null : sumDec(idle.map(({ use }) => use)),
        energyFee,
        // what the days have in all is the highest of their slots
        demand: Math.max(...own.map(({ demand }) => demand)),
        ratedKva: (kept === undefined ? meter.ratedKva : kept.ratedKva) ?? 0,
      });
      return [{ meter: meter.id, day, energyFee, basic, adjust }];
    }),
  );
};

/** By the version that holds when the month begins. */
export const billRules = async (ctx: Ctx, energyType: string): Promise<(day: string) => BillRule | undefined> => {
  const { records } = ctx.asSystem();
  const found = await records.find('tariff', 'status in [60, 80]');
  const rows = await records.many(
    'tariff',
    found.filter((tariff) => tariff.energyType === energyType).map(({ id }) => id),
    { rows: true },
  );
  return (day) => {
    const last = (endOf(startOf(day, 'month') ?? day, 'month') ?? day).slice(0, 10);
    const row =
      rows.find(({ startDate, endDate }) => startDate <= day && (endDate === null || endDate >= day)) ??
      rows.find(({ startDate, endDate }) => startDate <= last && (endDate === null || endDate >= day));
    if (row === undefined) return undefined;
    const basic = BASIC[row.basicMode ?? NONE] ?? 'none';
    return {
      basic,
      basicPrice: (basic === 'capacity' ? row.capacityPrice : row.demandPrice) ?? 0,
      fundPrice: row.fundPrice ?? 0,
      pfStd: row.pfStd ?? NONE,
      pfTable: row.pfTable.map(({ pf, percent }) => ({ pf, percent })),
    };
  };
};
