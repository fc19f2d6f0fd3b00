/** The orders of the server benches. */
const TABLE = 'org_demo.purchase_order';

/** Copies of one waiting order with numbers and dates of their own, in steps, so that memory stays small. */
export const fillOrders = async (
  sql: (text: string, values?: readonly unknown[]) => Promise<{ rows: Record<string, unknown>[] }>,
  wanted: number,
): Promise<void> => {
  const have = Number((await sql(`select count(*) n from ${TABLE}`)).rows[0]!.n);
  if (have >= wanted) return;
  console.log(`filling ${TABLE} to ${wanted} rows …`);
  const names = (
    await sql(
      `select column_name c from information_schema.columns where table_schema = 'org_demo' and table_name = 'purchase_order' and is_generated = 'NEVER'`,
    )
  ).rows.map((row) => String(row.c));
  const values: Record<string, string> = {
    id: 'gen_random_uuid()',
    nbr: `'BENCH' || lpad(n::text, 8, '0')`,
    biz_date: `t.biz_date - (n % 900)::int`,
    created_at: `t.created_at - n * interval '37 seconds'`,
    audit_status: `case when n % 3 = 0 then '1' else '2' end`,
  };
  const list = names.map((name) => `"${name}"`).join(', ');
  const select = names.map((name) => values[name] ?? `t."${name}"`).join(', ');
  await sql(`delete from ${TABLE} where nbr like 'BENCH%'`);
  for (let from = 1; from <= wanted; from += 100_000)
    await sql(
      `insert into ${TABLE} (${list}) select ${select} from (select * from ${TABLE} where audit_status = '1' and nbr not like 'BENCH%' limit 1) t, generate_series(${from}, ${from + 99_999}) n`,
    );
  await sql(`vacuum analyze ${TABLE}`);
};
