/** Use and fees, kept up with what they follow from: what changed by people is noted first, then what lags is derived. */
import { sql } from 'kysely';
import type { Db, OrgInfo } from '../../ctx';
import { inTx } from '../../db/tx';
import type { AsSystem } from '../deriver';
import type { At } from '../dirty';
import { deriveMeter, laggingMeters } from './derive';
import { noteMeters } from './dirty';

export interface EnergyDeriver {
  /** meters, readings by hand, tariffs or the calendar of an organisation, or of all, may have changed */
  forget(schema?: string): void;
  run(org: OrgInfo): Promise<void>;
}
/** virtual meters over virtual ones come one round later each */
const ROUNDS = 10;

export const openEnergy = (db: Db, asSystem: AsSystem): EnergyDeriver => {
  const noted = new Set<string>();
  return {
    forget(schema) {
      if (schema === undefined) noted.clear();
      else noted.delete(schema);
    },
    async run(org) {
      const at: At = (table) => sql.id(org.schema, table);
      if (!noted.has(org.schema)) {
        // before it is asked: a change that comes meanwhile is asked for again
        noted.add(org.schema);
        await inTx(db, (trx) => noteMeters(trx, at)).catch((error: unknown) => {
          noted.delete(org.schema);
          throw error;
        });
      }
      for (let round = 0; round < ROUNDS; round++) {
        const { rows } = await sql`SELECT FROM ${at('mw_energy_dirty')} LIMIT 1`.execute(db);
        if (rows.length === 0) return;
        for (const meter of await asSystem(org, laggingMeters)) await asSystem(org, (ctx) => deriveMeter(ctx, meter));
      }
    },
  };
};
