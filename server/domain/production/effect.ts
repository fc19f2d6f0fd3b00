/** What documents beside a report do with it, and what holds a start: the shapes of the lists in effects.ts. */
import type { Ctx } from '../../ctx';
import type { ChangeOf, HeadOf, LineOf, RowOf } from '../../rows';

type Report = RowOf<'prdReport'>;
/** One effect of an adjustment, as its record keeps it. */
export type Told = Pick<Effect, 'type' | 'ref'> &
  Partial<Pick<Effect, 'before' | 'after' | 'moneyBefore' | 'moneyAfter' | 'orderProcess' | 'material' | 'batchNbr'>>;
type Effect = LineOf<'adjustRecord', 'effects'>;
export interface Adjusted {
  /** of the report */
  readonly change?: ChangeOf<'prdReport'>;
  readonly told?: readonly Told[];
}
/** What others have made of a quantity of the report: it may not fall below. */
export interface Least {
  readonly field: 'qualifiedQty' | 'reworkQty' | 'pendingQty';
  readonly qty: number;
  readonly text: (to: number) => string;
}
/** A document that stands in the way of others, and the right of those who may take it out of it. */
export interface Holder {
  readonly object: string;
  readonly id: string;
  readonly nbr: string;
  readonly right: string;
}
export interface ReportEffect {
  readonly name: string;
  /** as it becomes effective, its operation locked; answers what it changes of the report. A refusal leaves nothing behind */
  apply(report: Report, ctx: Ctx): Promise<ChangeOf<'prdReport'> | undefined>;
  /** exactly back */
  reverse(report: Report, ctx: Ctx): Promise<ChangeOf<'prdReport'> | undefined>;
  /** as it is submitted and waits (docStatus 30 or 50): a check of an inspected operation */
  submitted?(report: Report, ctx: Ctx): Promise<void>;
  /** as it is withdrawn while it waits; refuses when somebody has begun to check it */
  withdrawn?(report: Report, ctx: Ctx): Promise<void>;
  /** why it cannot be taken back now (30 P11): asked of all before anything is */
  holds?(report: Report, ctx: Ctx): Promise<string | null>;
  /** the documents behind that, or behind why it cannot be withdrawn, each with its sentence: 冲销影响 names them */
  holders?(report: Report, ctx: Ctx): Promise<readonly (Holder & { readonly text: string })[]>;
  /** what stands of its quantities when they are adjusted (30 §5) */
  least?(report: Report, ctx: Ctx): Promise<readonly Least[]>;
  /** its quantities change while it is effective: what it made follows by the difference. `to` has the new ones, the tables the old */
  adjust?(report: Report, to: Report, ctx: Ctx): Promise<Adjusted | undefined>;
  /** after both, when the balances are new: receivable quantity, automatic receipts */
  settled?(report: Report, ctx: Ctx): Promise<void>;
}

/** Documents by which pieces of an operation are with somebody else: they cannot be taken back here. */
export type SentHolders = (operation: HeadOf<'orderProcess'>, ctx: Ctx) => Promise<readonly Holder[]>;

/** A guard of P7 that needs other documents (a batch that must be fed, the check of the device). */
export interface StartGuard {
  readonly name: string;
  refuses(start: RowOf<'prdStart'>, operation: RowOf<'orderProcess'>, ctx: Ctx): Promise<string | null>;
}
