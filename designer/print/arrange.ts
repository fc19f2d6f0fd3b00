/** Several things put in order: along an edge, in equal distances, in one size. The first that was chosen is the measure. Pure. */
import type { SheetBox } from './model';
import { unionOf } from './snap';

export type Arrangement =
  | 'left'
  | 'center'
  | 'right'
  | 'top'
  | 'middle'
  | 'bottom'
  | 'spreadX'
  | 'spreadY'
  | 'sameWidth'
  | 'sameHeight';

export const ARRANGEMENTS: readonly {
  readonly code: Arrangement;
  readonly title: string;
  readonly icon: string;
  /** fewer chosen things have nothing to be arranged by */
  readonly least: number;
}[] = [
  { code: 'left', title: '左对齐', icon: 'alignLeft', least: 2 },
  { code: 'center', title: '水平居中', icon: 'alignCenter', least: 2 },
  { code: 'right', title: '右对齐', icon: 'alignRight', least: 2 },
  { code: 'top', title: '顶对齐', icon: 'alignTop', least: 2 },
  { code: 'middle', title: '垂直居中', icon: 'alignMiddle', least: 2 },
  { code: 'bottom', title: '底对齐', icon: 'alignBottom', least: 2 },
  { code: 'spreadX', title: '水平等距', icon: 'spreadX', least: 3 },
  { code: 'spreadY', title: '垂直等距', icon: 'spreadY', least: 3 },
  { code: 'sameWidth', title: '等宽', icon: 'sameWidth', least: 2 },
  { code: 'sameHeight', title: '等高', icon: 'sameHeight', least: 2 },
];

/** Boxes after an arrangement, in the order given. */
export function arranged(boxes: readonly SheetBox[], how: Arrangement): readonly SheetBox[] {
  const [first] = boxes;
  if (first === undefined) return [];
  switch (how) {
    case 'left':
      return boxes.map((box) => ({ ...box, x: first.x }));
    case 'center':
      return boxes.map((box) => ({ ...box, x: first.x + first.w / 2 - box.w / 2 }));
    case 'right':
      return boxes.map((box) => ({ ...box, x: first.x + first.w - box.w }));
    case 'top':
      return boxes.map((box) => ({ ...box, y: first.y }));
    case 'middle':
      return boxes.map((box) => ({ ...box, y: first.y + first.h / 2 - box.h / 2 }));
    case 'bottom':
      return boxes.map((box) => ({ ...box, y: first.y + first.h - box.h }));
    case 'sameWidth':
      return boxes.map((box) => ({ ...box, w: first.w }));
    case 'sameHeight':
      return boxes.map((box) => ({ ...box, h: first.h }));
    case 'spreadX':
      return spread(boxes, 'x', 'w');
    case 'spreadY':
      return spread(boxes, 'y', 'h');
  }
}

/** Equal gaps between the outermost two. */
function spread(boxes: readonly SheetBox[], start: 'x' | 'y', size: 'w' | 'h'): readonly SheetBox[] {
  const order = boxes.toSorted((a, b) => a[start] - b[start]);
  const whole = unionOf(boxes);
  const gap = (whole[size] - order.reduce((sum, box) => sum + box[size], 0)) / Math.max(1, order.length - 1);
  let at = whole[start];
  const places = new Map<SheetBox, number>();
  for (const box of order) {
    places.set(box, at);
    at += box[size] + gap;
  }
  return boxes.map((box) => ({ ...box, [start]: places.get(box) ?? box[start] }));
}
