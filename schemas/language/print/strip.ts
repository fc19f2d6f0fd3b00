/**
 * The bands of a layout one under the other, as a designer draws them: every band and item by its address with its box, set by the same
 * functions as the printed page. Without a scope the items say what they are bound to instead of values.
 */
import type { Scope } from '../env';
import { drawBand, setBand } from './band';
import type { BoundBand, BoundItem, BoundPrint } from './bound';
import { cellOf } from './labels';
import { marginsOf, paperOf } from './layout';
import { SLOTS } from './list';
import { type DrawItem, moved } from './page';

export interface StripItem {
  readonly address: string;
  readonly x: number;
  readonly y: number;
  readonly w: number;
  readonly h: number;
  /** from the top left corner of the band */
  readonly drawn: readonly DrawItem[];
}
export interface StripBand {
  readonly address: string;
  /** of the sheet */
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
  readonly items: readonly StripItem[];
}
export interface Strip {
  readonly width: number;
  readonly height: number;
  readonly margins: readonly [number, number, number, number];
  readonly bands: readonly StripBand[];
  /** drawn from the corner of the sheet behind everything, on every page */
  readonly background: StripBand | undefined;
}

/** What stands in an item: the words of its text, or undefined for its values. */
export type Saying = (item: BoundItem) => string;
/** Values of a band: the scope of a row in the bands of a sub-table, of the head elsewhere. */
export type Scoping = (rows: string | undefined) => Scope;

/** Bands of a whole document, or of one label with all its room. */
export function stripOf(print: BoundPrint, scoping: Scoping, saying?: Saying): Strip {
  const { doc, bands, details } = print;
  const isLabel = doc.sort === 'label';
  const isCell = isLabel && doc.grid !== undefined;
  const [width, height] = isCell ? cellOf(doc) : paperOf(doc);
  const margins = isCell ? ([0, 0, 0, 0] as const) : marginsOf(doc);
  const [top, right, , left] = margins;
  const out: StripBand[] = [];
  let y = top;
  const put = (band: BoundBand, address: string, rows?: string): void => {
    out.push({
      address,
      left,
      top: y,
      width: Math.max(0, width - left - right),
      height: band.height,
      items: itemsOf(band, scoping(rows), saying),
    });
    y += band.height;
  };
  const [first] = details;
  if (isLabel) {
    if (doc.per !== undefined && first !== undefined) put(first.row, `bands.details.${first.code}.row`, first.rows);
    else put(bands.docHeader, 'bands.docHeader');
  } else {
    for (const code of ['pageHeader', 'docHeader'] as const)
      if (doc.bands[code] !== undefined) put(bands[code], `bands.${code}`);
    for (const detail of details) {
      const written = doc.bands.details?.[detail.code];
      for (const part of ['header', 'row', 'footer'] as const)
        if (written?.[part] !== undefined) put(detail[part], `bands.details.${detail.code}.${part}`, detail.rows);
    }
    for (const code of ['summary', 'pageFooter'] as const)
      if (doc.bands[code] !== undefined) put(bands[code], `bands.${code}`);
  }
  const background =
    doc.bands.background === undefined || isLabel
      ? undefined
      : {
          address: 'bands.background',
          left: 0,
          top: 0,
          width,
          height: bands.background.height,
          items: itemsOf(bands.background, scoping(undefined), saying),
        };
  return { width, height: Math.max(height, y + margins[2]), margins, bands: out, background };
}

function itemsOf(band: BoundBand, scope: Scope, saying: Saying | undefined): readonly StripItem[] {
  return band.items.map((item): StripItem => {
    const { x, y, w, h } = item.doc;
    const shown = saying === undefined ? item : said(item, saying);
    const { when: _, ...always } = shown;
    const set = setBand({ height: band.height, items: [always] }, scope, saying === undefined ? [] : TRAIL, false);
    return { address: item.address, x, y, w, h, drawn: moved(drawBand(set, set.height, 0, 0), 0, 0) };
  });
}
const TRAIL = ['{审批轨迹}'];
const SIGNED = '{审批签名}';
const SPREAD = '{报表各栏}';

/** The item with its words as a fixed text; a code keeps something its symbology can hold. */
function said(item: BoundItem, saying: Saying): BoundItem {
  if (item.isSign === true) return { ...item, isSign: false, text: { parts: [{ text: SIGNED }] } };
  const { code, field } = item.doc;
  if (field === SLOTS) return { ...item, text: { parts: [{ text: SPREAD }] } };
  if (item.text === undefined) return item;
  if (code === undefined) return { ...item, text: { parts: [{ text: saying(item) }] } };
  const text = code.type === 'ean13' ? '690123456789' : code.type === 'qr' ? saying(item) : ascii(code.text);
  return { ...item, text: { parts: [{ text }] } };
}
const ascii = (text: string): string => {
  const plain = text.replace(/[^\x20-\x7e]/g, '').replace(/[{}]/g, '');
  return plain === '' ? 'CODE' : plain;
};
