/** The strip of numbers of 综合看板 (50 §5.6). */
import { sql } from 'kysely';
import type { DeviceLive } from '../../../schemas/language/wire-device';
import type { SynthesisNumbers } from '../../../schemas/language/wire-synthesis';
import { energyToday } from './energy';
import { orderNumbers } from './orders';
import { outputToday, type Pieces } from './pieces';
import { among, type WallReach } from './reach';
import { type Facts, runningKpi } from './running';

export interface NumbersAsk {
  readonly reach: WallReach;
  readonly facts: Facts;
  readonly live: readonly DeviceLive[];
  readonly pieces: Pieces | null;
  readonly meters: readonly string[];
  readonly showAmount: boolean;
}
export const synthesisNumbers = async (ask: NumbersAsk): Promise<SynthesisNumbers> => {
  const { reach, facts, live, pieces, meters, showAmount } = ask;
  const output = outputToday(pieces);
  return {
    ...(await orderNumbers(reach)),
    output,
    oee: runningKpi(facts).oee,
    warnings: {
      open: live.reduce((sum, { alarms }) => sum + alarms.length, 0),
      unanswered: await unanswered(
        reach,
        live.map(({ id }) => id),
      ),
    },
    energy: await energyToday(reach, meters, { pieces: output?.qty ?? 0, showAmount }),
  };
};

/** Warnings nobody confirmed yet. */
const unanswered = async ({ reader }: WallReach, devices: readonly string[]): Promise<number> => {
  const at = (name: string) => sql.id(reader.org.schema, name);
  const open = sql`is_deleted = 0 AND doc_status = '10' AND ${among(sql`equipment_id`, devices)}`;
  const { rows } = await sql<{ n: string }>`
    SELECT (SELECT count(*) FROM ${at('threshold_warning')} WHERE ${open}) + (SELECT count(*) FROM ${at('fault_warning')} WHERE ${open}) AS n`.execute(
    reader.trx,
  );
  return Number(rows[0]?.n ?? 0);
};
