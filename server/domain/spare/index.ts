/** Server code of the area spare, named for server/domain/index.ts; sorted, one entry a line. */
import type { DomainArea } from '../area';
import { spareAdjust } from './spare-adjust';
import { spareIn } from './spare-in';
import { spareOut } from './spare-out';

export const spare: DomainArea = {
  modules: {
    spareAdjust,
    spareIn,
    spareOut,
  },
};
