/** Where the operations of a route stand in its picture: columns by the longest way from the start, rows in their order. */
import type { Row } from '../../schemas/language/value';
import { layersOf, type Place } from './layers';

export interface RouteNode extends Place {
  readonly id: string;
  readonly opNbr: number;
  readonly row: Row;
}
export interface RouteLayout {
  readonly nodes: readonly RouteNode[];
  /** [from, to] by operation number */
  readonly edges: readonly (readonly [number, number])[];
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
          : given.filter((text) => text !== START).map(Number);
      return [row.opNbr as number, wanted.filter((number) => known.has(number))];
    }),
  );
  const places = layersOf(before);
  const nodes = ops.map((row): RouteNode => {
    const opNbr = row.opNbr as number;
    return { id: row.id, opNbr, row, ...places.get(opNbr)! };
  });
  return {
    nodes,
    edges: [...before].flatMap(([to, list]) => list.map((from) => [from, to] as const)),
  };
}
