/**
 * Labels on paper. A label that was never printed is free for ten minutes from its making; after that, and for every further paper, a
 * reprint with a reason (codeRePrint) opens it for its maker for as long. Counts go up when somebody says that the paper came out.
 */
import type { Rec } from '../../schemas/language/value';
import { badRequest, refuse } from '../errors';
import { refuseTooMany } from '../print/job';
import type { EngineCtx } from '../records/host';
import { isUuid } from '../records/list/list-request';
import { callOnce } from '../records/save/idempotency';
import type { RowOf } from '../rows';
import { type LabelSheets, labelSheets, labelTemplate } from './sheets';

const FREE_MINUTES = 10;
const STATUS = ['', '', '已作废', '已拆分', '已合并'] as const;

type Body = Readonly<Record<string, unknown>>;

export function readIds(ids: unknown): readonly string[] {
  if (!Array.isArray(ids) || ids.length === 0 || !ids.every(isUuid)) throw badRequest();
  refuseTooMany(ids.length);
  return [...new Set(ids as readonly string[])];
}

/** The labels in the order of the ids, in the user's rows; `lock` for counting. */
export async function labelsOf(ctx: EngineCtx, ids: readonly string[], lock = false): Promise<readonly Rec[]> {
  const found = await ctx.asSystem().records.many('codeLabel', lock ? [...ids].sort() : ids, { lock, stored: true });
  const byId = new Map(found.map((rec) => [rec.id as string, rec]));
  return ids.map((id) => {
    const rec = byId.get(id);
    if (!rec) throw refuse('标签不存在，请刷新后重试');
    return rec;
  });
}

/** Void, split and merged labels are nothing any more. */
export function refuseDead({ labelNo, labelStatus }: Rec, verb: string): void {
  const state = STATUS[Number(labelStatus)];
  if (state) throw refuse(`标签「${labelNo}」${state}${verb}`);
}

/** Pages of labels for paper: fresh ones, or those of a reprint of this user. Body {ids, tpl, reprint}. */
export async function sheetsCall(ctx: EngineCtx, body: Body): Promise<LabelSheets> {
  const ids = readIds(body.ids);
  const recs = await labelsOf(ctx, ids);
  const opened = await openedBy(ctx, body.reprint);
  for (const rec of recs) {
    refuseDead(rec, '，不能打印');
    if (opened?.has(rec.id as string)) continue;
    if (opened || !isFree(ctx, rec))
      throw refuse(`标签「${rec.labelNo}」已打印或已超过${FREE_MINUTES}分钟，请用补打并填写原因`);
  }
  const tpl = typeof body.tpl === 'string' ? body.tpl : String(recs[0]?.tpl ?? '');
  return labelSheets(ctx, labelTemplate(ctx, tpl).print, recs);
}

const isFree = (ctx: EngineCtx, { printCount, createdAt }: Rec): boolean =>
  Number(printCount ?? 0) === 0 && minutesSince(ctx, createdAt) <= FREE_MINUTES;

const minutesSince = (ctx: EngineCtx, at: unknown): number =>
  (Date.parse(`${ctx.now.replace(' ', 'T')}Z`) - Date.parse(`${String(at).replace(' ', 'T')}Z`)) / 60_000;

/** Labels a reprint opens: for who made it, and not for long. */
async function openedBy(ctx: EngineCtx, id: unknown): Promise<ReadonlySet<string> | undefined> {
  if (id === undefined || id === null) return undefined;
  const doc = await reprintOf(ctx, id);
  return new Set(doc.rows.map((row) => row.label));
}
async function reprintOf(ctx: EngineCtx, id: unknown): Promise<RowOf<'codeRePrint'>> {
  const doc = isUuid(id) ? await ctx.asSystem().records.get('codeRePrint', id) : null;
  if (doc?.createdBy !== ctx.session.me.id || minutesSince(ctx, doc.reprintAt) > FREE_MINUTES)
    throw refuse('补打已超过10分钟，请重新补打');
  return doc;
}

/**
 * 是否打印成功？ {ids, ok, reprint, token}: of fresh labels a yes counts the first paper, a no leaves them free; of a reprint, which
 * counted already, a no is noted on its rows.
 */
export function printedCall(ctx: EngineCtx, body: Body): Promise<{ readonly printed: number }> {
  const { token: _, ...given } = body;
  return callOnce(ctx, 'codeLabel printed', given, async (inner) => {
    const isGood = given.ok === true;
    const { records } = inner.asSystem();
    if (given.reprint !== undefined && given.reprint !== null) {
      const doc = await reprintOf(inner, given.reprint);
      const rows = doc.rows.map((row) => ({ ...row, result: isGood ? ('1' as const) : ('2' as const) }));
      if (!isGood) await records.patch('codeRePrint', doc.id, { rows: { rows } });
      return { printed: isGood ? rows.length : 0 };
    }
    if (!isGood) return { printed: 0 };
    let printed = 0;
    for (const rec of await labelsOf(inner, readIds(given.ids), true)) {
      // said twice, or printed elsewhere meanwhile: one paper was free
      if (Number(rec.printCount ?? 0) > 0) continue;
      await records.patch('codeLabel', rec.id as string, { head: { printCount: 1, ...stamp(inner) } });
      printed++;
    }
    return { printed };
  });
}

export const stamp = (ctx: EngineCtx): Rec => ({ lastPrintedBy: ctx.session.me.id, lastPrintedAt: ctx.now });
