/** Server code of the area flow, named for server/domain/index.ts; sorted, one entry a line. */
import { flowDelegate, flowInstance, flowModel, flowTask } from '../../workflow/modules';
import { flowStat } from '../../workflow/stat';
import { flowSummary } from '../../workflow/summary';
import type { DomainArea } from '../area';

export const flow: DomainArea = {
  modules: {
    flowDelegate,
    flowInstance,
    flowModel,
    flowTask,
  },
  services: [flowStat, flowSummary],
};
