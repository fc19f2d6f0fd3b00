/** The worked numbers of 20 §10.8 and §10.11, over rows made by hand. */
import { describe, expect, it } from 'vitest';
import { availableMinutes, loadMinutes, loadRate, type Setting, settingFor } from '../../../server/calendar/capacity';
import { earned, isLadder, type PriceAsk, type PriceRow, priceFor } from '../../../server/domain/factory/price-rules';

const row = (id: string, more: Partial<PriceRow> = {}): PriceRow => ({
  id,
  process: '车削',
  route: null,
  opNbr: null,
  material: null,
  category: null,
  team: null,
  skillLevel: null,
  price: 0.28,
  validFrom: '2026-01-01',
  validTo: null,
  tiers: [],
  ...more,
});
const ask = (more: Partial<PriceAsk> = {}): PriceAsk => ({ process: '车削', date: '2026-01-15', ...more });
const idFor = (rows: readonly PriceRow[], ask: PriceAsk): string | undefined => priceFor(rows, ask)?.id;

describe('the price that counts', () => {
  it('is the most special one', () => {
    const rows = [
      row('process'),
      row('far', { category: '半成品' }),
      row('near', { category: '外管' }),
      row('material', { material: 'WG-080' }),
      row('op', { route: 'GY0004', opNbr: 10 }),
    ];
    const wg = { categories: ['外管', '半成品'] };
    expect(idFor(rows, ask())).toBe('process');
    expect(idFor(rows, ask({ categories: ['丝杆', '半成品'] }))).toBe('far');
    expect(idFor(rows, ask(wg))).toBe('near');
    expect(idFor(rows, ask({ ...wg, material: 'WG-080' }))).toBe('material');
    expect(idFor(rows, ask({ ...wg, material: 'WG-080', route: 'GY0004', opNbr: 10 }))).toBe('op');
    expect(idFor(rows, ask({ ...wg, material: 'WG-080', route: 'GY0004', opNbr: 20 }))).toBe('material');
  });
  it('inside a level is that of the team and the skill, then the team, then the skill', () => {
    const rows = [
      row('all'),
      row('skill', { skillLevel: '3' }),
      row('team', { team: 'A' }),
      row('both', { team: 'A', skillLevel: '3' }),
    ];
    expect(idFor(rows, ask({ team: 'A', skillLevel: '3' }))).toBe('both');
    expect(idFor(rows, ask({ team: 'A', skillLevel: '2' }))).toBe('team');
    expect(idFor(rows, ask({ team: 'B', skillLevel: '3' }))).toBe('skill');
    expect(idFor(rows, ask({ team: 'B' }))).toBe('all');
    // a level goes before who it is for
    expect(idFor([...rows, row('material', { material: 'm' })], ask({ material: 'm', team: 'A' }))).toBe('material');
  });
  it('is valid on the day', () => {
    const rows = [row('old', { validTo: '2026-01-14' }), row('new', { validFrom: '2026-01-16' })];
    expect(idFor(rows, ask())).toBeUndefined();
    expect(idFor(rows, ask({ date: '2026-01-14' }))).toBe('old');
    expect(idFor(rows, ask({ date: '2026-01-16' }))).toBe('new');
  });
});

describe('earning', () => {
  const tiers = [
    { fromQty: 0, price: 0.3 },
    { fromQty: 100, price: 0.4 },
  ];
  it('pays each piece by its step, also over two reports', () => {
    expect(earned({ price: 0.35, tiers: [] }, 97)).toBe(33.95);
    expect(earned({ price: 0, tiers }, 130)).toBe(42);
    expect(earned({ price: 0, tiers }, 80)).toBe(24);
    expect(earned({ price: 0, tiers }, 50, 80)).toBe(18);
  });
  it('wants steps from 0 that rise', () => {
    expect(isLadder(tiers)).toBe(true);
    expect(isLadder([{ fromQty: 1, price: 1 }])).toBe(false);
    expect(isLadder([tiers[0]!, tiers[0]!])).toBe(false);
  });
});

describe('capacity', () => {
  const cnc = (netMin: number) => ({ netMin, lanes: 1, efficiency: 95, utilisation: 90 });
  it('of the turning group, and its load', () => {
    expect(availableMinutes([cnc(960), cnc(840)])).toBe(1539);
    expect(availableMinutes([cnc(960)])).toBe(820.8);
    const load = loadMinutes([{ setupMin: 30, qty: 100, stdMin: 3, runBase: 1 }]);
    expect(load).toBe(330);
    expect(loadRate(load, 1539)).toBe(21.44);
    expect(loadRate(2000, 1539)).toBe(129.95);
    expect(loadRate(1, 0)).toBeNull();
  });
  it('takes the most special setting', () => {
    const set = (more: Partial<Setting>): Setting => ({
      workGroup: null,
      equipment: null,
      process: null,
      material: null,
      category: null,
      lanes: null,
      efficiency: 100,
      utilisation: 100,
      ...more,
    });
    const [group, groupMaterial] = [
      set({ workGroup: 'g', efficiency: 1 }),
      set({ workGroup: 'g', material: 'm', efficiency: 2 }),
    ];
    const [device, made] = [
      set({ equipment: 'e', efficiency: 3 }),
      set({ equipment: 'e', process: 'p', efficiency: 4 }),
    ];
    const all = [group, groupMaterial, device, made];
    const of = (more = {}) => settingFor(all, { equipment: 'e', workGroup: 'g', ...more })?.efficiency;
    expect(of()).toBe(3);
    expect(of({ process: 'p' })).toBe(4);
    expect(of({ material: 'm' })).toBe(3);
    expect(settingFor(all, { equipment: 'x', workGroup: 'g', material: 'm' })?.efficiency).toBe(2);
    expect(settingFor(all, { equipment: 'x', workGroup: 'h' })).toBeUndefined();
  });
});
