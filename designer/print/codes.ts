/** Codes as the printer draws them, in the browser. */
import QRCode from 'qrcode';
import type { PaintItem, PaintPage } from '../../runtime/data/print-types';
import { modulesOf, NARROWEST } from '../../schemas/language/print/bars';
import type { DrawItem, PrintSheets } from '../../schemas/language/print/index';
import { paintCode } from '../../schemas/language/print/paint';

const matrix = (text: string) => QRCode.create(text, { errorCorrectionLevel: 'M' }).modules;

/** Drawn things as a painter takes them. Pictures are at the server: their place is framed. */
export const painted = (items: readonly DrawItem[]): readonly PaintItem[] =>
  items.flatMap((item): readonly PaintItem[] => {
    if (item.k === 'code') return paintCode(item, matrix);
    return item.k === 'image' ? [] : [item];
  });
export const paintedPages = ({ pages }: PrintSheets): readonly PaintPage[] =>
  pages.map(({ items }) => ({ items: painted(items) }));

/** mm a bar code must be wide to be read, when it is narrower. */
export function tooNarrow(items: readonly DrawItem[]): number | undefined {
  for (const item of items) {
    if (item.k !== 'code' || item.type === 'qr') continue;
    const modules = modulesOf(item.type, item.text);
    if (modules !== undefined && item.w < modules * NARROWEST) return Math.ceil(modules * NARROWEST);
  }
  return undefined;
}
