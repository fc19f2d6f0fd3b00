import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ResolvedObject } from '../../../schemas/language/resolved';
import { functions, services } from '../../../server/domain';
import { newId } from '../../../server/ids';
import type { EngineCtx } from '../../../server/records/host';
import { pageItem } from '../../../server/records/page/page-item';
import { pickRows } from '../../../server/records/pick/pick';
import { getNew, getOne } from '../../../server/records/read/read';
import { resolveRecord } from '../../../server/records/read/resolve';
import type { Page } from '../../../server/registry/pages';
import { type Factory, openFactory } from '../../support/records';
import { ids, seedToys, TOYS, toys } from '../../support/toys';

const at = {
  pcs: newId(),
  box: newId(),
  cat: newId(),
  steel: newId(),
  bolt: newId(),
  wood: newId(),
  good: newId(),
  paused: newId(),
  order: newId(),
  row1: newId(),
  row2: newId(),
  buyer: newId(),
  dept: newId(),
};
const BUYER = [
  'purchaseOrder:view',
  'purchaseOrder:add',
  'purchaseOrder:edit',
  'purchaseOrder:receive',
  'supplier:view',
];
let factory: Factory;
let order: Page;
let toy: Page;

beforeAll(async () => {
  factory = await openFactory({ documents: TOYS, functions, services });
  order = factory.registry.page('purchaseOrder')!;
  toy = factory.registry.page('toy')!;
  await seedToys(factory);
  const { insert } = factory;
  await insert('dept', [{ id: at.dept, code: 'D1', name: '采购部', type: '20', is_disabled: '0' }]);
  await insert('employee', [{ id: at.buyer, code: 'E1', name: '钱多', dept_id: at.dept, is_disabled: '0' }]);
  await insert('unit', [
    { id: at.pcs, code: 'pcs', name: '件', decimals: '0', is_disabled: '0' },
    { id: at.box, code: 'box', name: '箱', decimals: '0', is_disabled: '0' },
  ]);
  await insert('material_category', [{ id: at.cat, code: 'C1', name: '原料', is_disabled: '0' }]);
  const material = (id: string, code: string, off = '0') => ({
    id,
    code,
    name: `料${code}`,
    spec: 'M8',
    unit_id: at.pcs,
    material_category_id: at.cat,
    is_disabled: off,
    ref_price: '9',
  });
  await insert('material', [material(at.steel, 'SR-08'), material(at.bolt, 'LS-100'), material(at.wood, 'WD-01', '1')]);
  await insert('material_units', [{ id: newId(), head_id: at.steel, line_no: 10, unit_id: at.box, factor: '50' }]);
  await insert('supplier', [
    {
      id: at.good,
      code: 'GYS1',
      name: '好供应商',
      kinds: ['1'],
      is_disabled: '0',
      qual_status: '1',
      contact: '赵',
      over_rate: '5',
    },
    { id: at.paused, code: 'GYS2', name: '已暂停', kinds: ['1'], is_disabled: '1', qual_status: '3' },
  ]);
  await insert('purchase_order', [
    {
      id: at.order,
      nbr: 'CGDD1',
      biz_date: '2026-01-15',
      supplier_id: at.good,
      buyer_id: at.buyer,
      dept_id: at.dept,
      order_type: '1',
      need_by: '2026-01-20',
      doc_status: '10',
      audit_status: '1',
      currency: 'CNY',
      exchange_rate: '1',
      amount: '619.47',
      tax_amount: '80.53',
      total_amount: '700',
      received: '0',
    },
  ]);
  const row = (id: string, line: number, more: Record<string, unknown>) => ({
    id,
    head_id: at.order,
    line_no: line,
    material_id: at.steel,
    material_code: 'SR-08',
    unit_id: at.pcs,
    qty: '7',
    price: '88.4956',
    amount: '619.47',
    ...more,
  });
  await insert('purchase_order_items', [row(at.row2, 20, { source_order_nbr: 'CGRK1' }), row(at.row1, 10, {})]);
});
afterAll(() => factory?.close());

