/** Server code of the shipped objects, named one by one; nothing is found by scanning. */
import type { ResolvedObject } from '../../schemas/language/resolved';
import type { Rec } from '../../schemas/language/value';
import { availMin, calendarAvailable } from '../calendar/available';
import { calendarShift, netMin, shiftDateOf, shiftDay, shiftOf } from '../calendar/functions';
import type { Ctx, DomainModule, ServerFunction, Service } from '../ctx';
import { demoControl } from '../datasets/demo/control';
import { demoLoad } from '../datasets/demo/load';
import { demoPlan } from '../datasets/demo/plan';
import { demoPromise } from '../datasets/demo/promise';
import { bomStructure } from '../datasets/factory/bom-structure';
import { calendarMinutes } from '../datasets/factory/calendar-minutes';
import { expiring } from '../datasets/factory/expiring';
import { labelPrint } from '../datasets/factory/label-print';
import { masterGap } from '../datasets/factory/master-gap';
import { stockAvailable } from '../stock/available';
import { flowDelegate, flowInstance, flowModel, flowTask } from '../workflow/modules';
import { flowStat } from '../workflow/stat';
import { devPlan } from './device/dev-plan';
import { faultType } from './device/fault-type';
import { pointMap } from './device/point-map';
import { sopDoc } from './document/sop-doc';
import { sopMatch } from './document/sop-match';
import { sopReaders, sopReadRate } from './document/sop-readers';
import { badReason } from './factory/bad-reason';
import { bom } from './factory/bom';
import { bomExplode, bomWhereUsed } from './factory/bom-services';
import { capacity } from './factory/capacity';
import { codeLabel } from './factory/code-label';
import { codeRule, codeRuleCounters, codeRuleLatest } from './factory/code-rule';
import { docLink } from './factory/doc-link';
import { employee } from './factory/employee';
import { equipment, equipmentOfCategory } from './factory/equipment';
import { factoryUnit } from './factory/factory-unit';
import { material } from './factory/material';
import { noticeRule } from './factory/notice-rule';
import { piecePrice } from './factory/piece-price';
import { position } from './factory/position';
import { route } from './factory/route';
import { schedulingConfig } from './factory/scheduling-config';
import { shift, shiftPattern } from './factory/shift';
import { substitute } from './factory/substitute';
import { supplier } from './factory/supplier';
import { team } from './factory/team';
import { workCalendar } from './factory/work-calendar';
import { workGroup } from './factory/work-group';
import { priceLast, priceOf } from './purchase/prices';
import { purchaseIn } from './purchase/purchase-in';
import { purchaseOrder } from './purchase/purchase-order';
import { otherIssue, otherReceipt } from './stock/other';
import { stockPeriod } from './stock/stock-period';
import { auditSetting } from './system/audit-setting';
import { calculate } from './system/calculate';
import { clockDrift } from './system/clock-drift';
import { dataMaintRun } from './system/data-maint';
import { DEPT_TREE, dept } from './system/dept';
import { deptRole } from './system/dept-role';
import { extendHead } from './system/extend-head';
import { formula } from './system/formula';
import { homePlan } from './system/home-plan';
import { news } from './system/news';
import { operLog } from './system/oper-log';
import { role } from './system/role';
import { screenCfg, screenNewKey } from './system/screen-cfg';
import { user } from './system/user';
import { userProfile } from './system/user-profile';
import { treeModule } from './tree';
import { unitFactor } from './units';

