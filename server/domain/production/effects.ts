/**
 * What happens when a report becomes effective, in this order, and when it is taken back, backwards (overview §4). Consumption, pay and trace
 * have a line each; the balance of the operation needs none, it follows from the report itself.
 */

import { sendsOf } from '../../datasets/out/sends';
import { badOfReport } from '../iot/bad-stat';
import { autoReceipt } from './auto-receipt';
import { consumption, mustBeFed } from './consumption';
import type { ReportEffect, SentHolders, StartGuard } from './effect';
import { impliedStart } from './implied-start';
import { finalCheck } from './production-check';
import { inspection } from './quality-testing';
import { keepReceived } from './receivable';
import { reworkOfReport } from './rework-task';

export const reportEffects: readonly ReportEffect[] = [
  inspection,
  impliedStart,
  consumption,
  reworkOfReport,
  badOfReport,
  finalCheck,
  keepReceived,
  autoReceipt,
];

/** Asked after people and before instructions and quantity (30 P7), in their order. */
export const startGuards: readonly StartGuard[] = [mustBeFed];

/** Asked by 冲销影响 where pieces of an operation are at a supplier (30 P17). */
export const sentHolders: readonly SentHolders[] = [sendsOf];
