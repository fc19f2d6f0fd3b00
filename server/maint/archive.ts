/** 归档与导出 (domain 10 §6.9): all an organisation stores, or the documents of a closed month, as one zip of workbooks with their hashes. */
import type { Problem, Rec, Row } from '../../schemas/language/value';
import type { DomainModule, OrgInfo } from '../ctx';
import { AppError, refuse } from '../errors';
import { wakeJob } from '../jobs/wake';
import type { EngineCtx } from '../records/host';
import { holdMaintenance, isBusy } from '../records/maint-lock';
import { countStored, type Span } from '../records/store/stored-batches';
import { DONE, WAITING } from './book';
import { dumpedObjects, makeZip } from './dump';

const WHOLE = '10';
const MONTH = '20';
const RUNNING = '30';
const FAILED = '70';
const CLOSED = '60';
const ARCHIVED = '80';

export const dataArchive: DomainModule = {
  /** what the files will hold, by object */
  async derive(record, old, ctx) {
    if (old !== null && old.docStatus !== WAITING) return undefined;
    const engine = ctx.asSystem() as EngineCtx;
    const span = await spanOf(engine, record);
    const counts: Row[] = [];
    for (const object of dumpedObjects(engine, span !== undefined)) {
      const count = await countStored(engine, object, span);
      if (count > 0) counts.push({ id: ctx.newId(), lineNo: (counts.length + 1) * 10, object: object.object, count });
    }
    return {
      counts: counts as never,
      rowCount: counts.reduce((sum, row) => sum + Number(row.count), 0),
    };
  },
  async check(record, old, ctx): Promise<readonly Problem[]> {
    if (old !== null && old.docStatus !== WAITING) return [];
    const say = (path: string, text: string): readonly Problem[] => [{ code: 'archive', path, text }];
    if (record.kind === WHOLE && !ctx.session.rights.super) return say('kind', '只有超级管理员可以导出企业数据');
    if (record.kind === MONTH && Number(record.rowCount ?? 0) === 0) return say('period', '该期间没有单据，不需要归档');
    return [];
  },
  actions: {
    async run(record, _ask, ctx) {
      if (record.kind === WHOLE && !ctx.session.rights.super) throw refuse('只有超级管理员可以导出企业数据');
      await spanOf(ctx.asSystem() as EngineCtx, record);
      await wakeJob(ctx, 'dataArchive');
      return { runBy: ctx.session.me.id };
    },
  },
};

/** Of an archive its month, which must be closed and not be archived before. */
async function spanOf(ctx: EngineCtx, record: Rec): Promise<Span | undefined> {
  if (record.kind !== MONTH) return undefined;
  const period = typeof record.period === 'string' ? await ctx.records.get('stockPeriod', record.period) : null;
  if (!period) throw refuse('请选择要归档的期间');
  if (period.status === ARCHIVED) throw refuse(`${String(period.ym)}期间已归档`);
  if (period.status !== CLOSED) throw refuse(`${String(period.ym)}期间没有关闭，不能归档`);
  const [year = 0, month = 0] = String(period.ym).split('-').map(Number);
  const next = month === 12 ? `${year + 1}-01` : `${year}-${String(month + 1).padStart(2, '0')}`;
  return { from: `${String(period.ym)}-01`, to: `${next}-01` };
}

export interface ArchiveHost {
  readonly asSystem: <T>(org: OrgInfo, run: (ctx: EngineCtx) => Promise<T>) => Promise<T>;
  readonly alarm: (text: string, data: object) => void;
}

/** Runs what waits in an organisation, one after the other; answers how many are done. */
export async function runArchives(host: ArchiveHost, org: OrgInfo): Promise<number> {
  const open = await host.asSystem(org, (ctx) => ctx.records.find('dataArchive', `docStatus == '${RUNNING}'`));
  let done = 0;
  for (const { id } of open) {
    const tell = (progress: number): Promise<void> =>
      host.asSystem(org, (ctx) => ctx.records.patch('dataArchive', id as string, { head: { progress } }));
    try {
      if (await host.asSystem(org, (ctx) => runOne(ctx, id as string, tell))) done++;
    } catch (error) {
      if (isBusy(error)) continue;
      const message = error instanceof AppError ? error.message : '没有完成，请重试';
      if (!(error instanceof AppError))
        host.alarm('archive failed', { org: org.code, id, reason: (error as Error).message });
      await host.asSystem(org, (ctx) =>
        ctx.records.patch('dataArchive', id as string, { head: { docStatus: FAILED, message: message.slice(0, 500) } }),
      );
    }
  }
  return done;
}

/** False when it was done before: by a run that was killed after it. */
async function runOne(ctx: EngineCtx, id: string, tell: (progress: number) => Promise<void>): Promise<boolean> {
  await holdMaintenance(ctx, 'archive');
  const record = await ctx.records.get('dataArchive', id);
  if (record?.docStatus !== RUNNING) return false;
  const span = await spanOf(ctx, record);
  const by = typeof record.runBy === 'string' ? record.runBy : '';
  const runner = { id: by, name: await ctx.records.label('user', by) };
  const all = Number(record.rowCount ?? 0);
  let told = 0;
  const onRows = async (done: number): Promise<void> => {
    const share = all === 0 ? 0 : Math.min(99, Math.floor((done / all) * 100));
    if (share - told < 10) return;
    told = share;
    await tell(share);
  };
  const title = span ? `归档_${span.from.slice(0, 7)}` : `导出_${ctx.org.code}_${ctx.now.replace(/\D/g, '')}`;
  const { file, rows, sha256 } = await makeZip(ctx, {
    name: `${title}.zip`,
    by: runner,
    onRows,
    ...(span ? { span } : {}),
  });
  if (span) await ctx.records.patch('stockPeriod', String(record.period), { head: { status: ARCHIVED } });
  await ctx.records.patch('dataArchive', id, {
    head: {
      docStatus: DONE,
      progress: 100,
      rowCount: rows,
      file: [file],
      sha256,
      message: null,
      finishedAt: ctx.now,
    } as unknown as Rec,
  });
  await ctx.emit('dataArchive.finished', { id, nbr: record.nbr ?? null, rows });
  return true;
}
