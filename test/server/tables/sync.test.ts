import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { ResolvedObject } from '../../../schemas/language/resolved';
import { migrateOrg } from '../../../server/db/migrations';
import { checkHandMade, type SyncOptions, syncTables } from '../../../server/tables/apply';
import { columnsOf, tableOf, uniqueName } from '../../../server/tables/names';
import { wantedTables } from '../../../server/tables/wanted';
import { type TestDatabase, testDatabase } from '../../support/database';
import { makeObject, type ObjectSpec } from '../../support/objects';

let database: TestDatabase;
let schema = '';
let count = 0;
beforeAll(async () => {
  database = await testDatabase();
});
afterAll(() => database.drop());
beforeEach(async () => {
  schema = `org_t${++count}`;
  await sql.raw(`CREATE SCHEMA ${schema}`).execute(database.db);
  await migrateOrg(database.db, schema, 'first');
});

const NOW = '2026-01-15 08:00:00';
const sync = (objects: readonly ResolvedObject[], options: Partial<SyncOptions> = {}) =>
  syncTables(database.db, schema, objects, { now: NOW, ...options });
const kinds = async (...args: Parameters<typeof sync>): Promise<readonly string[]> =>
  (await sync(...args)).map(({ kind, table, name }) => [kind, table, name].filter(Boolean).join(' '));
const rows = async (text: string): Promise<readonly Record<string, unknown>[]> =>
  (await sql.raw<Record<string, unknown>>(text.replaceAll('$schema', schema)).execute(database.db)).rows;
const id = (n: number): string => `01900000-0000-7000-8000-${String(n).padStart(12, '0')}`;

const supplier = makeObject('supplier', {
  fields: { code: { kind: 'autoCode', unique: true }, name: { kind: 'input', required: true } },
});
const order = (fields: ObjectSpec['fields'] = {}, rest: Partial<ObjectSpec> = {}): ResolvedObject =>
  makeObject('purchaseOrder', {
    fields: {
      nbr: { kind: 'autoCode' },
      supplier: { ref: 'supplier', kind: 'dialogSelect' },
      bizDate: { kind: 'date' },
      urgent: { type: 'bool' },
      amount: { type: 'decimal' },
      period: { kind: 'datetimeRange' },
      tags: { kind: 'multipleCheck', dict: 'x' },
      buyers: { kind: 'commonMultipleCheck', ref: 'user' },
      files: { type: 'file', many: true },
      rate: { type: 'decimal', formula: 'amount * 2', formulaAt: 'live' } as never,
      items: {
        kind: 'tabTable',
        fields: { material: { ref: 'material', kind: 'dialogSelect' }, qty: { type: 'decimal' } },
      },
      ...fields,
    },
    list: { search: [{ field: 'bizDate' }, { field: 'nbr' }], sort: '-bizDate,-nbr' },
    ...rest,
  });

