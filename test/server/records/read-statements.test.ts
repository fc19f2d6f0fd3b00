import { sql } from 'kysely';
import pg from 'pg';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import type { EngineCtx } from '../../../server/records/host';
import { getOne } from '../../../server/records/read/read';
import { demoFactory, type Factory } from '../../domain/factory';

let factory: Factory;
beforeAll(async () => {
  factory = await demoFactory();
});
afterAll(() => factory?.database.drop());

/** Statements of one read of an order, and how many rows it answered. */
const readOf = (id: string) =>
  factory.as('admin', async (ctx) => {
    const own = ctx as EngineCtx;
    const page = own.registry.page('purchaseOrder')!;
    const sent = vi.spyOn(pg.Client.prototype, 'query');
    const { items } = await getOne(own, page, { id });
    const statements = sent.mock.calls.length;
    sent.mockRestore();
    return { statements, rows: (items as unknown[]).length };
  });

it('reads a document by its head with the reader’s tasks, its rows, and what its form needs: no statement a row', async () => {
  const id = await factory.as('admin', async (ctx) => {
    const { trx } = ctx as EngineCtx;
    const { rows } = await sql<{ head: string }>`
      select head_id as head from org_demo.purchase_order_items order by head_id limit 1`.execute(trx);
    return rows[0]!.head;
  });
  const short = await readOf(id);
  await factory.as('admin', (ctx) =>
    sql`insert into org_demo.purchase_order_items
      select (jsonb_populate_record(r, jsonb_build_object('id', gen_random_uuid(), 'line_no', 1000 + n))).*
      from org_demo.purchase_order_items r, generate_series(1, 50) n where r.head_id = ${id}::uuid`.execute(
      (ctx as EngineCtx).trx,
    ),
  );
  const long = await readOf(id);
  expect(long.rows).toBe(short.rows * 51);
  expect(short.statements).toBe(3);
  expect(long.statements).toBe(3);
});
