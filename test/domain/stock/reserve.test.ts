/** Reservations (40 §3.4) and suggestions that know them (§3.5), on a small organisation of its own. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { newId } from '../../../server/ids';
import { type PostInput, postStock, reverseStock } from '../../../server/stock/posting';
import { proveStock } from '../../../server/stock/proof';
import { expireReserves, releaseReserves, reserveStock, swapReserve, type Wish } from '../../../server/stock/reserve';
import { suggestStock } from '../../../server/stock/suggest';
import { SCHEMA, type TestOrg, testOrg } from '../org';

let org: TestOrg;
const ids: Record<string, string> = {};
let count = 0;

beforeAll(async () => {
  org = await testOrg();
  ids.unit = await org.insert('unit', { code: 'KG', name: '千克', unit_group: '2', decimals: 4, factor: 1 });
  ids.store = await org.insert('warehouse', {
    code: 'CK01',
    name: '原材料仓',
    kind: '1',
    is_disabled: '0',
    allow_status: ['1', '2', '3', '4'],
    keepers: [],
    categories: [],
  });
});
afterAll(() => org?.database.drop());
/** each test has a material of its own */
beforeEach(async () => {
  ids.material = await org.insert('material', {
    code: `GR-${++count}`,
    name: '润滑脂',
    material_type: '3',
    make_type: '2',
    trace_mode: '1',
    unit_id: ids.unit,
  });
});

const leg = (batchNbr: string, qty: number) => ({
  rowId: newId(),
  leg: 1,
  moveKind: qty > 0 ? '50' : '30',
  key: { material: ids.material!, warehouse: ids.store!, batchNbr },
  qty,
  cost: qty > 0 ? ({ by: 'price', price: 42 } as const) : ({ by: 'avg' } as const),
});
const doc = (legs: PostInput['legs'], more: Partial<PostInput> = {}): PostInput => ({
  docType: 'delivery',
  docId: newId(),
  docNbr: `T${newId().slice(-6)}`,
  bizDate: '2026-01-15',
  legs,
  ...more,
});
const stocked = (batchNbr: string, qty: number, expireDate: string | null = null) =>
  org.tx((ctx) => postStock(ctx, doc([{ ...leg(batchNbr, qty), batch: { expireDate } }])));
const wish = (need: number, more: Partial<Wish> = {}): Wish => ({
  srcType: 'salesOrder',
  srcId: newId(),
  srcNbr: 'XSDD202601150001',
  srcRowId: newId(),
  material: ids.material!,
  attrKey: null,
  need,
  decimals: 4,
  ...more,
});
const reserve = async (of: Wish) => (await org.tx((ctx) => reserveStock(ctx, [of])))[0]!;
const lots = (lines: readonly { key: { batchNbr: string | null }; qty: number }[]) =>
  lines.map(({ key, qty }) => [key.batchNbr, qty]);
/** remaining by lot of what a row has reserved */
const kept = async (srcRowId: string): Promise<Record<string, number>> => {
  const rows = await org.database.db
    .withSchema(SCHEMA)
    .selectFrom('stock_reserve')
    .select(['batch_nbr', 'remain_qty'])
    .where('src_row_id', '=', srcRowId)
    .where('status', '=', '30')
    .orderBy('id')
    .execute();
  return Object.fromEntries(rows.map((row) => [row.batch_nbr, Number(row.remain_qty)]));
};
const reservedOf = async (batchNbr: string): Promise<readonly number[]> => {
  const row = await org.database.db
    .withSchema(SCHEMA)
    .selectFrom('stock_balance')
    .select(['qty', 'reserved_qty'])
    .where('material_id', '=', ids.material)
    .where('batch_nbr', '=', batchNbr)
    .executeTakeFirstOrThrow();
  return [Number(row.qty), Number(row.reserved_qty)];
};
const issue = (batchNbr: string, qty: number, srcRowId?: string, need = 0): PostInput => {
  const one = leg(batchNbr, -qty);
  return doc([one], srcRowId ? { fulfils: [{ srcRowId, rows: new Set([one.rowId]), need }] } : {});
};
const post = (input: PostInput): Promise<string> =>
  org
    .tx((ctx) => postStock(ctx, input))
    .then(
      () => 'posted',
      (error: Error) => error.message,
    );
const sound = async (): Promise<void> => {
  expect(await org.tx((ctx) => proveStock(ctx.trx))).toEqual([]);
};

