/** Files that no record took for a day go: bytes first, so that a row without bytes is what a kill leaves, and the next sweep ends it. */
import { sql } from 'kysely';
import type { Db } from '../ctx';
import { inTx } from '../db/tx';
import type { FileStore } from './store';

const HOUR_MS = 3_600_000;
/** Rows a round; the rest waits for the next one. */
const ROUND = 500;

export async function sweepFiles(db: Db, schemas: readonly string[], store: FileStore): Promise<number> {
  await store.sweepTemp(HOUR_MS);
  let gone = 0;
  for (const schema of schemas)
    gone += await inTx(db, async (trx) => {
      const own = trx.withSchema(schema);
      const rows = await own
        .selectFrom('mw_file')
        .select(['id', 'sha256'])
        .where(sql<boolean>`free_since < now() - interval '24 hours'`)
        .limit(ROUND)
        .forUpdate()
        .skipLocked()
        .execute();
      for (const row of rows) await store.remove(schema, { id: String(row.id), sha256: String(row.sha256) });
      if (rows.length > 0)
        await own
          .deleteFrom('mw_file')
          .where(
            'id',
            'in',
            rows.map((row) => row.id),
          )
          .execute();
      return rows.length;
    });
  return gone;
}
