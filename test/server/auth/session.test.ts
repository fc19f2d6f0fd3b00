import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { sweepAuth } from '../../../server/auth/sweep';
import { newId } from '../../../server/ids';
import { PASSWORD, type TestApp, testApp } from '../../support/app';

let at: TestApp;
beforeAll(async () => {
  at = await testApp({
    routes: [
      {
        method: 'POST',
        path: '/test/late',
        rule: 'session',
        late: true,
        handler: async (req) => ({ over: req.sessionOver ?? null }),
      },
    ],
  });
});
afterAll(() => at.close());
const run = async (text: string): Promise<readonly Record<string, unknown>[]> =>
  (await sql.raw<Record<string, unknown>>(text).execute(at.database.db)).rows;
const who = (token: string) => at.call('GET', '/sys/role/getRoleId', { token });
const refresh = (refreshToken: string) =>
  at.call<{ access_token: string; refreshToken: string }>('POST', '/sys/refresh', { body: { refreshToken } });

describe('what was done without network', () => {
  const replay = (token: string, body: unknown) => at.call('POST', '/test/late', { token, body });
  test('is taken 72 hours after the session ended, by the calls that say so only', async () => {
    const { data } = await at.signIn('admin');
    const token = data.access_token;
    const ends = (hours: number) =>
      run(`UPDATE platform.auth_session SET expires_at = now() - interval '${hours} hours' WHERE rotated_at IS NULL`);
    await ends(71);
    expect((await who(token)).code).toBe(401);
    const late = await replay(token, {});
    expect(late.code).toBe(200);
    expect(Number((late.data as { over: number }).over)).toBeCloseTo(Date.now() - 71 * 3_600_000, -5);
    await ends(73);
    expect((await replay(token, {})).code).toBe(401);
    await ends(1);
    await run('UPDATE platform.auth_session SET revoked_at = now()');
    expect((await replay(token, {})).code).toBe(401);
  });
  test('not with a token that was renewed: its session goes on under the new one', async () => {
    const { data } = await at.signIn('admin');
    await refresh(data.refreshToken);
    await run(`UPDATE platform.auth_session SET expires_at = now() - interval '1 hour'`);
    expect((await replay(data.access_token, {})).code).toBe(401);
  });
});

describe('a session', () => {
  test('ends at the next request after signOut', async () => {
    const { data } = await at.signIn('admin');
    expect((await who(data.access_token)).data).toEqual({ roleId: '*' });
    expect((await at.call('POST', '/sys/signOut', { token: data.access_token })).code).toBe(200);
    const after = await who(data.access_token);
    expect([after.status, after.code, after.msg]).toEqual([401, 401, '登录信息已失效，请重新登录']);
    expect((await refresh(data.refreshToken)).code).toBe(401);
  });
  test('ends when the user is disabled, the organisation switched off, or its time is over', async () => {
    for (const [off, on] of [
      [`UPDATE org_demo.user SET is_disabled = '1'`, `UPDATE org_demo.user SET is_disabled = '0'`],
      ['UPDATE platform.org SET is_disabled = 1', 'UPDATE platform.org SET is_disabled = 0'],
      ['UPDATE platform.account SET is_disabled = 1', 'UPDATE platform.account SET is_disabled = 0'],
    ] as const) {
      const { data } = await at.signIn('admin');
      await run(off);
      expect((await who(data.access_token)).code).toBe(401);
      expect((await refresh(data.refreshToken)).code).toBe(401);
      await run(on);
    }
    const { data } = await at.signIn('admin');
    await run(`UPDATE platform.auth_session SET expires_at = now() - interval '1 second'`);
    expect((await who(data.access_token)).code).toBe(401);
    expect((await refresh(data.refreshToken)).code).toBe(200);
  });
  test('tokens count in the header only', async () => {
    const { data } = await at.signIn('admin');
    expect((await at.call('GET', `/sys/role/getRoleId?access_token=${data.access_token}`)).code).toBe(401);
    for (const token of ['', 'x', `${data.access_token}x`, "' OR 1=1 --"]) expect((await who(token)).code).toBe(401);
  });
  test('a single session ends the older ones of the same client', async () => {
    const older = await at.signIn('admin');
    at.settings['auth.singleSession'] = true;
    const newer = await at.signIn('admin');
    delete at.settings['auth.singleSession'];
    expect((await who(older.data.access_token)).code).toBe(401);
    expect((await who(newer.data.access_token)).code).toBe(200);
  });
});

test('what is over for long is forgotten, what lives stays', async () => {
  const [old, fresh] = [await at.signIn('admin'), await at.signIn('admin')];
  await run(`UPDATE platform.auth_session SET refresh_expires_at = now() - interval '8 days'
    WHERE id = (SELECT id FROM platform.auth_session ORDER BY created_at DESC OFFSET 1 LIMIT 1)`);
  await run(`INSERT INTO platform.sign_fail (key, fail_count, updated_at) VALUES ('x', 1, now() - interval '2 days')`);
  await sweepAuth(at.database.db);
  expect((await refresh(old.data.refreshToken)).code).toBe(401);
  expect((await who(fresh.data.access_token)).code).toBe(200);
  expect(await run('SELECT 1 FROM platform.sign_fail')).toEqual([]);
});

