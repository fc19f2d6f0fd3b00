/** Meters as the stream of the monitors tells of them (50 §6.4): the values alone, what hangs below what follows from who looks. */
import type { MeterValues } from '../../../../schemas/language/wire-energy';
import type { Ctx } from '../../../ctx';
import { metersSeen } from '../../../iot/energy/read';
import { MONITORS, rightOf } from './frame';
import { metersNow } from './meters';

/** Those of every monitor the session may open; undefined = it may open none. */
export const metersWatched = async (ctx: Ctx): Promise<ReadonlySet<string> | undefined> => {
  const held = Object.entries(MONITORS).filter(([screen]) => ctx.session.rights.has(rightOf(screen)));
  if (held.length === 0) return undefined;
  const seen = new Set<string>();
  for (const [screen, { energyType }] of held)
    for (const { id, isDisabled } of await metersSeen(ctx, rightOf(screen), energyType)) if (!isDisabled) seen.add(id);
  return seen;
};

export const metersLive = async (ctx: Ctx, meters: readonly string[]): Promise<readonly MeterValues[]> => {
  const asked = new Set(meters);
  return (await metersNow(ctx))
    .filter(({ id }) => asked.has(id))
    .map((meter) => {
      const { energyType: _type, readAt: _readAt, parent: _parent, ...values } = meter;
      return values;
    });
};
