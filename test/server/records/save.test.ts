import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newId } from '../../../server/ids';
import { brokenEntries } from '../../../server/records/trail/audit-trail';
import { openWorld, order, refusal, row, type Wire, type World } from '../../support/writes';

let world: World;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world?.close());

const rowsOf = (wire: Wire): Wire[] => (wire.record as Wire).items as Wire[];

describe('a new order', () => {
  it('gets number, defaults, fills, on-set prices and formulas, and is read back as it was saved', async () => {
    const saved = await world.save('purchaseOrder', order(world, {}, [{ price: undefined, taxPrice: 100, qty: 7 }]));
    const record = saved.record as Wire;
    expect(saved.version).toBe(1);
    expect(record).toMatchObject({
      nbr: 'CGDD202601150001',
      bizDate: '2026-01-15',
      docStatus: '10',
      auditStatus: '1',
      contact: '王工',
      phone: '13800000000',
      currency: 'CNY',
      amount: 619.47,
      taxAmount: 80.53,
      totalAmount: 700,
      supplier: '苏州密封',
    });
    expect(rowsOf(saved)[0]).toMatchObject({
      lineNo: 10,
      materialName: '密封圈',
      unit: '件',
      price: 88.4956,
      amount: 619.47,
      baseQty: 7,
      openQty: 7,
      overRate: 5,
      needDate: '2026-02-01',
      receivedQty: 0,
      sourceOrderNbr: null,
    });
    const stored = (await world.admin.records.get('purchaseOrder', saved.id as string)) as Wire;
    expect(stored).toMatchObject({ nbr: 'CGDD202601150001', totalAmount: 700, version: 1 });
    expect((stored.items as Wire[])[0]).toMatchObject({ price: 88.4956, amount: 619.47 });
  });
  it('leaves a trail and an event', async () => {
    const saved = await world.save('purchaseOrder', order(world));
    const ctx = world.admin;
    expect(await brokenEntries(ctx, 'purchaseOrder', saved.id as string)).toEqual([]);
    const events = await world.db
      .withSchema(world.org.schema)
      .selectFrom('mw_outbox')
      .selectAll()
      .where('record_id', '=', saved.id)
      .execute();
    expect(events.map((event) => event.event)).toEqual(['purchaseOrder.add']);
  });
  it('ignores what clients may not write', async () => {
    const saved = await world.save(
      'purchaseOrder',
      order(world, { nbr: 'MINE', auditStatus: '2', docStatus: '60', createdById: newId(), amount: 1 }, [
        { receivedQty: 50, sourceOrderNbr: 'X', openQty: 3, srcNbr: 'Y' },
      ]),
    );
    expect(saved.record).toMatchObject({ auditStatus: '1', docStatus: '10', amount: 35 });
    expect((saved.record as Wire).nbr).toMatch(/^CGDD20260115\d{4}$/);
    expect(rowsOf(saved)[0]).toMatchObject({ receivedQty: 0, sourceOrderNbr: null, openQty: 100, srcNbr: null });
  });
  it('drops blank rows', async () => {
    const saved = await world.save('purchaseOrder', {
      ...order(world),
      items: [...(order(world).items as Wire[]), { id: newId(), taxRate: 13 }],
    });
    expect(rowsOf(saved)).toHaveLength(1);
  });
});

describe('refusals write nothing', () => {
  const refused = async (record: Wire): Promise<{ code: number; text: string; data: Wire }> => {
    const before = [await world.count('purchase_order'), await world.count('mw_trail'), await world.count('mw_outbox')];
    const answer = await refusal(world.save('purchaseOrder', record));
    expect([
      await world.count('purchase_order'),
      await world.count('mw_trail'),
      await world.count('mw_outbox'),
    ]).toEqual(before);
    expect(answer.code).toBe(203);
    return answer;
  };
  it('of missing values, and no rows', async () => {
    const answer = await refused({ needBy: '2026-02-01', items: [] });
    expect(answer.text).toBe('请填写供应商');
    expect((answer.data.problems as Wire[]).map((problem) => problem.text)).toEqual([
      '请填写供应商',
      '明细至少填写一行',
    ]);
  });
  it('of a disabled master, by name', async () => {
    expect((await refused(order(world, { supplierId: world.ids.gone }))).text).toBe('「旧厂」已停用，请重新选择');
    const answer = await refused(order(world, {}, [{ materialId: world.ids.old, unitId: world.ids.pcs }]));
    expect(answer.text).toBe('「旧料」已停用，请重新选择');
  });
  it('of a reference to nothing', async () => {
    expect((await refused(order(world, { supplierId: newId() }))).text).toBe('供应商引用的数据不存在');
  });
  it('of what the picker would not offer', async () => {
    const answer = await refused(order(world, {}, [{ unitId: world.ids.kg }]));
    expect(answer.text).toBe('物料「SR-08」没有单位「千克」的换算');
  });
  it('of decimals the unit does not have', async () => {
    expect((await refused(order(world, {}, [{ qty: 1.5 }]))).text).toBe('单位「件」最多0位小数');
  });
  it('of checks, with rule, terms and the row', async () => {
    const answer = await refused(order(world, {}, [{}, { qty: 0, materialId: world.ids.rod }]));
    expect(answer).toMatchObject({
      text: '第20行数量必须大于0',
      data: { rule: 'fields.items.checks.qty', terms: { lineNo: 20 } },
    });
    expect((await refused(order(world, { supplierId: world.ids.paused }))).text).toBe(
      '供应商「停用厂」已暂停，不能下单',
    );
  });
  it('of 15 digits', async () => {
    const answer = await refused(order(world, {}, [{ price: 99_999_999_999, qty: 99_999_999 }]));
    expect(answer.text).toBe('数值超出范围');
  });
});

