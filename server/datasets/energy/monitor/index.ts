/** GET /energy/live (50 §7): a monitor as a whole, in the rows of who looks and with amounts only for who may see them. */
import type { EnergyLive } from '../../../../schemas/language/wire-energy';
import type { Ctx } from '../../../ctx';
import { alertsNow } from './alerts';
import { costNow } from './cost';
import { lookedAt, MONITORS } from './frame';
import { loadsNow } from './use';

export { MONITORS, rightOf } from './frame';

export const energyLive = async (ctx: Ctx, screen: string, meter: string | null): Promise<EnergyLive> => {
  const looked = await lookedAt(ctx, screen, meter);
  const alerts = await alertsNow(ctx, looked);
  if (MONITORS[screen]?.kind === 'cost') return { ...(await costNow(ctx, looked)), alerts };
  return { ...(await loadsNow(ctx, looked)), alerts };
};
