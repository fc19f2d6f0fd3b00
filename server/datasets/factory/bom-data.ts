/** What the BOM engine reads, in three statements however deep a structure is. */
import { sql } from 'kysely';
import { mulNum } from '../../../schemas/language/codec/decimal';
import type { OperationCost } from '../../bom/cost';
import type { BomData, BomItem, BomMaterial, BomOutput, BomVersion } from '../../bom/types';
import type { Ctx } from '../../ctx';

/** 返工改制 is no way to make a product */
const REWORK = '4';

interface HeadRow {
  readonly id: string;
  readonly code: string;
  readonly revision: string;
  readonly material_id: string;
  readonly attr_key: string | null;
  readonly factory_unit_id: string | null;
  readonly is_default: boolean;
  readonly effect_date: string;
  readonly base_qty: string;
  readonly route_id: string | null;
}
interface ItemRow {
  readonly id: string;
  readonly head_id: string;
  readonly line_no: number;
  readonly material_id: string;
  readonly unit_id: string;
  readonly factor: string | null;
  readonly per_qty: string;
  readonly loss_rate: string | null;
  readonly fixed_loss: string | null;
  readonly attr_key: string | null;
  readonly attr_cond: string | null;
  readonly no_explode: boolean;
}

/** Everything below some materials, as versions that hold on a day have it; `versions` are read too, whatever their state. */
export async function bomBelow(
  ctx: Ctx,
  from: { readonly materials?: readonly string[]; readonly versions?: readonly string[]; readonly date: string },
): Promise<BomData> {
  const t = tables(ctx);
  const { rows: heads } = await sql<HeadRow>`
    with recursive reach(material_id) as (
      select unnest(${[...(from.materials ?? [])]}::uuid[])
      union select i.material_id from ${t.items} i where i.head_id = any(${[...(from.versions ?? [])]}::uuid[])
      union select i.material_id from reach r
        join ${t.bom} b on b.material_id = r.material_id and ${holds(from.date)}
        join ${t.items} i on i.head_id = b.id
    )
    select ${HEAD} from ${t.bom} b
     where b.is_deleted = 0 and (b.id = any(${[...(from.versions ?? [])]}::uuid[])
        or (${holds(from.date)} and b.material_id in (select material_id from reach)))`.execute(ctx.trx);
  return dataOf(ctx, heads);
}

/** Everything above a material: versions that hold on a day by the material of their rows. */
export async function bomAbove(
  ctx: Ctx,
  material: string,
  date: string,
): Promise<{ readonly data: BomData; readonly above: ReadonlyMap<string, readonly BomVersion[]> }> {
  const t = tables(ctx);
  const { rows: heads } = await sql<HeadRow>`
    with recursive up(material_id) as (
      select ${material}::uuid
      union select b.material_id from up u join ${t.items} i on i.material_id = u.material_id
        join ${t.bom} b on b.id = i.head_id and ${holds(date)}
    )
    select ${HEAD} from ${t.bom} b
     where ${holds(date)} and exists (select 1 from ${t.items} i where i.head_id = b.id and i.material_id in (select material_id from up))`.execute(
    ctx.trx,
  );
  const data = await dataOf(ctx, heads, [material]);
  const above = new Map<string, BomVersion[]>();
  for (const version of [...data.versions.values()].flat())
    for (const id of new Set(version.items.map((item) => item.material)))
      above.set(id, [...(above.get(id) ?? []), version]);
  return { data, above };
}

const tables = ({ org }: Ctx) => ({
  bom: sql.id(org.schema, 'bom'),
  items: sql.id(org.schema, 'bom_items'),
  outputs: sql.id(org.schema, 'bom_outputs'),
  material: sql.id(org.schema, 'material'),
  materialUnits: sql.id(org.schema, 'material_units'),
  materialAttrs: sql.id(org.schema, 'material_attrs'),
  attr: sql.id(org.schema, 'support_attr'),
  unit: sql.id(org.schema, 'unit'),
});
const HEAD = sql`b.id, b.code, b.revision, b.material_id, b.attr_key, b.factory_unit_id, b.is_default, b.effect_date::text as effect_date, b.base_qty, b.route_id`;
const holds = (date: string) =>
  sql`(b.is_deleted = 0 and b.doc_status in ('60', '80') and b.bom_kind <> ${REWORK} and b.effect_date <= ${date}::date and (b.expire_date is null or b.expire_date >= ${date}::date))`;

