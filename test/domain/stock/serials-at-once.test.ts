/** One piece is in stock once (40 §3.2): its number twice in a receipt, in receipts, deliveries and returns of one moment, over stores. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Rec, Row } from '../../../schemas/language/value';
import { newId } from '../../../server/ids';
import { proveStock } from '../../../server/stock/proof';
import { refusal, type Stored } from '../../support/demo-acts';
import { demoFactory, type Factory } from '../factory';
import { items, KEEPER, receivingOf } from '../purchase/receiving';

const CLIENTS = 8;
let factory: Factory;
let material = '';
const world = receivingOf(() => factory);
beforeAll(async () => {
  factory = await demoFactory();
  const [materialCategory, unit] = [await world.id('materialCategory', 'DJ'), await world.id('unit', 'PCS')];
  const made = { code: 'SN-ONE', name: '编码器', materialCategory, materialType: '3', makeType: '2', unit };
  material = (await world.save('material', { ...made, traceMode: '2', iqcFlag: false, salePrice: 20 })).id;
});
afterAll(async () => {
  try {
    expect(await factory.as('admin', (ctx) => proveStock(ctx.trx))).toEqual([]);
  } finally {
    await factory.database.drop();
  }
});

type Lot = readonly [store: string, serials: readonly string[]];
/** a receipt of one row a list of numbers, each into its store */
const receipt = async (...rows: readonly Lot[]): Promise<Stored> => {
  const [supplier, unit] = [await world.id('supplier', 'GYS0001'), await world.id('unit', 'PCS')];
  const lines: Row[] = [];
  for (const [n, [store, serials]] of rows.entries()) {
    const warehouse = await world.id('warehouse', store);
    const row = { id: newId(), lineNo: (n + 1) * 10, material, unit, qty: serials.length, price: 10, taxRate: 13 };
    lines.push({ ...row, warehouse, serials: [...serials] });
  }
  return world.save('purchaseIn', { supplier, warehouse: lines[0]!.warehouse!, items: lines });
};
const audited = (object: string, rec: Stored): Promise<Stored> => world.act(object, 'audit', rec, {}, [], 'admin');
const received = async (...rows: readonly Lot[]): Promise<Stored> =>
  world.act('purchaseIn', 'audit', await receipt(...rows), {}, [], KEEPER);
const there = async (serial: string): Promise<number> =>
  Object.values(await world.lotOf(serial)).reduce((sum, qty) => sum + qty, 0);
const IN = (serial: string): string => `序列号${serial}已在库，不能重复入库`;
const outcomes = async (work: readonly Promise<unknown>[]): Promise<readonly string[]> =>
  (await Promise.all(work.map(refusal))).sort();
const lotId = (batchNbr: string): Promise<string> =>
  factory.as('admin', async (ctx) => {
    const [lot] = await ctx.records.find('batch', 'batchNbr == param.batchNbr', { param: { batchNbr } });
    return lot!.id as string;
  });

const order = async (qty: number): Promise<Stored> => {
  const saved = await world.save('salesOrder', {
    customer: await world.id('customer', 'KH0002'),
    deliveryDate: '2026-01-30',
    items: [{ id: newId(), material, qty, price: 20 }] as unknown as Row[],
  });
  return world.act('salesOrder', 'audit', saved);
};
const delivery = async (store: string, serials: readonly string[]): Promise<Stored> => {
  const draft = await world.draftOf('salesOrder', 'toDelivery', await order(serials.length), 'admin');
  const warehouse = await world.id('warehouse', store);
  const lots = await Promise.all(serials.map(lotId));
  return world.save('delivery', {
    ...draft,
    items: items(draft).map((row) => ({ ...row, qty: serials.length, warehouse, serials: lots })),
  } as Rec);
};

