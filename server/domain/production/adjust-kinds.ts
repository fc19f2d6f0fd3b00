/** Sorts of 数量调整 by the word of adjustKind: a document whose quantities are adjusted has its line here. */
import { adjustedPlan } from '../out/adjust-plan';
import { adjustedReceive } from '../out/adjust-receive';
import { adjustedSend } from '../out/adjust-send';
import { adjustedReport, adjustedStart, deletedReport } from './adjust-floor';
import type { AdjustKind, Asked } from './adjust-kind';

export const adjustKinds: Readonly<Record<NonNullable<Asked['kind']>, AdjustKind>> = {
  '10': adjustedStart,
  '20': adjustedReport,
  '30': deletedReport,
  '40': adjustedPlan,
  '50': adjustedSend,
  '60': adjustedReceive,
};