describe('from nothing', () => {
  test('makes tables by the types of the language and changes nothing the second time', async () => {
    const changes = await sync([supplier, order()]);
    expect(changes.filter(({ kind }) => kind === 'addTable').map(({ table }) => table)).toEqual([
      'supplier',
      'purchase_order',
      'purchase_order_items',
    ]);
    const columns = await rows(
      `SELECT column_name AS n, data_type AS t, is_nullable AS o FROM information_schema.columns
        WHERE table_schema = '$schema' AND table_name = 'purchase_order' ORDER BY ordinal_position`,
    );
    expect(Object.fromEntries(columns.map(({ n, t, o }) => [n, o === 'NO' ? `${t}!` : t]))).toEqual({
      id: 'uuid!',
      version: 'integer!',
      created_by_id: 'uuid',
      created_at: 'timestamp with time zone!',
      updated_by_id: 'uuid',
      updated_at: 'timestamp with time zone!',
      is_deleted: 'smallint!',
      nbr: 'text',
      g_nbr: 'ARRAY',
      supplier_id: 'uuid',
      biz_date: 'date',
      urgent: 'boolean!',
      amount: 'numeric',
      period_from: 'timestamp with time zone',
      period_to: 'timestamp with time zone',
      tags: 'ARRAY!',
      buyers: 'ARRAY!',
      files: 'ARRAY!',
      ext: 'jsonb!',
    });
    expect(await sync([supplier, order()])).toEqual([]);
    expect(await sync([supplier, order()], { whole: true })).toEqual([]);
  });

  test('two processes at once make them once', async () => {
    const [a, b] = await Promise.all([sync([supplier, order()]), sync([supplier, order()])]);
    expect([a.length, b.length].filter((n) => n > 0)).toHaveLength(1);
  });

  test('refuses NaN, infinity and numbers that are too long', async () => {
    await sync([supplier, order()]);
    for (const bad of ["'NaN'", "'Infinity'", "'-Infinity'", '1e15'])
      await expect(
        rows(`INSERT INTO $schema.purchase_order (id, amount) VALUES ('${id(1)}', ${bad})`),
      ).rejects.toMatchObject({
        code: '23514',
      });
    await rows(`INSERT INTO $schema.purchase_order (id, amount) VALUES ('${id(1)}', 999999999999.999)`);
  });

  test('a referenced record cannot be removed', async () => {
    await sync([supplier, order()]);
    await rows(`INSERT INTO $schema.supplier (id, code) VALUES ('${id(1)}', 'a')`);
    await rows(`INSERT INTO $schema.purchase_order (id, supplier_id) VALUES ('${id(2)}', '${id(1)}')`);
    await expect(rows('DELETE FROM $schema.supplier')).rejects.toMatchObject({ code: '23001' });
  });

  test('names stay short and apart', () => {
    const long = 'aVeryLongObjectNameThatGoesOnAndOnForEver';
    expect(tableOf(long).length).toBeLessThanOrEqual(40);
    expect(tableOf(`${long}A`)).not.toBe(tableOf(`${long}B`));
    expect(tableOf('purchaseOrder', 'items')).toBe('purchase_order_items');
    const [field] = Object.values(order().fields).filter(({ code }) => code === 'supplier');
    expect(field && columnsOf(field)).toEqual(['supplier_id']);
  });

  test('says which names meet', () => {
    const twice = order({ supplierId: { kind: 'input' } });
    expect(() => wantedTables([supplier, twice])).toThrow('列名重复');
    const items = makeObject('purchaseOrderItems', { fields: {} });
    expect(() => wantedTables([order(), items])).toThrow('表名重复');
  });
});

describe('unique', () => {
  test('counts rows not deleted, trimmed, ASCII case folded; an automatic code counts deleted rows too', async () => {
    const user = makeObject('user', {
      fields: { loginName: { kind: 'input', unique: true }, nbr: { kind: 'autoCode' } },
    });
    await sync([user]);
    const add = (n: number, name: string, nbr: string, deleted = 0): Promise<unknown> =>
      rows(
        `INSERT INTO $schema.user (id, login_name, nbr, is_deleted) VALUES ('${id(n)}', '${name}', '${nbr}', ${deleted})`,
      );
    await add(1, 'xumin', 'A1');
    await expect(add(2, ' XuMin ', 'A2')).rejects.toMatchObject({
      code: '23505',
      constraint: uniqueName('user', 'loginName'),
    });
    await add(3, 'gone', 'A3', 1);
    await add(4, 'gone', 'A4');
    await expect(add(5, 'other', 'a3')).rejects.toMatchObject({ constraint: uniqueName('user', 'nbr') });
  });

  test('an entry counts null as a value and may have a condition', async () => {
    const unit = makeObject('unit', {
      fields: {
        code: { kind: 'input' },
        parent: { ref: 'self' },
        name: { kind: 'input' },
        factor: { type: 'decimal' },
        isBase: { type: 'bool' },
      },
      unique: {
        sibling: { fields: ['parent', 'name'] },
        base: { fields: ['factor'], when: 'isBase' },
      },
    });
    await sync([unit], { condition: () => 'is_base' });
    const add = (n: number, name: string, factor: string, base: boolean): Promise<unknown> =>
      rows(`INSERT INTO $schema.unit (id, name, factor, is_base) VALUES ('${id(n)}', '${name}', ${factor}, ${base})`);
    await add(1, 'kg', '1', true);
    await expect(add(2, 'KG', '2', false)).rejects.toMatchObject({ constraint: uniqueName('unit', 'sibling') });
    await expect(add(3, 'g', '1', true)).rejects.toMatchObject({ constraint: uniqueName('unit', 'base') });
    await add(4, 't', '1', false);
    await add(5, 'm', 'NULL', true);
    await expect(add(6, 'mm', 'NULL', true)).rejects.toMatchObject({ constraint: uniqueName('unit', 'base') });
  });

  test('is refused with the count while values repeat', async () => {
    await sync([supplier, order({ remark: { kind: 'input' } })]);
    for (const n of [1, 2]) await rows(`INSERT INTO $schema.purchase_order (id, remark) VALUES ('${id(n)}', 'x')`);
    await expect(sync([supplier, order({ remark: { kind: 'input', unique: true } })])).rejects.toThrow('有1组重复值');
    await rows(`UPDATE $schema.purchase_order SET remark = id::text`);
    expect(await kinds([supplier, order({ remark: { kind: 'input', unique: true } })])).toEqual([
      'addIndex purchase_order purchase_order_remark_u',
    ]);
  });
});

