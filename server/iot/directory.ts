/** Boxes, stations and points as messages name them: read once, and anew when somebody changed one. */
import { sql } from 'kysely';
import type { Db, OrgInfo } from '../ctx';
import type { Address } from './address';
import type { PointCode } from './decode';

export interface Point {
  readonly id: string;
  /** the same as four numbers of 32 bits */
  readonly words: readonly number[];
  readonly code: PointCode;
  /** the station it stands at */
  readonly station: string | null;
  /** a signal reads it: its readings are kept longer */
  readonly mapped: boolean;
  /** count signals that read it */
  readonly counts: readonly string[];
  /** devices whose run state it tells */
  readonly devices: readonly string[];
  /** devices that have a signal on it */
  readonly watched: readonly string[];
  /** a meter reads it */
  readonly metered: boolean;
}
export interface Box {
  readonly id: string;
  readonly sn: string;
  readonly org: OrgInfo;
  readonly disabled: boolean;
  /** code of the dictionary boxProtocol */
  readonly protocol: string;
  readonly keyHash: string | null;
  readonly stations: ReadonlyMap<string, string>;
  readonly points: ReadonlyMap<string, Point>;
}
export interface Directory {
  org(code: string): Promise<OrgInfo | undefined>;
  find(address: Address): Promise<Box | undefined>;
  /** what is read already */
  known(address: Address): Box | undefined;
  /** everything of an organisation, or of all, is read anew at its next message */
  forget(schema?: string): void;
}

export const openDirectory = (db: Db, orgs: () => Promise<readonly OrgInfo[]>): Directory => {
  let known: Promise<ReadonlyMap<string, OrgInfo>> | undefined;
  const boxes = new Map<string, Promise<ReadonlyMap<string, Box>>>();
  /** by organisation and box, as long as they are not forgotten */
  let read = new Map<string, Map<string, Box>>();
  const org = async (code: string): Promise<OrgInfo | undefined> => {
    const asked = known ?? orgs().then((all) => new Map(all.map((one) => [one.code, one])));
    known = asked;
    asked.catch(() => {
      if (known === asked) known = undefined;
    });
    return (await asked).get(code);
  };
  return {
    org,
    async find(address) {
      const found = await org(address.org);
      if (found === undefined) return undefined;
      const asked = boxes.get(found.schema) ?? loadBoxes(db, found);
      boxes.set(found.schema, asked);
      asked.catch(() => {
        if (boxes.get(found.schema) === asked) boxes.delete(found.schema);
      });
      const box = (await asked).get(address.sn);
      if (box !== undefined && boxes.get(found.schema) === asked) {
        const of = read.get(address.org) ?? new Map<string, Box>();
        read.set(address.org, of.set(address.sn, box));
      }
      return box;
    },
    known: ({ org, sn }) => read.get(org)?.get(sn),
    forget(schema) {
      known = undefined;
      read = new Map();
      if (schema === undefined) boxes.clear();
      else boxes.delete(schema);
    },
  };
};

