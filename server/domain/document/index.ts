/** Server code of the area document, named for server/domain/index.ts; sorted, one entry a line. */

import type { DomainArea } from '../area';
import { sopDoc } from './sop-doc';
import { sopMatch } from './sop-match';
import { sopReaders, sopReadRate } from './sop-readers';

export const document: DomainArea = {
  modules: {
    sopDoc,
  },
  services: [sopMatch, sopReaders, sopReadRate],
};
