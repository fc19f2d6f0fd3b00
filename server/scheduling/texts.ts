/** The sentences of 30 §3, letter for letter. */
import { momentText, spanText } from './moment';
import type { Interval, Minute, Shortage } from './types';

/** Why an operation stays in 待排任务 (step 15). */
export const poolText = {
  noGroup: '未配置工作组',
  noDevice: (group: string): string => `工作组「${group}」没有可用设备`,
  short: (shortages: readonly Pick<Shortage, 'material' | 'qty'>[]): string =>
    `未齐套：${shortages.map(({ material, qty }) => `「${material}」缺${qty}`).join('，')}`,
  noArrival: '缺料且无到料日期',
  beyond: (days: number): string => `超出排产范围${days}天`,
  paused: '工单已暂停',
  subOrder: '上级子订单未排',
};

/** Why a task waits (step 9). */
export const waitText = {
  start: (at: Minute): string => `计划起点${momentText(at)}`,
  asPlanned: '按计划起点安排',
  backward: '倒排：按交期安排',
  subOrder: (nbr: string, at: Minute): string => `等待子订单${nbr}：${momentText(at)}入库`,
  material: (name: string, at: Minute): string => `等待物料「${name}」到料：${momentText(at)}`,
  predecessor: (opNbr: number, at: Minute): string => `等待前工序${opNbr}：${momentText(at)}可转移`,
  stopped: (device: string, until: Minute): string => `设备「${device}」检修停机至 ${momentText(until)}`,
  closed: '非工作时间',
  device: (device: string, task: TaskName, until: Minute): string =>
    `等待设备「${device}」：${task.nbr} 工序${task.opNbr} 占用至 ${momentText(until)}`,
  people: (name: string): string => `等待人员「${name}」`,
  mould: (name: string): string => `等待模具「${name}」`,
  locked: (device: string, task: TaskName): string => `设备「${device}」已锁定：${task.nbr} 工序${task.opNbr}`,
};
export interface TaskName {
  readonly nbr: string;
  readonly opNbr: number;
}

export const conflictText = {
  /** a fixed task that starts before its predecessor allows (step 9) */
  beforePredecessor: '已锁定任务早于前工序',
  /** a task left behind by 仅移动 or 交换 */
  tooEarly: (opNbr: number, before: number, at: Minute): string =>
    `工序${opNbr}早于前工序${before}可转移时间${momentText(at)}`,
  beforeEarliest: (at: Minute): string => `早于最早可开工${momentText(at)}`,
};
export const noteText = { forward: '倒排不可行，已改为正排' };

export const refusalText = {
  /** step 13 */
  overload: (device: string, { from, to }: Interval, planned: number, lanes: number): string =>
    `设备「${device}」在${spanText(from, to)}超出能力：已排${planned}，能力${lanes}`,
  started: '工序已开工，不能取消确认',
  /** step 14 */
  beforePredecessor: (opNbr: number, at: Minute): string => `不能早于前工序${opNbr}可转移时间${momentText(at)}`,
  locked: (device: string, { from, to }: Interval): string =>
    `设备「${device}」在${spanText(from, to)}已有锁定任务，不能移动`,
  foreign: (device: string, group: string): string => `设备「${device}」不属于工作组「${group}」`,
  otherSupplier: (opNbr: number, supplier: string): string => `工序${opNbr}由供应商「${supplier}」加工`,
  stale: (base: number, live: number): string => `排产结果已过期（基于版本${base}，当前版本${live}），请重新计算`,
  running: '本车间正在排产，请稍候',
};
