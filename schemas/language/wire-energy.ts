/** Meters as the monitors of energy show them now (50 §6.4, §7 GET /energy/live). Times are factory time, amounts null for who may not see them. */
import type { LiveUnit } from './wire-device';

export interface LiveValue {
  readonly value: number;
  readonly at: string;
  /** nothing came for three cycles */
  readonly stale: boolean;
}
export interface MeterLive {
  readonly id: string;
  readonly code: string;
  readonly name: string;
  /** the nearest meter above it that is shown */
  readonly parent: string | null;
  readonly unit: string;
  readonly level: string;
  readonly isFee: boolean;
  /** 1 automatic, 2 read by people, 3 virtual */
  readonly readMode: string;
  /** kW, of water and gas m³/h */
  readonly flow: LiveValue | null;
  readonly volts: LiveValue | null;
  readonly amps: LiveValue | null;
  readonly pf: LiveValue | null;
  readonly kvar: number | null;
  readonly pressure: LiveValue | null;
  readonly temp: LiveValue | null;
  /** used since midnight */
  readonly today: number | null;
  /** nothing of it came for three cycles */
  readonly stale: boolean;
  /** the newest reading of its register */
  readonly lastValue: number | null;
  readonly lastAt: string | null;
  /** another one = something else is to be seen */
  readonly version: string;
}
/** What the topic `meter:<id>` tells: the same for everybody who may see the meter. */
export type MeterValues = Omit<MeterLive, 'parent'>;
export interface LoadPoint {
  /** when the slot begins, ms */
  readonly at: number;
  readonly load: number;
  readonly est: boolean;
}
export interface PeriodBand {
  readonly from: number;
  readonly to: number;
  readonly period: string;
}
export interface DayCurve {
  /** midnight, ms */
  readonly from: number;
  readonly today: readonly LoadPoint[];
  /** moved by a day, so that it lies under today */
  readonly yesterday: readonly LoadPoint[];
  readonly bands: readonly PeriodBand[];
}
export interface Ranked {
  readonly id: string;
  readonly code: string;
  readonly name: string;
  readonly use: number;
  /** per cent of all of them */
  readonly share: number | null;
}
export interface IdleNow {
  readonly id: string;
  readonly code: string;
  readonly name: string;
  readonly state: string;
  readonly since: string;
  readonly kw: number;
  /** money an hour */
  readonly perHour: number | null;
}
/** A meter beside what is measured below it, today. */
export interface Balance {
  readonly id: string;
  readonly code: string;
  readonly name: string;
  readonly own: number;
  readonly below: number;
  readonly rate: number | null;
  /** one below it is read by people: today is not known yet */
  readonly manual: boolean;
}
export interface NightLeast {
  readonly day: string;
  readonly least: number;
}
/** An alert that is not over. */
export interface AlertNow {
  readonly id: string;
  readonly meter: string;
  readonly code: string;
  readonly name: string;
  readonly ruleType: string;
  readonly level: string;
  readonly text: string;
  readonly openAt: string;
  /** somebody deals with it */
  readonly acked: boolean;
}
/** What stands on every monitor: the tree, and which part of it is looked at. */
export interface EnergyFrame {
  readonly asOf: string;
  readonly energyType: string;
  /** the meter that was asked for; null = all */
  readonly meter: string | null;
  readonly meters: readonly MeterLive[];
  readonly units: readonly LiveUnit[];
  /** those below the meter that was asked for, the newest first; null = not for who looks */
  readonly alerts: readonly AlertNow[] | null;
}
export interface EnergyUseLive extends EnergyFrame {
  readonly kind: 'use';
  readonly flow: number | null;
  readonly today: number | null;
  /** yesterday by the same time */
  readonly before: number | null;
  readonly demand: number | null;
  readonly demandAt: string | null;
  /** of 需量预警; null = nobody set one */
  readonly demandLimit: number | null;
  /** mean load of the slot that runs, and when it ends */
  readonly running: number | null;
  readonly slotEnd: string;
  readonly pf: number | null;
  readonly loss: number | null;
  readonly curve: DayCurve;
  readonly top: readonly Ranked[];
  readonly balances: readonly Balance[];
  readonly idle: readonly IdleNow[];
  readonly nights: readonly NightLeast[];
}
export interface CostHour {
  readonly hour: number;
  readonly period: string | null;
  readonly use: number;
  readonly cost: number | null;
}
export interface UnitCost {
  readonly unit: string;
  readonly name: string;
  readonly use: number;
  readonly cost: number | null;
}
export interface Both {
  readonly use: number | null;
  readonly cost: number | null;
}
export interface EnergyCostLive extends EnergyFrame {
  readonly kind: 'cost';
  /** null: no tariff holds today */
  readonly now: { readonly period: string | null; readonly price: number | null; readonly until: string | null } | null;
  readonly today: Both;
  readonly hours: readonly CostHour[];
  readonly month: { readonly from: string; readonly to: string } & Both;
  readonly budget: Both;
  readonly forecast: Both;
  readonly unitCosts: readonly UnitCost[];
  /** per cent of the month in the periods 尖 and 峰 */
  readonly peakShare: Both;
  readonly standby: Both;
  /** the highest load of the month beside its limit; `atRisk` money for what is beyond it, null without a limit or a price of demand */
  readonly demand: { readonly value: number | null; readonly limit: number | null; readonly atRisk: number | null };
  readonly mayAmount: boolean;
}
export type EnergyLive = EnergyUseLive | EnergyCostLive;