describe('refresh', () => {
  test('gives both tokens anew; parallel tabs have ten seconds', async () => {
    const { data } = await at.signIn('admin');
    const both = await Promise.all([refresh(data.refreshToken), refresh(data.refreshToken)]);
    expect(both.map(({ code }) => code)).toEqual([200, 200]);
    for (const answer of both) expect((await who(answer.data.access_token)).code).toBe(200);
    expect((await who(data.access_token)).code).toBe(200);
    await run(`UPDATE platform.auth_session SET expires_at = expires_at - interval '11 seconds'`);
    expect((await who(data.access_token)).code).toBe(401);
  });
  test('a token used again later revokes its whole chain', async () => {
    const { data } = await at.signIn('admin');
    const next = await refresh(data.refreshToken);
    await run(`UPDATE platform.auth_session SET rotated_at = rotated_at - interval '11 seconds'`);
    expect((await refresh(data.refreshToken)).code).toBe(401);
    expect((await who(next.data.access_token)).code).toBe(401);
    expect((await refresh(next.data.refreshToken)).code).toBe(401);
  });
  test('is over after twice the time, and knows no strange token', async () => {
    const { data } = await at.signIn('admin');
    await run(`UPDATE platform.auth_session SET refresh_expires_at = now() - interval '1 second'`);
    expect((await refresh(data.refreshToken)).code).toBe(401);
    expect((await refresh('x'.repeat(43))).code).toBe(401);
    expect((await at.call('POST', '/sys/refresh', { body: {} })).code).toBe(400);
  });
});

describe('rights', () => {
  const role = newId();
  const user = newId();
  let token = '';
  const functions = async (): Promise<readonly string[]> => {
    const { data } = await at.call<{ functionList: { functionId: string }[] }[]>(
      'GET',
      '/sys/function/getUserFunctionList',
      { token },
    );
    return [...new Set(data.flatMap((menu) => menu.functionList.map(({ functionId }) => functionId)))].sort();
  };
  const menus = async (): Promise<readonly string[]> => {
    const { data } = await at.call<Record<string, { page: string | null }[]>>(
      'GET',
      '/application/apps/getUserMenuList',
      { token },
    );
    return Object.values(data).flatMap((items) => items.flatMap(({ page }) => page ?? []));
  };
  beforeAll(async () => {
    await run(`INSERT INTO org_demo.role (id, code, name, data_scope, functions)
      VALUES ('${role}', 'buyer', '采购员', '3', '{purchaseOrder:view,purchaseOrder:add}')`);
    await run(
      `INSERT INTO org_demo.user (id, login_name, name, roles) VALUES ('${user}', 'xumin', '许敏', '{${role}}')`,
    );
    const { openAccount } = await import('../../../server/auth/accounts');
    const { inTx } = await import('../../../server/db/tx');
    await inTx(at.database.db, (trx) =>
      openAccount(trx, { org: at.org, userId: user, loginName: 'xumin', password: PASSWORD, mustChange: false }),
    );
    token = (await at.signIn('xumin')).data.access_token;
  });

  test('functions and menus are those of the roles', async () => {
    expect((await who(token)).data).toEqual({ roleId: role });
    expect(await functions()).toEqual(['purchaseOrder:add', 'purchaseOrder:view']);
    expect(await menus()).toEqual(['purchaseOrder']);
  });
  test('a change of the role counts at the next request', async () => {
    await run(`UPDATE org_demo.role SET functions = '{supplier:view}' WHERE id = '${role}'`);
    expect(await functions()).toEqual(['supplier:view']);
    await run(`UPDATE org_demo.role SET is_disabled = '1' WHERE id = '${role}'`);
    expect(await functions()).toEqual([]);
    expect(await menus()).toEqual([]);
  });
  test('the administrator has every menu; an empty directory vanishes', async () => {
    token = (await at.signIn('admin')).data.access_token;
    const all = at.parts.registries.shipped.menus.filter((row) => row.type === 20);
    expect((await menus()).length).toBe(all.length);
  });
});

test('the key of drafts is the same at every sign-in of a user, and another for everybody else', async () => {
  const key = async () => {
    const { data } = await at.signIn('admin');
    return (await at.call<{ key: string }>('GET', '/sys/user/draftKey', { token: data.access_token })).data.key;
  };
  const first = await key();
  expect(Buffer.from(first, 'base64')).toHaveLength(32);
  expect(await key()).toBe(first);
  const { seal } = at.parts;
  const user = String((await run(`SELECT user_id FROM platform.member`))[0]?.user_id);
  expect(seal.derive(`draft ${at.org.id} ${user}`).toString('base64')).toBe(first);
  expect(seal.derive(`draft ${at.org.id} ${newId()}`).toString('base64')).not.toBe(first);
  expect((await at.call('GET', '/sys/user/draftKey')).code).toBe(401);
});
