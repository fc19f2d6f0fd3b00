/** Use and fees, kept up with what they follow from: what changed by people is noted first, then what lags is derived. */
import { sql } from 'kysely';
import type { Db, OrgInfo } from '../../ctx';
import { inTx } from '../../db/tx';
import type { AsSystem } from '../deriver';
import { ALERTS, eachLagging, raise } from '../dirty';
import { runActions } from '../rules/actions';
import { deriveAlerts } from './alerts/derive';
import { noteEnergyWatches } from './alerts/watch';
import { deriveMeter, laggingMeters } from './derive';
import { noteMeters } from './dirty';

export interface EnergyDeriver {
  /** meters, readings by hand, tariffs or the calendar of an organisation, or of all, may have changed */
  forget(schema?: string): void;
  /** Answers the alerts that are others now. */
  run(org: OrgInfo, now?: number): Promise<readonly string[]>;
}
/** virtual meters over virtual ones come one round later each */
const ROUNDS = 10;

/** Meters first: their rules look at them as they are. */
const noteAll = async (db: Db, asSystem: AsSystem, org: OrgInfo, now: number): Promise<void> => {
  await inTx(db, (trx) => noteMeters(trx, (table) => sql.id(org.schema, table)));
  await asSystem(org, (ctx) => noteEnergyWatches(ctx, now));
};

export const openEnergy = (db: Db, asSystem: AsSystem, onError = raise): EnergyDeriver => {
  const noted = new Set<string>();
  const alerts = async (org: OrgInfo, now: number): Promise<readonly string[]> => {
    const changed: string[] = [];
    await eachLagging({ db, org, noted: ALERTS, now, onError }, async (meter) => {
      changed.push(...(await asSystem(org, (ctx) => deriveAlerts(ctx, meter, now))));
    });
    return changed;
  };
  return {
    forget(schema) {
      if (schema === undefined) noted.clear();
      else noted.delete(schema);
    },
    async run(org, now = Date.now()) {
      if (!noted.has(org.schema)) {
        // before it is asked: a change that comes meanwhile is asked for again
        noted.add(org.schema);
        await noteAll(db, asSystem, org, now).catch((error: unknown) => {
          noted.delete(org.schema);
          throw error;
        });
      }
      for (let round = 0; round < ROUNDS; round++) {
        const { rows } = await sql`SELECT FROM ${sql.id(org.schema, 'mw_energy_dirty')} LIMIT 1`.execute(db);
        if (rows.length === 0) break;
        for (const meter of await asSystem(org, laggingMeters)) await asSystem(org, (ctx) => deriveMeter(ctx, meter));
      }
      const changed = await alerts(org, now);
      const failed = await runActions(db, org, now, { asSystem, onError });
      return [...changed, ...failed.flatMap(({ object, id }) => (object === 'energyAlert' ? id : []))];
    },
  };
};
