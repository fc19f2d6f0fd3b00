import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newId } from '../../../server/ids';
import { type PostInput, postStock, reverseStock } from '../../../server/stock/posting';
import { proveStock } from '../../../server/stock/proof';
import { SCHEMA, type TestOrg, testOrg } from '../org';

let org: TestOrg;
const ids: Record<string, string> = {};

beforeAll(async () => {
  org = await testOrg();
  const unit = await org.insert('unit', {
    code: 'PCS',
    name: '件',
    symbol: '件',
    unit_group: '1',
    decimals: 0,
    factor: 1,
  });
  const kg = await org.insert('unit', {
    code: 'KG',
    name: '千克',
    symbol: 'kg',
    unit_group: '2',
    decimals: 4,
    factor: 1,
  });
  const category = await org.insert('material_category', { code: 'YCL', name: '原材料', short_code: 'YCL' });
  const material = (code: string, name: string, more: object = {}) =>
    org.insert('material', {
      code,
      name,
      material_category_id: category,
      material_type: '3',
      make_type: '2',
      unit_id: unit,
      trace_mode: '0',
      ...more,
    });
  ids.dept = await org.insert('dept', { code: '15', name: '仓储部', type: '20' });
  ids.keeper = await org.insert('employee', {
    code: 'YG0012',
    name: '周涛',
    gender: '1',
    dept_id: ids.dept,
    emp_status: '1',
    entry_date: '2022-03-01',
    salary_type: '10',
  });
  const warehouse = (code: string, name: string, more: object = {}) =>
    org.insert('warehouse', {
      code,
      name,
      kind: '1',
      allow_status: ['1', '2', '3', '4'],
      keepers: [],
      categories: [],
      ...more,
    });
  ids.seal = await material('SR-08', '密封圈', { trace_mode: '1', shelf_life_days: 730 });
  ids.screw = await material('LS-100', '丝杆');
  ids.grease = await material('GR-01', '润滑脂', { trace_mode: '1', unit_id: kg });
  ids.drive = await material('LA-100', '电动推杆', { trace_mode: '2' });
  ids.ck01 = await warehouse('CK01', '原材料仓', { keepers: [ids.keeper] });
  ids.ck02 = await warehouse('CK02', '立体仓', { use_position: true });
  ids.ck03 = await warehouse('CK03', '成品仓', { kind: '3', allow_negative: true });
  ids.line = await warehouse('XB-ZP', '装配车间线边仓', { kind: '4', is_virtual: true });
  ids.scrap = await warehouse('BF', '报废仓', { kind: '9', is_virtual: true });
  const position = (code: string, more: object = {}) =>
    org.insert('position', { code, name: code, warehouse_id: ids.ck02, mix_rule: '0', lock_status: '0', ...more });
  ids.a1 = await position('A-01', { mix_rule: '1', max_qty: 100 });
  ids.locked = await position('A-02', { lock_status: '1' });
  ids.supplier = await org.insert('supplier', { code: 'GYS0003', name: '华东密封件', kinds: ['1'] });
});
afterAll(() => org?.database.drop());

type Line = {
  material?: string;
  qty: number;
  warehouse?: string;
  position?: string;
  batchNbr?: string;
  moveKind?: string;
  amount?: number;
  status?: string;
};
let docs = 0;
const doc = (lines: readonly Line[], more: Partial<PostInput> = {}): PostInput => ({
  docType: 'purchaseIn',
  docId: newId(),
  docNbr: `T${String(++docs).padStart(4, '0')}`,
  bizDate: '2026-01-15',
  legs: lines.map((line, index) => ({
    rowId: newId(),
    leg: 1,
    lineNo: (index + 1) * 10,
    moveKind: line.moveKind ?? (line.qty > 0 ? '10' : '20'),
    key: {
      material: line.material ?? ids.screw!,
      warehouse: line.warehouse ?? ids.ck01!,
      position: line.position ?? null,
      batchNbr: line.batchNbr ?? null,
      qualityStatus: line.status ?? '1',
    },
    qty: line.qty,
    cost: line.qty > 0 ? { by: 'amount', amount: line.amount ?? line.qty } : { by: 'avg' },
    ...(line.qty > 0 && { batch: {} }),
  })),
  ...more,
});
const post = (input: PostInput, as?: Parameters<TestOrg['tx']>[1]) => org.tx((ctx) => postStock(ctx, input), as);
const refusal = (input: PostInput, as?: Parameters<TestOrg['tx']>[1]): Promise<string> =>
  post(input, as).then(
    () => 'posted',
    (error: { message: string }) => error.message,
  );
