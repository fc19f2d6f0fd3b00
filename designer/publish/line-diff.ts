/** What changed between two texts line by line (Myers' greedy way: as few lines as can be). */
export interface DiffLine {
  readonly sign: ' ' | '+' | '-';
  readonly text: string;
  /** line number in the new text, of a removed line in the old one */
  readonly line: number;
}

export function lineDiff(before: string, after: string): readonly DiffLine[] {
  const a = before === '' ? [] : before.replace(/\n$/, '').split('\n');
  const b = after === '' ? [] : after.replace(/\n$/, '').split('\n');
  const trail = furthest(a, b);
  const lines: DiffLine[] = [];
  let [x, y] = [a.length, b.length];
  for (let d = trail.length - 1; d >= 0; d -= 1) {
    const reached = trail[d] as ReadonlyMap<number, number>;
    const k = x - y;
    const isDown = k === -d || (k !== d && at(reached, k - 1) < at(reached, k + 1));
    const fromX = d === 0 ? 0 : at(reached, isDown ? k + 1 : k - 1);
    const fromY = d === 0 ? 0 : fromX - (isDown ? k + 1 : k - 1);
    while (x > fromX && y > fromY) {
      x -= 1;
      y -= 1;
      lines.push({ sign: ' ', text: b[y] as string, line: y + 1 });
    }
    if (d === 0) break;
    if (isDown) lines.push({ sign: '+', text: b[fromY] as string, line: fromY + 1 });
    else lines.push({ sign: '-', text: a[fromX] as string, line: fromX + 1 });
    [x, y] = [fromX, fromY];
  }
  return lines.reverse();
}
const at = (reached: ReadonlyMap<number, number>, k: number): number => reached.get(k) ?? -1;

/** How far one gets on each diagonal before the d-th edit, for every d until both texts end. */
function furthest(a: readonly string[], b: readonly string[]): readonly ReadonlyMap<number, number>[] {
  const trail: ReadonlyMap<number, number>[] = [];
  const reached = new Map<number, number>([[1, 0]]);
  for (let d = 0; d <= a.length + b.length; d += 1) {
    trail.push(new Map(reached));
    for (let k = -d; k <= d; k += 2) {
      let x =
        k === -d || (k !== d && at(reached, k - 1) < at(reached, k + 1)) ? at(reached, k + 1) : at(reached, k - 1) + 1;
      while (x < a.length && x - k < b.length && a[x] === b[x - k]) x += 1;
      reached.set(k, x);
      if (x >= a.length && x - k >= b.length) return trail;
    }
  }
  return trail;
}

/** Changed lines with `around` lines beside them; a gap stands for what is left out. */
export function hunks(lines: readonly DiffLine[], around = 3): readonly (readonly DiffLine[])[] {
  const near = new Set<number>();
  lines.forEach(({ sign }, i) => {
    if (sign !== ' ') for (let n = i - around; n <= i + around; n += 1) near.add(n);
  });
  const found: DiffLine[][] = [];
  lines.forEach((line, i) => {
    if (!near.has(i)) return;
    if (near.has(i - 1) && i > 0) found.at(-1)?.push(line);
    else found.push([line]);
  });
  return found;
}
