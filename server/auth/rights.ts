/** Effective rights (domain 10, 5.17): what the roles of a user, and those of his departments, give together. */
import { sql } from 'kysely';
import type { Me } from '../../schemas/language/env';
import type { Db, OrgInfo, Rights, ScopeGrant } from '../ctx';
import { isOwn, type Registries } from '../registry/registry';

/** A role as it counts for one user: its own scope, or that of the department role that gave it. */
export interface RoleGrant {
  readonly id: string;
  readonly code: string;
  readonly isSuper: boolean;
  readonly functions: readonly string[];
  readonly fieldGroups: readonly string[];
  readonly scope: ScopeGrant;
  /** by object */
  readonly scopes: ReadonlyMap<string, ScopeGrant>;
}
export interface UserRights {
  readonly me: Me;
  readonly loginName: string;
  readonly rights: Rights;
  /** `*`, or the ids of the roles */
  readonly roleId: string;
}

/** Functions on other organisations: `*` of an ordinary organisation does not hold them (security.md §1). */
const PLATFORM_ONLY = new Set([
  'org:add',
  'org:disable',
  'org:enable',
  'org:goLive',
  'org:firstPwd',
  'org:del',
  'dataCopyJob:view',
  'dataCopyJob:add',
  'dataCopyJob:edit',
  'dataCopyJob:del',
  'dataCopyJob:run',
  'dataCopyJob:undo',
  'dataCopyJob:export',
  'dataCopyLine:view',
  'dataCopyLine:export',
  'sysJob:view',
  'sysJob:run',
]);

/** Where rights are read: `isOwn` says what everybody has of himself there, the one row that is his and what it may name. */
export interface RightsSource {
  readonly db: Db;
  readonly isOwn: (org: OrgInfo, right: string) => boolean;
}
export const rightsSource = (db: Db, registries: Pick<Registries, 'of'>): RightsSource => ({
  db,
  isOwn: (org, right) => isOwn(registries.of(org), right),
});
const ALL: readonly ScopeGrant[] = [{ scope: '1', depts: [] }];
const withOwn = (rights: Rights, isMine: (right: string) => boolean): Rights => ({
  ...rights,
  has: (right) => rights.has(right) || isMine(right),
  scopes: (right, object) => (isMine(right) ? ALL : rights.scopes(right, object)),
});

export const makeRights = (roles: readonly RoleGrant[], isPlatform: boolean): Rights => {
  const isSuper = roles.some((role) => role.isSuper);
  const functions = new Set(roles.flatMap((role) => role.functions));
  const groups = new Set(roles.flatMap((role) => role.fieldGroups));
  const has = (right: string): boolean =>
    isSuper
      ? isPlatform || !PLATFORM_ONLY.has(right)
      : functions.has(right) && (isPlatform || !PLATFORM_ONLY.has(right));
  const memo = new Map<string, readonly ScopeGrant[]>();
  return {
    super: isSuper,
    has,
    group: (group) => isSuper || groups.has(group),
    scopes: (right, object = right.split(':')[0] ?? '') => {
      const key = `${right} ${object}`;
      const known = memo.get(key);
      if (known) return known;
      const found = isSuper ? (has(right) ? ALL : []) : scopesOf(roles, right, object);
      memo.set(key, found);
      return found;
    },
    functions: isSuper ? ['*'] : [...functions].sort(),
    rests: () => false,
  };
};

const scopesOf = (roles: readonly RoleGrant[], right: string, object: string): readonly ScopeGrant[] => {
  const all = roles
    .filter((role) => role.functions.includes(right))
    .map((role) => role.scopes.get(object) ?? role.scope);
  const byText = new Map(all.map((grant) => [`${grant.scope} ${grant.depts.join()}`, grant]));
  const widest = byText.get('1 ');
  return widest ? [widest] : [...byText.values()];
};

