/** 发料清单 (40 §6.1): what a supplier is given for each line of a plan, built of the bill of materials in force and kept as it was. */
import { divDec, mulDec, roundHalfUp } from '../../../schemas/language/codec/decimal';
import { LINE_STEP } from '../../../schemas/language/record/rows';
import type { Problem } from '../../../schemas/language/value';
import { pickVersion } from '../../bom/pick';
import type { Ctx } from '../../ctx';
import { bomBelow } from '../../datasets/factory/bom-data';
import type { DraftOf, JudgedOf, RowOf } from '../../rows';
import { needsOf } from '../production/need';
import { ordersOfPlan, WITH_MATERIAL } from './orders';

type Draft = DraftOf<'outPlan'>;
type Item = Draft['items'][number];
type Material = Draft['materials'][number];

/** Lists of the lines: kept while product and version stay; one without rows that was not emptied by hand is built. */
export const planMaterials = async (record: Draft, old: RowOf<'outPlan'> | null, ctx: Ctx): Promise<Material[]> => {
  if (record.outType !== WITH_MATERIAL) return [];
  const lines = new Map(record.items.map((row, n) => [row.id, { row, lineNo: row.lineNo ?? (n + 1) * LINE_STEP }]));
  const given = named(record.materials, lines);
  const rows: Material[] = [];
  for (const { row, lineNo } of lines.values()) {
    const before = old?.items.find(({ id }) => id === row.id);
    const isSame = before !== undefined && before.material === row.material && before.bom === row.bom;
    const own = given.filter(({ planRow }) => planRow === row.id);
    const kept = isSame || before === undefined ? own : [];
    const list = kept.length > 0 || isSame ? kept : await built(record, row, ctx);
    for (const each of list)
      rows.push({ ...each, planRow: row.id, planLine: lineNo, planQty: row.baseQty ?? row.qty ?? null });
  }
  return rows.map((row, n) => ({ ...row, lineNo: (n + 1) * LINE_STEP }));
};

/** A row typed by hand says the number of its line, or is of the first one. */
const named = (
  rows: readonly Material[],
  lines: ReadonlyMap<string, { readonly row: Item; readonly lineNo: number }>,
): readonly Material[] => {
  const all = [...lines.values()];
  return rows.map((row) => {
    const known = row.planRow ? lines.get(row.planRow) : undefined;
    const typed = all.find(({ lineNo }) => lineNo === row.planLine);
    return { ...row, planRow: (known ?? typed ?? all[0])?.row.id ?? null };
  });
};

const built = async (record: Draft, row: Item, ctx: Ctx): Promise<readonly Material[]> => {
  if (!row.material) return [];
  const date = record.bizDate ?? ctx.today;
  const data = await bomBelow(ctx, { ...(row.bom ? { versions: [row.bom] } : { materials: [row.material] }), date });
  const versions = data.versions.get(row.material) ?? [];
  const asked = { attrKey: row.attrKey ?? '', units: [] };
  const version = row.bom ? versions.find(({ id }) => id === row.bom) : pickVersion(versions, asked);
  row.bom = version?.id ?? null;
  if (!version) return [];
  // a version for some values of the product makes just those
  row.attrKey ??= version.attrKey === '' ? null : version.attrKey;
  const attrKey = row.attrKey ?? '';
  const qty = row.baseQty ?? row.qty ?? 0;
  const needs = needsOf(data, { version, qty, attrKey, units: [], through: new Set() }, new Map());
  const ids = [...new Set(needs.map(({ material }) => material))];
  const materials = new Map(
    (await ctx.asSystem().records.many('material', ids, { stored: true })).map((each) => [each.id, each]),
  );
  return needs.map((need) => ({
    id: ctx.newId(),
    material: need.material,
    materialName: materials.get(need.material)?.name ?? null,
    spec: materials.get(need.material)?.spec ?? null,
    unit: materials.get(need.material)?.unit ?? null,
    attrKey: need.attrKey === '' ? null : need.attrKey,
    perQty: need.perQty,
    perBase: need.perBase,
    lossRate: need.lossRate === 0 && need.fixedLoss === 0 ? lossOf(need, qty) : need.lossRate,
    fixedLoss: need.fixedLoss,
    sentQty: 0,
    consumedQty: 0,
    lossQty: 0,
    returnedQty: 0,
  }));
};

/** Rows of one material together keep what they need beyond their use as one rate. */
const lossOf = (need: { readonly perQty: number; readonly perBase: number; readonly needQty: number }, qty: number) => {
  const used = divDec(mulDec(need.perQty, qty), need.perBase) ?? 0;
  // less than a unit more is rounding
  return used > 0 && need.needQty - used >= 1 ? roundHalfUp((need.needQty / used - 1) * 100, 2) : 0;
};

/** 带料委外必须有发料清单, of every line; what is pushed from an operation goes as that operation. */
export const checkMaterials = (record: JudgedOf<'outPlan'>): readonly Problem[] => {
  if (record.outType !== WITH_MATERIAL) return [];
  const ofOperation = record.items.find(({ orderProcess }) => orderProcess !== null);
  if (ofOperation)
    return [{ code: 'outPlan.type', path: 'outType', text: `第${ofOperation.lineNo}行来自工序任务，不能改为带料委外` }];
  return record.items
    .filter((row) => !record.materials.some(({ planRow }) => planRow === row.id))
    .map(({ id }) => ({ code: 'outPlan.materials', path: `items[${id}].bom`, text: '带料委外必须有发料清单' }));
};

/** L17: what an order asks for is its product. */
export const checkOrders = async (record: JudgedOf<'outPlan'>, ctx: Ctx): Promise<readonly Problem[]> => {
  if (record.outType !== WITH_MATERIAL) return [];
  const problems: Problem[] = [];
  for (const order of await ordersOfPlan(record, ctx)) {
    const own = record.items.filter(({ prdOrder }) => prdOrder === order.id);
    if (own.every(({ material }) => material === order.material)) continue;
    const text = `生产订单${order.nbr}的产品与外协明细不一致`;
    problems.push({ code: 'outPlan.order', path: `items[${own[0]?.id ?? ''}].prdOrder`, text });
  }
  return problems;
};
