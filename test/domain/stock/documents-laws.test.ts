/**
 * Whatever documents are posted, in whatever order they are taken back: balances, values, promises, edges and what their sources count are
 * as before (40 §3.2, issue of the supply chain). What is refused writes nothing.
 */
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { floorDifferences, LAWS } from '../../../server/domain/production/laws';
import { AppError } from '../../../server/errors';
import { traceDifferences } from '../../../server/stock/genealogy-proof';
import { proveStock } from '../../../server/stock/proof';
import { dice } from '../random';
import { AFTER, actsIn } from './laws-acts';
import type { Step } from './laws-deeds';
import { openWorld, type World } from './laws-world';

const FULL = process.env.LAWS === 'full';
/** `SEED=2501 SEQUENCES=2500` is the second half of a full run */
const SEQUENCES = Number(process.env.SEQUENCES ?? (FULL ? 5_000 : 24));
const FIRST = Number(process.env.SEED ?? 1);
const LONGEST = 6;
/** how often the whole ledger is proved: it grows with each sequence */
const PROVED = FULL ? 250 : 12;

let world: World;
beforeAll(async () => {
  world = await openWorld();
}, 120_000);
afterAll(() => world?.floor.factory.database.drop());

/** what a document may leave behind: who was there when, and the newest price of a material */
const FORGOTTEN = [
  'id',
  'version',
  'updated_at',
  'updated_by',
  'updated_by_id',
  'last_move_at',
  'first_in_at',
  'ready_at',
  'last_cost',
  'counted_seq',
];
const STANDING: readonly (readonly [table: string, where: string])[] = [
  ['stock_balance', 'qty <> 0 or reserved_qty <> 0'],
  ['stock_value', 'qty <> 0 or value <> 0'],
  ['stock_reserve', `status = '30'`],
  ['genealogy_edge', 'reversed_at is null'],
  ...[
    ...[
      'sales_order',
      'sales_order_items',
      'purchase_order',
      'purchase_order_items',
      'prd_order',
      'prd_order_materials',
    ],
    ...['work_order', 'order_process', 'out_plan', 'out_plan_items', 'out_plan_materials'],
  ].map((table) => [table, 'true'] as const),
];
/** Everything that documents move, a line each; what was never counted and what is counted to nothing are the same. */
const standing = async (): Promise<readonly string[]> => {
  const forgotten = FORGOTTEN.map((key) => `'${key}'`).join(', ');
  const parts = STANDING.map(
    ([table, where]) =>
      `select '${table}' as of, (select jsonb_object_agg(key, value) from jsonb_each(to_jsonb(t) - array[${forgotten}])
         where value not in ('null', '0'))::text as row from org_demo.${table} t where ${where}`,
  );
  const { rows } = await sql<{
    of: string;
    row: string;
  }>`${sql.raw(`${parts.join(' union all ')} order by 1, 2`)}`.execute(world.floor.factory.database.db);
  return rows.map(({ of, row }) => `${of} ${row}`);
};

const done = new Map<string, number>();
const last = new Map<string, string>();
const told = (work: Promise<unknown>): Promise<string | undefined> =>
  work.then(
    () => undefined,
    (error: unknown) => {
      if (!(error instanceof AppError) || error.code !== 203) throw error;
      return error.message;
    },
  );

const sequence = async (seed: number): Promise<void> => {
  const d = dice(seed * 7919);
  const acts = actsIn(world);
  const kinds = Object.keys(acts);
  const live: Step[] = [];
  const log: string[] = [];
  const before = await standing();
  const length = 2 + d.upTo(LONGEST - 2);
  for (let tries = 0; live.length < length && tries < 2 * LONGEST; tries++) {
    // half of the time something that has been done least
    const rare = [...kinds].sort((a, b) => (done.get(a) ?? 0) - (done.get(b) ?? 0)).slice(0, 6);
    const wanted = d.of(d.upTo(1) > 0 ? rare : kinds)!;
    const parent = AFTER[wanted];
    const isAlone = parent === undefined || live.some(({ kind }) => kind === parent);
    for (const kind of isAlone ? [wanted] : [parent, wanted]) {
      let step: Step | undefined;
      const refused = await told(acts[kind]!(world, live, d).then((made) => (step = made)));
      last.set(kind, refused ?? (step ? 'done' : 'nothing'));
      if (!step) break;
      live.push(step);
      done.set(kind, (done.get(kind) ?? 0) + 1);
      log.push(`${kind} ${step.doc.nbr}`);
    }
  }
  while (live.length > 0) {
    const waiting = [...live];
    let refusals = '';
    while (waiting.length > 0) {
      const at = d.upTo(waiting.length - 1);
      const [step] = waiting.splice(at, 1);
      const refused = await told(step!.undo());
      if (refused === undefined) {
        live.splice(live.indexOf(step!), 1);
        log.push(`back ${step!.kind} ${step!.doc.nbr}`);
        break;
      }
      refusals += `\n${step!.kind} ${step!.doc.nbr}: ${refused}`;
      if (waiting.length === 0) throw new Error(`SEED=${seed} nothing can be taken back${refusals}\n${log.join('\n')}`);
    }
  }
  expect(await standing(), `SEED=${seed}\n${log.join('\n')}`).toEqual(before);
};

it(`${SEQUENCES} random sequences of documents, taken back in random order, leave everything as before`, {
  timeout: FULL ? 7_200_000 : 300_000,
}, async () => {
  for (let k = 0; k < 50; k++) await world.floor.factory.as('admin', async () => 1);
  for (let n = 0; n < SEQUENCES; n++) {
    await sequence(FIRST + n);
    if (n % PROVED !== PROVED - 1) continue;
    expect(await world.floor.factory.as('admin', (ctx) => proveStock(ctx.trx)), `until ${FIRST + n}`).toEqual([]);
    expect(await world.floor.factory.as('admin', (ctx) => traceDifferences(ctx, 5)), `until ${FIRST + n}`).toEqual([]);
    const floor = await world.floor.factory.as('admin', (ctx) => floorDifferences(ctx, LAWS, 5));
    expect(floor, `until ${FIRST + n}`).toEqual([]);
  }
  for (const kind of Object.keys(actsIn(world)))
    expect(done.get(kind) ?? 0, `${kind}: ${last.get(kind)}`).toBeGreaterThan(0);
});
