/** Quotas of use by month, as rules compare with them: of a meter, else of the unit it is the only top meter of. */

import type { Ctx } from '../../../ctx';
import { aboveOf, topsBy } from '../../../energy/tree';

interface Placed {
  readonly id: string;
  readonly energyType: string;
}
export interface QuotaBook {
  ofUnit(unit: string, energyType: string, month: string): number | null;
  ofMeter(meter: Placed, month: string): number | null;
}
export const quotaBook = async (ctx: Ctx): Promise<QuotaBook> => {
  const { records } = ctx.asSystem();
  const heads = await records.find('energyQuota', 'empty(material)');
  const quotas = await records.many(
    'energyQuota',
    heads.map(({ id }) => id),
    { rows: true },
  );
  const meters = await records.find('energyMeter', 'isDisabled == 0', { sort: 'code' });
  const tops = topsOfUnits(meters);
  const held = (month: string, energyType: string, of: (quota: (typeof quotas)[number]) => boolean): number | null => {
    const [year, no] = month.split('-').map(Number);
    const head = quotas.find((quota) => quota.year === year && quota.energyType === energyType && of(quota));
    return head?.months[(no ?? 0) - 1]?.qty ?? null;
  };
  const ofUnit: QuotaBook['ofUnit'] = (unit, energyType, month) =>
    held(month, energyType, (quota) => quota.meter === null && quota.factoryUnit === unit);
  return {
    ofUnit,
    ofMeter({ id, energyType }, month) {
      const own = held(month, energyType, (quota) => quota.meter === id);
      const unit = [...tops].find(([, [first, second]]) => first === id && second === undefined)?.[0].split(' ')[1];
      return own ?? (unit === undefined ? null : ofUnit(unit, energyType, month));
    },
  };
};

interface Hung extends Placed {
  readonly parent: string | null;
  readonly factoryUnit: string;
}
/** By energy and unit the meters nothing of the unit stands above. */
export const topsOfUnits = (meters: readonly Hung[]): ReadonlyMap<string, readonly string[]> => {
  const above = aboveOf(meters, meters);
  const keyOf = ({ energyType, factoryUnit }: Hung): string => `${energyType} ${factoryUnit}`;
  const tops = topsBy(meters, above, keyOf);
  const found = new Map<string, string[]>();
  for (const meter of meters)
    if (tops.has(meter.id)) found.set(keyOf(meter), [...(found.get(keyOf(meter)) ?? []), meter.id]);
  return found;
};
