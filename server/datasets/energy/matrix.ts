/** 用电/用水/用气数据分析 (50 §6): meters, units, departments or devices by the slots of a day, a month of fees or a year. */
import { sql } from 'kysely';
import { startOf } from '../../../schemas/language/codec/date-time';
import { subDec } from '../../../schemas/language/codec/decimal';
import type { Rec, Value } from '../../../schemas/language/value';
import { bookOf } from '../../calendar/book';
import type { Ctx, ServedRows, Service } from '../../ctx';
import { parseFormula } from '../../energy/formula';
import {
  addSeries,
  cellOf,
  countedOf,
  earlier,
  GRAIN,
  lossOf,
  type MatrixSpan,
  matrixSpan,
  measuredBelow,
  type Placed,
  percentOf,
  type Series,
  type SpanRule,
  statsOf,
  VERSUS,
} from '../../energy/matrix';
import { uppersOf } from '../../energy/tree';
import { type AppError, badRequest, forbidden } from '../../errors';
import { AMOUNT, latesIn, type MeterSeen, metersSeen } from '../../iot/energy/read';
import { type ByMeter, feesOf, loadsOf, nightLeast, type Reading, usesOf } from './matrix-series';

const INDICATOR = { use: '1', fee: '2', load: '3' } as const;
const ENERGY = { power: '1', water: '2', gas: '3' } as const;
const DIMS = ['meter', 'factoryUnit', 'dept', 'equipment'] as const;

interface Meter extends Placed {
  readonly gasStd: boolean;
  readonly equipments: readonly string[];
}
type Meters = ReadonlyMap<string, Meter>;
/** All of an energy, whoever asks: what counts twice does so for everybody. */
const metersOf = async (ctx: Ctx, energyType: string): Promise<Meters> => {
  const { rows } = await sql<Omit<Meter, 'parts'> & { readonly code: string; readonly formula: string | null }>`
    SELECT id, code, parent_id AS parent, CASE WHEN read_mode = '3' THEN formula END AS formula, coalesce(gas_std, false) AS "gasStd",
           coalesce(equipments, '{}') AS equipments
      FROM ${sql.id(ctx.org.schema, 'energy_meter')} WHERE is_deleted = 0 AND energy_type = ${energyType}`.execute(
    ctx.trx,
  );
  const ids = new Map(rows.map(({ code, id }) => [code, id]));
  return new Map(
    rows.map(({ formula, ...meter }) => [
      meter.id,
      { ...meter, parts: (parseFormula(formula ?? '') ?? []).flatMap(({ code }) => ids.get(code) ?? []) },
    ]),
  );
};

interface Asked {
  readonly ctx: Ctx;
  readonly energyType: string;
  readonly indicator: string;
  readonly span: MatrixSpan;
  readonly rule: SpanRule;
  readonly until: string | null;
  readonly places: Meters;
}
/** One row: what it stands for, and the meters that count for it. */
interface Group {
  readonly dims: Rec;
  readonly meters: readonly string[];
}

export const energyMatrix: Service = {
  name: 'energy.matrix',
  // whoever may open the report
  right: null,
  async run(args, ctx, dims = new Set()): Promise<ServedRows> {
    const energyType = said('能源类型', args.energyType, ENERGY);
    const [indicator, grain] = [said('指标', args.indicator, INDICATOR), said('粒度', args.grain, GRAIN)];
    const versus = args.versus ? said('对比', args.versus, VERSUS) : null;
    if (indicator === INDICATOR.fee && !ctx.session.rights.has(AMOUNT)) throw forbidden();
    const rule = { billDay: Number(ctx.setting('energy.billDay')), slotMin: Number(ctx.setting('energy.slotMin')) };
    const date = String(args.date).slice(0, 10);
    if (startOf(date, 'day') === null) throw notSaid('日期');
    const places = await metersOf(ctx, energyType);
    const now: Asked = {
      ...{ ctx, energyType, indicator, rule, places, until: null },
      span: matrixSpan(grain, date, rule),
    };
    const seen = await chosen(now, await metersSeen(ctx, 'energyMatrix:view', energyType), args);
    const groups = groupsOf(now, seen, dims);
    const all = countedOf(
      places,
      seen.map(({ id }) => id),
    );
    const before = versus === null ? undefined : beforeOf(now, date, versus);
    const [series, earlierSeries] = [
      await seriesOf(now, groups),
      before === undefined ? undefined : await seriesOf(before, groups),
    ];
    const [whole] = await seriesOf(now, [{ dims: {}, meters: all }]);
    const [wholeBefore] = before === undefined ? [] : await seriesOf(before, [{ dims: {}, meters: all }]);
    const sum = await numbersOf(now, { dims: {}, meters: all }, whole ?? new Map(), {
      whole: null,
      before: wholeBefore,
    });
    const isTree = indicator === INDICATOR.use && DIMS.every((dim) => dims.has(dim) === (dim === 'meter'));
    const lost = isTree ? lossesOf(now, groups, series) : [];
    const late = isTree ? await latesOf(now, seen) : [];
    const rows: Rec[] = [];
    for (const [n, group] of groups.entries()) {
      const own = series[n] ?? new Map();
      const numbers = await numbersOf(now, group, own, { whole: sum.rowTotal ?? null, before: earlierSeries?.[n] });
      rows.push(...written(group.dims, own, numbers, dims.has('slot')));
    }
    for (const { id, loss, of } of lost) {
      const { share: _, ...numbers } = await numbersOf(now, { dims: {}, meters: [] }, loss, { whole: null });
      const lossRate = percentOf(numbers.rowTotal ?? null, statsOf(of).total);
      rows.push(...written({ meter: id }, loss, { ...numbers, lossRate }, dims.has('slot')));
    }
    for (const { id, of } of late) {
      const { share: _, ...numbers } = await numbersOf(now, { dims: {}, meters: [] }, of, { whole: null });
      rows.push(...written({ meter: id }, of, numbers, dims.has('slot')));
    }
    return {
      rows,
      slots: now.span.cells,
      whole: { ...sum, total: sum.rowTotal ?? null, cell: null },
      estimated: 'estimated',
      off: offOf(indicator, energyType, { versus: before !== undefined, lost: lost.length > 0 }),
      ...(isTree ? { tree: { dim: 'meter', nodes: nodesOf(now, seen, [...lost, ...late]) } } : {}),
    };
  },
};

