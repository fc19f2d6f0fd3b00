/** Server code of the area production, named for server/domain/index.ts; sorted, one entry a line. */

import type { DomainArea } from '../area';
import { adjustRecord } from './adjust-record';
import {
  adjustBlock,
  adjustMax,
  adjustMin,
  adjustPlanAsk,
  adjustReceiveAsk,
  adjustReportAsk,
  adjustSendAsk,
  adjustStartAsk,
} from './adjust-services';
import { afddOfCard } from './afdd-card';
import { afddDoc } from './afdd-doc';
import { reportBatch } from './batch-report';
import { coReport, coReportOfOrder } from './co-report';
import { costShare } from './cost-share';
import { dispatchAsk, loadToday } from './dispatch-lines';
import { dispatchOrder } from './dispatch-order';
import { feedRecord } from './feed-record';
import { feedFree, feedNeeds, feedPropose } from './feed-services';
import { chainAsk, reverseAsk, reverseImpact } from './impact-services';
import { machinePrice } from './machine-price';
import { opSteps } from './op-steps';
import { orderProcess } from './order-process';
import { orderReserved } from './order-reserve';
import { coOutputRows } from './outputs';
import { pieceFlow } from './piece-flow';
import { prdOrder } from './prd-order';
import { prdReport } from './prd-report';
import { prdStart, startOfProcess } from './prd-start';
import { checkRest, productionCheck } from './production-check';
import { qualityTesting } from './quality-testing';
import { reportFact } from './report-fact';
import { reportLimit, reportMost, reportWhy } from './report-limit';
import { reportOfProcess, reportOfStart } from './report-proposal';
import { reworkTask } from './rework-task';
import { scheduleLoad } from './schedule/load';
import { workOrder } from './work-order';

export const production: DomainArea = {
  modules: {
    adjustRecord,
    dispatchOrder,
    afddDoc,
    coReport,
    feedRecord,
    machinePrice,
    orderProcess,
    prdOrder,
    prdReport,
    prdStart,
    reworkTask,
    productionCheck,
    qualityTesting,
    workOrder,
  },
  services: [
    adjustBlock,
    adjustMax,
    adjustMin,
    adjustPlanAsk,
    adjustReceiveAsk,
    adjustReportAsk,
    adjustSendAsk,
    adjustStartAsk,
    afddOfCard,
    chainAsk,
    checkRest,
    coOutputRows,
    coReportOfOrder,
    costShare,
    dispatchAsk,
    feedFree,
    feedNeeds,
    feedPropose,
    loadToday,
    opSteps,
    orderReserved,
    pieceFlow,
    reportFact,
    reportBatch,
    reportLimit,
    reportMost,
    reportWhy,
    reportOfProcess,
    reportOfStart,
    scheduleLoad,
    reverseAsk,
    reverseImpact,
    startOfProcess,
  ],
  statTypes: {
    report: 'prdReportFact',
    bad: 'badFact',
    op: 'opBalance',
    order: 'orderProgress',
    device: 'deviceWorkFact',
  },
};
