/** Use, fees and loads of meters by the columns of a matrix (50 §6 energyMatrix), from slots and settled units. */
import { addDec } from '../../../schemas/language/codec/decimal';
import { factoryClock } from '../../clock';
import type { Ctx } from '../../ctx';
import { addSeries, cellOf, GRAIN, type MatrixSpan, type Point, type Series, type SpanRule } from '../../energy/matrix';
import { sharesOf } from '../../energy/share';
import { demandOf } from '../../energy/slots';
import { type SlotRead, slotsIn, type UnitRead, unitsIn } from '../../iot/energy/read';
import { factoryMs } from '../../iot/factory-time';
import { amountOf, periodsIn } from './periods';

const MINUTE_MS = 60_000;
export const HOUR_MS = 3_600_000;
const DAY_MS = 86_400_000;
const SHARE_DECIMALS = 4;

/** What is read: meters in a span, up to a moment where only a part of it is compared. */
export interface Reading {
  readonly ctx: Ctx;
  readonly energyType: string;
  readonly meters: readonly string[];
  readonly span: MatrixSpan;
  readonly rule: SpanRule;
  /** factory time; null = all of the span */
  readonly until: string | null;
}
/** By meter. */
export type ByMeter = ReadonlyMap<string, Series>;
const isOfDay = ({ grain }: MatrixSpan): boolean => grain === GRAIN.slot || grain === GRAIN.hour;
const clockOf = (ms: number): string => factoryClock(new Date(ms));

export const slotsRead = ({ ctx, meters, span, until }: Reading, stepMs: number): Promise<readonly SlotRead[]> => {
  const end = factoryMs(`${span.to} 00:00:00`) + DAY_MS;
  const to = until === null ? end : Math.min(end, factoryMs(until));
  return slotsIn(ctx, meters, { from: factoryMs(`${span.from} 00:00:00`), to, stepMs });
};
const unitsRead = ({ ctx, meters, span, until }: Reading): Promise<readonly UnitRead[]> => {
  const day = until?.slice(0, 10);
  return unitsIn(ctx, meters, { from: span.from, to: day !== undefined && day < span.to ? day : span.to });
};

const byMeter = <Row extends { readonly meter: string }>(
  rows: readonly Row[],
  seriesOf: (rows: readonly Row[]) => Series,
): ByMeter => {
  const found = new Map<string, Row[]>();
  for (const row of rows) {
    const own = found.get(row.meter);
    if (own === undefined) found.set(row.meter, [row]);
    else own.push(row);
  }
  return new Map([...found].map(([meter, own]) => [meter, seriesOf(own)]));
};
const summed = (points: Iterable<readonly [cell: string, point: Point]>): Series =>
  addSeries([...points].map((point) => new Map([point])));

export const usesOf = async (reading: Reading): Promise<ByMeter> => {
  const { span, rule } = reading;
  if (isOfDay(span)) {
    const stepMs = span.grain === GRAIN.hour ? HOUR_MS : rule.slotMin * MINUTE_MS;
    return byMeter(await slotsRead(reading, stepMs), (rows) =>
      summed(rows.map(({ at, use, est }) => [cellOf(span, clockOf(at), rule), { value: use, est }])),
    );
  }
  return byMeter(await unitsRead(reading), (rows) =>
    summed(rows.map(({ day, use, est }) => [cellOf(span, `${day} 00:00:00`, rule), { value: use, est }])),
  );
};

/** Fees are settled by day and period: within one they are spread by use, so columns add up to the cent. */
export const feesOf = async (reading: Reading): Promise<ByMeter> => {
  const { span, rule } = reading;
  const units = await unitsRead({ ...reading, until: isOfDay(span) ? null : reading.until });
  if (!isOfDay(span))
    return byMeter(units, (rows) =>
      summed(
        rows.flatMap((unit) => {
          const value = amountOf(unit);
          return value === null
            ? []
            : [[cellOf(span, `${unit.day} 00:00:00`, rule), { value, est: unit.est }] as const];
        }),
      ),
    );
  const periodOf = await periodsIn(reading.ctx, reading.energyType);
  return byMeter(await slotsRead({ ...reading, until: null }, rule.slotMin * MINUTE_MS), (rows) =>
    summed(
      spread(rows, units, periodOf).map(([{ at, est }, value]) => [cellOf(span, clockOf(at), rule), { value, est }]),
    ),
  );
};
const spread = (
  rows: readonly SlotRead[],
  units: readonly UnitRead[],
  periodOf: (at: number) => string | null,
): readonly (readonly [SlotRead, number])[] => {
  const own = units.filter(({ meter }) => meter === rows[0]?.meter);
  return own.flatMap((unit) => {
    const amount = amountOf(unit);
    if (amount === null) return [];
    const ofPeriod = rows.filter(({ at }) => periodOf(at) === unit.period);
    // a closed day may have been settled by another tariff than the one that holds for it today
    const inside = ofPeriod.length > 0 ? ofPeriod : rows;
    const shares = sharesOf(
      amount,
      inside.map(({ use }) => Math.max(use, 0)),
      SHARE_DECIMALS,
    );
    return inside.map((row, n) => [row, shares[n] ?? 0] as const);
  });
};
/** The highest load of a group in each column: of its meters together, slot by slot. */
export const loadsOf = async (reading: Reading): Promise<Series> => {
  const { span, rule, meters } = reading;
  if (meters.length === 1 && !isOfDay(span)) {
    const units = await unitsRead(reading);
    return highest(
      units.map(({ day, demand, est }) => [cellOf(span, `${day} 00:00:00`, rule), { value: demand, est }]),
    );
  }
  const slotMs = rule.slotMin * MINUTE_MS;
  const together = new Map<number, Point>();
  for (const { at, use, est } of await slotsRead(reading, slotMs)) {
    const before = together.get(at);
    together.set(at, { value: addDec(before?.value ?? 0, use), est: est || before?.est === true });
  }
  return highest(
    [...together].map(([at, { value, est }]) => [
      cellOf(span, clockOf(at), rule),
      { value: demandOf(value, slotMs), est },
    ]),
  );
};
const highest = (points: readonly (readonly [cell: string, point: Point])[]): Series => {
  const most = new Map<string, Point>();
  for (const [cell, point] of points) {
    const before = most.get(cell);
    if (before === undefined || point.value > before.value) most.set(cell, point);
  }
  return most;
};

/** The least of the hours from 0 to 5 o'clock: what flows while nobody works. */
export const nightLeast = async (reading: Reading): Promise<number | null> => {
  const hours = new Map<number, number>();
  for (const { at, use } of await slotsRead(reading, HOUR_MS))
    if (Number(clockOf(at).slice(11, 13)) < 5) hours.set(at, addDec(hours.get(at) ?? 0, use));
  return hours.size === 0 ? null : Math.min(...hours.values());
};
