import { describe, expect, it, vi } from 'vitest';
import { fileName } from '../../runtime/data/download';
import { uuidv7 } from '../../runtime/data/ids';
import { withLease } from '../../runtime/data/tab-lock';

describe('ids', () => {
  it('are UUIDv7, unique, and sort in the order they were made, also when the clock steps back', () => {
    const made = Array.from({ length: 6000 }, (_, i) => uuidv7(i < 3000 ? 1_767_225_600_000 : 1_767_225_500_000));
    for (const id of made) expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
    expect(new Set(made).size).toBe(made.length);
    expect([...made].sort()).toEqual(made);
  });
});

describe('lease between tabs', () => {
  it('lets one task run at a time and ends with it', async () => {
    const store = new Map<string, string>();
    const lease = {
      getItem: (key: string) => store.get(key) ?? null,
      setItem: (key: string, value: string) => void store.set(key, value),
      removeItem: (key: string) => void store.delete(key),
    };
    let running = 0;
    let most = 0;
    const task = async () => {
      running += 1;
      most = Math.max(most, running);
      await new Promise((done) => setTimeout(done, 20));
      running -= 1;
    };
    await Promise.all([1, 2, 3].map(() => withLease(lease, 'k', task)));
    expect(most).toBe(1);
    expect(store.size).toBe(0);
  });

  it('takes over the lease of a tab that died', async () => {
    localStorage.setItem('k', `dead|${Date.now() - 1}`);
    const task = vi.fn(async () => 7);
    expect(await withLease(localStorage, 'k', task)).toBe(7);
  });
});

describe('file names', () => {
  it.each([
    ["attachment; filename*=UTF-8''%E7%89%A9%E6%96%99.xlsx", '物料.xlsx'],
    ['attachment; filename="order.xlsx"', 'order.xlsx'],
    ['attachment', '下载文件'],
  ])('%s is %s', (header, name) => {
    expect(fileName(header)).toBe(name);
  });
});