describe('warnings', () => {
  it('are asked once and accepted by their codes', async () => {
    const record = order(world, {}, [{}, {}]);
    const asked = await refusal(world.save('purchaseOrder', record));
    expect(asked).toMatchObject({ code: 203, text: '是否继续？', data: { problems: [] } });
    const warnings = asked.data.warnings as Wire[];
    expect(warnings.map((warning) => warning.text)).toEqual(['同一物料同一到货日重复', '同一物料同一到货日重复']);
    const saved = await world.save('purchaseOrder', record, { accept: warnings.map((warning) => warning.code) });
    expect(saved.version).toBe(1);
  });
});

describe('a change', () => {
  const fresh = async (more: Wire = {}, rows: Wire[] = [{}, { materialId: world.ids.rod }]): Promise<Wire> =>
    world.save('purchaseOrder', order(world, more, rows));
  const edit = (saved: Wire, more: Wire, extra: Wire = {}): Promise<Wire> =>
    world.save('purchaseOrder', { id: saved.id, version: saved.version, ...more }, extra);

  it('writes what changed and computes what depends on it', async () => {
    const saved = await fresh();
    const [first] = rowsOf(saved);
    const after = await edit(saved, { remark: '急', items: { set: [{ id: first?.id, qty: 200 }], del: [] } });
    expect(after.version).toBe(2);
    expect(rowsOf(after).map((row) => [row.lineNo, row.qty, row.amount])).toEqual([
      [10, 200, 70],
      [20, 100, 35],
    ]);
    expect(after.record).toMatchObject({ remark: '急', amount: 105, contact: '王工' });
  });
  it('takes, adds and orders rows', async () => {
    const saved = await fresh();
    const [first, second] = rowsOf(saved);
    const added = row({ materialId: world.ids.rod, qty: 5, price: 1, needDate: '2026-03-01' });
    const after = await edit(saved, { items: { set: [added], del: [first?.id], order: [added.id, second?.id] } });
    expect(rowsOf(after).map((row) => [row.id, row.lineNo])).toEqual([
      [added.id, 10],
      [second?.id, 20],
    ]);
    expect(rowsOf(after)[0]).toMatchObject({ materialName: '圆钢', unit: '千克', taxRate: 13, amount: 5 });
    expect((await world.admin.records.get('purchaseOrder', saved.id as string))?.items).toHaveLength(2);
  });
  it('without any difference writes nothing', async () => {
    const saved = await fresh();
    const after = await edit(saved, { contact: '王工' });
    expect(after.version).toBe(1);
  });
  it('fills from another supplier what was not sent', async () => {
    const saved = await fresh({ contact: '李工' });
    const other = newId();
    await world.insert('supplier', [
      {
        id: other,
        code: `GYS${other.slice(-4)}`,
        name: '新厂',
        contact: '赵工',
        phone: '1',
        kinds: ['1'],
        currency: 'USD',
        qual_status: '1',
        is_disabled: '0',
      },
    ]);
    expect((await edit(saved, { supplierId: other })).record).toMatchObject({ contact: '赵工', currency: 'USD' });
  });
  it('of an old version is refused with what stands there now and who changed what', async () => {
    const saved = await fresh();
    await edit(saved, { remark: '甲' });
    const answer = await refusal(edit(saved, { remark: '乙' }));
    expect(answer).toMatchObject({ code: 203, text: '数据已被他人修改，请刷新后重试' });
    expect(answer.data.current).toMatchObject({ id: saved.id, version: 2, remark: '甲' });
    expect(answer.data.changed).toEqual([{ field: 'remark', title: '备注', by: '测试员', at: '2026-01-15 10:00:00' }]);
    expect((await world.admin.records.get('purchaseOrder', saved.id as string))?.remark).toBe('甲');
  });
  it('of a locked field is refused by its rule; exceptions stay open', async () => {
    const saved = await fresh();
    const audited = await world.act('purchaseOrder', 'audit', [{ id: saved.id, version: saved.version }]);
    const answer = await refusal(edit(audited, { contact: '别人' }));
    expect(answer).toMatchObject({ code: 203, text: '「联系人」当前不可修改', data: { rule: 'rules.audited' } });
    const rows = await refusal(edit(audited, { items: { set: [{ id: rowsOf(saved)[0]?.id, qty: 1 }], del: [] } }));
    expect(rows.text).toBe('「数量」当前不可修改');
    const gone = await refusal(edit(audited, { items: { set: [], del: [rowsOf(saved)[0]?.id] } }));
    expect(gone.text).toBe('「采购明细」当前不可修改');
    expect((await edit(audited, { remark: '仍可写' })).record).toMatchObject({ remark: '仍可写' });
  });
  it('that deletes a row with a child is refused before anything else', async () => {
    const saved = await fresh();
    const [first] = rowsOf(saved);
    await world.db
      .withSchema(world.org.schema)
      .updateTable('purchase_order_items')
      .set({ source_order_nbr: 'CGRK1' })
      .where('id', '=', first?.id)
      .execute();
    const answer = await refusal(edit(saved, { items: { set: [], del: [first?.id] } }));
    expect(answer).toMatchObject({
      code: 203,
      text: '已生成子订单，不可删除！',
      data: { problems: [{ code: 'row.locked', path: `items[${first?.id}]` }] },
    });
    const listed = await refusal(edit(saved, { items: [rowsOf(saved)[1] as Wire] }));
    expect(listed.text).toBe('已生成子订单，不可删除！');
  });
  it('of what is not there is told like what may not be seen', async () => {
    const answer = await refusal(world.save('purchaseOrder', { id: newId(), version: 1, remark: 'x' }));
    expect(answer).toMatchObject({ code: 203, text: '数据不存在或无权查看' });
  });
  it('of a rejected order makes it wait for audit again', async () => {
    const saved = await fresh();
    const rejected = await world.act('purchaseOrder', 'reject', [{ id: saved.id, version: 1 }], {
      ask: { reason: '价格不对' },
    });
    expect(rejected.record).toMatchObject({ auditStatus: '3' });
    expect((await edit(rejected, { remark: '改了' })).record).toMatchObject({ auditStatus: '1' });
  });
});

