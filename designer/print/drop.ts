/** What becomes of something that is dropped on the paper: items, a column of a table, a whole table; or why not. */

import type { DetailsDoc, PrintItemDoc } from '../../schemas/language/print/document';
import { textWidth } from '../../schemas/language/print/fonts';
import { deriveDetails, type Strip, type StripBand } from '../../schemas/language/print/index';
import type { Json } from '../../schemas/language/value';
import { addPrintColumn, addPrintDetails, addPrintItems, type NewItem, printColumns, tenths } from '../commands/index';
import type { DesignState, Refusal, Transaction } from '../document/state';
import { fieldOf, type Snapping } from './gestures';
import { bandAtY, bandName, bandOf, type Layout, type SheetBox } from './model';
import type { Offer } from './offers';
import { type Guide, snapMove } from './snap';

export interface Dropped {
  readonly answer: Transaction | Refusal;
  readonly guides?: readonly Guide[];
}
interface Where {
  readonly layout: Layout;
  readonly strip: Strip;
  readonly state: DesignState;
  /** titles stand before values */
  readonly labelled: boolean;
}

/** At a place of the sheet, under the pointer. */
export function dropAt(
  where: Where,
  offer: Offer,
  at: { readonly x: number; readonly y: number },
  snapping: Snapping,
  free: boolean,
): Dropped {
  const { strip } = where;
  const band = bandAtY(strip, at.y);
  if (band === undefined) return { answer: { reason: '先在左边增加一个版面区' } };
  const table = tableAnswer(where, offer, band, at.x - band.left);
  if (table !== undefined) return { answer: table };
  const items = itemsOf(where, offer, band);
  const size = sizeOf(items);
  const box = { x: at.x - Math.min(4, size.w / 2), y: at.y - size.h / 2, ...size };
  const field = fieldOf(strip, new Set(), snapping, free, { x: band.left, y: band.top });
  const { dx, dy, guides } = snapMove(box, 0, 0, field);
  const x = Math.max(0, box.x + dx - band.left);
  const y = Math.max(0, box.y + dy - band.top);
  return { answer: put(where, band, items, x, y), guides };
  function put({ state }: Where, { address }: StripBand, all: readonly NewItem[], left: number, top: number) {
    const placed = all.map(({ code, item }) => ({ code, item: { ...item, x: tenths(item.x + left), y: tenths(top) } }));
    return addPrintItems(state, { band: address, items: placed, gesture: `添加「${offer.title}」` });
  }
}

/** Without a pointer: behind what stands in the band that is worked on. */
export function addTo(where: Where, offer: Offer, selected: string | undefined): Transaction | Refusal {
  const { layout, strip, state } = where;
  const chosen = selected === undefined ? undefined : bandOf(selected);
  const wanted =
    offer.rows !== undefined && bandName(layout, chosen ?? '').rows !== offer.rows
      ? strip.bands.find((band) => bandName(layout, band.address).rows === offer.rows && band.address.endsWith('.row'))
          ?.address
      : chosen;
  const band =
    [...strip.bands, ...(strip.background === undefined ? [] : [strip.background])].find(
      (band) => band.address === wanted,
    ) ??
    strip.bands.find((band) => band.address === 'bands.docHeader') ??
    strip.bands[0];
  if (band === undefined) return { reason: '先在左边增加一个版面区' };
  const table = tableAnswer(where, offer, band, Number.POSITIVE_INFINITY);
  if (table !== undefined) return table;
  const items = itemsOf(where, offer, band);
  const size = sizeOf(items);
  const { x, y } = freePlace(band, size);
  const placed = items.map(({ code, item }) => ({ code, item: { ...item, x: tenths(item.x + x), y: tenths(y) } }));
  return addPrintItems(state, { band: band.address, items: placed, gesture: `添加「${offer.title}」` });
}
/** The first room in reading order, on a raster of 5 mm; below everything when there is none. */
function freePlace(band: StripBand, { w, h }: { readonly w: number; readonly h: number }): { x: number; y: number } {
  for (let y = 0; y + h <= band.height + 0.01; y += 1)
    for (let x = 0; x + w <= band.width + 0.01; x += 5)
      if (!band.items.some((item) => x < item.x + item.w && item.x < x + w && y < item.y + item.h && item.y < y + h))
        return { x, y };
  return { x: 0, y: Math.max(0, ...band.items.map((item) => item.y + item.h)) };
}