describe('later texts', () => {
  test('a new field is one more column, a new sub-table one more table', async () => {
    await sync([supplier, order()]);
    expect(await kinds([supplier, order({ needBy: { kind: 'date' } })])).toEqual(['addColumn purchase_order need_by']);
    const more = order({ needBy: { kind: 'date' }, fees: { kind: 'tabTable', fields: { fee: { type: 'decimal' } } } });
    expect(await kinds([supplier, more])).toEqual([
      'addTable purchase_order_fees',
      'addIndex purchase_order_fees purchase_order_fees_head_id_line_no_i',
      'addForeignKey purchase_order_fees purchase_order_fees_head_id_f',
    ]);
    expect(await kinds([supplier, more])).toEqual([]);
  });

  test('a field renamed with `was` keeps its values', async () => {
    await sync([supplier, order({ note: { kind: 'input' } })]);
    await rows(`INSERT INTO $schema.purchase_order (id, note, amount) VALUES ('${id(1)}', 'kept', 5)`);
    const renamed = order({ remark: { kind: 'input', was: 'note' }, total: { type: 'decimal', was: 'amount' } });
    const { amount: _amount, ...fields } = renamed.fields;
    const changes = await kinds([supplier, { ...renamed, fields }]);
    expect(changes).toContain('renameColumn purchase_order remark');
    expect(changes).toContain('renameColumn purchase_order total');
    expect(await rows('SELECT remark, total FROM $schema.purchase_order')).toEqual([{ remark: 'kept', total: '5' }]);
    expect(await sync([supplier, { ...renamed, fields }])).toEqual([]);
  });

  test('a field that is gone is retired, and finds its values when it comes back', async () => {
    await sync([supplier, order({ note: { kind: 'input' } })]);
    await rows(`INSERT INTO $schema.purchase_order (id, note) VALUES ('${id(1)}', 'kept')`);
    expect(await kinds([supplier, order()])).toEqual(['retireColumn purchase_order note']);
    expect(await kinds([supplier, order()])).toEqual([]);
    expect(await rows('SELECT zz_note_202601150800 AS note FROM $schema.purchase_order')).toEqual([{ note: 'kept' }]);
    expect(await kinds([supplier, order({ note: { kind: 'input' } })])).toEqual(['renameColumn purchase_order note']);
    expect(await rows('SELECT note FROM $schema.purchase_order')).toEqual([{ note: 'kept' }]);
  });

  test('a required yes/no that is gone does not refuse new rows', async () => {
    await sync([supplier, order()]);
    const { urgent: _urgent, supplier: _supplier, ...fields } = order().fields;
    await sync([supplier, { ...order(), fields }]);
    await rows(`INSERT INTO $schema.supplier (id, code) VALUES ('${id(9)}', 'a')`);
    await rows(`INSERT INTO $schema.purchase_order (id) VALUES ('${id(1)}')`);
    await rows('DELETE FROM $schema.supplier');
  });

  test('an object that is gone is retired only when all objects are given', async () => {
    await sync([supplier, order()]);
    expect(await sync([supplier])).toEqual([]);
    expect(await kinds([supplier], { whole: true })).toEqual([
      'retireTable purchase_order',
      'retireTable purchase_order_items',
    ]);
    expect(await kinds([supplier], { whole: true })).toEqual([]);
    expect(
      (await kinds([supplier, order()], { whole: true })).filter((text) => text.startsWith('renameTable')),
    ).toEqual([
      'renameTable purchase_order zz_purchase_order_202601150800',
      'renameTable purchase_order_items zz_purchase_order_items_202601150800',
    ]);
    expect(await kinds([supplier, order()], { whole: true })).toEqual([]);
  });

  test('an object renamed with `was` keeps rows and sub-tables', async () => {
    await sync([supplier, order()]);
    await rows(`INSERT INTO $schema.purchase_order (id, nbr) VALUES ('${id(1)}', 'A')`);
    const renamed = { ...order(), object: 'buyOrder', was: 'purchaseOrder' };
    await sync([supplier, renamed], { whole: true });
    expect(await rows('SELECT nbr FROM $schema.buy_order')).toEqual([{ nbr: 'A' }]);
    expect(await rows('SELECT count(*) AS n FROM $schema.buy_order_items')).toEqual([{ n: '0' }]);
    expect(await sync([supplier, renamed], { whole: true })).toEqual([]);
  });

  test('a type changes while nothing is lost and is refused with the count otherwise', async () => {
    await sync([supplier, order({ n: { type: 'decimal' }, t: { kind: 'input' } })]);
    await rows(`INSERT INTO $schema.purchase_order (id, n, t) VALUES ('${id(1)}', 2, '12'), ('${id(2)}', 2.5, 'x')`);
    const next = order({ n: { type: 'int' }, t: { kind: 'input' } });
    await expect(sync([supplier, next])).rejects.toThrow('「purchaseOrder」n的类型不可修改：已有1条数据会改变');
    await rows(`UPDATE $schema.purchase_order SET n = 3 WHERE id = '${id(2)}'`);
    expect(await kinds([supplier, next])).toEqual(['changeColumn purchase_order n']);
    const dated = order({ n: { type: 'int' }, t: { kind: 'date' } });
    await expect(sync([supplier, dated])).rejects.toThrow('已有2条数据会改变');
    await rows('UPDATE $schema.purchase_order SET t = NULL');
    await sync([supplier, dated]);
    expect(await sync([supplier, dated])).toEqual([]);
    const many = order({ n: { type: 'int' }, t: { kind: 'multiDate' } });
    await rows("UPDATE $schema.purchase_order SET t = '2026-01-15'");
    await sync([supplier, many]);
    expect((await rows('SELECT DISTINCT t FROM $schema.purchase_order'))[0]).toEqual({ t: ['2026-01-15'] });
    expect(await sync([supplier, many])).toEqual([]);
  });

  test('a refused change leaves everything as it was', async () => {
    await sync([supplier, order({ t: { kind: 'input' } })]);
    await rows(`INSERT INTO $schema.purchase_order (id, t) VALUES ('${id(1)}', 'x')`);
    const bad = order({ t: { kind: 'date' }, another: { kind: 'input' } });
    await expect(sync([supplier, bad])).rejects.toThrow('类型不可修改');
    expect((await kinds([supplier, order({ t: { kind: 'input' } })])).length).toBe(0);
  });

  test('an index that another begins with is not made, and goes when that one comes', async () => {
    const indexes = async (): Promise<readonly unknown[]> =>
      (
        await rows(
          `SELECT indexname AS n FROM pg_indexes WHERE schemaname = '$schema' AND tablename = 'purchase_order' AND indexdef LIKE '%supplier_id%' ORDER BY 1`,
        )
      ).map(({ n }) => n);
    await sync([supplier, order()]);
    expect(await indexes()).toEqual(['purchase_order_supplier_id_i']);
    const both = order({}, { index: [['supplier', 'bizDate'], ['supplier']] });
    expect(await kinds([supplier, both])).toEqual([
      'dropIndex purchase_order purchase_order_supplier_id_i',
      'addIndex purchase_order purchase_order_supplier_bizDate_i',
    ]);
    expect(await indexes()).toEqual(['purchase_order_supplier_bizDate_i']);
    // the other way round it orders nothing by the supplier
    await sync([supplier, order({}, { index: [['bizDate', 'supplier']] })]);
    expect(await indexes()).toEqual(['purchase_order_bizDate_supplier_i', 'purchase_order_supplier_id_i']);
  });

  test('another list order rebuilds its index; a reference gets its key when the object comes', async () => {
    await sync([order()]);
    const other = order({}, { list: { search: [], sort: 'nbr' } });
    expect(await kinds([other])).toEqual([
      'dropIndex purchase_order purchase_order_biz_date_i',
      'dropIndex purchase_order purchase_order_g_nbr_i',
      'dropIndex purchase_order purchase_order_list_i',
      'dropComputed purchase_order g_nbr',
      'addIndex purchase_order purchase_order_list_i',
    ]);
    expect((await kinds([supplier, other])).at(-1)).toBe('addForeignKey purchase_order purchase_order_supplier_id_f');
  });
});

