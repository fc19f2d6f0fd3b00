/** What each device made last: the first task planned on it compares its set-up with that. */
import type { Ctx } from '../../../ctx';

/** Material by device; what never made anything is not in it. */
export async function lastMade(ctx: Ctx, devices: readonly string[]): Promise<ReadonlyMap<string, string>> {
  if (devices.length === 0) return new Map();
  const found = await ctx
    .asSystem()
    .records.find('orderProcess', 'equipment in param.devices && docStatus in [30, 40, 60]', {
      param: { devices: [...devices] },
      sort: '-updatedAt',
      limit: 5_000,
    });
  const made = new Map<string, string>();
  for (const { equipment, material } of found)
    if (equipment !== null && material !== null && !made.has(equipment)) made.set(equipment, material);
  return made;
}
