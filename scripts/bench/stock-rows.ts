/** What the stock bench looks at: materials with history in the ledger, and materials that lie in many lots. */
import { postStock } from '../../server/stock/posting';
import { newId } from '../../test/support/client';
import { copies, inBulk, type Sql } from './copies';
import type { Engine } from './stock-engine';

/** rows of a receipt; the first of them are what clients fight about */
export const MATERIALS = 200;
/** 100,000 balances: so many materials in so many lots each */
export const LOTTED = 50;
export const LOTS = 2_000;
const MONTHS = 36;
/** rows a statement */
const STEP = 500_000;

const idOf = (kind: string, n: string): string => `md5('${kind}' || (${n}))::uuid`;
export const TODAY = (): string => new Date().toLocaleDateString('sv', { timeZone: 'Asia/Shanghai' });

/** Materials without lots, each with stock enough for every issue of a run, received through the service. */
export const fillMaterials = async (sql: Sql, engine: Engine): Promise<void> => {
  const have = Number((await sql(`select count(*) n from org_demo.material where code like 'BS%'`)).rows[0]!.n);
  if (have >= MATERIALS) return;
  await copies(sql, {
    table: 'material',
    from: `select * from org_demo.material where code = 'NT-M4'`,
    count: MATERIALS,
    values: {
      id: idOf('stock', 'n'),
      code: `'BS' || lpad(n::text, 3, '0')`,
      name: `'台账物料' || n`,
      trace_mode: `'0'`,
      barcode: 'null',
    },
  });
  const warehouse = await engine.idOf('warehouse', 'CK01');
  const { rows } = await sql(`select id from org_demo.material where code like 'BS%' order by code`);
  await engine.as((ctx) =>
    postStock(ctx, {
      docType: 'otherReceipt',
      docId: newId(),
      docNbr: 'BENCH',
      bizDate: ctx.today,
      legs: rows.map(({ id }, n) => ({
        rowId: newId(),
        leg: n + 1,
        moveKind: '50',
        key: { material: String(id), warehouse },
        qty: 1_000_000,
        cost: { by: 'price', price: 0.05 },
      })),
    }),
  );
};

/** Receipts and issues of three years, ten rows a document, oldest first; what comes in goes out again, so totals stay as they are. */
export const fillLedger = async (sql: Sql, rows: number): Promise<void> => {
  const have = Number((await sql(`select count(*) n from org_demo.stock_ledger where doc_nbr = 'LEDGER'`)).rows[0]!.n);
  if (have >= rows) return;
  console.log(`filling ${rows} rows of the ledger …`);
  const row = `select l.* from org_demo.stock_ledger l where l.doc_nbr = 'BENCH' order by l.leg limit 1`;
  const of = `(select array_agg(b order by m.code) all_of from org_demo.stock_balance b
    join org_demo.material m on m.id = b.material_id where m.code like 'BS%' and b.batch_nbr is null)`;
  const key = `all_of[(n / 2) % ${MATERIALS} + 1]`;
  await inBulk(sql, ['stock_ledger'], () =>
    copies(sql, {
      table: 'stock_ledger',
      from: `select l.*, k.all_of from (${row}) l, ${of} k`,
      count: rows,
      step: STEP,
      values: {
        doc_id: idOf('ledger', 'n / 10'),
        row_id: 'gen_random_uuid()',
        leg: 'n % 10 + 1',
        doc_nbr: `'LEDGER'`,
        biz_date: `(current_date - ${MONTHS * 30} + (n * ${MONTHS * 30}::bigint / ${rows})::int)`,
        posted_at: `(current_date - ${MONTHS * 30} + (n * ${MONTHS * 30}::bigint / ${rows})::int)::timestamptz`,
        move_kind: `case n % 2 when 0 then '50' else '51' end`,
        stock_key: `(${key}).stock_key`,
        material_id: `(${key}).material_id`,
        warehouse_id: `(${key}).warehouse_id`,
        qty: 'case n % 2 when 0 then 10 else -10 end',
        amount: 'case n % 2 when 0 then 0.5 else -0.5 end',
        balance_after: '1000000',
      },
    }),
  );
  await sql(`update org_demo.stock_value v set counted_seq = (select max(seq) from org_demo.stock_ledger)
    where material_id in (select id from org_demo.material where code like 'BS%')`);
  await sql('vacuum analyze org_demo.stock_value');
};

/** Good stock in many lots, of which every tenth is reserved in part and every twentieth has expired. */
export const fillLots = async (sql: Sql): Promise<void> => {
  const have = Number((await sql(`select count(*) n from org_demo.batch where batch_nbr like 'SL%'`)).rows[0]!.n);
  if (have >= LOTTED * LOTS) return;
  await copies(sql, {
    table: 'material',
    from: `select * from org_demo.material where code = 'SR-08'`,
    count: LOTTED,
    values: {
      id: idOf('lotted', 'n'),
      code: `'BL' || lpad(n::text, 3, '0')`,
      name: `'批次物料' || n`,
      barcode: 'null',
    },
  });
  const lot = `'SL' || lpad(n::text, 6, '0')`;
  const material = idOf('lotted', `(n - 1) / ${LOTS} + 1`);
  const store = `(select id from org_demo.warehouse where code = 'CK01')`;
  await sql(`insert into org_demo.batch (id, batch_nbr, material_id, kind, expire_date, first_in_at)
    select ${idOf('lot', 'n')}, ${lot}, ${material}, '1',
           case n % 20 when 0 then current_date - 10 else current_date + (n * 7919 % 700) end, now() - (n % 900) * interval '1 day'
      from generate_series(1, ${LOTTED * LOTS}) n`);
  await sql(`insert into org_demo.stock_balance (id, stock_key, material_id, warehouse_id, batch_nbr, quality_status, owner, qty, reserved_qty, first_in_at)
    select ${idOf('lies', 'n')}, ${material} || '|' || ${store} || '|||' || ${lot} || '|1|self|', ${material}, ${store}, ${lot}, '1', 'self',
           10, case n % 10 when 0 then 5 else 0 end, now() - (n % 900) * interval '1 day'
      from generate_series(1, ${LOTTED * LOTS}) n`);
  for (const table of ['batch', 'stock_balance', 'material']) await sql(`vacuum analyze org_demo.${table}`);
};
