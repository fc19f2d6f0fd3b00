/** A month that is closed and opened again while eight clients post on both sides of its end (40 §3.6): nothing stands in a closed month. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Rec } from '../../../schemas/language/value';
import { AppError } from '../../../server/errors';
import { newId } from '../../../server/ids';
import { runAction } from '../../../server/records/act/actions';
import type { EngineCtx } from '../../../server/records/host';
import { proveStock } from '../../../server/stock/proof';
import { actsOf, type Stored } from '../../support/demo-acts';
import { shopOf } from '../../support/shop';
import { demoFactory, type Factory } from '../factory';
import { random } from '../random';

const CLIENTS = 8;
const EACH = 12;
const ROUNDS = 6;
const CLOSED = '2026-01期间已关闭，业务日期不能早于2026-02-01';
const DAYS = ['2026-01-30', '2026-01-31', '2026-02-01', '2026-02-02'];
let factory: Factory;
const acts = actsOf(() => factory);
const shop = shopOf(() => factory, acts);
beforeAll(async () => {
  factory = await demoFactory();
});
afterAll(() => factory?.database.drop());

const anyway = (object: string, action: string, { id }: Rec, ask: Rec = {}): Promise<Stored> =>
  factory.as('admin', async (ctx) => {
    const { version } = (await ctx.records.get(object, id as string))!;
    const { records } = await runAction(ctx as EngineCtx, ctx.records.object(object), action, {
      targets: [{ id: id as string, version: version as number }],
      ask,
      accept: ['stockPeriod.drafts'],
    });
    return records[0] as Stored;
  });
/** the number of rows dated in January, as one transaction that closes it alone sees them */
const posted = (): Promise<number> =>
  factory.as('admin', async (ctx) => {
    const row = await ctx.trx
      .selectFrom('stock_ledger')
      .select(({ fn }) => fn.countAll().as('rows'))
      .where('biz_date', '<', '2026-02-01' as never)
      .executeTakeFirstOrThrow();
    return Number(row.rows);
  });

it('stays closed for every posting, reversal and save, whoever comes first', async () => {
  factory.setNow('2026-01-31 08:00:00');
  await shop.beside('CK01', 'SC-M4', 400);
  factory.setNow('2026-02-05 08:00:00');
  const [warehouse, material] = [await acts.id('warehouse', 'CK01'), await acts.id('material', 'SC-M4')];
  const unit = await acts.id('unit', 'PCS');
  const period = await acts.save('stockPeriod', { month: '2026-01-01' });
  const told = new Map<string, number>();
  const note = (text: string): void => void told.set(text, (told.get(text) ?? 0) + 1);
  const client = async (seed: number): Promise<void> => {
    const pick = random(seed);
    const live: Stored[] = [];
    for (let n = 0; n < EACH; n++) {
      const undo = live.length > 0 && pick(3) === 0 ? live.splice(pick(live.length), 1)[0] : undefined;
      const isIn = pick(2) === 0;
      const row = { id: newId(), material, unit, warehouse, qty: 1 + pick(7) };
      const head = { bizDate: DAYS[pick(4)]!, warehouse };
      const receipt = { ...head, kind: '3', items: [{ ...row, price: (1 + pick(900)) / 100 }] as never };
      const issue = { ...head, kind: '4', reason: '送样', items: [{ ...row, qualityStatus: '1' }] as never };
      try {
        if (undo) await anyway(undo.object as string, 'unaudit', undo);
        else {
          const object = isIn ? 'otherReceipt' : 'otherIssue';
          const saved = await acts.save(object, isIn ? receipt : issue, 'zhoutao');
          live.push({ ...(await anyway(object, 'audit', saved)), object });
        }
        note('done');
      } catch (error) {
        if (!(error instanceof AppError)) throw error;
        note(error.message);
      }
    }
  };
  const books = async (): Promise<void> => {
    for (let n = 0; n < ROUNDS; n++) {
      await anyway('stockPeriod', 'closeMonth', period);
      const before = await posted();
      await new Promise((resolve) => setTimeout(resolve, 150));
      expect(await posted()).toBe(before);
      await anyway('stockPeriod', 'openMonth', period, { reason: '漏单' });
      await new Promise((resolve) => setTimeout(resolve, 150));
    }
  };
  await Promise.all([books(), ...Array.from({ length: CLIENTS }, (_, seed) => client(seed + 3))]);
  expect([...told.keys()].filter((text) => text !== 'done' && text !== CLOSED)).toEqual([]);
  expect(told.get('done')).toBeGreaterThan(CLIENTS);
  expect(told.get(CLOSED)).toBeGreaterThan(0);
  expect(await factory.as('admin', (ctx) => proveStock(ctx.trx))).toEqual([]);
  // quantity × price: what the ledger says of the material is its value, to the cent
  const [value, ledger] = await factory.as('admin', async (ctx) => [
    await ctx.trx
      .selectFrom('stock_value')
      .select(['qty', 'value'])
      .where('material_id', '=', material)
      .executeTakeFirstOrThrow(),
    await ctx.trx
      .selectFrom('stock_ledger')
      .select(({ fn }) => [fn.sum('qty').as('qty'), fn.sum('amount').as('value')])
      .where('material_id', '=', material)
      .executeTakeFirstOrThrow(),
  ]);
  expect([Number(value!.qty), Number(value!.value)]).toEqual([Number(ledger!.qty), Number(ledger!.value)]);
});
