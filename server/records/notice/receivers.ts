/** Who a notice is for, resolved when it is sent (domain 20 §10.14): users in use, each once. */
import type { ResolvedObject } from '../../../schemas/language/resolved';
import type { Rec } from '../../../schemas/language/value';
import { isMemberOn } from '../../calendar/members';
import type { EngineCtx } from '../host';
import { deptOf } from '../read/dept';
import type { Target } from './rule';

const TEAM = '40';
const LEVELS = 20;

/** The actor is left out, unless a row names him. */
export const receiversOf = async (
  ctx: EngineCtx,
  targets: readonly Target[],
  object: ResolvedObject,
  record: Rec | null,
  actor: string | null,
): Promise<readonly string[]> => {
  const { records } = ctx.asSystem();
  const users = new Map((await records.find('user', 'isDisabled == 0')).map((user) => [user.id as string, user]));
  const depts = new Map((await records.find('dept', 'isDisabled == 0')).map((dept) => [dept.id as string, dept]));
  const isOn = (id: unknown): id is string => {
    const user = typeof id === 'string' ? users.get(id) : undefined;
    return user !== undefined && !(typeof user.validTo === 'string' && user.validTo < ctx.today);
  };
  /** the department of the record and those above it, nearest first */
  const above = record === null ? [] : await departments(ctx, depts, object, record);
  const found: string[] = [];
  for (const target of targets) {
    const meant = await meantBy(ctx, target, { users, depts, above, object, record });
    const isNamed = target.kind === 'user' || target.kind === 'field';
    found.push(...meant.filter((id) => isOn(id) && (isNamed || id !== actor)));
  }
  return [...new Set(found)];
};

interface World {
  readonly users: ReadonlyMap<string, Rec>;
  readonly depts: ReadonlyMap<string, Rec>;
  readonly above: readonly string[];
  readonly object: ResolvedObject;
  readonly record: Rec | null;
}
const meantBy = async (ctx: EngineCtx, target: Target, world: World): Promise<readonly string[]> => {
  const { users, depts, above, object, record } = world;
  switch (target.kind) {
    case 'user':
      return target.user === null ? [] : [target.user];
    case 'role':
      return [...users.values()]
        .filter(({ roles }) => ((roles ?? []) as readonly string[]).includes(target.role ?? ''))
        .filter(({ dept }) => !target.sameDept || above.includes(String(dept)))
        .map(({ id }) => id as string);
    case 'head': {
      const leader = above.map((id) => depts.get(id)?.leader).find((id) => typeof id === 'string');
      return typeof leader === 'string' ? [leader] : [];
    }
    case 'leader': {
      const crew = record === null ? null : await crewLeader(ctx, object, record);
      if (crew !== null) return [crew];
      const team = above.map((id) => depts.get(id)).find((dept) => dept?.type === TEAM);
      return typeof team?.leader === 'string' ? [team.leader] : [];
    }
    case 'field':
      return record === null || target.field === null ? [] : peopleIn(ctx, object, record, target.field);
  }
};

/** What a field may refer to for people to be meant by it. */
export const NAMES_PEOPLE: ReadonlySet<string> = new Set(['user', 'employee', 'team', 'equipment']);
/** Users a field names: itself, the person an employee signs in as, who is in the crew today, who answers for the device and leads its crews. */
const peopleIn = async (
  ctx: EngineCtx,
  object: ResolvedObject,
  record: Rec,
  code: string,
): Promise<readonly string[]> => {
  const value = record[code];
  const ids = (Array.isArray(value) ? value : [value]).filter((id): id is string => typeof id === 'string');
  const ref = object.fields[code]?.ref;
  if (ref === 'user') return ids;
  const named = ref === 'employee' ? ids : ref === undefined ? [] : await employeesOf(ctx, ref, ids);
  if (named.length === 0) return [];
  const people = await ctx.asSystem().records.many('employee', named);
  return people.flatMap(({ user }) => (typeof user === 'string' ? [user] : []));
};
const employeesOf = async (ctx: EngineCtx, ref: string, ids: readonly string[]): Promise<readonly string[]> => {
  const { records } = ctx.asSystem();
  if (ref === 'team') {
    const crews = await records.many('team', ids, { rows: ['members'] });
    return crews.flatMap(({ leader, members }) => [
      ...texts([leader]),
      ...members.filter((row) => isMemberOn(row, ctx.today)).map(({ employee }) => employee),
    ]);
  }
  if (ref !== 'equipment') return [];
  const groups = await records.find('workGroup', 'isDisabled == 0 && exists(equips, equipment in param.ids)', {
    param: { ids },
  });
  const own = new Set(groups.map(({ id }) => id));
  const named = new Set(groups.flatMap(({ teams }) => texts(teams)));
  const crews = (await records.find('team', 'isDisabled == 0')).filter(
    ({ id, workGroups }) => named.has(id) || texts(workGroups).some((group) => own.has(group)),
  );
  const devices = await records.many('equipment', ids, { stored: true });
  return texts([...devices.map(({ owner }) => owner), ...crews.map(({ leader }) => leader)]);
};
const texts = (list: unknown): readonly string[] =>
  (Array.isArray(list) ? list : []).filter((value): value is string => typeof value === 'string');

/** Who leads the crew that a record names, as the user he signs in as. */
const crewLeader = async (ctx: EngineCtx, object: ResolvedObject, record: Rec): Promise<string | null> => {
  const field = Object.values(object.fields).find(({ ref, many }) => ref === 'team' && many !== true);
  if (field === undefined) return null;
  const { records } = ctx.asSystem();
  // the crew of a person is worked out when it is read
  const [whole] =
    record[field.code] === undefined ? await records.many(object.object, [record.id as string]) : [record];
  const id = whole?.[field.code];
  const [team] = typeof id === 'string' ? await records.many('team', [id], { stored: true }) : [];
  const [leader] = typeof team?.leader === 'string' ? await records.many('employee', [team.leader]) : [];
  return typeof leader?.user === 'string' ? leader.user : null;
};

const departments = async (
  ctx: EngineCtx,
  depts: ReadonlyMap<string, Rec>,
  object: ResolvedObject,
  record: Rec,
): Promise<readonly string[]> => {
  let at = (await deptOf(ctx, object, record)) ?? (await deptOfMaker(ctx, record));
  const path: string[] = [];
  while (at !== null && path.length < LEVELS && !path.includes(at)) {
    path.push(at);
    const parent: unknown = depts.get(at)?.parent;
    at = typeof parent === 'string' ? parent : null;
  }
  return path;
};
/** Records without a department belong to that of who made them. */
const deptOfMaker = async (ctx: EngineCtx, record: Rec): Promise<string | null> => {
  if (typeof record.createdBy !== 'string') return null;
  const [user]: Rec[] = await ctx.asSystem().records.many('user', [record.createdBy]);
  return typeof user?.dept === 'string' ? user.dept : null;
};
