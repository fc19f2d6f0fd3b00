/** What is derived from readings, kept up with them: signals that changed are noted first, then what lags is counted. */
import type { Db, OrgInfo } from '../ctx';
import { deriveCounts } from './counts';
import { noteSignals } from './signals';

export interface Deriver {
  /** maps of an organisation, or of all, may have changed */
  forget(schema?: string): void;
  run(org: OrgInfo, now: number): Promise<void>;
}

export const openDeriver = (db: Db): Deriver => {
  const noted = new Set<string>();
  return {
    forget(schema) {
      if (schema === undefined) noted.clear();
      else noted.delete(schema);
    },
    async run(org, now) {
      if (!noted.has(org.schema)) {
        // before it is asked: a change that comes meanwhile is asked for again
        noted.add(org.schema);
        await noteSignals(db, org, now).catch((error: unknown) => {
          noted.delete(org.schema);
          throw error;
        });
      }
      await deriveCounts(db, org, now);
    },
  };
};
