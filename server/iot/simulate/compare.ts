/** The truth of a run against what the server has stored and derived; no difference is an empty list. */
import { sql } from 'kysely';
import type { Db } from '../../ctx';
import { QUARTER_MS } from './load';
import { EDGE_BOXES } from './scenarios';
import type { Truth } from './truth';

export interface Difference {
  readonly what: string;
  readonly key: string;
  readonly expected: number | string;
  readonly found: number | string;
}

export const compare = async (db: Db, schema: string, truth: Truth): Promise<readonly Difference[]> => [
  ...(await comparePieces(db, schema, truth)),
  ...(await compareBads(db, schema, truth)),
  ...(await compareMessages(db, schema, truth)),
  ...(await compareAlarms(db, schema, truth)),
  ...(await compareEnergy(db, schema, truth)),
  ...(await compareUses(db, schema, truth)),
];

const differences = <T extends number | string>(
  what: string,
  expected: Readonly<Record<string, T>>,
  found: ReadonlyMap<string, T>,
  none: T,
): readonly Difference[] =>
  [...new Set([...Object.keys(expected), ...found.keys()])].sort().flatMap((key) => {
    const [wanted, is] = [expected[key] ?? none, found.get(key) ?? none];
    return wanted === is ? [] : [{ what, key, expected: wanted, found: is }];
  });

/** Rows people made are left out: they correct what was counted. */
const comparePieces = async (db: Db, schema: string, truth: Truth): Promise<readonly Difference[]> => {
  const at = (table: string) => sql.id(schema, table);
  const { rows } = await sql<{ key: string; number: number }>`
    SELECT e.code || ' ' || to_char(o.slot_at AT TIME ZONE 'Asia/Shanghai', 'YYYY-MM-DD HH24":00"') AS key, sum(o.number)::float8 AS number
      FROM ${at('output_stat')} o JOIN ${at('equipment')} e ON e.id = o.equipment_id
     WHERE o.source IN ('1', '2') AND o.is_deleted = 0 AND e.code = ANY(${devicesOf(truth)}::text[])
       AND o.slot_at >= date_trunc('hour', to_timestamp(${truth.from} / 1000.0)) AND o.slot_at <= to_timestamp(${truth.to + 600_000} / 1000.0)
     GROUP BY 1`.execute(db);
  return differences('产量', truth.pieces, new Map(rows.map(({ key, number }) => [key, number])), 0);
};
/** What people and reports say of bad pieces is beside it. */
const compareBads = async (db: Db, schema: string, truth: Truth): Promise<readonly Difference[]> => {
  const at = (table: string) => sql.id(schema, table);
  const { rows } = await sql<{ key: string; qty: number }>`
    SELECT e.code || ' ' || to_char(b.happen_at AT TIME ZONE 'Asia/Shanghai', 'YYYY-MM-DD HH24":00"') AS key, sum(b.qty)::float8 AS qty
      FROM ${at('bad_stat')} b JOIN ${at('equipment')} e ON e.id = b.equipment_id
     WHERE b.source = '1' AND b.is_deleted = 0 AND e.code = ANY(${devicesOf(truth)}::text[])
       AND b.happen_at >= date_trunc('hour', to_timestamp(${truth.from} / 1000.0)) AND b.happen_at <= to_timestamp(${truth.to + 600_000} / 1000.0)
     GROUP BY 1`.execute(db);
  return differences('不良', truth.bads, new Map(rows.map(({ key, qty }) => [key, qty])), 0);
};
const devicesOf = ({ stateSec }: Truth): readonly string[] => [
  ...new Set(Object.keys(stateSec).map((key) => key.split(' ')[0] ?? '')),
];

const compareMessages = async (db: Db, schema: string, truth: Truth): Promise<readonly Difference[]> => {
  const found = new Map<string, number>();
  for (const [box, { first, last }] of Object.entries(truth.messages)) {
    if (EDGE_BOXES.includes(box)) {
      found.set(box, await heardOf(db, schema, truth, box));
      continue;
    }
    const { rows } = await sql<{ many: number }>`
      SELECT coalesce(sum(upper(r) - lower(r)), 0)::float8 AS many
        FROM ${sql.id(schema, 'mw_iot_box')} b JOIN ${sql.id(schema, 'cloud_box')} c ON c.id = b.box_id,
             unnest(b.seqs * int8multirange(int8range(${first}, ${last + 1}))) r
       WHERE c.code = ${box}`.execute(db);
    found.set(box, rows[0]?.many ?? 0);
  }
  const expected = Object.fromEntries(Object.entries(truth.messages).map(([box, { many }]) => [box, many]));
  return differences('报文', expected, found, 0);
};

