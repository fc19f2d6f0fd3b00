/**
 * Explosion (20 §10.5): need = quantity × perQty ÷ baseQty × (1 + lossRate ÷ 100) + fixedLoss, exact, rounded up to the unit's decimals
 * only where it is shown as a total of a material. 虚拟件 pass through: their rows stand in their place.
 */
import { addNum, divNum, mulNum, type Num, numText, roundNum, toNumber } from '../../schemas/language/codec/decimal';
import { childAttrKey, isWithin, pickVersion } from './pick';
import { BOUGHT, type BomData, type BomItem, type BomVersion, MAX_LEVELS, PHANTOM } from './types';

/** One row of the structure, parents before children; `need` exact, in base units. */
export interface NeedNode {
  /** line numbers from the top: `10.20` */
  readonly path: string;
  readonly parent: string | undefined;
  readonly level: number;
  readonly material: string;
  readonly attrKey: string;
  readonly item: BomItem;
  /** the version it is made by; undefined = it is drawn from stock or bought */
  readonly version: BomVersion | undefined;
  readonly isPhantom: boolean;
  readonly need: Num;
}
export interface Demand {
  readonly version: BomVersion;
  readonly qty: Num;
  readonly attrKey?: string;
  readonly units?: readonly string[];
  /** through everything that is made too (a view); else what an order would get: only 虚拟件 pass through */
  readonly multi: boolean;
  /** made materials whose rows stand in their place as those of a 虚拟件 do: an order gets no order for them */
  readonly through?: ReadonlySet<string>;
}
/** more than anybody looks at; a structure of 30 levels could repeat its parts without end */
export const MAX_NODES = 20_000;

export class TooManyNodes extends Error {}

export function explode(data: BomData, demand: Demand): NeedNode[] {
  const { version, qty, attrKey = '', units = [], multi, through } = demand;
  const out: NeedNode[] = [];
  const open = (from: BomVersion, need: Num, key: string, parent: NeedNode | undefined): void => {
    for (const item of from.items) {
      if (!isWithin(item.attrCond, key)) continue;
      const material = data.materials.get(item.material);
      const own = childAttrKey(item.attrKey, key, material);
      const isPhantom = material?.makeType === PHANTOM || through?.has(item.material) === true;
      const isMade = material !== undefined && material.makeType !== BOUGHT && !item.noExplode;
      const below = isMade ? pickVersion(data.versions.get(item.material) ?? [], { attrKey: own, units }) : undefined;
      const node: NeedNode = {
        path: parent === undefined ? String(item.lineNo) : `${parent.path}.${item.lineNo}`,
        parent: parent?.path,
        level: (parent?.level ?? 0) + 1,
        material: item.material,
        attrKey: own,
        item,
        version: below,
        isPhantom: isPhantom && below !== undefined,
        need: needOf(item, need, from.baseQty),
      };
      out.push(node);
      if (out.length > MAX_NODES) throw new TooManyNodes();
      if (below !== undefined && node.level < MAX_LEVELS && (multi || node.isPhantom))
        open(below, node.need, own, node);
    }
  };
  open(version, qty, attrKey, undefined);
  return out;
}

/** Base units of one row for a quantity of its parent; multiplied first, so that nothing is lost on the way. */
export function needOf(item: BomItem, qty: Num, baseQty: number): Num {
  const rate = divNum(addNum(100, item.lossRate), 100) ?? 1;
  const exact = divNum(mulNum(mulNum(qty, item.perQty), rate), baseQty) ?? 0;
  return mulNum(addNum(exact, item.fixedLoss), item.factor);
}

/** A row without the 虚拟件 above it, and the level it then has. */
export interface Line {
  readonly node: NeedNode;
  readonly level: number;
  readonly parent: string | undefined;
}
/** The rows as an order has them: 虚拟件 are not among them, their rows stand at their level. */
export function linesOf(nodes: readonly NeedNode[]): Line[] {
  const stands = new Map<string, { readonly level: number; readonly at: string | undefined }>();
  const lines: Line[] = [];
  for (const node of nodes) {
    const above = node.parent === undefined ? { level: 0, at: undefined } : stands.get(node.parent);
    const { level, at } = above ?? { level: 0, at: undefined };
    if (node.isPhantom) stands.set(node.path, { level, at });
    else {
      stands.set(node.path, { level: level + 1, at: node.path });
      lines.push({ node, level: level + 1, parent: at });
    }
  }
  return lines;
}

export interface Total {
  readonly material: string;
  readonly attrKey: string;
  /** exact, and rounded up to the decimals of the base unit */
  readonly exact: string;
  readonly qty: number;
}
/** What is needed of each material in all; 虚拟件 are none. */
export function totalsOf(data: BomData, nodes: readonly NeedNode[]): Total[] {
  const sums = new Map<string, { readonly material: string; readonly attrKey: string; readonly sum: Num }>();
  for (const { isPhantom, material, attrKey, need } of nodes) {
    if (isPhantom) continue;
    const key = `${material} ${attrKey}`;
    sums.set(key, { material, attrKey, sum: addNum(sums.get(key)?.sum ?? 0, need) });
  }
  return [...sums.values()].map(({ material, attrKey, sum }) => ({
    material,
    attrKey,
    exact: numText(sum),
    qty: shownQty(data, material, sum),
  }));
}
/** Rounded up to the decimals of the base unit; a third thrice, cut after 12 decimals, is still one. */
export const shownQty = (data: BomData, material: string, need: Num): number =>
  toNumber(roundNum(roundNum(need, 9), data.materials.get(material)?.decimals ?? 4, 'ceil'));
