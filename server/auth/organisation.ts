/** Making an organisation and keeping it in step with the shipped documents, over connections of the owner. */
import { sql } from 'kysely';
import type { ResolvedObject } from '../../schemas/language/resolved';
import type { Db, OrgInfo, Trx } from '../ctx';
import { lockSchemas, migrateOrg } from '../db/migrations';
import { grantSchema } from '../db/roles';
import { inTx } from '../db/tx';
import { refuse } from '../errors';
import { newId } from '../ids';
import { ensureCodeRules } from '../records/codes/code-rules';
import { ensureDocLinks } from '../records/push/doc-links';
import { ensureExtendHeads } from '../records/store/ext';
import type { LeftOut } from '../registry/registry';
import { StartError } from '../start-error';
import { checkHandMade, type SyncOptions, syncTables } from '../tables/apply';
import type { Change } from '../tables/shape';
import { spellTexts } from '../tables/spell';
import { openAccount } from './accounts';
import { ensureGuards } from './guards';

interface Wanted {
  readonly objects: readonly ResolvedObject[];
  readonly condition?: SyncOptions['condition'];
  /** published documents that do not resolve: their tables stay as they are */
  readonly leftOut?: readonly LeftOut[];
}
export interface Shipped extends Wanted {
  /** what an organisation has instead: its own documents count */
  readonly of?: (schema: string) => Promise<Wanted | undefined>;
  /** 'YYYY-MM-DD HH:mm:ss' in factory time */
  readonly now: string;
}
export interface NewOrg {
  readonly code: string;
  readonly name: string;
  /** the first administrator, with the super role */
  readonly admin: { readonly loginName: string; readonly name: string; readonly password: string };
  readonly ext?: Readonly<Record<string, string>>;
  /** stays switched off until the platform lets it in */
  readonly isClosed?: boolean;
}

/** Hand-made tables, the tables of the objects, triggers; again it changes nothing. Answers the changes of tables. */
export const prepareOrg = async (db: Db, schema: string, shipped: Shipped): Promise<readonly Change[]> => {
  await migrateOrg(db, schema, 'first');
  const { objects, condition, leftOut = [] } = (await shipped.of?.(schema)) ?? shipped;
  const leave = new Set(leftOut.map(({ id }) => id.replace(/^object:/, '')));
  const options: SyncOptions = { now: shipped.now, whole: true, leave, ...(condition ? { condition } : {}) };
  const changes = [...(await syncTables(db, schema, objects, options))];
  const made = await migrateOrg(db, schema, 'tables');
  // keys to the tables just made by hand
  if (made.length > 0) changes.push(...(await syncTables(db, schema, objects, options)));
  if (changes.some(({ kind, name }) => kind === 'addColumn' && name?.startsWith('py_') === true))
    await spellTexts(db, schema, objects);
  await ensureExtendHeads(db, schema, objects);
  await ensureCodeRules(db, schema, objects, shipped.now);
  await ensureDocLinks(db, schema, objects);
  await ensureGuards(db, schema);
  await inTx(db, async (trx) => {
    await lockSchemas(trx);
    await grantSchema(trx, schema);
  });
  const missing = await checkHandMade(db, schema, objects);
  if (missing.length > 0)
    throw new StartError(`数据库与文档不一致。 The database does not fit the documents:\n${missing.join('\n')}`);
  return changes;
};

export const listOrgs = async (db: Db): Promise<readonly OrgInfo[]> => {
  const { rows } = await sql<{ id: string; code: string; name: string; rights_version: number }>`
    SELECT id, code, name, rights_version FROM platform.org WHERE is_deleted = 0 ORDER BY created_at, code`.execute(db);
  return rows.map((row) => ({
    id: row.id,
    code: row.code,
    name: row.name,
    schema: `org_${row.code}`,
    rightsVersion: row.rights_version,
  }));
};

/** An installation without any: its first page creates the first organisation and administrator. */
export const hasOrg = async (db: Db): Promise<boolean> => {
  const { rows } = await sql`SELECT 1 FROM platform.member LIMIT 1`.execute(db);
  return rows.length > 0;
};

