/** What every document that posts stock shares: its name in the ledger, and what all of them are refused for (40 §3.6, 00 §3.7). */
import type { Problem, Rec } from '../../schemas/language/value';
import type { Ctx } from '../ctx';
import { closedMonth, closedSentence } from '../stock/period';
import { checkUnits } from './units';

interface Doc {
  readonly id: string;
  readonly nbr: string;
  readonly bizDate: string;
}

/** The document as `postStock` and `reverseStock` know it. */
export const docOf = <O extends string>(docType: O, { id, nbr, bizDate }: Doc) => ({
  docType,
  docId: id,
  docNbr: nbr,
  bizDate,
});

/** A day in a closed month, at 业务日期. */
export const checkPeriod = async ({ bizDate }: Pick<Doc, 'bizDate'>, ctx: Ctx): Promise<readonly Problem[]> => {
  const text = closedSentence(bizDate, await closedMonth(ctx));
  return text === null ? [] : [{ code: 'stock.period', path: 'bizDate', text }];
};

/** The day, and units of the rows `items` that a save brings. */
export const checkStockDoc = async (
  record: Rec & Pick<Doc, 'bizDate'>,
  old: Rec | null,
  ctx: Ctx,
): Promise<readonly Problem[]> => [
  ...(await checkPeriod(record, ctx)),
  ...(await checkUnits('items', record, old, ctx)),
];
