/**
 * A page over settings as one record of the organisation: its fields are the keys of the page, its version grows with every change of one
 * of them. A value that is the shipped default is stored as none, so that it follows the default from then on.
 */
import { decodeRecord } from '../../../schemas/language/kinds/record-codec';
import { runChecks } from '../../../schemas/language/record/checks';
import { modelOf } from '../../../schemas/language/record/model';
import { ruleStates } from '../../../schemas/language/record/states';
import { sameValue } from '../../../schemas/language/record/values';
import { settingCode } from '../../../schemas/language/resolve/settings';
import { text } from '../../../schemas/language/texts';
import { validateRecord } from '../../../schemas/language/validate';
import { problem, type Rec, type Value } from '../../../schemas/language/value';
import { AppError, badRequest, forbidden } from '../../errors';
import type { Page } from '../../registry/pages';
import type { Setting } from '../../registry/registry';
import { makeEnv } from '../env';
import type { EngineCtx } from '../host';
import { moduleOf } from '../modules';
import { presentRecord, type Wire } from '../read/read';
import { Refusal } from '../refusal';
import { lockedProblems } from '../save/guards';
import { callOnce } from '../save/idempotency';
import { stopOrAsk } from '../save/save';
import { sentOf } from '../save/sent';
import { forgetSettings } from './settings';
import { changeSettings, lockSettings, type SettingRow, settingRowsOf } from './settings-calls';

type Body = Readonly<Record<string, unknown>>;

/** The record of a page over settings: every key with what holds now. */
export async function openSettings(ctx: EngineCtx, page: Page): Promise<Wire> {
  return presentRecord(ctx, page, recordOf(ctx, page, await settingRowsOf(ctx)));
}

/** {record, token, accept} → {id, version, record}; nothing is stored when one value is refused. */
export async function saveSettingsPage(ctx: EngineCtx, page: Page, body: Body): Promise<Wire> {
  const { token: _token, ...rest } = body;
  const right = (page.actions.edit ?? page.actions.save)?.right;
  if (right === undefined || !ctx.session.rights.has(right)) throw forbidden();
  const { rec, problems, unknown } = decodeRecord(page.object, body.record, { newId: ctx.newId });
  if (unknown.length > 0 || typeof rec.version !== 'number') throw badRequest();
  if (problems.length > 0) throw new Refusal(problems);
  const accept = Array.isArray(body.accept)
    ? body.accept.filter((item): item is string => typeof item === 'string')
    : [];
  const answer = await callOnce(ctx, `save ${page.code}`, rest, async (inner) => {
    const stored = await write(inner, page, rec, accept);
    return { id: stored.id, version: stored.version, record: await presentRecord(inner, page, stored) };
  });
  forgetSettings(ctx.org.id);
  return answer;
}

async function write(ctx: EngineCtx, page: Page, given: Rec, accept: readonly string[]): Promise<Rec> {
  await lockSettings(ctx);
  const rows = await settingRowsOf(ctx);
  const stored = recordOf(ctx, page, rows);
  if (given.version !== stored.version)
    throw new Refusal(
      [problem('record.stale', '', text('record.stale'))],
      ctx.session.rights.has(page.right) ? { current: await presentRecord(ctx, page, stored), changed: [] } : {},
    );
  const model = modelOf(page.object, ctx.registry.lib);
  const env = makeEnv(ctx);
  const sent = sentOf(model, { rec: given }, stored, { rights: ctx.session.rights, engine: false });
  const locked = await env.settle((live) => lockedProblems(model, live, stored, sent));
  if (locked.length > 0) throw new Refusal(locked);
  const keys = settingKeys(ctx, page);
  // an emptied key goes back to what holds without one
  const next: Rec = { ...stored };
  for (const { code, setting } of keys)
    if (Object.hasOwn(sent.head, code)) next[code] = sent.head[code] ?? setting.default;
  const found = await env.settle((live) => {
    const states = ruleStates(model, next, live, { old: stored });
    return [
      ...validateRecord(model, next, stored, live, { states, since: stored }),
      ...runChecks(model, next, live, { states, old: stored, since: stored }),
    ];
  });
  const judged = await moduleOf(ctx, page.object)?.check?.(next, stored, ctx);
  stopOrAsk([...found, ...(judged ?? [])], accept);
  const changes = keys
    .filter(({ code }) => !sameValue(next[code], stored[code]))
    .map(({ code, setting }) => ({
      setting,
      value: sameValue(next[code], setting.default) ? null : ((next[code] ?? null) as Value),
      version: rows.get(setting.key)?.version ?? 0,
    }));
  await changeSettings(ctx, changes, rows);
  return recordOf(ctx, page, await settingRowsOf(ctx));
}

interface PageKey {
  readonly code: string;
  readonly setting: Setting;
}
/** The keys a page over settings shows, with the code of their field on it. */
export const settingKeys = (ctx: EngineCtx, page: Page): readonly PageKey[] =>
  [...ctx.registry.settings.values()]
    .map((setting) => ({ code: settingCode(setting.key), setting }))
    .filter(({ code, setting }) => {
      const named = page.object.settings ?? [];
      return page.object.fields[code] !== undefined && (named.includes(setting.group) || named.includes(setting.key));
    });

function recordOf(ctx: EngineCtx, page: Page, rows: ReadonlyMap<string, SettingRow>): Rec {
  const keys = settingKeys(ctx, page);
  if (keys.length === 0) throw new AppError(404);
  const rec: Rec = { id: ctx.org.id, version: 1, isDeleted: 0 };
  for (const { code, setting } of keys) {
    const row = rows.get(setting.key);
    rec[code] = row?.value ?? setting.default;
    rec.version = Number(rec.version) + (row?.version ?? 0);
  }
  return rec;
}