describe('the number of a piece', () => {
  it('stands once in a receipt: not twice in a row, nor in two rows and two stores', async () => {
    expect(await refusal(received(['CK01', ['T1', 'T1']]))).toBe('第10行序列号1个，与数量2不一致');
    expect(await refusal(received(['CK01', ['T1', ' T1 ']]))).toBe('第10行序列号1个，与数量2不一致');
    expect(await refusal(received(['CK01', ['T1', 'T2']], ['CK01', ['T1']]))).toBe(IN('T1'));
    expect(await refusal(received(['CK01', ['T1', 'T2']], ['CK02', ['T3', 'T1']]))).toBe(IN('T1'));
    expect(await there('T1')).toBe(0);
  });

  it('comes with one of eight receipts of a moment, whichever stores they are for', async () => {
    const drafts = [];
    for (let n = 0; n < CLIENTS; n++) drafts.push(await receipt([n % 2 === 0 ? 'CK01' : 'CK02', [`N${n}`, 'R1']]));
    expect(await outcomes(drafts.map((draft) => world.act('purchaseIn', 'audit', draft, {}, [], KEEPER)))).toEqual(
      ['done', ...Array(CLIENTS - 1).fill(IN('R1'))].sort(),
    );
    expect(await there('R1')).toBe(1);
  });

  it('that was here before comes back with one of eight receipts', async () => {
    const first = await received(['CK01', ['B1', 'B2']]);
    const draft = await world.draftOf('purchaseIn', 'toReturn', first);
    const back = { ...draft, items: items(draft).map((row) => ({ ...row, qty: 2, serials: ['B1', 'B2'] })) };
    await world.act('purchaseReturn', 'audit', await world.save('purchaseReturn', back, KEEPER), {}, [], KEEPER);
    expect(await there('B1')).toBe(0);
    const drafts = [];
    for (let n = 0; n < CLIENTS; n++)
      drafts.push(await receipt([n % 2 === 0 ? 'CK01' : 'CK02', n < 4 ? ['B1', 'B2'] : ['B2', 'B1']]));
    expect(
      (await outcomes(drafts.map((each) => world.act('purchaseIn', 'audit', each, {}, [], KEEPER)))).filter(
        (told) => told === 'done',
      ),
    ).toHaveLength(1);
    expect([await there('B1'), await there('B2')]).toEqual([1, 1]);
  });

  it('goes with one of eight deliveries, and comes back with one of eight returns into any store', async () => {
    await received(['CK02', ['D1']]);
    const drafts = [];
    for (let n = 0; n < CLIENTS; n++) drafts.push(await delivery('CK02', ['D1']));
    const told = await outcomes(drafts.map((draft) => audited('delivery', draft)));
    expect(told.filter((each) => each === 'done')).toHaveLength(1);
    expect(new Set(told)).toEqual(
      new Set(['done', '「编码器」在「半成品仓」批次D1合格可用0件（现存0，预留0），本次需要1件，缺1件']),
    );
    expect(await there('D1')).toBe(0);
    const [gone] = await world.list('delivery', 'docStatus == 60 && exists(items, material == param.material)', {
      material,
    });
    const shipped = await world.get('delivery', gone!.id as string);
    const returned = async (store: string): Promise<Stored> => {
      const draft = await world.draftOf('delivery', 'toReturn', shipped, 'admin');
      const warehouse = await world.id('warehouse', store);
      const rows = items(draft).map((row) => ({ ...row, warehouse }));
      return world.save('salesReturn', { ...draft, returnMode: '1', returnReason: '3', warehouse, items: rows } as Rec);
    };
    const returns = await outcomes(
      Array.from({ length: CLIENTS }, async (_, n) => audited('salesReturn', await returned(n % 2 ? 'CK02' : 'CK03'))),
    );
    expect(returns.filter((each) => each === 'done')).toHaveLength(1);
    expect(await there('D1')).toBe(1);
  });

  it('that a customer has comes back once: by his return or by a receipt', async () => {
    await received(['CK02', ['C1']]);
    const gone = await audited('delivery', await delivery('CK02', ['C1']));
    const draft = await world.draftOf('delivery', 'toReturn', await world.get('delivery', gone.id), 'admin');
    const warehouse = await world.id('warehouse', 'CK03');
    const back = await world.save('salesReturn', {
      ...draft,
      returnMode: '1',
      returnReason: '3',
      warehouse,
      items: items(draft).map((row) => ({ ...row, warehouse })),
    } as Rec);
    const again = [await receipt(['CK01', ['C1']]), await receipt(['CK02', ['C1']])];
    const told = await outcomes([
      audited('salesReturn', back),
      ...again.map((each) => world.act('purchaseIn', 'audit', each, {}, [], KEEPER)),
      world.act('delivery', 'unaudit', gone),
    ]);
    expect(told.filter((each) => each === 'done')).toHaveLength(1);
    expect(await there('C1')).toBe(1);
  });
});
