/** 期间 and the reach of keepers (40 §3.6, §14 acceptance 16): a closed month takes nothing, and a keeper sees his own stores only. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Rec } from '../../../schemas/language/value';
import { newId } from '../../../server/ids';
import { runAction } from '../../../server/records/act/actions';
import type { EngineCtx } from '../../../server/records/host';
import { getPageList } from '../../../server/records/list/list';
import { postStock } from '../../../server/stock/posting';
import { actsOf, asked, refusal, type Stored } from '../../support/demo-acts';
import { shopOf } from '../../support/shop';
import { demoFactory, type Factory } from '../factory';

let factory: Factory;
const acts = actsOf(() => factory);
const shop = shopOf(() => factory, acts);
beforeAll(async () => {
  factory = await demoFactory();
});
afterAll(() => factory?.database.drop());

const KEEPER = 'zhoutao';
const listed = (page: string, body: Rec, login: string): Promise<readonly Rec[]> =>
  factory.as(login, async (ctx) => {
    const found = await getPageList(ctx as EngineCtx, (ctx as EngineCtx).registry.page(page)!, body);
    return found.records as unknown as readonly Rec[];
  });
const aged = (login: string): Promise<readonly Rec[]> =>
  factory.as(
    login,
    (ctx) => (ctx as EngineCtx).host.services.get('stock.age')!.run({}, ctx) as Promise<readonly Rec[]>,
  );

describe('a keeper of other stores', () => {
  it('sees and posts nothing of 成品仓: by list, by id, in numbers, by posting', async () => {
    await shop.beside('CK03', 'SC-M4', 5);
    const [warehouse, material] = [await acts.id('warehouse', 'CK03'), await acts.id('material', 'SC-M4')];
    const [balance] = await factory.as('admin', (ctx) =>
      ctx.records.find('stockBalance', 'warehouse == param.warehouse && material == param.material', {
        param: { warehouse, material },
      }),
    );
    const search = { search: { material: [material] }, scheme: 'stocked', size: 50 } as unknown as Rec;
    const there = (rows: readonly Rec[]) => rows.filter((row) => row.id === balance!.id);
    for (const page of ['stockBalance', 'stockLedger'])
      expect(await listed(page, { ...search, scheme: 'all' } as Rec, KEEPER), page).toEqual([]);
    expect(there(await listed('stockBalance', search, 'admin'))).toHaveLength(1);
    const scoped = (login: string) =>
      factory.as(login, (ctx) => ctx.records.get('stockBalance', balance!.id as string, { scoped: true }));
    expect(await scoped(KEEPER)).toBeNull();
    expect(await scoped('admin')).not.toBeNull();
    const stores = async (login: string) => (await aged(login)).map((row) => row.warehouse);
    expect(await stores(KEEPER)).not.toContain(warehouse);
    expect(await stores('admin')).toContain(warehouse);

    const leg = { rowId: newId(), leg: 1, moveKind: '51', key: { material, warehouse }, qty: -1, cost: { by: 'avg' } };
    const posted = factory.as(KEEPER, (ctx) =>
      postStock(ctx, {
        docType: 'otherIssue',
        docId: newId(),
        docNbr: 'T',
        bizDate: ctx.today,
        legs: [leg as never],
      }),
    );
    expect(await refusal(posted)).toBe('没有权限，请联系管理员');
    expect(await scoped('admin')).toMatchObject({ qty: 5 });
  });
});

describe('a closed month', () => {
  const month = async (): Promise<Stored> => acts.save('stockPeriod', { month: '2026-01-01' });
  const close = ({ id, version }: Stored): Promise<Stored> =>
    factory.as('admin', async (ctx) => {
      const { records } = await runAction(ctx as EngineCtx, ctx.records.object('stockPeriod'), 'closeMonth', {
        targets: [{ id, version }],
        accept: ['stockPeriod.drafts'],
      });
      return records[0] as Stored;
    });
  const waiting = async ({ id }: Stored): Promise<number> => {
    const rows = await listed('stockPeriod', { size: 50 } as unknown as Rec, 'admin');
    return Number(rows.find((row) => row.id === id)?.drafts);
  };
  it('is closed from its day on, takes nothing, and only the last one opens again', async () => {
    const period = await month();
    expect(await refusal(close(period))).toBe('2026-01期间要到2026-02-05才能关闭');
    factory.setNow('2026-02-05 08:00:00');
    // whatever posts stock is counted, not receipts of purchases alone
    const before = await waiting(period);
    const unit = await acts.id('unit', 'PCS');
    const receipt = async (bizDate: string) => {
      const items = [{ id: newId(), material: await acts.id('material', 'SC-M4'), unit, qty: 1, price: 1 }] as never;
      return acts.save('otherReceipt', { bizDate, kind: '3', warehouse: await acts.id('warehouse', 'CK01'), items });
    };
    await receipt('2026-01-20');
    await receipt('2026-02-01');
    expect(await waiting(period)).toBe(before + 1);
    expect(await asked(acts.act('stockPeriod', 'closeMonth', period))).toEqual([
      `2026-01还有${before + 1}张未审核单据，关闭后只能改为下月日期，是否继续？`,
    ]);
    const done = await close(period);
    expect(done).toMatchObject({ status: '60', ym: '2026-01' });
    expect(await refusal(receipt('2026-01-31'))).toBe('2026-01期间已关闭，业务日期不能早于2026-02-01');
    expect((await receipt('2026-02-01')).bizDate).toBe('2026-02-01');
    const opened = await acts.act('stockPeriod', 'openMonth', done, { reason: '漏单' });
    expect(opened).toMatchObject({ status: '30', closedAt: null });
    expect((await receipt('2026-01-31')).bizDate).toBe('2026-01-31');
  });
});

describe('age of stock', () => {
  it('without lots is counted back over the newest receipts: 80 of 40 days ago and 50 of 10, 100 left', async () => {
    const [material, warehouse] = [await acts.id('material', 'NT-M4'), await acts.id('warehouse', 'CK01')];
    const move = (now: string, qty: number) => {
      factory.setNow(`${now} 08:00:00`);
      const cost = qty > 0 ? { by: 'price', price: 1 } : { by: 'avg' };
      const leg = { rowId: newId(), leg: 1, moveKind: qty > 0 ? '50' : '51', key: { material, warehouse }, qty, cost };
      return factory.as('admin', (ctx) =>
        postStock(ctx, {
          docType: 'otherReceipt',
          docId: newId(),
          docNbr: 'T',
          bizDate: ctx.today,
          legs: [leg as never],
        }),
      );
    };
    await move('2026-03-01', 80);
    await move('2026-03-31', 50);
    await move('2026-04-05', -30);
    factory.setNow('2026-04-10 08:00:00');
    const rows = (await aged('admin')).filter((row) => row.material === material);
    expect(rows.map(({ band, days, qty, amount }) => [band, days, qty, amount]).sort()).toEqual([
      ['1', 10, 50, 50],
      ['2', 40, 50, 50],
    ]);
  });
});
