/** What the graph shows: cards in columns in the direction of material, many alike as one, each where lines to its neighbours are short. */
import type { TraceBatch, TraceGraph, TraceNode } from '../../../schemas/language/wire-trace';
import { placed, qtyText } from './layout';

export type CardKind = 'supplier' | 'batch' | 'work' | 'product' | 'customer' | 'stock' | 'group';
export interface Card {
  readonly id: string;
  readonly kind: CardKind;
  readonly title: string;
  readonly sub: string;
  readonly qty: string;
  readonly weak: boolean;
  readonly alarm: boolean;
  readonly root: boolean;
  readonly x: number;
  readonly y: number;
  /** nodes of a group, else none */
  readonly members: readonly string[];
  /** what it is found by */
  readonly words: readonly string[];
}
export interface Link {
  readonly from: string;
  readonly to: string;
  readonly label: string;
  readonly weak: boolean;
}
export interface Scene {
  readonly cards: readonly Card[];
  readonly links: readonly Link[];
  readonly width: number;
  readonly height: number;
}
export interface CardSize {
  readonly width: number;
  readonly height: number;
}
export const SMALL: CardSize = { width: 180, height: 56 };
export const LARGE: CardSize = { width: 220, height: 72 };
/** more than these of the same parents are one card */
const MOST_ALIKE = 12;

type Lots = ReadonlyMap<string, TraceBatch>;
export type Draft = Omit<Card, 'x' | 'y'> & { readonly column: number; readonly sum?: number };
export interface Line {
  readonly from: string;
  readonly to: string;
  readonly qty: number | null;
  readonly unit: string | null;
  readonly weak: boolean;
}

export const sceneOf = (graph: TraceGraph, opened: ReadonlySet<string>, size: CardSize): Scene => {
  const groups = groupsOf(graph, opened);
  const cardOf = new Map(graph.nodes.map(({ id }) => [id, id]));
  for (const [group, members] of groups) for (const { id } of members) cardOf.set(id, group);
  const lots: Lots = new Map(graph.batches.map((lot) => [lot.id, lot]));
  const drafts = new Map<string, Draft>();
  for (const node of graph.nodes) {
    const card = cardOf.get(node.id) ?? node.id;
    if (!drafts.has(card))
      drafts.set(card, card === node.id ? cardOfNode(node, lots.get(node.id)) : cardOfGroup(card, groups, lots));
  }
  const units = new Map(graph.nodes.map(({ id, unit }) => [id, unit]));
  const inner = graph.edges.map(
    ({ from, to, qty, weak }): Line => ({
      from: cardOf.get(from) ?? from,
      to: cardOf.get(to) ?? to,
      qty,
      unit: units.get(from) ?? units.get(to) ?? null,
      weak,
    }),
  );
  const outer = endsOf(graph, cardOf, drafts);
  return placed([...drafts.values()], merged([...inner, ...outer]), size);
};

/** Lots of a level that hang on the same nodes, when they are many. */
const groupsOf = (graph: TraceGraph, opened: ReadonlySet<string>): ReadonlyMap<string, readonly TraceNode[]> => {
  const level = new Map(graph.nodes.map((node) => [node.id, Math.abs(node.level)]));
  const above = new Map<string, Set<string>>();
  const add = (id: string, other: string): void => {
    if ((level.get(other) ?? 0) < (level.get(id) ?? 0)) above.set(id, (above.get(id) ?? new Set()).add(other));
  };
  for (const { from, to } of graph.edges) {
    add(to, from);
    add(from, to);
  }
  const alike = new Map<string, TraceNode[]>();
  for (const node of graph.nodes) {
    if (node.type !== '1') continue;
    const key = `g:${node.level}:${node.root ? 'root' : [...(above.get(node.id) ?? [])].sort().join(',')}`;
    const known = alike.get(key);
    if (known) known.push(node);
    else alike.set(key, [node]);
  }
  return new Map([...alike].filter(([key, members]) => members.length > MOST_ALIKE && !opened.has(key)));
};

