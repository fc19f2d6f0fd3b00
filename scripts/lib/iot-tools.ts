/** What the commands of the simulator share: their arguments, and the database of the server they speak about. */
import { parseArgs } from 'node:util';
import { sql } from 'kysely';
import { readConfig } from '../../server/config';
import type { Db } from '../../server/ctx';
import { openCluster } from '../../server/db/cluster';
import { connect } from '../../server/db/connect';
import { DATABASE } from '../../server/db/embedded';
import { isScenario, type Scenario } from '../../server/iot/simulate/scenarios';

const HOUR_MS = 3_600_000;

export interface SimulateArgs {
  readonly seed: number;
  readonly from: number;
  readonly to: number;
  readonly speed: number;
  readonly boxes: readonly string[] | undefined;
  readonly scenarios: readonly Scenario[];
  readonly broker: string;
  readonly org: string;
  readonly truth: string | undefined;
  /** days of a factory that has fewer behind it; undefined: a run */
  readonly history: number | undefined;
}

export const simulateArgs = (argv: readonly string[], now: number): SimulateArgs => {
  const { values } = parseArgs({
    args: [...argv],
    options: {
      seed: { type: 'string', default: '1' },
      from: { type: 'string' },
      to: { type: 'string' },
      speed: { type: 'string', default: '0' },
      boxes: { type: 'string' },
      scenario: { type: 'string', default: 'normal' },
      broker: { type: 'string', default: 'mqtt://127.0.0.1:1883' },
      org: { type: 'string', default: 'demo' },
      truth: { type: 'string' },
      history: { type: 'string' },
    },
  });
  const moment = (name: string, text: string | undefined, otherwise: number): number => {
    const ms = text === undefined ? otherwise : Date.parse(`${text.replace(' ', 'T')}+08:00`);
    if (Number.isNaN(ms)) throw new Error(`--${name}: ${text} is no moment like 2026-01-15T08:00`);
    return ms;
  };
  const number = (name: string, text: string): number => {
    const value = Number(text);
    if (!Number.isFinite(value) || value < 0) throw new Error(`--${name}: ${text} is no number`);
    return value;
  };
  const to = moment('to', values.to, Math.floor(now / 60_000) * 60_000);
  const from = moment('from', values.from, to - HOUR_MS);
  if (from >= to) throw new Error('--from must be before --to');
  const scenarios = values.scenario.split(',').map((name) => {
    if (!isScenario(name)) throw new Error(`--scenario: ${name} is none`);
    return name;
  });
  return {
    seed: number('seed', values.seed),
    from,
    to,
    speed: number('speed', values.speed),
    boxes: values.boxes?.split(','),
    scenarios,
    broker: values.broker,
    org: values.org,
    truth: values.truth,
    history: values.history === undefined ? undefined : number('history', values.history),
  };
};

/** The database of DATABASE_URL, or that of a server which runs over DATA_DIR. */
export const withDatabase = async <T>(work: (db: Db, url: string) => Promise<T>): Promise<T> => {
  const config = readConfig();
  const cluster = config.databaseUrl === undefined ? await openCluster({ dataDir: config.dataDir }) : null;
  const url = config.databaseOwnerUrl ?? config.databaseUrl ?? cluster?.urlOf(DATABASE) ?? '';
  const database = connect({ url, max: 2, statementTimeout: 0 });
  try {
    return await work(database.db, url);
  } finally {
    await database.close();
    // one that was running goes on
    if (cluster !== null && !cluster.adopted) await cluster.stop();
  }
};

export const schemaOf = async (db: Db, org: string): Promise<string> => {
  const schema = `org_${org}`;
  const { rows } = await sql`SELECT FROM pg_namespace WHERE nspname = ${schema}`.execute(db);
  if (rows.length === 0) throw new Error(`there is no organisation ${org}`);
  return schema;
};