const balance = async (material: string, warehouse: string, batchNbr: string | null = null): Promise<number> => {
  const rows = await org.database.db
    .withSchema(SCHEMA)
    .selectFrom('stock_balance')
    .select('qty')
    .where('material_id', '=', material)
    .where('warehouse_id', '=', warehouse)
    .where('batch_nbr', batchNbr === null ? 'is' : '=', batchNbr as never)
    .execute();
  return rows.reduce((sum, row) => sum + Number(row.qty), 0);
};
const value = async (material: string) => {
  const row = await org.database.db
    .withSchema(SCHEMA)
    .selectFrom('stock_value')
    .select(['qty', 'value'])
    .where('material_id', '=', material)
    .executeTakeFirst();
  return row && { qty: Number(row.qty), value: Number(row.value) };
};

describe('posting', () => {
  it('moves a batch to the line side without changing its value', async () => {
    await post(doc([{ material: ids.seal!, qty: 120, batchNbr: '2601050001', amount: 40.8 }]));
    await post(doc([{ material: ids.seal!, qty: 600, batchNbr: '2601120001', amount: 210 }]));
    const picking = doc([], { docType: 'productPicking', docNbr: 'SCLL202601130001' });
    const move = (qty: number, batchNbr: string) => {
      const rowId = newId();
      const leg = (no: number, warehouse: string, signed: number) => ({
        rowId,
        leg: no,
        moveKind: '20',
        qty: signed,
        cost: { by: 'move' as const },
        key: { material: ids.seal!, warehouse, batchNbr },
      });
      return [leg(1, ids.ck01!, -qty), leg(2, ids.line!, qty)];
    };
    const { rows } = await post({ ...picking, legs: [...move(120, '2601050001'), ...move(84, '2601120001')] });
    expect(rows.map(({ qty }) => qty)).toEqual([-120, 120, -84, 84]);
    expect(await value(ids.seal!)).toEqual({ qty: 720, value: 250.8 });
    expect(await balance(ids.seal!, ids.line!, '2601050001')).toBe(120);
    // consumption at the line side: 194 pieces
    const use = await post(
      doc([
        { material: ids.seal!, warehouse: ids.line!, qty: -120, batchNbr: '2601050001', moveKind: '22' },
        { material: ids.seal!, warehouse: ids.line!, qty: -74, batchNbr: '2601120001', moveKind: '22' },
      ]),
    );
    expect(use.rows.map(({ amount }) => amount)).toEqual([-41.8, -25.78]);
    expect(await value(ids.seal!)).toEqual({ qty: 526, value: 183.22 });
  });

  it('names the document that used the batch when a receipt is taken back', async () => {
    const receipt = doc([{ material: ids.seal!, qty: 600, batchNbr: '2601130007' }]);
    await post(receipt);
    await post(doc([{ material: ids.seal!, qty: -84, batchNbr: '2601130007' }], { docNbr: 'SCLL202601140001' }));
    await expect(org.tx((ctx) => reverseStock(ctx, receipt))).rejects.toThrow(
      '批次2601130007已被SCLL202601140001使用，结存516，反审核需要600，请先冲销下游单据',
    );
  });

  it('takes a document back to the cent and posts it again', async () => {
    const before = await value(ids.screw!);
    const input = doc([
      { qty: 3, amount: 100 },
      { qty: 7, amount: 33.33 },
    ]);
    await post(input);
    const undone = await org.tx((ctx) => reverseStock(ctx, input));
    expect(undone.rows.map(({ qty, amount }) => [qty, amount])).toEqual([
      [-3, -100],
      [-7, -33.33],
    ]);
    expect((await value(ids.screw!))?.value ?? 0).toBe(before?.value ?? 0);
    expect((await org.tx((ctx) => reverseStock(ctx, input))).repeated).toBe(true);
    expect((await post(input)).repeated).toBe(false);
    expect((await post(input)).repeated).toBe(true);
    expect(await balance(ids.screw!, ids.ck01!)).toBe(10);
  });

  it('generates one batch number a row', async () => {
    const { rows } = await post(
      doc([
        { material: ids.seal!, qty: 5 },
        { material: ids.seal!, qty: 6 },
      ]),
    );
    expect(rows.map(({ key }) => key.batchNbr)).toEqual(['2601150001', '2601150002']);
    const lots = await org.database.db
      .withSchema(SCHEMA)
      .selectFrom('batch')
      .select(['batch_nbr', 'first_in_at'])
      .where('batch_nbr', 'in', ['2601150001', '2601150002'])
      .execute();
    expect(lots).toHaveLength(2);
    expect(lots.every((lot) => lot.first_in_at === '2026-01-15 10:00:00')).toBe(true);
  });
});

