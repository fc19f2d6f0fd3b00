/** One run of a kind of maintenance at a time in an organisation (domain 10 §6.9), until its transaction ends. */
import { sql } from 'kysely';
import type { Ctx } from '../ctx';
import { AppError, refuse, ruleOf } from '../errors';

const BUSY = 'maintenance.busy';
/** Another run holds it: the next turn tries again, nothing failed. */
export const isBusy = (error: unknown): boolean => error instanceof AppError && ruleOf(error) === BUSY;

export async function holdMaintenance(ctx: Ctx, kind: string): Promise<void> {
  const { rows } = await sql<{ free: boolean }>`
    SELECT pg_try_advisory_xact_lock(7201983, hashtext(${`${ctx.org.schema} ${kind}`})) AS free`.execute(ctx.trx);
  if (rows[0]?.free !== true) throw refuse('该任务正在执行，请稍后', { rule: BUSY });
}
