/** The trail of a record to read (`$history`): in the user's rows, without what he may not see, with labels where the trail keeps codes. */

import { type RawBuilder, sql } from 'kysely';
import type { Env } from '../../../schemas/language/env';
import type { ResolvedAction, ResolvedObject } from '../../../schemas/language/resolved';
import type { Rec } from '../../../schemas/language/value';
import type { History, HistoryEntry, ShownChange } from '../../../schemas/language/wire';
import { badRequest } from '../../errors';
import type { Page } from '../../registry/pages';
import { makeEnv } from '../env';
import type { EngineCtx } from '../host';
import { rowGroups } from '../list/row-groups';
import { findOne, notThere } from '../read/read';
import { settingKeys } from '../settings/settings-page';
import type { FieldChange } from './audit-trail';
import { changesToday } from './renamed';
import { Shown } from './shown';

const SIZE = 20;
const MAX_SIZE = 100;
/** changes of one entry that are listed: rows by the thousand are no reading */
const MAX_CHANGES = 200;

/** Entries newest first; missing and foreign records answer alike, as by getOne. */
export async function historyOf(ctx: EngineCtx, page: Page, body: Readonly<Record<string, unknown>>): Promise<History> {
  const { id } = body;
  const current = whole(body.current, 1, 1_000_000);
  const size = whole(body.size, SIZE, MAX_SIZE);
  if (typeof id !== 'string') throw badRequest();
  if (page.object.settings !== undefined) return settingsHistory(ctx, page, current, size);
  const rec = await findOne(ctx, page, { id });
  if (!rec) throw notThere();
  const { object } = page;
  const { rows, total } = await trailPage(ctx, object.object, rec.id as string, { current, size });
  const today = await changesToday(ctx, object);
  const env = makeEnv(ctx);
  env.remember(object.object, rec);
  const records = await env.settle((now) => {
    const shown = new Shown(ctx, object, now, rowGroups(ctx, object, rec, now));
    return rows.map((row): HistoryEntry => {
      const code = row.action as string;
      const action = page.actions[code] ?? object.actions[code];
      const changes = (row.changes as readonly FieldChange[]).flatMap((change) =>
        shown.change(today(change, Number(row.seq)), action),
      );
      return {
        at: row.at as string,
        by: (row.user_name as string | null) ?? '',
        action: code,
        title: TITLES[code] ?? action?.title ?? '操作',
        changes: changes.slice(0, MAX_CHANGES),
        ...(changes.length > MAX_CHANGES ? { more: changes.length - MAX_CHANGES } : {}),
      };
    });
  });
  return { records, total, current, size };
}

interface TrailPage {
  readonly current: number;
  readonly size: number;
  readonly only?: RawBuilder<boolean>;
}
/** Entries of one record, the newest first. */
async function trailPage(ctx: EngineCtx, object: string, id: string, { current, size, only }: TrailPage) {
  const own = ctx.trx.selectFrom('mw_trail').where('object', '=', object).where('record_id', '=', id);
  const trail = only === undefined ? own : own.where(only);
  const { total } = await trail.select((eb) => eb.fn.countAll<string>().as('total')).executeTakeFirstOrThrow();
  const rows = await trail
    .select(['seq', 'at', 'user_name', 'action', 'changes'])
    .orderBy('seq', 'desc')
    .limit(size)
    .offset((current - 1) * size)
    .execute();
  return { rows, total: Number(total) };
}

/** Of a page over settings: what was changed of its keys, wherever they were changed. */
async function settingsHistory(ctx: EngineCtx, page: Page, current: number, size: number): Promise<History> {
  const { object } = page;
  const codes = new Map(settingKeys(ctx, page).map(({ code, setting }) => [setting.key, code]));
  const named = sql<boolean>`exists (select 1 from jsonb_array_elements(changes) one where one->>'path' = any(${[...codes.keys()]}::text[]))`;
  const { rows, total } = await trailPage(ctx, SETTINGS, ctx.org.id, { current, size, only: named });
  const records = await makeEnv(ctx).settle((now) => {
    const shown = new Shown(ctx, object, now, []);
    return rows.map((row): HistoryEntry => {
      const changes = (row.changes as readonly FieldChange[]).flatMap((change) => {
        const code = codes.get(change.path);
        return code === undefined ? [] : shown.change({ ...change, path: code }, undefined);
      });
      const by = (row.user_name as string | null) ?? '';
      return { at: row.at as string, by, action: 'edit', title: '修改', changes };
    });
  });
  return { records, total, current, size };
}
/** what the trail of all settings is filed under */
const SETTINGS = 'sysConfig';

/** Changes that were not written, as this user would read them in the trail. Run it inside `settle`. */
export const readChanges = (
  ctx: EngineCtx,
  object: ResolvedObject,
  rec: Rec,
  changes: readonly FieldChange[],
  action: ResolvedAction | undefined,
  env: Env,
): ShownChange[] => {
  const shown = new Shown(ctx, object, env, rowGroups(ctx, object, rec, env));
  return changes.flatMap((change) => shown.change(change, action)).slice(0, MAX_CHANGES);
};

/** What was done, where the action's button says something else or there is no button. */
const TITLES: Readonly<Record<string, string | undefined>> = {
  add: '新增',
  edit: '修改',
  engine: '系统更新',
  flow: '审批',
};

function whole(value: unknown, fallback: number, max: number): number {
  if (value === undefined || value === null) return fallback;
  if (typeof value !== 'number' || !Number.isInteger(value) || value < 1 || value > max) throw badRequest();
  return value;
}
