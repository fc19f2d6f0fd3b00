/** Ways out of a refusal (30 §1.2 d): an action of the document, or a page the reader is led to. */
import type { CheckProblem, Way } from '../../../schemas/language/record/checks';
import type { Problem } from '../../../schemas/language/value';
import type { Ctx } from '../../ctx';
import { seenOf } from '../../datasets/seen';
import type { Limit } from '../../production/limits';

interface Named {
  readonly object: string;
  readonly id: string;
  readonly nbr: string;
}
/** 查看KGD202601150001: documents that stand in the way and are the reader's to open, each once and not too many. */
export const waysOfNodes = async (nodes: readonly Named[], ctx: Ctx): Promise<readonly Way[]> => {
  const once = nodes.filter(({ id }, n) => nodes.findIndex((each) => each.id === id) === n).slice(0, MOST);
  const open = await openTo(once, ctx);
  return once
    .filter(({ id }) => open.has(id))
    .map(({ object, id, nbr }) => ({ title: `查看${nbr}`, page: `${object}#detail`, with: { id } }));
};
const MOST = 3;

/** Ids of those whose pages the reader may open: his right to look at them, and his rows. */
export const openTo = async (nodes: readonly Named[], ctx: Ctx): Promise<ReadonlySet<string>> => {
  const open = new Set<string>();
  for (const object of new Set(nodes.map((node) => node.object))) {
    if (!ctx.session.rights.has(`${object}:view`)) continue;
    const ids = nodes.filter((node) => node.object === object).map(({ id }) => id);
    for (const id of await seenOf(ctx, object, ids)) open.add(id);
  }
  return open;
};

/** What a quantity is held against. */
export interface Bound {
  readonly orderProcess: string;
  readonly prdStart?: string | null;
  readonly dispatchOrder?: string | null;
}
/** Where the number that binds comes from: the operation before, the start, the dispatch, else the operation itself. */
export const waysOfLimit = ({ kind, before }: Limit, bound: Bound): readonly Way[] => {
  const { orderProcess, prdStart, dispatchOrder } = bound;
  const at = (page: string, title: string, id: string): readonly Way[] => [{ title, page, with: { id } }];
  if (kind === 'transfer' && before) return at('orderProcess#detail', '查看前工序', before);
  if (kind === 'start' && prdStart) return at('prdStart#detail', '查看开工单', prdStart);
  if (kind === 'dispatch' && dispatchOrder) return at('dispatchOrder#detail', '查看派工单', dispatchOrder);
  return at('orderProcess#detail', '查看工序', orderProcess);
};

/** A quantity over its limit as a problem of the form, with what it was reckoned from and where that stands. */
export const limitRefusal = (
  limit: Limit,
  { rule, path, text }: { readonly rule: string; readonly path: string; readonly text: string },
  bound: Bound,
): CheckProblem => ({
  code: rule,
  rule,
  path,
  text,
  terms: { ...limit.terms, max: limit.max },
  ways: waysOfLimit(limit, bound),
});

/** The same of a problem that refuses an action. */
export const refusedBy = (problem: Problem | CheckProblem) => ({
  rule: problem.code,
  ...('rule' in problem ? { terms: problem.terms, ways: problem.ways ?? [] } : {}),
});

/** Who lacks material feeds it, picks it for the order, or looks at the line side. */
export const waysOfLack = (
  by: 'feed' | 'pick' | 'stock',
  { material, operation, warehouse }: Lacking,
): readonly Way[] => {
  const feed: Way = { title: '上料', page: 'feedRecord#edit', with: { orderProcess: operation.id, material } };
  const pick: Way = { title: '领料', page: 'prdOrder#detail', with: { id: operation.prdOrderNbr } };
  const stock: Way = { title: '查看库存', page: 'stockBalance', with: { material, warehouse } };
  if (by === 'feed') return [feed, stock];
  return by === 'pick' ? [pick, stock] : [stock];
};
interface Lacking {
  readonly material: string;
  readonly operation: { readonly id: string; readonly prdOrderNbr: string | null };
  readonly warehouse: string | null;
}
