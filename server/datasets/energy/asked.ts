/** What the energy reports are asked, and the meters they show. */
import { sql } from 'kysely';
import { endOf, startOf } from '../../../schemas/language/codec/date-time';
import type { Rec, Value } from '../../../schemas/language/value';
import type { Ctx } from '../../ctx';
import { type Days, feeShift, type Period, periodsOf, SPAN, type SpanGrain, shifted } from '../../energy/spans';
import { aboveOf, topsBy } from '../../energy/tree';
import { badRequest } from '../../errors';
import { type MeterSeen, metersSeen } from '../../iot/energy/read';
import { daysAsked } from '../iot/devices-seen';

export interface EnergyAsk {
  readonly energyType: string;
  readonly grain: SpanGrain;
  /** days as the report tells them, of fees where it is by month or year */
  readonly span: Days;
  /** calendar days of days of fees */
  calendar(days: Days): Days;
  /** the day of a report of a calendar day */
  told(day: string): string;
  readonly periods: readonly Period[];
  readonly meters: readonly MeterSeen[];
  /** all of the energy, whoever asks: what is told twice, alone in its place or below a fee meter is so for everybody */
  readonly all: ReadonlyMap<string, MeterSeen>;
  /** the nearest shown meter above each: a total adds up what is left without the meters below */
  readonly above: ReadonlyMap<string, string>;
  /** meters whose own numbers a group may add up */
  readonly tops: ReadonlySet<string>;
}
export const energyAsked = async (
  ctx: Ctx,
  args: Readonly<Record<string, Value>>,
  right: string,
  dims: ReadonlySet<string>,
): Promise<EnergyAsk> => {
  const grain = SPAN.find((word) => word === args.grain);
  const energyType = String(args.energyType ?? '');
  if (grain === undefined || energyType === '') throw badRequest();
  const asked = daysAsked(args.day);
  // nobody said when: this month
  const span = {
    from: asked.from ?? startOf(asked.to ?? ctx.today, 'month') ?? ctx.today,
    to: asked.to ?? endOf(asked.from ?? ctx.today, 'month')?.slice(0, 10) ?? ctx.today,
  };
  const shift = feeShift(grain, Number(ctx.setting('energy.billDay')));
  const meters = await metersAsked(ctx, args, right, energyType);
  const all = await metersSeen(ctx.asSystem(), right, energyType);
  const above = aboveOf(all, meters);
  const places = (['factoryUnit', 'dept'] as const).filter((dim) => dims.has(dim));
  const told = (day: string): string => shifted({ from: day, to: day }, -shift).from;
  return {
    ...{ energyType, grain, span, meters, above, told },
    all: new Map(all.map((meter) => [meter.id, meter])),
    calendar: (days) => shifted(days, shift),
    periods: periodsOf(span, grain, told(ctx.today)),
    tops: dims.has('meter')
      ? new Set(meters.map(({ id }) => id))
      : topsBy(meters, above, (meter) =>
          places.map((dim) => (dim === 'dept' ? meter.dept : meter.unit) ?? '').join(' '),
        ),
  };
};

/** Meters in the caller's rows that are searched for. */
const metersAsked = async (
  ctx: Ctx,
  args: Readonly<Record<string, Value>>,
  right: string,
  energyType: string,
): Promise<readonly MeterSeen[]> => {
  const seen = await metersSeen(ctx, right, energyType);
  const units = await below(ctx, 'factory_unit', idsOf(args.factoryUnit));
  const depts = await below(ctx, 'dept', idsOf(args.dept));
  const chosen = idsOf(args.meter);
  return seen.filter(
    ({ id, unit, dept }) =>
      (chosen.length === 0 || chosen.includes(id)) &&
      (units === null || units.has(unit)) &&
      (depts === null || (dept !== null && depts.has(dept))),
  );
};
const idsOf = (value: Value | undefined): readonly string[] =>
  (Array.isArray(value) ? value : [value]).flatMap((id) => (typeof id === 'string' && id !== '' ? [id] : []));
/** Places and all below them; null: nobody asked for any. */
const below = async (
  ctx: Ctx,
  table: 'factory_unit' | 'dept',
  ids: readonly string[],
): Promise<ReadonlySet<string> | null> => {
  if (ids.length === 0) return null;
  const { rows } = await sql<{ id: string }>`
    WITH RECURSIVE w AS (SELECT unnest(${[...ids]}::uuid[]) AS id
      UNION SELECT n.id FROM w JOIN ${sql.id(ctx.org.schema, table)} n ON n.parent_id = w.id AND n.is_deleted = 0)
    SELECT id FROM w`.execute(ctx.trx);
  return new Set(rows.map(({ id }) => id));
};

/** Adds numbers up by their keys; what nobody said stays nothing. */
export class Sums {
  private readonly rows = new Map<string, { readonly place: Rec; readonly numbers: Record<string, number | null> }>();

  add(place: Rec, numbers: Readonly<Record<string, number | null>>, sum: (a: number, b: number) => number): void {
    const key = JSON.stringify(place);
    const row = this.rows.get(key) ?? { place, numbers: {} };
    this.rows.set(key, row);
    for (const [code, value] of Object.entries(numbers)) {
      const before = row.numbers[code] ?? null;
      row.numbers[code] = value === null ? before : before === null ? value : sum(before, value);
    }
  }
  all(): readonly Rec[] {
    return [...this.rows.values()].map(({ place, numbers }) => ({ ...place, ...numbers }));
  }
}
