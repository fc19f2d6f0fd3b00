/** 结构 (20 §9): what is in one of a product, level by level, as the default versions of the day have it. */
import { mulNum, roundHalfUp, toNumber } from '../../../schemas/language/codec/decimal';
import type { Rec } from '../../../schemas/language/value';
import { rollCost } from '../../bom/cost';
import { explode, MAX_NODES, TooManyNodes } from '../../bom/explode';
import { pickVersion } from '../../bom/pick';
import { BOUGHT, type BomData, type BomVersion } from '../../bom/types';
import type { Service } from '../../ctx';
import { refuse } from '../../errors';
import { bomBelow, operationCost } from './bom-data';
import { freeStock } from './free-stock';

export const bomStructure: Service = {
  name: 'factory.bomStructure',
  right: 'bom:view',
  async run({ product }, ctx): Promise<readonly Rec[]> {
    const chosen = Array.isArray(product) ? (product as readonly string[]) : [];
    const heads = await ctx.records.find(
      'bom',
      `docStatus == 60 && isDefault && bomKind != 4 && effectDate <= param.day && (empty(expireDate) || expireDate >= param.day)${
        chosen.length > 0 ? ' && material in param.chosen' : ''
      }`,
      { param: { day: ctx.today, ...(chosen.length > 0 ? { chosen: [...chosen] } : {}) } },
    );
    const data = perPiece(await bomBelow(ctx, { versions: heads.map(({ id }) => id as string), date: ctx.today }));
    const byId = new Map([...data.versions.values()].flat().map((version) => [version.id, version]));
    const operations = await operationCost(ctx, data);
    const costs = new Map<string, number | null>();
    const costOf = (version: BomVersion): number | null => {
      const known = costs.get(version.id);
      if (known !== undefined) return known;
      const { cost } = rollCost(data, version, operations);
      costs.set(version.id, cost === null ? null : toNumber(cost));
      return costs.get(version.id) ?? null;
    };
    const rows: Rec[] = [];
    const materials = new Set<string>();
    for (const { id } of heads) {
      const version = byId.get(id as string);
      if (!version) continue;
      for (const node of nodesOf(version)) {
        const material = data.materials.get(node.material);
        const own =
          node.version ?? pickVersion(data.versions.get(node.material) ?? [], { attrKey: node.attrKey, units: [] });
        const each = material?.makeType === BOUGHT || own === undefined ? (material?.stdCost ?? null) : costOf(own);
        materials.add(node.material);
        rows.push({
          product: version.material,
          revision: version.revision,
          seq: rows.length,
          level: node.level,
          path: node.path,
          child: node.material,
          childUnit: material?.unit ?? null,
          needPer1: roundHalfUp(toNumber(node.need), 8),
          cost: each === null ? null : roundHalfUp(toNumber(mulNum(node.need, each)), 4),
        });
      }
      if (rows.length > MAX_NODES) throw refuse('结构超过20000行，请缩小范围');
    }
    const stock = await freeStock(ctx, [...materials]);
    return rows.map((row) => ({ ...row, stock: stock.get(row.child as string) ?? 0 }));

    function nodesOf(version: BomVersion) {
      try {
        return explode(data, { version, qty: 1, attrKey: version.attrKey, multi: true });
      } catch (error) {
        if (error instanceof TooManyNodes) throw refuse('结构超过20000行，请缩小范围');
        throw error;
      }
    }
  },
};

/** A fixed loss is of an order, not of a piece. */
const perPiece = (data: BomData): BomData => ({
  ...data,
  versions: new Map(
    [...data.versions].map(([material, versions]) => [
      material,
      versions.map((version) => ({ ...version, items: version.items.map((item) => ({ ...item, fixedLoss: 0 })) })),
    ]),
  ),
});
