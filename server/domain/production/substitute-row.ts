/** 采用替代料 (30 §2, 20 §10.6): a row of materials goes over to what may stand for it, in whole or in part; the main material stays named. */
import {
  addDec,
  addNum,
  divDec,
  divNum,
  mulDec,
  mulNum,
  roundNum,
  toNumber,
} from '../../../schemas/language/codec/decimal';
import { type Candidate, type Part, proposeSubstitutes } from '../../bom/substitute';
import type { Ctx } from '../../ctx';
import { freeStock } from '../../datasets/factory/free-stock';
import { AppError, refuse } from '../../errors';
import type { ChangeOf, RowOf } from '../../rows';
import { shareOf } from './need';
import { keptOf } from './order-reserve';
import { lineOf } from './snapshot';

type Order = RowOf<'prdOrder'>;
type Row = Order['materials'][number];

/** The rows of an order after the proposal for one of them; refused when it is not short or nobody covers it. */
export const substituteRow = async (record: Order, rowId: string, ctx: Ctx): Promise<Row[]> =>
  replaced(record, await proposed(record, rowId, ctx), ctx);

/** prd.autoSub: rows that are short take what covers them, without asking; those nobody covers stay with what they lack. */
export const substituteShort = async (record: Order, ctx: Ctx): Promise<Row[]> => {
  let { materials } = record;
  for (const { id, mainMaterial, supplement } of record.materials) {
    if (mainMaterial !== null || supplement === true) continue;
    const now = { ...record, materials };
    const proposal = await proposed(now, id, ctx).catch((error: unknown) => {
      // what a person is told who asks for it: enough of it, issued already, nothing that stands for it
      if (error instanceof AppError && error.code === 203) return undefined;
      throw error;
    });
    if (proposal !== undefined) materials = await replaced(now, proposal, ctx);
  }
  return materials;
};

interface Proposal {
  readonly row: Row;
  readonly stands: readonly Row[];
}
const replaced = async (record: Order, { row, stands }: Proposal, ctx: Ctx): Promise<Row[]> => {
  await replaceInWorkOrders(record.id, row, stands, ctx);
  const rows = record.materials.flatMap((each) => (each.id === row.id ? stands : [each]));
  return rows.map((each, n) => ({ ...each, lineNo: lineOf(n) }));
};

/** What stands for a row; writes nothing. */
const proposed = async (record: Order, rowId: string, ctx: Ctx): Promise<Proposal> => {
  const row = record.materials.find(({ id }) => id === rowId);
  if (!row || row.material === null) throw refuse('用料行已不存在，请刷新');
  if ((row.issuedQty ?? 0) > 0) throw refuse('该行已发料，不能替代');
  if ((row.usedQty ?? 0) > 0) throw refuse(`该行已耗用${row.usedQty}，不能替代`);
  if (row.sourceOrderNbr !== null) throw refuse(`该行已生成子订单${row.sourceOrderNbr}，不能替代`);
  const { records } = ctx.asSystem();
  const rules = [...(await ofBom(record, row.material, ctx)), ...(await general(record, row.material, ctx))];
  const ids = [row.material, ...rules.map(({ material }) => material)];
  const [stock, materials] = await Promise.all([freeStock(ctx, ids), records.many('material', ids, { stored: true })]);
  const byId = new Map(materials.map((material) => [material.id, material]));
  const [unit] = await records.many('unit', [row.unit ?? ''], { stored: true });
  const code = byId.get(row.material)?.code ?? '';
  const need = {
    main: row.material,
    qty: row.needQty ?? 0,
    available: addDec(stock.get(row.material) ?? 0, (await keptOf([row.id], ctx)).get(row.id) ?? 0),
    decimals: unit?.decimals ?? 4,
  };
  if (need.available >= need.qty) throw refuse(`「${code}」可用${need.available}，够用，不需要替代`);
  const candidates = rules.map(
    (rule): Candidate => ({
      ...rule,
      code: byId.get(rule.material)?.code ?? '',
      available: stock.get(rule.material) ?? 0,
    }),
  );
  const { parts, shortage } = proposeSubstitutes(need, candidates);
  if (shortage > 0) throw refuse(`「${code}」没有足够的替代料，仍缺${shortage}`);
  return { row, stands: parts.map((part, n) => partOf(row, part, n)) };

  function partOf(from: Row, part: Part, n: number): Row {
    const id = n === 0 ? from.id : ctx.newId();
    const share = (perQty: number): number => toNumber(roundNum(divNum(mulNum(perQty, part.covers), need.qty) ?? 0, 8));
    const fixedLoss = n === 0 ? from.fixedLoss : 0;
    if (part.material === from.material)
      return { ...from, id, needQty: part.qty, perQty: share(from.perQty ?? 0), fixedLoss, shortQty: 0 };
    const material = byId.get(part.material);
    return {
      ...from,
      id,
      material: part.material,
      materialCode: material?.code ?? null,
      materialName: material?.name ?? null,
      spec: material?.spec ?? null,
      unit: material?.unit ?? null,
      makeType: material?.makeType ?? null,
      warehouse: material?.defWarehouse ?? from.warehouse,
      needQty: part.qty,
      // what a report uses of it: its share, in its own units
      perQty: share(mulDec(from.perQty ?? 0, ratioOf(part))),
      fixedLoss,
      mainMaterial: from.material,
      shortQty: 0,
    };
  }
};

