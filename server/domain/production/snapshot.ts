/** What the audit of an order keeps of its structure and its route (30 P1): later versions of either do not reach it. */
import { mulDec } from '../../../schemas/language/codec/decimal';
import { LINE_STEP } from '../../../schemas/language/record/rows';
import { pickVersion } from '../../bom/pick';
import type { BomData, BomVersion } from '../../bom/types';
import type { Ctx } from '../../ctx';
import { bomBelow } from '../../datasets/factory/bom-data';
import { refuse } from '../../errors';
import type { ChangeOf, LineOf, RowOf } from '../../rows';
import { plantsOf } from '../factory/plants';
import { routeOf } from '../factory/route';
import { issuesOf, needsOf } from './need';

type Order = RowOf<'prdOrder'>;
/** 自制 */
const MADE = '1';

/** Versions in force on the day of the order, its needs, operations and outputs; refused when the product has none. */
export const snapshotOf = async (record: Order, ctx: Ctx): Promise<ChangeOf<'prdOrder'>> => {
  const { data, version, units } = await structureOf(record, ctx);
  const route = await routeFor(record, ctx);
  return {
    bom: version.id,
    route: route.id,
    materials: await rowsOf(record, { data, version, units }, ctx, []),
    ops: record.ops.length > 0 ? record.ops : route.ops.map((op) => operationOf(op, ctx)),
    outputs: await outputsOf(version, ctx),
  };
};

/** The rows of an audited order for another quantity; what was stamped on them stays. */
export const needRows = async (
  record: Order,
  ctx: Ctx,
  before: Order['materials'],
): Promise<NonNullable<ChangeOf<'prdOrder'>['materials']>> =>
  rowsOf(record, await structureOf(record, ctx), ctx, before);

interface Structure {
  readonly data: BomData;
  readonly version: BomVersion;
  readonly units: readonly string[];
}
const structureOf = async (record: Order, ctx: Ctx): Promise<Structure> => {
  const from = record.bom === null ? { materials: [record.material] } : { versions: [record.bom] };
  const [data, units] = await Promise.all([
    bomBelow(ctx, { ...from, date: record.bizDate }),
    plantsOf(ctx, record.workshop),
  ]);
  const known = data.versions.get(record.material) ?? [];
  const version =
    record.bom === null
      ? pickVersion(known, { attrKey: record.attrKey ?? '', units })
      : known.find(({ id }) => id === record.bom);
  if (!version) throw refuse(`产品「${await codeOf(record, ctx)}」没有生效的物料清单，不能审核`);
  return { data, version, units };
};
const codeOf = ({ material }: Order, ctx: Ctx): Promise<string> => ctx.asSystem().records.label('material', material);

const routeFor = async (record: Order, ctx: Ctx): Promise<RowOf<'route'>> => {
  const { records } = ctx.asSystem();
  const id =
    record.route ?? (await routeOf(ctx, { material: record.material, date: record.bizDate, qty: record.planQty }))?.id;
  const route = id === undefined ? null : await records.get('route', id);
  if (!route) throw refuse(`产品「${await codeOf(record, ctx)}」没有生效的工艺路线，不能审核`);
  return route;
};

const rowsOf = async (
  record: Order,
  { data, version, units }: Structure,
  ctx: Ctx,
  before: Order['materials'],
): Promise<NonNullable<ChangeOf<'prdOrder'>['materials']>> => {
  const through = await withoutRoute(data, record, ctx);
  const attrKey = record.attrKey ?? '';
  const needs = needsOf(data, { version, qty: record.planQty, attrKey, units, through }, await issuesOf(ctx, data));
  // a substitute stands for another row: it is none of these needs itself
  const own = before.filter(({ mainMaterial }) => mainMaterial === null);
  const known = new Map(own.map((row) => [keyOf(row), row]));
  const materials = await ctx.asSystem().records.many('material', [...new Set(needs.map((need) => need.material))], {
    stored: true,
  });
  const byId = new Map(materials.map((material) => [material.id, material]));
  return needs.map((need, n) => {
    const material = byId.get(need.material);
    const old = known.get(keyOf(need));
    return {
      id: old?.id ?? ctx.newId(),
      lineNo: lineOf(n),
      opNbr: need.opNbr,
      material: need.material,
      materialCode: material?.code ?? null,
      materialName: material?.name ?? null,
      spec: material?.spec ?? null,
      unit: material?.unit ?? null,
      attrKey: need.attrKey === '' ? null : need.attrKey,
      perQty: need.perQty,
      perBase: need.perBase,
      lossRate: need.lossRate,
      fixedLoss: need.fixedLoss,
      needQty: need.needQty,
      makeType: material?.makeType ?? null,
      feedMode: need.issue?.feedMode ?? material?.feedMode ?? null,
      mustFeed: need.issue?.mustFeed ?? false,
      noExplode: need.issue?.noExplode ?? false,
      warehouse: need.issue?.warehouse ?? material?.defWarehouse ?? null,
      sourceOrderNbr: old?.sourceOrderNbr ?? null,
    };
  });
};
interface Keyed {
  readonly material: string | null;
  readonly opNbr: number | null;
  readonly attrKey: string | null;
}
const keyOf = ({ material, opNbr, attrKey }: Keyed): string => `${material}|${opNbr ?? ''}|${attrKey ?? ''}`;

/** Made materials that no route makes: an order draws their parts instead. */
const withoutRoute = async (data: BomData, { bizDate, planQty }: Order, ctx: Ctx): Promise<ReadonlySet<string>> => {
  const made = [...data.materials.values()].filter(({ id, makeType }) => makeType === MADE && data.versions.has(id));
  const through = new Set<string>();
  for (const { id } of made)
    if ((await routeOf(ctx, { material: id, date: bizDate, qty: planQty })) === null) through.add(id);
  return through;
};

/** 10, 20 … */
export const lineOf = (index: number): number => (index + 1) * LINE_STEP;

const operationOf = ({ isLast: _isLast, name: _name, remark: _remark, ...op }: LineOf<'route', 'ops'>, ctx: Ctx) => ({
  ...op,
  id: ctx.newId(),
});

const outputsOf = async (version: BomVersion, ctx: Ctx): Promise<NonNullable<ChangeOf<'prdOrder'>['outputs']>> => {
  const bom = await ctx.asSystem().records.get('bom', version.id);
  return (bom?.outputs ?? []).map((row, n) => ({
    id: ctx.newId(),
    lineNo: lineOf(n),
    material: row.material,
    materialName: row.materialName,
    kind: row.kind,
    perQty: perPiece(row.perQty, version.baseQty),
    unit: row.unit,
    opNbr: row.opNbr,
    costPercent: row.costShare,
    warehouse: row.warehouse,
  }));
};
const perPiece = (qty: number, base: number): number => Math.round(mulDec(qty, 1e8) / base) / 1e8;
