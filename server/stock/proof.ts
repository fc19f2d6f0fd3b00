import { sql } from 'kysely';
import type { Trx } from '../ctx';

export interface Unbalanced {
  readonly law: 'balance' | 'value' | 'amount' | 'reserved';
  readonly key: string;
  readonly expected: number;
  readonly found: number;
}

/**
 * What must hold at any time (domain/40 §3.2, nightly): the balance of a key is the sum of its rows, the quantity of a value is the sum
 * of the valued own balances, the value the sum of its amounts, and no reservation is greater than its stock. Empty = all well.
 */
export const proveStock = async (trx: Trx): Promise<readonly Unbalanced[]> => {
  const sums = await trx
    .selectFrom('stock_balance as b')
    .leftJoin(
      trx
        .selectFrom('stock_ledger')
        .select(({ fn }) => ['stock_key', fn.sum('qty').as('qty')])
        .groupBy('stock_key')
        .as('l'),
      'l.stock_key',
      'b.stock_key',
    )
    .select(['b.stock_key as key', 'b.qty as found', sql`coalesce(l.qty, 0)`.as('expected')])
    .where(sql<boolean>`b.qty <> coalesce(l.qty, 0)`)
    .execute();
  const values = await trx
    .selectFrom('stock_value as v')
    .select(['v.material_id as key', 'v.qty as found'])
    .select((eb) =>
      eb
        .selectFrom('stock_balance as b')
        .innerJoin('warehouse as w', 'w.id', 'b.warehouse_id')
        .select(sql`coalesce(sum(b.qty), 0)`.as('qty'))
        .whereRef('b.material_id', '=', 'v.material_id')
        .where('b.owner', '=', 'self')
        .where('b.stage_id', 'is', null)
        .where('w.kind', '<>', '9')
        .as('expected'),
    )
    .execute();
  const amounts = await trx
    .selectFrom('stock_value as v')
    .select(['v.material_id as key', 'v.value as found'])
    .select((eb) =>
      eb
        .selectFrom('stock_ledger as l')
        .select(sql`coalesce(sum(l.amount), 0)`.as('amount'))
        .whereRef('l.material_id', '=', 'v.material_id')
        .as('expected'),
    )
    .execute();
  const reserved = await trx
    .selectFrom('stock_balance')
    .select(['stock_key as key', 'qty as expected', 'reserved_qty as found'])
    .where(sql<boolean>`reserved_qty > qty`)
    .execute();
  return [
    ...sums.map((row) => entry('balance', row)),
    ...values.filter(differs).map((row) => entry('value', row)),
    ...amounts.filter(differs).map((row) => entry('amount', row)),
    ...reserved.map((row) => entry('reserved', row)),
  ];
};

type Row = Readonly<Record<string, unknown>>;
const differs = (row: Row): boolean => Number(row.expected) !== Number(row.found);
const entry = (law: Unbalanced['law'], row: Row): Unbalanced => ({
  law,
  key: String(row.key),
  expected: Number(row.expected),
  found: Number(row.found),
});
