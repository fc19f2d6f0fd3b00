/** Places of what follows on one another: columns by the longest way from a start, lines in the order given. Pure. */

export interface Place {
  readonly column: number;
  readonly line: number;
}

/** `before`: who must come before each, in the order of the lines. What waits for itself stands in the first column it was met in. */
export function layersOf<T>(before: ReadonlyMap<T, readonly T[]>): ReadonlyMap<T, Place> {
  const columns = new Map<T, number>();
  const columnOf = (item: T): number => {
    const done = columns.get(item);
    if (done !== undefined) return done;
    columns.set(item, 0);
    const own = Math.max(
      0,
      ...(before.get(item) ?? []).filter((other) => other !== item).map((each) => columnOf(each) + 1),
    );
    columns.set(item, own);
    return own;
  };
  const filled = new Map<number, number>();
  return new Map(
    [...before.keys()].map((key) => {
      const column = columnOf(key);
      const line = filled.get(column) ?? 0;
      filled.set(column, line + 1);
      return [key, { column, line }] as const;
    }),
  );
}
