/** Blocks of 设备工位看板 (domain 50 §5.7), each of the one device that is shown, and what its operator does there. */
export interface StationState {
  readonly code: string;
  readonly name: string;
  readonly state: number | null;
  /** factory time */
  readonly since: string | null;
  readonly reason: string | null;
  /** it stands, and people may say why */
  readonly canSay: boolean;
  /** only where the configuration shows names */
  readonly employee: string | null;
  readonly alarm: { readonly level: number; readonly text: string } | null;
}
export interface StationWork {
  readonly order: string | null;
  readonly op: number | null;
  readonly material: string | null;
  readonly startAt: string | null;
  /** address of a picture of the product */
  readonly picture: string | null;
  readonly sop: { readonly code: string; readonly revision: string; readonly pictures: readonly string[] } | null;
  /** what the last 齐套检查 of its production order found; null: nobody looked */
  readonly ready: 'ready' | 'short' | null;
}
export interface StationCount {
  /** of the shift */
  readonly plan: number | null;
  readonly number: number;
  readonly good: number;
  readonly bad: number;
  /** of the hour that runs */
  readonly hourDone: number;
  readonly hourTarget: number | null;
  /** pieces an hour, of the last 30 minutes; null: nothing counts them */
  readonly pace: number | null;
  readonly remaining: number | null;
  /** minutes at that pace; null: it makes nothing, or has no plan */
  readonly remainMin: number | null;
}
export interface StationNext {
  readonly nbr: string;
  readonly order: string | null;
  readonly op: number | null;
  readonly product: string | null;
  readonly qty: number;
  /** factory time to the minute */
  readonly start: string | null;
}
/** `POST /screen/card`: who scanned may do the one thing it was scanned for, once. */
export interface CardTaken {
  readonly token: string;
  /** number of the employee, with the name where names are shown */
  readonly who: string;
  readonly reasons: readonly { readonly id: string; readonly name: string; readonly needsNote: boolean }[];
  /** seconds */
  readonly lasts: number;
}
/** The same, where a card alone is not enough: it comes again with the PIN of its holder, sealed as at sign-in. */
export interface PinWanted {
  readonly needsPin: true;
}
