/**
 * The settings of an organisation as rows: every key the documents know with its value, what it is without one, and the version a change
 * is compared with. A value of null goes back to the default: the row stays for its version, which only grows, so that a key that went back
 * and was set again is not taken for an untouched one. Changes are in the trail of `sysConfig`, secrets are sealed and never told.
 */
import { sql } from 'kysely';
import { kindOf } from '../../../schemas/language/kinds';
import { sameValue } from '../../../schemas/language/record/values';
import { text } from '../../../schemas/language/texts';
import { type Problem, problem, type Value } from '../../../schemas/language/value';
import { badRequest, forbidden } from '../../errors';
import { type Setting, settingOf } from '../../registry/registry';
import type { EngineCtx } from '../host';
import { Refusal, refuseBy } from '../refusal';
import { callOnce } from '../save/idempotency';
import { type FieldChange, writeTrail } from '../trail/audit-trail';
import { forgetSettings, globalVersion } from './settings';

type Body = Readonly<Record<string, unknown>>;
export interface SettingRow {
  readonly value: Value;
  readonly version: number;
}
const MASK = '******';
/** More than there are keys. */
const MOST = 500;

/** {group?, keyword?, current?, size?} → page of {key, group, title, value, defaultValue, isDefault, version, …} */
export async function listSettings(ctx: EngineCtx, body: Body): Promise<Record<string, unknown>> {
  const { group, keyword, current = 1, size = 100 } = body;
  if (![group, keyword].every((value) => value === undefined || value === null || typeof value === 'string'))
    throw badRequest();
  if (!isCount(current, 10_000) || !isCount(size, MOST)) throw badRequest();
  const word = typeof keyword === 'string' ? keyword.trim() : '';
  const reached = reachedBy(ctx, 'view');
  const found = [...ctx.registry.settings.values()].filter(
    (setting) =>
      reached(setting) &&
      (typeof group !== 'string' || setting.group === group) &&
      (word === '' || setting.key.includes(word) || setting.field.title.includes(word)),
  );
  const rows = await settingRowsOf(ctx);
  const records = found
    .slice((current - 1) * size, current * size)
    .map((setting) => shown(setting, rows.get(setting.key)));
  return { records, total: found.length, current, size };
}

/** {rows: [{key, value, version}], token} → {saved}; all or none. */
export async function saveSettings(ctx: EngineCtx, body: Body): Promise<Record<string, unknown>> {
  const { token: _token, ...rest } = body;
  const changes = readChanges(ctx, rest.rows);
  const answer = await callOnce(ctx, 'saveSettings', rest, (inner) => write(inner, changes));
  forgetSettings(ctx.org.id);
  return answer;
}

/** {listDataShowNum?, waterMark?: {enabled, text, …}, version} → {version}: the settings of globalSetting by their own names. */
export async function saveGlobal(ctx: EngineCtx, body: Body): Promise<Record<string, unknown>> {
  const { token: _token, ...rest } = body;
  const { version, listDataShowNum, waterMark } = rest;
  if (waterMark !== undefined && waterMark !== null && (typeof waterMark !== 'object' || Array.isArray(waterMark)))
    throw badRequest();
  const given: readonly (readonly [string, unknown])[] = [
    ...(listDataShowNum === undefined ? [] : [['listDataShowNum', listDataShowNum] as const]),
    ...Object.entries((waterMark ?? {}) as Body).map(([key, value]) => [`waterMark.${key}`, value] as const),
  ];
  const answer = await callOnce(ctx, 'globalSetting', rest, async (inner) => {
    await lockSettings(inner);
    if (version !== undefined && version !== (await globalVersion(inner.trx, inner.org)))
      throw refuseBy('record.stale', text('record.stale'));
    const rows = await settingRowsOf(inner);
    const wire = given.map(([key, value]) => ({ key, value, version: rows.get(key)?.version ?? 0 }));
    await write(inner, readChanges(inner, wire));
    return { version: await globalVersion(inner.trx, inner.org) };
  });
  forgetSettings(ctx.org.id);
  return answer;
}

/** Values kept in the transaction of a record that stands for them; every process reads its settings again. */
export async function storeSettings(ctx: EngineCtx, values: readonly (readonly [string, Value])[]): Promise<void> {
  await lockSettings(ctx);
  const rows = await settingRowsOf(ctx);
  const changes = values.flatMap(([key, value]): SettingChange[] => {
    const setting = settingOf(ctx.registry.settings, key);
    return setting === undefined ? [] : [{ setting: { ...setting, key }, value, version: rows.get(key)?.version ?? 0 }];
  });
  await changeSettings(ctx, changes, rows);
}

/** Keys the calls give somebody: all of them with 系统配置, else those of 系统设置. */
function reachedBy(ctx: EngineCtx, act: 'view' | 'edit'): (setting: Setting) => boolean {
  if (ctx.session.rights.has(`sysConfig:${act}`)) return () => true;
  const named = new Set(ctx.registry.find('sysSetting')?.settings ?? []);
  return ({ key, group }) => named.has(group) || named.has(key);
}

export interface SettingChange {
  readonly setting: Setting;
  readonly value: Value;
  readonly version: number;
}

