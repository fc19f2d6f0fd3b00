/** 展开查询, 反查 (20 §10.5): the engine's answers as rows of lists. */
import { type Num, roundHalfUp, toNumber } from '../../../schemas/language/codec/decimal';
import type { Rec, Value } from '../../../schemas/language/value';
import { explode, type Line, linesOf, type NeedNode, TooManyNodes, totalsOf } from '../../bom/explode';
import type { BomData } from '../../bom/types';
import { whereUsed } from '../../bom/where-used';
import type { Service } from '../../ctx';
import { bomAbove, bomBelow } from '../../datasets/factory/bom-data';
import { freeStock } from '../../datasets/factory/free-stock';
import { refuse } from '../../errors';
import { plantsOf } from './plants';

/** 单层, 多层, 多层汇总 of the dictionary bomMode */
const SINGLE = '1';
const SUMS = '3';

export const bomExplode: Service = {
  name: 'bom.explode',
  right: null,
  async run({ bom: asked, qty, date, mode }, ctx) {
    const bom = oneOf(asked);
    if (bom === undefined) return [];
    const head = await ctx.records.get('bom', bom, { scoped: true });
    if (!head) return [];
    const data = await bomBelow(ctx, { versions: [bom], date: typeof date === 'string' ? date : ctx.today });
    const version = [...data.versions.values()].flat().find((version) => version.id === bom);
    if (!version) return [];
    const units = await plantsOf(ctx, version.factoryUnit);
    const nodes = bounded(() =>
      explode(data, {
        version,
        qty: typeof qty === 'number' ? qty : 1,
        attrKey: version.attrKey,
        units,
        multi: (mode ?? SINGLE) !== SINGLE,
      }),
    );
    const stock = await freeStock(ctx, [...new Set(nodes.map((node) => node.material))]);
    return mode === SUMS ? sumRows(data, nodes, stock, bom) : lineRows(data, nodes, stock, bom);
  },
};

export const bomWhereUsed: Service = {
  name: 'bom.whereUsed',
  right: null,
  async run({ child: asked, date }, ctx) {
    const child = oneOf(asked);
    if (child === undefined) return [];
    const { data, above } = await bomAbove(ctx, child, typeof date === 'string' ? date : ctx.today);
    return bounded(() => whereUsed(above, child)).map(
      ({ level, version, item, per }, seq): Rec => ({
        seq,
        child,
        level,
        material: version.material,
        name: data.materials.get(version.material)?.name ?? null,
        spec: data.materials.get(version.material)?.spec ?? null,
        bom: version.id,
        revision: version.revision,
        lineNo: item.lineNo,
        per: roundHalfUp(toNumber(per), 8),
        top: !above.has(version.material),
      }),
    );
  },
};

/** A search names records as a list; the first one is asked about. */
const oneOf = (value: Value | undefined): string | undefined => {
  const first: unknown = Array.isArray(value) ? value[0] : value;
  return typeof first === 'string' && isUuid(first) ? first : undefined;
};
const isUuid = (text: string): boolean => /^[0-9a-f-]{36}$/i.test(text);
const bounded = <T>(work: () => T): T => {
  try {
    return work();
  } catch (error) {
    if (error instanceof TooManyNodes) throw refuse('结构超过20000行，请缩小范围');
    throw error;
  }
};

type Stock = ReadonlyMap<string, number>;
/** Rows in the order of the structure; 虚拟件 are not among them, what they are made of stands in their place. */
function lineRows(data: BomData, nodes: readonly NeedNode[], stock: Stock, bom: string): Rec[] {
  const totals = new Map(totalsOf(data, nodes).map((total) => [`${total.material} ${total.attrKey}`, total.qty]));
  return linesOf(nodes).map(({ node, level }: Line, seq): Rec => {
    const total = totals.get(`${node.material} ${node.attrKey}`) ?? 0;
    return {
      ...materialOf(data, node.material, stock, total),
      seq,
      bom,
      level,
      path: node.path,
      revision: node.version === undefined ? null : node.version.revision,
      attrKey: node.attrKey || null,
      perQty: node.item.perQty,
      lossRate: node.item.lossRate,
      need: decimal(node.need),
    };
  });
}
function sumRows(data: BomData, nodes: readonly NeedNode[], stock: Stock, bom: string): Rec[] {
  return totalsOf(data, nodes)
    .sort((a, b) => (codeOf(data, a.material) < codeOf(data, b.material) ? -1 : 1))
    .map(
      (total, seq): Rec => ({
        ...materialOf(data, total.material, stock, total.qty),
        seq,
        bom,
        attrKey: total.attrKey || null,
        need: roundHalfUp(Number(total.exact), 8),
      }),
    );
}
const codeOf = (data: BomData, id: string): string => data.materials.get(id)?.code ?? '';
const materialOf = (data: BomData, id: string, stock: Stock, total: number): Record<string, Value> => {
  const material = data.materials.get(id);
  const free = stock.get(id) ?? 0;
  return {
    material: id,
    name: material?.name ?? null,
    spec: material?.spec ?? null,
    makeType: material?.makeType ?? null,
    unit: material?.unit ?? null,
    total,
    stock: free,
    short: Math.max(0, roundHalfUp(total - free, 4)),
  };
};
const decimal = (value: Num): number => roundHalfUp(toNumber(value), 8);
