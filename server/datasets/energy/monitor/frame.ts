/** What every monitor of energy begins with (50 §6.4): the meters of the caller's rows, and those whose numbers stand for what he looks at. */
import { sql } from 'kysely';
import type { EnergyFrame, MeterLive } from '../../../../schemas/language/wire-energy';
import type { Ctx } from '../../../ctx';
import { parseFormula } from '../../../energy/formula';
import { countedOf, measuredBelow, type Places } from '../../../energy/matrix';
import { aboveOf, uppersOf } from '../../../energy/tree';
import { refuse } from '../../../errors';
import { tablesOf } from '../../../iot/energy/closed';
import { metersSeen } from '../../../iot/energy/read';
import { unitsOf } from '../../../iot/live/heads';
import { type MeterNow, metersNow } from './meters';

/** Screens by what they show: each is opened by its own right, `<screen>:view`. */
export const MONITORS: Readonly<Record<string, { readonly energyType: string; readonly kind: 'use' | 'cost' }>> = {
  electricityMonitor: { energyType: '1', kind: 'use' },
  waterMonitor: { energyType: '2', kind: 'use' },
  gas: { energyType: '3', kind: 'use' },
  electricityChargeMonitoring: { energyType: '1', kind: 'cost' },
  waterChargeMonitoring: { energyType: '2', kind: 'cost' },
  gasChargeMonitoring: { energyType: '3', kind: 'cost' },
};
export const rightOf = (screen: string): string => `${screen}:view`;

export interface Looked {
  readonly right: string;
  readonly energyType: string;
  readonly frame: Omit<EnergyFrame, 'alerts'>;
  /** in the caller's rows, below the one he chose */
  readonly inside: readonly MeterNow[];
  /** meters whose numbers add up to all of it */
  readonly focus: readonly MeterNow[];
  readonly places: Places;
  /** all of the energy, whoever asks */
  readonly all: readonly MeterNow[];
}
export const lookedAt = async (ctx: Ctx, screen: string, meter: string | null): Promise<Looked> => {
  const right = rightOf(screen);
  const energyType = MONITORS[screen]?.energyType ?? '';
  const seen = (await metersSeen(ctx, right, energyType)).filter(({ isDisabled }) => !isDisabled);
  const all = (await metersNow(ctx.asSystem())).filter((row) => row.energyType === energyType);
  const ids = new Set(seen.map(({ id }) => id));
  if (meter !== null && !ids.has(meter)) throw refuse('数据不存在或无权查看');
  const rows = all.filter(({ id }) => ids.has(id));
  const above = aboveOf(all, rows);
  const places = await placesOf(ctx, all);
  const inside = rows.filter(({ id }) => meter === null || id === meter || uppersOf(places, id).includes(meter));
  const counted = new Set(
    countedOf(
      places,
      inside.map(({ id }) => id),
    ),
  );
  return {
    ...{ right, energyType, inside, places, all },
    focus: inside.filter(({ id }) => counted.has(id)),
    frame: {
      ...{ asOf: ctx.now, energyType, meter },
      meters: rows.map((row) => toldOf(row, above.get(row.id) ?? null)),
      units: await unitsOf(ctx.trx, tablesOf(ctx), [...new Set(rows.map(({ unit }) => unit))]),
    },
  };
};
const toldOf = (meter: MeterNow, parent: string | null): MeterLive => {
  const { energyType: _, readAt: __, ...row } = meter;
  return { ...row, parent };
};

const placesOf = async (ctx: Ctx, all: readonly MeterNow[]): Promise<Places> => {
  const { rows } = await sql<{ id: string; formula: string | null }>`
    SELECT id, CASE WHEN read_mode = '3' THEN formula END AS formula FROM ${tablesOf(ctx)('energy_meter')}
     WHERE is_deleted = 0`.execute(ctx.trx);
  const formulas = new Map(rows.map(({ id, formula }) => [id, formula]));
  const codes = new Map(all.map(({ code, id }) => [code, id]));
  return new Map(
    all.map(({ id, parent }) => [
      id,
      { id, parent, parts: (parseFormula(formulas.get(id) ?? '') ?? []).flatMap(({ code }) => codes.get(code) ?? []) },
    ]),
  );
};
/** Meters right below one that measure its use in parts. */
export const partsBelow = ({ places, all }: Looked, id: string): readonly MeterNow[] => {
  const below = new Set(measuredBelow(places, id));
  return all.filter((row) => below.has(row.id));
};
