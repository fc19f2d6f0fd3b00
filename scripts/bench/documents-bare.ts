/** The bare endpoints of the documents bench: Fastify and prepared statements for one head with its lines. Prints its port. */
import { randomUUID } from 'node:crypto';
import Fastify from 'fastify';
import pg from 'pg';

pg.types.setTypeParser(1082, (text) => text);
pg.types.setTypeParser(1184, (text) => text);
pg.types.setTypeParser(1700, Number);
const pool = new pg.Pool({ connectionString: process.env.BENCH_URL, max: 10 });
const ORG = 'org_demo';
const HEAD = `
  select t.*, s.name supplier, b.name buyer, w.name warehouse, u.name created_by, m.name updated_by, a.name audited_by
  from ${ORG}.purchase_order t left join ${ORG}.supplier s on s.id = t.supplier_id left join ${ORG}.employee b on b.id = t.buyer_id
    left join ${ORG}.warehouse w on w.id = t.warehouse_id left join ${ORG}."user" u on u.id = t.created_by_id
    left join ${ORG}."user" m on m.id = t.updated_by_id left join ${ORG}."user" a on a.id = t.audited_by_id
  where t.id = $1 and t.is_deleted = 0`;
const LINES = `
  select r.*, m.name material, u.name unit
  from ${ORG}.purchase_order_items r left join ${ORG}.material m on m.id = r.material_id left join ${ORG}.unit u on u.id = r.unit_id
  where r.head_id = $1 order by r.line_no, r.id`;
const HEAD_COLUMNS = {
  id: 'uuid',
  nbr: 'text',
  biz_date: 'date',
  need_by: 'date',
  supplier_id: 'uuid',
  order_type: 'text',
  currency: 'text',
  exchange_rate: 'numeric',
  audit_status: 'text',
  doc_status: 'text',
  amount: 'numeric',
  tax_amount: 'numeric',
  total_amount: 'numeric',
};
const LINE_COLUMNS = {
  id: 'uuid',
  line_no: 'integer',
  material_id: 'uuid',
  unit_id: 'uuid',
  qty: 'numeric',
  base_qty: 'numeric',
  price: 'numeric',
  tax_rate: 'numeric',
  tax_price: 'numeric',
  amount: 'numeric',
  tax_amount: 'numeric',
  total_amount: 'numeric',
  need_date: 'date',
  open_qty: 'numeric',
};
const names = (columns: object): string => Object.keys(columns).join(', ');
const INSERT_HEAD = `insert into ${ORG}.purchase_order (${names(HEAD_COLUMNS)}, version, is_deleted, ext)
  select ${names(HEAD_COLUMNS)}, 1, 0, '{}' from json_to_record($1) as x(${Object.entries(HEAD_COLUMNS)
    .map(([name, type]) => `${name} ${type}`)
    .join(', ')})`;
const INSERT_LINES = `insert into ${ORG}.purchase_order_items (head_id, ${names(LINE_COLUMNS)}, ext)
  select $1, ${names(LINE_COLUMNS)}, '{}' from unnest(${Object.values(LINE_COLUMNS)
    .map((type, at) => `$${at + 2}::${type}[]`)
    .join(', ')}) as x(${names(LINE_COLUMNS)})`;

const app = Fastify({ bodyLimit: 10_000_000 });
app.get<{ Params: { id: string } }>('/doc/:id', async ({ params }) => {
  const [head, lines] = await Promise.all([
    pool.query({ name: 'head', text: HEAD, values: [params.id] }),
    pool.query({ name: 'lines', text: LINES, values: [params.id] }),
  ]);
  return { code: 200, msg: 'success', data: { ...head.rows[0], items: lines.rows } };
});
app.post<{ Body: { head: Record<string, unknown>; lines: Record<string, unknown>[] } }>('/doc', async ({ body }) => {
  const client = await pool.connect();
  const id = randomUUID();
  try {
    await client.query('begin');
    await client.query({ name: 'add', text: INSERT_HEAD, values: [JSON.stringify({ ...body.head, id, nbr: id })] });
    const columns = Object.keys(LINE_COLUMNS).map((name) =>
      name === 'id' ? body.lines.map(() => randomUUID()) : body.lines.map((line) => line[name] ?? null),
    );
    await client.query({ name: 'addLines', text: INSERT_LINES, values: [id, ...columns] });
    await client.query('commit');
    return { code: 200, msg: 'success', data: { id, lines: body.lines.length } };
  } catch (error) {
    await client.query('rollback');
    throw error;
  } finally {
    client.release();
  }
});
const address = await app.listen({ port: 0, host: '127.0.0.1' });
console.log(`bare on ${address}`);
