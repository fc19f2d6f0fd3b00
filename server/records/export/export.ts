/** A list as a sheet that is written while it is read: the current filter, order and columns, the rows of view and export together. */
import type { Readable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { CompiledQuery, sql } from 'kysely';
import { AppError, forbidden, refuse } from '../../errors';
import { openBook, ReaderGone } from '../../excel/write';
import type { Page } from '../../registry/pages';
import { inWrite } from '../context';
import { nameListed } from '../files/file-values';
import type { EngineCtx } from '../host';
import { addLate } from '../list/late-columns';
import { parseListRequest } from '../list/list-request';
import { planList, run } from '../list/plan';
import { fill } from '../list/slots';
import { markOn } from '../mark';
import type { DbRow } from '../store/stored';
import { type ExportColumn, exportRows, headColumns, rowColumns } from './export-columns';
import { type RowsSheet, writeRowsSheet } from './rows-sheet';

export interface Export {
  /** `采购订单_20260115080000.xlsx` */
  readonly name: string;
  /** heads the filter finds */
  readonly total: number;
  readonly stream: Readable;
}
/** Rows read at once: between two of these the thread answers others, for as long as these have kept it busy. */
const CHUNK = 100;
const LONGEST_REST = 20;
/** at the same time, of one user and of the process: each holds a connection and a thread */
const MAX_OF_USER = 2;
const MAX_OF_PROCESS = 4;
const running = new Map<string, number>();

/** Answers when the first rows are read, so that what is refused is refused in words; the rest follows as fast as it is taken. */
export async function exportList(ctx: EngineCtx, page: Page, body: unknown, behind?: RowsSheet): Promise<Export> {
  const right = `${page.object.object}:export`;
  if (!ctx.session.rights.has(right)) throw forbidden();
  const max = Number(ctx.setting('export.maxRows') ?? 100_000);
  const { current: _current, size: _size, rows: sub, ...filter } = (body ?? {}) as Readonly<Record<string, unknown>>;
  if (sub !== undefined && typeof sub !== 'string') throw new AppError(400);
  const request = { ...parseListRequest({ ...filter, current: 1 }, 1), size: max };
  const planned = await planList(ctx, page, request, { rights: [page.right, right], plain: true, cap: max });
  if (!planned?.plan.count) throw refuse('没有可导出的数据');
  const { plan, values } = planned;
  const columns: ExportColumn[] = [
    ...headColumns(ctx, plan.columns),
    ...(sub === undefined ? [] : rowColumns(ctx, page.object, sub)),
  ];
  const release = enter(ctx.session.me.id);
  try {
    const [count] = await run(ctx, plan.count as NonNullable<typeof plan.count>, values);
    const total = Number(count?.n ?? 0);
    if (total === 0) throw refuse('没有可导出的数据');
    if (total > max) throw refuse(`导出数据超过${max}行，请缩小查询范围`);
    const mark = markOn(ctx, 'export');
    const book = openBook();
    book.stream.once('close', release);
    book.sheet({
      name: page.title,
      columns: columns.map(({ width, as }) => (as ? { width, as } : { width })),
      frozen: 1,
      ...(mark === undefined ? {} : { header: mark }),
    });
    await new Promise<void>((resolve, reject) => {
      const read = inWrite(
        ctx,
        async (inner) => {
          if (!ctx.inTx) await sql`set transaction isolation level repeatable read read only`.execute(inner.trx);
          const text = `declare mw_export no scroll cursor for ${plan.rows.sql}`;
          await inner.trx.executeQuery(CompiledQuery.raw(text, fill(plan.rows.parameters, values)));
          const ids: string[] = [];
          for (let first = true; ; first = false) {
            const { rows } = await sql<DbRow>`fetch ${sql.lit(CHUNK)} from mw_export`.execute(inner.trx);
            const begun = performance.now();
            const records = rows.map(plan.write);
            if (behind !== undefined) ids.push(...records.map((record) => record.id as string));
            await addLate(inner, page.object, plan.late, records);
            await nameListed(inner, plan.columns, records);
            const cells = await exportRows(inner, page.object, columns, records, sub);
            if (first) resolve();
            const written = book.rows(
              first ? [columns.map(({ title }) => ({ v: title, s: 'head' as const })), ...cells] : cells,
            );
            const rest = Math.min(LONGEST_REST, performance.now() - begun);
            await written;
            if (rows.length < CHUNK) break;
            // half of the time is everybody else's, also when the reader is faster than we are
            await sleep(rest);
          }
          await sql`close mw_export`.execute(inner.trx);
          if (behind !== undefined) await writeRowsSheet(inner, page.object, { behind, ids, book, mark });
        },
        { reads: true },
      );
      read.then(
        () => book.end(),
        (error: Error) => {
          reject(error);
          book.fail(error instanceof ReaderGone ? new Error('aborted') : error);
        },
      );
    });
    await ctx.emit(`${page.object.object}.export`, { object: page.object.object, page: page.code, rows: total });
    return { name: `${page.title}_${ctx.now.replace(/\D/g, '')}.xlsx`, total, stream: book.stream };
  } catch (error) {
    release();
    throw error;
  }
}

/** Counts the exports going on; the answer ends this one, once. */
function enter(user: string): () => void {
  const all = [...running.values()].reduce((sum, number) => sum + number, 0);
  if ((running.get(user) ?? 0) >= MAX_OF_USER) throw refuse('您还有导出正在进行，请等待完成或取消后再试');
  if (all >= MAX_OF_PROCESS) throw refuse('正在导出的人较多，请稍后再试');
  running.set(user, (running.get(user) ?? 0) + 1);
  let isIn = true;
  return () => {
    if (!isIn) return;
    isIn = false;
    const left = (running.get(user) ?? 1) - 1;
    if (left > 0) running.set(user, left);
    else running.delete(user);
  };
}
