/** Calls of the monitors of energy (docs/api/energy.md). The screen shows refusals itself. */
import { http } from '../../../runtime/data/http';
import type { EnergyLive } from '../../../schemas/language/wire-energy';

export const energyCalls = {
  live: (screen: string, meter: string | null, signal?: AbortSignal): Promise<EnergyLive> =>
    http.get('/energy/live', {
      quiet: true,
      params: { screen, ...(meter === null ? {} : { meter }) },
      ...(signal === undefined ? {} : { signal }),
    }),
};
