/**
 * A job at once instead of at its time: told to every process when the transaction that asks for it is committed. The id makes it one run
 * however many hear it.
 */
import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import type { Ctx } from '../ctx';

export const WAKE = 'mw_job';

export const wakeJob = async (ctx: Pick<Ctx, 'trx'>, name: string): Promise<void> => {
  await sql`SELECT pg_notify(${WAKE}, ${`${name} ${randomUUID()}`})`.execute(ctx.trx);
};
