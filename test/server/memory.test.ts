/** What requests make the process keep: bounded by bytes, whatever somebody asks for and however often. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { getPageList } from '../../server/records/list/list';
import { bounded, textBytes } from '../../server/registry/bounded';
import { keptMb } from '../support/heap';
import { type Factory, openFactory } from '../support/records';

describe('a cache bounded by bytes', () => {
  it('forgets what was used longest ago, and never holds more than its bytes', () => {
    const cache = bounded<string>(4_000, textBytes);
    const value = 'v'.repeat(100);
    for (let n = 0; n < 50; n++) {
      cache.set(`k${n}`, value);
      // used again and again
      if (n > 0) expect(cache.get('k0')).toBe(value);
      expect(cache.bytes).toBeLessThanOrEqual(4_000);
    }
    expect(cache.size).toBe(12);
    expect(cache.get('k1')).toBeUndefined();
    expect(cache.get('k49')).toBe(value);
    cache.delete('k49');
    for (let n = 0; n < 50; n++) cache.delete(`k${n}`);
    expect([cache.size, cache.bytes]).toEqual([0, 0]);
  });
  it('does not keep what would push out the others', () => {
    const cache = bounded<string>(4_000, textBytes);
    cache.set('small', 'v');
    cache.set('large', 'v'.repeat(1_000));
    expect([cache.get('small'), cache.get('large')]).toEqual(['v', undefined]);
    // what grew too large is gone, not kept as it was
    cache.set('small', 'v'.repeat(1_000));
    expect([cache.get('small'), cache.size, cache.bytes]).toEqual([undefined, 0, 0]);
  });
});

const CONDITIONS = process.env.LAWS === 'full' ? 20_000 : 1_500;

describe('distinct conditions of one user', () => {
  let factory: Factory;
  beforeAll(async () => {
    factory = await openFactory();
  });
  afterAll(() => factory?.close());

  it('leave less than 80 MB behind, however many they are', async () => {
    const ask = async (from: number, to: number): Promise<void> => {
      const page = factory.registry.page('material')!;
      for (let n = from; n < to; n++) {
        const leaves = Array.from({ length: 40 }, (_, leaf) => `name != '不同的条件${n}之${leaf}'`);
        await getPageList(await factory.root(), page, { size: 1, where: leaves.join(' && ') });
      }
    };
    await ask(0, 20);
    const before = keptMb();
    await ask(20, CONDITIONS);
    const grown = keptMb() - before;
    if (process.env.LAWS === 'full') console.log(`${CONDITIONS} conditions: ${grown.toFixed(1)} MB more`);
    expect(grown).toBeLessThan(80);
  });
});
