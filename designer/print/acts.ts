/** What people do to the paper without dragging: keys, buttons and menus, each a command of the design. */

import type { DetailsDoc } from '../../schemas/language/print/document';
import type { Strip } from '../../schemas/language/print/index';
import { valueAt } from '../../schemas/language/steps/index';
import {
  copyText,
  duplicatePrintItems,
  evenPrintColumns,
  pastePrintItems,
  placePrintItems,
  printColumns,
  removeEntries,
  removePrintBand,
  removePrintColumn,
  tenths,
} from '../commands/index';
import type { Writing } from '../desk/writing';
import { readClipboard, writeClipboard } from '../parts/clipboard';
import { type Arrangement, arranged } from './arrange';
import { addTo } from './drop';
import { placings } from './gestures';
import { allBands, bandName, bandOf, bandOfItem, boxesOf, isItemAddress, type Layout } from './model';
import type { Offer } from './offers';

interface Around {
  readonly writing: Writing;
  readonly layout: Layout;
  readonly strip: Strip;
  readonly selection: readonly string[];
  readonly labelled: boolean;
  readonly onSelect: (addresses: readonly string[]) => void;
}
export type PrintActs = ReturnType<typeof printActs>;

export function printActs({ writing, layout, strip, selection, labelled, onSelect }: Around) {
  const items = selection.filter(isItemAddress);
  const boxes = boxesOf(strip);
  const { run } = writing;
  /** boxes on the sheet for things that stay in their bands */
  const place = (next: readonly { readonly address: string; readonly box: Box }[], gesture: string): void => {
    const places = next.flatMap(({ address, box }) => {
      const band = allBands(strip).find((band) => band.address === bandOfItem(address));
      if (band === undefined) return [];
      const inner = { ...box, x: Math.max(0, tenths(box.x - band.left)), y: Math.max(0, tenths(box.y - band.top)) };
      return [{ address, box: inner }];
    });
    run(placePrintItems, { places, gesture });
  };
  /** columns whose cells are chosen in the row of a table */
  const columns = (): { readonly details: string; readonly at: readonly number[] } | undefined => {
    const band = bandOfItem(items[0] ?? '');
    const { details } = bandName(layout, band);
    if (details === undefined || layout.doc.sort === 'label' || !band.endsWith('.row')) return undefined;
    if (items.some((item) => bandOfItem(item) !== band)) return undefined;
    const all = printColumns(valueAt(layout.doc as never, details) as DetailsDoc);
    const at = items.map((item) => all.findIndex((column) => item === `${band}.items.${column.code}`));
    return at.includes(-1) ? undefined : { details, at: at.toSorted((a, b) => b - a) };
  };
  const target = (): string =>
    bandOf(selection[0] ?? '') ??
    strip.bands.find((band) => band.address === 'bands.docHeader')?.address ??
    strip.bands[0]?.address ??
    'bands.docHeader';
  const remove = (): void => {
    const own = columns();
    const [band] = selection;
    if (own !== undefined)
      for (const column of own.at) run(removePrintColumn, { details: own.details, column }, `${own.details}:remove`);
    else if (items.length > 0) run(removeEntries, { addresses: items });
    else if (band !== undefined && bandOf(band) === band) run(removePrintBand, { band });
    writing.endGesture();
  };
  const copy = (): boolean => {
    if (items.length === 0) return false;
    void writeClipboard(copyText(writing.state(), items));
    return true;
  };
  const reading = (): readonly string[] =>
    [...boxes].toSorted(([, a], [, b]) => a.y - b.y || a.x - b.x).map(([address]) => address);
  return {
    remove,
    copy: (): void => void copy(),
    cut: (): void => {
      if (copy()) remove();
    },
    paste: async (): Promise<void> => {
      run(pastePrintItems, { text: await readClipboard(), band: target() });
    },
    duplicate: (): void => {
      if (items.length > 0) run(duplicatePrintItems, { addresses: items, by: 3 });
    },
    selectAll: (): void => {
      const band = bandOf(selection[0] ?? '');
      onSelect(reading().filter((text) => band === undefined || bandOfItem(text) === band));
    },
    walk: (by: -1 | 1): void => {
      const all = reading();
      const at = all.indexOf(items.at(-1) ?? '');
      const next = all[(at < 0 ? (by > 0 ? 0 : all.length - 1) : at + by + all.length) % all.length];
      if (next !== undefined) onSelect([next]);
    },
    move: (dx: number, dy: number): void => {
      if (items.length > 0) run(placePrintItems, { places: placings(strip, items, dx, dy) }, 'print:nudge');
    },
    size: (dw: number, dh: number): void => {
      const places = placings(strip, items, 0, 0).map((placing) => ({
        ...placing,
        box: { ...placing.box, w: Math.max(0, placing.box.w + dw), h: Math.max(0, placing.box.h + dh) },
      }));
      if (places.length > 0) run(placePrintItems, { places, gesture: '调整大小' }, 'print:size');
    },
    arrange: (how: Arrangement): void => {
      const known = items.flatMap((address) => {
        const box = boxes.get(address);
        return box === undefined ? [] : [{ address, box }];
      });
      const next = arranged(
        known.map((item) => item.box),
        how,
      );
      place(
        known.map(({ address, box }, i) => ({ address, box: next[i] ?? box })),
        '排列',
      );
    },
    /** columns of the chosen table in one width; undefined without a table */
    even: ((): (() => void) | undefined => {
      const { details } = bandName(layout, bandOf(selection[0] ?? '') ?? '');
      return details === undefined || layout.doc.sort === 'label'
        ? undefined
        : () => void run(evenPrintColumns, { details });
    })(),
    use: (offer: Offer): void =>
      void writing.take(addTo({ layout, strip, state: writing.state(), labelled }, offer, selection[0])),
  };
}
type Box = { readonly x: number; readonly y: number; readonly w: number; readonly h: number };
