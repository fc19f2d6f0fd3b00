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
  const boxes: Drawn[] = [];
  const slots: Slot[] = [];
  const lines: Line[] = [];
  const width = Math.max(widthOf(nodes), SIZE.end.w) + EDGE * 2;
  const axis = width / 2;
  const line = (points: Line['points'], isDefault: boolean, way: string, to?: string): void => {
    lines.push({ points, isDefault, way, ...(to === undefined ? {} : { to }) });
  };
  /** Draws a list whose first line begins at y; answers where the next thing begins, and whether anything leads there. */
  const chain = (
    list: readonly FlowNodeDoc[],
    address: string,
    x: number,
    top: number,
    isDefault: boolean,
  ): { readonly y: number; readonly isOpen: boolean } => {
    let y = top;
    let isOpen = true;
    const drawn = on(list);
    const way = address === 'nodes' ? '' : address.slice(0, -'.nodes'.length);
    const run = (after: string | null): void => {
      const next = drawn[drawn.findIndex((node) => node.node === after) + 1];
      const last = way === '' ? END : undefined;
      line(
        [
          [x, y],
          [x, y + RUN],
        ],
        isDefault,
        way,
        next === undefined ? last : addressOf(address, next.node),
      );
      slots.push({ list: address, after, x, y: y + RUN / 2 });
      y += RUN;
    };
    run(null);
    for (const node of drawn) {
      const at = addressOf(address, node.node);
      if (isBlock(node.sort)) {
        const below = block(node, at, x, y, isDefault);
        y = below.y;
        isOpen = below.isOpen;
      } else {
        const { w, h } = SIZE.card;
        boxes.push({ k: 'card', address: at, node, x: x - w / 2, y, w, h });
        y += h;
        isOpen = node.sort !== 'end';
      }
      if (isOpen) run(node.node);
    }
    return { y, isOpen };
  };
  const block = (
    node: FlowNodeDoc,
    address: string,
    x: number,
    top: number,
    isDefault: boolean,
  ): { readonly y: number; readonly isOpen: boolean } => {
    boxes.push({ k: 'head', address, node, x: x - SIZE.head.w / 2, y: top, ...SIZE.head });
    const bar = top + SIZE.head.h + DROP;
    const ways = on(node.ways);
    const widths = ways.map((way) => Math.max(SIZE.way.w, widthOf(way.nodes ?? [])));
    const whole = sum(widths) + BETWEEN * Math.max(0, ways.length - 1);
    let left = x - whole / 2;
    const ends: (Pick<Line, 'isDefault' | 'way'> & {
      readonly x: number;
      readonly y: number;
      readonly isOpen: boolean;
    })[] = [];
    ways.forEach((way, i) => {
      const middle = left + (widths[i] ?? 0) / 2;
      const at = addressOf(`${address}.ways`, way.title);
      const isLast = isDefaultWay(node, way);
      line(
        [
          [x, top + SIZE.head.h],
          [x, bar],
          [middle, bar],
          [middle, bar + DROP],
        ],
        isLast,
        at,
      );
      const { w, h } = SIZE.way;
      boxes.push({
        k: 'way',
        address: at,
        way,
        of: node,
        place: i + 1,
        isDefault: isLast,
        x: middle - w / 2,
        y: bar + DROP,
        w,
        h,
      });
      const drawn = chain(way.nodes ?? [], `${at}.nodes`, middle, bar + DROP + h, isLast);
      ends.push({ x: middle, ...drawn, isDefault: isLast || isDefault, way: at });
      left += (widths[i] ?? 0) + BETWEEN;
    });
    const low = Math.max(bar, ...ends.map((end) => end.y)) + 4;
    const open = ends.filter((end) => end.isOpen);
    for (const eachLine of open)
      line(
        [
          [eachLine.x, eachLine.y],
          [eachLine.x, low],
          [x, low],
          [x, low + DROP],
        ],
        eachLine.isDefault,
        eachLine.way,
      );
    if (open.length === 0) return { y: low, isOpen: false };
    if (node.sort === 'branch') return { y: low + DROP, isOpen: true };
    boxes.push({ k: 'join', address, of: node, x: x - SIZE.join.w / 2, y: low + DROP, ...SIZE.join });
    return { y: low + DROP + SIZE.join.h, isOpen: true };
  };

  boxes.push({ k: 'start', x: axis - SIZE.start.w / 2, y: 24, ...SIZE.start });
  const { y, isOpen } = chain(nodes, 'nodes', axis, 24 + SIZE.start.h, false);
  if (isOpen) boxes.push({ k: 'end', x: axis - SIZE.end.w / 2, y, ...SIZE.end });
  return { width, height: y + SIZE.end.h + EDGE, boxes, slots, lines };
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
