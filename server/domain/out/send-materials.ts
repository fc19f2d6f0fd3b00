/** 带料委外发出 (40 §6.2, §6.5): lots of material for what is to be made, out of own stock and into the store of the supplier. */
import { addDec, mulDec, subDec, sumDec } from '../../../schemas/language/codec/decimal';
import { LINE_STEP } from '../../../schemas/language/record/rows';
import type { Problem } from '../../../schemas/language/value';
import type { Ctx } from '../../ctx';
import { lotsLeft, materialsSent, materialsUsed } from '../../datasets/out/materials';
import { refuse } from '../../errors';
import type { DraftOf, JudgedOf, LineOf, RowOf } from '../../rows';
import { type LegInput, plain } from '../../stock/legs';
import { type Suggestion, suggestStock, take } from '../../stock/suggest';
import { mulDiv } from '../../stock/value';
import type { PlanLine } from './lines';
import { WITH_MATERIAL } from './orders';
import { ceilTo } from './rounding';

const SENT = '60';
type Draft = DraftOf<'outSend'>;
type Row = Draft['materials'][number];
type PlanMaterial = LineOf<'outPlan', 'materials'>;
type Lines = ReadonlyMap<string, PlanLine>;

/** Rows typed by hand are named; a line without any gets the suggestion, so does one whose quantity changed while nobody touched them. */
export const sendMaterials = async (
  record: Draft,
  old: RowOf<'outSend'> | null,
  lines: Lines,
  ctx: Ctx,
): Promise<Row[]> => {
  if (record.outType !== WITH_MATERIAL) return [];
  const named = nameRows(record, lines);
  const rows: Row[] = [];
  const taken = new Map<string, number>();
  for (const item of record.items) {
    const before = old?.items.find(({ id }) => id === item.id);
    const own = named.filter(({ planRow }) => planRow === item.planRow);
    const was = old?.materials.filter(({ planRow }) => planRow === item.planRow) ?? [];
    const isMoved = before !== undefined && before.qty !== item.qty && textOf(own) === textOf(was);
    const line = lines.get(item.id);
    if (line && (isMoved || (own.length === 0 && before === undefined)))
      rows.push(...(await suggested(line, item, ctx, taken)));
    else rows.push(...own);
  }
  const strange = named.filter(({ planRow }) => !record.items.some((item) => item.planRow === planRow));
  return numbered([...rows, ...strange]);
};
const textOf = (rows: readonly Pick<Row, 'id' | 'qty' | 'batchNbr' | 'warehouse'>[]): string =>
  JSON.stringify(rows.map(({ id, qty, batchNbr, warehouse }) => [id, qty, batchNbr ?? null, warehouse ?? null]));
const numbered = (rows: readonly Row[]): Row[] => rows.map((row, n) => ({ ...row, lineNo: (n + 1) * LINE_STEP }));

/** 配料: all of it anew. */
export const suggestAll = async (record: RowOf<'outSend'>, lines: Lines, ctx: Ctx): Promise<Row[]> => {
  const rows: Row[] = [];
  const taken = new Map<string, number>();
  for (const item of record.items) {
    const line = lines.get(item.id);
    if (line) rows.push(...(await suggested(line, item, ctx, taken)));
  }
  return numbered(rows);
};

