/** 生成子订单 (30 P2): one order for each chosen row of materials that are made; its number is the order's with 01, 02 …. */
import type { Ctx } from '../../ctx';
import { refuse } from '../../errors';
import type { AskOf, LineOf, RowOf } from '../../rows';
import { routeOf } from '../factory/route';

type Order = RowOf<'prdOrder'>;
type Row = LineOf<'prdOrder', 'materials'>;
type Asked = AskOf<'prdOrder', 'explode'>['rows'];
const MADE = '1';

/** The rows with the numbers of the orders made for them; none of them when one row has its order already. */
export const explodeRows = async (record: Order, asked: Asked, ctx: Ctx): Promise<Row[]> => {
  const chosen = new Map(asked.map((answer) => [answer.id, answer]));
  const taken = record.materials.find((row) => chosen.has(row.id) && row.sourceOrderNbr !== null);
  if (taken) throw refuse('已生成子订单，不可重复生成');
  let made = (await ctx.asSystem().records.find('prdOrder', 'parentNbr == param.id', { param: { id: record.id } }))
    .length;
  const rows: Row[] = [];
  for (const row of record.materials) {
    const answer = chosen.get(row.id);
    if (answer === undefined) {
      rows.push(row);
      continue;
    }
    made += 1;
    const nbr = `${record.nbr}-${String(made).padStart(2, '0')}`;
    await childOf(record, row, { nbr, qty: answer.qty, dueDate: answer.dueDate, isDeep: answer.deep === true }, ctx);
    rows.push({ ...row, sourceOrderNbr: nbr });
  }
  return rows;
};

interface Child {
  readonly nbr: string;
  readonly qty: number;
  readonly dueDate: string;
  /** it is audited at once, and what it makes itself gets orders, too */
  readonly isDeep: boolean;
}
const childOf = async (parent: Order, row: Row, { nbr, qty, dueDate, isDeep }: Child, ctx: Ctx): Promise<void> => {
  const system = ctx.asSystem();
  const { records } = system;
  const [material] = await records.many('material', [row.material ?? ''], { stored: true });
  if (!material) return;
  const route = await routeOf(ctx, { material: material.id, date: parent.bizDate, qty });
  if (route === null) throw refuse(`产品「${material.code}」没有生效的工艺路线，不能生成子订单`);
  const child = await records.save('prdOrder', {
    id: ctx.newId(),
    nbr,
    orderKind: parent.orderKind,
    bizDate: parent.bizDate,
    material: material.id,
    materialName: material.name,
    spec: material.spec,
    unit: material.unit,
    attrKey: row.attrKey,
    planQty: qty,
    customer: parent.customer,
    parentNbr: parent.id,
    owner: parent.owner,
    workshop: route.factoryUnit ?? parent.workshop,
    priority: parent.priority,
    dueDate,
    overRate: material.overRate,
    underRate: material.underRate,
    fqcFlag: material.fqcFlag,
    warehouse: material.defWarehouse ?? parent.warehouse,
  });
  if (!isDeep) return;
  const audited = await records.act('prdOrder', 'audit', child.id);
  const rows = audited.materials.filter(
    ({ makeType, noExplode, needQty }) => makeType === MADE && !noExplode && (needQty ?? 0) > 0,
  );
  if (rows.length === 0) return;
  const asked = rows.map(({ id, needQty }) => ({ id, qty: needQty ?? 0, dueDate, deep: true }));
  const materials = await explodeRows(audited, asked, system);
  await records.patch('prdOrder', audited.id, {
    rows: { materials: materials.map(({ id, sourceOrderNbr }) => ({ id, sourceOrderNbr })) },
  });
};