export const modules: Readonly<Record<string, DomainModule>> = {
  auditSetting,
  codeLabel,
  codeRule,
  badReason,
  bom,
  capacity,
  dataMaintRun,
  dept,
  deptRole,
  devPlan,
  docLink,
  employee,
  equipment,
  extendHead,
  factoryUnit,
  faultType,
  formula,
  news,
  operLog,
  noticeRule,
  flowDelegate,
  flowInstance,
  flowModel,
  flowTask,
  homePlan,
  material,
  otherIssue,
  otherReceipt,
  piecePrice,
  pointMap,
  position,
  purchaseIn,
  purchaseOrder,
  role,
  route,
  schedulingConfig,
  screenCfg,
  sopDoc,
  shift,
  shiftPattern,
  stockPeriod,
  substitute,
  supplier,
  team,
  user,
  userProfile,
  workCalendar,
  workGroup,
};
export const services: readonly Service[] = [
  calendarAvailable,
  codeRuleCounters,
  codeRuleLatest,
  calendarMinutes,
  calendarShift,
  bomExplode,
  bomStructure,
  bomWhereUsed,
  demoControl,
  demoLoad,
  demoPlan,
  demoPromise,
  equipmentOfCategory,
  expiring,
  flowStat,
  labelPrint,
  masterGap,
  priceLast,
  screenNewKey,
  sopMatch,
  sopReadRate,
  sopReaders,
  stockAvailable,
];
export const functions: readonly ServerFunction[] = [
  availMin,
  calculate,
  netMin,
  priceOf,
  shiftDateOf,
  shiftDay,
  clockDrift,
  shiftOf,
  unitFactor,
];

/** Modules by object: the own one, joined with the rules of trees where the object is one. */
export const modulesOf = (objects: Iterable<ResolvedObject>): ReadonlyMap<string, DomainModule> => {
  const all = new Map<string, DomainModule>();
  for (const { object, tree } of objects) {
    const own = modules[object];
    const parts = [
      ...(tree ? [treeModule(object, tree, object === 'dept' ? DEPT_TREE : undefined)] : []),
      ...(own ? [own] : []),
    ];
    if (parts.length > 0) all.set(object, parts.length === 1 ? parts[0]! : joined(parts));
  }
  return all;
};

/** Several modules as one, in order; patches of the same moment are put together. */
export const joined = (parts: readonly DomainModule[]): DomainModule => {
  const actions = new Set(parts.flatMap((part) => Object.keys(part.actions ?? {})));
  return {
    async lock(action, ids, ctx) {
      for (const part of parts) await part.lock?.(action, ids, ctx);
    },
    async derive(record, old, ctx) {
      let patch: Rec | undefined;
      for (const part of parts) patch = merged(patch, await part.derive?.({ ...record, ...patch }, old, ctx));
      return patch;
    },
    async check(record, old, ctx) {
      const lists = [];
      for (const part of parts) lists.push((await part.check?.(record, old, ctx)) ?? []);
      return lists.flat();
    },
    async asks(action, record, ctx) {
      const lists = [];
      for (const part of parts) lists.push((await part.asks?.(action, record, ctx)) ?? []);
      return lists.flat();
    },
    async before(write, ctx) {
      for (const part of parts) await part.before?.(write, ctx);
    },
    async after(write, ctx) {
      for (const part of parts) await part.after?.(write, ctx);
    },
    ...(parts.some((part) => part.files) ? { files: filesOf(parts) } : {}),
    actions: Object.fromEntries([...actions].map((code) => [code, inOrder(parts, code)])),
  };
};

/** The strictest of all that say something. */
const filesOf = (parts: readonly DomainModule[]) => async (id: string, ctx: Ctx) => {
  const terms = [];
  for (const part of parts) if (part.files) terms.push(await part.files(id, ctx));
  return { save: terms.every(({ save }) => save), mark: terms.find(({ mark }) => mark !== null)?.mark ?? null };
};
const inOrder = (parts: readonly DomainModule[], code: string) => async (record: Rec, ask: Rec, ctx: Ctx) => {
  let patch: Rec | undefined;
  for (const part of parts) patch = merged(patch, await part.actions?.[code]?.(record, ask, ctx));
  return patch;
};
const merged = (a: Rec | undefined, b: Rec | undefined): Rec | undefined => (a && b ? { ...a, ...b } : (b ?? a));
