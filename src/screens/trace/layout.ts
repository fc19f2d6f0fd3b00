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

const linksOf = (lines: readonly Line[]): readonly Link[] =>
  lines.map(({ from, to, qty, unit, weak }) => ({ from, to, weak, label: qty === null ? '' : qtyText(qty, unit) }));

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
