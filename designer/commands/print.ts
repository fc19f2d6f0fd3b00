/** Things on paper: adding, placing, copying items of print layouts; heights of bands; paper. Measures are mm, kept to a tenth. */

import type { BandDoc, PrintItemDoc } from '../../schemas/language/print/document';
import { isNode } from '../../schemas/language/resolve/merge';
import { entriesAt, given, joinAddress, splitAddress, valueAt } from '../../schemas/language/steps/index';
import type { Json } from '../../schemas/language/value';
import type { Command } from '../document/state';
import { freeCode } from '../rules/codes';
import { readClip } from './clipboard';
import { Sketch } from './sketch';

export interface PrintBox {
  readonly x: number;
  readonly y: number;
  readonly w: number;
  readonly h: number;
}
export interface NewItem {
  readonly code: string;
  readonly item: PrintItemDoc;
}
export interface Placing {
  /** address of the item */
  readonly address: string;
  readonly box: PrintBox;
  /** address of the band it goes to, when it leaves its own */
  readonly band?: string;
}
/** Tenths of a millimetre: finer than any printer places. Never -0, which is another value than what is kept of it. */
export const tenths = (value: number): number => Math.round(value * 10) / 10 + 0;

/** Items for a band, which comes with them and grows when they need it; they are selected. */
export const addPrintItems: Command<{
  readonly band: string;
  readonly items: readonly NewItem[];
  readonly gesture?: string;
}> = (state, { band, items, gesture }) => {
  const sketch = new Sketch(state);
  if (items.length === 0) sketch.refuse('没有要添加的内容');
  const made = putItems(sketch, band, items);
  return sketch.done(
    gesture ?? (items.length > 1 ? `添加 ${items.length} 项` : `添加「${nameOfItem(items[0]?.item)}」`),
    {
      selection: made.map((address) => sketch.selected(address)),
    },
  );
};

/** Boxes after a gesture: moved, resized, aligned. What leaves its band goes to the other under a free code. */
export const placePrintItems: Command<{
  readonly places: readonly Placing[];
  readonly gesture?: string;
  readonly group?: string;
}> = (state, { places, gesture, group }) => {
  const sketch = new Sketch(state);
  const at: string[] = [];
  for (const { address, box, band } of places) {
    const item = itemAt(sketch, address);
    if (item === undefined) return { reason: '内容已不存在' };
    const own = splitAddress(splitAddress(address).parent).parent;
    const to = rounded(box);
    if (band === undefined || band === own) {
      for (const [key, value] of Object.entries(to))
        if (item[key as keyof PrintBox] !== value) sketch.set(joinAddress(address, key), value);
      grow(sketch, own, to.y + to.h);
      at.push(address);
      continue;
    }
    sketch.remove(address);
    at.push(...putItems(sketch, band, [{ code: splitAddress(address).key, item: { ...item, ...to } }]));
  }
  return sketch.done(gesture ?? (places.length > 1 ? `移动 ${places.length} 项` : '移动'), {
    selection: at.map((address) => sketch.selected(address)),
    ...given('group', group),
  });
};

/** Copies beside the originals, in their bands. */
export const duplicatePrintItems: Command<{ readonly addresses: readonly string[]; readonly by: number }> = (
  state,
  { addresses, by },
) => {
  const sketch = new Sketch(state);
  const made = addresses.flatMap((address) => {
    const item = itemAt(sketch, address);
    const { parent, key } = splitAddress(address);
    if (item === undefined) return [];
    const shifted = { ...item, x: tenths(item.x + by), y: tenths(item.y + by) };
    return putItems(sketch, splitAddress(parent).parent, [{ code: key, item: shifted }]);
  });
  if (made.length === 0) sketch.refuse('先选择要复制的内容');
  return sketch.done(made.length > 1 ? `复制 ${made.length} 项` : '复制', {
    selection: made.map((address) => sketch.selected(address)),
  });
};

/** Items of the clipboard, from this layout or another: into the band they were in when it is here, else into the given one. */
export const pastePrintItems: Command<{ readonly text: string; readonly band: string }> = (state, { text, band }) => {
  const sketch = new Sketch(state);
  const nodes = (readClip(text)?.nodes ?? []).filter((node) => isItem(node.value));
  if (nodes.length === 0) return { reason: '剪贴板里没有可以粘贴的内容' };
  const made = nodes.flatMap((node) => {
    const item = node.value as unknown as PrintItemDoc;
    const taken = Object.values(bandAt(sketch, band)?.items ?? {});
    let by = 0;
    while (taken.some((eachItem) => eachItem.x === tenths(item.x + by) && eachItem.y === tenths(item.y + by))) by += 3;
    return putItems(sketch, band, [
      { code: node.code, item: { ...item, x: tenths(item.x + by), y: tenths(item.y + by) } },
    ]);
  });
  return sketch.done(made.length > 1 ? `粘贴 ${made.length} 项` : '粘贴', {
    selection: made.map((address) => sketch.selected(address)),
  });
};

