/** 缺料预警 (40 §5, §8.5): what lies below its safety, what is on its way, what to buy, and nothing of stores that are not the reader's. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Rec } from '../../../schemas/language/value';
import type { EngineCtx } from '../../../server/records/host';
import { actsOf } from '../../support/demo-acts';
import { shopOf } from '../../support/shop';
import { demoFactory, type Factory } from '../factory';

let factory: Factory;
const acts = actsOf(() => factory);
const shop = shopOf(() => factory, acts);
beforeAll(async () => {
  factory = await demoFactory();
});
afterAll(() => factory?.database.drop());

const short = async (code: string, login = 'admin'): Promise<Rec | undefined> => {
  const id = await acts.id('material', code);
  const rows = await factory.as(
    login,
    (ctx) => (ctx as EngineCtx).host.services.get('stock.short')!.run({}, ctx) as Promise<readonly Rec[]>,
  );
  return rows.find(({ material }) => material === id);
};
const asked = async (code: string, more: Rec): Promise<void> => {
  const { id, version } = await acts.byCode('material', code);
  await acts.save('material', { id, version, ...more });
};

describe('缺料预警', () => {
  it('is what is missing to the safety after stock and what is to come, rounded up by the rule of lots', async () => {
    await asked('SC-M4', { safetyStock: 0, lotMode: '1', lotSize: null, minPack: null });
    expect(await short('SC-M4')).toBeUndefined();
    await shop.beside('CK03', 'SC-M4', 5);
    await asked('SC-M4', { safetyStock: 100_000 });
    const before = await short('SC-M4');
    const { qty, reservedQty, availableQty, purchaseQty, makeQty, shortage } = before as Record<string, number>;
    expect(before).toMatchObject({ safetyStock: 100_000, suggestQty: shortage });
    expect(availableQty).toBe(qty! - reservedQty!);
    expect(shortage).toBe(100_000 - availableQty! - purchaseQty! - makeQty!);

    await shop.beside('CK03', 'SC-M4', 7);
    expect(await short('SC-M4')).toMatchObject({ qty: qty! + 7, shortage: shortage! - 7 });
    await asked('SC-M4', { lotMode: '2', lotSize: 500, minPack: 1000 });
    expect(await short('SC-M4')).toMatchObject({ suggestQty: Math.ceil((shortage! - 7) / 1000) * 1000 });
    // 成品仓 is not this keeper's
    expect(await short('SC-M4', 'zhoutao')).toMatchObject({ qty: qty! - 5, shortage: shortage! + 5 });
  });
});
