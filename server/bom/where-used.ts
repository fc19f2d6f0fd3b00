/** 反查 (20 §10.5): every product a material goes into, with the quantity per 1 of it. */
import { addNum, divNum, mulNum, type Num } from '../../schemas/language/codec/decimal';
import { MAX_NODES, TooManyNodes } from './explode';
import { type BomItem, type BomVersion, MAX_LEVELS } from './types';

export interface UsedIn {
  readonly path: string;
  readonly parent: string | undefined;
  readonly level: number;
  readonly version: BomVersion;
  readonly item: BomItem;
  /** base units of the material in one of this product, on this way; fixed losses left out, they are none of one piece */
  readonly per: Num;
}

/** `above`: versions by the material of their rows. */
export function whereUsed(above: ReadonlyMap<string, readonly BomVersion[]>, material: string): UsedIn[] {
  const out: UsedIn[] = [];
  const climb = (child: string, per: Num, below: UsedIn | undefined): void => {
    for (const version of above.get(child) ?? []) {
      for (const item of version.items) {
        if (item.material !== child) continue;
        const node: UsedIn = {
          path: `${below === undefined ? '' : `${below.path}.`}${version.code}/${version.revision}/${item.lineNo}`,
          parent: below?.path,
          level: (below?.level ?? 0) + 1,
          version,
          item,
          per: mulNum(per, perOne(item, version.baseQty)),
        };
        out.push(node);
        if (out.length > MAX_NODES) throw new TooManyNodes();
        if (node.level < MAX_LEVELS) climb(version.material, node.per, node);
      }
    }
  };
  climb(material, 1, undefined);
  return out;
}

/** Base units of a row in one of the product. */
export function perOne(item: BomItem, baseQty: number): Num {
  const rate = divNum(addNum(100, item.lossRate), 100) ?? 1;
  return mulNum(divNum(mulNum(item.perQty, rate), baseQty) ?? 0, item.factor);
}
