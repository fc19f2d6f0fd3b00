/** What is watched of devices, as versions: a changed rule or map acts from the next reading on (50 §2.10). */
import { sql } from 'kysely';
import type { Ctx, Trx } from '../../ctx';
import { type At, markRules } from '../dirty';
import { factoryMs } from '../factory-time';
import type { Reads } from '../reads';
import { type Rule, STATE } from './rule';
import { type Times, timesOf } from './windows';
import { KIND, ruleOf } from './written';

export interface Source extends Reads {
  readonly signal: string;
}
/** A rule and when it speaks. */
export interface Spoken {
  readonly rule: Rule;
  /** undefined: at all times */
  readonly times?: Times | undefined;
}
export interface Watched extends Spoken {
  readonly id: string;
  /** it says nothing before (ms) */
  readonly from: number;
  readonly sources: readonly Source[];
  /** pieces that each beginning of its condition stands for; undefined: none */
  readonly addQty?: number;
}
export interface Watch {
  readonly rules: readonly Watched[];
  readonly alarms: readonly Source[];
}
export interface WatchVersion {
  readonly from: number;
  readonly watch: Watch;
}
const NOTHING: Watch = { rules: [], alarms: [] };

/** Notes what changed in rules, maps and devices of an organisation since it was asked last. */
export const noteWatches = async (ctx: Ctx, now: number): Promise<void> => {
  const { trx, org } = ctx;
  const at: At = (table) => sql.id(org.schema, table);
  const watches = await watchesOf(ctx, at);
  const { rows: changed } = await sql<{ equipment_id: string; from_ts: string }>`
    WITH latest AS (SELECT DISTINCT ON (equipment_id) equipment_id, watch FROM ${at('mw_iot_watch')} ORDER BY equipment_id, from_ts DESC),
    n AS (SELECT * FROM unnest(${[...watches.keys()]}::uuid[], ${[...watches.values()].map((watch) => JSON.stringify(watch))}::jsonb[])
      n (equipment_id, watch))
    INSERT INTO ${at('mw_iot_watch')} (equipment_id, from_ts, watch)
    SELECT equipment_id, ${now}::bigint, coalesce(n.watch, ${JSON.stringify(NOTHING)}::jsonb)
      FROM n FULL JOIN latest l USING (equipment_id) WHERE coalesce(n.watch, ${JSON.stringify(NOTHING)}::jsonb) IS DISTINCT FROM l.watch
    ON CONFLICT (equipment_id, from_ts) DO UPDATE SET watch = excluded.watch
    RETURNING equipment_id, from_ts`.execute(trx);
  await markRules(trx, at, new Map(changed.map(({ equipment_id, from_ts }) => [equipment_id, Number(from_ts)])));
};

/** All versions of a device, the first one first. */
export const watchVersions = async (trx: Trx, at: At, device: string): Promise<readonly WatchVersion[]> => {
  const { rows } = await sql<{ from_ts: string; watch: Watch }>`
    SELECT from_ts, watch FROM ${at('mw_iot_watch')} WHERE equipment_id = ${device} ORDER BY from_ts`.execute(trx);
  return rows.map(({ from_ts, watch }) => ({ from: Number(from_ts), watch }));
};

interface Device {
  readonly id: string;
  /** its category and those above, its unit and those above */
  readonly categories: readonly string[];
  readonly units: readonly string[];
  readonly signals: ReadonlyMap<string, Source>;
  readonly alarms: readonly Source[];
}
interface Written extends Spoken {
  readonly id: string;
  readonly scope: readonly string[];
  readonly of: (device: Device) => readonly string[];
  readonly from: number;
  readonly addQty?: number;
}
const watchesOf = async (ctx: Ctx, at: At): Promise<ReadonlyMap<string, Watch>> => {
  const [devices, written] = [await devicesOf(ctx, at), await writtenOf(ctx)];
  const watches = new Map<string, Watch>();
  for (const device of devices) {
    const rules = written.filter(({ scope, of }) => of(device).some((id) => scope.includes(id)));
    const watched = rules.flatMap((rule): readonly Watched[] => watchedOn(device, rule));
    if (watched.length > 0 || device.alarms.length > 0)
      watches.set(device.id, { rules: watched, alarms: device.alarms });
  }
  return watches;
};
/** A rule as it would watch a device, whoever it is written for. */
export const tryWatch = async (ctx: Ctx, at: At, device: string, spoken: Spoken): Promise<Watched | undefined> => {
  const found = (await devicesOf(ctx, at)).find(({ id }) => id === device);
  return found && watchedOn(found, { ...spoken, id: '', from: 0 })[0];
};
/** A device without the signals a rule looks at is not watched by it; where one of several is enough, by those it has. */
const watchedOn = ({ signals }: Device, written: Omit<Watched, 'sources'>): readonly Watched[] => {
  const { id, rule, from, times, addQty } = written;
  const conditions = rule.conditions.filter(({ signal }) => signal === STATE || signals.has(signal));
  const enough = rule.any ? conditions.length > 0 : conditions.length === rule.conditions.length;
  if (!enough) return [];
  const sources = [...new Set(conditions.map(({ signal }) => signal))].flatMap((signal) => signals.get(signal) ?? []);
  const more = { ...(times === undefined ? {} : { times }), ...(addQty === undefined ? {} : { addQty }) };
  return [{ id, rule: { ...rule, conditions }, from, sources, ...more }];
};

