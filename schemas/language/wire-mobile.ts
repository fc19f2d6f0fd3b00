/** Blocks of 移动端看板 (domain 50 §5.8). */
export interface MobileToday {
  /** pieces of the shift that is on */
  readonly number: number;
  readonly utilisation: number | null;
  readonly oee: number | null;
  readonly passRate: number | null;
  /** kWh since midnight; null: there is no meter, or its reader may not see it */
  readonly use: number | null;
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
