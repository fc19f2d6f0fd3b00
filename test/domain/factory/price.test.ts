/** Piece prices and capacity of the demo factory: acceptance 9 (as far as objects exist) and 10 of 20 §13. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Rec, Row } from '../../../schemas/language/value';
import { loadMinutes, loadRate } from '../../../server/calendar/capacity';
import { piecePayOf } from '../../../server/domain/factory/piece-price';
import { newId } from '../../../server/ids';
import type { EngineCtx } from '../../../server/records/host';
import { getPageList } from '../../../server/records/list/list';
import { getOne } from '../../../server/records/read/read';
import { actsOf, refusal, type Stored } from '../../support/demo-acts';
import { demoFactory, type Factory } from '../factory';

let factory: Factory;
beforeAll(async () => {
  factory = await demoFactory();
});
afterAll(() => factory?.database.drop());
const { byCode, id, save, edit, act, call } = actsOf(() => factory);

interface Line {
  readonly process: string;
  readonly material?: string;
  readonly team?: string;
  readonly route?: string;
  readonly opNbr?: number;
  readonly date?: string;
}
const pay = async (line: Line, qty = 1, before = 0) => {
  const ask = {
    process: await id('process', line.process),
    material: line.material === undefined ? null : await id('material', line.material),
    team: line.team === undefined ? null : await id('team', line.team),
    route: line.route ?? null,
    opNbr: line.opNbr ?? null,
    date: line.date ?? '2026-01-15',
  };
  return factory.as('admin', (ctx) => piecePayOf(ctx, ask, qty, before));
};
const priceOf = async (line: Line): Promise<number | null> => (await pay(line))?.row.price ?? null;
const price = async (process: string, more: Rec = {}): Promise<Stored> =>
  save('piecePrice', { process: await id('process', process), price: 0.5, ...more });

describe('acceptance 10: piece prices', () => {
  it('are looked up by what is most special', async () => {
    const wg = { process: 'CX', material: 'WG-080', route: 'GY0004', opNbr: 10 };
    expect(await priceOf({ ...wg, team: 'JJ2' })).toBe(0.3);
    expect(await priceOf({ ...wg, team: 'JJ1' })).toBe(0.36);
    expect(await priceOf({ process: 'CX', material: 'SG-100' })).toBe(0.32);
    expect(await priceOf({ process: 'CX', material: 'GB-20' })).toBe(0.28);
    expect((await pay({ process: 'XL', material: 'WG-100' }, 97))?.amount).toBe(33.95);
    expect(await priceOf({ process: 'XL', material: 'WG-100', date: '2025-12-31' })).toBeNull();
    expect(await priceOf({ process: 'BZ', material: 'LA-100' })).toBeNull();
  });
  it('never overlap with equal conditions, and count when they are audited', async () => {
    const category = await id('materialCategory', 'WG');
    expect(await refusal(price('CX', { materialCategory: category, validFrom: '2026-06-01' }))).toBe(
      '「车削＋外管」在2026-01-01至长期已有价格0.3000，有效期不能重叠',
    );
    const fresh = await price('XX', { validFrom: '2026-01-01', price: 0.2 });
    expect(await priceOf({ process: 'XX' })).toBeNull();
    await act('piecePrice', 'audit', fresh);
    expect(await priceOf({ process: 'XX' })).toBe(0.2);
  });
  it('pay a ladder over the day', async () => {
    const tiers = [
      { id: newId(), lineNo: 10, fromQty: 0, price: 0.3 },
      { id: newId(), lineNo: 20, fromQty: 100, price: 0.4 },
    ];
    const wrong = [{ ...tiers[0]!, fromQty: 5 }];
    expect(await refusal(price('YZ', { ladderBy: '1', tiers: wrong as Row[] }))).toBe('阶梯起始数量必须从0开始且递增');
    const made = await price('YZ', { ladderBy: '1', tiers: tiers as Row[], validFrom: '2026-01-01' });
    await act('piecePrice', 'audit', made);
    expect((await pay({ process: 'YZ' }, 130))?.amount).toBe(42);
    expect((await pay({ process: 'YZ' }, 80))?.amount).toBe(24);
    expect((await pay({ process: 'YZ' }, 50, 80))?.amount).toBe(18);
  });
  it('are adjusted by a new row whose audit ends the old one', async () => {
    const old = await byCode('piecePrice', 'GJ26010004');
    await act('piecePrice', 'adjust', old, { percent: 10, day: '2026-02-01' });
    const [next] = await factory.as('admin', (ctx) =>
      ctx.records.find('piecePrice', 'adjusts == param.id', { param: { id: old.id } }),
    );
    expect(next).toMatchObject({ price: 0.385, validFrom: '2026-02-01', auditStatus: '1' });
    expect(await priceOf({ process: 'XL', material: 'WG-100', date: '2026-02-02' })).toBe(0.35);
    await act('piecePrice', 'audit', next!);
    expect((await byCode('piecePrice', 'GJ26010004')).validTo).toBe('2026-01-31');
    expect(await priceOf({ process: 'XL', material: 'WG-100', date: '2026-02-02' })).toBe(0.385);
    expect(await priceOf({ process: 'XL', material: 'WG-100', date: '2026-01-31' })).toBe(0.35);
    await act('piecePrice', 'unaudit', await byCode('piecePrice', next!.code as string));
    expect((await byCode('piecePrice', 'GJ26010004')).validTo).toBeNull();
    expect(
      await refusal(
        act('piecePrice', 'adjust', await byCode('piecePrice', 'GJ26010004'), {
          percent: 1,
          amount: 1,
          day: '2026-03-01',
        }),
      ),
    ).toBe('调整比例与增减额填写其中一个');
  });
  it('say what belongs together', async () => {
    const route = await id('route', 'GY0004');
    const [material, category] = [await id('material', 'WG-080'), await id('materialCategory', 'WG')];
    expect(await refusal(price('ZM', { route }))).toBe('路线工价必须填写工序号');
    expect(await refusal(price('ZM', { material, materialCategory: category }))).toBe('物料与物料分类只能填写一个');
    expect(await refusal(price('ZM', { price: -1 }))).toBe('单价不能为负数');
  });
});

describe('acceptance 9: capacity of the turning group', () => {
  it('is 1539.0 minutes with 120 minutes of maintenance, 820.8 without the second lathe', async () => {
    const group = await id('workGroup', 'CX');
    expect(await call('availMin', group, '2026-01-15')).toBe(1641.6);
    const stop = {
      id: newId(),
      lineNo: 10,
      dateFrom: '2026-01-15',
      dateTo: '2026-01-15',
      kind: '4',
      timeFrom: '08:00:00',
      timeTo: '10:00:00',
    };
    const own = await save('workCalendar', {
      code: 'RL-CNC02',
      name: '数控车床2号',
      pattern: await id('shiftPattern', 'BZ02'),
      parent: await id('workCalendar', 'RL01'),
      entries: [stop],
    });
    await edit('equipment', 'CNC-02', { workCalendar: own.id });
    expect(await call('availMin', group, '2026-01-15')).toBe(1539);
    const idle = await act('equipment', 'deactivate', await byCode('equipment', 'CNC-02'));
    expect(idle).toMatchObject({ docStatus: '40', isDisabled: '1' });
    expect(await call('availMin', group, '2026-01-15')).toBe(820.8);
    expect(await call('availMin', await id('equipment', 'CNC-01'), '2026-01-15')).toBe(820.8);
    // the record says what the list says
    const { read, list } = await factory.as('admin', async (ctx) => {
      const page = (ctx as EngineCtx).registry.page('workGroup')!;
      return {
        read: await getOne(ctx as EngineCtx, page, { id: group }),
        list: await getPageList(ctx as EngineCtx, page, {}),
      };
    });
    const listed = list.records.find((row) => row.id === group)?.availToday;
    expect(listed).toBeGreaterThan(0);
    expect(read.availToday).toBe(listed);
    // 100 of SG-100 at 3 minutes and 30 to set up
    expect(loadRate(loadMinutes([{ setupMin: 30, qty: 100, stdMin: 3, runBase: 1 }]), 1539)).toBe(21.44);
  });
  it('counts the hands of a group without devices', async () => {
    expect(await call('availMin', await id('workGroup', 'ZJ'), '2026-01-15')).toBe(1440);
    expect(await call('availMin', await id('workGroup', 'ZZ'), '2026-01-15')).toBe(912);
    expect(await call('availMin', newId(), '2026-01-15')).toBeNull();
  });
  it('is set once for a resource and what it makes', async () => {
    const group = await id('workGroup', 'CX');
    expect(await refusal(save('capacity', { scope: '1', workGroup: group, validFrom: '2026-03-01' }))).toBe(
      '「车削组」在2026-01-01至长期已有相同条件的产能设置',
    );
    const material = await id('material', 'SG-100');
    expect((await save('capacity', { scope: '1', workGroup: group, material, validFrom: '2026-03-01' })).id).toBeTypeOf(
      'string',
    );
    const equipment = await id('equipment', 'CNC-01');
    expect(await refusal(save('capacity', { scope: '2', equipment, minBatch: 10, maxBatch: 5 }))).toBe(
      '最小批量不能大于最大批量',
    );
  });
});
