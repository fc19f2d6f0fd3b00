/** What errors of the database, the disk and the HTTP server mean to whoever asked: one answer for a call and for an item of a queue. */
import { isLostConnection } from './db/lost';
import { AppError, diskFull, type ErrorCode } from './errors';
import { isDiskFull } from './files/room';

/** SQLSTATE: text, number, date or uuid that is none; a number or date out of range */
const BEYOND: ReadonlySet<string> = new Set(['22P02', '22003', '22007', '22008', '22021', '22P05']);
const STATUS: Readonly<Record<number, ErrorCode>> = {
  400: 400,
  404: 404,
  413: 413,
  414: 400,
  415: 400,
  429: 429,
  503: 503,
};
/** Null: a fault of the program. */
export const asAppError = (error: unknown): AppError | null => {
  if (error instanceof AppError) return error;
  if (!(error instanceof Error)) return null;
  const { statusCode, code } = error as Error & { readonly statusCode?: number; readonly code?: string };
  if (isLostConnection(error)) return new AppError(503, '数据库连接中断，请稍后重试');
  if (isDiskFull(error)) return diskFull();
  // a value beyond the type it is compared or kept with, which no earlier look has named
  if (code !== undefined && BEYOND.has(code)) return new AppError(400);
  // the database's own limits: the user can ask for less, or again
  if (code === '57014') return new AppError(203, '查询时间过长，请缩小查询范围');
  if (code === 'MW001') return new AppError(203, '预览中只能修改草稿里的对象');
  if (code === '55P03') return new AppError(203, '数据正被他人处理，请稍后重试');
  const known = statusCode === undefined ? undefined : STATUS[statusCode];
  return known === undefined ? null : new AppError(known);
};
