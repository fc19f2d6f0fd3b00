/** Bar codes and QR codes as black rectangles, so that every painter draws the same without knowing a symbology. */
import bwipjs from 'bwip-js/node';
import QRCode from 'qrcode';
import type { DrawItem } from '../../schemas/language/print';
import { textWidth } from '../../schemas/language/print/fonts';

export type FillItem = {
  readonly k: 'fill';
  /** x y w h in mm, one after the other */
  readonly rects: readonly number[];
};
export type PaintItem = Exclude<DrawItem, { k: 'code' }> | FillItem;
type CodeItem = Extract<DrawItem, { k: 'code' }>;

const QUIET_MODULES = 2;
/** Where a bar code says its text below, mm. */
const TEXT_SIZE = 7;
const TEXT_HEIGHT = 3.2;

/** Draws a code into its box; a text that the symbology cannot hold is written out instead. */
export function paintCode(item: CodeItem): readonly PaintItem[] {
  try {
    return item.type === 'qr' ? [qr(item)] : bars(item);
  } catch {
    const { x, y, text } = item;
    return [{ k: 'text', x, y: y + 3, w: textWidth(text, TEXT_SIZE), text, size: TEXT_SIZE }];
  }
}

function qr({ x, y, w, h, text }: CodeItem): FillItem {
  const { modules } = QRCode.create(text, { errorCorrectionLevel: 'M' });
  const count = modules.size + 2 * QUIET_MODULES;
  const side = Math.min(w, h);
  const unit = side / count;
  const rects: number[] = [];
  for (let row = 0; row < modules.size; row++)
    for (let column = 0; column < modules.size; column++) {
      if (modules.get(row, column) === 0) continue;
      // neighbours in a row are one rectangle: no hairlines between them
      let end = column + 1;
      while (end < modules.size && modules.get(row, end) !== 0) end++;
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

interface RawBars {
  readonly sbs: readonly number[];
}

function bars({ x, y, w, h, text, type }: CodeItem): readonly PaintItem[] {
  const [raw] = bwipjs.raw(type, text, {}) as unknown as readonly RawBars[];
  if (!raw?.sbs) throw new Error('no bars');
  const total = raw.sbs.reduce((sum, one) => sum + one, 0);
  const quiet = 10;
  const unit = w / (total + 2 * quiet);
  const height = Math.max(1, h - TEXT_HEIGHT);
  const rects: number[] = [];
  let at = x + quiet * unit;
  raw.sbs.forEach((width, i) => {
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
