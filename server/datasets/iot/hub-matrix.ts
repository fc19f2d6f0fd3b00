/** 数采分析 (50 §4): points by the slots of an hour, a day or a month: what they read, and how much of what they should have sent came. */
import { sql } from 'kysely';
import { addDec, sumDec } from '../../../schemas/language/codec/decimal';
import type { Rec, Value } from '../../../schemas/language/value';
import type { Ctx, ServedRows, Service } from '../../ctx';
import { refuse } from '../../errors';
import { factoryMs, factoryText } from '../../iot/factory-time';
import {
  type CellNumber,
  cellNumber,
  countedIn,
  type HubCell,
  type HubSpan,
  hubSpan,
  type Sender,
  SHOWN,
  type ShownPoint,
  shownOf,
} from '../../iot/slots/cells';
import { dropsOf, firstHours, type PointSlot, type Stretch, slotsOf } from '../../iot/slots/read';
import { DAY_MS, floorTo, MINUTE_MS } from '../../iot/slots/roll-up';
import { bindCondition } from '../../records/expression';
import { engineOf } from '../../records/host';
import { findRows } from '../../records/list/finder';
import { sourceScope } from '../../records/read/access';

const DIMS = ['box', 'station', 'point', 'type', 'displayType', 'unitText', 'latestAt'] as const;
const MAX_ROWS = 20_000;
/** the last minutes are still being rolled up */
const SETTLED_MS = 20_000;
/** a cell on fewer of its readings is marked */
const WEAK_PERCENT = 90;

interface Point extends ShownPoint, Sender {
  readonly id: string;
  readonly box: string;
  readonly station: string | null;
  readonly unitText: string | null;
  readonly latest: number | null;
  readonly latestAt: string | null;
}
interface Group {
  readonly dims: Rec;
  readonly points: readonly Point[];
}
interface Asked {
  readonly span: HubSpan;
  /** what is expected ends here */
  readonly until: number;
  readonly indicator: string | null;
  readonly hasSlots: boolean;
  readonly isPoint: boolean;
  readonly slots: ReadonlyMap<string, PointSlot>;
  readonly drops: ReadonlyMap<string, number>;
}

export const hubMatrix: Service = {
  name: 'iot.hubMatrix',
  // whoever may open the report
  right: null,
  async run(args, ctx, dims = new Set()): Promise<ServedRows> {
    const hour = Number(textOf(args.hour) ?? ctx.now.slice(11, 13));
    const span = hubSpan(String(args.span), String(args.date).slice(0, 10), Math.min(23, Math.max(0, hour)));
    const points = await pointsSeen(ctx, args, span);
    const groups = groupsOf(points, dims);
    const hasSlots = dims.has('slot');
    if (groups.length * (hasSlots ? span.cells.length + 1 : 1) > MAX_ROWS)
      throw refuse(`点位过多（${points.length}个），请选择云盒或点位`);
    const ids = points.map(({ id }) => id);
    const slots = await slotsOf(ctx, ids, span);
    const asked: Asked = {
      ...{ span, hasSlots, isPoint: dims.has('point') },
      until: floorTo(factoryMs(ctx.now) - SETTLED_MS, MINUTE_MS),
      indicator: textOf(args.indicator),
      slots: new Map(slots.map((slot) => [`${slot.point} ${slot.at}`, slot])),
      drops: await dropsOf(ctx, [...ids, ...boxesOf(points)], span),
    };
    const rows = groups.flatMap((group) => rowsOf(asked, group));
    return {
      rows,
      slots: span.cells.map(({ value, title }) => ({ value, title })),
      // points of a box share what it lost
      whole: { lost: dropped(asked, boxesOf(points)) },
      estimated: 'estimated',
      weak: 'weak',
      off: rows.some(({ rowTotal = null }) => rowTotal !== null) ? [] : ['total'],
    };
  },
};

const textOf = (value: Value | undefined): string | null =>
  value === undefined || value === null || value === '' ? null : String(value);
const boxesOf = (points: readonly Point[]): readonly string[] => [...new Set(points.map(({ box }) => box))];

