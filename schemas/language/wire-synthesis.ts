/** Blocks of 综合看板 (domain 50 §5.6); no prices among them. A part is null where its reader may not see what it counts. */
export interface SynthesisNumbers {
  readonly orders: {
    readonly running: number;
    /** of today */
    readonly due: number;
    readonly done: number;
  } | null;
  /** of the month's due orders */
  readonly onTime: { readonly rate: number | null; readonly timely: number; readonly late: number } | null;
  readonly output: { readonly qty: number; readonly plan: number; readonly firstPass: number | null } | null;
  readonly oee: number | null;
  readonly warnings: { readonly open: number; readonly unanswered: number };
  readonly energy: {
    readonly use: number;
    readonly perPiece: number | null;
    /** only where the configuration shows amounts */
    readonly fee: number | null;
  } | null;
}
export interface OrderLine {
  readonly nbr: string;
  readonly product: string;
  readonly done: number;
  readonly plan: number;
  readonly due: string;
  /** days over its date; 0 = none */
  readonly late: number;
  readonly isHeld: boolean;
}
export interface DayOutput {
  readonly day: string;
  readonly qty: number;
  readonly plan: number;
}
export interface DayQuality {
  readonly day: string;
  readonly reported: number;
  /** percent; null where nothing was reported */
  readonly firstPass: number | null;
  readonly pass: number | null;
}
export interface BadShare {
  readonly reason: string;
  readonly qty: number;
  /** of all, this one and those before it, percent */
  readonly cumulative: number | null;
}
export interface EnergyHour {
  /** seconds since 1970 */
  readonly at: number;
  readonly parts: readonly { readonly period: string | null; readonly name: string; readonly use: number }[];
}
export interface StockAlert {
  readonly code: string;
  readonly name: string;
  readonly available: number;
  readonly safety: number;
  readonly shortage: number;
  readonly unit: string;
}
export interface DueDelivery {
  readonly nbr: string;
  readonly customer: string;
  readonly product: string;
  readonly open: number;
  readonly due: string;
  readonly late: number;
}