const notSaid = (title: string): AppError => badRequest(`查询条件「${title}」的值不正确，请重新选择`);
const said = (title: string, value: Value | undefined, words: Readonly<Record<string, string>>): string => {
  const found = Object.values(words).find((word) => word === value);
  if (found === undefined) throw notSaid(title);
  return found;
};

const offOf = (
  indicator: string,
  energyType: string,
  has: { readonly versus: boolean; readonly lost: boolean },
): readonly string[] => [
  ...(indicator === INDICATOR.load ? ['total', 'share'] : []),
  ...(has.versus ? [] : ['before', 'change']),
  ...(has.lost ? [] : ['lossRate']),
  ...(energyType === ENERGY.water && indicator === INDICATOR.use ? [] : ['night']),
  ...(energyType === ENERGY.gas && indicator === INDICATOR.use ? [] : ['standard']),
];

const idsOf = (value: Value | undefined): readonly string[] =>
  (Array.isArray(value) ? value : value === null || value === undefined || value === '' ? [] : [value]).map(String);
/** What is asked for, with all that stands below it; meters out of use only where they were used. */
const chosen = async (
  { ctx, places }: Asked,
  seen: readonly MeterSeen[],
  { meters, units }: Record<string, Value>,
): Promise<readonly MeterSeen[]> => {
  const [ofMeters, ofUnits] = [new Set(idsOf(meters)), new Set(idsOf(units))];
  const tree = (await bookOf(ctx)).units;
  const isBelow = (unit: string | null | undefined): boolean =>
    unit !== null && unit !== undefined && (ofUnits.has(unit) || isBelow(tree.get(unit)?.parent));
  return seen.filter(
    ({ id, unit }) =>
      (ofMeters.size === 0 || [id, ...uppersOf(places, id)].some((up) => ofMeters.has(up))) &&
      (ofUnits.size === 0 || isBelow(unit)),
  );
};

const groupsOf = ({ places }: Asked, seen: readonly MeterSeen[], dims: ReadonlySet<string>): readonly Group[] => {
  const groups = new Map<string, { readonly dims: Rec; readonly meters: string[] }>();
  const asked = DIMS.filter((dim) => dims.has(dim));
  for (const { id, unit, dept } of seen) {
    const devices = places.get(id)?.equipments ?? [];
    for (const equipment of dims.has('equipment') ? devices : [null]) {
      const all: Rec = { meter: id, factoryUnit: unit, dept, equipment };
      const own = Object.fromEntries(asked.map((dim) => [dim, all[dim] ?? null]));
      const key = JSON.stringify(own);
      const group = groups.get(key) ?? { dims: own, meters: [] };
      group.meters.push(id);
      groups.set(key, group);
    }
  }
  return [...groups.values()].map((group) => ({ ...group, meters: countedOf(places, group.meters) }));
};

const beforeOf = (now: Asked, date: string, versus: string): Asked => {
  const { span, rule, ctx } = now;
  const past = matrixSpan(span.grain, earlier(span.grain, versus, date), rule);
  // what still runs is compared with as much of what was
  const runs = span.from <= ctx.today && ctx.today <= span.to;
  return { ...now, span: past, until: runs ? earlier(span.grain, versus, ctx.now) : null };
};