const root = (): Promise<EngineCtx> => factory.root();
const buyer = (groups: readonly string[] = []): Promise<EngineCtx> =>
  factory.as([{ functions: BUYER, fieldGroups: groups }]);

describe('getOne', () => {
  it('gives the record with rows in order, labels, actions, locks and what its form needs of others', async () => {
    const wire = await getOne(await root(), order, { id: at.order });
    expect(wire).toMatchObject({
      id: at.order,
      version: 1,
      nbr: 'CGDD1',
      bizDate: '2026-01-15',
      supplierId: at.good,
      supplier: '好供应商',
      buyer: expect.stringContaining('钱多'),
      totalAmount: 700,
    });
    const items = wire.items as Record<string, unknown>[];
    expect(items.map((item) => [item.id, item.lineNo, item.qty, item.price])).toEqual([
      [at.row1, 10, 7, 88.4956],
      [at.row2, 20, 7, 88.4956],
    ]);
    expect(items[0]).not.toHaveProperty('_lock');
    expect(items[1]?._lock).toBe('已生成子订单，不可删除！');
    expect(wire._actions).toEqual(expect.arrayContaining(['view', 'edit', 'copy', 'del', 'audit', 'reject', 'void']));
    for (const code of ['unaudit', 'close', 'reopen', 'receive', 'partly', 'add'])
      expect(wire._actions).not.toContain(code);
    const hop = wire._hop as Record<string, Record<string, Record<string, unknown>>>;
    expect(hop.supplier?.[at.good]).toMatchObject({ label: '好供应商', qualStatus: '1' });
    expect(hop.unit?.[at.pcs]).toMatchObject({ decimals: 0 });
  });
  it('leaves out what the groups of the user do not hold, in the head, the rows and the hops', async () => {
    const wire = await getOne(await buyer(), order, { id: at.order });
    const closed = ['amount', 'taxAmount', 'totalAmount', 'price', 'taxPrice', 'priceDiff', 'lastPrice', 'refPrice'];
    for (const key of closed) expect(JSON.stringify(wire)).not.toContain(`"${key}"`);
    expect((await getOne(await buyer(['price']), order, { id: at.order })).totalAmount).toBe(700);
  });
  it('names what an empty reference inherits, however far up it stands', async () => {
    const page = factory.registry.page('materialCategory')!;
    const [top, middle, leaf] = [newId(), newId(), newId()];
    const node = (id: string, code: string, parent: string | null, unit: string | null) => ({
      id,
      code,
      name: code,
      short_code: code,
      parent_id: parent,
      def_unit_id: unit,
      is_disabled: '0',
    });
    await factory.insert('material_category', [
      node(top, 'T', null, at.box),
      node(middle, 'M', top, null),
      node(leaf, 'L', middle, null),
    ]);
    const wire = await getOne(await root(), page, { id: leaf });
    expect(wire.defUnitId).toBeNull();
    expect(wire._hop).toMatchObject({ unit: { [at.box]: { label: expect.stringContaining('箱') } } });
    const given = await resolveRecord(await root(), page, {
      record: { name: '新', parentId: middle },
      want: [`label(unit:${at.box})`],
    });
    expect(given.values).toEqual({});
    expect(given._hop).toMatchObject({ unit: { [at.box]: { label: expect.stringContaining('箱') } } });
  });
  it('gives many references, secrets and computed fields of a record', async () => {
    const wire = await getOne(await root(), toy, { id: toys[0]!.id });
    expect(wire).toMatchObject({
      makers: [
        { id: ids.east, label: 'M1 东厂' },
        { id: ids.west, label: 'M2 西厂' },
      ],
      pin: '******',
      late: true,
      days: ['2026-01-01', '2026-01-03'],
    });
    expect(wire).not.toHaveProperty('isDeleted');
  });
});

