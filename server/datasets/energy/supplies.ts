/** The meters a reader sees as what they supply, and where what was made stands: with the meter that measures it (50 §6.2). */
import { sql } from 'kysely';
import { bookOf } from '../../calendar/book';
import type { Ctx } from '../../ctx';
import { parseFormula } from '../../energy/formula';
import { type Supply, type Supplying, suppliesOf } from '../../energy/supply';
import { metersSeen } from '../../iot/energy/read';

export interface Made {
  readonly device: string | null;
  /** of the device, else the one that reported it */
  readonly unit: string | null;
}
export interface Stand {
  /** of the meter */
  readonly unit: string;
  /** a meter names the device: its use is known */
  readonly named: boolean;
}
export interface Supplies {
  /** of the meters the reader sees */
  readonly seen: readonly Supply[];
  /** undefined: nothing measures it, or nothing the reader sees */
  standOf(made: Made): Stand | undefined;
  /** meters that name a device */
  metersOf(device: string): readonly Supply[];
  /** a unit and those above it, the nearest first */
  upFrom(unit: string): readonly string[];
}

/**
 * A device stands with the first meter that names it; one that none names with the nearest unit above that has a meter of no device in
 * particular, and what no device made with the nearest unit above that has any. All meters decide, the reader's rows only what is shown.
 */
export const suppliesIn = async (ctx: Ctx, energyType: string, right: string): Promise<Supplies> => {
  const all = suppliesOf(await supplyingOf(ctx, energyType));
  const ids = new Set((await metersSeen(ctx, right, energyType)).map(({ id }) => id));
  const { units } = await bookOf(ctx);
  const named = groupBy(all.flatMap((supply) => supply.devices.map((device) => [device, supply] as const)));
  const whole = groupBy(all.filter(({ devices }) => devices.length === 0).map((supply) => [supply.unit, supply]));
  const any = groupBy(all.map((supply) => [supply.unit, supply]));
  const upFrom = (unit: string): readonly string[] => {
    const found: string[] = [];
    for (let at: string | null = unit; at !== null && !found.includes(at); at = units.get(at)?.parent ?? null)
      found.push(at);
    return found;
  };
  return {
    ...{ seen: all.filter(({ meter }) => ids.has(meter)), upFrom },
    metersOf: (device) => named.get(device) ?? [],
    standOf({ device, unit }) {
      const [own] = device === null ? [] : (named.get(device) ?? []);
      if (own !== undefined) return ids.has(own.meter) ? { unit: own.unit, named: true } : undefined;
      const by = device === null ? any : whole;
      const at = unit === null ? undefined : upFrom(unit).find((up) => by.has(up));
      return at !== undefined && by.get(at)?.some(({ meter }) => ids.has(meter)) === true
        ? { unit: at, named: false }
        : undefined;
    },
  };
};
const groupBy = (
  pairs: readonly (readonly [key: string, supply: Supply])[],
): ReadonlyMap<string, readonly Supply[]> => {
  const found = new Map<string, Supply[]>();
  for (const [key, supply] of pairs) found.set(key, [...(found.get(key) ?? []), supply]);
  return found;
};

const supplyingOf = async (ctx: Ctx, energyType: string): Promise<readonly Supplying[]> => {
  const { rows } = await sql<Omit<Supplying, 'parts'> & { readonly code: string; readonly formula: string | null }>`
    SELECT id, code, parent_id AS parent, factory_unit_id AS unit, dept_id AS dept, coalesce(equipments, '{}') AS equipments,
           CASE WHEN read_mode = '3' THEN formula END AS formula
      FROM ${sql.id(ctx.org.schema, 'energy_meter')} WHERE is_deleted = 0 AND energy_type = ${energyType} ORDER BY code`.execute(
    ctx.trx,
  );
  const ids = new Map(rows.map(({ code, id }) => [code, id]));
  return rows.map(({ id, parent, unit, dept, equipments, formula }) => ({
    ...{ id, parent, unit, dept, equipments },
    parts: (parseFormula(formula ?? '') ?? []).flatMap((term) => ids.get(term.code) ?? []),
  }));
};
