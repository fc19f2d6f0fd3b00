/** One device as monitors show it now (50 §1.1 deviceLive, §7 GET /iot/live). Times are factory time. */
export interface LiveAlarm {
  readonly id: string;
  /** 1 提示 to 4 紧急 */
  readonly level: number;
  readonly text: string;
  readonly openAt: string | null;
}
export interface LiveParam {
  /** its signal */
  readonly id: string;
  readonly code: string;
  readonly name: string;
  readonly value: number | string | null;
  readonly unit: string | null;
  readonly decimals: number;
  readonly q: number | null;
  readonly at: string | null;
  /** below or above its limits */
  readonly band: 'low' | 'high' | null;
  readonly low: number | null;
  readonly high: number | null;
  /** nothing came for three cycles */
  readonly stale: boolean;
}
/** A signal with what its point reads like. */
export interface LivePoint extends LiveParam {
  readonly point: string;
  readonly signalType: string;
  /** of several that stand in one value */
  readonly isBit: boolean;
  readonly factor: number;
  readonly offset: number;
}
export interface Named {
  readonly id: string;
  readonly code: string;
  readonly name: string;
}
export interface DeviceLive {
  readonly id: string;
  readonly code: string;
  readonly name: string;
  readonly category: Named | null;
  /** the unit it stands in */
  readonly unit: string;
  /** null: nothing tells its state */
  readonly state: string | null;
  readonly since: string | null;
  /** the interval of 停机记录 it is in, and what people said of it */
  readonly stateId: string | null;
  readonly reason: string | null;
  readonly workOrder: string | null;
  readonly workOrderNbr: string | null;
  readonly opNbr: number | null;
  readonly material: Named | null;
  readonly employee: string | null;
  readonly shift: string | null;
  readonly shiftDate: string;
  /** of the shift */
  readonly number: number;
  readonly plan: number | null;
  readonly unqualifiedQty: number;
  /** seconds a piece */
  readonly cycleSec: number | null;
  readonly stdCycleSec: number | null;
  /** 稼动率 of the shift so far, percent */
  readonly utilisation: number | null;
  readonly alarms: readonly LiveAlarm[];
  readonly params: readonly LiveParam[];
  /** is the box of its state heard; null: it has none */
  readonly online: boolean | null;
  readonly lastAt: string | null;
  /** another one = something else is to be seen */
  readonly version: string;
}
export interface LiveUnit {
  readonly id: string;
  readonly parent: string | null;
  readonly name: string;
  /** 10 区域, 20 车间, 30 产线, 40 加工单元 */
  readonly kind: string;
}
/** GET /iot/device/live */
export interface DevicesLive {
  readonly asOf: string;
  readonly devices: readonly DeviceLive[];
  readonly units: readonly LiveUnit[];
}
/** GET /iot/point/history: ms, least, greatest, mean, worst quality */
export type PointBucket = readonly [ts: number, min: number, max: number, avg: number, q: number];
export interface PointHistory {
  readonly pointId: string;
  /** what it is thinned from: readings, while nothing rolls them up */
  readonly level: 'raw';
  readonly values: readonly PointBucket[];
}
