/** Blocks of 设备运行大屏二 (domain 50 §5.5), by line. */
export interface LineCard {
  readonly id: string;
  readonly name: string;
  /** who leads it; only where the configuration shows names */
  readonly head: string | null;
  /** of the day of the shift that is on */
  readonly plan: number;
  readonly done: number;
  /** 达成率 and 合格率, percent */
  readonly reach: number | null;
  readonly passRate: number | null;
  /** of its devices in the span of the board, percent */
  readonly oee: number | null;
  /** planned seconds a piece: so far, and as the plan needs it */
  readonly takt: number | null;
  readonly planTakt: number | null;
  readonly hours: readonly LineHour[];
}
export interface LineHour {
  /** seconds since 1970 */
  readonly at: number;
  readonly qty: number;
  /** the plan, spread over the planned minutes of the day */
  readonly target: number;
}
export interface LineNext {
  readonly line: string;
  readonly nbr: string;
  readonly product: string;
  readonly plan: number;
  /** factory time; null: not planned */
  readonly start: string | null;
  readonly due: string;
}