async function dataOf(ctx: Ctx, heads: readonly HeadRow[], more: readonly string[] = []): Promise<BomData> {
  const t = tables(ctx);
  const ids = heads.map((head) => head.id);
  const { rows: items } = await sql<ItemRow>`
    select i.id, i.head_id, i.line_no::int as line_no, i.material_id, i.unit_id, i.per_qty, i.loss_rate, i.fixed_loss, i.attr_key,
           i.attr_cond, i.no_explode,
           case when i.unit_id = m.unit_id then 1
                else coalesce((select x.factor from ${t.materialUnits} x where x.head_id = m.id and x.unit_id = i.unit_id limit 1),
                              case when u.unit_group = bu.unit_group then round(u.factor / bu.factor, 12) end) end as factor
      from ${t.items} i join ${t.material} m on m.id = i.material_id
      join ${t.unit} u on u.id = i.unit_id join ${t.unit} bu on bu.id = m.unit_id
     where i.head_id = any(${ids}::uuid[]) order by i.head_id, i.line_no`.execute(ctx.trx);
  const { rows: outputs } = await sql<{ head_id: string; material_id: string; cost_share: string | null }>`
    select head_id, material_id, cost_share from ${t.outputs} where head_id = any(${ids}::uuid[])`.execute(ctx.trx);
  const itemsOf = grouped(items, (row) => row.head_id);
  const outputsOf = grouped(outputs, (row) => row.head_id);
  const versions = heads.map(
    (head): BomVersion => ({
      id: head.id,
      code: head.code,
      revision: head.revision,
      material: head.material_id,
      attrKey: head.attr_key ?? '',
      factoryUnit: head.factory_unit_id,
      isDefault: head.is_default,
      effectDate: head.effect_date,
      baseQty: Number(head.base_qty),
      route: head.route_id,
      items: (itemsOf.get(head.id) ?? []).map(itemOf),
      outputs: (outputsOf.get(head.id) ?? []).map(
        (row): BomOutput => ({ material: row.material_id, costShare: Number(row.cost_share ?? 0) }),
      ),
    }),
  );
  const materials = new Set([
    ...more,
    ...versions.flatMap((version) => [version.material, ...version.items.map((i) => i.material)]),
  ]);
  for (const { material_id } of outputs) materials.add(material_id);
  return {
    materials: await bomMaterials(ctx, [...materials]),
    versions: grouped(versions, (version) => version.material),
  };
}

/** What the operations of a route cost for one finished piece, and the groups of it whose hour has no cost. */
export interface RouteCost {
  readonly each: number;
  readonly without: readonly string[];
}
/** Σ stdMin ÷ runBase × ratio ÷ 60 × hourCost (20 §10.5); what is done outside is no hour of ours. */
export async function routeCosts(ctx: Ctx, routes: readonly string[]): Promise<ReadonlyMap<string, RouteCost>> {
  const ops = sql.id(ctx.org.schema, 'route_ops');
  const groups = sql.id(ctx.org.schema, 'work_group');
  const { rows } = await sql<{ head_id: string; each: string; without: readonly (string | null)[] | null }>`
    select o.head_id, coalesce(sum(o.std_min * o.ratio * coalesce(g.hour_cost, 0) / (o.run_base * 60)), 0) as each,
           array_agg(distinct coalesce(g.name, o.name)) filter (where g.hour_cost is null) as without
      from ${ops} o left join ${groups} g on g.id = o.work_group_id
     where o.head_id = any(${[...routes]}::uuid[]) and o.std_min > 0 and o.out_flag is not true
     group by o.head_id`.execute(ctx.trx);
  return new Map(
    rows.map((row) => [row.head_id, { each: Number(row.each), without: (row.without ?? []).map(String).sort() }]),
  );
}

/** Materials as the engine knows them. */
export async function bomMaterials(ctx: Ctx, ids: readonly string[]): Promise<ReadonlyMap<string, BomMaterial>> {
  const t = tables(ctx);
  const { rows } = await sql<{
    id: string;
    code: string;
    name: string;
    spec: string | null;
    make_type: string;
    unit_id: string;
    unit: string;
    decimals: number;
    std_cost: string | null;
    attrs: readonly string[] | null;
  }>`
    select m.id, m.code, m.name, m.spec, m.make_type, m.unit_id, u.name as unit, u.decimals::int as decimals, m.std_cost,
           (select array_agg(a.code order by a.code) from ${t.materialAttrs} x join ${t.attr} a on a.id = x.attr_id
             where x.head_id = m.id and a.affect_stock) as attrs
      from ${t.material} m join ${t.unit} u on u.id = m.unit_id where m.id = any(${[...ids]}::uuid[])`.execute(ctx.trx);
  return new Map(
    rows.map((row) => [
      row.id,
      {
        id: row.id,
        code: row.code,
        name: row.name,
        spec: row.spec,
        makeType: row.make_type,
        unit: row.unit_id,
        unitName: row.unit,
        decimals: row.decimals,
        attrs: row.attrs ?? [],
        stdCost: row.std_cost === null ? null : Number(row.std_cost),
      },
    ]),
  );
}

const itemOf = (row: ItemRow): BomItem => ({
  id: row.id,
  lineNo: row.line_no,
  material: row.material_id,
  unit: row.unit_id,
  factor: Number(row.factor ?? 1),
  perQty: Number(row.per_qty),
  lossRate: Number(row.loss_rate ?? 0),
  fixedLoss: Number(row.fixed_loss ?? 0),
  attrKey: row.attr_key ?? '',
  attrCond: row.attr_cond ?? '',
  noExplode: row.no_explode,
});
const grouped = <T>(rows: readonly T[], keyOf: (row: T) => string): ReadonlyMap<string, readonly T[]> => {
  const map = new Map<string, T[]>();
  for (const row of rows) {
    const list = map.get(keyOf(row));
    if (list) list.push(row);
    else map.set(keyOf(row), [row]);
  }
  return map;
};

/** Minutes × hourly cost of the routes of all versions read; `unpaid` takes the names of groups whose hour has no cost. */
export async function operationCost(ctx: Ctx, data: BomData, unpaid?: Set<string>): Promise<OperationCost> {
  const versions = [...data.versions.values()].flat();
  const routes = await routeCosts(
    ctx,
    versions.flatMap((version) => version.route ?? []),
  );
  return ({ route, baseQty }) => {
    const operations = route === null ? undefined : routes.get(route);
    for (const name of operations?.without ?? []) unpaid?.add(name);
    return operations === undefined ? 0 : operations.without.length > 0 ? null : mulNum(operations.each, baseQty);
  };
}
