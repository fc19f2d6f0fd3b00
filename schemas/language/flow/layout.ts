/** Where the elements of a flow stand so that any viewer can draw it: left to right, the ways of a block below each other. */
export interface Box {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}
export interface Point {
  readonly x: number;
  readonly y: number;
}
/** An element with its size, or a block: a gateway, its ways, and its join if any way is still open. */
export type Drawn =
  | { readonly id: string; readonly width: number; readonly height: number }
  | { readonly id: string; readonly ways: readonly (readonly Drawn[])[]; readonly join: string | undefined };

export const SIZES = { event: 36, gateway: 50, taskWidth: 120, taskHeight: 80 } as const;
const GAP = 50;
const BETWEEN = 40;

interface Size {
  readonly width: number;
  readonly height: number;
}
const isBlock = (drawn: Drawn): drawn is Extract<Drawn, { ways: unknown }> => 'ways' in drawn;

function sizeOf(list: readonly Drawn[]): Size {
  const sizes = list.map(sizeOfOne);
  return {
    width: sizes.reduce((sum, size) => sum + size.width, 0) + Math.max(0, sizes.length - 1) * GAP,
    height: Math.max(SIZES.gateway, ...sizes.map((size) => size.height)),
  };
}
function sizeOfOne(drawn: Drawn): Size {
  if (!isBlock(drawn)) return { width: drawn.width, height: drawn.height };
  const ways = drawn.ways.map(sizeOf);
  const inner = Math.max(0, ...ways.map((way) => way.width));
  return {
    width: SIZES.gateway * 2 + GAP * 2 + inner,
    height: ways.reduce((sum, way) => sum + way.height, 0) + Math.max(0, ways.length - 1) * BETWEEN,
  };
}

export interface Layout {
  readonly boxes: ReadonlyMap<string, Box>;
  /** height of each way, `gateway/0` … */
  readonly lanes: ReadonlyMap<string, number>;
}

export function layOutFlow(list: readonly Drawn[]): Layout {
  const boxes = new Map<string, Box>();
  const lanes = new Map<string, number>();
  const put = (id: string, x: number, middle: number, { width, height }: Size): void => {
    boxes.set(id, { x, y: Math.round(middle - height / 2), width, height });
  };
  const gateway = { width: SIZES.gateway, height: SIZES.gateway };
  /** strings a row on the height `middle` */
  const string = (row: readonly Drawn[], left: number, middle: number): void => {
    let x = left;
    for (const drawn of row) {
      const size = sizeOfOne(drawn);
      if (isBlock(drawn)) {
        put(drawn.id, x, middle, gateway);
        let top = middle - size.height / 2;
        for (const [i, way] of drawn.ways.entries()) {
          const { height } = sizeOf(way);
          lanes.set(`${drawn.id}/${i}`, top + height / 2);
          string(way, x + SIZES.gateway + GAP, top + height / 2);
          top += height + BETWEEN;
        }
        if (drawn.join !== undefined) put(drawn.join, x + size.width - SIZES.gateway, middle, gateway);
      } else put(drawn.id, x, middle, size);
      x += size.width + GAP;
    }
  };
  string(list, 100, 60 + sizeOf(list).height / 2);
  return { boxes, lanes };
}

/** A line from one box to another: out at the side, or up and down where ways part; `lane` bends an empty way. */
export function wayPoints(from: Box, to: Box, isParting: boolean, lane?: number): readonly Point[] {
  const start = middleOf(from);
  const end = middleOf(to);
  if (lane !== undefined && lane !== start.y)
    return [
      { x: start.x, y: lane < start.y ? from.y : from.y + from.height },
      { x: start.x, y: lane },
      { x: end.x, y: lane },
      { x: end.x, y: lane < end.y ? to.y : to.y + to.height },
    ];
  const out = { x: from.x + from.width, y: start.y };
  const into = { x: to.x, y: end.y };
  if (start.y === end.y) return [out, into];
  if (isParting)
    return [{ x: start.x, y: end.y < start.y ? from.y : from.y + from.height }, { x: start.x, y: end.y }, into];
  return [out, { x: end.x, y: start.y }, { x: end.x, y: start.y < end.y ? to.y : to.y + to.height }];
}
const middleOf = (box: Box): Point => ({ x: box.x + box.width / 2, y: box.y + box.height / 2 });
