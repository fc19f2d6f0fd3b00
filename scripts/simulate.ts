/**
 * `npm run simulate -- --scenario dup,outage --truth truth.json`: boxes of the demo factory speak to the broker of a running server.
 * It gives each box it plays a new secret, as 重置密钥 does. `--history 30`: days before the first reading there is, through the ingest
 * alone; the running server derives the rest.
 */
import { writeFileSync } from 'node:fs';
import { sql } from 'kysely';
import type { Db } from '../server/ctx';
import { boxSecretHash, newBoxSecret } from '../server/iot/secret';
import { simulate } from '../server/iot/simulate/run';
import { DAY_MS, EDGE_BOXES } from '../server/iot/simulate/scenarios';
import { fillHistory } from './lib/fill-history';
import { schemaOf, simulateArgs, withDatabase } from './lib/iot-tools';
import { playBox } from './lib/play-box';
import { playEdge } from './lib/play-edge';

const args = simulateArgs(process.argv.slice(2), Date.now());
if (args.history !== undefined) {
  const { history, org } = args;
  const many = await withDatabase((db) => fillHistory(db, org, Date.now() - history * DAY_MS));
  console.log(`${many} messages of the days before stored; the server derives what follows from them`);
  process.exit(0);
}
const { sent, truth } = simulate(args);
if (args.truth !== undefined) writeFileSync(args.truth, `${JSON.stringify(truth, null, 2)}\n`);

const secretsOf = async (db: Db): Promise<ReadonlyMap<string, string>> => {
  const schema = await schemaOf(db, args.org);
  const secrets = new Map<string, string>();
  for (const box of truth.boxes) {
    const secret = newBoxSecret();
    const { rows } = await sql<{
      id: string;
    }>`UPDATE ${sql.id(schema, 'cloud_box')} SET key_hash = ${boxSecretHash(secret)}, key_at = now()
      WHERE code = ${box} AND is_deleted = 0 RETURNING id`.execute(db);
    const [row] = rows;
    if (row === undefined) throw new Error(`there is no box ${box}`);
    // processes read boxes anew
    await sql`SELECT pg_notify('mw_live', ${`w ${schema} cloudBox ${row.id}`})`.execute(db);
    secrets.set(box, secret);
  }
  return secrets;
};
const secrets = await withDatabase(secretsOf);
const began = Date.now();
const again = await Promise.all(
  [...secrets].map(([box, secret]) => {
    const play = { ...args, box, secret, sent: sent.filter((message) => message.box === box) };
    return EDGE_BOXES.includes(box) ? playEdge(play, args) : playBox(play);
  }),
);
const seconds = ((Date.now() - began) / 1000).toFixed(1);
console.log(
  `${sent.length} messages of ${secrets.size} boxes stored in ${seconds} s, ${again.reduce((a, b) => a + b, 0)} sent again`,
);