test('hand-made tables are looked at, never made', async () => {
  const ledger = makeObject('stockLedger', { storage: 'migration', fields: { qty: { type: 'decimal' } } });
  expect(await sync([ledger])).toEqual([]);
  expect(await checkHandMade(database.db, schema, [ledger])).toEqual(['对象「stockLedger」的表 stock_ledger 不存在']);
  await rows('CREATE TABLE $schema.stock_ledger (id uuid)');
  expect(await checkHandMade(database.db, schema, [ledger])).toEqual([
    '对象「stockLedger」的表 stock_ledger 缺少列 qty',
  ]);
});

describe('alike while days meet', () => {
  const rate = (): ResolvedObject =>
    makeObject('rate', {
      fields: {
        code: { kind: 'input' },
        supplier: { ref: 'supplier' },
        from: { kind: 'date' },
        to: { kind: 'date' },
        isDefault: { type: 'bool' },
      },
      unique: { one: { fields: ['code', 'supplier'], when: 'isDefault', during: ['from', 'to'] } },
    });
  const condition = () => 'is_default';
  const insert = (n: number, code: string, from: string, to: string | null, isDefault = true) =>
    rows(
      `insert into $schema.rate (id, code, "from", "to", is_default) values ('${id(n)}', '${code}', '${from}', ${to === null ? 'null' : `'${to}'`}, ${isDefault})`,
    );

  test('an exclusion constraint holds it, and goes with the entry', async () => {
    await sync([supplier, rate()], { condition });
    expect(await kinds([supplier, rate()], { condition })).toEqual([]);
    await insert(1, 'A', '2026-01-01', '2026-01-31');
    await insert(2, 'a ', '2026-02-01', null);
    await insert(3, 'A', '2026-01-10', null, false);
    await insert(4, 'B', '2026-01-10', null);
    await expect(insert(5, 'A', '2026-01-31', '2026-01-31')).rejects.toMatchObject({ code: '23P01' });
    await expect(insert(6, 'B', '2027-01-01', null)).rejects.toMatchObject({ constraint: 'rate_one_u' });
    const bare = { ...rate(), unique: {} };
    expect(await kinds([supplier, bare], { condition })).toEqual(['dropIndex rate rate_one_u']);
    await insert(5, 'A', '2026-01-31', '2026-01-31');
    await expect(sync([supplier, rate()], { condition })).rejects.toThrow('有1组日期重叠');
  });
});