/** Points in the caller's rows that are in use, or were in the span. */
const pointsSeen = async (
  given: Ctx,
  { box, station, point }: Record<string, Value>,
  { from, to }: Stretch,
): Promise<readonly Point[]> => {
  const ctx = engineOf(given);
  const object = ctx.records.object('dataPoint');
  const scope = sourceScope(ctx, object, 'hubMatrix:view');
  if (scope === false) return [];
  const among = (column: string, chosen: Value | undefined) => {
    const ids = Array.isArray(chosen) ? chosen.map(String) : [];
    return ids.length === 0 ? [] : [sql`${sql.ref(`t.${column}`)} = ANY(${ids}::uuid[])`];
  };
  const days = sql.id(ctx.org.schema, 'mw_iot_day');
  const rows = await findRows(ctx, {
    object,
    conditions: scope === undefined ? [] : [bindCondition(ctx.registry.lib, object, scope)],
    where: () => [
      ...among('box_id', box),
      ...among('station_id', station),
      ...among('id', point),
      sql`(t.is_disabled = '0' OR EXISTS (SELECT FROM ${days} d WHERE d.point_id = t.id AND d.ts >= ${floorTo(from, DAY_MS)}::bigint AND d.ts < ${to}::bigint))`,
    ],
    select: () =>
      sql`t.id, t.box_id AS box, t.station_id AS station, t.type, t.display_type AS "displayType", t.unit_text AS "unitText",
        coalesce(t.decimals, 2)::int AS decimals, coalesce(t.cycle_sec, 0)::float8 AS "cycleSec",
        coalesce(t.max_silence_sec, 600)::float8 AS "silenceSec", t.value::float8 AS latest,
        (extract(epoch FROM t.value_at) * 1000)::float8 AS "latestMs", (extract(epoch FROM t.created_at) * 1000)::float8 AS made`,
  });
  const read = rows as unknown as readonly PointRow[];
  const first = await firstHours(
    ctx,
    read.map(({ id }) => id),
  );
  return read.map(({ latestMs, made, ...row }) => ({
    ...row,
    latestAt: latestMs === null ? null : factoryText(latestMs),
    // one that was read before it was registered came with its history
    since: Math.min(made, first.get(row.id) ?? made),
  }));
};
interface PointRow extends Omit<Point, 'latestAt' | 'since'> {
  readonly latestMs: number | null;
  readonly made: number;
}

const groupsOf = (points: readonly Point[], dims: ReadonlySet<string>): readonly Group[] => {
  const asked = DIMS.filter((dim) => dims.has(dim));
  const groups = new Map<string, { readonly dims: Rec; readonly points: Point[] }>();
  for (const point of points) {
    const all: Rec = { ...point, point: point.id };
    const own = Object.fromEntries(asked.map((dim) => [dim, all[dim] ?? null]));
    const key = JSON.stringify(own);
    const group = groups.get(key) ?? { dims: own, points: [] };
    group.points.push(point);
    groups.set(key, group);
  }
  return [...groups.values()];
};

const dropped = ({ drops }: Asked, ids: readonly string[]): number =>
  ids.reduce((sum, id) => sum + (drops.get(id) ?? 0), 0);
const slotAt = ({ slots }: Asked, { id }: Point, { from }: HubCell): PointSlot | undefined =>
  slots.get(`${id} ${from}`);

/** A row for the whole of the span, and one for each of its cells; numbers of several points together are those of completeness. */
const rowsOf = (asked: Asked, { dims, points }: Group): readonly Rec[] => {
  const { span, hasSlots, isPoint, indicator, until } = asked;
  const [only] = isPoint ? points : [];
  const shown = only === undefined ? SHOWN.rate : shownOf(only, indicator);
  const rated = shown === SHOWN.rate ? 1 : 0;
  const cells = span.cells.map((cell) => {
    const counted = points.map((point) => countedIn(point, slotAt(asked, point, cell), cell, until));
    const number: CellNumber =
      only === undefined || rated === 1
        ? { value: null, est: false }
        : cellNumber(only, shown, slotAt(asked, only, cell));
    const expected = sumDec(counted.map((one) => one.expected));
    const received = sumDec(counted.map((one) => one.received));
    const isWeak = received * 100 < expected * WEAK_PERCENT;
    return {
      ...{ slot: cell.value, cell: number.value, rated, estimated: number.est ? 1 : 0 },
      ...{ expected, received, weak: isWeak ? 1 : 0 },
    };
  });
  const values = cells.flatMap(({ cell }) => cell ?? []);
  const whole: Rec = {
    ...{ slot: null, isRow: 1, rated, rowTotal: shown === SHOWN.sum && values.length > 0 ? sumDec(values) : null },
    ...{ latest: only?.latest ?? null, typeCode: numberOf(only?.type), displayCode: numberOf(only?.displayType) },
    lost: dropped(asked, boxesOf(points)),
    rejected: dropped(
      asked,
      points.map(({ id }) => id),
    ),
    late: points.reduce(
      (sum, point) => span.cells.reduce((n, cell) => n + (slotAt(asked, point, cell)?.late ?? 0), sum),
      0,
    ),
    estimated: cells.some(({ estimated }) => estimated === 1) ? 1 : 0,
  };
  if (hasSlots) return [{ ...dims, ...whole }, ...cells.map((cell): Rec => ({ ...dims, ...cell }))];
  const all = cells.reduce(
    (sum, { expected, received }) => ({
      expected: addDec(sum.expected, expected),
      received: addDec(sum.received, received),
    }),
    { expected: 0, received: 0 },
  );
  return [{ ...dims, ...whole, ...all }];
};
const numberOf = (code: string | undefined): number | null => (code === undefined ? null : Number(code));