describe('suggestion', () => {
  const four = async () => {
    await stocked('B1', 3, '2026-03-31');
    await stocked('B2', 2, '2026-02-10');
    await stocked('B3', 50);
    await stocked('B4', 4, '2026-01-10');
    // 1.2 of B1 are somebody else's
    await org.tx(async (ctx) => {
      const [granted] = await reserveStock(ctx, [wish(3.2)]);
      expect(lots(granted!.lines)).toEqual([
        ['B2', 2],
        ['B1', 1.2],
      ]);
    });
  };
  const suggested = (need: number, more: object = {}) =>
    org.tx((ctx) => suggestStock(ctx, { material: ids.material!, attrKey: null, need, decimals: 4, ...more }));
  it('takes what expires first of what others have not reserved, and says why it leaves lots', async () => {
    await four();
    const b2 = (
      await org.database.db
        .withSchema(SCHEMA)
        .selectFrom('stock_reserve')
        .select('id')
        .where('batch_nbr', '=', 'B2')
        .where('material_id', '=', ids.material)
        .execute()
    ).map(({ id }) => String(id));
    await org.tx((ctx) => releaseReserves(ctx, { ids: b2 }, '不要了'));
    const found = await suggested(5);
    expect(lots(found.lines)).toEqual([
      ['B2', 2],
      ['B1', 1.8],
      ['B3', 1.2],
    ]);
    expect(found.shortQty).toBe(0);
    expect(found.skipped.map(({ key, reason }) => [key.batchNbr, reason])).toEqual([['B4', '过期']]);
    // 0.5 of B3 are its own: the same totals
    const own = wish(5);
    await org.tx(async (ctx) => {
      const all = await reserveStock(ctx, [{ ...wish(3.8) }]);
      await reserveStock(ctx, [{ ...own, qty: 0.5 }]);
      await releaseReserves(ctx, { srcRows: [all[0]!.srcRowId] }, null);
    });
    expect(await kept(own.srcRowId)).toEqual({ B3: 0.5 });
    const again = await suggested(5, { srcRowId: own.srcRowId });
    expect(lots(again.lines).sort()).toEqual([
      ['B1', 1.8],
      ['B2', 2],
      ['B3', 1.2],
    ]);
    expect(again.lines[0]).toMatchObject({ own: 0.5 });
  });
  it('by the rule 先进先出 takes what came in first, whatever expires before it', async () => {
    await stocked('A', 5, '2026-06-01');
    await stocked('B', 5, '2026-03-01');
    const by = (rule: string) =>
      org.tx((ctx) => {
        const ruled = Object.assign(Object.create(ctx) as typeof ctx, { setting: () => rule });
        return suggestStock(ruled, { material: ids.material!, attrKey: null, need: 6, decimals: 4 });
      });
    const fefo = [
      ['B', 5],
      ['A', 1],
    ];
    expect(lots((await by('1')).lines)).toEqual(fefo);
    expect(lots((await by('2')).lines)).toEqual([
      ['A', 5],
      ['B', 1],
    ]);
  });
  it('leaves lots that do not last as long as is asked', async () => {
    await four();
    const found = await suggested(4, { minRemainDays: 60 });
    expect(lots(found.lines)).toEqual([
      ['B1', 1.8],
      ['B3', 2.2],
    ]);
    expect(found.skipped.map(({ key, reason }) => [key.batchNbr, reason])).toEqual([
      ['B4', '过期'],
      ['B2', '剩余不足60天'],
    ]);
  });
});