export const ORG_CODE = /^[a-z][a-z0-9]{1,19}$/;
export const ORG_CODE_SAYS = '企业编码须为字母开头的小写字母和数字，2到20位';

/** The first one of an installation is the platform organisation. */
export const createOrg = async (db: Db, shipped: Shipped, given: NewOrg): Promise<OrgInfo> => {
  if (!ORG_CODE.test(given.code)) throw refuse(ORG_CODE_SAYS);
  const schema = `org_${given.code}`;
  const id = await inTx(db, async (trx) => {
    // one at a time, so that exactly one is the first
    await sql`LOCK TABLE platform.org IN SHARE ROW EXCLUSIVE MODE`.execute(trx);
    const { rows } = await sql<{ id: string; code: string; is_made: boolean }>`
      SELECT id, code, EXISTS (SELECT 1 FROM platform.member m WHERE m.org_id = o.id) AS is_made FROM platform.org o`.execute(
      trx,
    );
    const known = rows.find(({ code }) => code === given.code);
    if (known?.is_made) throw refuse(`企业编码「${given.code}」已存在`);
    // a start that was killed half way: go on with it
    if (known) return known.id;
    const made = newId();
    await sql`CREATE SCHEMA ${sql.id(schema)}`.execute(trx);
    // switched off until its tables and its administrator are there
    await trx
      .withSchema('platform')
      .insertInto('org')
      .values({
        id: made,
        code: given.code,
        name: given.name,
        is_platform: rows.length === 0,
        is_disabled: 1,
        ext: JSON.stringify(given.ext ?? {}),
      })
      .execute();
    return made;
  });
  await prepareOrg(db, schema, shipped);
  await inTx(db, async (trx) => {
    await firstAdmin(trx, { id, schema }, given, false);
    if (given.isClosed !== true)
      await trx.withSchema('platform').updateTable('org').set({ is_disabled: 0 }).where('id', '=', id).execute();
  });
  return { id, code: given.code, name: given.name, schema, rightsVersion: 1 };
};

/** An organisation whose row stands, in the transaction that made it: schema, tables, administrator. */
export const furnishOrg = async (trx: Trx, shipped: Shipped, org: OrgInfo, admin: NewOrg['admin']): Promise<void> => {
  await sql`CREATE SCHEMA ${sql.id(org.schema)}`.execute(trx);
  await prepareOrg(trx, org.schema, shipped);
  await firstAdmin(trx, org, { name: org.name, admin }, true);
};
const firstAdmin = async (
  trx: Trx,
  org: Pick<OrgInfo, 'id' | 'schema'>,
  given: Pick<NewOrg, 'name' | 'admin'>,
  mustChange: boolean,
): Promise<void> => {
  const { userId } = await firstPeople(trx, org.schema, given);
  const { loginName, password } = given.admin;
  await openAccount(trx, { org, userId, loginName, password, mustChange });
};

export const SUPER_ROLE = 'sysAdmin';
/** Root department, the built-in role that holds everything, and the administrator. */
const firstPeople = async (
  trx: Trx,
  schema: string,
  given: Pick<NewOrg, 'name' | 'admin'>,
): Promise<{ readonly userId: string }> => {
  const own = trx.withSchema(schema);
  const deptId = newId();
  const roleId = newId();
  const userId = newId();
  const base = { created_by_id: userId, updated_by_id: userId };
  await own
    .insertInto('dept')
    .values({ id: deptId, code: '1', name: given.name, type: '10', is_disabled: '0', ...base })
    .execute();
  await own
    .insertInto('role')
    .values({
      id: roleId,
      code: SUPER_ROLE,
      name: '超级管理员',
      is_super: true,
      built_in: true,
      data_scope: '1',
      is_disabled: '0',
      ...base,
    })
    .execute();
  const { loginName, name } = given.admin;
  await own
    .insertInto('user')
    .values({
      id: userId,
      login_name: loginName,
      name,
      dept_id: deptId,
      roles: [roleId],
      source: '10',
      is_disabled: '0',
      ...base,
    })
    .execute();
  return { userId };
};
