/** `npm run iot-check truth.json`: what the server has against the truth of a run of the simulator; 1 with a table of differences. */
import { readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { compare, type Difference } from '../server/iot/simulate/compare';
import type { Truth } from '../server/iot/simulate/truth';
import { schemaOf, withDatabase } from './lib/iot-tools';

/** what was stored a moment ago is still being counted */
const SETTLE_MS = 20_000;
const STEP_MS = 1_000;

const [file, org = 'demo'] = process.argv.slice(2);
if (file === undefined) {
  console.error('npm run iot-check truth.json [organisation]');
  process.exit(2);
}
const truth = JSON.parse(readFileSync(file, 'utf8')) as Truth;
const differences = await withDatabase(async (db) => {
  const schema = await schemaOf(db, org);
  let found: readonly Difference[] = await compare(db, schema, truth);
  for (const end = Date.now() + SETTLE_MS; found.length > 0 && Date.now() < end; await sleep(STEP_MS))
    found = await compare(db, schema, truth);
  return found;
});
if (differences.length > 0) console.table(differences);
console.log(`${differences.length} differences`);
process.exit(differences.length === 0 ? 0 : 1);
