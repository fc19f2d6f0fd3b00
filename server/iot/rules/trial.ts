/** What a rule would have said of one device, from its stored readings; nothing is written. */
import { sql } from 'kysely';
import { addDec, mulDec } from '../../../schemas/language/codec/decimal';
import type { Ctx } from '../../ctx';
import { warningsOf } from './engine';
import { type Rule, type Sample, STATE, type Warning } from './rule';

const STATE_SIGNAL = '2';
const SUSPECT_Q = 1;

export interface Span {
  readonly from: number;
  readonly until: number;
}
export const tryRule = async (ctx: Ctx, rule: Rule, device: string, span: Span): Promise<readonly Warning[]> =>
  warningsOf(rule, await samplesOf(ctx, device, span), span.until);

interface Reading {
  readonly map: string;
  readonly signal: string;
  readonly sort: string;
  readonly factor: string;
  readonly offset: string | null;
  readonly bit: string | null;
  readonly ts: string;
  readonly value: number;
}
/** Readings of all signals of a device in their meaning; its run state is what the signal of its state says. */
const samplesOf = async ({ trx, org }: Ctx, device: string, { from, until }: Span): Promise<readonly Sample[]> => {
  const at = (table: string) => sql.id(org.schema, table);
  const { rows } = await sql<Reading>`
    SELECT m.id AS map, m.signal_code AS signal, m.signal_type AS sort, m.factor, m."offset", m.bit_no AS bit, k.ts, k.value
      FROM ${at('point_map')} m JOIN ${at('mw_iot_key')} k ON k.point_id = m.data_point_id
     WHERE m.equipment_id = ${device} AND m.is_deleted = 0 AND m.is_disabled = '0'
       AND k.ts >= ${from} AND k.ts <= ${until} AND k.value IS NOT NULL AND k.q <= ${SUSPECT_Q} ORDER BY k.ts`.execute(
    trx,
  );
  const { rows: states } = await sql<{ map: string; low: string; high: string; state: string }>`
    SELECT s.head_id AS map, s.raw_from AS low, s.raw_to AS high, s.run_state AS state
      FROM ${at('point_map_states')} s JOIN ${at('point_map')} m ON m.id = s.head_id WHERE m.equipment_id = ${device}`.execute(
    trx,
  );
  return rows.flatMap((row): Sample[] => {
    const [ts, x] = [Number(row.ts), meant(row)];
    const read = { ts, signal: row.signal, x };
    const found = states.find(({ map, low, high }) => map === row.map && x >= Number(low) && x <= Number(high));
    return row.sort === STATE_SIGNAL && found !== undefined
      ? [read, { ts, signal: STATE, x: Number(found.state) }]
      : [read];
  });
};
const meant = ({ value, factor, offset, bit }: Reading): number =>
  bit === null ? addDec(mulDec(value, Number(factor)), Number(offset ?? 0)) : Math.floor(value / 2 ** Number(bit)) % 2;
