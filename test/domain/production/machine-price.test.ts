/** 机台工价 (30 §4): which price a report on a device gets, what may not stand beside another, how prices are raised, who sees them. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Rec, Row } from '../../../schemas/language/value';
import { payOf } from '../../../server/domain/production/machine-price';
import {
  type MachinePriceAsk,
  type MachinePriceRow,
  machinePriceFor,
} from '../../../server/domain/production/machine-price-rules';
import { newId } from '../../../server/ids';
import type { EngineCtx } from '../../../server/records/host';
import { getOne } from '../../../server/records/read/read';
import { actsOf, refusal, type Stored } from '../../support/demo-acts';
import { demoFactory, type Factory } from '../factory';

let factory: Factory;
beforeAll(async () => {
  factory = await demoFactory();
});
afterAll(() => factory?.database.drop());
const { byCode, id, save, act } = actsOf(() => factory);

const pay = async (equipment: string, material: string, more: { process?: string; date?: string } = {}, qty = 1) => {
  const ask = {
    equipment: await id('equipment', equipment),
    process: await id('process', more.process ?? 'CX'),
    material: await id('material', material),
    date: more.date ?? '2026-01-15',
  };
  return factory.as('admin', (ctx) => payOf(ctx, ask, qty));
};
const priceOf = async (...of: Parameters<typeof pay>): Promise<number | null> => (await pay(...of))?.price ?? null;
const price = async (more: Rec): Promise<Stored> =>
  save('machinePrice', { process: await id('process', 'CX'), price: 0.5, ...more });
const count = (): Promise<number> =>
  factory.as('admin', async (ctx) => (await ctx.records.find('machinePrice', 'true')).length);
/** Refused with a sentence, and nothing is there that was not before. */
const refused = async (more: Rec): Promise<string> => {
  const before = await count();
  const said = await refusal(price(more));
  expect(await count()).toBe(before);
  return said;
};

describe('the price of a report on a device', () => {
  it('is that of the device, of its category, else of the process', async () => {
    expect(await pay('CNC-01', 'SG-100')).toMatchObject({ price: 0.4, from: 'machinePrice' });
    expect(await pay('CNC-02', 'SG-100')).toMatchObject({ price: 0.35, from: 'machinePrice' });
    expect(await pay('PT-01', 'SG-100')).toMatchObject({ price: 0.32, from: 'piecePrice' });
    expect((await pay('CNC-02', 'SG-100', {}, 97))?.amount).toBe(33.95);
    expect(await priceOf('CNC-01', 'SG-100', { date: '2025-12-31' })).toBeNull();
    // the one of last year, which 2026 no longer has
    expect(await priceOf('CNC-01', 'WG-080', { date: '2025-12-31' })).toBe(0.33);
    expect(await priceOf('CNC-01', 'WG-080')).toBe(0.35);
    expect(await pay('PT-01', 'SG-100', { process: 'BZ' })).toBeNull();
  });
  it('counts when it is audited, and goes up the tree of categories', async () => {
    const made = await price({ devCategory: await id('devCategory', 'JC'), validFrom: '2026-01-01', price: 0.31 });
    expect(await priceOf('PT-01', 'SG-100')).toBe(0.32);
    await act('machinePrice', 'audit', made);
    expect(await priceOf('PT-01', 'SG-100')).toBe(0.31);
    expect(await priceOf('CNC-02', 'SG-100')).toBe(0.35);
    await act('machinePrice', 'unaudit', await byCode('machinePrice', made.code as string));
    expect(await priceOf('PT-01', 'SG-100')).toBe(0.32);
  });
  it('pays a ladder step by step', async () => {
    const tiers = [
      { id: newId(), fromQty: 0, price: 0.3 },
      { id: newId(), fromQty: 100, price: 0.4 },
    ] as Row[];
    const more = { equipment: await id('equipment', 'PT-01'), validFrom: '2026-01-01', ladderBy: '1' };
    expect(await refused({ ...more, tiers: [{ ...tiers[0]!, fromQty: 5 }] })).toBe('阶梯起始数量必须从0开始且递增');
    await act('machinePrice', 'audit', await price({ ...more, tiers }));
    expect((await pay('PT-01', 'SG-100', {}, 130))?.amount).toBe(42);
  });
});

