/** 替代料 (20 §10.6): a proposal for one row, confirmed by a person. Quantities of the proposal are in units of the material they name. */
import { cmpNum, divNum, mulDec, mulNum, roundNum, subDec, toNumber } from '../../schemas/language/codec/decimal';

/** 整单替代: alone or not at all; 允许混用: may fill what is left */
export const WHOLE = '1';
export interface Candidate {
  readonly material: string;
  readonly code: string;
  /** of the substitute per one of the main material */
  readonly ratio: number;
  readonly priority: number;
  readonly mixMode: string;
  /** rows of the BOM win over general rules */
  readonly isOfBom: boolean;
  readonly available: number;
}
export interface Part {
  readonly material: string;
  readonly qty: number;
  /** of the main material that it stands for */
  readonly covers: number;
}
export interface Proposal {
  readonly parts: readonly Part[];
  /** of the main material, what nobody covers */
  readonly shortage: number;
}
export interface RowNeed {
  readonly main: string;
  readonly qty: number;
  readonly available: number;
  /** decimals of the main material's unit */
  readonly decimals: number;
}

export function proposeSubstitutes(row: RowNeed, candidates: readonly Candidate[]): Proposal {
  const main = (qty: number): Part => ({ material: row.main, qty, covers: qty });
  if (row.available >= row.qty) return { parts: [main(row.qty)], shortage: 0 };
  const ordered = [...candidates].sort(
    (a, b) =>
      Number(b.isOfBom) - Number(a.isOfBom) ||
      a.priority - b.priority ||
      (a.code < b.code ? -1 : a.code > b.code ? 1 : 0),
  );
  const parts: Part[] = row.available > 0 ? [main(row.available)] : [];
  let left = subDec(row.qty, Math.max(0, row.available));
  for (const candidate of ordered) {
    if (candidate.mixMode === WHOLE) {
      const all = mulDec(row.qty, candidate.ratio);
      if (cmpNum(candidate.available, all) >= 0)
        return { parts: [{ material: candidate.material, qty: all, covers: row.qty }], shortage: 0 };
      continue;
    }
    const able = toNumber(
      roundNum(divNum(Math.max(0, candidate.available), candidate.ratio) ?? 0, row.decimals, 'floor'),
    );
    const covers = Math.min(able, left);
    if (covers <= 0) continue;
    parts.push({ material: candidate.material, qty: toNumber(mulNum(covers, candidate.ratio)), covers });
    left = subDec(left, covers);
    if (left === 0) return { parts, shortage: 0 };
  }
  // not covered: the row stays whole, short of what the main material does not cover
  return { parts: [main(row.qty)], shortage: subDec(row.qty, Math.max(0, row.available)) };
}
