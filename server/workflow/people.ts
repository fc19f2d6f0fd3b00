/** POST /flow/model/people {keyword?, named?}: whom a flow may name, for its designer. Logins, codes and names, nothing else of them. */
import type { FlowPeople } from '../../schemas/language/wire-design';
import { badRequest } from '../errors';
import type { EngineCtx } from '../records/host';

const MOST = 50;

/** Users whose name or login holds the keyword, those that are named already, all roles and departments in use. */
export async function peopleCall(ctx: EngineCtx, body: Readonly<Record<string, unknown>>): Promise<FlowPeople> {
  const { keyword = '', named = [] } = body;
  if (typeof keyword !== 'string' || keyword.length > 40 || !isTexts(named)) throw badRequest();
  const { records } = ctx.asSystem();
  const [found, known, roles, depts] = [
    await records.find(
      'user',
      'isDisabled == 0 && (contains(name, param.keyword) || contains(loginName, param.keyword))',
      {
        param: { keyword },
        sort: 'name',
        limit: MOST,
      },
    ),
    named.length === 0 ? [] : await records.find('user', 'loginName in param.named', { param: { named } }),
    await records.find('role', 'isDisabled == 0', { sort: 'name' }),
    await records.find('dept', 'isDisabled == 0', { sort: 'name' }),
  ];
  const holders = new Map<string, number>();
  for (const user of await records.find('user', 'isDisabled == 0'))
    for (const role of (user.roles ?? []) as readonly string[]) holders.set(role, (holders.get(role) ?? 0) + 1);
  const names = new Map(depts.map((dept) => [dept.id as string, String(dept.name)]));
  const users = new Map([...known, ...found].map((user) => [String(user.loginName), user]));
  return {
    users: [...users].map(([code, user]) => ({
      code,
      name: String(user.name),
      dept: names.get(String(user.dept)) ?? '',
    })),
    roles: roles.map((role) => ({
      code: String(role.code),
      name: String(role.name),
      members: holders.get(role.id as string) ?? 0,
    })),
    depts: depts.map((dept) => ({ code: dept.id as string, name: String(dept.name) })),
  };
}
const isTexts = (value: unknown): value is readonly string[] =>
  Array.isArray(value) && value.length <= 100 && value.every((item) => typeof item === 'string' && item.length <= 100);
