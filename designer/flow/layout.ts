/** Where the cards of a flow stand: nodes from top to bottom, the ways of a block beside each other. Pixels at the plain size. */
import { type FlowDoc, type FlowNodeDoc, type FlowWayDoc, isBlock } from '../../schemas/language/flow/document';
import { END } from '../../schemas/language/flow/graph';
import { addressOf } from '../../schemas/language/resolve/address';

export const SIZE = {
  card: { w: 196, h: 60 },
  head: { w: 196, h: 30 },
  way: { w: 196, h: 48 },
  join: { w: 132, h: 26 },
  start: { w: 72, h: 36 },
  end: { w: 176, h: 36 },
} as const;
/** a line with a plus in its middle */
const RUN = 44;
const DROP = 16;
const BETWEEN = 44;
const EDGE = 60;

interface Rect {
  readonly x: number;
  readonly y: number;
  readonly w: number;
  readonly h: number;
}
interface NodeBox extends Rect {
  readonly address: string;
  readonly node: FlowNodeDoc;
}
interface WayBox extends Rect {
  readonly k: 'way';
  readonly address: string;
  readonly way: FlowWayDoc;
  readonly of: FlowNodeDoc;
  /** from the left, 1 is first */
  readonly place: number;
  readonly isDefault: boolean;
}
interface JoinBox extends Rect {
  readonly k: 'join';
  readonly address: string;
  readonly of: FlowNodeDoc;
}
export type Drawn =
  | (NodeBox & { readonly k: 'card' })
  | (NodeBox & { readonly k: 'head' })
  | WayBox
  | JoinBox
  | (Rect & { readonly k: 'start' })
  | (Rect & { readonly k: 'end' });
/** Where something can be put: behind `after` (null = first) in a list of nodes. */
export interface Slot {
  readonly list: string;
  readonly after: string | null;
  readonly x: number;
  readonly y: number;
}
export interface Line {
  readonly points: readonly (readonly [x: number, y: number])[];
  /** of a default way */
  readonly isDefault: boolean;
  /** address of the way it lies on, '' = none */
  readonly way: string;
  /** address of the node it leads to; '#end' = the end that is not written */
  readonly to?: string;
}
export interface FlowLayout {
  readonly width: number;
  readonly height: number;
  readonly boxes: readonly Drawn[];
  readonly slots: readonly Slot[];
  readonly lines: readonly Line[];
}

const on = <T extends { readonly off?: boolean }>(list: readonly T[] | undefined): readonly T[] =>
  (list ?? []).filter((item) => item.off !== true);
/** The way that is taken when no other is: the last one, of blocks with conditions. */
export const isDefaultWay = (of: FlowNodeDoc, way: FlowWayDoc): boolean =>
  of.sort !== 'parallel' && way.when === undefined && on(of.ways).at(-1)?.title === way.title;

export function layOut({ nodes }: Pick<FlowDoc, 'nodes'>): FlowLayout {
  const picture: Picture = { boxes: [], slots: [], lines: [] };
  const width = Math.max(widthOf(nodes), SIZE.end.w) + EDGE * 2;
  const x = width / 2;
  picture.boxes.push({ k: 'start', x: x - SIZE.start.w / 2, y: 24, ...SIZE.start });
  const { y, isOpen } = drawList(picture, nodes, { address: 'nodes', x, top: 24 + SIZE.start.h, isDefault: false });
  if (isOpen) picture.boxes.push({ k: 'end', x: x - SIZE.end.w / 2, y, ...SIZE.end });
  return { width, height: y + SIZE.end.h + EDGE, ...picture };
}

/** What is drawn so far. */
interface Picture {
  readonly boxes: Drawn[];
  readonly slots: Slot[];
  readonly lines: Line[];
}
/** Where a part begins: its address, the middle of it, its top; lines of a default way are drawn their own way. */
interface Begin {
  readonly address: string;
  readonly x: number;
  readonly top: number;
  readonly isDefault: boolean;
}
/** Where the next thing begins, and whether anything leads there. */
interface End {
  readonly y: number;
  readonly isOpen: boolean;
}

