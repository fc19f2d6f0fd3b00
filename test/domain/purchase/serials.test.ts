/** Pieces with serial numbers (40 R0, §8.3): a receipt takes them as one field, its check names the bad ones, they go back by number. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Rec } from '../../../schemas/language/value';
import { newId } from '../../../server/ids';
import { proveStock } from '../../../server/stock/proof';
import { refusal, type Stored } from '../../support/demo-acts';
import { demoFactory, type Factory } from '../factory';
import { items, KEEPER, receivingOf } from './receiving';

const INSPECTOR = 'sunli';
let factory: Factory;
const world = receivingOf(() => factory);
beforeAll(async () => {
  factory = await demoFactory();
});
afterAll(() => factory?.database.drop());

const material = async (code: string, more: Rec = {}): Promise<string> => {
  const [category, unit] = [await world.id('materialCategory', 'DJ'), await world.id('unit', 'PCS')];
  const made = { code, name: code, materialCategory: category, materialType: '3', makeType: '2', unit, traceMode: '2' };
  return (await world.save('material', { ...made, ...more })).id;
};
const received = async (of: string, qty: number, serials: readonly string[] | null): Promise<Stored> => {
  const [supplier, warehouse] = [await world.id('supplier', 'GYS0001'), await world.id('warehouse', 'CK01')];
  const unit = await world.id('unit', 'PCS');
  const row = { id: newId(), lineNo: 10, material: of, unit, qty, price: 10, taxRate: 13, warehouse, serials };
  // a keeper sees no price
  return world.save('purchaseIn', { supplier, warehouse, items: [row] });
};
const audited = (receipt: Stored): Promise<Stored> => world.act('purchaseIn', 'audit', receipt, {}, [], KEEPER);
const resaved = async (receipt: Stored, serials: readonly string[]): Promise<Stored> => {
  const { id, version, items: rows } = await world.get('purchaseIn', receipt.id);
  return world.save(
    'purchaseIn',
    { id, version, items: items({ items: rows }).map((row) => ({ ...row, serials })) },
    KEEPER,
  );
};
const stockOf = async (serials: readonly string[]) => Promise.all(serials.map(world.lotOf));

describe('a receipt of pieces with serial numbers', () => {
  let of: string;
  let receipt: Stored;
  it('wants as many as there are pieces when it is audited, and writes nothing before', async () => {
    of = await material('SN-PLAIN', { iqcFlag: false });
    receipt = await received(of, 3, null);
    expect(await refusal(audited(receipt))).toBe('第10行序列号0个，与数量3不一致');
    receipt = await resaved(receipt, ['P1', 'P2']);
    expect(await refusal(audited(receipt))).toBe('第10行序列号2个，与数量3不一致');
    expect(await stockOf(['P1', 'P2'])).toEqual([{}, {}]);
    expect(await world.ledgerOf(receipt.id)).toEqual([]);
    receipt = await resaved(receipt, ['P1', 'P2', 'x'.repeat(51)]);
    expect(await refusal(audited(receipt))).toBe(`第10行序列号「${'x'.repeat(51)}」超过50个字`);
  });

  it('is one row, a piece and its part of the money each', async () => {
    receipt = await resaved(receipt, ['P1', 'P2', 'P3']);
    receipt = await audited(receipt);
    expect(items(receipt)).toMatchObject([{ qty: 3, serials: ['P1', 'P2', 'P3'], batchNbr: null, qualityStatus: '1' }]);
    expect(await world.ledgerOf(receipt.id)).toEqual([1, 2, 3].map(() => [1, 10, '10', '1']));
    expect(await stockOf(['P1', 'P2', 'P3'])).toEqual([{ 1: 1 }, { 1: 1 }, { 1: 1 }]);
    const again = await received(of, 1, ['P2']);
    expect(await refusal(audited(again))).toBe('序列号P2已在库，不能重复入库');
  });

  it('goes back by number, and only what came with it', async () => {
    const draft = await world.draftOf('purchaseIn', 'toReturn', receipt);
    expect(items(draft)).toMatchObject([{ qty: 3, serials: null }]);
    const back = (qty: number, serials: readonly string[]): Rec => ({
      ...draft,
      id: newId(),
      items: items(draft).map((row) => ({ ...row, id: newId(), qty, serials })),
    });
    expect(await refusal(world.save('purchaseReturn', back(1, ['P9']), KEEPER))).toBe('序列号P9不在入库单中');
    const one = await world.save('purchaseReturn', back(2, ['P2']), KEEPER);
    expect(await refusal(world.act('purchaseReturn', 'audit', one, {}, [], KEEPER))).toBe(
      '第10行序列号1个，与数量2不一致',
    );
    await world.act('purchaseReturn', 'del', one, {}, [], KEEPER);
    const saved = await world.save('purchaseReturn', back(2, ['P1', 'P3']), KEEPER);
    await world.act('purchaseReturn', 'audit', saved, {}, [], KEEPER);
    expect(await stockOf(['P1', 'P2', 'P3'])).toEqual([{}, { 1: 1 }, {}]);
    expect(await world.ledgerOf(saved.id)).toEqual([1, 2].map(() => [-1, -10, '11', '1']));
  });

  it('taken back it leaves no piece, and keeps its numbers', async () => {
    const other = await audited(await received(of, 2, ['Q1', 'Q2']));
    const undone = await world.act('purchaseIn', 'unaudit', other, {}, [], KEEPER);
    expect(await stockOf(['Q1', 'Q2'])).toEqual([{}, {}]);
    expect(items(undone)).toMatchObject([{ serials: ['Q1', 'Q2'] }]);
    await audited(undone);
    expect(await stockOf(['Q1', 'Q2'])).toEqual([{ 1: 1 }, { 1: 1 }]);
  });
});

describe('their inspection', () => {
  let check: Stored;
  const write = async (change: Rec): Promise<Stored> => {
    const { id, version } = await world.get('iqc', check.id);
    return world.save('iqc', { id, version, ...change }, INSPECTOR);
  };
  const judged = (): Promise<Stored> => world.act('iqc', 'judge', check, {}, [], INSPECTOR);
  it('names the bad ones of a split verdict', async () => {
    const of = await material('SN-IQC', { iqcFlag: true });
    const receipt = await audited(await received(of, 4, ['S1', 'S2', 'S3', 'S4']));
    expect(await stockOf(['S1', 'S4'])).toEqual([{ 2: 1 }, { 2: 1 }]);
    const [head] = await world.list('iqc', 'receipt == param.id', { id: receipt.id });
    check = await world.get('iqc', head!.id as string);
    expect(check).toMatchObject({ serials: ['S1', 'S2', 'S3', 'S4'], lotQty: 4 });
    check = await write({ result: '4', qualifiedQty: 2, unqualifiedQty: 2, badSerials: ['S1'] });
    expect(await refusal(judged())).toBe('序列号1个，与不合格数量2不一致');
    check = await write({ qualifiedQty: 2, unqualifiedQty: 1, destroyQty: 1, badSerials: ['S1'] });
    expect(await refusal(judged())).toBe('按序列号管理的物料请把破坏数量计入不合格，并选择不合格序列号');
    expect(await refusal(write({ badSerials: ['S9'] }))).toBe('不合格序列号没有该选项：S9');
    expect(await stockOf(['S1', 'S2', 'S3', 'S4'])).toEqual([{ 2: 1 }, { 2: 1 }, { 2: 1 }, { 2: 1 }]);
  });

  it('moves each to its verdict, and the bad ones go back by number', async () => {
    check = await write({ qualifiedQty: 2, unqualifiedQty: 2, destroyQty: 0, badSerials: ['S1', 'S3'] });
    check = await judged();
    expect(await stockOf(['S1', 'S2', 'S3', 'S4'])).toEqual([{ 3: 1 }, { 1: 1 }, { 3: 1 }, { 1: 1 }]);
    const draft = await world.draftOf('iqc', 'toReturn', check);
    expect(items(draft)).toMatchObject([{ qty: 2, serials: ['S1', 'S3'], qualityStatus: '3' }]);
    const saved = await world.save('purchaseReturn', draft, KEEPER);
    await world.act('purchaseReturn', 'audit', saved, {}, [], KEEPER);
    expect(await stockOf(['S1', 'S2', 'S3', 'S4'])).toEqual([{}, { 1: 1 }, {}, { 1: 1 }]);
  });

  it('leaves a stock that adds up', async () => {
    expect(await factory.as('admin', (ctx) => proveStock(ctx.trx))).toEqual([]);
  });
});
