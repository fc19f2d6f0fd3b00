/** 数量调整 (30 §5): what each sort of document brings to it, the shape of the list in adjust-kinds.ts; and what its records say. */
import type { Ctx } from '../../ctx';
import type { Range } from '../../production/adjust';
import type { JudgedOf, LineOf, RowOf } from '../../rows';
import type { Told } from './effect';

export type Adjustment = RowOf<'adjustRecord'>;
/** A record before its audit */
export type Asked = Pick<
  JudgedOf<'adjustRecord'>,
  | 'id'
  | 'kind'
  | 'prdStart'
  | 'prdReport'
  | 'outPlan'
  | 'outSend'
  | 'outReceive'
  | 'srcRow'
  | 'lossReason'
  | 'workOrderNbr'
  | 'rows'
  | 'badRows'
>;
export type AdjustField = LineOf<'adjustRecord', 'rows'>['field'];

export interface AdjustKind {
  /** the first thing that speaks against it, as its document stands now: it is locked and stays so */
  refusal(asked: Asked, ctx: Ctx): Promise<string | null>;
  /** does it, and tells what it did beside what the operations say */
  apply(record: Adjustment, ctx: Ctx): Promise<readonly Told[]>;
}

/** What a quantity of a document, or of a row of it, may be changed to. */
export interface Standing {
  readonly bounds: Readonly<Record<string, Range>>;
  /** null: it may be adjusted */
  readonly blockReason: string | null;
}
/** The same of a row of an outside document. */
export interface LineStanding extends Standing {
  readonly id: string;
  /** 第10行 外管总成 电镀 */
  readonly what: string;
  readonly now: Readonly<Partial<Record<NonNullable<AdjustField>, number>>>;
  /** the quantity people change first */
  readonly main: NonNullable<AdjustField>;
  readonly lossReason?: string | null;
}

/** What a record changes a value to; what it does not name stays. */
export const newValue = ({ rows }: Pick<Asked, 'rows'>, field: AdjustField): number | undefined =>
  rows.find((row) => row.field === field)?.newValue ?? undefined;
/** Somebody has changed meanwhile what it starts from. */
export const isStale = ({ rows }: Pick<Asked, 'rows'>, now: Readonly<Record<string, unknown>>): boolean =>
  rows.some(({ field, oldValue }) => Number(now[field ?? ''] ?? 0) !== oldValue);
