import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newId } from '../../../server/ids';
import { codeRuleCall } from '../../../server/records/write-calls';
import { openWorld, order, refusal, type Wire, type World } from '../../support/writes';

let world: World;
let clock = new Date('2026-01-15T02:00:00Z');
beforeAll(async () => {
  world = await openWorld({ clock: () => clock });
});
afterAll(() => world?.close());

/** a ctx of this moment: `now` stands still within one */
const at = (): ReturnType<World['as']> => world.as([{ isSuper: true }], { id: world.admin.session.me.id });
const fresh = async (more: Wire = {}): Promise<string> =>
  ((await world.save('purchaseOrder', order(world, more), {}, await at())).record as Wire).nbr as string;
const material = async (more: Wire = {}): Promise<string> =>
  (
    (
      await world.save('material', {
        name: newId(),
        materialCategoryId: world.ids.category,
        materialType: '1',
        unitId: world.ids.pcs,
        ...more,
      })
    ).record as Wire
  ).code as string;

describe('numbers', () => {
  it('of 64 clients at once are distinct and without gaps', async () => {
    const first = await fresh();
    const numbers = await Promise.all(Array.from({ length: 64 }, () => fresh()));
    const serials = numbers.map((nbr) => Number(nbr.slice(-4))).sort((a, b) => a - b);
    const start = Number(first.slice(-4));
    expect(serials).toEqual(Array.from({ length: 64 }, (_, index) => start + 1 + index));
  });
  it('start anew each day', async () => {
    clock = new Date('2026-01-16T02:00:00Z');
    expect(await fresh()).toBe('CGDD202601160001');
    clock = new Date('2026-01-15T02:00:00Z');
  });
  it('of a refused save come again', async () => {
    const before = await fresh();
    await refusal(world.save('purchaseOrder', order(world, { supplierId: newId() })));
    expect(Number((await fresh()).slice(-4))).toBe(Number(before.slice(-4)) + 1);
  });
  it('pass over one that was typed by hand', async () => {
    const first = await material();
    expect(first).toMatch(/^FJ\d{5}$/);
    const taken = `FJ${String(Number(first.slice(2)) + 1).padStart(5, '0')}`;
    expect(await material({ code: taken })).toBe(taken);
    expect(await material()).toBe(`FJ${String(Number(first.slice(2)) + 2).padStart(5, '0')}`);
  });
  it('need the field they are made of', async () => {
    const bare = newId();
    await world.insert('material_category', [{ id: bare, code: bare.slice(-8), name: '无简码', is_disabled: '0' }]);
    const answer = await refusal(
      world.save('material', { name: newId(), materialCategoryId: bare, materialType: '1', unitId: world.ids.pcs }),
    );
    expect(answer.text).toBe('编码规则需要「物料分类」，请先填写');
  });
  it('end with 9999 and never wrap', async () => {
    clock = new Date('2026-01-17T02:00:00Z');
    await world.insert('mw_counter', [{ rule: 'purchaseOrder.nbr', scope: 'CGDD20260117#20260117', value: 9998 }]);
    expect(await fresh()).toBe('CGDD202601179999');
    const answer = await refusal(world.save('purchaseOrder', order(world), {}, await at()));
    expect(answer.text).toBe('编码规则「采购订单」流水号已用完（4位，最大9999），请加长或改变重置周期');
    clock = new Date('2026-01-15T02:00:00Z');
  });
  it('are shown before the save without being taken', async () => {
    const ctx = await at();
    const ask = (): Promise<Wire> => codeRuleCall(ctx, { object: 'purchaseOrder', field: 'nbr', values: {} });
    const seen = await ask();
    expect(seen).toMatchObject({ manual: false, ruleCode: 'purchaseOrder.nbr' });
    expect(await ask()).toEqual(seen);
    expect(await fresh()).toBe(seen.preview);
    expect(await codeRuleCall(ctx, { object: 'material', values: {} })).toMatchObject({ preview: null, manual: true });
  });
});
