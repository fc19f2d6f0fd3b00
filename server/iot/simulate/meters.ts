/** The meters of the demo factory as box CB-005 reads them (50 §9); the points are those of schemas/demo/meter.json. */
import { type Load, loadOf, noise, QUARTER_MS, rateAt, usedBy } from './load';
import { meanDay, powerAt, type Told, usedAt } from './machine';
import type { Course, Draft, Entry, Has } from './messages';
import { MACHINES } from './plant';
import { burstOf, holds, MINUTE_MS, type Span } from './scenarios';

export const METER_BOX = 'CB-005';

interface Meter {
  readonly code: string;
  /** units of use for one of its register */
  readonly ratio: number;
  /** machines below it */
  readonly devices: readonly string[];
  /** all else below it */
  readonly loads: readonly Load[];
}
interface Shop {
  readonly seed: number;
  /** kWh of a mean day, its machines among them */
  readonly day: number;
  /** kW outside of the shifts, its machines not among them */
  readonly rest: number;
  readonly devices: readonly string[];
}
const shop = (code: string, { seed, day, rest, devices }: Shop): Meter => {
  const machines = MACHINES.filter(({ device }) => devices.includes(device));
  const own = machines.reduce((sum, machine) => sum + meanDay(machine), 0);
  return { code, ratio: 40, devices, loads: [loadOf(seed, day - own, rest)] };
};
const CNC = ['CNC-01', 'CNC-02', 'CNC-03', 'CNC-04', 'CNC-05', 'CNC-06'];
const MACHINING = shop('EM-10', { seed: 101, day: 2310, rest: 40, devices: CNC });
const ASSEMBLY = shop('EM-20', { seed: 102, day: 1024, rest: 15, devices: ['AL-01', 'TS-01'] });
/** the compressor hangs on its board */
const MOULDING = shop('EM-30', { seed: 103, day: 1380, rest: 6, devices: ['IM-01', 'IM-02', 'KY-01'] });
const SHOPS = [MACHINING, ASSEMBLY, MOULDING];
const PUBLIC = loadOf(104, 146, 4);
const MAIN: Meter = {
  code: 'EM-00',
  ratio: 400,
  devices: SHOPS.flatMap(({ devices }) => devices),
  loads: [...SHOPS.flatMap(({ loads }) => loads), PUBLIC],
};
const POWER: readonly Meter[] = [MAIN, ...SHOPS, { code: 'EM-11', ratio: 1, devices: ['CNC-01'], loads: [] }];
/** what nobody draws at night runs away all the same: 0.42 m³/h */
const WATER: Meter = { code: 'WM-00', ratio: 1, devices: [], loads: [{ seed: 105, work: 1.4, rest: 0.42 }] };
const GAS: Meter = { code: 'GM-00', ratio: 1, devices: [], loads: [{ seed: 106, work: 6.5, rest: 2 }] };

/** kvarh of a kWh: drives, all else */
const TAN = { machine: 0.48, load: 0.39 };

type AllTold = readonly Told[];
const rounded = (value: number, decimals: number): number => Math.round(value * 10 ** decimals) / 10 ** decimals;
const sumOf = (
  { devices, loads }: Meter,
  told: AllTold,
  of: { readonly machine: (one: Told) => number; readonly load: (load: Load) => number },
): number =>
  told.reduce((sum, one) => (devices.includes(one.machine.device) ? sum + of.machine(one) : sum), 0) +
  loads.reduce((sum, load) => sum + of.load(load), 0);

/** What the register shows: before the ratio. */
const showsAt = (meter: Meter, told: AllTold, ts: number): number =>
  rounded(sumOf(meter, told, { machine: (one) => usedAt(one, ts), load: (load) => usedBy(load, ts) }) / meter.ratio, 4);
const reactiveAt = (told: AllTold, ts: number): number =>
  rounded(
    sumOf(MAIN, told, {
      machine: (one) => usedAt(one, ts) * TAN.machine,
      load: (load) => usedBy(load, ts) * TAN.load,
    }) / MAIN.ratio,
    4,
  );
const flowAt = (meter: Meter, told: AllTold, ts: number): number =>
  sumOf(meter, told, { machine: (one) => powerAt(one, ts), load: (load) => rateAt(load, ts) });

