/** 设备运行大屏二 (50 §5.5): every line with what it was to make today, what it made hour by hour, and what comes next. */
import { sql } from 'kysely';
import { sumDec } from '../../../schemas/language/codec/decimal';
import type { LineCard, LineHour, LineNext } from '../../../schemas/language/wire-lines';
import { bookOf } from '../../calendar/book';
import { minutesOf, type Span, without } from '../../calendar/minutes';
import { workOf } from '../../calendar/resource';
import { keyOf, resourcesOf } from '../../calendar/resources';
import type { Ctx } from '../../ctx';
import { factoryMs } from '../../iot/factory-time';
import { effectiveIn, reportFacts } from '../production/report-fact';
import { addUp } from './devices';
import { shiftToday } from './pieces';
import { plannedPieces } from './plan';
import { among, type WallReach } from './reach';
import { type Facts, type Made, oeeOf, share } from './running';

const LINE = '30';
const HOUR_MIN = 60;
const MOST_NEXT = 3;

interface Line {
  readonly id: string;
  readonly name: string;
  readonly head: string | null;
}
export const linesOf = async (reach: WallReach): Promise<readonly Line[]> => {
  const { trx, org } = reach.reader;
  const at = (name: string) => sql.id(org.schema, name);
  // a line by its name is no secret of whoever sees what it reports; rights to the factory model narrow it to his own
  const ids = reach.may('factoryUnit:view') ? await reach.rows('factoryUnit', []) : 'all';
  const { rows } = await sql<Line>`
    SELECT t.id, t.name, y.name AS head FROM ${at('factory_unit')} t LEFT JOIN ${at('employee')} y ON y.id = t.manager_id
     WHERE t.is_deleted = 0 AND t.is_disabled = '0' AND t.model_type = ${LINE}
       AND ${among(sql`t.id`, reach.units)} AND ${among(sql`t.id`, ids)} ORDER BY t.code`.execute(trx);
  return rows;
};

export interface CardsAsk {
  readonly lines: readonly Line[];
  readonly facts: Facts;
  readonly showName: boolean;
}
export const lineCards = async (
  reach: WallReach,
  { lines, facts, showName }: CardsAsk,
): Promise<readonly LineCard[]> => {
  if (lines.length === 0) return [];
  const { reader } = reach;
  const today = await shiftToday(reader);
  const ids = lines.map(({ id }) => id);
  const orders = await reach.rows('workOrder', []);
  // a line works for orders of its workshop, which a board of one line does not name
  const plan = await plannedPieces(reader, { from: today, to: today, units: 'all', orders });
  const made = await reportedOf(reach, ids, today);
  const net = await netOf(reader, ids, today);
  const oee = await oeeByLine(reader, ids, facts);
  const midnight = factoryMs(`${today} 00:00:00`) / 1000;
  const nowMin = (factoryMs(reader.now) / 1000 - midnight) / 60;
  return lines.map(({ id, name, head }) => {
    const planned = sumDec(plan.filter(({ line }) => line === id).map(({ qty }) => qty));
    const { done = 0, reported = 0, good = 0, hours = new Map() } = made.get(id) ?? {};
    const spans = net.get(id) ?? [];
    const gone = minutesOf(within(spans, Number.NEGATIVE_INFINITY, nowMin)) * 60;
    return {
      ...{ id, name, head: showName ? head : null, plan: planned, done },
      ...{ reach: share(done, planned), passRate: share(good, reported), oee: oee.get(id) ?? null },
      ...{
        takt: done > 0 && gone > 0 ? tenth(gone / done) : null,
        planTakt: planned > 0 ? tenth((minutesOf(spans) * 60) / planned) : null,
      },
      hours: hoursOf({ spans, midnight, planned, made: hours }),
    };
  });
};
const tenth = (n: number): number => Math.round(n * 10) / 10;

interface Reported {
  /** of last operations */
  readonly done: number;
  readonly reported: number;
  readonly good: number;
  /** pieces of last operations by the hour they were finished in, seconds since 1970 */
  readonly hours: ReadonlyMap<number, number>;
}
const reportedOf = async (
  reach: WallReach,
  lines: readonly string[],
  today: string,
): Promise<ReadonlyMap<string, Partial<Reported>>> => {
  const { reader } = reach;
  const at = (name: string) => sql.id(reader.org.schema, name);
  const where = effectiveIn(today, today);
  const seen = await reach.rows('prdReport', where);
  const { rows } = await sql<{ id: string; line: string; last: boolean; hour: string; qty: number }>`
    SELECT t.id, w.line_id AS line, coalesce(o.is_last, false) AS last,
           floor(extract(epoch FROM t.end_time) / 3600)::bigint * 3600 AS hour, coalesce(t.qualified_qty, 0)::float8 AS qty
      FROM ${at('prd_report')} t JOIN ${at('work_order')} w ON w.id = t.work_order_nbr_id
      LEFT JOIN ${at('order_process')} o ON o.id = t.order_process_id
     WHERE t.is_deleted = 0 AND ${sql.join(where, sql` AND `)} AND w.line_id = ANY(${[...lines]}::uuid[])
       AND ${among(sql`t.id`, seen)}`.execute(reader.trx);
  const span = {
    from: today,
    to: today,
    dims: new Set(['line']),
    groupSplit: String(reader.setting('pay.groupSplit') ?? '1'),
  };
  const facts = (ids: readonly string[]) => reportFacts(reader, { ...span, ids });
  const all = await facts(rows.map(({ id }) => id));
  const last = rows.filter((row) => row.last);
  const ended = await facts(last.map(({ id }) => id));
  return new Map(
    all.map(({ line, reportQty, qualifiedQty }) => {
      const hours = new Map<number, number>();
      for (const row of last)
        if (row.line === line) hours.set(Number(row.hour), (hours.get(Number(row.hour)) ?? 0) + row.qty);
      const done = Number(ended.find((row) => row.line === line)?.qualifiedQty ?? 0);
      return [String(line), { done, reported: Number(reportQty), good: Number(qualifiedQty), hours }];
    }),
  );
};