/** A row is of the line whose number it says, else of the first that needs its material. */
const nameRows = (record: Draft, lines: Lines): readonly Row[] => {
  const items = record.items.map((item) => ({ item, line: lines.get(item.id) }));
  return record.materials.map((row) => {
    const needs = ({ line }: { readonly line: PlanLine | undefined }) =>
      line !== undefined && materialIn(line, row) !== undefined;
    const known = items.find((each) => each.item.planRow === row.planRow && row.planRow && needs(each));
    const typed = items.find((each) => each.item.lineNo === row.planLine && needs(each));
    const found = known ?? typed ?? items.find(needs);
    const own = found?.line && materialIn(found.line, row);
    return {
      ...row,
      plan: found?.line?.plan.id ?? null,
      planRow: found?.item.planRow ?? null,
      planMaterial: own?.id ?? null,
      planLine: found?.item.lineNo ?? null,
      needQty: own?.needQty ?? null,
      sentBefore: own?.sentQty ?? null,
      attrKey: own?.attrKey ?? row.attrKey ?? null,
    };
  });
};
const materialIn = ({ plan, row }: PlanLine, { material, planMaterial }: Row): PlanMaterial | undefined => {
  const own = plan.materials.filter(({ planRow }) => planRow === row.id);
  return (
    own.find((each) => each.id === planMaterial && each.material === material) ??
    own.find((each) => each.material === material)
  );
};

type Item = Pick<Draft['items'][number], 'planRow' | 'lineNo' | 'qty'>;
/** What is needed of the send's share of the plan; a supplement brings what is short of the pieces that are out. */
const suggested = async (line: PlanLine, item: Item, ctx: Ctx, taken: Map<string, number>): Promise<Row[]> => {
  const own = line.plan.materials.filter(({ planRow }) => planRow === line.row.id);
  const masters = await mastersOf(own, ctx);
  const short = (item.qty ?? 0) > 0 ? null : await shortOf(line, own, ctx);
  const rows: Row[] = [];
  for (const need of own) {
    const master = masters.get(need.material);
    const decimals = master?.decimals ?? 4;
    const qty = short?.get(need.id) ?? ceilTo(mulDec(need.needQty ?? 0, item.qty ?? 0), line.row.qty, decimals);
    if (qty <= 0) continue;
    const { lines, shortQty } = await suggestStock(ctx, {
      material: need.material,
      attrKey: need.attrKey,
      need: qty,
      decimals,
      taken,
    });
    for (const each of lines) take(taken, each);
    for (const place of placesOf({ lines, shortQty }, master?.warehouse ?? null))
      rows.push({
        id: ctx.newId(),
        plan: line.plan.id,
        planRow: line.row.id,
        planMaterial: need.id,
        planLine: item.lineNo ?? null,
        material: need.material,
        materialCode: master?.code ?? null,
        materialName: need.materialName,
        spec: need.spec,
        unit: need.unit,
        attrKey: need.attrKey,
        needQty: need.needQty,
        sentBefore: need.sentQty,
        qualityStatus: '1',
        owner: 'self',
        ...place,
        baseQty: place.qty,
      });
  }
  return rows;
};
interface Place {
  readonly warehouse: string | null;
  readonly position: string | null;
  readonly batchNbr: string | null;
  readonly qty: number;
}
/** What is not there stays as a row without a lot: the posting says what is missing. */
const placesOf = (
  { lines, shortQty }: Pick<Suggestion, 'lines' | 'shortQty'>,
  warehouse: string | null,
): readonly Place[] => [
  ...lines.map(({ key, qty }) => ({ warehouse: key.warehouse, position: key.position, batchNbr: key.batchNbr, qty })),
  ...(shortQty > 0
    ? [{ warehouse: lines.at(-1)?.key.warehouse ?? warehouse, position: null, batchNbr: null, qty: shortQty }]
    : []),
];

const mastersOf = async (rows: readonly PlanMaterial[], ctx: Ctx) => {
  const { records } = ctx.asSystem();
  const found = await records.many('material', [...new Set(rows.map(({ material }) => material))], { stored: true });
  const units = await records.many('unit', [...new Set(found.map(({ unit }) => unit))], { stored: true });
  return new Map(
    found.map(({ id, code, unit, defWarehouse }) => [
      id,
      { code, warehouse: defWarehouse, decimals: units.find((each) => each.id === unit)?.decimals ?? 4 },
    ]),
  );
};