const powerEntries = (told: AllTold, ts: number): readonly Entry[] => {
  const active = flowAt(MAIN, told, ts);
  const reactive = sumOf(MAIN, told, {
    machine: (one) => powerAt(one, ts) * TAN.machine,
    load: (load) => rateAt(load, ts) * TAN.load,
  });
  const apparent = Math.sqrt(active * active + reactive * reactive);
  const volts = 398 + 3 * noise(107, Math.floor(ts / MINUTE_MS));
  return [
    ...POWER.flatMap((meter): readonly Entry[] => [
      [`${meter.code}/E`, 0, showsAt(meter, told, ts)],
      [`${meter.code}/P`, 0, rounded(flowAt(meter, told, ts), 2)],
    ]),
    ['EM-00/PF', 0, rounded(active / apparent, 3)],
    ['EM-00/Q', 0, reactiveAt(told, ts)],
    ['EM-00/U', 0, rounded(volts, 1)],
    ['EM-00/I', 0, rounded((apparent * 1000) / (Math.sqrt(3) * volts), 1)],
  ];
};

/** Gauge pressure in kPa and temperature in ℃: they drift, by the quarter. */
const gasAt = (ts: number): { readonly pressure: number; readonly celsius: number } => {
  const quarter = Math.floor(ts / QUARTER_MS);
  return { pressure: rounded(20 + 0.8 * noise(108, quarter), 2), celsius: rounded(18 + 1.5 * noise(109, quarter), 1) };
};
const flowEntries = (told: AllTold, ts: number): readonly Entry[] => {
  const { pressure, celsius } = gasAt(ts);
  return [
    ...[WATER, GAS].flatMap((meter): readonly Entry[] => [
      [`${meter.code}/V`, 0, showsAt(meter, told, ts)],
      [`${meter.code}/F`, 0, rounded(flowAt(meter, told, ts), 2)],
    ]),
    ['GM-00/P', 0, pressure],
    ['GM-00/T', 0, celsius],
  ];
};

const BURST_MS = MINUTE_MS / 10;
/** Each whole minute, so that ends of quarters are among them, and both ends of the span. */
const readAt = (span: Span, has: Has, stepMs: number): readonly number[] => {
  const burst = burstOf(span);
  const between: number[] = [];
  for (let at = (Math.floor(span.from / BURST_MS) + 1) * BURST_MS; at < span.to; at += BURST_MS)
    if (at % stepMs === 0 || (has('burst') && holds(burst, at))) between.push(at);
  return [span.from, ...between, span.to];
};
/** Meters stand over machines of all boxes, and no signal reads them: they are sent as up/fast. */
export const meterDrafts = (
  told: AllTold,
  span: Span,
  { has, stepMs = MINUTE_MS }: Pick<Course, 'has' | 'stepMs'>,
): readonly Draft[] =>
  readAt(span, has, stepMs).flatMap((at): readonly Draft[] => {
    const of = { box: METER_BOX, up: 'fast', at, ts: at } as const;
    return [
      { ...of, station: 'BS-02', entries: powerEntries(told, at) },
      { ...of, station: 'BS-01', entries: flowEntries(told, at) },
    ];
  });

/** Use of each meter in the whole quarters of a span; of the others a run knows only its part. */
export const quarterUse = (told: AllTold, { from, to }: Span): readonly (readonly [string, number, number])[] => {
  const uses: (readonly [string, number, number])[] = [];
  const first = Math.ceil(from / QUARTER_MS) * QUARTER_MS;
  for (let at = first; at + QUARTER_MS <= to; at += QUARTER_MS) {
    const quarterOf = (meter: Meter): number =>
      rounded((showsAt(meter, told, at + QUARTER_MS) - showsAt(meter, told, at)) * meter.ratio, 4);
    for (const meter of [...POWER, WATER]) uses.push([meter.code, at, quarterOf(meter)]);
    const shops = SHOPS.reduce((sum, meter) => sum + quarterOf(meter), 0);
    uses.push(['EM-09', at, rounded(quarterOf(MAIN) - shops, 4)]);
    const { pressure, celsius } = gasAt(at);
    // at one atmosphere and 20 ℃
    const standard = ((101.325 + pressure) / 101.325) * (293.15 / (273.15 + celsius));
    uses.push([GAS.code, at, rounded(quarterOf(GAS) * standard, 4)]);
  }
  return uses;
};