/** Null when the user is gone or switched off. */
export const loadRights = async (
  { db, isOwn }: RightsSource,
  org: OrgInfo & { readonly isPlatform: boolean },
  userId: string,
): Promise<UserRights | null> => {
  const own = db.withSchema(org.schema);
  const user = await own
    .selectFrom('user')
    .select(['id', 'login_name', 'name', 'dept_id', 'employee_id', 'roles', 'is_disabled'])
    .where('id', '=', userId)
    .where('is_deleted', '=', 0)
    .executeTakeFirst();
  if (!user || (user.is_disabled ?? '0') !== '0') return null;
  const deptId = (user.dept_id as string | null) ?? null;
  const [tree, team] = await Promise.all([
    deptTree(db, org.schema, deptId),
    teamOf(db, org.schema, user.employee_id as string | null),
  ]);
  const given = await deptRoles(db, org.schema, deptId, tree.above);
  const roles = await rolesOf(db, org.schema, user.roles as readonly string[], given);
  const rights = withOwn(makeRights(roles, org.isPlatform), (right) => isOwn(org, right));
  return {
    me: {
      id: user.id as string,
      name: (user.name as string | null) ?? '',
      employee: (user.employee_id as string | null) ?? null,
      dept: deptId,
      depts: tree.below,
      team,
      roles: [...new Set(roles.map((role) => role.code))],
      org: org.id,
      super: rights.super,
    },
    loginName: user.login_name as string,
    rights,
    roleId: rights.super ? '*' : [...new Set(roles.map((role) => role.id))].join(','),
  };
};

/** The roles of a user, each in the widths he has it by: of himself, of his departments. */
export const grantsOfUser = async (db: Db, org: OrgInfo, userId: string): Promise<readonly RoleGrant[]> => {
  const user = await db
    .withSchema(org.schema)
    .selectFrom('user')
    .select(['dept_id', 'roles'])
    .where('id', '=', userId)
    .where('is_deleted', '=', 0)
    .executeTakeFirst();
  if (!user) return [];
  const deptId = (user.dept_id as string | null) ?? null;
  const { above } = await deptTree(db, org.schema, deptId);
  return rolesOf(db, org.schema, user.roles as readonly string[], await deptRoles(db, org.schema, deptId, above));
};
export const grantsOfRole = (db: Db, org: OrgInfo, roleId: string): Promise<readonly RoleGrant[]> =>
  rolesOf(db, org.schema, [roleId], new Map());

/** What a role alone gives; undefined when there is none of that code. */
export const roleRights = async (db: Db, org: OrgInfo, code: string): Promise<Rights | undefined> => {
  const row = await db
    .withSchema(org.schema)
    .selectFrom('role')
    .select('id')
    .where('code', '=', code)
    .where('is_deleted', '=', 0)
    .executeTakeFirst();
  const grants = row ? await rolesOf(db, org.schema, [row.id as string], new Map()) : [];
  return grants.length === 0 ? undefined : makeRights(grants, false);
};

/**
 * Nobody sees more as another than as himself. Scopes speak of who asks (own department, own records): as another person they count only
 * for a tester who sees everything.
 */
export const both = (tester: Rights, target: Rights, isSomebodyElse: boolean): Rights => ({
  super: tester.super && target.super,
  has: (right) => tester.has(right) && target.has(right),
  group: (group) => tester.group(group) && target.group(group),
  scopes: (right, object) =>
    isSomebodyElse
      ? isAll(tester.scopes(right, object))
        ? target.scopes(right, object)
        : []
      : narrower(tester.scopes(right, object), target.scopes(right, object)),
  functions: target.functions.includes('*') ? tester.functions : target.functions.filter((code) => tester.has(code)),
  rests: (object) => tester.rests(object),
});
const isAll = (grants: readonly ScopeGrant[]): boolean => grants.some(({ scope }) => scope === '1');
/** Where neither sees everything only rows that both reach are left: less is seen, never more. */
const narrower = (a: readonly ScopeGrant[], b: readonly ScopeGrant[]): readonly ScopeGrant[] => {
  if (isAll(a)) return b;
  if (isAll(b)) return a;
  const key = ({ scope, depts }: ScopeGrant): string => `${scope} ${depts.join()}`;
  const known = new Set(a.map(key));
  return b.flatMap((grant) => (known.has(key(grant)) ? [grant] : a.map((other) => ({ ...grant, within: other }))));
};

const deptTree = async (
  db: Db,
  schema: string,
  dept: string | null,
): Promise<{ readonly below: readonly string[]; readonly above: readonly string[] }> => {
  if (dept === null) return { below: [], above: [] };
  const at = sql.table(`${schema}.dept`);
  const { rows } = await sql<{ id: string; side: string }>`
    WITH RECURSIVE below AS (
      SELECT id FROM ${at} WHERE id = ${dept}
      UNION SELECT d.id FROM ${at} d JOIN below b ON d.parent_id = b.id WHERE d.is_deleted = 0
    ), above AS (
      SELECT id, parent_id FROM ${at} WHERE id = ${dept}
      UNION SELECT d.id, d.parent_id FROM ${at} d JOIN above a ON d.id = a.parent_id
    )
    SELECT id, 'below' AS side FROM below UNION ALL SELECT id, 'above' FROM above`.execute(db);
  const of = (side: string): readonly string[] => rows.filter((row) => row.side === side).map((row) => row.id);
  return { below: of('below'), above: of('above') };
};