describe('masters', () => {
  const master = (more: Wire = {}): Wire => ({ name: '卷', symbol: newId().slice(-8), unitGroup: '1', ...more });
  it('hold their codes unique, also against typed ones in other case', async () => {
    const code = `U${newId().slice(-8)}`;
    await world.save('unit', master({ code }));
    const answer = await refusal(world.save('unit', master({ code: code.toLowerCase() })));
    expect(answer).toMatchObject({ code: 203, text: `编码「${code.toLowerCase()}」已存在，请更换` });
  });
  it('hold them in a race too', async () => {
    const code = `R${newId().slice(-8)}`;
    const all = await Promise.allSettled(Array.from({ length: 6 }, () => world.save('unit', master({ code }))));
    expect(all.filter((outcome) => outcome.status === 'fulfilled')).toHaveLength(1);
    for (const outcome of all)
      if (outcome.status === 'rejected')
        expect((outcome.reason as Error).message).toBe(`编码「${code}」已存在，请更换`);
  });
  it('read the stored record in checks', async () => {
    const saved = await world.save('unit', master({ code: `D${newId().slice(-8)}`, decimals: 2 }));
    const answer = await refusal(world.save('unit', { id: saved.id, version: 1, decimals: 1 }));
    expect(answer.text).toBe('小数位只能增加');
  });
});

describe('rights', () => {
  it('are asked before anything is read', async () => {
    const nobody = await world.as([{ functions: ['purchaseOrder:view'] }]);
    expect(await refusal(world.save('purchaseOrder', order(world), {}, nobody))).toMatchObject({ code: 403 });
  });
  it('bound to own rows do not reach those of others', async () => {
    const saved = await world.save('purchaseOrder', order(world));
    const mine = await world.as([
      { functions: ['purchaseOrder:view', 'purchaseOrder:edit'], scope: { scope: '4', depts: [] } },
    ]);
    const answer = await refusal(world.save('purchaseOrder', { id: saved.id, version: 1, remark: 'x' }, {}, mine));
    expect(answer).toMatchObject({ code: 203, text: '数据不存在或无权查看' });
  });
  it('leave ungranted fields as they are', async () => {
    const saved = await world.save('purchaseOrder', order(world));
    const clerk = await world.as([{ functions: ['purchaseOrder:view', 'purchaseOrder:edit'] }]);
    const [first] = rowsOf(saved);
    const after = await world.save(
      'purchaseOrder',
      { id: saved.id, version: 1, items: { set: [{ id: first?.id, price: 9, qty: 10 }], del: [] } },
      {},
      clerk,
    );
    expect(rowsOf(after)[0]).not.toHaveProperty('price');
    const stored = (await world.admin.records.get('purchaseOrder', saved.id as string)) as Wire;
    expect((stored.items as Wire[])[0]).toMatchObject({ price: 0.35, qty: 10, amount: 3.5 });
  });
});