describe('getNew', () => {
  it('fills defaults and what the opener gives', async () => {
    const wire = await getNew(await root(), order, { with: { supplierId: at.good } });
    expect(wire).toMatchObject({
      bizDate: '2026-01-15',
      orderType: '1',
      docStatus: '10',
      auditStatus: '1',
      supplierId: at.good,
      contact: '赵',
      _actions: ['save'],
    });
    expect(wire.id).toBeUndefined();
  });
  it('copies a record without its number, its states and its links', async () => {
    const wire = await getNew(await root(), order, { copyOf: at.order });
    expect(wire).toMatchObject({ supplierId: at.good, docStatus: '10' });
    expect(wire.nbr ?? null).toBeNull();
    const items = wire.items as Record<string, unknown>[];
    expect(items.map((item) => item.sourceOrderNbr ?? null)).toEqual([null, null]);
    expect(items.map((item) => item.qty)).toEqual([7, 7]);
    expect(items.map((item) => item.id)).not.toContain(at.row1);
  });
  it('copies no value past the groups of the user', async () => {
    const wire = await getNew(await buyer(), order, { copyOf: at.order });
    expect(JSON.stringify(wire)).not.toContain('88.4956');
  });
  it('needs the right to add', async () => {
    const ctx = await factory.as([{ functions: ['purchaseOrder:view'] }]);
    await expect(getNew(ctx, order, {})).rejects.toMatchObject({ code: 403 });
  });
});

