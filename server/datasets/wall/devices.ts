/** Devices of a wall board, what they did within its span and what they made: everything a board counts with. */
import { sql } from 'kysely';
import { dateAdd } from '../../../schemas/language/codec/date-time';
import type { Span } from '../../calendar/minutes';
import { workOf } from '../../calendar/resource';
import { keyOf, resourcesOf } from '../../calendar/resources';
import { factoryClock } from '../../clock';
import type { Ctx } from '../../ctx';
import { factoryMs } from '../../iot/factory-time';
import { type Rule, type Stay, timeOf } from '../../iot/oee/time';
import { type Zone, zonesOf } from '../../iot/oee/zones';
import { type KeptStay, oeeRule, staysOf } from '../iot/stays';

/** What a configuration lets a board see; empty lists = all. */
export interface WallScope {
  readonly units: readonly string[];
  readonly equipments: readonly string[];
  /** of a person: devices in his rows */
  readonly seen: readonly string[] | 'all';
}
export interface WallDevice {
  readonly id: string;
  readonly code: string;
  readonly name: string;
  readonly unit: string | null;
  readonly unitName: string | null;
}

export const wallDevices = async ({ trx, org }: Ctx, scope: WallScope): Promise<readonly WallDevice[]> => {
  const at = (name: string) => sql.id(org.schema, name);
  const { units, equipments, seen } = scope;
  const { rows } = await sql<WallDevice>`
    WITH RECURSIVE below AS (
      SELECT id FROM ${at('factory_unit')} WHERE id = ANY(${[...units]}::uuid[])
      UNION SELECT u.id FROM ${at('factory_unit')} u JOIN below b ON u.parent_id = b.id
    )
    SELECT e.id, e.code, e.name, e.factory_unit_id AS unit, u.name AS "unitName"
      FROM ${at('equipment')} e LEFT JOIN ${at('factory_unit')} u ON u.id = e.factory_unit_id
     WHERE e.is_deleted = 0
       AND EXISTS (SELECT 1 FROM ${at('device_state')} s WHERE s.equipment_id = e.id AND s.is_deleted = 0)
       ${units.length === 0 ? sql`` : sql`AND e.factory_unit_id IN (SELECT id FROM below)`}
       ${equipments.length === 0 ? sql`` : sql`AND e.id = ANY(${[...equipments]}::uuid[])`}
       ${seen === 'all' ? sql`` : sql`AND e.id = ANY(${[...seen]}::uuid[])`}
     ORDER BY e.code`.execute(trx);
  return rows;
};

/** The span a board shows: the shift that is on, or the last 24 hours where none is. */
export interface WallSpan {
  /** seconds since 1970 */
  readonly from: number;
  readonly to: number;
  readonly now: number;
  readonly shift: string | null;
  /** calendar days it touches until now */
  readonly days: readonly [string, string];
}
export interface WallTimes {
  readonly span: WallSpan;
  readonly stays: ReadonlyMap<string, readonly KeptStay[]>;
  readonly sums: ReadonlyMap<string, WallSums>;
}
const DAY_SEC = 86_400;

