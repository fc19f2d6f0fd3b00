/** What the graph shows: cards in columns in the direction of material, many alike as one, each where lines to its neighbours are short. */
import type { TraceBatch, TraceGraph, TraceNode } from '../../../schemas/language/wire-trace';
import { placed, qtyText } from './layout';

export type CardKind = 'supplier' | 'batch' | 'work' | 'product' | 'customer' | 'stock';
export interface Card {
  readonly id: string;
  readonly kind: CardKind;
  readonly title: string;
  readonly sub: string;
  readonly qty: string;
  readonly weak: boolean;
  readonly alarm: boolean;
  readonly root: boolean;
  /** what else went in: drawn pale */
  readonly aside: boolean;
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
  readonly aside: boolean;
  /** how far along the line its number stands, 0 to 1 */
  readonly at: number;
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
/** read from the other end of a meeting room */
export const HALL_SCALE = 1.4;
export const HALL: CardSize = { width: SMALL.width * HALL_SCALE, height: SMALL.height * HALL_SCALE };
/** more than these of the same parents are one card; of what else went in fewer */
const MOST_ALIKE = 12;
const MOST_ASIDE = 4;

type Lots = ReadonlyMap<string, TraceBatch>;
export type Draft = Omit<Card, 'x' | 'y'> & { readonly column: number; readonly sum?: number };
export interface Line {
  readonly from: string;
  readonly to: string;
  readonly qty: number | null;
  readonly unit: string | null;
  readonly weak: boolean;
  readonly aside: boolean;
  /** against the direction of material: what came back */
  readonly back?: boolean;
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
  const asides = new Set(graph.nodes.flatMap(({ id, aside }) => (aside ? id : [])));
  const inner = graph.edges.map(
    ({ from, to, qty, weak }): Line => ({
      from: cardOf.get(from) ?? from,
      to: cardOf.get(to) ?? to,
      qty,
      unit: units.get(from) ?? units.get(to) ?? null,
      weak,
      aside: asides.has(from),
    }),
  );
  const outer = endsOf(graph, cardOf, drafts);
  return placed([...drafts.values()], merged([...inner, ...outer]), size);
};

/** Lots of a level that hang on the same nodes, when they are many. */
const groupsOf = (graph: TraceGraph, opened: ReadonlySet<string>): ReadonlyMap<string, readonly TraceNode[]> => {
  const level = new Map(graph.nodes.map((node) => [node.id, Math.abs(node.level)]));
  const above = new Map<string, Set<string>>();
  const below = new Map<string, Set<string>>();
  const add = (id: string, other: string): void => {
    const [mine, its] = [level.get(id) ?? 0, level.get(other) ?? 0];
    const side = its < mine ? above : below;
    if (its !== mine) side.set(id, (side.get(id) ?? new Set()).add(other));
  };
  for (const { from, to } of graph.edges) {
    add(to, from);
    add(from, to);
  }
  const alike = new Map<string, TraceNode[]>();
  for (const node of graph.nodes) {
    if (node.type !== '1') continue;
    const parents = [...((node.aside ? below : above).get(node.id) ?? [])].sort().join(',');
    const key = `${node.aside ? 'a' : 'g'}:${node.level}:${node.root ? 'root' : parents}`;
    const known = alike.get(key);
    if (known) known.push(node);
    else alike.set(key, [node]);
  }
  const most = (members: readonly TraceNode[]): number => (members[0]?.aside === true ? MOST_ASIDE : MOST_ALIKE);
  return new Map([...alike].filter(([key, members]) => members.length > most(members) && !opened.has(key)));
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
  aside: node.aside,
  column: node.level,
  members: [],
  words: [node.nbr, node.materialName ?? ''],
});
const cardOfGroup = (id: string, groups: ReadonlyMap<string, readonly TraceNode[]>, lots: Lots): Draft => {
  const members = groups.get(id) ?? [];
  const sum = members.reduce((total, node) => total + (lots.get(node.id)?.made ?? 0), 0);
  const [first] = members;
  const aside = first?.aside === true;
  const materials = new Set(members.map(({ materialName }) => materialName));
  return {
    id,
    kind: members.every(({ made }) => made) ? 'product' : 'batch',
    title: `同类${members.length}个`,
    sub: aside ? '其他投入' : materials.size === 1 ? (first?.materialName ?? '') : `${materials.size}种物料`,
    // pieces and kilograms have no sum
    qty: materials.size === 1 && !aside ? qtyText(sum, first?.unit ?? null) : '',
    weak: false,
    alarm: members.some(({ held }) => held),
    root: members.some(({ root }) => root),
    aside,
    column: first?.level ?? 0,
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
    lines.push({ from: end, to: card.id, qty: made, unit, weak: false, aside: false });
  }
  // lots of two materials may have one number
  const keyOf = (material: string | null, nbr: string): string => `${material ?? ''} ${nbr}`;
  const byNbr = new Map(shown.map((lot) => [keyOf(lot.materialName, lot.nbr), lot]));
  const last = Math.max(0, ...[...drafts.values()].map(({ column }) => column));
  // where inputs lie says nothing of what was made of them
  const isForward = graph.nodes.every(({ level, aside }) => aside || level >= 0);
  const hasMany = new Set(graph.stock.map(({ materialName }) => materialName)).size > 1;
  for (const { warehouse, qualityStatus, materialName, batchNbr, qty, unit } of isForward ? graph.stock : []) {
    const from = cardOf.get(byNbr.get(keyOf(materialName, batchNbr))?.id ?? '');
    if (from === undefined) continue;
    const end = `k:${warehouse}:${qualityStatus}:${materialName}`;
    const lying = (drafts.get(end)?.sum ?? 0) + qty;
    drafts.set(end, {
      ...bare(end, 'stock', warehouse, hasMany ? `${qualityStatus}，${materialName}` : qualityStatus),
      qty: qtyText(lying, unit),
      sum: lying,
      column: last + 1,
    });
    lines.push({ from, to: end, qty, unit, weak: false, aside: false });
  }
  for (const [n, { customer, docNbr, bizDate, materialName, net, batches }] of graph.shipped.entries()) {
    const end = `c:${n}`;
    const cards = [
      ...new Set(batches.flatMap((nbr) => cardOf.get(byNbr.get(keyOf(materialName, nbr))?.id ?? '') ?? [])),
    ];
    if (cards.length === 0) continue;
    const unit = byNbr.get(keyOf(materialName, batches[0] ?? ''))?.unit ?? null;
    drafts.set(end, {
      ...bare(end, 'customer', customer ?? '客户', docNbr ?? bizDate),
      qty: `${net < 0 ? '退回 ' : ''}${qtyText(Math.abs(net), unit)}`,
      column: last + 1,
    });
    const qty = cards.length === 1 ? Math.abs(net) : null;
    for (const from of cards) lines.push({ from, to: end, qty, unit, weak: false, aside: false, back: net < 0 });
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
  aside: false,
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
    const qty = known === undefined ? line.qty : sumOf(known, line);
    const aside = line.aside && (known?.aside ?? true);
    found.set(key, { ...line, qty, aside, weak: line.weak && (known?.weak ?? true) });
  }
  return [...found.values()];
};

/** pieces and kilograms have none */
const sumOf = (one: Line, other: Line): number | null =>
  one.qty === null || other.qty === null || one.unit !== other.unit ? null : one.qty + other.qty;

/** The next card that says this, after the one that is chosen; of a group what one of its numbers says counts. */
export const foundIn = ({ cards }: Scene, text: string, chosen: string | null): Card | undefined => {
  const wanted = text.trim().toLowerCase();
  if (wanted === '') return undefined;
  const at = cards.findIndex(({ id }) => id === chosen);
  const turned = [...cards.slice(at + 1), ...cards.slice(0, at + 1)];
  return turned.find(({ words }) => words.some((word) => word.toLowerCase().includes(wanted)));
};