const seriesOf = async (asked: Asked, groups: readonly Group[]): Promise<readonly Series[]> => {
  const meters = [...new Set(groups.flatMap((group) => group.meters))];
  const reading: Reading = { ...asked, meters };
  if (asked.indicator === INDICATOR.load) {
    const loads: Series[] = [];
    for (const group of groups) loads.push(await loadsOf({ ...reading, meters: group.meters }));
    return loads;
  }
  const read: ByMeter = asked.indicator === INDICATOR.fee ? await feesOf(reading) : await usesOf(reading);
  return groups.map((group) => addSeries(group.meters.map((meter) => read.get(meter) ?? new Map())));
};

type Numbers = Readonly<Record<string, number | null>>;
const numbersOf = async (
  asked: Asked,
  { meters }: Group,
  series: Series,
  other: { readonly whole: number | null; readonly before?: Series | undefined },
): Promise<Numbers> => {
  const { energyType, indicator, places } = asked;
  const { total, most, least, mean, est } = statsOf(series);
  const isLoad = indicator === INDICATOR.load;
  const rowTotal = isLoad ? most : total;
  const past = other.before === undefined ? null : statsOf(other.before);
  const before = past === null ? null : isLoad ? past.most : past.total;
  const isUse = indicator === INDICATOR.use && meters.length > 0;
  return {
    ...{ rowTotal, most, least, mean, before, estimated: est ? 1 : 0 },
    share: other.whole === null ? null : percentOf(rowTotal, other.whole),
    change:
      rowTotal === null || before === null || before === 0
        ? null
        : percentOf(subDec(rowTotal, before), Math.abs(before)),
    night: isUse && energyType === ENERGY.water ? await nightLeast({ ...asked, meters }) : null,
    standard:
      isUse && energyType === ENERGY.gas && meters.every((id) => places.get(id)?.gasStd === true) ? total : null,
  };
};

/** A row for the whole of the span, and one for each of its cells. */
const written = (dims: Rec, series: Series, numbers: Numbers, hasSlots: boolean): readonly Rec[] => [
  { ...dims, slot: null, ...numbers },
  ...(hasSlots
    ? [...series].map(([slot, { value, est }]): Rec => ({ ...dims, slot, cell: value, estimated: est ? 1 : 0 }))
    : []),
];

/** A row below a meter that is no meter itself. */
interface Below {
  readonly id: string;
  readonly meter: string;
  readonly title: string;
  readonly of: Series;
}
interface Loss extends Below {
  readonly loss: Series;
}
/** Where all that is measured below a meter is in the reader's rows, and was read. */
const lossesOf = ({ places }: Asked, groups: readonly Group[], series: readonly Series[]): readonly Loss[] => {
  const read = new Map(groups.map(({ dims }, n) => [String(dims.meter), series[n] ?? new Map()]));
  return [...read].flatMap(([meter, own]) => {
    const below = measuredBelow(places, meter);
    if (below.length === 0 || own.size === 0 || below.some((id) => !read.has(id))) return [];
    const loss = lossOf(
      own,
      below.map((id) => read.get(id) ?? new Map()),
    );
    return [{ id: rowId(meter, 'f'), meter, title: '损耗', loss, of: own }];
  });
};
/** another one than any record has: ids of records are of version 7 */
const rowId = (meter: string, version: 'e' | 'f'): string => `${meter.slice(0, 14)}${version}${meter.slice(15)}`;

/** 差异: what closed months of a meter would be more or less, in the column of the first open day; hours have none. */
const latesOf = async ({ ctx, span, rule }: Asked, seen: readonly MeterSeen[]): Promise<readonly Below[]> => {
  if (span.grain !== GRAIN.day && span.grain !== GRAIN.month) return [];
  const found = new Map<string, Series>();
  const ids = seen.map(({ id }) => id);
  for (const { meter, day, use } of await latesIn(ctx, ids, span)) {
    const own = new Map([[cellOf(span, `${day} 00:00:00`, rule), { value: use, est: false }]]);
    found.set(meter, addSeries([found.get(meter) ?? new Map(), own]));
  }
  return [...found].map(([meter, of]) => ({ id: rowId(meter, 'e'), meter, title: '差异', of }));
};

const nodesOf = ({ places }: Asked, seen: readonly MeterSeen[], below: readonly Below[]) => {
  const shown = new Set(seen.map(({ id }) => id));
  return [
    ...seen.map(({ id }) => ({ value: id, above: uppersOf(places, id).find((up) => shown.has(up)) ?? null })),
    ...below.map(({ id, meter, title }) => ({ value: id, above: meter, title })),
  ];
};
