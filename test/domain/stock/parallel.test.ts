import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { AppError } from '../../../server/errors';
import { newId } from '../../../server/ids';
import type { LegInput } from '../../../server/stock/legs';
import { type PostInput, postStock, reverseStock } from '../../../server/stock/posting';
import { proveStock } from '../../../server/stock/proof';
import { SCHEMA, type TestOrg, testOrg } from '../org';
import { random } from '../random';

/** the full count runs in `npm run test:laws`; both are real postings on real connections */
const POSTINGS = process.env.LAWS === 'full' ? 10_000 : 1_000;
const CLIENTS = 16;

let org: TestOrg;
const materials: { id: string; traced: boolean }[] = [];
const warehouses: string[] = [];

beforeAll(async () => {
  org = await testOrg(CLIENTS + 2);
  const unit = await org.insert('unit', {
    code: 'PCS',
    name: '件',
    symbol: '件',
    unit_group: '1',
    decimals: 0,
    factor: 1,
  });
  const category = await org.insert('material_category', { code: 'YCL', name: '原材料', short_code: 'YCL' });
  for (let n = 0; n < 6; n++)
    materials.push({
      id: await org.insert('material', {
        code: `M${n}`,
        name: `物料${n}`,
        unit_id: unit,
        material_category_id: category,
        material_type: '3',
        make_type: '2',
        trace_mode: n < 3 ? '1' : '0',
      }),
      traced: n < 3,
    });
  for (const [n, kind] of ['1', '1', '3', '9'].entries())
    warehouses.push(
      await org.insert('warehouse', {
        code: `W${n}`,
        name: `仓库${n}`,
        kind,
        keepers: [],
        categories: [],
        allow_status: ['1', '2', '3', '4'],
        allow_negative: n === 2,
      }),
    );
});
afterAll(() => org?.database.drop());

const document = (n: number, pick: (limit: number) => number): PostInput => ({
  docType: 'test',
  docId: newId(),
  docNbr: `N${n}`,
  bizDate: '2026-01-15',
  legs: Array.from({ length: 1 + pick(5) }, () => rowOf(pick)).flat(),
});

/** A receipt, an issue or a move of one of few keys, so that postings meet all the time and in every order. */
const rowOf = (pick: (limit: number) => number): LegInput[] => {
  const material = materials[pick(materials.length)]!;
  const rowId = newId();
  const typed = material.traced && pick(20) > 0 ? `B${pick(3)}` : null;
  const key = (warehouse: string) => ({ material: material.id, warehouse, batchNbr: typed });
  const from = warehouses[pick(3)]!;
  const act = pick(10);
  if (act < 5 || (material.traced && typed === null)) {
    const qty = 1 + pick(50);
    return [
      {
        rowId,
        leg: 1,
        moveKind: '10',
        qty,
        key: key(from),
        cost: { by: 'amount', amount: pick(100_000) / 100 },
        batch: {},
      },
    ];
  }
  const qty = 1 + pick(8);
  if (act < 8) return [{ rowId, leg: 1, moveKind: '51', qty: -qty, key: key(from), cost: { by: 'avg' } }];
  const to = warehouses[pick(warehouses.length)]!;
  const cost = { by: 'move' } as const;
  return [
    { rowId, leg: 1, moveKind: '40', qty: -qty, key: key(from), cost, counterWarehouse: to },
    { rowId, leg: 2, moveKind: '41', qty, key: key(to), cost, counterWarehouse: from },
  ];
};