function tableAnswer(
  { layout, state, strip }: Where,
  offer: Offer,
  band: StripBand,
  x: number,
): Transaction | Refusal | undefined {
  const { doc, object } = layout;
  const rows = offer.table ?? offer.rows;
  if (rows === undefined) return undefined;
  const field = object.fields[rows];
  if (field === undefined) return { reason: '明细已不存在' };
  const [code] = Object.entries(doc.bands.details ?? {}).find(([, detail]) => detail.rows === rows) ?? [];
  if (doc.sort === 'label' && offer.rows !== undefined)
    return bandName(layout, band.address).rows === rows
      ? undefined
      : { reason: `「${field.title}」的字段只能放在每行一张的标签上` };
  if (code === undefined) {
    const [, right, , left] = strip.margins;
    const details = deriveDetails(field, strip.width - left - right) as unknown as Json;
    return addPrintDetails(state, { code: rows, details });
  }
  if (offer.table !== undefined) return { reason: `「${field.title}」已在版面上` };
  const details = doc.bands.details?.[code] as DetailsDoc;
  if (bandName(layout, band.address).rows !== rows)
    return { reason: `「${offer.title}」是「${field.title}」的字段，请放到它的明细区` };
  const columns = printColumns(details);
  const after = columns.filter((column) => column.x + column.w / 2 < x).length - 1;
  return addPrintColumn(state, {
    details: `bands.details.${code}`,
    after,
    code: offer.code,
    width: offer.item.w,
    room: band.width,
    cells: cellsOf(details, offer),
  });
}
/** A new column looks like the others. */
function cellsOf(details: DetailsDoc, { title, item, sum }: Offer) {
  const like = (items: DetailsDoc['row']['items']): Partial<PrintItemDoc> => {
    const first = Object.values(items ?? {}).find((item) => item.box !== true && item.line !== true);
    return {
      ...(first?.border === undefined ? {} : { border: first.border }),
      ...(first?.size === undefined ? {} : { size: first.size }),
    };
  };
  const at = { x: 0, y: 0 };
  return {
    header: {
      text: title,
      ...at,
      w: item.w,
      h: item.h,
      align: 'center',
      bold: true,
      fit: 'shrink',
      ...like(details.header?.items),
    } as PrintItemDoc,
    row: { ...item, ...at, ...like(details.row.items) } as PrintItemDoc,
    ...(sum === undefined ? {} : { footer: { ...sum, ...at, ...like(details.row.items) } as PrintItemDoc }),
  };
}

/** Items side by side: the title, then the value; in the bands of rows names of the head are said by `doc`. */
function itemsOf({ layout, labelled }: Where, offer: Offer, band: StripBand): readonly NewItem[] {
  const isInRows = bandName(layout, band.address).rows !== undefined && offer.rows === undefined;
  const value = isInRows ? asDoc(offer.item, offer) : offer.item;
  const limit = (w: number, x: number): number => Math.max(5, Math.min(w, band.width - x));
  if (!labelled || offer.label === undefined)
    return [{ code: offer.code, item: { ...value, x: 0, y: 0, w: limit(value.w, 0) } }];
  const words = `${offer.label}：`;
  const w = Math.max(16, Math.ceil(textWidth(words, value.size ?? 9) + 1));
  const size = value.size === undefined ? {} : { size: value.size };
  return [
    { code: `${offer.code}Title`, item: { text: words, x: 0, y: 0, w, h: value.h, ...size } },
    { code: offer.code, item: { ...value, x: w, y: 0, w: limit(value.w, w) } },
  ];
}
function asDoc(item: Offer['item'], { path }: Offer): Offer['item'] {
  if (path === undefined) return item;
  const said = (text: string): string =>
    text.replace(new RegExp(`(?<![\\w.])${path.replaceAll('.', '\\.')}(?!\\w)`, 'g'), `doc.${path}`);
  return {
    ...item,
    ...(item.field === undefined ? {} : { field: `doc.${item.field}` }),
    ...(item.text === undefined ? {} : { text: said(item.text) }),
    ...(item.code === undefined ? {} : { code: { ...item.code, text: said(item.code.text) } }),
  };
}
const sizeOf = (items: readonly NewItem[]): Pick<SheetBox, 'w' | 'h'> => ({
  w: Math.max(...items.map(({ item }) => item.x + item.w)),
  h: Math.max(...items.map(({ item }) => item.h)),
});