describe('what is refused', () => {
  it('is both a device and a category, or neither', async () => {
    const [equipment, devCategory] = [await id('equipment', 'CNC-02'), await id('devCategory', 'CNC')];
    expect(await refused({ equipment, devCategory })).toBe('设备和设备类别只能填写一个');
    expect(await refused({})).toBe('设备和设备类别只能填写一个');
    const [material, materialCategory] = [await id('material', 'SG-100'), await id('materialCategory', 'SG')];
    expect(await refused({ equipment, material, materialCategory })).toBe('物料与物料分类只能填写一个');
    expect(await refused({ equipment, price: -1 })).toBe('单价不能为负数');
  });
  it('are days of equal conditions that meet, by name', async () => {
    const more = { equipment: await id('equipment', 'CNC-01'), material: await id('material', 'WG-080') };
    const audited = await price({ ...more, price: 0.4, validFrom: '2026-01-01', validTo: '2026-06-30' });
    expect(await refused({ ...more, validFrom: '2026-06-30' })).toBe(
      '「CNC-01＋车削＋WG-080」在2026-01-01至2026-06-30已有价格0.4000，有效期不能重叠',
    );
    await act('machinePrice', 'del', audited);
    expect((await price({ ...more, validFrom: '2026-07-01' })).code).toMatch(/^JTGJ\d{8}$/);
  });
});

describe('批量调价', () => {
  it('makes new rows whose audit ends the old ones', async () => {
    const old = await byCode('machinePrice', 'JTGJ26010006');
    const next = await factory.as('admin', (ctx) =>
      ctx.records.find('machinePrice', 'adjusts == param.id', { param: { id: old.id } }),
    );
    expect(next).toMatchObject([{ price: 0.42, validFrom: '2026-01-30', auditStatus: '1' }]);
    expect(await priceOf('CNC-01', 'SG-100', { date: '2026-02-02' })).toBe(0.4);
    await act('machinePrice', 'audit', next[0]!);
    expect((await byCode('machinePrice', 'JTGJ26010006')).validTo).toBe('2026-01-29');
    expect(await priceOf('CNC-01', 'SG-100', { date: '2026-02-02' })).toBe(0.42);
    expect(await priceOf('CNC-01', 'SG-100', { date: '2026-01-29' })).toBe(0.4);
    const before = await count();
    const early = { percent: 5, day: '2026-01-01' };
    expect(await refusal(act('machinePrice', 'adjust', await byCode('machinePrice', 'JTGJ26010001'), early))).toBe(
      '生效日期必须晚于原工价的生效日期2026-01-01',
    );
    expect(await count()).toBe(before);
  });
});

it('is seen by those who hold the group of prices only', async () => {
  const { id: row } = await byCode('machinePrice', 'JTGJ26010002');
  const readAs = (group: boolean) =>
    factory.as('admin', (ctx) => {
      const { session } = ctx;
      const rights = { ...session.rights, super: false, group: () => group, scopes: () => [{ scope: '1', depts: [] }] };
      const as = { ...(ctx as EngineCtx), session: { ...session, rights: { ...rights, has: () => true } } };
      return getOne(as as EngineCtx, (ctx as EngineCtx).registry.page('machinePrice')!, { id: row });
    });
  expect(await readAs(true)).toHaveProperty('price', 0.12);
  expect(await readAs(false)).not.toHaveProperty('price');
});

describe('the order of prices', () => {
  const row = (id: string, more: Partial<MachinePriceRow>): MachinePriceRow => ({
    id,
    equipment: null,
    devCategory: null,
    process: '车削',
    material: null,
    category: null,
    price: 1,
    validFrom: '2026-01-01',
    validTo: null,
    tiers: [],
    ...more,
  });
  const rows = [
    row('above', { devCategory: '机床', material: 'SG-100' }),
    row('category all', { devCategory: '车床' }),
    row('category far', { devCategory: '车床', category: '半成品' }),
    row('category near', { devCategory: '车床', category: '丝杆' }),
    row('category material', { devCategory: '车床', material: 'SG-100' }),
    row('device all', { equipment: 'CNC-01' }),
    row('device far', { equipment: 'CNC-01', category: '半成品' }),
    row('device near', { equipment: 'CNC-01', category: '丝杆' }),
    row('device material', { equipment: 'CNC-01', material: 'SG-100' }),
  ];
  it('goes from the device and the material to the category above and all', () => {
    const ask: MachinePriceAsk = {
      process: '车削',
      equipment: 'CNC-01',
      devCategories: ['车床', '机床'],
      material: 'SG-100',
      categories: ['丝杆', '半成品'],
      date: '2026-01-15',
    };
    const order: string[] = [];
    for (let left = rows; ; ) {
      const found = machinePriceFor(left, ask);
      if (!found) break;
      order.push(found.id);
      left = left.filter(({ id }) => id !== found.id);
    }
    expect(order).toEqual(rows.map(({ id }) => id).reverse());
    expect(machinePriceFor(rows, { ...ask, date: '2025-12-31' })).toBeUndefined();
    expect(machinePriceFor(rows, { ...ask, process: '铣削' })).toBeUndefined();
  });
});
