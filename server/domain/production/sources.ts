/**
 * Which documents say something of an operation. A document that takes or gives pieces has its line here, and nothing else: the balance of
 * operation, work order and order, their states and all limits follow from the sums.
 */
import { outPlanSums, outReceiveSums, outSendSums } from '../../datasets/out/sums';
import { checkSums } from '../../datasets/production/checked';
import { backSums } from '../../datasets/production/received';
import type { SaidPart } from '../../datasets/production/said';
import { dispatchSums, reportSums, reworkSums, startSums } from '../../datasets/production/sums';

export interface SumSource {
  readonly name: string;
  readonly read: SaidPart;
}

export const sumSources: readonly SumSource[] = [
  { name: '派工', read: dispatchSums },
  { name: '开工', read: startSums },
  { name: '报工', read: reportSums },
  { name: '返工', read: reworkSums },
  { name: '完工检验', read: checkSums },
  { name: '产品退库', read: backSums },
  { name: '外协计划', read: outPlanSums },
  { name: '外协发出', read: outSendSums },
  { name: '外协收回', read: outReceiveSums },
];