describe('pick', () => {
  const form = { nbr: 'x', items: [{ id: newId(), materialId: at.steel }] };
  it('keeps the condition of the field, with columns, fills and hops', async () => {
    const answer = await pickRows(await root(), order, 'supplier', { record: form });
    expect(answer.records).toHaveLength(1);
    expect(answer.records[0]).toMatchObject({
      id: at.good,
      label: '好供应商',
      code: 'GYS1',
      name: '好供应商',
      contact: '赵',
    });
    expect(answer._hop.supplier?.[at.good]).toMatchObject({ qualStatus: '1' });
  });
  it('says which of some records the condition offers', async () => {
    const among = [at.good, at.paused, newId()];
    const { records, total } = await pickRows(await root(), order, 'supplier', { record: form, among });
    expect(records.map((record) => record.id)).toEqual([at.good]);
    expect(total).toBe(1);
  });
  it('reads the row of the form in the condition', async () => {
    const units = await pickRows(await root(), order, 'items.unit', { record: form });
    expect(units.records.map((record) => record.id).sort()).toEqual([at.pcs, at.box].sort());
    const other = await pickRows(await root(), order, 'items.unit', {
      record: { nbr: 'x', items: [{ id: newId(), materialId: at.bolt }] },
    });
    expect(other.records.map((record) => record.id)).toEqual([at.pcs]);
  });
  it('leaves out what is switched off, unless the field shows it too', async () => {
    const off = (code: string) =>
      sql`update ${sql.table(`${factory.org.schema}.unit`)} set is_disabled = ${code} where id = ${at.box}`.execute(
        factory.database.db,
      );
    await off('1');
    const ctx = await root();
    const shown = await pickRows(ctx, order, 'items.unit', { record: form });
    expect(new Map(shown.records.map(({ id, $isDisabled }) => [id, $isDisabled ?? false]))).toEqual(
      new Map([
        [at.pcs, false],
        [at.box, true],
      ]),
    );
    const { items } = order.object.fields;
    const { unit } = items!.sub!.fields;
    const fields = { ...items!.sub!.fields, unit: { ...unit!, pick: { where: unit!.pick!.where! } } };
    const said = { ...order.object.fields, items: { ...items!, sub: { ...items!.sub!, fields } } };
    const usual = await pickRows(ctx, { ...order, object: { ...order.object, fields: said } }, 'items.unit', {
      record: form,
    });
    expect(usual.records.map(({ id }) => id)).toEqual([at.pcs]);
    await off('0');
  });
  it('searches labels, pages, and tells ids', async () => {
    const ctx = await root();
    const found = await pickRows(ctx, order, 'items.material', { record: form, search: 'ls-1' });
    expect(found.records.map((record) => record.label)).toEqual(['LS-100']);
    expect((await pickRows(ctx, order, 'items.material', { record: form, search: '%' })).records).toEqual([]);
    const second = await pickRows(ctx, order, 'items.material', { record: form, size: 1, current: 2 });
    expect([second.records.length, second.total]).toEqual([1, 2]);
    const known = await pickRows(ctx, order, 'supplier', { ids: [at.paused] });
    expect(known.records).toEqual([{ id: at.paused, label: '已暂停' }]);
  });
  it('answers the texts of a sheet at once, each record with those that name it whole', async () => {
    const ctx = await root();
    const all = await pickRows(ctx, order, 'items.material', { record: form });
    const label = String(all.records[0]?.label);
    const texts = [label.toUpperCase(), ` ${label} `, 'NO-SUCH', label.slice(0, 2), '%'];
    const found = await pickRows(ctx, order, 'items.material', { record: form, texts });
    expect(found.records.map(({ id, $texts }) => ({ id, $texts }))).toEqual([
      { id: all.records[0]?.id, $texts: [label.toLowerCase()] },
    ]);
    expect(Object.keys(found.records[0] ?? {})).toEqual([...Object.keys(all.records[0] ?? {}), '$texts']);
    // the condition of the field holds for a sheet, too
    expect((await pickRows(ctx, order, 'supplier', { record: form, texts: ['已暂停'] })).records).toEqual([]);
    for (const wrong of ['x', [1], Array.from({ length: 501 }, String)])
      await expect(pickRows(ctx, order, 'supplier', { record: form, texts: wrong })).rejects.toMatchObject({
        code: 400,
      });
  });
  it('gives no field that is not the user’s', async () => {
    const answer = await pickRows(await buyer(), order, 'items.material', { record: form });
    expect(answer.records.length).toBe(2);
    expect(JSON.stringify(answer)).not.toMatch(/refPrice|taxRate|stdCost/);
  });
  it('needs the right to the form, not the view of the target', async () => {
    const enters = await factory.as([{ functions: ['purchaseOrder:add'] }]);
    expect((await pickRows(enters, order, 'supplier', { record: form })).records).toHaveLength(1);
    const looks = await factory.as([{ functions: ['purchaseOrder:view', 'supplier:view'] }]);
    await expect(pickRows(looks, order, 'supplier', { record: form })).rejects.toMatchObject({ code: 403 });
  });
  it('offers everything to a search row, disabled ones marked', async () => {
    const looks = await factory.as([{ functions: ['purchaseOrder:view'] }]);
    const answer = await pickRows(looks, order, 'supplier', { record: {} });
    expect(answer.records.map((record) => [record.label, record.$isDisabled ?? false])).toEqual([
      ['好供应商', false],
      ['已暂停', true],
    ]);
  });
  it('refuses names that are no reference of the form', async () => {
    for (const path of ['nope', 'nbr', 'supplier.name', 'items', "supplier'--", 'actions.nope.ask.x'])
      await expect(pickRows(await root(), order, path, { record: form })).rejects.toMatchObject({ code: 400 });
  });
});

describe('resolve', () => {
  const form = {
    bizDate: '2026-01-15',
    supplierId: at.good,
    items: [{ id: at.row1, lineNo: 10, materialId: at.steel, unitId: at.box, qty: 2 }],
  };
  it('answers functions and queries of the document by the key a browser uses, and hops', async () => {
    const key = `unitFactor(${JSON.stringify([at.steel, at.box])})`;
    const { values, _hop } = await resolveRecord(await root(), order, { record: form, want: [key] });
    expect(values[key]).toBe(50);
    expect(_hop.material?.[at.steel]).toMatchObject({ label: 'SR-08' });
  });
  it('names references that stand in the record and nothing else', async () => {
    const record = { ...form, deptId: at.dept };
    const want = [`label(dept:${at.dept})`, `label(material:${at.bolt})`, `label(employee:${at.dept})`];
    const { values, _hop } = await resolveRecord(await root(), order, { record, want });
    expect(values).toEqual({});
    expect(_hop.dept?.[at.dept]).toMatchObject({ label: expect.stringContaining('采购部') });
    expect(_hop.material).not.toHaveProperty(at.bolt);
    expect(_hop).not.toHaveProperty('employee');
  });
  it('answers nothing the document does not ask', async () => {
    const key = `unitFactor(${JSON.stringify([at.bolt, at.box])})`;
    expect(
      (await resolveRecord(await root(), order, { record: form, want: [key, 'nope', 'count(user)'] })).values,
    ).toEqual({});
  });
  it('answers live formulas and services by address, rows by id', async () => {
    const { values } = await resolveRecord(await root(), order, {
      record: form,
      want: ['items.lastPrice', 'items.baseQty'],
    });
    expect(values['items.baseQty']).toEqual({ [at.row1]: 100 });
    expect(values['items.lastPrice']).toEqual({ [at.row1]: null });
  });
  it('keeps prices from those who have no price group', async () => {
    const ctx = await buyer();
    const key = `priceOf(${JSON.stringify([at.good, at.steel, 2])})`;
    const { values } = await resolveRecord(ctx, order, { record: form, want: [key, 'items.lastPrice', 'items.price'] });
    expect(values).toEqual({});
  });
});

