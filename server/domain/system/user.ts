/** 用户 (10 §5.5, security.md §4). Accounts, passwords and sessions are the business of `auth`. */
import type { Problem } from '../../../schemas/language/value';
import type { Ctx, DomainModule } from '../../ctx';
import { refuse } from '../../errors';
import { answer, type HeadOf, type JudgedOf, type RowOf } from '../../rows';
import { handOverTasks, openTasksOf } from '../../workflow/hand-over';
import { assertHeld, beyond, grantProblem, type Role, rolesOfDept, rolesOfUser } from './grants';

export const user: DomainModule<'user'> = {
  /** nobody acts on who can do more than he can: what he gave him (a password, a PIN) would be his */
  async admit(stored, _action, ctx) {
    if (ctx.session.rights.super || stored.id === ctx.session.me.id) return;
    assertHeld(await rolesOfUser(ctx, stored), ctx.session);
  },
  async check(record, old, ctx) {
    return [...(await checkRoles(record, old, ctx)), ...(await checkSupervisor(record, ctx))];
  },
  /** the employee shows who signs in for him */
  async after({ record, old }, ctx) {
    const { records } = ctx.asSystem();
    if (old && (record.email ?? null) !== (old.email ?? null))
      for (const { id } of await records.find('userProfile', 'createdBy == param.user', {
        param: { user: record.id },
      }))
        await records.patch('userProfile', id, { head: { email: record.email ?? null } });
    const [now, before] = [record.employee ?? undefined, old?.employee ?? undefined];
    if (now === before) return;
    if (before) await records.patch('employee', before, { head: { user: null } });
    if (now) await records.patch('employee', now, { head: { user: record.id } });
  },
  async asks(action, record, ctx) {
    const open = action === 'disable' ? await openTasksOf(ctx, record.id) : 0;
    const text = `该用户还有${open}个待办，是否先交接？`;
    return open === 0 ? [] : [{ code: 'user.tasks', path: '', text, level: 'warn' }];
  },
  actions: {
    async handover(record, ask, ctx) {
      const [from, to] = [record.id, ask.to];
      const moved: readonly (readonly [what: string, count: number])[] = [
        ['审批待办', await handOverTasks(ctx, from, to)],
        ['下属', await handOverStaff(ctx, record, to)],
        ['部门负责人', await handOverSeats(ctx, 'leader', from, to)],
        ['部门副负责人', await handOverSeats(ctx, 'deputy', from, to)],
      ];
      const rows = moved.map(([handed, count]) => ({ id: ctx.newId(), handed, handedCount: String(count) }));
      return answer({ rows });
    },
    async disable(record, _ask, ctx) {
      await assertAdminLeft(ctx, { user: record.id });
      return undefined;
    },
    async setRoles(record, _ask, ctx) {
      return judged(record, ctx);
    },
    async setDept(record, _ask, ctx) {
      return judged(record, ctx);
    },
  },
};

/** Whom he led is led by the other; the other himself by who led him. */
const handOverStaff = async (ctx: Ctx, record: RowOf<'user'>, to: string): Promise<number> => {
  const { records } = ctx.asSystem();
  const staff = await records.find('user', 'supervisor == param.user', { param: { user: record.id } });
  const above = record.supervisor === to ? null : (record.supervisor ?? null);
  // the other first: who is led by him closes no loop then
  for (const { id } of [...staff].sort((a, b) => Number(b.id === to) - Number(a.id === to)))
    await records.save('user', { id: id, supervisor: id === to ? above : to });
  return staff.length;
};
const handOverSeats = async (ctx: Ctx, seat: 'leader' | 'deputy', from: string, to: string): Promise<number> => {
  const { records } = ctx.asSystem();
  const depts = await records.find('dept', `${seat} == param.user`, { param: { user: from } });
  for (const { id } of depts) await records.save('dept', { id: id, [seat]: to });
  return depts.length;
};

/** The same of many at once: the record comes with what was chosen. */
const judged = async (record: RowOf<'user'>, ctx: Ctx): Promise<undefined> => {
  const stored = await ctx.asSystem().records.get('user', record.id);
  const [first] = await checkRoles(record, stored, ctx);
  if (first) throw refuse(first.text);
  return undefined;
};

/** Nobody changes his own roles or department, or gives a role, or a department whose roles, can do more than he can. */
const checkRoles = async (
  record: JudgedOf<'user'>,
  old: RowOf<'user'> | null,
  ctx: Ctx,
): Promise<readonly Problem[]> => {
  const { me, rights } = ctx.session;
  const [now, before] = [record.roles, old?.roles ?? []];
  const added = now.filter((id) => !before.includes(id));
  const removed = before.filter((id) => !now.includes(id));
  if (record.id === me.id && !me.super) {
    if (added.length + removed.length > 0) return [{ code: 'user.self', path: 'roles', text: '不能修改自己的角色' }];
    if (old && old.dept !== record.dept) return [{ code: 'user.self', path: 'dept', text: '不能修改自己的部门' }];
  }
  if (removed.length > 0) await assertAdminLeft(ctx, { user: record.id, keeps: now });
  if (rights.super) return [];
  const judge = (path: string, roles: readonly Role[]): readonly Problem[] =>
    grantProblem(path, [...new Set(roles.flatMap((role) => beyond(role, null, ctx.session)))]);
  return [
    ...judge('roles', added.length === 0 ? [] : await ctx.asSystem().records.many('role', added, { rows: true })),
    ...judge('dept', old?.dept === record.dept ? [] : await rolesOfDept(ctx, record.dept)),
  ];
};

const checkSupervisor = async (record: JudgedOf<'user'>, ctx: Ctx): Promise<readonly Problem[]> => {
  let at = record.supervisor;
  for (let steps = 0; at !== null && steps < 50; steps++) {
    if (at === record.id) return [{ code: 'user.supervisor', path: 'supervisor', text: '直属上级不能形成循环' }];
    const [above]: HeadOf<'user'>[] = await ctx.asSystem().records.many('user', [at]);
    at = above?.supervisor ?? null;
  }
  return [];
};

/** 至少保留一名启用的超级管理员, under a lock of the roles that make one, so that two cannot leave at once. */
export const assertAdminLeft = async (
  ctx: Ctx,
  leaving: { readonly user?: string; readonly role?: string; readonly keeps?: readonly string[] },
): Promise<void> => {
  const { records } = ctx.asSystem();
  const supers = await records.find('role', 'isSuper && isDisabled == 0');
  const roles = supers.map((role) => role.id).sort();
  await records.many('role', roles, { lock: true });
  const left = roles.filter((id) => id !== leaving.role);
  if (leaving.keeps?.some((id) => left.includes(id))) return;
  for (const role of left) {
    const members = await records.find('user', 'isDisabled == 0 && param.role in roles', { param: { role } });
    if (members.some((member) => member.id !== leaving.user)) return;
  }
  // an organisation without such a role is run by its platform administrator
  if (roles.length > 0) throw refuse('至少保留一名启用的超级管理员');
};
