/**
 * Pointer → thing, and pointer → place where something may be put. Pure geometry over boxes: a place is always a line between two
 * neighbours, and its words say where that is, so nobody guesses what letting go will do.
 */
import type { Box, BoxSort, Rect } from './boxes';

/** What is being dragged, as far as a place must know it. */
export interface Dragged {
  /** what it will be where it lands: a field of a group, a column, a search control, a group … */
  readonly as: Readonly<Partial<Record<BoxSort, true>>>;
  /** the thing that moves; new things have none */
  readonly address?: string;
  /** a number the form computes: below rows it stands in their foot */
  readonly isComputed?: boolean;
}
export interface Place {
  /** list of the document, and the code it comes behind; null = first */
  readonly list: string;
  readonly after: string | null;
  readonly line: Rect;
  readonly words: string;
}

/** The smallest thing under the pointer. */
export function boxAt(boxes: readonly Box[], x: number, y: number): Box | undefined {
  let best: Box | undefined;
  for (const box of boxes) if (holds(box, x, y) && (best === undefined || area(box) <= area(best))) best = box;
  return best;
}

/** Things whose boxes touch a frame that was drawn over them; only those that stand in groups or lists, no frames around others. */
export function boxesIn(boxes: readonly Box[], frame: Rect): readonly Box[] {
  return boxes.filter(
    (box) =>
      (box.sort === 'field' || box.sort === 'column' || box.sort === 'search') &&
      box.x < frame.x + frame.w &&
      frame.x < box.x + box.w &&
      box.y < frame.y + frame.h &&
      frame.y < box.y + box.h,
  );
}

/** Where the dragged thing would go: between the two neighbours nearest to the pointer; undefined = nowhere here. */
export function placeAt(boxes: readonly Box[], x: number, y: number, dragged: Dragged): Place | undefined {
  if (dragged.as.table === true) return tablePlaceAt(boxes, x, y, dragged.address);
  const near = boxes
    .filter((box) => fits(box, dragged))
    .map((box) => ({ box, far: distance(box, x, y) }))
    .sort((a, b) => a.far - b.far || area(a.box) - area(b.box))[0];
  const empty = emptyGroupAt(boxes, x, y, dragged);
  if (empty !== undefined) return empty;
  if (near === undefined || near.far > REACH) return undefined;
  // fields of a group stand above its rows, wherever they are named
  const isAbove = near.box.sort === 'table' && dragged.isComputed !== true;
  return beside(near.box, boxes, x, isAbove ? near.box.y : y);
}
/** px beyond a box from which its neighbours still catch */
const REACH = 160;

function fits(box: Box, { as }: Dragged): boolean {
  if (as.field === true && box.sort === 'table') return true;
  return as[box.sort] === true;
}

/** A group without fields has no neighbours: its own ground catches. */
function emptyGroupAt(boxes: readonly Box[], x: number, y: number, { as }: Dragged): Place | undefined {
  if (as.field !== true) return undefined;
  const group = boxes.find((box) => box.sort === 'group' && holds(box, x, y));
  if (group === undefined) return undefined;
  const list = `${group.address}.fields`;
  if (boxes.some((box) => box.list === list)) return undefined;
  return {
    list,
    after: null,
    line: { x: group.x + EDGE, y: group.y + group.h - EDGE, w: group.w - 2 * EDGE, h: 2 },
    words: `放到「${group.title}」`,
  };
}
const EDGE = 12;

/**
 * Rows stand beside other rows or on a tab, new ones else below all groups of fields, wherever the pointer is over those: a form is drawn
 * that way. Those that are `moved` stand there already.
 */
function tablePlaceAt(boxes: readonly Box[], x: number, y: number, moved?: string): Place | undefined {
  const table = boxes.find((box) => box.sort === 'table' && box.address !== moved && holds(box, x, y));
  if (table !== undefined) return beside(table, boxes, x, y);
  const tabs = new Set(boxes.flatMap((box) => (box.sort === 'tab' ? [box.address] : [])));
  if (moved !== undefined) {
    const tab = boxes.find((box) => tabs.has(box.address) && holds(box, x, y));
    const list = `${tab?.address}.fields`;
    if (tab === undefined || moved.startsWith(`${list}.`)) return undefined;
    const last = boxes.filter((box) => box.list === list).at(-1);
    const line = { x: tab.x + EDGE, y: tab.y + tab.h - EDGE, w: tab.w - 2 * EDGE, h: 2 };
    return { list, after: last?.code ?? null, line, words: `放到「${tab.title}」` };
  }
  const groups = boxes.filter((box) => box.sort === 'group' && !tabs.has(box.address));
  const last = groups.at(-1);
  if (last === undefined || Math.min(...groups.map((box) => distance(box, x, y))) > REACH) return undefined;
  return {
    list: last.list,
    after: last.code,
    line: { x: last.x, y: last.y + last.h + 1, w: last.w, h: 2 },
    words: `放到「${last.title}」下方`,
  };
}

function beside(box: Box, boxes: readonly Box[], x: number, y: number): Place {
  const upright = !box.wide;
  const before = upright ? x < box.x + box.w / 2 : y < box.y + box.h / 2;
  const siblings = boxes.filter(({ list, sort }) => list === box.list && kin(sort) === kin(box.sort));
  const at = siblings.indexOf(box);
  const previous = siblings[at - 1];
  const line = upright
    ? { x: before ? box.x - GAP : box.x + box.w + GAP, y: box.y, w: 2, h: box.h }
    : { x: box.x, y: before ? box.y - 1 : box.y + box.h + 1, w: box.w, h: 2 };
  if (!before) return { list: box.list, after: box.code, line, words: `放到「${box.title}」之后` };
  return previous === undefined
    ? { list: box.list, after: null, line, words: `放到「${box.title}」之前` }
    : { list: box.list, after: previous.code, line, words: `放到「${previous.title}」之后` };
}
/** rows stand in one list with the fields of their group */
const kin = (sort: BoxSort): BoxSort => (sort === 'table' ? 'field' : sort);
/** half of the gap between two fields */
const GAP = 4;

const holds = (box: Rect, x: number, y: number): boolean =>
  x >= box.x && x <= box.x + box.w && y >= box.y && y <= box.y + box.h;
const area = (box: Rect): number => box.w * box.h;
function distance(box: Rect, x: number, y: number): number {
  const dx = Math.max(box.x - x, 0, x - box.x - box.w);
  const dy = Math.max(box.y - y, 0, y - box.y - box.h);
  return Math.hypot(dx, dy);
}