describe('refusals', () => {
  it('says what is short', async () => {
    await post(doc([{ material: ids.grease!, qty: 2.5, batchNbr: 'B9' }]));
    expect(await refusal(doc([{ material: ids.grease!, qty: -3, batchNbr: 'B9' }]))).toBe(
      '「润滑脂」在「原材料仓」批次B9合格可用2.5千克（现存2.5，预留0），本次需要3千克，缺0.5千克',
    );
  });
  it('nets legs of one key before it refuses', async () => {
    expect(
      await refusal(
        doc([
          { material: ids.grease!, qty: -3, batchNbr: 'B9' },
          { material: ids.grease!, qty: 0.5, batchNbr: 'B9' },
        ]),
      ),
    ).toBe('posted');
  });
  it('needs a batch, a position, whole pieces', async () => {
    const bare = doc([{ material: ids.seal!, qty: -1 }]);
    expect(await refusal(bare)).toBe('物料「密封圈」按批次管理，第10行请填写批次');
    expect(await refusal(doc([{ qty: 1, warehouse: ids.ck02! }]))).toBe('仓库「立体仓」启用库位，第10行请选择库位');
    expect(await refusal(doc([{ qty: 1.5 }]))).toBe('换算后为1.5件，单位「件」最多0位小数');
    expect(await refusal(doc([{ material: ids.drive!, qty: 2, batchNbr: 'S1' }]))).toBe(
      '第10行序列号1个，与数量2不一致',
    );
  });
  it('keeps the rules of positions', async () => {
    expect(await refusal(doc([{ qty: 1, warehouse: ids.ck02!, position: ids.locked! }]))).toBe(
      '库位「A-02」已锁定，禁止入库',
    );
    await post(doc([{ qty: 60, warehouse: ids.ck02!, position: ids.a1! }]));
    expect(await refusal(doc([{ qty: 50, warehouse: ids.ck02!, position: ids.a1! }]))).toBe(
      '库位「A-01」最多存放100，已有60，本次50',
    );
    expect(await refusal(doc([{ material: ids.seal!, qty: 1, warehouse: ids.ck02!, position: ids.a1! }]))).toBe(
      '库位「A-01」只能存放单一物料',
    );
  });
  it('keeps the rules of lots', async () => {
    await org.insert('batch', { material_id: ids.grease, batch_nbr: 'B4', kind: '1', expire_date: '2026-01-10' });
    await post(doc([{ material: ids.grease!, qty: 4, batchNbr: 'B5' }]));
    await org.database.db
      .withSchema(SCHEMA)
      .updateTable('batch')
      .set({ expire_date: '2026-01-10' })
      .where('batch_nbr', '=', 'B5')
      .execute();
    const issue = doc([{ material: ids.grease!, qty: -1, batchNbr: 'B5' }]);
    expect(await refusal(issue, { employee: ids.keeper!, super: false })).toBe('批次B5已于2026-01-10过期，不能出库');
    expect(await refusal(issue, { employee: ids.keeper!, super: false, rights: ['stock:expired'] })).toBe('posted');
    await org.database.db
      .withSchema(SCHEMA)
      .updateTable('batch')
      .set({ hold_flag: true, freeze_nbr: 'DJ202601150001' })
      .where('batch_nbr', '=', 'B9')
      .execute();
    expect(await refusal(doc([{ material: ids.grease!, qty: -1, batchNbr: 'B9' }]))).toBe(
      '批次B9已被DJ202601150001召回冻结，不能领料',
    );
    const held = await post(doc([{ material: ids.grease!, qty: 1, batchNbr: 'B9' }]));
    expect(held.rows[0]!.key.qualityStatus).toBe('4');
    await post(doc([{ material: ids.seal!, qty: 9, batchNbr: 'W1', status: '2' }]));
    expect(await refusal(doc([{ material: ids.seal!, qty: -1, batchNbr: 'W1' }]))).toBe('批次W1为待检，不能领料');
    await post(doc([{ material: ids.drive!, qty: 1, batchNbr: 'S7' }]));
    expect(await refusal(doc([{ material: ids.drive!, qty: 1, batchNbr: 'S7' }]))).toBe('序列号S7已在库，不能重复入库');
  });
  it('meets a typed number again only for the same lot', async () => {
    const lot = { supplier: ids.supplier!, expireDate: '2028-01-06' };
    const typed = (more: object) => {
      const input = doc([{ material: ids.seal!, qty: 1, batchNbr: 'X1' }]);
      return { ...input, legs: input.legs.map((leg) => ({ ...leg, batch: { ...lot, ...more } })) };
    };
    expect(await refusal(typed({}))).toBe('posted');
    expect(await refusal(typed({}))).toBe('posted');
    expect(await refusal(typed({ expireDate: '2029-01-06' }))).toBe(
      '批次X1已存在（华东密封件，失效2028-01-06），请更换批次号',
    );
  });
  it('is 403 for somebody who does not keep the warehouse', async () => {
    expect(await refusal(doc([{ qty: 1 }]), { employee: ids.keeper!, super: false })).toBe('posted');
    expect(await refusal(doc([{ qty: 1, warehouse: ids.ck03! }]), { employee: ids.keeper!, super: false })).toBe(
      '没有权限，请联系管理员',
    );
    expect(await refusal(doc([{ qty: 1 }]), { employee: null, super: false })).toBe('没有权限，请联系管理员');
  });
  it('keeps closed months shut', async () => {
    await org.insert('stock_period', { ym: '2026-01', status: '60' });
    const input = doc([{ qty: 1 }], { bizDate: '2026-01-31' });
    expect(await refusal(input, { now: '2026-02-05 08:00:00' })).toBe('2026-01期间已关闭，业务日期不能早于2026-02-01');
    expect(await refusal({ ...input, docId: newId(), bizDate: '2026-02-01' }, { now: '2026-02-05 08:00:00' })).toBe(
      'posted',
    );
    expect(await refusal({ ...input, docId: newId(), bizDate: '2026-02-06' }, { now: '2026-02-05 08:00:00' })).toBe(
      '业务日期不能晚于今天',
    );
    await org.database.db.withSchema(SCHEMA).updateTable('stock_period').set({ status: '30' }).execute();
  });
});

