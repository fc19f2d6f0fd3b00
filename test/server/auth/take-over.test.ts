/**
 * Nobody gets rights over somebody who has more (security.md §7.2): every action on people, roles, departments and terminals, by an actor
 * with only that function, on the superuser, his role and his department.
 */
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { grantsOfUser, makeRights } from '../../../server/auth/rights';
import type { Session } from '../../../server/ctx';
import { newId } from '../../../server/ids';
import { demoFactory, type Factory } from '../../domain/factory';
import { openSignedApp, type SignedApp, sessionOf } from '../../support/sessions';

const OBJECTS = ['user', 'role', 'dept', 'deptRole', 'terminal'] as const;
let factory: Factory;
let at: SignedApp<string>;
const sessions: Record<string, Session> = {};
const calls: { readonly who: string; readonly object: string; readonly code: string }[] = [];
/** the actor: a user of the plant without a role */
let actor = '';
beforeAll(async () => {
  factory = await demoFactory();
  const { shipped } = factory.engine.registries;
  const { db } = factory.database;
  actor = await factory.as('admin', async (ctx) => {
    const [role] = await ctx.records.find('role', 'isSuper');
    const { records } = ctx.asSystem();
    const [dept] = await records.find('dept', 'parent == null');
    // a department of its own gives the role of the superuser
    const above = await records.save('dept', { code: 'GM', name: '总经办' });
    await records.save('deptRole', { role: role?.id, dept: above.id, dataScope: '0' });
    const made = await records.save('user', { loginName: 'clerk', name: '文员', dept: dept?.id, roles: [] });
    return made.id as string;
  });
  for (const object of OBJECTS)
    for (const { code, right } of Object.values(shipped.pages.get(object)?.actions ?? {})) {
      const who = `${object} ${code}`;
      sessions[who] = sessionOf(factory.org, [{ functions: [right, `${object}:view`] }], { id: actor });
      calls.push({ who, object, code });
    }
  at = await openSignedApp(sessions, { db, mount: factory.engine.mount });
});
afterAll(async () => {
  await at?.close();
  await factory?.database.drop();
});

/** What each user can do, and by what he signs in. */
const state = async (): Promise<Record<string, string>> => {
  const { db } = factory.database;
  const users = await db
    .withSchema(factory.org.schema)
    .selectFrom('user')
    .select(['id', 'login_name', 'pin', 'is_disabled'])
    .execute();
  const found: Record<string, string> = {};
  for (const user of users) {
    const rights = makeRights(await grantsOfUser(db, factory.org, user.id as string), false);
    const { rows } = await sql<{ pwd_hash: string | null; locked_until: unknown }>`
      SELECT a.pwd_hash, a.locked_until FROM platform.member m JOIN platform.account a ON a.id = m.account_id
       WHERE m.user_id = ${user.id}`.execute(db);
    found[user.login_name as string] = JSON.stringify([rights.functions, user.pin, user.is_disabled, rows]);
  }
  return found;
};
const rowsOf = (table: string, columns: readonly string[]) =>
  factory.database.db
    .withSchema(factory.org.schema)
    .selectFrom(table)
    .select(['id', 'version', ...columns])
    .where('is_deleted', '=', 0)
    .execute();

test('who has more does not move with his department, by a merge or below another one', async () => {
  const depts = await rowsOf('dept', ['code', 'parent_id']);
  const buyer = (await rowsOf('user', ['login_name', 'dept_id'])).find(({ login_name }) => login_name === 'xumin');
  const given = depts.find(({ code }) => code === 'GM');
  const home = depts.find(({ id }) => id === buyer?.dept_id);
  const plain = depts.find(({ id, parent_id }) => parent_id === home?.parent_id && id !== home?.id);
  const made = await factory.as('admin', (ctx) =>
    ctx.asSystem().records.save('dept', { code: 'GM1', name: '总经办一室', parent: given?.id } as never),
  );
  const { version } = (await rowsOf('dept', [])).find(({ id }) => id === home?.id) ?? {};
  const merge = await at.post('dept mergeTo', '/lcdp/data/dept/act/mergeTo', {
    targets: [{ id: home?.id, version }],
    ask: { targetId: plain?.id },
    token: newId(),
  });
  expect(merge.msg).toMatch(/^不能授予自己没有的权限/);
  // its people would lose what the one above gives them
  await factory.as('admin', async (ctx) => {
    const [row] = await ctx.records.find('deptRole', 'param.dept == dept', { param: { dept: given?.id as string } });
    await ctx.records.save('deptRole', { id: row?.id, withChildren: true });
  });
  const move = await at.post('dept edit', '/lcdp/data/dept/save', {
    record: { id: made.id, version: made.version, parentId: plain?.id },
    token: newId(),
  });
  expect(JSON.stringify(move)).toMatch(/不能授予自己没有的权限/);
});

