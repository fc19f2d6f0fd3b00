/** Conversion of units (20 §10.2): an own factor of the material, else the factors of one unit group. */
import { divDec, mulDec, roundHalfUp } from '../../schemas/language/codec/decimal';
import type { Problem, Rec, Row, Value } from '../../schemas/language/value';
import type { Ctx, ServerFunction } from '../ctx';
import type { HeadOf, LineOf } from '../rows';
import { plain } from '../stock/legs';

/** Base units in one `unit`, at most 12 decimals; null when there is no way from one to the other. */
type Unit = Pick<HeadOf<'unit'>, 'id' | 'unitGroup' | 'factor'>;
/** What of a material says how its units convert. */
export interface Convertible {
  readonly unit: string;
  readonly units: readonly Pick<LineOf<'material', 'units'>, 'unit' | 'factor'>[];
}
export const factorOf = (material: Convertible, unit: Unit, base: Unit | undefined): number | null => {
  if (unit.id === material.unit) return 1;
  const own = material.units.find((row) => row.unit === unit.id);
  if (own) return own.factor;
  if (!base || base.unitGroup !== unit.unitGroup) return null;
  return divDec(unit.factor, base.factor);
};

export const unitFactor: ServerFunction = {
  name: 'unitFactor',
  args: ['material', 'unit'],
  result: 'decimal',
  async run(calls, ctx) {
    const known = await readUnits(ctx, calls);
    return calls.map(([material, unit]) => known.factor(material, unit));
  },
};

const READ = ['material', 'unit', 'qty'];
// rows of several documents are checked alike; which sub-table it is, the caller says
const rowsIn = (rec: Rec | null, sub: string): readonly Row[] => (rec?.[sub] as readonly Row[] | undefined) ?? [];

/**
 * New and changed rows that stock will count: the unit must convert, and the base quantity must fit the decimals of the base unit. The
 * decimals of the entered unit are the field's own limit.
 */
export const checkUnits = async (sub: string, record: Rec, old: Rec | null, ctx: Ctx): Promise<readonly Problem[]> => {
  const before = new Map(rowsIn(old, sub).map((row) => [row.id, row]));
  // what is stored was judged when it was stored
  const rows = rowsIn(record, sub).filter((row) => {
    const stored = before.get(row.id);
    return !stored || READ.some((code) => stored[code] !== row[code]);
  });
  if (rows.length === 0) return [];
  const known = await readUnits(
    ctx,
    rows.map((row) => [row.material ?? null, row.unit ?? null]),
  );
  const problems: Problem[] = [];
  for (const row of rows) {
    const material = known.materials.get(String(row.material));
    const unit = known.units.get(String(row.unit));
    if (!material || !unit || typeof row.qty !== 'number') continue;
    const problem = (field: string, text: string): void => {
      problems.push({ code: `unit.${field}`, path: `${sub}[${row.id}].${field}`, text });
    };
    const factor = known.factor(row.material ?? null, row.unit ?? null);
    if (factor === null) {
      problem('unit', `物料「${material.code}」没有单位「${unit.name}」的换算`);
      continue;
    }
    const base = known.units.get(material.unit);
    const qty = roundHalfUp(mulDec(row.qty, factor), 4);
    const decimals = base?.decimals ?? 4;
    if (row.unit !== material.unit && roundHalfUp(qty, decimals) !== qty)
      problem('qty', `换算后为${plain(qty)}${base?.name}，单位「${base?.name}」最多${decimals}位小数`);
  }
  return problems;
};

const readUnits = async (ctx: Ctx, pairs: readonly (readonly Value[])[]) => {
  const { records } = ctx.asSystem();
  const materials = byId(await records.many('material', ids(pairs, 0), { rows: ['units'], stored: true }));
  const units = byId(
    await records.many('unit', [
      ...new Set([...ids(pairs, 1), ...[...materials.values()].map((material) => material.unit)]),
    ]),
  );
  return {
    materials,
    units,
    factor: (materialId: Value | undefined, unitId: Value | undefined): number | null => {
      const material = materials.get(String(materialId));
      const unit = units.get(String(unitId));
      return material && unit ? factorOf(material, unit, units.get(material.unit)) : null;
    },
  };
};

const ids = (pairs: readonly (readonly Value[])[], at: 0 | 1): string[] => [
  ...new Set(pairs.map((pair) => pair[at]).filter((id): id is string => typeof id === 'string')),
];
const byId = <One extends { readonly id: string }>(list: readonly One[]): ReadonlyMap<string, One> =>
  new Map(list.map((eachOne) => [eachOne.id, eachOne]));