/** A list whose first line begins at the top. */
function drawList(picture: Picture, list: readonly FlowNodeDoc[], { address, x, top, isDefault }: Begin): End {
  let y = top;
  let isOpen = true;
  const drawn = on(list);
  const way = address === 'nodes' ? '' : address.slice(0, -'.nodes'.length);
  const run = (after: string | null): void => {
    const next = drawn[drawn.findIndex((node) => node.node === after) + 1];
    const to = next === undefined ? (way === '' ? END : undefined) : addressOf(address, next.node);
    const points: Line['points'] = [
      [x, y],
      [x, y + RUN],
    ];
    picture.lines.push({ points, isDefault, way, ...(to === undefined ? {} : { to }) });
    picture.slots.push({ list: address, after, x, y: y + RUN / 2 });
    y += RUN;
  };
  run(null);
  for (const node of drawn) {
    const at = addressOf(address, node.node);
    if (isBlock(node.sort)) {
      const below = drawBlock(picture, node, { address: at, x, top: y, isDefault });
      y = below.y;
      isOpen = below.isOpen;
    } else {
      const { w, h } = SIZE.card;
      picture.boxes.push({ k: 'card', address: at, node, x: x - w / 2, y, w, h });
      y += h;
      isOpen = node.sort !== 'end';
    }
    if (isOpen) run(node.node);
  }
  return { y, isOpen };
}

/** A block: its head, its ways beside each other, and where they meet again. */
function drawBlock(picture: Picture, node: FlowNodeDoc, begin: Begin): End {
  const { address, x, top } = begin;
  picture.boxes.push({ k: 'head', address, node, x: x - SIZE.head.w / 2, y: top, ...SIZE.head });
  const bar = top + SIZE.head.h + DROP;
  const ends = drawWays(picture, node, begin);
  const low = Math.max(bar, ...ends.map((end) => end.y)) + 4;
  const open = ends.filter((end) => end.isOpen);
  for (const end of open)
    picture.lines.push({
      points: [
        [end.x, end.y],
        [end.x, low],
        [x, low],
        [x, low + DROP],
      ],
      isDefault: end.isDefault,
      way: end.way,
    });
  if (open.length === 0) return { y: low, isOpen: false };
  if (node.sort === 'branch') return { y: low + DROP, isOpen: true };
  picture.boxes.push({ k: 'join', address, of: node, x: x - SIZE.join.w / 2, y: low + DROP, ...SIZE.join });
  return { y: low + DROP + SIZE.join.h, isOpen: true };
}

interface WayEnd extends End {
  readonly x: number;
  readonly isDefault: boolean;
  readonly way: string;
}
function drawWays(picture: Picture, node: FlowNodeDoc, { address, x, top, isDefault }: Begin): readonly WayEnd[] {
  const bar = top + SIZE.head.h + DROP;
  const ways = on(node.ways);
  const widths = ways.map((way) => Math.max(SIZE.way.w, widthOf(way.nodes ?? [])));
  let left = x - (sum(widths) + BETWEEN * Math.max(0, ways.length - 1)) / 2;
  return ways.map((way, i) => {
    const middle = left + (widths[i] ?? 0) / 2;
    left += (widths[i] ?? 0) + BETWEEN;
    const at = addressOf(`${address}.ways`, way.title);
    const isLast = isDefaultWay(node, way);
    picture.lines.push({
      points: [
        [x, top + SIZE.head.h],
        [x, bar],
        [middle, bar],
        [middle, bar + DROP],
      ],
      isDefault: isLast,
      way: at,
    });
    const { w, h } = SIZE.way;
    const y = bar + DROP;
    picture.boxes.push({
      ...{ k: 'way', address: at, way, of: node, place: i + 1, isDefault: isLast },
      ...{ x: middle - w / 2, y, w, h },
    });
    const inner = { address: `${at}.nodes`, x: middle, top: y + h, isDefault: isLast };
    const end = drawList(picture, way.nodes ?? [], inner);
    return { x: middle, ...end, isDefault: isLast || isDefault, way: at };
  });
}

function widthOf(nodes: readonly FlowNodeDoc[]): number {
  return Math.max(SIZE.card.w, ...on(nodes).map(nodeWidth));
}
function nodeWidth(node: FlowNodeDoc): number {
  if (!isBlock(node.sort)) return SIZE.card.w;
  const ways = on(node.ways).map((way) => Math.max(SIZE.way.w, widthOf(way.nodes ?? [])));
  return sum(ways) + BETWEEN * Math.max(0, ways.length - 1);
}
const sum = (list: readonly number[]): number => list.reduce((all, number) => all + number, 0);

/** The slot nearest to a point, when it is near enough to be meant. */
export function slotAt(slots: readonly Slot[], x: number, y: number, within = 110): Slot | undefined {
  let found: { readonly slot: Slot; readonly away: number } | undefined;
  for (const slot of slots) {
    const away = Math.hypot(slot.x - x, slot.y - y);
    if (away <= within && (found === undefined || away < found.away)) found = { slot, away };
  }
  return found?.slot;
}