const writtenOf = async (ctx: Ctx): Promise<readonly Written[]> => {
  const { records } = ctx;
  const known = await records.find('eventRule', 'isDisabled == 0');
  const all = await records.many(
    'eventRule',
    known.map(({ id }) => id),
    { rows: ['conditions'] },
  );
  return all.map((record) => {
    const { id, kind, scopeType, equipments, devCategories, factoryUnits, effectiveFrom, addQty } = record;
    const [scope, of] = SCOPES[scopeType]({ equipments, devCategories, factoryUnits });
    return {
      id,
      scope,
      of,
      rule: ruleOf(record),
      times: timesOf(record),
      from: factoryMs(`${effectiveFrom} 00:00:00`),
      ...(kind === KIND.counting && addQty !== null ? { addQty } : {}),
    };
  });
};
interface Scoped {
  readonly equipments: readonly string[];
  readonly devCategories: readonly string[];
  readonly factoryUnits: readonly string[];
}
type Scope = readonly [scope: readonly string[], of: (device: Device) => readonly string[]];
const SCOPES: Readonly<Record<'1' | '2' | '3', (record: Scoped) => Scope>> = {
  1: ({ equipments }) => [equipments, ({ id }) => [id]],
  2: ({ devCategories }) => [devCategories, ({ categories }) => categories],
  3: ({ factoryUnits }) => [factoryUnits, ({ units }) => units],
};

type Digits = string | null;
interface MapRow {
  readonly equipment: string;
  readonly signal: string;
  readonly sort: string;
  readonly map: string;
  readonly point: string;
  readonly box: string;
  readonly bit: Digits;
  readonly factor: string;
  readonly offset: Digits;
  readonly valid_min: Digits;
  readonly valid_max: Digits;
}
const ALARM = '3';
const numberOf = (digits: Digits): number | null => (digits === null ? null : Number(digits));

const devicesOf = async ({ trx }: Ctx, at: At): Promise<readonly Device[]> => {
  const { rows } = await sql<{ id: string; category: string | null; unit: string | null }>`
    SELECT id, dev_category_id AS category, factory_unit_id AS unit FROM ${at('equipment')}
     WHERE is_deleted = 0 AND is_disabled = '0' ORDER BY id`.execute(trx);
  const { rows: maps } = await sql<MapRow>`
    SELECT m.equipment_id AS equipment, m.signal_code AS signal, m.signal_type AS sort, m.id AS map, p.id AS point, p.box_id AS box,
           m.bit_no AS bit, m.factor, m."offset", m.valid_min, m.valid_max
      FROM ${at('point_map')} m JOIN ${at('data_point')} p ON p.id = m.data_point_id
     WHERE m.is_disabled = '0' AND m.is_deleted = 0 AND p.is_deleted = 0 ORDER BY m.id`.execute(trx);
  const [categories, units] = [await parentsOf(trx, at, 'dev_category'), await parentsOf(trx, at, 'factory_unit')];
  const byDevice = new Map<string, MapRow[]>();
  for (const row of maps) byDevice.set(row.equipment, [...(byDevice.get(row.equipment) ?? []), row]);
  return rows.map(({ id, category, unit }) => {
    const mine = byDevice.get(id) ?? [];
    return {
      id,
      categories: above(categories, category),
      units: above(units, unit),
      signals: new Map(mine.map((row) => [row.signal, sourceOf(row)])),
      alarms: mine.filter(({ sort }) => sort === ALARM).map(sourceOf),
    };
  });
};
const sourceOf = (row: MapRow): Source => ({
  ...{ signal: row.signal, map: row.map, point: row.point, box: row.box, bit: numberOf(row.bit) },
  ...{ factor: Number(row.factor), offset: numberOf(row.offset) ?? 0 },
  ...{ validMin: numberOf(row.valid_min), validMax: numberOf(row.valid_max) },
});

const parentsOf = async (trx: Trx, at: At, table: string): Promise<ReadonlyMap<string, string | null>> => {
  const { rows } = await sql<{ id: string; parent: string | null }>`
    SELECT id, parent_id AS parent FROM ${at(table)} WHERE is_deleted = 0`.execute(trx);
  return new Map(rows.map(({ id, parent }) => [id, parent]));
};
const above = (parents: ReadonlyMap<string, string | null>, from: string | null): readonly string[] => {
  const path: string[] = [];
  for (let id = from; id !== null && !path.includes(id); id = parents.get(id) ?? null) path.push(id);
  return path;
};