export const wallTimes = async (ctx: Ctx, devices: readonly WallDevice[], wholeDay = false): Promise<WallTimes> => {
  const today = ctx.now.slice(0, 10);
  const asks = devices.map(({ id }) => ({ id, day: today }));
  const resources = await resourcesOf(ctx, asks);
  const now = factoryMs(ctx.now) / 1000;
  const yesterday = dateAdd(today, -1, 'day') ?? today;
  const zones = new Map(
    asks.flatMap((ask) => {
      const resource = resources.get(keyOf(ask));
      return resource === undefined ? [] : [[ask.id, zonesOf(resource, yesterday, today)] as const];
    }),
  );
  // shifts of the devices that are on now, the one most of them are in
  const on = asks.flatMap((ask) => {
    const resource = resources.get(keyOf(ask));
    if (resource === undefined) return [];
    return [yesterday, today].flatMap((day) =>
      workOf(resource, day).flatMap(({ shift, span }) => {
        const start = factoryMs(`${day} 00:00:00`) / 1000;
        const whole = { from: start + span.from * 60, to: start + span.to * 60, shift: shift.name };
        return whole.from <= now && now < whole.to ? [whole] : [];
      }),
    );
  });
  const most = mostOf(on.map(({ from, to, shift }) => `${from} ${to} ${shift}`));
  const found = wholeDay ? undefined : on.find(({ from, to, shift }) => `${from} ${to} ${shift}` === most);
  const { from, to } = found ?? { from: now - DAY_SEC, to: now };
  const shift = on.find(({ from, to, shift }) => `${from} ${to} ${shift}` === most)?.shift ?? null;
  const dayOf = (sec: number): string => factoryClock(new Date(sec * 1000)).slice(0, 10);
  const span = { from, to, now, shift, days: [dayOf(from), dayOf(Math.min(now, to))] as const };
  const stays = await staysIn(ctx, devices, span);
  const rule = oeeRule(ctx);
  const sums = new Map(
    devices.map(({ id }) => [id, sumsOf(stays.get(id) ?? [], clipped(zones.get(id) ?? [], span), rule)] as const),
  );
  return { span, stays, sums };
};

const mostOf = (keys: readonly string[]): string | undefined => {
  const counts = new Map<string, number>();
  for (const key of keys) counts.set(key, (counts.get(key) ?? 0) + 1);
  return [...counts].sort((a, b) => b[1] - a[1] || a[0].localeCompare(b[0]))[0]?.[0];
};
/** Inside the span, until now. */
const staysIn = async (
  ctx: Ctx,
  devices: readonly WallDevice[],
  { from, to, now }: WallSpan,
): Promise<ReadonlyMap<string, readonly KeptStay[]>> => {
  const end = Math.min(now, to);
  const ids = devices.map(({ id }) => id);
  const stays = await staysOf(ctx, ids, { from, to: end });
  return new Map(
    [...stays].map(([id, own]) => [
      id,
      own
        .map((stay) => ({ ...stay, from: Math.max(stay.from, from), to: Math.min(stay.to, end) }))
        .filter((stay) => stay.from < stay.to),
    ]),
  );
};

/** Zones inside the span, until now. */
const clipped = (zones: readonly Zone[], { from, to, now }: WallSpan): readonly Zone[] => {
  const end = Math.min(to, now);
  const inside = (spans: readonly Span[]): readonly Span[] =>
    spans.flatMap((span) => {
      const [since, until] = [Math.max(span.from, from), Math.min(span.to, end)];
      return since < until ? [{ from: since, to: until }] : [];
    });
  return zones
    .filter((zone) => zone.from < end && zone.to > from)
    .map((zone) => ({
      ...zone,
      ...{ from: Math.max(zone.from, from), to: Math.min(zone.to, end) },
      ...{ net: inside(zone.net), rest: inside(zone.rest), stop: inside(zone.stop), outside: inside(zone.outside) },
    }));
};

const SUMS = [
  'plan',
  'runPlan',
  'oeePlan',
  'oeeRun',
  'run',
  'standby',
  'stop',
  'fault',
  'offline',
  'repair',
  'maint',
] as const;
export type WallSums = Readonly<Record<(typeof SUMS)[number], number>>;
export const addUp = (all: readonly WallSums[]): WallSums => {
  const sum = (code: (typeof SUMS)[number]): number => all.reduce((n, one) => n + one[code], 0);
  return Object.fromEntries(SUMS.map((code) => [code, sum(code)])) as WallSums; // all of its codes
};
const sumsOf = (stays: readonly Stay[], zones: readonly Zone[], rule: Rule): WallSums =>
  addUp(timeOf({ stays, zones, rule }).map(({ sums }) => sums));
