/** What devices are, the state they are in, and what they work on: one statement each. */
import { type RawBuilder, sql } from 'kysely';
import type { LiveUnit } from '../../../schemas/language/wire-device';
import type { Trx } from '../../ctx';
import type { At } from '../dirty';

const IN_USE = '60';

export interface HeadAsk {
  /** devices of the caller's rows */
  readonly devices: readonly string[] | 'all';
  /** with all units below */
  readonly unit?: string | undefined;
}
export interface Head {
  readonly id: string;
  readonly code: string;
  readonly name: string;
  readonly unit: string;
  readonly category: string | null;
  readonly category_code: string | null;
  readonly category_name: string | null;
  readonly rated_sec: string | null;
}
/** Devices in use, in the order of their codes. */
export const headsOf = async (trx: Trx, at: At, { devices, unit }: HeadAsk): Promise<readonly Head[]> => {
  const below = sql`(WITH RECURSIVE u AS (SELECT ${unit}::uuid AS id
      UNION SELECT f.id FROM ${at('factory_unit')} f JOIN u ON f.parent_id = u.id WHERE f.is_deleted = 0) SELECT id FROM u)`;
  const { rows } = await sql<Head>`
    SELECT e.id, e.code, e.name, e.factory_unit_id AS unit, c.id AS category, c.code AS category_code, c.name AS category_name, e.rated_sec
      FROM ${at('equipment')} e LEFT JOIN ${at('dev_category')} c ON c.id = e.dev_category_id
     WHERE e.is_deleted = 0 AND e.doc_status = ${IN_USE} ${among(sql`e.id`, devices)} ${unit === undefined ? sql`` : sql`AND e.factory_unit_id IN ${below}`}
     ORDER BY e.code`.execute(trx);
  return rows;
};
const among = (id: RawBuilder<unknown>, ids: readonly string[] | 'all'): RawBuilder<unknown> =>
  ids === 'all' ? sql`` : sql`AND ${id} = ANY(${[...ids]}::uuid[])`;

export interface StateNow {
  readonly device: string;
  readonly id: string;
  readonly state: string;
  readonly since: string;
  readonly fault: string | null;
  readonly reason: string | null;
}
export const statesNow = async (
  trx: Trx,
  at: At,
  devices: readonly string[],
): Promise<ReadonlyMap<string, StateNow>> => {
  const { rows } = await sql<StateNow>`
    SELECT s.equipment_id AS device, s.id, s.state, (extract(epoch FROM s.start_at) * 1000)::bigint AS since, s.fault_code AS fault, r.name AS reason
      FROM unnest(${[...devices]}::uuid[]) n (id)
      CROSS JOIN LATERAL (SELECT * FROM ${at('device_state')} d WHERE d.equipment_id = n.id AND d.is_deleted = 0
                           ORDER BY d.start_at DESC LIMIT 1) s
      LEFT JOIN ${at('support_infor')} r ON r.id = s.reason_id
     WHERE s.end_at IS NULL`.execute(trx);
  return new Map(rows.map((row) => [row.device, row]));
};

export interface WorkNow {
  readonly device: string;
  readonly work_order: string | null;
  readonly nbr: string | null;
  readonly op: string | null;
  readonly material: string | null;
  readonly material_code: string | null;
  readonly material_name: string | null;
  readonly employee: string | null;
  readonly std_cycle: string | null;
  readonly ratio: string;
}
/** The work that began last of those that go on. */
export const worksNow = async (trx: Trx, at: At, devices: readonly string[]): Promise<ReadonlyMap<string, WorkNow>> => {
  const { rows } = await sql<WorkNow>`
    SELECT DISTINCT ON (w.equipment_id) w.equipment_id AS device, o.id AS work_order, o.nbr, w.op_nbr AS op, m.id AS material, m.code AS material_code,
           m.name AS material_name, w.std_cycle, coalesce(p.ratio, 1) AS ratio,
           (SELECT string_agg(y.name, '、' ORDER BY k.line_no) FROM ${at('prd_start_workers')} k JOIN ${at('employee')} y ON y.id = k.employee_id
             WHERE k.head_id = w.prd_start_id AND k.leave_time IS NULL) AS employee
      FROM ${at('device_work')} w LEFT JOIN ${at('work_order')} o ON o.id = w.work_order_nbr_id
      LEFT JOIN ${at('material')} m ON m.id = w.material_id LEFT JOIN ${at('order_process')} p ON p.id = w.order_process_id
     WHERE w.equipment_id = ANY(${[...devices]}::uuid[]) AND w.is_deleted = 0 AND w."from" IS NOT NULL AND w."to" IS NULL
     ORDER BY w.equipment_id, w."from" DESC, w.id`.execute(trx);
  return new Map(rows.map((row) => [row.device, row]));
};

/** Units of devices with all above them. */
export const unitsOf = async (trx: Trx, at: At, units: readonly string[]): Promise<readonly LiveUnit[]> => {
  const { rows } = await sql<LiveUnit>`
    WITH RECURSIVE u AS (SELECT id, parent_id, name, code, model_type FROM ${at('factory_unit')} WHERE id = ANY(${[...units]}::uuid[])
      UNION SELECT f.id, f.parent_id, f.name, f.code, f.model_type FROM ${at('factory_unit')} f JOIN u ON f.id = u.parent_id)
    SELECT id, parent_id AS parent, name, model_type AS kind FROM u ORDER BY code`.execute(trx);
  return rows;
};