describe('reservation', () => {
  it('reserves what there is and says what is short', async () => {
    await stocked('X', 60);
    const order = wish(100);
    const granted = await reserve(order);
    expect([lots(granted.lines), granted.shortQty]).toEqual([[['X', 60]], 40]);
    expect(await reservedOf('X')).toEqual([60, 60]);
    // what it has already counts
    await stocked('Y', 90);
    expect(lots((await reserve(order)).lines)).toEqual([['Y', 40]]);
    expect(await post(issue('X', 1))).toBe(
      '「润滑脂」在「原材料仓」批次X合格可用0千克（现存60，预留60），本次需要1千克，缺1千克',
    );
    await sound();
  });
  it('an issue from elsewhere frees what is no longer needed, the last to be taken first', async () => {
    await stocked('X', 60, '2026-06-01');
    await stocked('Y', 40, '2026-07-01');
    await stocked('Z', 50, '2026-08-01');
    const order = wish(100);
    await reserve(order);
    expect(await kept(order.srcRowId)).toEqual({ X: 60, Y: 40 });
    expect(await post(issue('Z', 50, order.srcRowId, 50))).toBe('posted');
    expect(await kept(order.srcRowId)).toEqual({ X: 50 });
    expect([await reservedOf('X'), await reservedOf('Y')]).toEqual([
      [60, 50],
      [40, 0],
    ]);
    await sound();
  });
  it('two orders hold one each of a lot of two: both deliveries pass, a third does not', async () => {
    await stocked('X', 2);
    const [a, b] = [wish(1), wish(1)];
    await reserve(a);
    await reserve(b);
    expect(await post(issue('X', 1))).toBe(
      '「润滑脂」在「原材料仓」批次X合格可用0千克（现存2，预留2），本次需要1千克，缺1千克',
    );
    expect(await post(issue('X', 1, a.srcRowId))).toBe('posted');
    expect(await post(issue('X', 1, b.srcRowId))).toBe('posted');
    expect(await reservedOf('X')).toEqual([0, 0]);
    await sound();
  });
  it('what a document had used is reserved again when it is taken back', async () => {
    await stocked('X', 10);
    const order = wish(10);
    await reserve(order);
    const input = issue('X', 4, order.srcRowId, 6);
    expect(await post(input)).toBe('posted');
    expect([await reservedOf('X'), await kept(order.srcRowId)]).toEqual([[6, 6], { X: 6 }]);
    const { legs: _legs, ...back } = input;
    await org.tx((ctx) => reverseStock(ctx, { ...back, fulfils: [{ ...input.fulfils![0]!, need: 10 }] }));
    expect([await reservedOf('X'), await kept(order.srcRowId)]).toEqual([[10, 10], { X: 10 }]);
    await sound();
  });
  it('a loss takes the newest promises of its key', async () => {
    await stocked('X', 10);
    const [older, newer] = [wish(4), wish(4)];
    await reserve(older);
    await reserve(newer);
    expect(await post({ ...issue('X', 5), overReserved: true })).toBe('posted');
    expect([await kept(older.srcRowId), await kept(newer.srcRowId)]).toEqual([{ X: 4 }, { X: 1 }]);
    expect(await post({ ...issue('X', 6), overReserved: true })).toBe(
      '「润滑脂」在「原材料仓」批次X合格可用5千克（现存5，预留0），本次需要6千克，缺1千克',
    );
    expect(await reservedOf('X')).toEqual([5, 5]);
    await sound();
  });
  it('ends at its time, and moves to another lot that is free', async () => {
    await stocked('X', 5);
    await stocked('Y', 3);
    const order = wish(5, { expireAt: '2026-01-15 09:00:00' });
    const granted = await reserve(order);
    expect(lots(granted.lines)).toEqual([['X', 5]]);
    const row = await org.database.db
      .withSchema(SCHEMA)
      .selectFrom('stock_reserve')
      .select('id')
      .where('src_row_id', '=', order.srcRowId)
      .executeTakeFirstOrThrow();
    const swap = (qty: number) =>
      org.tx((ctx) =>
        swapReserve(ctx, String(row.id), {
          warehouse: ids.store!,
          position: null,
          batchNbr: 'Y',
          qty,
          reason: '客户指定',
        }),
      );
    await expect(swap(4)).rejects.toThrow(
      '「润滑脂」在「原材料仓」批次Y合格可用3千克（现存3，预留0），本次需要4千克，缺1千克',
    );
    await swap(2);
    expect(await kept(order.srcRowId)).toEqual({ X: 3, Y: 2 });
    await sound();
    expect(await org.tx((ctx) => expireReserves(ctx))).toBe(2);
    expect([await reservedOf('X'), await reservedOf('Y')]).toEqual([
      [5, 0],
      [3, 0],
    ]);
  });
  it('the last pieces are promised once, however many ask at once', async () => {
    await stocked('X', 5);
    const granted = await Promise.all(Array.from({ length: 8 }, () => reserve(wish(2))));
    expect(granted.reduce((sum, { lines }) => sum + lines.reduce((all, { qty }) => all + qty, 0), 0)).toBe(5);
    expect(await reservedOf('X')).toEqual([5, 5]);
    await sound();
  });
});
