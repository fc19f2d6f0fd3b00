/** 一键冲销 (30 P11): a report with everything after it, last to first, in one transaction and by the rights of who asks. */
import { addDec, subDec } from '../../../schemas/language/codec/decimal';
import type { Ctx } from '../../ctx';
import { refuse } from '../../errors';
import type { Step } from '../../production/reversal';
import type { RowOf } from '../../rows';
import { type Impact, impactOf, type Node } from './impact';
import { endedOf } from './intervals';
import { rebalance } from './rebalance';
import { recountDispatches, recountStarts } from './recount';
import { waysOfNodes } from './ways';

export const reverseChain = async (report: RowOf<'prdReport'>, reason: string, ctx: Ctx): Promise<void> => {
  const impact = await impactOf(report, ctx);
  await guardChain(impact, ctx);
  for (const { step } of impact.nodes) if (step) await done(step, reason, ctx);
  await ctx.records.act('prdReport', 'reverse', report.id, { reason });
};

/** Why the chain cannot be gone: somebody has to act first, or may what this person may not. */
export const chainRefusal = ({ nodes }: Impact, ctx: Ctx): string | null => {
  const held = nodes.find(({ blocks }) => blocks !== null);
  if (held) return held.blocks;
  const closed = nodes.find(({ right }) => !ctx.session.rights.has(right));
  return closed ? `没有权限处理${closed.nbr}（${closed.effect}），请由有权限人员冲销` : null;
};
const guardChain = async (impact: Impact, ctx: Ctx): Promise<void> => {
  const text = chainRefusal(impact, ctx);
  if (text === null) return;
  throw refuse(text, { rule: 'prdReport.chain', ways: await waysOfNodes(impact.nodes.filter(isHeld), ctx) });
};
const isHeld = ({ blocks }: Node): boolean => blocks !== null;

const done = async ({ kind, id }: Step, reason: string, ctx: Ctx): Promise<void> => {
  if (kind === 'reverse') await ctx.records.act('prdReport', 'reverse', id, { reason });
  else if (kind === 'withdraw') await ctx.records.act('prdReport', 'del', id);
  else if (kind === 'cancel') await ctx.records.act('prdStart', 'cancel', id, { reason });
  else await endStart(id, ctx);
};
/** 结束 without its question: what nobody has reported goes back. The right to it was asked with the chain. */
const endStart = async (id: string, ctx: Ctx): Promise<void> => {
  const { records } = ctx.asSystem();
  const start = await records.get('prdStart', id, { lock: true });
  if (!start) throw new Error(`start ${id} does not exist`);
  const startQty = addDec(start.reportQty ?? 0, start.submittedQty ?? 0);
  if (subDec(start.startQty, startQty) <= 0) return;
  await records.save('prdStart', { id, docStatus: '60', startQty, ...endedOf(start, ctx.occurAt) });
  await recountStarts(ctx, [id], ctx.occurAt);
  await recountDispatches(ctx, [start.dispatchOrder]);
  if (start.workOrderNbr !== null) await rebalance(ctx, [start.workOrderNbr]);
};
