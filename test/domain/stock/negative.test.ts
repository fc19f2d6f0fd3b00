/** Stock below zero only where the warehouse says so, and never of lots (40 §3.2). */
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Rec } from '../../../schemas/language/value';
import { newId } from '../../../server/ids';
import { proveStock } from '../../../server/stock/proof';
import { actsOf, refusal } from '../../support/demo-acts';
import { demoFactory, type Factory } from '../factory';

let factory: Factory;
const acts = actsOf(() => factory);
beforeAll(async () => {
  factory = await demoFactory();
});
afterAll(() => factory?.database.drop());

const issued = async (code: string, qty: number, more: Rec = {}): Promise<unknown> => {
  const { id: material, unit } = await acts.byCode('material', code);
  const warehouse = await acts.id('warehouse', 'CK01');
  const row = { id: newId(), material, unit, warehouse, qty, qualityStatus: '1', ...more };
  const head = { kind: '4', reason: '试样', warehouse, items: [row] as never } as Rec;
  return acts.act('otherIssue', 'audit', await acts.save('otherIssue', head));
};
const onHand = async (code: string): Promise<number> => {
  const [material, warehouse] = [await acts.id('material', code), await acts.id('warehouse', 'CK01')];
  const rows = await factory.as('admin', (ctx) =>
    ctx.records.find('stockBalance', 'material == param.material && warehouse == param.warehouse', {
      param: { material, warehouse },
    }),
  );
  return rows.reduce((sum, { qty }) => sum + (qty ?? 0), 0);
};

it('300 kg less 20 of 圆钢: 285 are refused, until the store allows it; a lot stays refused', async () => {
  const there = await onHand('RB-12');
  expect(await refusal(issued('RB-12', there + 5))).toMatch(/合格可用280.*本次需要285.*缺5/);
  await acts.edit('warehouse', 'CK01', { allowNegative: true });
  await issued('RB-12', there + 5);
  expect(await onHand('RB-12')).toBe(-5);
  const lot = await onHand('SR-08');
  expect(await refusal(issued('SR-08', lot + 1, { batchNbr: '2601120001' }))).toMatch(/缺/);
  expect(await factory.as('admin', (ctx) => proveStock(ctx.trx))).toEqual([]);
});