const loadBoxes = async (db: Db, org: OrgInfo): Promise<ReadonlyMap<string, Box>> => {
  const at = (table: string) => sql.id(org.schema, table);
  const [heads, stations, points, enums] = await Promise.all([
    sql<BoxRow>`SELECT id, code, is_disabled, coalesce(protocol, '1') AS protocol, key_hash FROM ${at('cloud_box')} WHERE is_deleted = 0`.execute(
      db,
    ),
    sql<StationRow>`SELECT id, code, box_id FROM ${at('base_station')}
      WHERE is_deleted = 0 AND is_disabled = '0'`.execute(db),
    sql<PointRow>`
      SELECT p.id, p.code, p.box_id, p.station_id, p.codec, p.byte_order, p.bit, p.invert, p.scale_a, p.scale_b,
             p.in_low, p.in_high, p.out_low, p.out_high, p.range_low, p.range_high,
             count(m.id) > 0 AS mapped, array_agg(m.id::text) FILTER (WHERE m.signal_type = '1') AS counts,
             array_agg(DISTINCT m.equipment_id::text) FILTER (WHERE m.signal_type IN ('1', '2', '3')) AS devices,
             array_agg(DISTINCT m.equipment_id::text) FILTER (WHERE m.id IS NOT NULL) AS watched,
             EXISTS (SELECT FROM ${at('energy_meter')} e WHERE e.is_deleted = 0 AND p.id IN
               (e.point_total_id, e.point_power_id, e.point_pf_id, e.point_reactive_id, e.point_u_id, e.point_i_id, e.point_pressure_id, e.point_temp_id)) AS metered
        FROM ${at('data_point')} p
        LEFT JOIN ${at('point_map')} m ON m.data_point_id = p.id AND m.is_deleted = 0 AND m.is_disabled = '0'
       WHERE p.is_deleted = 0 AND p.is_disabled = '0' GROUP BY p.id`.execute(db),
    sql<EnumRow>`SELECT head_id, text, value FROM ${at('data_point_enums')}`.execute(db),
  ]);
  const texts = grouped(enums.rows, ({ head_id }) => head_id);
  const stationsOf = grouped(stations.rows, ({ box_id }) => box_id);
  const pointsOf = grouped(points.rows, ({ box_id }) => box_id);
  return new Map(
    heads.rows.map(({ id, code: sn, is_disabled, protocol, key_hash }) => {
      const points = (pointsOf.get(id) ?? []).map((row) => [row.code, pointOf(row, texts.get(row.id) ?? [])] as const);
      const box: Box = {
        id,
        sn,
        org,
        disabled: is_disabled !== '0',
        protocol,
        keyHash: key_hash,
        stations: new Map((stationsOf.get(id) ?? []).map((row) => [row.code, row.id])),
        points: new Map(points),
      };
      return [sn, box];
    }),
  );
};
interface BoxRow {
  readonly id: string;
  readonly code: string;
  readonly is_disabled: string;
  readonly protocol: string;
  readonly key_hash: string | null;
}
interface StationRow {
  readonly id: string;
  readonly code: string;
  readonly box_id: string;
}
interface EnumRow {
  readonly head_id: string;
  readonly text: string;
  readonly value: string;
}
type Digits = string | null;
interface PointRow {
  readonly id: string;
  readonly code: string;
  readonly box_id: string;
  readonly station_id: string | null;
  readonly codec: string;
  readonly byte_order: string;
  readonly bit: Digits;
  readonly invert: boolean;
  readonly scale_a: Digits;
  readonly scale_b: Digits;
  readonly in_low: Digits;
  readonly in_high: Digits;
  readonly out_low: Digits;
  readonly out_high: Digits;
  readonly range_low: Digits;
  readonly range_high: Digits;
  readonly mapped: boolean;
  readonly counts: readonly string[] | null;
  readonly devices: readonly string[] | null;
  readonly watched: readonly string[] | null;
  readonly metered: boolean;
}

const numberOf = (digits: Digits): number | null => (digits === null ? null : Number(digits));
const pointOf = (row: PointRow, enums: readonly EnumRow[]): Point => {
  const [inLow, inHigh, outLow, outHigh] = [row.in_low, row.in_high, row.out_low, row.out_high].map(numberOf);
  const linear =
    typeof inLow === 'number' && typeof inHigh === 'number' && typeof outLow === 'number' && typeof outHigh === 'number'
      ? ([inLow, inHigh, outLow, outHigh] as const)
      : null;
  return {
    id: row.id,
    words: wordsOf(row.id),
    station: row.station_id,
    mapped: row.mapped,
    counts: row.counts ?? [],
    devices: row.devices ?? [],
    watched: row.watched ?? [],
    metered: row.metered,
    code: {
      codec: row.codec,
      byteOrder: row.byte_order,
      bit: numberOf(row.bit),
      invert: row.invert,
      scaleA: numberOf(row.scale_a) ?? 1,
      scaleB: numberOf(row.scale_b) ?? 0,
      linear,
      rangeLow: numberOf(row.range_low),
      rangeHigh: numberOf(row.range_high),
      enums: new Map(enums.map(({ text, value }) => [text, Number(value)])),
    },
  };
};

export const wordsOf = (id: string): readonly number[] =>
  (id.replaceAll('-', '').match(/.{8}/g) ?? []).map((digits) => Number.parseInt(digits, 16));

const grouped = <T>(rows: readonly T[], by: (row: T) => string): ReadonlyMap<string, readonly T[]> => {
  const groups = new Map<string, T[]>();
  for (const row of rows) {
    const key = by(row);
    const group = groups.get(key);
    if (group) group.push(row);
    else groups.set(key, [row]);
  }
  return groups;
};