const cardOfNode = (node: TraceNode, lot: TraceBatch | undefined): Draft => ({
  id: node.id,
  kind: node.type === '2' ? 'work' : node.made ? 'product' : 'batch',
  title: node.nbr,
  sub: node.materialName ?? '',
  qty: lot === undefined ? '' : qtyText(lot.made, lot.unit),
  weak: node.weak,
  alarm: node.held,
  root: node.root,
  column: node.level,
  members: [],
  words: [node.nbr, node.materialName ?? ''],
});
const cardOfGroup = (id: string, groups: ReadonlyMap<string, readonly TraceNode[]>, lots: Lots): Draft => {
  const members = groups.get(id) ?? [];
  const sum = members.reduce((total, node) => total + (lots.get(node.id)?.made ?? 0), 0);
  return {
    id,
    kind: 'group',
    title: `同类${members.length}个`,
    sub: members[0]?.materialName ?? '',
    qty: qtyText(sum, members[0]?.unit ?? null),
    weak: false,
    alarm: members.some(({ held }) => held),
    root: members.some(({ root }) => root),
    column: members[0]?.level ?? 0,
    members: members.map((node) => node.id),
    words: members.flatMap(({ nbr, materialName }) => [nbr, materialName ?? '']),
  };
};

/** Suppliers before their lots; behind them where they lie and who got them. All are read from the ledger and are no edges. */
const endsOf = (
  graph: TraceGraph,
  cardOf: ReadonlyMap<string, string>,
  drafts: Map<string, Draft>,
): readonly Line[] => {
  const lines: Line[] = [];
  const shown = graph.batches.filter(({ id }) => cardOf.has(id));
  for (const { id, supplier, made, unit } of shown) {
    const card = drafts.get(cardOf.get(id) ?? '');
    if (supplier === null || card === undefined) continue;
    const end = `s:${supplier}`;
    const column = Math.min(card.column - 1, drafts.get(end)?.column ?? card.column - 1);
    drafts.set(end, { ...bare(end, 'supplier', supplier, '供应商'), column });
    lines.push({ from: end, to: card.id, qty: made, unit, weak: false });
  }
  const byNbr = new Map(shown.map((lot) => [lot.nbr, lot]));
  const last = Math.max(0, ...[...drafts.values()].map(({ column }) => column));
  // where inputs lie says nothing of what was made of them
  const isForward = graph.nodes.every(({ level }) => level >= 0);
  for (const { warehouse, qualityStatus, batchNbr, qty, unit } of isForward ? graph.stock : []) {
    const from = cardOf.get(byNbr.get(batchNbr)?.id ?? '');
    if (from === undefined) continue;
    const end = `k:${warehouse}:${qualityStatus}`;
    const lying = (drafts.get(end)?.sum ?? 0) + qty;
    drafts.set(end, {
      ...bare(end, 'stock', warehouse, qualityStatus),
      qty: qtyText(lying, unit),
      sum: lying,
      column: last + 1,
    });
    lines.push({ from, to: end, qty, unit, weak: false });
  }
  for (const { customer, docNbr, bizDate, net, batches } of graph.shipped) {
    const end = `c:${docNbr ?? bizDate}:${customer ?? ''}`;
    const cards = [...new Set(batches.flatMap((nbr) => cardOf.get(byNbr.get(nbr)?.id ?? '') ?? []))];
    if (cards.length === 0) continue;
    const unit = byNbr.get(batches[0] ?? '')?.unit ?? null;
    drafts.set(end, {
      ...bare(end, 'customer', customer ?? '客户', docNbr ?? bizDate),
      qty: qtyText(net, unit),
      column: last + 1,
    });
    for (const from of cards) lines.push({ from, to: end, qty: cards.length === 1 ? net : null, unit, weak: false });
  }
  return lines;
};
const bare = (id: string, kind: CardKind, title: string, sub: string) => ({
  id,
  kind,
  title,
  sub,
  qty: '',
  weak: false,
  alarm: false,
  root: false,
  members: [],
  words: [title, sub],
});

/** One line between two cards, with the sum. */
const merged = (lines: readonly Line[]): readonly Line[] => {
  const found = new Map<string, Line>();
  for (const line of lines) {
    if (line.from === line.to) continue;
    const key = `${line.from}>${line.to}`;
    const known = found.get(key);
    const qty = known === undefined ? line.qty : known.qty === null || line.qty === null ? null : known.qty + line.qty;
    found.set(key, { ...line, qty, weak: line.weak && (known?.weak ?? true) });
  }
  return [...found.values()];
};

/** The next card that says this, after the one that is chosen; of a group what one of its numbers says counts. */
export const foundIn = ({ cards }: Scene, text: string, chosen: string | null): Card | undefined => {
  const wanted = text.trim().toLowerCase();
  if (wanted === '') return undefined;
  const at = cards.findIndex(({ id }) => id === chosen);
  const turned = [...cards.slice(at + 1), ...cards.slice(0, at + 1)];
  return turned.find(({ words }) => words.some((word) => word.toLowerCase().includes(wanted)));
};