describe('getPageItem', () => {
  it('gives the document of the page with rights, types and dictionaries', async () => {
    const { data, etag } = pageItem(await root(), 'purchaseOrder');
    expect(etag).toMatch(/^"[\w-]{22}"$/);
    expect(data.page).toEqual({
      code: 'purchaseOrder',
      title: '采购订单',
      route: '/oms/purchase/order',
      sort: 'list',
      object: 'purchaseOrder',
    });
    expect(Object.keys(data.types as object)).toEqual(
      expect.arrayContaining(['purchaseOrder', 'supplier', 'material', 'unit', 'purchaseIn']),
    );
    expect(data.dicts).toEqual(expect.arrayContaining(['purchaseOrderStatus', 'auditStatus', 'qualStatus']));
    expect(data.rights).toEqual(expect.arrayContaining(['purchaseOrder:audit']));
  });
  it('is the same for the same rights and another for others', async () => {
    expect(pageItem(await root(), 'purchaseOrder')).toBe(pageItem(await root(), 'purchaseOrder'));
    expect(pageItem(await buyer(), 'purchaseOrder').etag).not.toBe(pageItem(await root(), 'purchaseOrder').etag);
  });
  it('tells nothing of fields that are not the user’s', async () => {
    const { data } = pageItem(await buyer(), 'purchaseOrder');
    const text = JSON.stringify(data);
    for (const code of ['totalAmount', 'taxPrice', 'lastPrice', 'refPrice', 'priceOf'])
      expect(text.includes(code), code).toBe(false);
    expect(JSON.stringify(pageItem(await buyer(['price']), 'purchaseOrder').data).includes('totalAmount')).toBe(true);
  });
  it('locks what is shown with stars or in own rows only: it would not be stored', async () => {
    const locked = async (groups: readonly string[]): Promise<readonly string[]> => {
      const who = await factory.as([{ functions: ['employee:view', 'employee:edit'], fieldGroups: groups }]);
      const { fields } = pageItem(who, 'employee').data.schema as ResolvedObject;
      return ['name', 'phone', 'idNo', 'bankNo'].filter((code) => fields[code]?.readonly === true);
    };
    expect(await locked([])).toEqual(['phone', 'idNo', 'bankNo']);
    expect(await locked(['privacy'])).toEqual([]);
  });
  it('puts the view in place', async () => {
    const { data } = pageItem(await root(), 'dept.factory');
    const schema = data.schema as { title: string; list: { columns: { field: string }[] } };
    expect(schema.list.columns.map((column) => column.field)).toContain('headCount');
  });
  it('is refused without a right to the page and unknown for unknown codes', async () => {
    const nobody = await factory.as([{ functions: ['unit:view'] }]);
    expect(() => pageItem(nobody, 'purchaseOrder')).toThrowError(expect.objectContaining({ code: 403 }));
    expect(() => pageItem(nobody, 'nope')).toThrowError(expect.objectContaining({ code: 404 }));
  });
});
