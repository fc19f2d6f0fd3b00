/** 100,000 materials and 5,000 bills of materials: one of 10 levels and 2,000 rows, the others of five rows, without loops. */
import { copies, type Sql } from './copies';

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
  await copies(sql, {
    table: 'material',
    from: `select * from org_demo.material where code = 'NT-M4'`,
    count: MATERIALS,
    values: {
      id: idOf('material', 'n - 1'),
      code: `'BM' || lpad((n - 1)::text, 6, '0')`,
      name: `'批量物料' || (n - 1)`,
      make_type: `case when (n - 1) % 20 = 0 then '1' else '2' end`,
      barcode: 'null',
    },
  });
  await copies(sql, {
    table: 'bom',
    from: `select * from org_demo.bom where code = 'BOM-SG-100' and revision = 'V1.0'`,
    count: BOMS,
    values: {
      id: idOf('bom', '(n - 1) * 20'),
      code: `'BOM-BM' || lpad(((n - 1) * 20)::text, 6, '0')`,
      name: `'批量物料' || (n - 1) * 20`,
      material_id: idOf('material', '(n - 1) * 20'),
      effect_date: 'current_date - 1',
      expire_date: 'null',
    },
  });
  const item = `select i.*, u.unit_id as pcs from org_demo.bom_items i, org_demo.material u where u.code = 'NT-M4' and i.head_id =
    (select id from org_demo.bom where code = 'BOM-SG-100' and revision = 'V1.0') limit 1`;
  // the tall one: each level has 199 bought rows and the next level
  const next = `case when (n - 1) % ${ROWS} = ${ROWS - 1} and (n - 1) / ${ROWS} < ${LEVELS - 1}
    then ((n - 1) / ${ROWS} + 1) * 20 else 50001 + ((n - 1) % ${ROWS}) * 20 end`;
  await copies(sql, {
    table: 'bom_items',
    from: item,
    count: LEVELS * ROWS,
    values: {
      unit_id: 't.pcs',
      head_id: idOf('bom', `((n - 1) / ${ROWS}) * 20`),
      line_no: `((n - 1) % ${ROWS} + 1) * 10`,
      material_id: idOf('material', next),
    },
  });
  await copies(sql, {
    table: 'bom_items',
    from: item,
    count: (BOMS - LEVELS) * 5,
    values: {
      unit_id: 't.pcs',
      head_id: idOf('bom', `((n - 1) / 5 + ${LEVELS}) * 20`),
      line_no: `((n - 1) % 5 + 1) * 10`,
      material_id: idOf(
        'material',
        `least(${MATERIALS - 1}, ((n - 1) / 5 + ${LEVELS}) * 20 + 1 + ((n - 1) % 5) * 997)`,
      ),
    },
  });
  for (const table of ['material', 'bom', 'bom_items']) await sql(`vacuum analyze org_demo.${table}`);
};
