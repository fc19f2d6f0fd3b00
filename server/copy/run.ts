/** Copies that wait (domain 10 §6.8): one transaction a target, whose rows and whose result stand together or not at all. */

import type { Rec, Row } from '../../schemas/language/value';
import type { OrgInfo } from '../ctx';
import { AppError } from '../errors';
import { makeCtx, nobody } from '../records/context';
import type { EngineCtx } from '../records/host';
import { holdMaintenance, isBusy } from '../records/maint-lock';
import { applyPlan } from './apply';
import { keepOutcomes, type Target } from './lines';
import { planCopy } from './plan';
import { sumOf, wishesOf } from './wishes';

export interface CopyHost {
  /** one transaction over the records of an organisation, with all rights and in nobody's name */
  readonly asSystem: <T>(org: OrgInfo, run: (ctx: EngineCtx) => Promise<T>) => Promise<T>;
  readonly alarm: (text: string, data: object) => void;
}

export const WAITING = '10';
export const RUNNING = '30';
export const DONE = '60';
export const FAILED = '70';
const UNDO_DAYS = 7;

/** In the transaction of the source; its target is written in nobody's name. */
export async function inTarget(source: EngineCtx, { id, code, name }: Target): Promise<EngineCtx> {
  const org: OrgInfo = { id, code, name, schema: `org_${code}`, rightsVersion: 0 };
  return (await makeCtx(source.host, nobody(org), { requestId: source.requestId, trx: source.trx })).asSystem();
}
export const targetsOf = async (ctx: EngineCtx, job: Rec): Promise<readonly Target[]> => {
  const ids = Array.isArray(job.targets) ? (job.targets as unknown as readonly string[]) : [];
  return (await ctx.records.many('org', ids, { stored: true })).map(({ id, code, name }) => ({
    id: id as string,
    code: String(code),
    name: String(name),
  }));
};

/** Runs what waits in an organisation, one after the other; answers how many targets are done. */
export async function runCopies(host: CopyHost, org: OrgInfo): Promise<number> {
  const open = await host.asSystem(org, (ctx) => ctx.records.find('dataCopyJob', `docStatus == '${RUNNING}'`));
  let done = 0;
  for (const { id } of open) done += await runCopy(host, org, id as string);
  return done;
}

async function runCopy(host: CopyHost, org: OrgInfo, id: string): Promise<number> {
  const targets = await host.asSystem(org, async (ctx) =>
    targetsOf(ctx, (await ctx.records.get('dataCopyJob', id)) ?? {}),
  );
  let done = 0;
  for (const [n, target] of targets.entries()) {
    const tell = (share: number): Promise<void> =>
      host.asSystem(org, (ctx) =>
        ctx.records.patch('dataCopyJob', id, {
          head: { progress: Math.floor(((n + Math.min(share, 0.99)) / targets.length) * 100) },
        }),
      );
    try {
      if (await host.asSystem(org, (ctx) => copyInto(ctx, id, target, tell))) done++;
    } catch (error) {
      if (isBusy(error)) return done;
      const message = error instanceof AppError ? error.message : '复制没有完成，请重试';
      if (!(error instanceof AppError))
        host.alarm('copy failed', { org: org.code, target: target.code, reason: (error as Error).message });
      await host.asSystem(org, (ctx) => note(ctx, id, target, { state: FAILED, message: message.slice(0, 500) }));
    }
  }
  await host.asSystem(org, (ctx) => finish(ctx, id));
  return done;
}

/** False when it was done before: by a run that was killed after it. */
async function copyInto(
  source: EngineCtx,
  id: string,
  target: Target,
  tell: (share: number) => Promise<void>,
): Promise<boolean> {
  await holdMaintenance(source, `copy ${id}`);
  const job = await source.records.get('dataCopyJob', id);
  const row = resultOf(job, target);
  if (job?.docStatus !== RUNNING || !row || row.state === DONE) return false;
  const there = await inTarget(source, target);
  const plan = await planCopy(source, there, wishesOf(job));
  let told = 0;
  const outcomes = await applyPlan(there, plan, async (n) => {
    const share = n / plan.lines.length;
    if (share - told < 0.1) return;
    told = share;
    await tell(share);
  });
  await keepOutcomes(source, id, target, outcomes);
  const count = (result: string): number => outcomes.filter((outcome) => outcome.result === result).length;
  await note(source, id, target, {
    state: DONE,
    message: null,
    added: count('added'),
    same: count('same'),
    changed: count('changed'),
    skipped: count('skipped'),
  });
  return true;
}

const resultOf = (job: Rec | null, target: Target): Row | undefined =>
  ((job?.results as readonly Row[] | undefined) ?? []).find((row) => row.code === target.code);

async function note(ctx: EngineCtx, id: string, target: Target, change: Rec): Promise<void> {
  const row = resultOf(await ctx.records.get('dataCopyJob', id), target);
  if (row) await ctx.records.patch('dataCopyJob', id, { rows: { results: [{ ...change, id: row.id } as Row] } });
}

async function finish(ctx: EngineCtx, id: string): Promise<void> {
  const job = await ctx.records.get('dataCopyJob', id, { lock: true });
  if (job?.docStatus !== RUNNING) return;
  const rows = (job.results as readonly Row[] | undefined) ?? [];
  const failed = rows.filter((row) => row.state !== DONE);
  const undoUntil = new Date(Date.parse(`${ctx.now.replace(' ', 'T')}Z`) + UNDO_DAYS * 86_400_000);
  await ctx.records.patch('dataCopyJob', id, {
    head: {
      docStatus: failed.length > 0 ? FAILED : DONE,
      progress: 100,
      finishedAt: ctx.now,
      undoUntil: undoUntil.toISOString().slice(0, 19).replace('T', ' '),
      added: sumOf(rows, 'added'),
      same: sumOf(rows, 'same'),
      changed: sumOf(rows, 'changed'),
      skipped: sumOf(rows, 'skipped'),
      failed: sumOf(failed, 'total'),
      message: failed.length > 0 ? String(failed[0]?.message ?? '') : null,
    },
  });
  await ctx.emit('dataCopyJob.finished', { id, nbr: job.nbr ?? null, failed: failed.length });
}
