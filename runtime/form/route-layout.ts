/** Where the operations of a route stand in its picture: columns by the longest way from the start, rows in their order. */
import type { Row } from '../../schemas/language/value';

export interface RouteNode {
  readonly id: string;
  readonly opNbr: number;
  readonly row: Row;
  readonly column: number;
  readonly line: number;
}
export interface RouteLayout {
  readonly nodes: readonly RouteNode[];
  /** [from, to] by operation number */
  readonly edges: readonly (readonly [number, number])[];
  readonly columns: number;
  readonly lines: number;
}

const START = '0';

/** Rows without a number are left out; what waits for itself stands in the first column it was met in. */
export function routeLayout(rows: readonly Row[]): RouteLayout {
  const ops = rows.filter(({ opNbr }) => typeof opNbr === 'number');
  const known = new Set(ops.map(({ opNbr }) => opNbr as number));
  const before = new Map(
    ops.map((row, at) => {
      const given = Array.isArray(row.predecessors) ? (row.predecessors as readonly string[]) : [];
      const above = ops[at - 1]?.opNbr;
      const wanted =
        given.length === 0
          ? above === undefined
            ? []
            : [above as number]
          : given.filter((one) => one !== START).map(Number);
      return [row.opNbr as number, wanted.filter((one) => known.has(one))];
    }),
  );
  const columns = new Map<number, number>();
  const columnOf = (opNbr: number): number => {
    const done = columns.get(opNbr);
    if (done !== undefined) return done;
    columns.set(opNbr, 0);
    const own = Math.max(0, ...(before.get(opNbr) ?? []).map((one) => columnOf(one) + 1));
    columns.set(opNbr, own);
    return own;
  };
  const filled = new Map<number, number>();
  const nodes = ops.map((row): RouteNode => {
    const opNbr = row.opNbr as number;
    const column = columnOf(opNbr);
    const line = filled.get(column) ?? 0;
    filled.set(column, line + 1);
    return { id: row.id, opNbr, row, column, line };
  });
  return {
    nodes,
    edges: [...before].flatMap(([to, list]) => list.map((from) => [from, to] as const)),
    columns: Math.max(0, ...nodes.map(({ column }) => column + 1)),
    lines: Math.max(0, ...filled.values()),
  };
}
