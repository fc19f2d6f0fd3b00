/**
 * What an order needs (30 P1): its structure walked through 虚拟件 and what is made without a route of its own, rows of one material at
 * one operation together, rounded up once.
 */
import { addNum, divNum, mulNum, type Num, roundNum, toNumber } from '../../../schemas/language/codec/decimal';
import { explode, type NeedNode, shownQty } from '../../bom/explode';
import { type BomData, type BomVersion, MAX_LEVELS } from '../../bom/types';
import type { Ctx } from '../../ctx';
import { refuse } from '../../errors';
import type { LineOf } from '../../rows';

/** How a row of a bill of materials is issued; quantities are in the structure. */
export type Issue = Pick<LineOf<'bom', 'items'>, 'id' | 'opNbr' | 'feedMode' | 'mustFeed' | 'noExplode' | 'warehouse'>;
export interface Need {
  readonly material: string;
  readonly attrKey: string;
  readonly opNbr: number | null;
  /** base units of one `perBase` of the product, without losses: what a report consumes */
  readonly perQty: number;
  readonly perBase: number;
  readonly lossRate: number;
  readonly fixedLoss: number;
  /** base units, rounded up to the decimals of the unit */
  readonly needQty: number;
  readonly issue: Issue | undefined;
}
export interface NeedOf {
  readonly version: BomVersion;
  readonly qty: number;
  readonly attrKey: string;
  readonly units: readonly string[];
  readonly through: ReadonlySet<string>;
}

/** Needs of a quantity of the product, in the order of the structure; deeper than 30 levels is refused. */
export const needsOf = (data: BomData, of: NeedOf, issues: ReadonlyMap<string, Issue>): readonly Need[] => {
  const nodes = explode(data, { ...of, multi: false });
  if (nodes.some((node) => node.isPhantom && node.level >= MAX_LEVELS))
    throw refuse(`物料清单层级超过${MAX_LEVELS}，请检查`);
  const byPath = new Map(nodes.map((node) => [node.path, node]));
  const sums = new Map<string, Sum>();
  for (const node of nodes) {
    if (node.isPhantom) continue;
    const way = wayTo(node, byPath);
    const opNbr = issues.get(way[0]?.item.id ?? '')?.opNbr ?? null;
    const key = `${node.material}|${opNbr ?? ''}|${node.attrKey}`;
    const sum = sums.get(key);
    const per = perOf(way, of.version.baseQty);
    sums.set(
      key,
      sum === undefined
        ? { node, opNbr, need: node.need, per, isMerged: false }
        : { ...sum, need: addNum(sum.need, node.need), per: plus(sum.per, per), isMerged: true },
    );
  }
  return [...sums.values()].map(({ node, opNbr, need, per, isMerged }) => ({
    material: node.material,
    attrKey: node.attrKey,
    opNbr,
    perQty: toNumber(roundNum(per.qty, 8)),
    perBase: toNumber(per.base),
    lossRate: isMerged ? 0 : node.item.lossRate,
    fixedLoss: isMerged ? 0 : node.item.fixedLoss,
    needQty: shownQty(data, node.material, need),
    issue: issues.get(node.item.id),
  }));
};

interface Sum {
  readonly node: NeedNode;
  readonly opNbr: number | null;
  readonly need: Num;
  readonly per: Per;
  readonly isMerged: boolean;
}
/** `qty` of a part in `base` of the product */
interface Per {
  readonly qty: Num;
  readonly base: Num;
}
/** The rows from the product down to this one. */
const wayTo = (node: NeedNode, byPath: ReadonlyMap<string, NeedNode>): readonly NeedNode[] => {
  const way: NeedNode[] = [];
  for (let at: NeedNode | undefined = node; at !== undefined; at = byPath.get(at.parent ?? '')) way.unshift(at);
  return way;
};
/** Quantities multiplied along the way, and the base quantities of the structures they stand in. */
const perOf = (way: readonly NeedNode[], topBase: number): Per => {
  let qty: Num = 1;
  let base: Num = topBase;
  for (const { item, version, isPhantom } of way) {
    qty = mulNum(qty, mulNum(item.perQty, item.factor));
    if (isPhantom && version !== undefined) base = mulNum(base, version.baseQty);
  }
  return { qty, base };
};
const plus = (a: Per, b: Per): Per =>
  a.base === b.base
    ? { qty: addNum(a.qty, b.qty), base: a.base }
    : { qty: addNum(mulNum(a.qty, b.base), mulNum(b.qty, a.base)), base: mulNum(a.base, b.base) };

/** How the rows of these versions are issued, by their ids. */
export const issuesOf = async (ctx: Ctx, data: BomData): Promise<ReadonlyMap<string, Issue>> => {
  const ids = [...data.versions.values()].flat().map(({ id }) => id);
  const boms = await ctx.asSystem().records.many('bom', ids, { rows: ['items'], stored: true });
  return new Map(boms.flatMap(({ items }) => items.map((row) => [row.id, row] as const)));
};

/** Share of a lot of all that is needed: up to the lots so far, less what they were given before (30 P3). */
export const shareOf = (
  need: number,
  {
    planned,
    lots,
    given,
    decimals,
  }: { readonly planned: number; readonly lots: number; readonly given: number; readonly decimals: number },
): number => {
  const upTo = divNum(mulNum(need, lots), planned) ?? 0;
  return Math.max(0, toNumber(addNum(roundNum(roundNum(upTo, 9), decimals, 'ceil'), -given)));
};

/** Full lots, then the rest; a lot of 0 is the whole quantity (30 P3). */
export const lotsOf = (qty: number, lot: number): readonly number[] => {
  if (lot <= 0 || lot >= qty) return [qty];
  const lots: number[] = [];
  for (let rest = qty; rest > 0; rest = toNumber(addNum(rest, -lot))) lots.push(Math.min(lot, rest));
  return lots;
};
