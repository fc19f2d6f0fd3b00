import { setTimeout as sleep } from 'node:timers/promises';
import type { Db, Trx } from '../ctx';

/** serialization failure and deadlock: the database asks to try again; a prepared statement whose answer has changed its type */
const AGAIN = new Set(['40001', '40P01', '0A000']);
const MAX_TRIES = 5;
/** Whoever runs the transaction runs it anew: on the way there it must stay what it is. */
export const isAgain = (error: unknown): boolean => AGAIN.has((error as { readonly code?: string }).code ?? '');

/** Runs `work` in one transaction; a deadlock, serialization failure or outdated statement runs it anew, at most 5 times in all, so it must not act outside. In a running transaction it is a part of that one. */
export const inTx = async <T>(db: Db, work: (trx: Trx) => Promise<T>): Promise<T> => {
  if (db.isTransaction) return work(db as Trx);
  for (let attempt = 1; ; attempt++) {
    try {
      return await db.transaction().execute(work);
    } catch (error) {
      if (!isAgain(error) || attempt >= MAX_TRIES) throw error;
      await sleep(Math.random() * 20 * 2 ** attempt);
    }
  }
};
