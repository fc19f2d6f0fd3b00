/**
 * Count, sum, least and most of a column, block by block: a key press changes one row, so one block is counted again and the others are
 * known by the identity of their rows.
 */
import { addNum, type Num, toNumber } from '../../schemas/language/codec/decimal';
import type { Row } from '../../schemas/language/value';

export interface Stats {
  readonly count: number;
  readonly sum: number;
  readonly min: number;
  readonly max: number;
}
interface Block {
  readonly count: number;
  readonly sum: Num;
  readonly min: number;
  readonly max: number;
}
const SIZE = 64;

export class ColumnStats {
  readonly #code: string;
  #rows: readonly Row[] = [];
  #blocks: readonly Block[] = [];

  constructor(code: string) {
    this.#code = code;
  }
  of(rows: readonly Row[]): Stats {
    if (rows !== this.#rows) {
      const before = this.#rows;
      const blocks: Block[] = [];
      for (let from = 0, at = 0; from < rows.length; from += SIZE, at += 1) {
        const known = this.#blocks[at];
        const to = Math.min(from + SIZE, rows.length);
        blocks.push(known !== undefined && same(before, rows, from, to) ? known : this.#count(rows, from, to));
      }
      this.#rows = rows;
      this.#blocks = blocks;
    }
    let sum: Num = 0;
    let [count, min, max] = [0, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
    for (const block of this.#blocks) {
      count += block.count;
      sum = addNum(sum, block.sum);
      if (block.min < min) min = block.min;
      if (block.max > max) max = block.max;
    }
    return { count, sum: toNumber(sum), min, max };
  }
  #count(rows: readonly Row[], from: number, to: number): Block {
    let sum: Num = 0;
    let [count, min, max] = [0, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
    for (let at = from; at < to; at += 1) {
      const value = rows[at]?.[this.#code];
      if (typeof value !== 'number') continue;
      count += 1;
      sum = addNum(sum, value);
      if (value < min) min = value;
      if (value > max) max = value;
    }
    return { count, sum, min, max };
  }
}

/** The last block of a shorter or longer table is another one. */
function same(before: readonly Row[], rows: readonly Row[], from: number, to: number): boolean {
  if (Math.min(from + SIZE, before.length) !== to) return false;
  for (let at = from; at < to; at += 1) if (before[at] !== rows[at]) return false;
  return true;
}
