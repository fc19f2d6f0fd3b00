/** Runs the jobs by pg-boss, in a schema of its own: with several processes each time has one run. */
import PgBoss from 'pg-boss';
import { lockSchemas } from '../db/migrations';
import { listenTo } from '../db/notifications';
import { inTx } from '../db/tx';
import { JOBS, type Job, type JobHost } from './list';
import { type JobState, SCHEMA, statesOf } from './states';
import { WAKE } from './wake';

const STOP_MS = 5_000;
/** China has one offset all year. By its name the library asks the zone table for each step back in time: a second of work, twice a minute. */
const FACTORY_ZONE = 'UTC+8';
/** how often it looks which jobs are due, s; it accepts less than a minute */
const LOOK_SECONDS = 45;

export interface JobOptions {
  readonly jobs?: readonly Job[];
  /** how often a process asks for work */
  readonly pollingSeconds?: number;
  /** a run of a process that was killed counts as failed after this, and is tried again */
  readonly expireSeconds?: number;
  /** before another try */
  readonly retrySeconds?: number;
  /** how often runs that take too long are looked for */
  readonly watchSeconds?: number;
}

export interface JobLog {
  info(data: object, text: string): void;
  error(data: object, text: string): void;
}
export interface Jobs {
  /** the last run of each */
  states(): Promise<readonly JobState[]>;
  /** as soon as a process is free; false when there is no such job */
  runNow(name: string): Promise<boolean>;
  stop(): Promise<void>;
}

export async function startJobs(
  url: string,
  host: Omit<JobHost, 'alarm'>,
  log: JobLog,
  { jobs = JOBS, pollingSeconds = 10, expireSeconds = 600, retrySeconds = 60, watchSeconds = 120 }: JobOptions = {},
): Promise<Jobs> {
  const boss = new PgBoss({
    connectionString: url,
    schema: SCHEMA,
    max: 2,
    application_name: 'millwright jobs',
    maintenanceIntervalSeconds: watchSeconds,
    cronMonitorIntervalSeconds: LOOK_SECONDS,
  });
  // the library goes on by itself; without a listener an error would end the process
  boss.on('error', (error) => log.error({ err: error }, 'jobs'));
  await boss.start();
  const all: JobHost = { ...host, alarm: (text, data) => log.error(data, text) };
  // a queue is a table of the library: two processes that start at once make them one after the other
  await inTx(host.db, async (trx) => {
    await lockSchemas(trx);
    for (const { name } of jobs)
      await boss.createQueue(name, { name, retryLimit: 2, retryDelay: retrySeconds, expireInSeconds: expireSeconds });
  });
  const workers = new Map<string, string>();
  for (const job of jobs) {
    const options = { pollingIntervalSeconds: pollingSeconds };
    workers.set(job.name, await boss.work(job.name, options, () => runJob(job, all, log)));
    await boss.schedule(job.name, job.cron, {}, { tz: FACTORY_ZONE });
  }
  const runNow = async (name: string, id?: string): Promise<boolean> => {
    const worker = workers.get(name);
    if (worker === undefined) return false;
    await boss.send(name, {}, id === undefined ? {} : { id });
    boss.notifyWorker(worker);
    return true;
  };
  const woken = listenTo(url, WAKE, {
    onMessage: (text) => {
      const [name = '', id] = text.split(' ');
      runNow(name, id).catch((error: Error) => log.error({ err: error }, 'jobs'));
    },
    // what was said meanwhile runs at its time
    onGap: () => undefined,
  });
  await woken.ready;
  return {
    states: () => statesOf(host.db),
    runNow,
    async stop() {
      await woken.close();
      await boss.stop({ graceful: true, wait: true, timeout: STOP_MS });
    },
  };
}

async function runJob(job: Job, host: JobHost, log: JobLog): Promise<object> {
  const started = Date.now();
  try {
    const output = await job.run(host);
    log.info({ job: job.name, ms: Date.now() - started, output }, 'job');
    return output;
  } catch (error) {
    log.error({ job: job.name, ms: Date.now() - started, err: error }, 'job failed');
    throw error;
  }
}
