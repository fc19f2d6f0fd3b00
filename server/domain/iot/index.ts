/** Server code of the area iot, named for server/domain/index.ts; sorted, one entry a line. */

import { deviceOee } from '../../datasets/iot/device-oee';
import { deviceOutput, workOutput } from '../../datasets/iot/device-output';
import { deviceRun } from '../../datasets/iot/device-run';
import { hubMatrix } from '../../datasets/iot/hub-matrix';
import type { DomainArea } from '../area';
import { badStat } from './bad-stat';
import { cloudBox } from './cloud-box';
import { deviceState } from './device-state';
import { eventRule } from './event-rule';
import { outputStat } from './output-stat';
import { serviceOrder } from './service-order';
import { faultWarning, thresholdWarning } from './warning';

export const iot: DomainArea = {
  modules: {
    badStat,
    cloudBox,
    deviceState,
    eventRule,
    faultWarning,
    outputStat,
    serviceOrder,
    thresholdWarning,
  },
  services: [deviceOee, deviceOutput, deviceRun, hubMatrix, workOutput],
};
