/** The last run of every job, as the library keeps it; the rows of the page 定时任务. */
import { sql } from 'kysely';
import type { Rec } from '../../schemas/language/value';
import type { Db, Service } from '../ctx';
import { JOBS } from './list';

export const SCHEMA = 'jobs';

export interface JobState {
  readonly name: string;
  readonly title: string;
  readonly cron: string;
  /** created, active, completed, failed …; absent before the first run */
  readonly state?: string;
  readonly startedAt?: string;
  readonly finishedAt?: string;
  readonly ms?: number;
  readonly output?: unknown;
}

export async function statesOf(db: Db): Promise<readonly JobState[]> {
  const { rows } = await sql<Record<string, unknown>>`
    select distinct on (name) name, state::text as state, started_on, completed_on, output,
      extract(epoch from completed_on - started_on) * 1000 as ms
    from (
      select name, state::text, started_on, completed_on, output, created_on from ${sql.table(`${SCHEMA}.job`)}
      union all
      select name, state::text, started_on, completed_on, output, created_on from ${sql.table(`${SCHEMA}.archive`)}
    ) j where name = any(${JOBS.map(({ name }) => name)}::text[])
    order by name, started_on desc nulls last, created_on desc`.execute(db);
  const last = new Map(rows.map((row) => [String(row.name), row]));
  return JOBS.map(({ name, title, cron }) => {
    const row = last.get(name);
    if (!row) return { name, title, cron };
    return {
      name,
      title,
      cron,
      state: String(row.state),
      ...(row.started_on ? { startedAt: String(row.started_on) } : {}),
      ...(row.completed_on ? { finishedAt: String(row.completed_on), ms: Math.round(Number(row.ms)) } : {}),
      output: row.output ?? null,
    };
  });
}

export const jobStates: Service = {
  name: 'jobs.states',
  right: 'sysJob:view',
  run: async (_args, ctx): Promise<readonly Rec[]> => {
    // the library makes its tables at its first start
    const { rows } = await sql<{ there: boolean }>`select to_regclass(${`${SCHEMA}.job`}) is not null as there`.execute(
      ctx.trx,
    );
    const states = rows[0]?.there
      ? await statesOf(ctx.trx)
      : JOBS.map(({ name, title, cron }) => ({ name, title, cron }));
    return states.map((job: JobState) => ({
      name: job.name,
      title: job.title,
      cron: job.cron,
      state: job.state ?? null,
      startedAt: job.startedAt?.slice(0, 19) ?? null,
      finishedAt: job.finishedAt?.slice(0, 19) ?? null,
      ms: job.ms ?? null,
      output: job.state === 'failed' ? failureOf(job.output) : null,
    }));
  },
};

/** The sentence of a failure, without the places of the code. */
const failureOf = (output: unknown): string => {
  const { message } = (output ?? {}) as { readonly message?: unknown };
  return typeof message === 'string' ? message.slice(0, 300) : '没有完成';
};
