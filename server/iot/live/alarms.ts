/**
 * What calls for a person at a device now. Every source answers for many devices at once; others join by a line in SOURCES.
 */
import { sql } from 'kysely';
import type { LiveAlarm } from '../../../schemas/language/wire-device';
import { factoryClock } from '../../clock';
import type { Trx } from '../../ctx';
import type { At } from '../dirty';
import { RUN } from '../state';
import type { StateNow } from './heads';
import { type PointRow, signalValue } from './points';

export interface AlarmAsk {
  readonly trx: Trx;
  readonly at: At;
  readonly devices: readonly string[];
  readonly states: ReadonlyMap<string, StateNow>;
  readonly points: readonly PointRow[];
  readonly now: number;
}
export interface AlarmOf {
  readonly device: string;
  /** two sources that tell of one cause tell it once; null: known only to be something */
  readonly cause: string | null;
  readonly alarm: LiveAlarm;
}
export type AlarmSource = (ask: AlarmAsk) => Promise<readonly AlarmOf[]>;

const ALARM = '3';
const MOST_LEVEL = 4;
/** a device that stands in 故障 without a level of its own */
const FAULT_LEVEL = 3;
const LOOK_BACK_MS = 86_400_000;

interface Meaning {
  readonly map: string;
  readonly raw: string;
  readonly code: string;
  readonly name: string;
  readonly text: string | null;
  readonly level: string | null;
}
/** Codes that alarm signals say now; what a silent box said last is no news. */
const ofSignals: AlarmSource = async ({ trx, at, points, now }) => {
  const said = points.flatMap((row) => {
    const value = row.signal_type === ALARM && row.online ? signalValue(row) : null;
    return value === null ? [] : { row, value };
  });
  if (said.length === 0) return [];
  const { rows: meanings } = await sql<Meaning>`
    SELECT a.head_id AS map, a.raw, f.code, f.name, a.text, coalesce(l.level, d.level) AS level
      FROM ${at('point_map_alarms')} a JOIN ${at('fault_type')} f ON f.id = a.fault_type_id
      LEFT JOIN ${at('urgency')} l ON l.id = a.level_id LEFT JOIN ${at('urgency')} d ON d.id = f.urgency_id
     WHERE a.head_id = ANY(${said.map(({ row }) => row.id)}::uuid[])`.execute(trx);
  const on = said.flatMap(({ row, value }) => {
    const meaning = meanings.find(({ map, raw }) => map === row.id && Number(raw) === value);
    return meaning === undefined ? [] : { row, meaning };
  });
  if (on.length === 0) return [];
  const since = await sinceOf(
    trx,
    at,
    on.map(({ row }) => row),
    now,
  );
  return on.map(({ row, meaning: { code, name, text, level } }) => ({
    ...{ device: row.device, cause: code },
    alarm: {
      ...{ id: `signal:${row.id}`, level: Math.min(Number(level ?? 1), MOST_LEVEL) },
      // the code of the machine where it has one
      ...{ text: `${row.txt ?? code} ${text ?? name}`, openAt: since.get(row.point) ?? null },
    },
  }));
};
/** When points began to say what they say, as far as a day back. */
const sinceOf = async (
  trx: Trx,
  at: At,
  rows: readonly PointRow[],
  now: number,
): Promise<ReadonlyMap<string, string>> => {
  const { rows: found } = await sql<{ point: string; ts: string | null }>`
    SELECT n.point, (SELECT min(k.ts) FROM ${at('mw_iot_key')} k WHERE k.point_id = n.point AND k.ts > coalesce(
             (SELECT max(o.ts) FROM ${at('mw_iot_key')} o WHERE o.point_id = n.point AND o.ts >= ${now - LOOK_BACK_MS} AND o.value IS DISTINCT FROM n.value),
             ${now - LOOK_BACK_MS})) AS ts
      FROM unnest(${rows.map(({ point }) => point)}::uuid[], ${rows.map(({ value }) => value)}::float8[]) n (point, value)`.execute(
    trx,
  );
  return new Map(found.flatMap(({ point, ts }) => (ts === null ? [] : [[point, factoryClock(new Date(Number(ts)))]])));
};

/** Devices that stand in 故障, by what stopped them. */
const ofState: AlarmSource = async ({ trx, at, states }) => {
  const faults = [...states.values()].filter(({ state }) => Number(state) === RUN.fault);
  if (faults.length === 0) return [];
  const { rows } = await sql<{ code: string; name: string; level: string | null }>`
    SELECT f.code, f.name, u.level FROM ${at('fault_type')} f LEFT JOIN ${at('urgency')} u ON u.id = f.urgency_id
     WHERE f.is_deleted = 0 AND f.code = ANY(${faults.map(({ fault }) => fault ?? '')}::text[])`.execute(trx);
  const known = new Map(rows.map((row) => [row.code, row]));
  return faults.map(({ id, device, since, fault }) => {
    const type = known.get(fault ?? '');
    return {
      ...{ device, cause: fault },
      alarm: {
        ...{ id: `state:${id}`, level: Math.min(Number(type?.level ?? FAULT_LEVEL), MOST_LEVEL) },
        text: type === undefined ? (fault ?? '设备故障') : `${type.code} ${type.name}`,
        openAt: factoryClock(new Date(Number(since))),
      },
    };
  });
};

/** Warnings of event rules and alarm codes (50 §2.10) that go on and that nobody ignores. */
const ofWarnings: AlarmSource = async ({ trx, at, devices }) => {
  const opened = sql`(extract(epoch FROM w.open_at) * 1000)::bigint AS opened`;
  const open = sql`w.is_deleted = 0 AND w.doc_status IN ('10', '20') AND w.equipment_id = ANY(${[...devices]}::uuid[])`;
  const { rows } = await sql<{
    id: string;
    device: string;
    cause: string;
    level: string;
    text: string;
    opened: string;
  }>`
    SELECT w.id, w.equipment_id AS device, w.id::text AS cause, w.level, w.text, ${opened} FROM ${at('threshold_warning')} w WHERE ${open}
     UNION ALL
    SELECT w.id, w.equipment_id, coalesce(f.code, w.id::text), w.level, w.text, ${opened}
      FROM ${at('fault_warning')} w LEFT JOIN ${at('fault_type')} f ON f.id = w.fault_type_id WHERE ${open}
     ORDER BY opened, id`.execute(trx);
  return rows.map(({ id, device, cause, level, text, opened }) => ({
    ...{ device, cause },
    alarm: {
      ...{ id: `warning:${id}`, level: Math.min(Number(level), MOST_LEVEL), text },
      openAt: factoryClock(new Date(Number(opened))),
    },
  }));
};

const SOURCES: readonly AlarmSource[] = [ofSignals, ofWarnings, ofState];

/** By device, the gravest first. */
export const alarmsOf = async (ask: AlarmAsk): Promise<ReadonlyMap<string, readonly LiveAlarm[]>> => {
  const all: AlarmOf[] = [];
  for (const source of SOURCES)
    for (const one of await source(ask)) {
      const isTold = ({ device, cause }: AlarmOf): boolean =>
        device === one.device && (one.cause === null || cause === one.cause);
      if (!all.some(isTold)) all.push(one);
    }
  const found = new Map<string, LiveAlarm[]>();
  for (const { device, alarm } of all) found.set(device, [...(found.get(device) ?? []), alarm]);
  for (const list of found.values()) list.sort((a, b) => b.level - a.level || a.id.localeCompare(b.id));
  return found;
};
