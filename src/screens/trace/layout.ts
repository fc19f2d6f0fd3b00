/** Where the cards of a trace stand: layers from left to right in the direction of material, few lines across each other. */
import { Graph, layout } from '@dagrejs/dagre';
import type { Card, CardSize, Draft, Line, Link, Scene } from './scene';

const GAP_X = 100;
const GAP_Y = 16;
/** more cards than these wait too long for a layered layout: they stand in the columns of their levels */
const MOST_LAYERED = 400;

export const placed = (drafts: readonly Draft[], lines: readonly Line[], size: CardSize): Scene =>
  drafts.length > MOST_LAYERED ? inColumns(drafts, lines, size) : inLayers(drafts, lines, size);

export const qtyText = (qty: number, unit: string | null): string =>
  `${Number(qty.toFixed(4))}${unit === null ? '' : ` ${unit}`}`;

const inLayers = (drafts: readonly Draft[], lines: readonly Line[], size: CardSize): Scene => {
  const graph = new Graph();
  graph.setGraph({ rankdir: 'LR', ranksep: GAP_X, nodesep: GAP_Y, edgesep: GAP_Y });
  graph.setDefaultEdgeLabel(() => ({}));
  // of cards that may stand in any order, what is set last stands above
  for (const { id } of [...drafts].reverse()) graph.setNode(id, { width: size.width, height: size.height });
  for (const { from, to } of [...lines].reverse()) graph.setEdge(from, to);
  layout(graph);
  const cards = drafts.map(({ column: _column, sum: _sum, ...card }): Card => {
    const { x, y } = graph.node(card.id);
    return { ...card, x: x - size.width / 2, y: y - size.height / 2 };
  });
  // from left to right and from above, as one reads them and as Tab goes
  cards.sort((a, b) => a.x - b.x || a.y - b.y);
  const { width, height } = graph.graph();
  return { cards, links: linksOf(lines), width: Math.max(1, width ?? 1), height: Math.max(1, height ?? 1) };
};

const linksOf = (lines: readonly Line[]): readonly Link[] => {
  const many = (end: (line: Line) => string): ReadonlyMap<string, number> => {
    const found = new Map<string, number>();
    for (const line of lines) found.set(end(line), (found.get(end(line)) ?? 0) + 1);
    return found;
  };
  const [into, outOf] = [many(({ to }) => to), many(({ from }) => from)];
  return lines.map(({ from, to, qty, unit, weak, aside, back = false }) => {
    const [comes, goes] = [into.get(to) ?? 1, outOf.get(from) ?? 1];
    return {
      from,
      to,
      weak,
      aside,
      label: qty === null ? '' : `${back ? '退 ' : ''}${qtyText(qty, unit)}`,
      // where lines come together their numbers stand apart
      at: comes > 1 && comes >= goes ? 0.22 : goes > 1 ? 0.78 : 0.5,
    };
  });
};

/** A line between two cards and where its number stands. */
export const curveOf = (from: Card, to: Card, size: CardSize, at: number) => {
  const [x1, y1] = [from.x + size.width, from.y + size.height / 2];
  const [x2, y2] = [to.x, to.y + size.height / 2];
  const bend = Math.max(30, Math.abs(x2 - x1) / 2);
  const rest = 1 - at;
  const along = (a: number, b: number, c: number, d: number): number =>
    rest ** 3 * a + 3 * rest ** 2 * at * b + 3 * rest * at ** 2 * c + at ** 3 * d;
  return {
    d: `M${x1} ${y1} C${x1 + bend} ${y1} ${x2 - bend} ${y2} ${x2} ${y2}`,
    x: along(x1, x1 + bend, x2 - bend, x2),
    y: along(y1, y1, y2, y2) - 4,
  };
};

/** Columns from left to right; in each the cards stand where their neighbours of the columns before stand in the middle. */
const inColumns = (drafts: readonly Draft[], lines: readonly Line[], size: CardSize): Scene => {
  const columns = new Map<number, Draft[]>();
  for (const draft of drafts) columns.set(draft.column, [...(columns.get(draft.column) ?? []), draft]);
  const order = [...columns.keys()].sort((a, b) => a - b);
  const beside = new Map<string, string[]>();
  for (const { from, to } of lines) {
    beside.set(from, [...(beside.get(from) ?? []), to]);
    beside.set(to, [...(beside.get(to) ?? []), from]);
  }
  const rank = new Map<string, number>();
  const sorted = (column: number): void => {
    const cards = columns.get(column) ?? [];
    const middle = new Map(
      cards.map(({ id }, at) => {
        const known = (beside.get(id) ?? []).flatMap((other) => rank.get(other) ?? []);
        return [id, known.length === 0 ? at : known.reduce((sum, each) => sum + each, 0) / known.length];
      }),
    );
    cards.sort((a, b) => (middle.get(a.id) ?? 0) - (middle.get(b.id) ?? 0) || a.title.localeCompare(b.title));
    cards.forEach(({ id }, at) => {
      rank.set(id, at - cards.length / 2);
    });
  };
  for (const column of order) sorted(column);
  for (const column of [...order].reverse()) sorted(column);
  const step = size.height + GAP_Y;
  const tallest = Math.max(1, ...[...columns.values()].map(({ length }) => length));
  const cards = order.flatMap((column, n) =>
    (columns.get(column) ?? []).map(
      ({ column: _column, sum: _sum, ...card }, at, all): Card => ({
        ...card,
        x: n * (size.width + GAP_X),
        y: at * step + ((tallest - all.length) * step) / 2,
      }),
    ),
  );
  return {
    cards,
    links: linksOf(lines),
    width: Math.max(1, order.length * (size.width + GAP_X) - GAP_X),
    height: Math.max(1, tallest * step - GAP_Y),
  };
};
