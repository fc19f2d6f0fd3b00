/** Blocks of 设备实时大屏 (domain 50 §5.3), each of the one device that is shown. */
import type { LiveParam } from './wire-device';

export interface RealtimeDevice {
  readonly code: string;
  readonly name: string;
  readonly state: number | null;
  /** factory time */
  readonly since: string | null;
  readonly reason: string | null;
  readonly order: string | null;
  readonly op: number | null;
  readonly material: string | null;
  /** only where the configuration shows names */
  readonly employee: string | null;
  /** when its work began, factory time */
  readonly startAt: string | null;
  /** 作业指导书 in force for its work */
  readonly sop: { readonly code: string; readonly revision: string } | null;
  /** seconds a piece */
  readonly cycleSec: number | null;
  readonly stdCycleSec: number | null;
}
export type RealtimeGauge = LiveParam;
export interface RealtimeCurve {
  readonly name: string;
  readonly unit: string | null;
  readonly decimals: number;
  readonly low: number | null;
  readonly high: number | null;
  /** seconds since 1970 */
  readonly from: number;
  readonly to: number;
  readonly values: readonly (readonly [at: number, value: number])[];
}
export interface RealtimeCount {
  readonly number: number;
  readonly plan: number | null;
  readonly bad: number;
  /** percent */
  readonly passRate: number | null;
  readonly utilisation: number | null;
  /** kW now and kWh since midnight of the meter that measures it alone; null: there is none, or its reader may not see it */
  readonly power: number | null;
  readonly use: number | null;
}
export interface RealtimeHour {
  /** seconds since 1970 */
  readonly at: number;
  readonly number: number;
  /** pieces of its planned minutes at the standard cycle */
  readonly standard: number;
}
export interface RealtimeAlarm {
  readonly level: number;
  readonly text: string;
  /** factory time */
  readonly openAt: string;
  /** null: it goes on */
  readonly endAt: string | null;
}
