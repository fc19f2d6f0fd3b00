/** The people of an organisation as the flow engine asks for them: users, roles and departments, read once for a call. */
import type { Directory } from '../../schemas/language/flow/index';
import type { Rec } from '../../schemas/language/value';
import type { Ctx } from '../ctx';

/** type of a department that is a team */
const TEAM = '40';
/** departments above each other, as many as a tree may have */
const LEVELS = 20;

/** `agents`: agent by user while a delegation of the flow holds. Disabled and expired users are known, so that they can be named. */
export async function loadDirectory(ctx: Ctx, agents: { readonly [user: string]: string } = {}): Promise<Directory> {
  const { records } = ctx.asSystem();
  const [users, roles, depts] = [
    byId(await records.find('user', 'true')),
    await records.find('role', 'isDisabled == 0'),
    byId(await records.find('dept', 'isDisabled == 0')),
  ];
  const logins = new Map([...users.values()].map((user) => [String(user.loginName), user.id as string]));
  const codes = new Map(roles.map((role) => [role.id as string, String(role.code)]));
  const rolesOf = (id: string): readonly string[] => ids(users.get(id)?.roles).flatMap((role) => codes.get(role) ?? []);
  const holders = (role: string | undefined): readonly string[] =>
    role === undefined ? [] : [...users.keys()].filter((user) => ids(users.get(user)?.roles).includes(role));
  const isDisabled = (user: Rec): boolean =>
    user.isDisabled === '1' || (typeof user.validTo === 'string' && user.validTo < ctx.today);
  const text = (value: unknown): string | null => (typeof value === 'string' ? value : null);
  const isOn = (id: string): boolean => !isDisabled(users.get(id) as Rec);
  const supers = roles.filter((role) => role.isSuper === true).flatMap((role) => holders(role.id as string));
  return {
    person: (id) => {
      const user = users.get(id);
      return user === undefined
        ? undefined
        : { id, name: String(user.name), dept: text(user.dept), ...(isDisabled(user) ? { isDisabled: true } : {}) };
    },
    login: (name) => logins.get(name),
    role: (code) => {
      const role = roles.find((role) => role.code === code);
      return { title: String(role?.name ?? code), users: holders(role?.id as string | undefined) };
    },
    rolesOf,
    dept: (id) => {
      const dept = depts.get(id);
      return dept && { title: String(dept.name), parent: text(dept.parent), head: text(dept.leader) };
    },
    superior: (id) => text(users.get(id)?.supervisor),
    teamLeader: (id) => {
      let at = text(users.get(id)?.dept);
      for (let i = 0; at !== null && i < LEVELS; i += 1) {
        const dept = depts.get(at);
        if (dept?.type === TEAM) return text(dept.leader);
        at = text(dept?.parent);
      }
      return null;
    },
    supers: () => [...new Set(supers)].filter(isOn),
    agent: (id) => (Object.hasOwn(agents, id) ? agents[id] : undefined),
  };
}

const byId = (list: readonly Rec[]): ReadonlyMap<string, Rec> =>
  new Map(list.map((record) => [record.id as string, record]));
const ids = (value: unknown): readonly string[] =>
  Array.isArray(value) ? value.flatMap((value: unknown) => (typeof value === 'string' ? [value] : [])) : [];