/** What the pieces that are out still need beyond what lies at the supplier. */
const shortOf = async ({ plan, row }: PlanLine, own: readonly PlanMaterial[], ctx: Ctx) => {
  const [sent, used] = [await materialsSent(ctx, [plan.id]), await materialsUsed(ctx, [plan.id])];
  const gone = sumDec([row.receivedQty, row.lossQty, row.returnQty].map((qty) => qty ?? 0));
  const out = Math.max(0, subDec(row.sentQty ?? 0, gone));
  return new Map(
    own.map((need) => {
      const left = sumDec(lotsLeft(need.id, sent, used).map((lot) => lot.left));
      const base = row.baseQty ? mulDiv(out, row.baseQty, row.qty, 4) : out;
      return [need.id, Math.max(0, subDec(ceilTo(mulDec(base, need.perQty), need.perBase, 4), left))] as const;
    }),
  );
};

/** Every line sends something, and only what its plan names. */
export const checkSendMaterials = async (record: JudgedOf<'outSend'>, ctx: Ctx): Promise<readonly Problem[]> => {
  if (record.outType !== WITH_MATERIAL) return [];
  const strange = record.materials.filter(({ planMaterial }) => planMaterial === null);
  const ids = [...new Set(strange.map(({ material }) => material))];
  const codes = new Map(
    (await ctx.asSystem().records.many('material', ids, { stored: true })).map(({ id, code }) => [id, code]),
  );
  return [
    ...strange.map(({ id, material }) => ({
      code: 'outSend.material',
      path: `materials[${id}].material`,
      text: `物料「${codes.get(material) ?? ''}」不在来源单据中`,
    })),
    ...record.items
      .filter((item) => !record.materials.some(({ planRow }) => planRow === item.planRow))
      .map(({ id, lineNo }) => ({
        code: 'outSend.materials',
        path: `items[${id}].qty`,
        text: `第${lineNo}行请填写发料明细`,
      })),
  ];
};

/** Out of own stock, good, the same lot; inside what is valued nothing changes (40 §3.3). */
export const sendLegs = (record: RowOf<'outSend'>, supplier: string): readonly LegInput[] =>
  record.materials.flatMap((row): readonly LegInput[] => {
    if (row.baseQty === null) throw refuse(`第${row.lineNo}行没有基本数量，请检查单位换算`);
    const key = { material: row.material, attrKey: row.attrKey, batchNbr: row.batchNbr };
    const move = { rowId: row.id, lineNo: row.lineNo, moveKind: SENT, cost: { by: 'move' } } as const;
    const { warehouse, position, baseQty: qty } = row;
    return [
      { ...move, leg: 1, qty: -qty, key: { ...key, warehouse, position }, counterWarehouse: supplier },
      { ...move, leg: 2, qty, key: { ...key, warehouse: supplier }, counterWarehouse: warehouse },
    ];
  });

/** 已收回…: of a lot of a plan no more is taken back than still lies there. */
export const guardMaterials = async (record: RowOf<'outSend'>, ctx: Ctx): Promise<void> => {
  const plans = [...new Set(record.materials.flatMap(({ plan }) => plan ?? []))];
  const [sent, used] = [await materialsSent(ctx, plans), await materialsUsed(ctx, plans)];
  const own = new Map<string, { readonly planMaterial: string; readonly batchNbr: string | null; qty: number }>();
  for (const { planMaterial, batchNbr, baseQty } of record.materials) {
    if (planMaterial === null) continue;
    const key = `${planMaterial}|${batchNbr ?? ''}`;
    const known = own.get(key);
    own.set(key, { planMaterial, batchNbr, qty: addDec(known?.qty ?? 0, baseQty ?? 0) });
  }
  for (const { planMaterial, batchNbr, qty } of own.values()) {
    const lot = lotsLeft(planMaterial, sent, used).find((each) => each.batchNbr === batchNbr);
    const back = subDec(qty, lot?.left ?? 0);
    if (back > 0) throw refuse(`已收回${plain(back)}，不能反审核`, { rule: 'outSend.received' });
  }
};