function readChanges(ctx: EngineCtx, wire: unknown): readonly SettingChange[] {
  if (!Array.isArray(wire) || wire.length === 0 || wire.length > MOST) throw badRequest();
  const problems: Problem[] = [];
  const reached = reachedBy(ctx, 'edit');
  const changes = (wire as readonly unknown[]).map((eachValue): SettingChange => {
    const { key, value, version } = (eachValue ?? {}) as { key?: unknown; value?: unknown; version?: unknown };
    const setting = typeof key === 'string' ? ctx.registry.settings.get(key) : undefined;
    if (!setting || typeof version !== 'number') throw badRequest();
    if (!reached(setting)) throw forbidden();
    const { field } = setting;
    if (value === null || value === undefined) return { setting, value: null, version };
    const kind = kindOf(field.kind);
    const read = kind.codec.fromWire(value, field, setting.key);
    if ('problem' in read) {
      problems.push({ ...read.problem, path: setting.key });
      return { setting, value: null, version };
    }
    const dict = (code: string) => ctx.registry.dicts.get(code);
    problems.push(
      ...kind
        .validate(read.value, field, { path: setting.key, dict })
        .map((found) => ({ ...found, path: setting.key })),
    );
    return { setting, value: read.value, version };
  });
  if (new Set(changes.map(({ setting }) => setting.key)).size !== changes.length) throw badRequest();
  if (problems.length > 0) throw new Refusal(problems);
  return changes;
}

/** One writer of an organisation at a time; the raised version makes every process read its settings again. */
export async function lockSettings(ctx: EngineCtx): Promise<void> {
  await ctx.trx
    .withSchema('platform')
    .updateTable('org')
    .set({ rights_version: sql`rights_version + 1` })
    .where('id', '=', ctx.org.id)
    .execute();
}

async function write(ctx: EngineCtx, changes: readonly SettingChange[]): Promise<Record<string, unknown>> {
  await lockSettings(ctx);
  const rows = await settingRowsOf(ctx);
  const stale = changes.filter(({ setting, version }) => (rows.get(setting.key)?.version ?? 0) !== version);
  if (stale.length > 0)
    throw new Refusal(
      stale.map(({ setting }) => problem('record.stale', setting.key, text('record.stale'))),
      { current: stale.map(({ setting }) => shown(setting, rows.get(setting.key))) },
    );
  return { saved: await changeSettings(ctx, changes, rows) };
}

/** Stores the changes over the rows as they are under the lock; answers how many keys changed. */
export async function changeSettings(
  ctx: EngineCtx,
  changes: readonly SettingChange[],
  rows: ReadonlyMap<string, SettingRow>,
): Promise<number> {
  const trail: FieldChange[] = [];
  for (const { setting, value } of changes) {
    const { key, field } = setting;
    const before = rows.get(key);
    // the mask that was shown is no new secret
    if (field.secret !== undefined && value === MASK) continue;
    if (sameValue(before?.value ?? null, value)) continue;
    await put(ctx, setting, value, (before?.version ?? 0) + 1);
    const secret = field.secret !== undefined;
    trail.push({
      path: key,
      title: field.title,
      from: secret ? MASK : (before?.value ?? setting.default),
      to: secret ? MASK : (value ?? setting.default),
    });
  }
  if (trail.length === 0) return 0;
  const version = [...rows.values()].reduce((sum, row) => sum + row.version, 0) + trail.length;
  await writeTrail(ctx, [{ object: 'sysConfig', id: ctx.org.id, nbr: null, action: 'edit', version, changes: trail }]);
  await ctx.emit('sysConfig.changed', { keys: trail.map(({ path }) => path) });
  return trail.length;
}

async function put(ctx: EngineCtx, { key, field }: Setting, value: Value, version: number): Promise<void> {
  const { vault } = ctx.host;
  const kept =
    field.secret === undefined || typeof value !== 'string'
      ? value
      : field.secret === 'hash'
        ? await vault.hash(value)
        : vault.seal(value);
  const row = { value: JSON.stringify(kept), version, updated_by_id: ctx.session.me.id, updated_at: ctx.now };
  await ctx.trx
    .insertInto('mw_setting')
    .values({ key, ...row })
    .onConflict((conflict) => conflict.column('key').doUpdateSet(row))
    .execute();
}

/** What is stored, by key; a value of null = the default holds again. */
export async function settingRowsOf(ctx: EngineCtx): Promise<ReadonlyMap<string, SettingRow>> {
  const rows = await ctx.trx.selectFrom('mw_setting').select(['key', 'value', 'version']).execute();
  return new Map(rows.map((row) => [String(row.key), { value: row.value as Value, version: Number(row.version) }]));
}

function shown({ key, group, field, default: preset }: Setting, row: SettingRow | undefined): Record<string, unknown> {
  const { title, kind, type, min, max, scale, suffix, dict, tip } = field;
  const told = (value: Value): Value => (field.secret !== undefined && value !== null ? MASK : value);
  return {
    key,
    group,
    title,
    value: told(row?.value ?? preset),
    defaultValue: told(preset),
    isDefault: (row?.value ?? null) === null,
    version: row?.version ?? 0,
    kind,
    type,
    ...Object.fromEntries(
      Object.entries({ min, max, scale, suffix, dict, tip }).filter(([, literal]) => literal !== undefined),
    ),
  };
}

const isCount = (value: unknown, most: number): value is number =>
  typeof value === 'number' && Number.isInteger(value) && value >= 1 && value <= most;
