/** 立即执行 (domain 10 §6.9): a scheduled job at once, besides its times. */
import type { DomainModule } from '../ctx';
import { refuse } from '../errors';
import { JOBS } from './list';
import { wakeJob } from './wake';

export const sysJob: DomainModule = {
  actions: {
    async run(_record, ask, ctx) {
      const job = JOBS.find(({ name }) => name === ask.job);
      if (!job) throw refuse('任务不存在');
      await wakeJob(ctx, job.name);
      return { rows: [{ id: job.name, title: job.title, cron: job.cron }] } as never;
    },
  },
};
