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
const SEQUENCES = Number(process.env.SEQUENCES ?? (FULL ? 5_000 : 32));
const FIRST = Number(process.env.SEED ?? 1);
const LONGEST = 6;
/** worlds at a time: the server works on one while the database does on the other */
const AT_ONCE = FULL ? 2 : 1;
/** how often the whole ledger is proved: it grows with each sequence */
const PROVED = FULL ? 100 : 12;

let worlds: readonly World[] = [];
beforeAll(async () => {
  worlds = await Promise.all(Array.from({ length: AT_ONCE }, openWorld));
});
afterAll(async () => {
  for (const { floor } of worlds) await floor.factory.database.drop();
});

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
  ['batch', 'hold_flag'],
  ['freeze_record', `doc_status in ('20', '30')`],
  ['feed_record', `doc_status not in ('80', '90')`],
  ['rework_task', `doc_status <> '90'`],
  ...[
    ...[
      'sales_order',
      'sales_order_items',
      'purchase_order',
      'purchase_order_items',
      'prd_order',
      'prd_order_materials',
    ],
    ...['work_order', 'work_order_outputs', 'order_process', 'out_plan', 'out_plan_items', 'out_plan_materials'],
    ...['co_report', 'co_report_items'],
  ].map((table) => [table, 'true'] as const),
];
/** Everything that documents move, a line each; what was never counted and what is counted to nothing are the same. */
const standing = async (world: World): Promise<readonly string[]> => {
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
const timesDone = (kind: string): number => done.get(kind) ?? 0;
const told = (work: Promise<unknown>): Promise<string | undefined> =>
  work.then(
    () => undefined,
    (error: unknown) => {
      if (!(error instanceof AppError) || error.code !== 203) throw error;
      return error.message;
    },
  );

/** `before` is what stands; undone it stands again */
const sequence = async (world: World, seed: number, before: readonly string[]): Promise<void> => {
  const d = dice(seed * 7919);
  const acts = actsIn(world);
  const kinds = Object.keys(acts);
  const live: Step[] = [];
  const log: string[] = [];
  const length = 2 + d.upTo(LONGEST - 2);
  for (let tries = 0; live.length < length && tries < 2 * LONGEST; tries++) {
    // what was never done comes first, then half of the time something that has been done least
    const rare = [...kinds].sort((a, b) => timesDone(a) - timesDone(b)).slice(0, 6);
    const wanted = d.of(timesDone(rare[0]!) === 0 || d.upTo(1) > 0 ? rare : kinds)!;
    // with everything it stands on that is not there yet
    const chain = [wanted];
    for (let on = AFTER[wanted]; on !== undefined && !live.some(({ kind }) => kind === on); on = AFTER[on])
      chain.unshift(on);
    for (const kind of chain) {
      let step: Step | undefined;
      const refused = await told(acts[kind]!(world, live, d).then((made) => (step = made)));
      last.set(kind, refused ?? (step ? 'done' : 'nothing'));
      if (!step) break;
      live.push(step);
      done.set(kind, timesDone(kind) + 1);
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
  expect(await standing(world), `SEED=${seed}\n${log.join('\n')}`).toEqual(before);
};

const proved = async ({ floor }: World, until: number): Promise<void> => {
  const told = `until ${until}`;
  // what has held stays told of a run that is ended
  if (FULL)
    process.stdout.write(
      `${new Date().toISOString()} ${told}: ${[...done.values()].reduce((a, b) => a + b, 0)} documents\n`,
    );
  expect(await floor.factory.as('admin', (ctx) => proveStock(ctx.trx)), told).toEqual([]);
  expect(await floor.factory.as('admin', (ctx) => traceDifferences(ctx, 5)), told).toEqual([]);
  expect(await floor.factory.as('admin', (ctx) => floorDifferences(ctx, LAWS, 5)), told).toEqual([]);
};

it(`${SEQUENCES} random sequences of documents, taken back in random order, leave everything as before`, {
  timeout: FULL ? 7_200_000 : 300_000,
}, async () => {
  await Promise.all(
    worlds.map(async (world, first) => {
      const before = await standing(world);
      for (let n = first; n < SEQUENCES; n += AT_ONCE) {
        await sequence(world, FIRST + n, before);
        if (n % PROVED >= PROVED - AT_ONCE) await proved(world, FIRST + n);
      }
    }),
  );
  for (const kind of Object.keys(actsIn(worlds[0]!)))
    expect(timesDone(kind), `${kind}: ${last.get(kind)}`).toBeGreaterThan(0);
});
