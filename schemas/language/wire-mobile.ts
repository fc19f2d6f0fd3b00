/** Blocks of 移动端看板 (domain 50 §5.8). */
import type { Tile } from './wire-wall';

/** devices it loads at once, and at most in one answer */
export const MOBILE_ROWS = 20;
export const MOBILE_MOST = 200;

export interface MobileToday {
  /** pieces of the shift that is on */
  readonly number: number;
  readonly utilisation: number | null;
  readonly oee: number | null;
  readonly passRate: number | null;
  /** kWh since midnight; null: there is no meter, or its reader may not see it */
  readonly use: number | null;
}
/** As many devices as were asked for, of all that were found. */
export interface MobileDevices {
  readonly rows: readonly Tile[];
  readonly total: number;
}
export interface MobileWarning {
  readonly id: string;
  readonly version: number;
  readonly object: 'thresholdWarning' | 'faultWarning';
  readonly device: string;
  readonly level: number;
  readonly text: string;
  /** factory time */
  readonly openAt: string;
  readonly isAcked: boolean;
  /** whoever is signed in may confirm it */
  readonly mayAck: boolean;
}
