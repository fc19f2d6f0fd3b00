/** A session that starts without network goes on with what the device kept. */
import 'fake-indexeddb/auto';
import { beforeEach, expect, it, vi } from 'vitest';

const kept = vi.hoisted(() => ({ setting: undefined as unknown, isLost: false }));
vi.mock('../../runtime/data/offline-pages', () => ({
  ownPages: async () => undefined,
  forgetPages: async () => undefined,
  keptOffline: async (name: string, load: () => Promise<unknown>) => {
    if (name === 'menus') return {};
    if (name !== 'setting') return name === 'functions' ? [] : { roleId: '' };
    if (kept.isLost) return kept.setting;
    kept.setting = await load();
    return kept.setting;
  },
}));

import { http } from '../../runtime/data/http';
import { SessionStore } from '../../src/session/session';

beforeEach(() => localStorage.clear());

it('tells the time as the last fresh answer did, not by the answer that was kept', async () => {
  const now = Date.now();
  vi.spyOn(http, 'get').mockResolvedValue({ serverTime: now + 120_000 });
  await new SessionStore().start();
  // half an hour later, reloaded without network
  vi.useFakeTimers({ now: now + 1_800_000, toFake: ['Date'] });
  kept.isLost = true;
  const session = new SessionStore();
  await session.start();
  expect(Math.round((session.now() - Date.now()) / 1000)).toBe(120);
  vi.useRealTimers();
});
