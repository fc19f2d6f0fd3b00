/** 「inpt」不在可用的词里：input · textarea …，是不是 input？: what a word out of its list says. */

/** Value, allowed words, the nearest one; what stands behind 「{k}超出范围」. */
export function outOfWords(values: readonly unknown[], words: readonly unknown[]): string {
  const allowed = words.map(String);
  const wrong = values.map(String).filter((value) => !allowed.includes(value));
  const meant = [...new Set(wrong.flatMap((value) => nearest(value, allowed) ?? []))];
  const hint = meant.length === 0 ? '' : `，是不是${meant.map((word) => `「${word}」`).join('、')}？`;
  return `：没有${wrong.map((value) => `「${value}」`).join('、')}，可用 ${allowed.join(' · ')}${hint}`;
}

/** The word with the fewest changed letters, when they are few; a beginning counts as near. */
export function nearest(value: string, words: readonly string[]): string | undefined {
  const own = value.toLowerCase();
  let best: string | undefined;
  let least = Math.max(1, Math.floor(own.length / 3)) + 1;
  for (const word of words) {
    const n = steps(own, word.toLowerCase());
    if (n < least) [best, least] = [word, n];
  }
  return best ?? (own.length < 2 ? undefined : words.find((word) => word.toLowerCase().startsWith(own)));
}

/** Letters that come, go, change or swap with their neighbour. */
function steps(a: string, b: string): number {
  let [before, row]: [number[], number[]] = [[], Array.from({ length: b.length + 1 }, (_, at) => at)];
  for (let i = 1; i <= a.length; i++) {
    const next = [i];
    for (let j = 1; j <= b.length; j++) {
      const same = a[i - 1] === b[j - 1] ? 0 : 1;
      let n = Math.min((row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1, (row[j - 1] ?? 0) + same);
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]) n = Math.min(n, (before[j - 2] ?? 0) + 1);
      next.push(n);
    }
    [before, row] = [row, next];
  }
  return row[b.length] ?? 0;
}
