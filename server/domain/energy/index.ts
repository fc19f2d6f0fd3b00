/** Server code of the area energy, named for server/domain/index.ts; sorted, one entry a line. */
import { energyCapacity } from '../../datasets/energy/capacity';
import { energyFee } from '../../datasets/energy/fee';
import { energyMatrix } from '../../datasets/energy/matrix';
import { energyPerPiece } from '../../datasets/energy/per-piece';
import { energyUse } from '../../datasets/energy/use';
import type { DomainArea } from '../area';
import { energyAlert } from './energy-alert';
import { energyBill } from './energy-bill';
import { energyMeter } from './energy-meter';
import { energyQuota } from './energy-quota';
import { energyRule } from './energy-rule';
import { energyShare } from './energy-share';
import { energyStat, energyStatCloseAsk, energyStatMonths, energyStatReopenAsk } from './energy-stat';
import { meterReading } from './meter-reading';
import { tariff, tariffPfTable } from './tariff';

export const energy: DomainArea = {
  modules: {
    energyAlert,
    energyBill,
    energyMeter,
    energyQuota,
    energyRule,
    energyShare,
    energyStat,
    meterReading,
    tariff,
  },
  services: [
    energyCapacity,
    energyFee,
    energyMatrix,
    energyPerPiece,
    energyStatCloseAsk,
    energyStatMonths,
    energyStatReopenAsk,
    energyUse,
    tariffPfTable,
  ],
};
