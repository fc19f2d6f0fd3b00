/** Quotas of the energy reports (50 §6): of a meter, else of the unit or department it measures alone. */
import { sumDec } from '../../../schemas/language/codec/decimal';
import type { Ctx } from '../../ctx';
import type { SpanGrain } from '../../energy/spans';
import { aboveOf, topsBy } from '../../energy/tree';
import type { MeterSeen } from '../../iot/energy/read';
import type { RowOf } from '../../rows';
import type { EnergyAsk } from './asked';

export interface Quota {
  readonly qty: number | null;
  readonly amount: number | null;
}
type Head = RowOf<'energyQuota'>;
/** By meter and period; a day or a week has none. */
export const quotasOf = async (ctx: Ctx, ask: EnergyAsk): Promise<(meter: string, key: string) => Quota> => {
  const { energyType, grain, periods, all } = ask;
  const none: Quota = { qty: null, amount: null };
  if (grain === 'day' || grain === 'week') return () => none;
  const years = [...new Set(periods.map(({ key }) => Number(key.slice(0, 4))))];
  const { records } = ctx.asSystem();
  const found = await records.find('energyQuota', 'empty(material)');
  const rows = await records.many(
    'energyQuota',
    found.filter((quota) => quota.energyType === energyType && years.includes(quota.year)).map(({ id }) => id),
    { rows: true },
  );
  const everyone = [...all.values()];
  const above = aboveOf(everyone, everyone);
  const alone = (place: (meter: MeterSeen) => string | null): ReadonlyMap<string, string> => {
    const tops = topsBy(everyone, above, (meter) => place(meter) ?? '');
    const owners = new Map<string | null, string | null>();
    for (const meter of everyone)
      if (tops.has(meter.id)) owners.set(place(meter), owners.has(place(meter)) ? null : meter.id);
    return new Map([...owners].flatMap(([at, id]) => (at === null || id === null ? [] : [[id, at] as const])));
  };
  const [inUnit, inDept] = [alone(({ unit }) => unit), alone(({ dept }) => dept)];
  return (meter, key) => {
    const year = rows.filter((row) => row.year === Number(key.slice(0, 4)));
    const [unit, dept] = [inUnit.get(meter), inDept.get(meter)];
    const head =
      year.find((row) => row.meter === meter) ??
      year.find((row) => row.meter === null && unit !== undefined && row.factoryUnit === unit) ??
      year.find((row) => row.meter === null && row.factoryUnit === null && dept !== undefined && row.dept === dept);
    return head === undefined ? none : ofPeriod(head, key, grain);
  };
};
const ofPeriod = ({ months }: Pick<Head, 'months'>, key: string, grain: SpanGrain): Quota => {
  const asked = grain === 'year' ? months : months.filter((_, at) => at + 1 === Number(key.slice(5, 7)));
  const sum = (values: readonly (number | null)[]): number | null => {
    const said = values.flatMap((value) => value ?? []);
    return said.length === 0 ? null : sumDec(said);
  };
  return { qty: sum(asked.map(({ qty }) => qty)), amount: sum(asked.map(({ amount }) => amount)) };
};