/** Height of a band; it does not cut what stands in it. A band that is not there comes. */
export const setPrintBand: Command<{ readonly band: string; readonly height: number }> = (state, { band, height }) => {
  const sketch = new Sketch(state);
  const now = bandAt(sketch, band);
  const to = Math.max(tenths(height), lowest(now), band.endsWith('.row') ? 1 : 0);
  if (now === undefined) sketch.set(band, { height: to });
  else sketch.set(joinAddress(band, 'height'), to);
  return sketch.done(now === undefined ? '增加版面区' : '调整高度', {
    selection: [sketch.selected(band)],
    group: `${state.open}:${band}:height`,
  });
};

/** A band with all that stands in it; the rows of a sub-table go with their table. */
export const removePrintBand: Command<{ readonly band: string }> = (state, { band }) => {
  const sketch = new Sketch(state);
  const details = /^(bands\.details\.[^.]+)\.row$/.exec(band)?.[1];
  if (details !== undefined) sketch.remove(details);
  else if (bandAt(sketch, band) === undefined) sketch.refuse('版面区已不存在');
  else sketch.set(band, undefined);
  return sketch.done('移除版面区', { selection: [] });
};

/** Rows of a sub-table: bands made of its columns. */
export const addPrintDetails: Command<{ readonly code: string; readonly details: Json }> = (
  state,
  { code, details },
) => {
  const sketch = new Sketch(state);
  const list = 'bands.details';
  const own = freeCode(code, entriesAt(sketch.whole, list) ?? [], sketch.isShipped);
  sketch.insert({ list }, own, details);
  return sketch.done('添加明细', { selection: [sketch.selected(`${list}.${own}.row`)] });
};

/** Paper, its direction and size, margins, labels of a sheet: several keys of the document at once. */
export const setPaper: Command<{ readonly keys: { readonly [key: string]: Json | undefined } }> = (state, { keys }) => {
  const sketch = new Sketch(state);
  for (const [key, to] of Object.entries(keys)) sketch.set(key, to);
  return sketch.done('调整纸张', { group: `${state.open}:paper:${Object.keys(keys).join()}` });
};

/** Everything an item is called: its text, its field, or what it draws. */
export function nameOfItem(item: PrintItemDoc | undefined): string {
  if (item === undefined) return '内容';
  if (item.text !== undefined) return item.text.length > 20 ? `${item.text.slice(0, 20)}…` : item.text;
  if (item.field !== undefined)
    return { $trail: '审批轨迹', $sign: '审批签名', $slots: '报表各栏' }[item.field] ?? item.field;
  if (item.code !== undefined) return item.code.type === 'qr' ? '二维码' : '一维码';
  if (item.image !== undefined) return '图片';
  return item.line === true ? '线' : '框';
}

/** Puts items into a band of the sketch; answers their addresses. */
export function putItems(sketch: Sketch, band: string, items: readonly NewItem[]): readonly string[] {
  const list = joinAddress(band, 'items');
  if (bandAt(sketch, band) === undefined) sketch.set(band, { height: 8 });
  return items.map(({ code, item }) => {
    const own = freeCode(code, entriesAt(sketch.whole, list) ?? [], sketch.isShipped);
    sketch.insert({ list }, own, { ...item, ...rounded(item) } as unknown as Json);
    grow(sketch, band, item.y + item.h);
    return joinAddress(list, own);
  });
}
/** A band gets as high as what was put into it. */
function grow(sketch: Sketch, band: string, bottom: number): void {
  const now = bandAt(sketch, band);
  if (now !== undefined && bottom > now.height + 0.01) sketch.set(joinAddress(band, 'height'), tenths(bottom));
}
export function bandAt(sketch: Sketch, band: string): BandDoc | undefined {
  const found = valueAt(sketch.text, band);
  return isNode(found) ? (found as unknown as BandDoc) : undefined;
}
export function itemAt(sketch: Sketch, address: string): PrintItemDoc | undefined {
  const found = valueAt(sketch.text, address);
  return isItem(found) ? (found as unknown as PrintItemDoc) : undefined;
}
const isItem = (value: unknown): boolean =>
  isNode(value) && ['x', 'y', 'w', 'h'].every((key) => typeof value[key] === 'number');
const lowest = (band: BandDoc | undefined): number =>
  Math.max(0, ...Object.values(band?.items ?? {}).map((item) => (item.off === true ? 0 : item.y + item.h)));
const rounded = ({ x, y, w, h }: PrintBox): PrintBox => ({ x: tenths(x), y: tenths(y), w: tenths(w), h: tenths(h) });
