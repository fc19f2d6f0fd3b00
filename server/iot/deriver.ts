/** What is derived from readings, kept up with them: signals that changed are noted first, then what lags is counted, then whose it was. */
import { sql } from 'kysely';
import type { Ctx, Db, OrgInfo } from '../ctx';
import { deriveCounts } from './counts';
import { noteDevices } from './devices';
import { eachLagging, RULES, raise } from './dirty';
import { countWorks } from './machine-count';
import { deriveOutput, laggingDevices } from './output';
import { type Failed, runActions } from './rules/actions';
import { deriveRules } from './rules/derive';
import type { Warned } from './rules/warnings';
import { noteWatches } from './rules/watch';
import { noteSignals } from './signals';
import { dateStates } from './state-shift';
import { deriveStates } from './states';
import { type Works, watchWorks } from './works';

export type AsSystem = <T>(org: OrgInfo, run: (ctx: Ctx) => Promise<T>) => Promise<T>;
export interface Deriver {
  /** maps of an organisation, or of all, may have changed */
  forget(schema?: string): void;
  /** a work of a device was written */
  note(schema: string, work: string): void;
  run(org: OrgInfo, now: number): Promise<Changed>;
}
/** Rows of 产量, 不良记录 and 停机记录, and warnings, that are others now. */
export interface Changed {
  readonly output: readonly string[];
  readonly bad: readonly string[];
  readonly states: readonly string[];
  readonly warnings: readonly (Warned | Failed)[];
}

/** What fails is told, and what does not depend on it goes on. */
export const openDeriver = (db: Db, asSystem: AsSystem, onError = raise): Deriver => {
  const noted = new Set<string>();
  const dated = new Set<string>();
  const works = new Map<string, Works>();
  const worksOf = (schema: string): Works => {
    const known = works.get(schema) ?? watchWorks(db, schema);
    works.set(schema, known);
    return known;
  };
  return {
    forget(schema) {
      if (schema === undefined) {
        noted.clear();
        works.clear();
      } else noted.delete(schema);
    },
    note: (schema, work) => worksOf(schema).note(work),
    async run(org, now) {
      if (!noted.has(org.schema)) {
        // before it is asked: a change that comes meanwhile is asked for again
        noted.add(org.schema);
        const notes = [
          noteSignals(db, org, now),
          noteDevices(db, org, now),
          asSystem(org, (ctx) => noteWatches(ctx, now)),
        ];
        for (const note of await Promise.allSettled(notes)) {
          if (note.status === 'fulfilled') continue;
          noted.delete(org.schema);
          onError(note.reason);
        }
      }
      await deriveCounts(db, org, now, onError);
      const open = worksOf(org.schema);
      await open.mark(now);
      const { rows } = await sql`SELECT FROM ${sql.id(org.schema, 'mw_iot_lag')} LIMIT 1`.execute(db);
      const changed: string[] = [];
      const bad: string[] = [];
      for (const device of rows.length === 0 ? [] : await asSystem(org, laggingDevices)) {
        const derived = await asSystem(org, (ctx) => deriveOutput(ctx, device, now)).catch(onError);
        if (!derived) continue;
        changed.push(...derived.rows);
        bad.push(...derived.bad);
        open.wait(derived.waiting);
      }
      const states = await deriveStates(db, org, now, onError);
      // of all when the process begins: there may be rows of before
      const undated = dated.has(org.schema) ? states : null;
      if (undated === null || undated.length > 0)
        try {
          await asSystem(org, (ctx) => dateStates(ctx, undated));
          dated.add(org.schema);
        } catch (error) {
          dated.delete(org.schema);
          onError(error);
        }
      // after the run states, which rules look at
      const warnings: (Warned | Failed)[] = [];
      await eachLagging({ db, org, noted: RULES, now, onError }, async (device) => {
        warnings.push(...(await asSystem(org, (ctx) => deriveRules(ctx, device, now))));
      });
      warnings.push(...(await runActions(db, org, now, { asSystem, onError })));
      const waited = open.waited(now);
      if (waited.length > 0) open.wait(await asSystem(org, (ctx) => countWorks(ctx, waited)));
      return { output: changed, bad, states, warnings };
    },
  };
};
