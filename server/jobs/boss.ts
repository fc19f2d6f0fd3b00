/** Runs the jobs by pg-boss, in a schema of its own: with several processes each time has one run. */
import PgBoss from 'pg-boss';
import type { Db } from '../ctx';
import { lockSchemas } from '../db/migrations';
import { listenTo } from '../db/notifications';
import { grantSchema } from '../db/roles';
import { inTx } from '../db/tx';
import { JOBS, type Job, type JobHost } from './list';
import { type JobState, SCHEMA, statesOf } from './states';
import { WAKE } from './wake';

const STOP_MS = 5_000;
const CLOCK_QUEUE = '__pgboss__send-it';
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
  /** by which tables of the library are made; the own address otherwise */
  readonly ownerUrl?: string;
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
  options: JobOptions = {},
): Promise<Jobs> {
  const { jobs = JOBS, pollingSeconds = 10, watchSeconds = 120 } = options;
  await makeQueues(options.ownerUrl ?? url, host.owner, options);
  const boss = new PgBoss({
    connectionString: url,
    schema: SCHEMA,
    max: 2,
    migrate: false,
    application_name: 'millwright jobs',
    maintenanceIntervalSeconds: watchSeconds,
    cronMonitorIntervalSeconds: LOOK_SECONDS,
  });
  // the library goes on by itself; without a listener an error would end the process
  boss.on('error', (error) => log.error({ err: error }, 'jobs'));
  await boss.start();
  const all: JobHost = { ...host, alarm: (text, data) => log.error(data, text) };
  const workers = new Map<string, string>();
  for (const job of jobs) {
    const often = { pollingIntervalSeconds: pollingSeconds };
    workers.set(job.name, await boss.work(job.name, often, () => runJob(job, all, log)));
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

/** A queue is a table of the library. Their owner makes them, two processes that start at once one after the other; work needs rows only. */
async function makeQueues(
  ownerUrl: string,
  owner: Db,
  { jobs = JOBS, expireSeconds = 600, retrySeconds = 60 }: JobOptions,
): Promise<void> {
  const maker = new PgBoss({ connectionString: ownerUrl, schema: SCHEMA, max: 1, supervise: false, schedule: false });
  maker.on('error', () => undefined);
  await maker.start();
  try {
    await inTx(owner, async (trx) => {
      await lockSchemas(trx);
      for (const { name } of jobs)
        await maker.createQueue(name, {
          name,
          retryLimit: 2,
          retryDelay: retrySeconds,
          expireInSeconds: expireSeconds,
        });
      // the one of its own, for what the clock asks for
      await maker.createQueue(CLOCK_QUEUE);
      await grantSchema(trx, SCHEMA);
    });
  } finally {
    await maker.stop({ graceful: false, wait: true });
  }
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
