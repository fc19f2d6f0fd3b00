/** A session that starts without network goes on with what the device kept. */
import 'fake-indexeddb/auto';
import { afterEach, expect, it, vi } from 'vitest';
import { HttpError, http } from '../../runtime/data/http';
import { forgetPages } from '../../runtime/data/offline-pages';
import { SessionStore } from '../../src/session/session';
import { writeValue } from '../../src/session/storage';

afterEach(async () => {
  vi.useRealTimers();
  await forgetPages();
});

it('tells the time as the last fresh answer did, not by the answer that was kept', async () => {
  writeValue('org', 'GF');
  writeValue('user', { id: '1' });
  const now = Date.now();
  const answers: Readonly<Record<string, unknown>> = {
    '/application/apps/getUserMenuList': {},
    '/sys/role/getRoleId': { roleId: '' },
    '/sys/function/getUserFunctionList': [],
  };
  const asked = vi
    .spyOn(http, 'get')
    .mockImplementation(async (path) => answers[path] ?? ({ serverTime: now + 120_000 } as never));
  await new SessionStore().start();
  // half an hour later, reloaded without network
  vi.useFakeTimers({ now: now + 1_800_000, toFake: ['Date'] });
  asked.mockRejectedValue(new HttpError(0, '网络异常'));
  const session = new SessionStore();
  await session.start();
  expect(session.state).toBe('ready');
  expect(Math.round((session.now() - Date.now()) / 1000)).toBe(120);
});
