/** Server code of the area demo, named for server/domain/index.ts; sorted, one entry a line. */
import { demoControl } from '../../datasets/demo/control';
import { demoLoad } from '../../datasets/demo/load';
import { demoPlan } from '../../datasets/demo/plan';
import { demoPromise } from '../../datasets/demo/promise';
import type { DomainArea } from '../area';

export const demo: DomainArea = {
  services: [demoControl, demoLoad, demoPlan, demoPromise],
};
