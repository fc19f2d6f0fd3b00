import { sql } from 'kysely';
import { commonKey } from '../../../schemas/language/settings';
import type { Value } from '../../../schemas/language/value';
import type { Db, OrgInfo } from '../../ctx';
import { memo } from '../../registry/memo';
import { type Registries, type Registry, settingOf } from '../../registry/registry';

interface Known {
  readonly version: number;
  /** how often a save of this process made them anew */
  readonly saves: number;
  readonly rows: Promise<ReadonlyMap<string, Value>>;
}
/** Values that differ from the shipped defaults, by database and organisation; dropped with the organisation's rights version. */
const known = new WeakMap<Db, Map<string, Known>>();
const saves = new Map<string, number>();

/** Settings of an organisation, one query per version of it; `forgetSettings` after a save of this process. */
export function settingRows(db: Db, org: OrgInfo): Promise<ReadonlyMap<string, Value>> {
  const here = memo(known, db, () => new Map<string, Known>());
  const at = { version: org.rightsVersion, saves: saves.get(org.id) ?? 0 };
  const last = here.get(org.id);
  if (last && last.version === at.version && last.saves === at.saves) return last.rows;
  const rows = load(db, org);
  rows.catch(() => here.delete(org.id));
  here.set(org.id, { ...at, rows });
  return rows;
}

/** A save of settings raises `org.rights_version` (other processes) and calls this (its own). */
export function forgetSettings(orgId: string): void {
  saves.set(orgId, (saves.get(orgId) ?? 0) + 1);
}

/** Value of a key: the row, else the shipped default; an unknown key is null. */
export function settingValue(registry: Registry, rows: ReadonlyMap<string, Value>, key: string): Value {
  const own = rows.get(key) ?? null;
  if (own !== null) return own;
  if (registry.settings.has(key)) return registry.settings.get(key)?.default ?? null;
  return settingOf(registry.settings, key) === undefined ? null : settingValue(registry, rows, commonKey(key));
}

/** The value of a key in any organisation, for who works outside one. */
export const settingReader =
  (db: Db, registries: Registries) =>
  async (org: OrgInfo, key: string): Promise<Value> =>
    settingValue(registries.of(org), await settingRows(db, org), key);

async function load(db: Db, org: OrgInfo): Promise<ReadonlyMap<string, Value>> {
  const rows = await db.withSchema(org.schema).selectFrom('mw_setting').select(['key', 'value']).execute();
  return new Map(rows.map((row) => [row.key as string, row.value as Value]));
}

/** What globalSetting stands for (10 §5.8): rows of a page and the water mark. Its version is that of all its keys together. */
export async function globalVersion(db: Db, org: OrgInfo): Promise<number> {
  const { rows } = await sql<{ n: string | null }>`
    SELECT sum(version) AS n FROM ${sql.table(`${org.schema}.mw_setting`)}
     WHERE key = 'listDataShowNum' OR key LIKE 'waterMark.%'`.execute(db);
  return Number(rows[0]?.n ?? 0);
}
