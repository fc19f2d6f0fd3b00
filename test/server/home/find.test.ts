/** The search of the top bar: numbers, names, pinyin and codes of labels, of what somebody may see; and the shift he is greeted with. */
import { beforeAll, describe, expect, it } from 'vitest';
import { shiftNow } from '../../../server/calendar/now';
import { findAnything } from '../../../server/records/home/find';
import type { EngineCtx } from '../../../server/records/host';
import { DAY, demoFactory, type Factory } from '../../domain/factory';

let factory: Factory;
beforeAll(async () => {
  factory = await demoFactory();
});
const find = (login: string, text: unknown, entered = false) =>
  factory.as(login, (ctx) => findAnything(ctx as EngineCtx, { text, ...(entered ? { entered: '1' } : {}) }));

describe('the search of the top bar', () => {
  it('finds a document by a part of its number, the whole number first', async () => {
    const [order] = await factory.as('admin', (ctx) =>
      ctx.records.find('purchaseOrder', 'isDeleted == 0', { limit: 1 }),
    );
    const nbr = String(order?.nbr);
    const found = await find('admin', nbr.toLowerCase());
    expect(found[0]).toMatchObject({
      page: 'purchaseOrder',
      id: order?.id,
      label: nbr,
      title: '采购订单',
      isExact: true,
    });
    expect((await find('admin', nbr.slice(-6))).map(({ id }) => id)).toContain(order?.id);
  });
  it('finds masters by code, name and pinyin, five of a page at most', async () => {
    expect((await find('admin', '电机')).map(({ title }) => title)).toContain('物料');
    expect((await find('admin', 'dianji')).map(({ label }) => label).join()).toContain('电机');
    const found = await find('admin', 'SL');
    for (const { page } of found) expect(found.filter((record) => record.page === page).length).toBeLessThanOrEqual(5);
  });
  it('finds nothing for one character, and refuses what is no text', async () => {
    expect(await find('admin', '电')).toEqual([]);
    await expect(find('admin', 'x'.repeat(201))).rejects.toMatchObject({ status: 400 });
    await expect(find('admin', ['a'])).rejects.toMatchObject({ status: 400 });
  });
  it('shows nobody what he may not open', async () => {
    const pages = new Set((await find('admin', '2026')).map(({ page }) => page));
    for (const { page, id } of await find('zhoutao', '2026')) {
      expect(pages.size).toBeGreaterThan(0);
      await factory.as('zhoutao', async (ctx) => {
        expect(ctx.session.rights.has(`${page}:view`)).toBe(true);
        expect(await ctx.records.get(page, id, { scoped: true })).not.toBeNull();
      });
    }
    expect((await find('admin', 'admin')).map(({ page }) => page)).toContain('role');
    expect((await find('zhoutao', 'admin')).map(({ page }) => page)).not.toContain('role');
  });
  it('takes a code of our own labels once it was entered', async () => {
    const [material] = await factory.as('admin', (ctx) =>
      ctx.records.find('material', "code == 'MT-12'", { limit: 1 }),
    );
    const [hit] = await find('admin', 'MB|MT-12', true);
    expect(hit).toMatchObject({ page: 'material', id: material?.id, isExact: true });
    expect(await find('admin', 'MB|NOBODY', true)).toEqual([]);
  });
});

describe('the shift somebody is greeted with', () => {
  const shiftAt = (login: string, now: string) => {
    factory.setNow(now);
    return factory.as(login, (ctx) => shiftNow(ctx));
  };
  it('is the one of his calendar at this moment', async () => {
    const shift = await shiftAt('zhoutao', `${DAY} 10:00:00`);
    expect(shift).toEqual({ name: '白班', from: '08:00', to: '17:00' });
  });
  it('is the one that began the evening before and none off duty', async () => {
    expect(await shiftAt('zhoutao', '2026-01-18 03:00:00')).toEqual({ name: '夜班', from: '20:00', to: '05:00' });
    expect(await shiftAt('zhoutao', '2026-01-18 12:00:00')).toBeUndefined();
  });
});