/** What stands for a row of the order stands for it in what was released of it: each work order gets its share, all of them the whole. */
const replaceInWorkOrders = async (order: string, row: Row, stands: readonly Row[], ctx: Ctx): Promise<void> => {
  const { records } = ctx.asSystem();
  const live = await records.find('workOrder', 'prdOrderNbr == param.order && docStatus != 90', {
    param: { order },
    sort: 'createdAt,nbr',
  });
  const ids = live.map(({ id }) => id);
  const whole = new Map(
    (await records.many('workOrder', ids, { rows: ['materials'], stored: true })).map((one) => [one.id, one]),
  );
  const units = stands.flatMap(({ unit }) => unit ?? []);
  const decimals = new Map(
    (await records.many('unit', units, { stored: true })).map((unit) => [unit.id, unit.decimals]),
  );
  const given = stands.map(() => 0);
  let released = 0;
  for (const id of ids) {
    const materials = whole.get(id)?.materials ?? [];
    if (!materials.some(({ orderRow }) => orderRow === row.id)) continue;
    const next = materials.flatMap((each) => {
      if (each.orderRow !== row.id) return [each];
      released = addDec(released, each.needQty ?? 0);
      return stands.map((stand, n) => {
        const before = given[n] ?? 0;
        const at = { planned: row.needQty ?? 0, lots: released, given: before };
        const needQty = shareOf(stand.needQty ?? 0, { ...at, decimals: decimals.get(stand.unit ?? '') ?? 4 });
        given[n] = addDec(before, needQty);
        const { material, materialCode, materialName, spec, unit } = stand;
        const own = { orderRow: stand.id, material, materialCode, materialName, spec, unit, needQty };
        return { ...each, ...own, id: n === 0 ? each.id : ctx.newId() };
      });
    });
    await records.patch('workOrder', id, {
      head: { materials: next.map((each, n) => ({ ...each, lineNo: lineOf(n) })) },
    });
  }
};

/** Rows counted anew for another quantity: what was replaced stays replaced, each material by its own use. */
export const keepSubstitutes = async (
  record: Order,
  fresh: Counted,
  before: Order['materials'],
  ctx: Ctx,
): Promise<Counted> => {
  const replaced = before.filter(({ mainMaterial }) => mainMaterial !== null);
  if (replaced.length === 0) return fresh;
  const ids = [...new Set(before.map(({ unit }) => unit).filter((id) => id !== null))];
  const units = new Map((await ctx.asSystem().records.many('unit', ids, { stored: true })).map((one) => [one.id, one]));
  const rows = fresh.flatMap((main) => {
    const alike = ({ opNbr, attrKey }: Row): boolean => opNbr === main.opNbr && attrKey === main.attrKey;
    const subs = replaced.filter((row) => row.mainMaterial === main.material && alike(row));
    if (subs.length === 0) return [main];
    const left = before.filter((row) => row.mainMaterial === null && row.material === main.material && alike(row));
    return [...left, ...subs].map((row) => ({
      ...row,
      needQty: usedBy(row, record.planQty, units.get(row.unit ?? '')?.decimals ?? 4),
    }));
  });
  return rows.map((row, n) => ({ ...row, lineNo: lineOf(n) }));
};
type Counted = NonNullable<ChangeOf<'prdOrder'>['materials']>;

const usedBy = ({ perQty, perBase, lossRate, fixedLoss }: Row, planQty: number, decimals: number): number => {
  const exact =
    divNum(mulNum(mulNum(planQty, perQty ?? 0), addDec(100, lossRate ?? 0)), mulDec(perBase ?? 1, 100)) ?? 0;
  return toNumber(roundNum(roundNum(addNum(exact, fixedLoss ?? 0), 9), decimals, 'ceil'));
};
const ratioOf = ({ qty, covers }: Part): number => divDec(qty, covers) ?? 1;

type Rule = Omit<Candidate, 'code' | 'available'>;
/** Rows of the structure the order was made of. */
const ofBom = async ({ bom, bizDate, customer }: Order, main: string, ctx: Ctx): Promise<readonly Rule[]> => {
  const version = bom === null ? null : await ctx.asSystem().records.get('bom', bom);
  const lines = new Set((version?.items ?? []).filter(({ material }) => material === main).map(({ lineNo }) => lineNo));
  return (version?.subs ?? [])
    .filter(
      ({ mainLine, validFrom, validTo, customers }) =>
        lines.has(mainLine) &&
        (validFrom === null || validFrom <= bizDate) &&
        (validTo === null || validTo >= bizDate) &&
        isFor(customers, customer),
    )
    .map(({ material, ratio, priority, mixMode }) => ({
      material,
      ratio,
      priority: priority ?? 1,
      mixMode: mixMode ?? '1',
      isOfBom: true,
    }));
};
/** 替代关系 that hold on the day, 双向 ones from both sides. */
const general = async (order: Order, main: string, ctx: Ctx): Promise<readonly Rule[]> => {
  const found = await ctx
    .asSystem()
    .records.find(
      'substitute',
      'isDisabled == 0 && (material == param.main || twoWay && subMaterial == param.main) && validFrom <= param.day && (empty(validTo) || validTo >= param.day)',
      { param: { main, day: order.bizDate } },
    );
  return found
    .filter(({ products, customers }) => isFor(products, order.material) && isFor(customers, order.customer))
    .map(({ material, subMaterial, ratio, priority, mixMode }) => ({
      material: material === main ? subMaterial : material,
      ratio: material === main ? ratio : (divDec(1, ratio) ?? 1),
      priority: priority ?? 10,
      mixMode: mixMode ?? '1',
      isOfBom: false,
    }));
};
const isFor = (list: readonly string[] | null, one: string | null): boolean =>
  (list ?? []).length === 0 || (one !== null && (list ?? []).includes(one));
