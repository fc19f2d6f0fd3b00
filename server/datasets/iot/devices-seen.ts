/** Devices in the caller's rows of a report: all that hangs on a device belongs to the department of its unit (50 §4). */
import { sql } from 'kysely';
import type { Ctx } from '../../ctx';
import { bindCondition } from '../../records/expression';
import { engineOf } from '../../records/host';
import { findRows } from '../../records/list/finder';
import { sourceScope } from '../../records/read/access';

export const devicesSeen = async (
  given: Ctx,
  rights: readonly string[],
  /** whose scopes they are: it names the unit like a device does */
  source = 'outputStat',
): Promise<readonly string[] | 'all'> => {
  const ctx = engineOf(given);
  const right = rights.find((code) => ctx.session.rights.has(code)) ?? rights[0] ?? '';
  const scope = sourceScope(ctx, ctx.records.object(source), right);
  if (scope === false) return [];
  if (scope === undefined) return 'all';
  const object = ctx.records.object('equipment');
  const rows = await findRows(ctx, {
    object,
    conditions: [bindCondition(ctx.registry.lib, object, scope)],
    where: () => [],
    select: () => sql`t.id`,
  });
  return rows.map(({ id }) => String(id));
};

/** The days a report asks for, both ends. */
export const daysAsked = (span: unknown): { readonly from: string | null; readonly to: string | null } => {
  const [from = null, to = null] = (Array.isArray(span) ? span : []).map((value: unknown) =>
    value === null || value === '' ? null : String(value).slice(0, 10),
  );
  return { from, to };
};

const MONITOR = 'dvcwatch:view';
/** Devices a monitor may show to the caller. */
export const devicesWatched = async (ctx: Ctx): Promise<readonly string[] | 'all'> =>
  ctx.session.rights.has(MONITOR) ? devicesSeen(ctx, [MONITOR], 'deviceState') : [];
