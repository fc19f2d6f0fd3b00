/** The platform organisation (security.md §1): who nobody is follows it. */
import { sql } from 'kysely';
import type { Db, OrgInfo } from '../ctx';
import { type Policy, policyOf, type SettingOf } from './policy';

export const platformPolicy = async (deps: { readonly db: Db; readonly setting: SettingOf }): Promise<Policy> => {
  const org = await platformOrg(deps.db);
  return policyOf(
    org ?? { id: '', code: '', name: '', schema: '', rightsVersion: 0 },
    org ? deps.setting : async () => null,
  );
};

export const platformOrg = async (db: Db): Promise<OrgInfo | null> => {
  const { rows } = await sql<{ id: string; code: string; name: string; rights_version: number }>`
    SELECT id, code, name, rights_version FROM platform.org WHERE is_platform`.execute(db);
  const [row] = rows;
  return row
    ? { id: row.id, code: row.code, name: row.name, schema: `org_${row.code}`, rightsVersion: row.rights_version }
    : null;
};