/** Departments may give roles to their members; the table comes with its object. */
const deptRoles = async (
  db: Db,
  schema: string,
  dept: string | null,
  above: readonly string[],
): Promise<ReadonlyMap<string, readonly ScopeGrant[]>> => {
  const none = new Map<string, readonly ScopeGrant[]>();
  if (dept === null || !(await hasColumn(db, schema, 'dept_role', 'role_id'))) return none;
  const { rows } = await sql<{ role_id: string; data_scope: string | null; depts: string[] | null }>`
    SELECT role_id, data_scope, depts FROM ${sql.table(`${schema}.dept_role`)}
     WHERE is_deleted = 0 AND coalesce(is_disabled, '0') = '0'
       AND (dept_id = ${dept} OR (with_children AND dept_id = ANY (${above}::uuid[])))
       AND coalesce(valid_from, '-infinity') <= (now() AT TIME ZONE 'Asia/Shanghai')::date
       AND coalesce(valid_to, 'infinity') >= (now() AT TIME ZONE 'Asia/Shanghai')::date`.execute(db);
  const given = new Map<string, ScopeGrant[]>();
  for (const row of rows)
    given.set(row.role_id, [
      ...(given.get(row.role_id) ?? []),
      { scope: row.data_scope ?? '0', depts: row.depts ?? [] },
    ]);
  return given;
};

const rolesOf = async (
  db: Db,
  schema: string,
  own: readonly string[],
  given: ReadonlyMap<string, readonly ScopeGrant[]>,
): Promise<readonly RoleGrant[]> => {
  const ids = [...new Set([...own, ...given.keys()])];
  if (ids.length === 0) return [];
  const tables = db.withSchema(schema);
  const rows = await tables
    .selectFrom('role')
    .select(['id', 'code', 'is_super', 'functions', 'field_groups', 'data_scope', 'depts'])
    .where('id', 'in', ids)
    .where('is_deleted', '=', 0)
    .where(sql<boolean>`coalesce(is_disabled, '0') = '0'`)
    .orderBy('code')
    .execute();
  const overrides = await tables
    .selectFrom('role_scopes')
    .select(['head_id', 'object', 'data_scope', 'depts'])
    .where('head_id', 'in', ids)
    .execute();
  return rows.flatMap((row): readonly RoleGrant[] => {
    const id = row.id as string;
    const grant = (scope: ScopeGrant): RoleGrant => ({
      id,
      code: row.code as string,
      isSuper: row.is_super === true,
      functions: row.functions as string[],
      fieldGroups: row.field_groups as string[],
      scope,
      scopes: new Map(
        overrides
          .filter((override) => override.head_id === id)
          .map((override) => [
            override.object as string,
            { scope: (override.data_scope as string | null) ?? '4', depts: override.depts as string[] },
          ]),
      ),
    });
    const plain: ScopeGrant = { scope: (row.data_scope as string | null) ?? '4', depts: row.depts as string[] };
    // a department may give the role with another width; the own one stays beside it
    const scopes = [
      ...(own.includes(id) ? [plain] : []),
      ...(given.get(id) ?? []).map((grant) => (grant.scope === '0' ? plain : grant)),
    ];
    return scopes.map(grant);
  });
};

const teamOf = async (db: Db, schema: string, employee: string | null): Promise<string | null> => {
  if (employee === null || !(await hasColumn(db, schema, 'employee', 'team_id'))) return null;
  const row = await db
    .withSchema(schema)
    .selectFrom('employee')
    .select('team_id')
    .where('id', '=', employee)
    .executeTakeFirst();
  return (row?.team_id as string | null | undefined) ?? null;
};

const hasColumn = async (db: Db, schema: string, table: string, column: string): Promise<boolean> => {
  const { rows } = await sql`
    SELECT 1 FROM pg_attribute a JOIN pg_class c ON c.oid = a.attrelid JOIN pg_namespace n ON n.oid = c.relnamespace
     WHERE n.nspname = ${schema} AND c.relname = ${table} AND a.attname = ${column} AND NOT a.attisdropped`.execute(db);
  return rows.length > 0;
};
