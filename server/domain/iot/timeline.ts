/** What devices did within a span (50 §7): intervals of those whose rows the caller may see, clipped to it. */
import type { Ctx } from '../../ctx';
import type { HeadOf } from '../../rows';

export interface TimelineAsk {
  readonly devices: readonly string[];
  readonly from: string;
  readonly to: string;
}
export interface TimelineRow {
  readonly equipmentId: string;
  readonly state: string | null;
  readonly startAt: string;
  readonly endAt: string;
  readonly reason: string | null;
  readonly source: string | null;
}
const COVERED = 'equipment in param.devices && startAt < param.to && (empty(endAt) || endAt > param.from)';

/** What goes on ends now, or where the span does. */
export const timeline = async (ctx: Ctx, { devices, from, to }: TimelineAsk): Promise<readonly TimelineRow[]> => {
  const end = to < ctx.now ? to : ctx.now;
  const rows = await ctx.records.find('deviceState', COVERED, { param: { devices: [...devices], from, to } });
  const seen = await seenOf(ctx, rows);
  return rows
    .filter(({ equipment, factoryUnit }) => seen.has(`${equipment} ${factoryUnit}`))
    .flatMap(({ equipment, state, startAt, endAt, reason, source }) => {
      if (equipment === null || startAt === null) return [];
      const [since, until] = [startAt < from ? from : startAt, endAt === null || endAt > end ? end : endAt];
      return since < until ? { equipmentId: equipment, state, startAt: since, endAt: until, reason, source } : [];
    })
    .sort((a, b) => a.equipmentId.localeCompare(b.equipmentId) || a.startAt.localeCompare(b.startAt));
};

/** Devices in their units, whose rows the caller may see: all rows of one are of one department. */
const seenOf = async (ctx: Ctx, rows: readonly HeadOf<'deviceState'>[]): Promise<ReadonlySet<string>> => {
  const one = new Map(rows.map(({ id, equipment, factoryUnit }) => [`${equipment} ${factoryUnit}`, id]));
  const seen = new Set<string>();
  for (const [key, id] of one) if ((await ctx.records.get('deviceState', id, { scoped: true })) !== null) seen.add(key);
  return seen;
};
