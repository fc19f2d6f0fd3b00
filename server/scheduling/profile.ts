/** How much of something is used at each moment: a step function kept as sorted break points. The sweep of 30 §3 step 7. */
import type { Interval } from './types';

export class Profile {
  /** the level holds from its break point to the next one; below the first and after the last nothing is used */
  private readonly at: number[] = [];
  private readonly level: number[] = [];

  /** Adds `amount` (negative: takes it away) over [from, to). */
  add(from: number, to: number, amount: number): void {
    if (to <= from || amount === 0) return;
    const first = this.breakAt(from);
    const last = this.breakAt(to);
    for (let n = first; n < last; n++) this.level[n]! += amount;
    this.joinAt(last);
    this.joinAt(first);
  }

  /** The first span within [from, to) where more than `most` is used. */
  firstAbove(from: number, to: number, most: number): Interval | null {
    if (most < 0) return from < to ? { from, to: Number.POSITIVE_INFINITY } : null;
    for (let n = Math.max(this.indexOf(from), 0); n < this.at.length && this.at[n]! < to; n++) {
      if (this.level[n]! <= most) continue;
      let end = n + 1;
      while (end < this.at.length && this.level[end]! > most) end++;
      return { from: Math.max(from, this.at[n]!), to: this.at[end] ?? Number.POSITIVE_INFINITY };
    }
    return null;
  }

  /** The moment from which the last span within [from, to) above `most` starts. */
  lastAbove(from: number, to: number, most: number): number | null {
    if (most < 0) return from < to ? Number.NEGATIVE_INFINITY : null;
    let n = this.at.length - 1;
    const below = this.indexOf(to - 1);
    if (below < n) n = below;
    for (; n >= 0 && (this.at[n + 1] ?? Number.POSITIVE_INFINITY) > from; n--) {
      if (this.level[n]! <= most) continue;
      while (n > 0 && this.level[n - 1]! > most) n--;
      return this.at[n]!;
    }
    return null;
  }

  /** Level × minutes over [from, to). */
  sum(from: number, to: number): number {
    let sum = 0;
    for (let n = Math.max(this.indexOf(from), 0); n < this.at.length && this.at[n]! < to; n++) {
      const end = Math.min(to, this.at[n + 1] ?? to);
      sum += this.level[n]! * (end - Math.max(from, this.at[n]!));
    }
    return sum;
  }

  /** Index of the last break point not after a moment; −1 before the first. */
  private indexOf(moment: number): number {
    let low = 0;
    let high = this.at.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.at[middle]! <= moment) low = middle + 1;
      else high = middle;
    }
    return low - 1;
  }
  private breakAt(moment: number): number {
    const n = this.indexOf(moment);
    if (n >= 0 && this.at[n] === moment) return n;
    this.at.splice(n + 1, 0, moment);
    this.level.splice(n + 1, 0, n >= 0 ? this.level[n]! : 0);
    return n + 1;
  }
  /** a break point that changes nothing goes */
  private joinAt(n: number): void {
    if (this.level[n] !== (n > 0 ? this.level[n - 1] : 0)) return;
    this.at.splice(n, 1);
    this.level.splice(n, 1);
  }
}
