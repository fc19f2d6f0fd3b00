/** Bar codes and QR codes as black rectangles, so that every painter draws the same without knowing a symbology. */
import { barsOf, QUIET } from './bars';
import { textWidth } from './fonts';
import type { DrawItem } from './page';

export type FillItem = {
  readonly k: 'fill';
  /** x y w h in mm, one after the other */
  readonly rects: readonly number[];
};
export type PaintItem = Exclude<DrawItem, { k: 'code' }> | FillItem;
type CodeItem = Extract<DrawItem, { k: 'code' }>;
/** The modules of a QR code, as the painter's library makes them. */
export interface QrMatrix {
  readonly size: number;
  get(row: number, column: number): number | boolean;
}

const QUIET_MODULES = 2;
/** Where a bar code says its text below, mm. */
const TEXT_SIZE = 7;
const TEXT_HEIGHT = 3.2;

/** Draws a code into its box; a text that the symbology cannot hold is written out instead. `qr` throws on what it cannot hold. */
export function paintCode(item: CodeItem, qr: (text: string) => QrMatrix): readonly PaintItem[] {
  try {
    return item.type === 'qr' ? [squares(item, qr(item.text))] : bars(item, item.type);
  } catch {
    const { x, y, text } = item;
    return [{ k: 'text', x, y: y + 3, w: textWidth(text, TEXT_SIZE), text, size: TEXT_SIZE }];
  }
}

function squares({ x, y, w, h }: CodeItem, modules: QrMatrix): FillItem {
  const count = modules.size + 2 * QUIET_MODULES;
  const side = Math.min(w, h);
  const unit = side / count;
  const rects: number[] = [];
  const isOn = (row: number, column: number): boolean => Boolean(modules.get(row, column));
  for (let row = 0; row < modules.size; row++)
    for (let column = 0; column < modules.size; column++) {
      if (!isOn(row, column)) continue;
      // neighbours in a row are one rectangle: no hairlines between them
      let end = column + 1;
      while (end < modules.size && isOn(row, end)) end++;
      rects.push(
        mm(x + (w - side) / 2 + (column + QUIET_MODULES) * unit),
        mm(y + (h - side) / 2 + (row + QUIET_MODULES) * unit),
        mm((end - column) * unit),
        mm(unit),
      );
      column = end;
    }
  return { k: 'fill', rects };
}

function bars({ x, y, w, h, text }: CodeItem, type: 'code128' | 'ean13'): readonly PaintItem[] {
  const sbs = barsOf(type, text);
  if (sbs === undefined) throw new Error('no bars');
  const total = sbs.reduce((sum, sb) => sum + sb, 0);
  const unit = w / (total + 2 * QUIET);
  const height = Math.max(1, h - TEXT_HEIGHT);
  const rects: number[] = [];
  let at = x + QUIET * unit;
  sbs.forEach((width, i) => {
    if (i % 2 === 0) rects.push(mm(at), mm(y), mm(width * unit), mm(height));
    at += width * unit;
  });
  const width = textWidth(text, TEXT_SIZE);
  return [
    { k: 'fill', rects },
    { k: 'text', x: x + (w - width) / 2, y: y + h - 0.4, w: width, text, size: TEXT_SIZE },
  ];
}

const mm = (value: number): number => Math.round(value * 1000) / 1000;
