/** Where the boxes stand: the longest way through the life in one row from left to right, side states above and below. Pure. */
import type { StateModel } from './model';

export interface Point {
  readonly x: number;
  readonly y: number;
}
export type Places = ReadonlyMap<string, Point>;

export const BOX = { width: 132, height: 56 } as const;
const STEP = { x: 232, y: 148 } as const;
export const ORIGIN: Point = { x: 96, y: 190 };

/** Places of all states; those a person chose stay. */
export function arrange(model: StateModel, chosen: { readonly [code: string]: Point } = {}): Places {
  const order = model.states.map((state) => state.code);
  const index = new Map(order.map((code, i) => [code, i]));
  const forward = model.arrows.filter((arrow) => (index.get(arrow.from) ?? 0) < (index.get(arrow.to) ?? 0));
  const first = model.states.find((state) => state.initial)?.code ?? order[0] ?? '';
  const column = columns(order, forward, first);
  const main = new Set(longest(order, forward, first));
  const taken = new Set<string>();
  const places = new Map<string, Point>();
  const put = (code: string, row: number): void => {
    const at = column.get(code) ?? 0;
    taken.add(`${at}:${row}`);
    places.set(code, chosen[code] ?? { x: ORIGIN.x + at * STEP.x, y: ORIGIN.y + row * STEP.y });
  };
  for (const code of order) if (main.has(code)) put(code, 0);
  for (const { code, tone } of model.states) {
    if (main.has(code)) continue;
    const at = column.get(code) ?? 0;
    // ends that nobody wants stand above, the others below
    const rows = tone === 'danger' ? [-1, 1, 2, 3] : [1, -1, 2, 3];
    put(code, rows.find((row) => !taken.has(`${at}:${row}`)) ?? rows.length);
  }
  return places;
}

type Way = { readonly from: string; readonly to: string };

/** Column of a state: behind all that lead to it; what nothing leads to stands by what it leads to. */
function columns(order: readonly string[], ways: readonly Way[], first: string): Map<string, number> {
  const column = new Map<string, number>([[first, 0]]);
  for (const code of order)
    for (const way of ways) {
      if (way.from !== code || !column.has(code)) continue;
      column.set(way.to, Math.max(column.get(way.to) ?? 0, (column.get(code) ?? 0) + 1));
    }
  const last = Math.max(0, ...column.values());
  order.forEach((code, i) => {
    if (!column.has(code)) column.set(code, Math.min(last + 1, Math.max(0, i)));
  });
  return column;
}

/** The longest way from the first state on; equal ones by the order of the dictionary. */
function longest(order: readonly string[], ways: readonly Way[], first: string): readonly string[] {
  const best = new Map<string, readonly string[]>();
  for (const code of order.toReversed()) {
    const next = ways
      .filter((way) => way.from === code)
      .map((way) => best.get(way.to) ?? [way.to])
      .reduce<readonly string[]>((most, way) => (way.length > most.length ? way : most), []);
    best.set(code, [code, ...next]);
  }
  return best.get(first) ?? [first];
}

/** The room all boxes and their loops take. */
export function extent(places: Places): {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
} {
  const points = [...places.values()];
  if (points.length === 0) return { x: 0, y: 0, width: 400, height: 300 };
  const left = Math.min(...points.map((point) => point.x)) - 64;
  const top = Math.min(...points.map((point) => point.y)) - 96;
  const right = Math.max(...points.map((point) => point.x)) + BOX.width + 64;
  const bottom = Math.max(...points.map((point) => point.y)) + BOX.height + 72;
  return { x: left, y: top, width: right - left, height: bottom - top };
}
