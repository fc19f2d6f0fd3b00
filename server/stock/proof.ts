import { sql } from 'kysely';
import { addDec } from '../../schemas/language/codec/decimal';
import type { Trx } from '../ctx';

export interface Unbalanced {
  readonly law: 'balance' | 'value' | 'amount' | 'reserved' | 'promised';
  readonly key: string;
  readonly expected: number;
  readonly found: number;
}

/**
 * What must hold at any time (domain/40 §3.2, nightly): the balance of a key is the sum of its rows, the quantity of a value is the sum
 * of the valued own balances, the value the sum of its amounts, no more is reserved than there is, and what is reserved is what
 * reservations and live feeds hold. Empty = all well.
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
    // pieces in process at a line side may stand below 0 (domain/40 §3.1): nothing is reserved of them
    .where(sql<boolean>`reserved_qty > greatest(qty, 0)`)
    .execute();
  const promised = await promiseDifferences(trx);
  return [
    ...sums.map((row) => entry('balance', row)),
    ...values.filter(differs).map((row) => entry('value', row)),
    ...amounts.filter(differs).map((row) => entry('amount', row)),
    ...reserved.map((row) => entry('reserved', row)),
    ...promised.map((row) => entry('promised', row)),
  ];
};

/** Reserved of a lot in a warehouse against what is promised of it: reservations, and what live feeds have set aside beside a line. */
const promiseDifferences = async (trx: Trx): Promise<readonly Row[]> => {
  const place = ['material_id', 'warehouse_id', 'batch_nbr'] as const;
  const reserved = await trx
    .selectFrom('stock_balance')
    .select([...place, ({ fn }) => fn.sum('reserved_qty').as('qty')])
    .where('reserved_qty', '<>', 0)
    .groupBy([...place])
    .execute();
  const promised = await trx
    .selectFrom('stock_reserve')
    .select([...place, ({ fn }) => fn.sum('remain_qty').as('qty')])
    .where('status', '=', '30')
    .where('is_deleted', '=', 0)
    .groupBy([...place])
    .execute();
  const fed = await trx
    .selectFrom('feed_record')
    .select(['material_id', 'line_side_id as warehouse_id', 'batch_nbr'])
    .select(sql`sum(qty - coalesce(used_qty, 0) - coalesce(unload_qty, 0))`.as('qty'))
    .where('doc_status', '=', '30')
    .where('is_deleted', '=', 0)
    .groupBy(['material_id', 'line_side_id', 'batch_nbr'])
    .execute();
  const sums = new Map<string, { expected: number; found: number }>();
  const add = (rows: readonly Row[], side: 'expected' | 'found'): void => {
    for (const row of rows) {
      const key = place.map((part) => row[part] ?? '').join('|');
      const known = sums.get(key) ?? { expected: 0, found: 0 };
      sums.set(key, { ...known, [side]: addDec(known[side], Number(row.qty)) });
    }
  };
  add(reserved, 'found');
  add([...promised, ...fed], 'expected');
  return [...sums].map(([key, row]) => ({ key, ...row })).filter(differs);
};

type Row = Readonly<Record<string, unknown>>;
const differs = (row: Row): boolean => Number(row.expected) !== Number(row.found);
const entry = (law: Unbalanced['law'], row: Row): Unbalanced => ({
  law,
  key: String(row.key),
  expected: Number(row.expected),
  found: Number(row.found),
});