describe('value in the ledger', () => {
  it('loses value on the way to scrap and shows differences as rows of their own', async () => {
    const material = await org.insert('material', {
      code: 'NEG',
      name: '试料',
      material_type: '3',
      make_type: '2',
      trace_mode: '0',
      unit_id: (
        await org.database.db
          .withSchema(SCHEMA)
          .selectFrom('unit')
          .select('id')
          .where('code', '=', 'PCS')
          .executeTakeFirstOrThrow()
      ).id,
      material_category_id: (
        await org.database.db.withSchema(SCHEMA).selectFrom('material_category').select('id').executeTakeFirstOrThrow()
      ).id,
    });
    await post(doc([{ material, warehouse: ids.ck03!, qty: 10, amount: 50 }]));
    const rowId = newId();
    const leg = (no: number, warehouse: string, qty: number) => ({
      rowId,
      leg: no,
      moveKind: '83',
      qty,
      cost: { by: 'move' as const },
      key: { material, warehouse },
    });
    const scrapped = await post({ ...doc([]), legs: [leg(1, ids.ck03!, -10), leg(2, ids.scrap!, 10)] });
    expect(scrapped.rows.map(({ amount }) => amount)).toEqual([-50, null]);
    expect(await value(material)).toEqual({ qty: 0, value: 0 });
    // negative stock: issued at the last price, valued anew by the next receipt
    await post(doc([{ material, warehouse: ids.ck03!, qty: -2 }]));
    const receipt = doc([{ material, warehouse: ids.ck03!, qty: 2, amount: 20 }]);
    const { rows } = await post(receipt);
    expect(rows.map(({ moveKind, qty, amount }) => [moveKind, qty, amount])).toEqual([
      ['10', 2, 20],
      ['90', 0, -10],
    ]);
    expect(await value(material)).toEqual({ qty: 0, value: 0 });
  });

  it('holds together at the end', async () => {
    expect(await org.tx((ctx) => proveStock(ctx.trx))).toEqual([]);
  });
});