test('every action by who has only that function changes nothing of who has more', async () => {
  const before = await state();
  const [superRole] = (await rowsOf('role', ['is_super', 'name'])).filter((row) => row.is_super === true);
  const admin = (await rowsOf('user', ['login_name', 'dept_id'])).find((row) => row.login_name === 'admin');
  const given = (await rowsOf('dept_role', ['role_id', 'dept_id'])).find((row) => row.role_id === superRole?.id);
  const target: Readonly<Record<string, readonly Record<string, unknown>[]>> = {
    user: [admin ?? {}],
    role: [superRole ?? {}],
    dept: await rowsOf('dept', []),
    deptRole: [given ?? {}],
    terminal: await rowsOf('terminal', []),
  };
  /** answers that would give the actor something */
  const asks: Readonly<Record<string, object>> = {
    setRoles: { roles: [superRole?.id] },
    setDept: { deptId: given?.dept_id },
    handover: { toId: actor },
    mergeTo: { targetId: given?.dept_id },
    approve: { pairCode: '000000' },
    batchEdit: { roles: [superRole?.id], dept: given?.dept_id, name: '改名', pin: '482915' },
  };
  /** changes of a save, each alone */
  const changes: Readonly<Record<string, readonly object[]>> = {
    user: [{ pin: '482915' }, { name: '改名' }, { email: 'a@b.cn' }, { roles: [] }, { loginName: 'other' }],
    role: [{ name: '改名' }, { code: 'other' }, { functions: [] }],
    deptRole: [{ withChildren: true }, { dataScope: '1' }],
    dept: [{ parentId: given?.dept_id }],
  };
  const refused = new Set<string>();
  const done: string[] = [];
  for (const { who, object, code } of calls) {
    const records = [...(target[object] ?? []), ...(object === 'user' ? await rowsOf('user', []) : [])];
    for (const record of records) {
      const token = () => ({ token: newId(), accept: ['user.tasks', 'checks.self'] });
      const { id, version } = record;
      const answers = ['edit', 'save'].includes(code)
        ? await Promise.all(
            (changes[object] ?? []).map((change) =>
              at.post(who, `/lcdp/data/${object}/save`, { record: { id, version, ...change }, ...token() }),
            ),
          )
        : [
            await at.post(who, `/lcdp/data/${object}/act/${code}`, {
              targets: [{ id, version }],
              ask: asks[code] ?? {},
              ...token(),
            }),
          ];
      for (const { code: outcome, msg } of answers) {
        if (msg.startsWith('不能授予自己没有的权限')) refused.add(`${object} ${code}`);
        if (outcome === 200 && record === records[0] && ['user', 'role', 'deptRole'].includes(object))
          done.push(`${who}: ${msg}`);
      }
    }
  }
  expect(done).toEqual([]);
  // who signs in as whom, and what he can do then: the actor, who had nothing, still has nothing; the others nothing new
  const after = await state();
  expect(after.admin).toBe(before.admin);
  for (const login of Object.keys(before)) {
    const [had, has] = [before, after].map((all) => (JSON.parse(all[login] ?? '[[]]') as [string[]])[0]);
    expect([login, has?.filter((right) => !had?.includes(right))]).toEqual([login, []]);
  }
  for (const action of [
    'user resetPwd',
    'user edit',
    'user kick',
    'user disable',
    'user handover',
    'user setRoles',
    'user setDept',
    'role edit',
    'role disable',
    'deptRole edit',
    'deptRole del',
  ])
    expect([...refused].sort()).toContain(action);
  const [role] = (await rowsOf('role', ['is_super', 'name', 'code'])).filter((row) => row.is_super === true);
  expect(role?.name).toBe(superRole?.name);
}, 300_000);

test('a built-in role keeps its code and name, whoever asks', async () => {
  await factory.as('admin', async (ctx) => {
    const [role] = await ctx.records.find('role', 'builtIn');
    await expect(ctx.records.save('role', { id: role?.id, name: '改名' })).rejects.toThrow(
      '内置角色的编码和名称不可修改',
    );
  });
});
