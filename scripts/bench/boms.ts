/** 100,000 materials and 5,000 bills of materials: one of 10 levels and 2,000 rows, the others of five rows, without loops. */
type Sql = (text: string, values?: readonly unknown[]) => Promise<{ rows: Record<string, unknown>[] }>;

const MATERIALS = 100_000;
const BOMS = 5_000;
const LEVELS = 10;
const ROWS = 200;
export const TOP = codeOf(0);

/** Ids follow from the number, so that rows name each other without looking anything up. */
const idOf = (kind: string, n: string): string => `md5('${kind}' || (${n}))::uuid`;

/** Products are every 20th material; a row names a later one, so nothing leads back. */
function codeOf(n: number): string {
  return `BM${String(n).padStart(6, '0')}`;
}

export const fillBoms = async (sql: Sql): Promise<void> => {
  const have = Number((await sql(`select count(*) n from org_demo.bom where code like 'BOM-BM%'`)).rows[0]!.n);
  if (have >= BOMS) return;
  console.log(`filling ${MATERIALS} materials and ${BOMS} bills of materials …`);
  await sql(`delete from org_demo.bom_items where head_id in (select id from org_demo.bom where code like 'BOM-BM%')`);
  await sql(`delete from org_demo.bom where code like 'BOM-BM%'`);
  await sql(`delete from org_demo.material where code like 'BM%'`);
  await copies(sql, 'material', `select * from org_demo.material where code = 'NT-M4'`, MATERIALS, {
    id: idOf('material', 'n - 1'),
    code: `'BM' || lpad((n - 1)::text, 6, '0')`,
    name: `'批量物料' || (n - 1)`,
    make_type: `case when (n - 1) % 20 = 0 then '1' else '2' end`,
    barcode: 'null',
  });
  await copies(sql, 'bom', `select * from org_demo.bom where code = 'BOM-SG-100' and revision = 'V1.0'`, BOMS, {
    id: idOf('bom', '(n - 1) * 20'),
    code: `'BOM-BM' || lpad(((n - 1) * 20)::text, 6, '0')`,
    name: `'批量物料' || (n - 1) * 20`,
    material_id: idOf('material', '(n - 1) * 20'),
    effect_date: 'current_date - 1',
    expire_date: 'null',
  });
  const item = `select i.*, u.unit_id as pcs from org_demo.bom_items i, org_demo.material u where u.code = 'NT-M4' and i.head_id =
    (select id from org_demo.bom where code = 'BOM-SG-100' and revision = 'V1.0') limit 1`;
  // the tall one: each level has 199 bought rows and the next level
  const next = `case when (n - 1) % ${ROWS} = ${ROWS - 1} and (n - 1) / ${ROWS} < ${LEVELS - 1}
    then ((n - 1) / ${ROWS} + 1) * 20 else 50001 + ((n - 1) % ${ROWS}) * 20 end`;
  await copies(sql, 'bom_items', item, LEVELS * ROWS, {
    unit_id: 't.pcs',
    head_id: idOf('bom', `((n - 1) / ${ROWS}) * 20`),
    line_no: `((n - 1) % ${ROWS} + 1) * 10`,
    material_id: idOf('material', next),
  });
  await copies(sql, 'bom_items', item, (BOMS - LEVELS) * 5, {
    unit_id: 't.pcs',
    head_id: idOf('bom', `((n - 1) / 5 + ${LEVELS}) * 20`),
    line_no: `((n - 1) % 5 + 1) * 10`,
    material_id: idOf('material', `least(${MATERIALS - 1}, ((n - 1) / 5 + ${LEVELS}) * 20 + 1 + ((n - 1) % 5) * 997)`),
  });
  for (const table of ['material', 'bom', 'bom_items']) await sql(`vacuum analyze org_demo.${table}`);
};

/** `count` copies of one row, some columns said anew with `n` from 1. */
async function copies(
  sql: Sql,
  table: string,
  from: string,
  count: number,
  values: Readonly<Record<string, string>>,
): Promise<void> {
  const names = (
    await sql(
      `select column_name c from information_schema.columns where table_schema = 'org_demo' and table_name = '${table}' and is_generated = 'NEVER'`,
    )
  ).rows.map((row) => String(row.c));
  const all: Readonly<Record<string, string>> = { id: 'gen_random_uuid()', ...values };
  const list = names.map((name) => `"${name}"`).join(', ');
  const select = names.map((name) => all[name] ?? `t."${name}"`).join(', ');
  for (let at = 1; at <= count; at += 25_000)
    await sql(
      `insert into org_demo.${table} (${list}) select ${select} from (${from}) t, generate_series(${at}, ${Math.min(count, at + 24_999)}) n`,
    );
}