/** Of a box without acknowledgements old numbers are forgotten: its messages are those readings came with. */
const heardOf = async (db: Db, schema: string, { messages, from, to }: Truth, box: string): Promise<number> => {
  const { first = 0, last = 0 } = messages[box] ?? {};
  const readings = (table: string) => sql`SELECT r.seq FROM ${sql.id(schema, table)} r
      JOIN ${sql.id(schema, 'data_point')} p ON p.id = r.point_id JOIN ${sql.id(schema, 'cloud_box')} c ON c.id = p.box_id
     WHERE c.code = ${box} AND r.ts BETWEEN ${from - 60_000} AND ${to + 60_000} AND r.seq BETWEEN ${first} AND ${last}`;
  const { rows } = await sql<{ many: number }>`
    SELECT count(DISTINCT seq)::float8 AS many FROM (${readings('mw_iot_key')} UNION ALL ${readings('mw_iot_fast')}) r`.execute(
    db,
  );
  return rows[0]?.many ?? 0;
};

const compareAlarms = async (db: Db, schema: string, truth: Truth): Promise<readonly Difference[]> => {
  const points = [...new Set(truth.alarms.map(({ point }) => point))];
  const { rows } = await sql<{ key: string; txt: string }>`
    SELECT p.code || ' ' || k.ts AS key, coalesce(k.txt, '') AS txt
      FROM ${sql.id(schema, 'mw_iot_key')} k JOIN ${sql.id(schema, 'data_point')} p ON p.id = k.point_id
      JOIN ${sql.id(schema, 'cloud_box')} c ON c.id = p.box_id
     WHERE p.code = ANY(${points}::text[]) AND c.code = ANY(${truth.boxes}::text[])
       AND k.ts BETWEEN ${truth.from} AND ${truth.to + 600_000}`.execute(db);
  const expected = Object.fromEntries(truth.alarms.map(({ point, code, at }) => [`${point} ${at}`, code]));
  return differences('报警', expected, new Map(rows.map(({ key, txt }) => [key, txt])), '--');
};

const compareEnergy = async (db: Db, schema: string, truth: Truth): Promise<readonly Difference[]> => {
  const { rows } = await sql<{ code: string; used: number }>`
    SELECT p.code, round((max(k.value) - min(k.value))::numeric, 3)::float8 AS used
      FROM ${sql.id(schema, 'mw_iot_key')} k JOIN ${sql.id(schema, 'data_point')} p ON p.id = k.point_id
      JOIN ${sql.id(schema, 'cloud_box')} c ON c.id = p.box_id
     WHERE p.code = ANY(${Object.keys(truth.energy)}::text[]) AND c.code = ANY(${truth.boxes}::text[])
       AND k.ts BETWEEN ${truth.from} AND ${truth.to + 600_000} GROUP BY p.code`.execute(db);
  return differences('电能', truth.energy, new Map(rows.map(({ code, used }) => [code, used])), 0);
};

/** Quarters that lie in the run, as the setting 统计时段 has them from the beginning. */
const compareUses = async (db: Db, schema: string, truth: Truth): Promise<readonly Difference[]> => {
  const meters = [...new Set(Object.keys(truth.uses).map((key) => key.split(' ')[0] ?? ''))];
  const { rows } = await sql<{ key: string; use: number }>`
    SELECT m.code || ' ' || to_char(to_timestamp(s.slot / 1000.0) AT TIME ZONE 'Asia/Shanghai', 'YYYY-MM-DD HH24:MI') AS key, s.use::float8 AS use
      FROM ${sql.id(schema, 'mw_energy_slot')} s JOIN ${sql.id(schema, 'energy_meter')} m ON m.id = s.meter_id
     WHERE m.code = ANY(${meters}::text[]) AND m.is_deleted = 0
       AND s.slot >= ${truth.from}::bigint AND s.slot + ${QUARTER_MS}::bigint <= ${truth.to}::bigint`.execute(db);
  return differences('用量', truth.uses, new Map(rows.map(({ key, use }) => [key, use])), 0);
};
