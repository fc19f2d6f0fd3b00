/** Control charts against published data (test/fixtures/spc): constants, limits of three kinds, the run rules. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { baseOf, chartsOf, constantsOf, firedRules, type Subgroup } from '../../schemas/language/spc';

const table = (name: string): string[][] =>
  readFileSync(join(import.meta.dirname, '../fixtures/spc', `${name}.tsv`), 'utf8')
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'))
    .slice(1)
    .map((line) => line.split('\t'));
const groupsOf = (dataset: string): Subgroup[] =>
  table('spc-datasets')
    .filter(([name]) => name === dataset)
    .map((row) => ({ values: (row[3] ?? '').split(' ').map(Number) }));

describe('constants', () => {
  it.each(table('spc-constants').map((row) => row.map(Number)))('of %i readings', (n, d2, d3, c4) => {
    expect(constantsOf(n as number)).toEqual({ d2, d3, c4 });
  });
  it('of one reading or 26 there are none', () => {
    expect([constantsOf(1), constantsOf(26)]).toEqual([undefined, undefined]);
  });
});

describe('limits', () => {
  const rings = groupsOf('pistonrings');
  it('X̄-R of 25 subgroups, and the next 15 on the same limits', () => {
    const base = baseOf('xbarR', rings.slice(0, 25));
    expect(base?.sigma).toBeCloseTo(0.009992, 6);
    const { mean, spread } = chartsOf('xbarR', rings, base!);
    expect(mean[0]?.centre).toBeCloseTo(74.001176, 6);
    expect(mean[0]?.upper).toBeCloseTo(74.014581, 5);
    expect(mean[0]?.lower).toBeCloseTo(73.987771, 5);
    expect(spread[0]?.centre).toBeCloseTo(0.02324, 6);
    expect(spread[0]?.upper).toBeCloseTo(0.049141, 5);
    expect(spread[0]?.lower).toBe(0);
    const fired = (rule: number): number[] => mean.flatMap((point, at) => (point.rules.includes(rule) ? [at + 1] : []));
    expect(fired(1)).toEqual([37, 38, 39]);
    expect(fired(5)).toEqual([35, 37, 38, 39, 40]);
    expect(fired(6)).toEqual([38, 39, 40]);
    expect([2, 3, 4, 7, 8].flatMap(fired)).toEqual([]);
  });
  it('X̄-s of the same', () => {
    const base = baseOf('xbarS', rings.slice(0, 25));
    const { mean, spread } = chartsOf('xbarS', rings.slice(0, 25), base!);
    expect(mean[0]?.upper).toBeCloseTo(74.014592, 5);
    expect(mean[0]?.lower).toBeCloseTo(73.98776, 5);
    expect(spread[0]?.upper).toBeCloseTo(0.019636, 5);
  });
  it('I-MR of flow rates', () => {
    const flow = groupsOf('nistFlow');
    const base = baseOf('imr', flow);
    const { mean, spread } = chartsOf('imr', flow, base!);
    expect(mean[0]?.centre).toBeCloseTo(50.81, 2);
    expect(mean[0]?.upper).toBeCloseTo(55.8024, 3);
    expect(mean[0]?.lower).toBeCloseTo(45.8176, 3);
    expect(spread.map((point) => point.value)[0]).toBeNull();
    expect(spread[1]?.upper).toBeCloseTo(6.1338, 3);
  });
  it('a shorter subgroup has its own, wider limits', () => {
    const base = baseOf('xbarR', rings.slice(0, 25))!;
    const [full, short] = chartsOf('xbarR', [rings[0]!, { values: [74, 74.01] }], base).mean;
    expect(short!.upper).toBeGreaterThan(full!.upper);
  });
  it('an excluded subgroup is shown, counts for no limit and breaks runs and moving ranges', () => {
    const groups: Subgroup[] = [{ values: [10] }, { values: [99], excluded: true }, { values: [11] }, { values: [12] }];
    const base = baseOf('imr', groups)!;
    expect(base.centre).toBeCloseTo(11, 6);
    const { mean, spread } = chartsOf('imr', groups, base);
    expect(mean[1]).toMatchObject({ value: 99, excluded: true, rules: [] });
    expect(spread.map((point) => point.value)).toEqual([null, null, null, 1]);
  });
});

describe('rules', () => {
  it.each(table('spc-rule-cases'))('%s', (_name, z, expected) => {
    const fired = firedRules((z as string).split(' ').map(Number));
    const found = new Map<number, number[]>();
    fired.forEach((rules, at) => {
      for (const rule of rules) found.set(rule, [...(found.get(rule) ?? []), at + 1]);
    });
    const text = [...found].map(([rule, points]) => `${rule}:${points.join(',')}`).join(' ');
    expect(text === '' ? 'none' : text).toBe(expected);
  });
  it('excluded points break runs; the Western Electric set takes eight on one side', () => {
    const eight = Array.from({ length: 8 }, () => 0.5);
    expect(firedRules(eight, { rules: [2], run: 8 }).at(-1)).toEqual([2]);
    expect(firedRules([...eight.slice(0, 4), null, ...eight.slice(0, 5)], { rules: [2] }).flat()).toEqual([]);
  });
});
