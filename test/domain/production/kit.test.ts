/** 齐套 (30 P4) with the numbers of the domain. */
import { expect, it } from 'vitest';
import { kitsOf } from '../../../server/domain/production/kit';

const row = (material: string, needQty: number, issued = 0) => ({
  id: material,
  material,
  needQty,
  openQty: needQty - issued,
});
const order = (id: string, rows: readonly ReturnType<typeof row>[]) => ({ id, planQty: 100, decimals: 0, rows });
const plain = (kit: ReturnType<typeof kitsOf> extends ReadonlyMap<string, infer Kit> ? Kit | undefined : never) =>
  kit && [kit.rate, kit.qty, Object.fromEntries(kit.short)];

it('80 of 100 motors are 80 %, 80 pieces, 20 short', () => {
  const stock = new Map([
    ['电机', 80],
    ['密封圈', 204],
  ]);
  const kits = kitsOf([order('A', [row('电机', 100), row('密封圈', 204)])], stock);
  expect(plain(kits.get('A'))).toEqual([80, 80, { 电机: 20 }]);
});

it('what one order took the next does not find', () => {
  const kits = kitsOf([order('A', [row('电机', 100)]), order('B', [row('电机', 100)])], new Map([['电机', 130]]));
  expect(plain(kits.get('A'))).toEqual([100, 100, {}]);
  expect(plain(kits.get('B'))).toEqual([30, 30, { 电机: 70 }]);
});

it('what was issued needs no stock any more and still makes products', () => {
  const kits = kitsOf([order('A', [row('电机', 100, 60)])], new Map([['电机', 20]]));
  expect(plain(kits.get('A'))).toEqual([50, 80, { 电机: 20 }]);
});

it('an order that needs nothing has all it needs', () => {
  expect(plain(kitsOf([order('A', [])], new Map()).get('A'))).toEqual([100, 100, {}]);
});

it('what is promised to a row covers it before anything else, and nobody else', () => {
  const own = { ...row('电机', 100), own: 60 };
  const kits = kitsOf([order('A', [row('电机', 30)]), order('B', [own])], new Map([['电机', 40]]));
  expect(plain(kits.get('A'))).toEqual([100, 100, {}]);
  expect(plain(kits.get('B'))).toEqual([70, 70, { 电机: 30 }]);
});