describe(`${POSTINGS} random postings by ${CLIENTS} clients`, () => {
  it('keep the ledger equal to the balances, without a deadlock', async () => {
    const posted: PostInput[] = [];
    let refused = 0;
    let reversed = 0;
    let next = 0;
    const client = async (seed: number): Promise<void> => {
      const pick = random(seed);
      while (next < POSTINGS) {
        const n = next++;
        const undo = pick(6) === 0 ? posted.splice(pick(posted.length), 1)[0] : undefined;
        const input = undo ?? document(n, pick);
        try {
          await org.txOnce((ctx) => (undo ? reverseStock(ctx, undo) : postStock(ctx, input)));
          if (undo) reversed++;
          else posted.push(input);
        } catch (error) {
          // nothing is tried twice here, so a deadlock would end the test
          if (!(error instanceof AppError) || error.code !== 203) throw error;
          refused++;
        }
      }
    };
    await Promise.all(Array.from({ length: CLIENTS }, (_, index) => client(7 + index)));
    expect(posted.length).toBeGreaterThan(POSTINGS / 4);
    expect(reversed).toBeGreaterThan(POSTINGS / 40);
    expect(refused).toBeGreaterThan(0);
    expect(await org.tx((ctx) => proveStock(ctx.trx))).toEqual([]);
    // the months of a key are the sums of its rows
    const months = await sql`
      select * from (select stock_key, date_trunc('month', biz_date)::date as month, sum(qty) as qty, coalesce(sum(amount), 0) as amount
                       from ${sql.table(`${SCHEMA}.stock_ledger`)} group by 1, 2) l
        full join ${sql.table(`${SCHEMA}.stock_month`)} m using (stock_key, month)
       where l.qty is distinct from m.qty or l.amount is distinct from m.amount`.execute(org.database.db);
    expect(months.rows).toEqual([]);
    // no half document: each live posting has its rows, and a reversal has as many opposite ones
    const halves = await org.database.db
      .withSchema(SCHEMA)
      .selectFrom('stock_posting as p')
      .select(['p.doc_nbr'])
      .where(({ not, exists, selectFrom }) =>
        not(
          exists(
            selectFrom('stock_ledger as l')
              .select('l.seq')
              .whereRef('l.doc_id', '=', 'p.doc_id')
              .whereRef('l.reversal_no', '=', 'p.reversal_no'),
          ),
        ),
      )
      .execute();
    expect(halves).toEqual([]);
  });

  it('let one of two take the last five pieces', async () => {
    const material = materials[5]!.id;
    const warehouse = await org.insert('warehouse', {
      code: 'W9',
      name: '小仓',
      kind: '1',
      keepers: [],
      categories: [],
      allow_status: ['1'],
    });
    const legs = (qty: number): LegInput[] => [
      {
        rowId: newId(),
        leg: 1,
        moveKind: qty > 0 ? '10' : '20',
        qty,
        key: { material, warehouse },
        cost: qty > 0 ? { by: 'amount', amount: 5 } : { by: 'avg' },
      },
    ];
    const post = (qty: number) =>
      org.tx((ctx) =>
        postStock(ctx, { docType: 'test', docId: newId(), docNbr: 'R', bizDate: '2026-01-15', legs: legs(qty) }),
      );
    await post(5);
    const outcome = await Promise.allSettled([post(-5), post(-5)]);
    expect(outcome.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    const lost = outcome.find((outcome) => outcome.status === 'rejected') as PromiseRejectedResult;
    expect((lost.reason as AppError).message).toBe(
      '「物料5」在「小仓」合格可用0件（现存0，预留0），本次需要5件，缺5件',
    );
  });

  it('issue exactly what is there, however many ask', async () => {
    const material = materials[4]!.id;
    const warehouse = await org.insert('warehouse', {
      code: 'W8',
      name: '抢料仓',
      kind: '1',
      keepers: [],
      categories: [],
      allow_status: ['1'],
    });
    const post = (qty: number) =>
      org.tx((ctx) =>
        postStock(ctx, {
          docType: 'test',
          docId: newId(),
          docNbr: 'Q',
          bizDate: '2026-01-15',
          legs: [
            {
              rowId: newId(),
              leg: 1,
              moveKind: qty > 0 ? '10' : '20',
              qty,
              key: { material, warehouse },
              cost: qty > 0 ? { by: 'amount', amount: qty } : { by: 'avg' },
            },
          ],
        }),
      );
    await post(500);
    let issued = 0;
    const refusals = new Set<string>();
    await Promise.all(
      Array.from({ length: 64 }, async () => {
        for (let n = 0; n < 3; n++)
          await post(-5).then(
            () => {
              issued += 5;
            },
            (error: AppError) => refusals.add(error.message),
          );
      }),
    );
    expect(issued).toBe(500);
    expect([...refusals]).toEqual(['「物料4」在「抢料仓」合格可用0件（现存0，预留0），本次需要5件，缺5件']);
  });
});
