/** Days that played boxes have behind them, before the first reading of an organisation. */
import { sql } from 'kysely';
import { listOrgs } from '../../server/auth/organisation';
import type { Db } from '../../server/ctx';
import { topicOf } from '../../server/iot/address';
import { openDirectory } from '../../server/iot/directory';
import { raise } from '../../server/iot/dirty';
import { openIngest } from '../../server/iot/ingest';
import { playHistory } from '../../server/iot/simulate/history';
import { CATCH_UP_MS } from '../../server/iot/simulate/live';
import { DAY_MS } from '../../server/iot/simulate/scenarios';

/** Answers how many messages that were. */
export const fillHistory = async (db: Db, code: string, from: number): Promise<number> => {
  const org = (await listOrgs(db)).find((one) => one.code === code);
  if (org === undefined) throw new Error(`there is no organisation ${code}`);
  const { rows } = await sql<{ first: string | null }>`
    SELECT min(ts) AS first FROM ${sql.id(org.schema, 'mw_iot_key')} WHERE ts >= ${from}::bigint`.execute(db);
  const ingest = openIngest({
    db,
    directory: openDirectory(db, async () => [org]),
    ruleOf: async () => ({ futureMs: 0, acceptMs: DAY_MS }),
    onStored: () => undefined,
    onError: raise,
  });
  const to = Math.min(Number(rows[0]?.first ?? Number.MAX_SAFE_INTEGER), Date.now() - CATCH_UP_MS) - 1;
  try {
    return from < to
      ? await playHistory((sn, said, payload, at) => ingest.accept(topicOf({ org: code, sn }, said), payload, at), {
          from,
          to,
        })
      : 0;
  } finally {
    await ingest.stop();
  }
};
