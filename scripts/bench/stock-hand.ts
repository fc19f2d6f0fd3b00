/** A receipt of many rows as one would post it by hand: the fewest statements that lock, write and add up the same rows. */
import pg from 'pg';
import { newId } from '../../test/support/client';

export interface ByHand {
  /** posts the receipt and takes it back */
  once(id: string): Promise<void>;
  close(): Promise<void>;
}
export const byHand = async (url: string): Promise<ByHand> => {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const asked = (name: string, text: string, values: readonly unknown[] = []) =>
    client.query({ name, text, values: [...values] });
  const post = async (id: string): Promise<void> => {
    const head = (await asked('head', 'select * from org_demo.other_receipt where id = $1 for update', [id])).rows[0];
    const { rows } = await asked(
      'rows',
      `select i.id, i.material_id, i.warehouse_id, i.qty, i.price, i.material_id || '|' || i.warehouse_id || '||||1|self|' as key, w.kind,
              m.trace_mode from org_demo.other_receipt_items i join org_demo.warehouse w on w.id = i.warehouse_id
         join org_demo.material m on m.id = i.material_id where i.head_id = $1 order by i.line_no`,
      [id],
    );
    await asked(
      'posting',
      `insert into org_demo.stock_posting (doc_type, doc_id, reversal_no, doc_nbr, biz_date) values ('otherReceipt', $1, 0, $2, $3)`,
      [id, head.nbr, head.biz_date],
    );
    const of = (name: string): unknown[] => rows.map((row) => row[name]);
    await asked(
      'missing',
      `insert into org_demo.stock_balance (id, stock_key, material_id, warehouse_id, quality_status, owner)
         select * from unnest($1::uuid[], $2::text[], $3::uuid[], $4::uuid[]) v(a, b, c, d) cross join (values ('1', 'self')) k
         on conflict (stock_key) do nothing`,
      [rows.map(() => newId()), of('key'), of('material_id'), of('warehouse_id')],
    );
    const locked = await asked(
      'locked',
      'select stock_key, qty from org_demo.stock_balance where stock_key = any($1::text[]) order by stock_key for update',
      [of('key')],
    );
    const have = new Map(locked.rows.map((row) => [row.stock_key, Number(row.qty)]));
    await asked('values', 'select * from org_demo.stock_values_hold($1::uuid[], $2::uuid[], now())', [
      rows.map(() => newId()),
      of('material_id'),
    ]);
    const after = rows.map(({ key, qty }) => {
      const next = (have.get(key) ?? 0) + Number(qty);
      have.set(key, next);
      return next;
    });
    await asked(
      'ledger',
      `insert into org_demo.stock_ledger (id, doc_type, doc_id, doc_nbr, row_id, leg, biz_date, move_kind, stock_key, material_id, warehouse_id,
           quality_status, owner, qty, unit_cost, amount, balance_after)
         select v.a, 'otherReceipt', $1, $2, v.b, 1, $3, '50', v.c, v.d, v.e, '1', 'self', v.f, v.g, round(v.f * v.g, 2), v.h
           from unnest($4::uuid[], $5::uuid[], $6::text[], $7::uuid[], $8::uuid[], $9::numeric[], $10::numeric[], $11::numeric[])
             v(a, b, c, d, e, f, g, h)`,
      [
        ...[id, head.nbr, head.biz_date, rows.map(() => newId()), of('id'), of('key')],
        ...[of('material_id'), of('warehouse_id'), of('qty'), of('price'), after],
      ],
    );
    await asked(
      'balances',
      `update org_demo.stock_balance b set qty = v.qty, last_move_at = now(), updated_at = now()
         from unnest($1::text[], $2::numeric[]) v(key, qty) where b.stock_key = v.key`,
      [of('key'), after],
    );
    await asked('counted', 'select org_demo.stock_values_count($1::uuid[], $2::numeric[], now())', [
      of('material_id'),
      of('price'),
    ]);
    await asked(
      'audited',
      `update org_demo.other_receipt set audit_status = '2', doc_status = '60', version = version + 1, updated_at = now() where id = $1`,
      [id],
    );
  };
  return {
    once: async (id) => {
      await client.query('begin');
      try {
        await post(id);
      } finally {
        await client.query('rollback');
      }
    },
    close: () => client.end(),
  };
};