/** Planned minutes of a day in minutes from its midnight; shifts that overlap count once. */
const netOf = async (
  ctx: Ctx,
  lines: readonly string[],
  day: string,
): Promise<ReadonlyMap<string, readonly Span[]>> => {
  const resources = await resourcesOf(
    ctx,
    lines.map((id) => ({ id, day })),
  );
  return new Map(
    lines.map((id) => {
      const resource = resources.get(keyOf({ id, day }));
      let spans: readonly Span[] = [];
      for (const { net } of resource === undefined ? [] : workOf(resource, day))
        spans = [...spans, ...without(net, spans)];
      return [id, spans];
    }),
  );
};
const within = (spans: readonly Span[], from: number, to: number): readonly Span[] =>
  spans.flatMap((span) => {
    const inner = { from: Math.max(span.from, from), to: Math.min(span.to, to) };
    return inner.from < inner.to ? [inner] : [];
  });

interface HoursAsk {
  readonly spans: readonly Span[];
  /** seconds since 1970 */
  readonly midnight: number;
  readonly planned: number;
  readonly made: ReadonlyMap<number, number>;
}
/** From the first planned hour, or the first something was made in, to the last. */
const hoursOf = ({ spans, midnight, planned, made }: HoursAsk): readonly LineHour[] => {
  const worked = [...made.keys()].map((at) => (at - midnight) / 60);
  const edges = [...spans.flatMap(({ from, to }) => [from, to]), ...worked.flatMap((at) => [at, at + HOUR_MIN])];
  if (edges.length === 0) return [];
  const first = Math.floor(Math.min(...edges) / HOUR_MIN);
  const last = Math.ceil(Math.max(...edges) / HOUR_MIN);
  const all = minutesOf(spans);
  return Array.from({ length: last - first }, (_, n) => {
    const from = (first + n) * HOUR_MIN;
    const minutes = minutesOf(within(spans, from, from + HOUR_MIN));
    const at = midnight + from * 60;
    return { at, qty: made.get(at) ?? 0, target: all > 0 ? tenth((planned * minutes) / all) : 0 };
  });
};

/** Of the devices that stand in a line or below it. */
const oeeByLine = async (
  ctx: Ctx,
  lines: readonly string[],
  { devices, times, made }: Facts,
): Promise<ReadonlyMap<string, number | null>> => {
  const { units } = await bookOf(ctx);
  const isIn = (unit: string | null, line: string): boolean => {
    const seen = new Set<string>();
    for (let at = unit; at && !seen.has(at); at = units.get(at)?.parent ?? null) {
      if (at === line) return true;
      seen.add(at);
    }
    return false;
  };
  return new Map(
    lines.map((line) => {
      const own = devices.filter(({ unit }) => isIn(unit, line)).map(({ id }) => id);
      const pieces = own.flatMap((id) => made.get(id) ?? []);
      const sum = (of: (one: Made) => number): number => pieces.reduce((n, one) => n + of(one), 0);
      const all = {
        number: sum(({ number }) => number),
        bad: sum(({ bad }) => bad),
        stdSec: sum(({ stdSec }) => stdSec),
      };
      return [line, oeeOf(addUp(own.flatMap((id) => times.sums.get(id) ?? [])), all)];
    }),
  );
};

/** Work orders of the lines nobody began, as they are planned. */
export const lineNext = async (reach: WallReach, lines: readonly Line[]): Promise<readonly LineNext[]> => {
  const { trx, org } = reach.reader;
  const seen = await reach.rows('workOrder', [sql`t.doc_status IN ('10', '20')`]);
  const { rows } = await sql<LineNext & { line: string; place: string }>`
    SELECT * FROM (
      SELECT t.line_id AS line, t.nbr, t.material_name AS product, t.plan_qty::float8 AS plan, t.due_date::text AS due,
             to_char(t.plan_range_from AT TIME ZONE 'Asia/Shanghai', 'YYYY-MM-DD HH24:MI') AS start,
             row_number() OVER (PARTITION BY t.line_id ORDER BY t.plan_range_from NULLS LAST, t.due_date, t.nbr) AS place
        FROM ${sql.id(org.schema, 'work_order')} t
       WHERE t.is_deleted = 0 AND t.doc_status IN ('10', '20') AND t.line_id = ANY(${lines.map(({ id }) => id)}::uuid[])
         AND ${among(sql`t.id`, seen)}) x
     WHERE place <= ${MOST_NEXT}`.execute(trx);
  return lines.flatMap(({ id, name }) =>
    rows
      .filter(({ line }) => line === id)
      .sort((a, b) => Number(a.place) - Number(b.place))
      .map(({ nbr, product, plan, start, due }) => ({ line: name, nbr, product, plan, start, due })),
  );
};
