/** The lines of arrows between boxes: straight where nothing stands between, bowed where they would meet others. Pure. */
import { BOX, type Places, type Point } from './layout';
import type { Arrow } from './model';

export interface Drawn {
  readonly arrow: Arrow;
  readonly path: string;
  /** middle of its label */
  readonly label: Point;
}

const BOW = 26;

/** Lines of all arrows; several between the same boxes and several loops of one box keep apart. */
export function drawArrows(arrows: readonly Arrow[], places: Places): readonly Drawn[] {
  const groups = new Map<string, Arrow[]>();
  for (const arrow of arrows) {
    const key = [arrow.from, arrow.to].toSorted().join(' ');
    const group = groups.get(key) ?? [];
    group.push(arrow);
    groups.set(key, group);
  }
  return [...groups.values()].flatMap((group) => {
    // one that goes forward may go straight; the others bow, to and fro
    const first = group.findIndex((arrow) => isStraight(places.get(arrow.from), places.get(arrow.to), places));
    let bowed = 0;
    return group.flatMap((arrow, i): readonly Drawn[] => {
      const from = places.get(arrow.from);
      const to = places.get(arrow.to);
      if (from === undefined || to === undefined) return [];
      if (arrow.from === arrow.to) return [loop(arrow, from, i)];
      if (i === first) return [straight(arrow, from, to)];
      bowed += 1;
      const side = bowed % 2 === 1 ? 1 : -1;
      const alone = group.length === 1 ? 0 : side * Math.ceil(bowed / 2);
      return [line(arrow, from, to, alone)];
    });
  });
}

/** The state stays: a loop over the box, the names of several above each other. */
function loop(arrow: Arrow, box: Point, i: number): Drawn {
  const left = box.x + BOX.width * 0.28;
  const right = box.x + BOX.width * 0.7;
  const top = box.y - 52;
  return {
    arrow,
    path: `M ${left} ${box.y} C ${left - 8} ${top} ${right + 8} ${top} ${right} ${box.y - 2}`,
    label: { x: (left + right) / 2, y: box.y - 40 - i * 26 },
  };
}

/** In one row, to the right, nothing between. */
function isStraight(from: Point | undefined, to: Point | undefined, places: Places): boolean {
  if (from === undefined || to === undefined || Math.abs(to.y - from.y) >= BOX.height) return false;
  return to.x - from.x > BOX.width && !isBlocked(from, to, places);
}

function line(arrow: Arrow, from: Point, to: Point, shift: number): Drawn {
  const dx = to.x - from.x;
  const dy = to.y - from.y;
  if (Math.abs(dy) < BOX.height) return arch(arrow, from, to, shift);
  // leaves below or above, arrives at the near side
  const down = dy > 0;
  const x0 = from.x + BOX.width / 2 + shift * 14 + Math.sign(dx) * 22;
  const y0 = down ? from.y + BOX.height : from.y;
  const x1 = to.x + BOX.width / 2 + shift * 14 - Math.sign(dx) * 22;
  const y1 = down ? to.y - 2 : to.y + BOX.height + 2;
  const bend = (y1 - y0) * 0.45;
  const c0 = { x: x0 + shift * BOW, y: y0 + bend };
  const c1 = { x: x1 + shift * BOW, y: y1 - bend };
  return {
    arrow,
    path: `M ${x0} ${y0} C ${c0.x} ${c0.y} ${c1.x} ${c1.y} ${x1} ${y1}`,
    label: middle({ x: x0, y: y0 }, c0, c1, { x: x1, y: y1 }),
  };
}

function straight(arrow: Arrow, from: Point, to: Point): Drawn {
  const right = to.x > from.x;
  const y = from.y + BOX.height / 2;
  const end = to.y + BOX.height / 2;
  const x0 = right ? from.x + BOX.width : from.x;
  const x1 = right ? to.x - 2 : to.x + BOX.width + 2;
  return { arrow, path: `M ${x0} ${y} L ${x1} ${end}`, label: { x: (x0 + x1) / 2, y: (y + end) / 2 } };
}

/** In one row past others or beside another arrow: below the boxes, because loops stand above. */
function arch(arrow: Arrow, from: Point, to: Point, shift: number): Drawn {
  const right = to.x > from.x;
  const side = right ? 1 : -1;
  const above = shift < 0;
  const y0 = above ? from.y : from.y + BOX.height;
  const y1 = above ? to.y - 2 : to.y + BOX.height + 2;
  const depth = (above ? -1 : 1) * (34 + Math.abs(to.x - from.x) * 0.16 + Math.abs(shift) * 8);
  const x0 = from.x + BOX.width / 2 + side * 36;
  const x1 = to.x + BOX.width / 2 - side * 36;
  const c0 = { x: x0 + side * 24, y: y0 + depth };
  const c1 = { x: x1 - side * 24, y: y1 + depth };
  return {
    arrow,
    path: `M ${x0} ${y0} C ${c0.x} ${c0.y} ${c1.x} ${c1.y} ${x1} ${y1}`,
    label: middle({ x: x0, y: y0 }, c0, c1, { x: x1, y: y1 }),
  };
}

/** Another box stands on the straight way. */
function isBlocked(from: Point, to: Point, places: Places): boolean {
  const low = Math.min(from.x, to.x) + BOX.width;
  const high = Math.max(from.x, to.x);
  return [...places.values()].some(
    (box) => box.x + BOX.width > low && box.x < high && Math.abs(box.y - from.y) < BOX.height,
  );
}
function middle(a: Point, b: Point, c: Point, d: Point): Point {
  return { x: (a.x + 3 * b.x + 3 * c.x + d.x) / 8, y: (a.y + 3 * b.y + 3 * c.y + d.y) / 8 };
}
