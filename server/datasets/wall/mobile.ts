/** 移动端看板 (50 §5.8): the shift so far, and warnings with whoever reads them in mind. */
import { sql } from 'kysely';
import { dateAdd } from '../../../schemas/language/codec/date-time';
import { roundHalfUp, sumDec } from '../../../schemas/language/codec/decimal';
import {
  MOBILE_MOST,
  MOBILE_ROWS,
  type MobileDevices,
  type MobileToday,
  type MobileWarning,
} from '../../../schemas/language/wire-mobile';
import type { Tile } from '../../../schemas/language/wire-wall';
import { factoryClock } from '../../clock';
import { slotsIn } from '../../iot/energy/read';
import { factoryMs } from '../../iot/factory-time';
import type { WallDevice } from './devices';
import { among, type WallReach } from './reach';
import { type Facts, runningKpi } from './running';

const HOUR_MS = 3_600_000;
const MOST_WARNINGS = 100;
const OBJECTS = { thresholdWarning: 'threshold_warning', faultWarning: 'fault_warning' } as const;

export const mobileToday = async (
  { reader, may }: WallReach,
  facts: Facts,
  meters: readonly string[],
): Promise<MobileToday> => {
  const { number, utilisation, oee, passRate } = runningKpi(facts);
  const midnight = (day: string): number => factoryMs(`${day} 00:00:00`);
  const span = { from: midnight(reader.today), to: midnight(dateAdd(reader.today, 1, 'day') ?? reader.today) };
  const slots =
    meters.length > 0 && may('energyUse:view') ? await slotsIn(reader, meters, { ...span, stepMs: HOUR_MS }) : [];
  return {
    ...{ number, utilisation, oee, passRate },
    use: slots.length === 0 ? null : roundHalfUp(sumDec(slots.map(({ use }) => use)), 1),
  };
};

/** What a phone asks of its list of devices. */
export interface MobileAsk {
  readonly find: string;
  readonly state: number | undefined;
  readonly most: number;
}
/** Those of a state whose code or name has the text in it, whatever its case. */
export const mobileDevices = (all: readonly Tile[], { find, state, most }: MobileAsk): MobileDevices => {
  const wanted = find.trim().toLowerCase();
  const found = all.filter(
    (tile) =>
      (state === undefined || tile.state === state) && `${tile.code} ${tile.name}`.toLowerCase().includes(wanted),
  );
  return { rows: found.slice(0, Math.min(Math.max(most, MOBILE_ROWS), MOBILE_MOST)), total: found.length };
};

interface Found {
  readonly id: string;
  readonly version: number;
  readonly device: string;
  readonly level: string;
  readonly text: string;
  readonly ms: string;
  readonly status: string;
}
/** Those that go on, the worst first, then the oldest; a person sees those of his rows. `isPerson`: a screen confirms nothing. */
export const mobileWarnings = async (
  reach: WallReach,
  devices: readonly WallDevice[],
  isPerson: boolean,
): Promise<readonly MobileWarning[]> => {
  const { reader } = reach;
  const codes = new Map(devices.map(({ id, code }) => [id, code]));
  const found: MobileWarning[] = [];
  for (const object of ['thresholdWarning', 'faultWarning'] as const) {
    const where = [sql`t.doc_status IN ('10', '20')`, among(sql`t.equipment_id`, [...codes.keys()])];
    const seen = await reach.rows(object, where);
    const ackable = isPerson && reach.may(`${object}:ack`);
    const { rows } = await sql<Found>`
      SELECT t.id, t.version, t.equipment_id AS device, t.level, t.text, (extract(epoch FROM t.open_at) * 1000)::bigint AS ms, t.doc_status AS status
        FROM ${sql.id(reader.org.schema, OBJECTS[object])} t
       WHERE t.is_deleted = 0 AND ${sql.join(where, sql` AND `)} AND ${among(sql`t.id`, seen)}
       ORDER BY t.level DESC, t.open_at, t.id LIMIT ${MOST_WARNINGS}`.execute(reader.trx);
    for (const { id, version, device, level, text, ms, status } of rows)
      found.push({
        ...{ id, version: Number(version), object, device: codes.get(device) ?? '', level: Number(level), text },
        ...{ openAt: factoryClock(new Date(Number(ms))), isAcked: status !== '10' },
        mayAck: ackable && status === '10',
      });
  }
  return found
    .sort((a, b) => b.level - a.level || a.openAt.localeCompare(b.openAt) || a.id.localeCompare(b.id))
    .slice(0, MOST_WARNINGS);
};
