/**
 * A process that runs jobs as the server does, over a database that others run them on as well. `tick N` on its input asks for N ticks of
 * each counting job, the way the library asks for a time: every process does, one is taken. What ran is written to `job_run`.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import PgBoss from 'pg-boss';
import { connect } from '../../server/db/connect';
import { startJobs } from '../../server/jobs/boss';
import type { Job, JobHost } from '../../server/jobs/list';
import { SCHEMA } from '../../server/jobs/states';

const url = process.argv[2] ?? '';
const counting = Number(process.argv[3]);
const { db } = connect({ url, max: 4 });
const write = async (job: string, what: string): Promise<void> => {
  await sql`insert into public.job_run (job, what, pid) values (${job}, ${what}, ${process.pid})`.execute(db);
};
const far = '0 0 1 1 *';
const jobs: Job[] = Array.from({ length: counting }, (_, n) => ({
  name: `count${n}`,
  title: '计数',
  cron: far,
  run: async () => {
    await write(`count${n}`, 'done');
    return {};
  },
}));
jobs.push({
  name: 'slow',
  title: '慢',
  cron: far,
  run: async () => {
    await write('slow', 'begun');
    const { rows } = await sql`select 1 from public.job_run where job = 'slow'`.execute(db);
    // whoever begins it first never comes to its end
    if (rows.length === 1) await sleep(3_600_000);
    await write('slow', 'done');
    return {};
  },
});

const silent = { info: () => undefined, error: (data: object, text: string) => console.error(text, data) };
const running = await startJobs(url, { db, owner: db } as JobHost, silent, {
  jobs,
  pollingSeconds: 0.5,
  expireSeconds: 4,
  retrySeconds: 1,
  watchSeconds: 1,
});
const clock = new PgBoss({ connectionString: url, schema: SCHEMA, max: 2, supervise: false, schedule: false });
await clock.start();
process.stdin.on('data', (part) => {
  const [word, count] = part.toString().trim().split(' ');
  if (word === 'tick') void tick(Number(count));
  if (word === 'slow') void running.runNow('slow');
});
const tick = async (count: number): Promise<void> => {
  for (let n = 0; n < count; n++)
    await Promise.all(
      Array.from({ length: counting }, (_, at) =>
        // a slot that ends after the test: nothing of it happens by the time of day
        clock.send(`count${at}`, {}, { singletonKey: `tick${n}`, singletonSeconds: 43_200 }),
      ),
    );
  console.log('ticked');
};
console.log('ready');
