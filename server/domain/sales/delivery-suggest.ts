/** 配货 (40 §7.2): which lots and pieces go, what is reserved for the order first, then what expires and what came first. */
import { addDec } from '../../../schemas/language/codec/decimal';
import type { Ctx } from '../../ctx';
import { refuse } from '../../errors';
import type { LineOf, RowOf } from '../../rows';
import { type SuggestedLine, suggestStock, take } from '../../stock/suggest';
import { baseOf, decimalsOf, inUnitOf, materialsOf } from './order-rows';
import { SERIAL } from './serials';

type Line = LineOf<'delivery', 'items'>;
type Material = Awaited<ReturnType<typeof materialsOf>> extends ReadonlyMap<string, infer M> ? M : never;

/** Rows of the document anew: one for each place and lot, pieces of a place together; what is short stays as a row without one. */
export const suggestRows = async (record: RowOf<'delivery'>, ctx: Ctx): Promise<Line[]> => {
  const materials = await materialsOf(ctx, record.items);
  const units = await decimalsOf(
    ctx,
    [...materials.values()].map(({ unit }) => unit),
  );
  const taken = new Map<string, number>();
  const items: Line[] = [];
  let found = false;
  for (const row of gathered(record.items)) {
    const material = materials.get(row.material);
    if (!material || material.noStock) {
      items.push(row);
      continue;
    }
    const { lines, shortQty } = await suggestStock(ctx, {
      material: row.material,
      attrKey: row.attrKey,
      warehouse: record.warehouse,
      need: baseOf(row, row.qty),
      decimals: units.get(material.unit) ?? 4,
      srcRowId: row.srcRowId,
      minRemainDays: record.minRemainDays ?? 0,
      taken,
    });
    for (const line of lines) take(taken, line, row.srcRowId);
    found ||= lines.length > 0;
    const parts = await partsOf(lines, material, ctx);
    if (shortQty > 0)
      parts.push({
        warehouse: record.warehouse ?? row.warehouse,
        position: null,
        batchNbr: null,
        serials: [],
        base: shortQty,
      });
    for (const [n, { base, ...place }] of parts.entries())
      items.push({ ...row, ...place, id: n === 0 ? row.id : ctx.newId(), qty: inUnitOf(row, base), baseQty: base });
  }
  if (!found) throw refuse(`发货单${record.nbr}没有可发的库存`, { rule: 'delivery.none' });
  return items.map((row, n) => ({ ...row, lineNo: (n + 1) * 10 }));
};

/** Rows that an earlier suggestion had parted are one again. */
const gathered = (rows: readonly Line[]): readonly Line[] => {
  const known = new Map<string, Line>();
  for (const row of rows) {
    const key = row.srcRowId === null ? row.id : [row.srcRowId, row.material, row.attrKey, row.unit].join('|');
    const before = known.get(key);
    known.set(
      key,
      before
        ? { ...before, qty: addDec(before.qty, row.qty), baseQty: addDec(before.baseQty ?? 0, row.baseQty ?? 0) }
        : row,
    );
  }
  return [...known.values()];
};

interface Part {
  readonly warehouse: string;
  readonly position: string | null;
  readonly batchNbr: string | null;
  readonly serials: string[];
  base: number;
}
const partsOf = async (lines: readonly SuggestedLine[], material: Material, ctx: Ctx): Promise<Part[]> => {
  if (material.traceMode !== SERIAL)
    return lines.map(({ key: { warehouse, position, batchNbr }, qty }) => ({
      warehouse,
      position,
      batchNbr,
      serials: [],
      base: qty,
    }));
  const numbers = lines.flatMap(({ key }) => key.batchNbr ?? []);
  const lots = await ctx.asSystem().records.find('batch', 'material == param.material && batchNbr in param.numbers', {
    param: { material: material.id, numbers },
  });
  const parts = new Map<string, Part>();
  for (const { key, qty } of lines) {
    const place = `${key.warehouse}|${key.position ?? ''}`;
    const part = parts.get(place) ?? {
      warehouse: key.warehouse,
      position: key.position,
      batchNbr: null,
      serials: [],
      base: 0,
    };
    part.serials.push(...lots.filter(({ batchNbr }) => batchNbr === key.batchNbr).map(({ id }) => id));
    part.base = addDec(part.base, qty);
    parts.set(place, part);
  }
  return [...parts.values()];
};
