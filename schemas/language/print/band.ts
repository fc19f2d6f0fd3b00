/** A band with its values: how high it gets, and what is drawn of it. */
import { htmlText } from '../codec/html';
import type { Scope } from '../env';
import { truth } from '../expr/evaluate';
import { renderTemplate } from '../expr/template';
import type { FileValue } from '../value';
import type { BoundBand, BoundItem } from './bound';
import type { PrintItemDoc } from './document';
import { ascent, breakLines, lineHeight, textWidth } from './fonts';
import type { DrawItem } from './page';

/** An item with its text broken into lines; `height` is what it needs. */
export interface SetItem {
  readonly doc: PrintItemDoc;
  readonly lines: readonly string[];
  readonly size: number;
  readonly height: number;
  readonly code?: string;
  readonly file?: string;
}
export interface SetBand {
  readonly height: number;
  readonly items: readonly SetItem[];
}

/** beside `page` and `pages`; no expression can name it */
export const SIGN = '$sign';
const PADDING = 1;
const SMALLEST = 5;

/** Evaluates a band; `trail` are the lines of the approval trail. A band grows with wrapped text where `grows`. */
export function setBand(band: BoundBand, scope: Scope, trail: readonly string[], grows: boolean): SetBand {
  const items = band.items.flatMap((item) => {
    if (item.when !== undefined && !truth(item.when, scope)) return [];
    return [setItem(item, scope, trail, grows)];
  });
  const height = grows ? Math.max(band.height, ...items.map((item) => item.doc.y + item.height)) : band.height;
  return { height, items };
}

function setItem(item: BoundItem, scope: Scope, trail: readonly string[], grows: boolean): SetItem {
  const { doc } = item;
  const size = doc.size ?? 9;
  const plain = { doc, size, lines: [], height: doc.h };
  if (item.image !== undefined) {
    const held = (scope.self?.[item.image] ?? []) as FileValue | readonly FileValue[];
    const [first] = Array.isArray(held) ? (held as readonly FileValue[]) : [held as FileValue];
    return first === undefined ? plain : { ...plain, file: first.id };
  }
  if (item.isTrail === true) return setText(doc, trail.join('\n'), size, grows);
  if (item.isSign === true) return setText(doc, String(scope.extra?.[SIGN] ?? ''), size, grows);
  if (item.text === undefined) return plain;
  const rendered = renderTemplate(item.text, scope);
  const text = item.isHtml === true ? htmlText(rendered) : rendered;
  return doc.code === undefined ? setText(doc, text, size, grows) : { ...plain, code: text };
}

function setText(doc: PrintItemDoc, text: string, size: number, grows: boolean): SetItem {
  const pad = isCell(doc) ? PADDING : 0;
  const width = doc.w - 2 * pad;
  const bold = doc.bold === true;
  if (doc.fit === 'shrink') {
    let small = size;
    while (small > SMALLEST && textWidth(text, small, bold) > width) small -= 0.5;
    return { doc, size: small, lines: [cut(text, width, small, bold)], height: doc.h };
  }
  if (doc.fit === 'clip') return { doc, size, lines: [cut(text, width, size, bold)], height: doc.h };
  const lines = breakLines(text, width, size, bold);
  const needed = lines.length * lineHeight(size) + 2 * (isCell(doc) ? 0.6 : 0);
  if (grows || needed <= doc.h + 0.01) return { doc, size, lines, height: Math.max(doc.h, needed) };
  const fitting = Math.max(1, Math.floor(doc.h / lineHeight(size) + 0.01));
  return { doc, size, lines: lines.slice(0, fitting), height: doc.h };
}

function cut(text: string, width: number, size: number, bold: boolean): string {
  const line = text.split('\n', 1)[0] ?? '';
  if (textWidth(line, size, bold) <= width) return line;
  const chars = [...line];
  while (chars.length > 0 && textWidth(`${chars.join('')}…`, size, bold) > width) chars.pop();
  return `${chars.join('')}…`;
}

const isCell = (doc: PrintItemDoc): boolean => doc.border === 'all' || doc.border === 'bottom';

/** Draws a set band with its top left corner at (x, y); cells of a band that grew reach its bottom. */
export function drawBand(set: SetBand, declared: number, x: number, y: number): DrawItem[] {
  const grown = set.height - declared;
  return set.items.flatMap((item) => drawItem(item, x + item.doc.x, y + item.doc.y, Math.max(grown, 0)));
}

function drawItem(item: SetItem, x: number, y: number, grown: number): DrawItem[] {
  const { doc } = item;
  const drawn: DrawItem[] = [];
  const h = doc.h + grown;
  if (doc.line === true) return [{ k: 'line', x1: x, y1: y, x2: x + doc.w, y2: y + doc.h }];
  if (doc.box === true || doc.border === 'all') drawn.push({ k: 'box', x, y, w: doc.w, h });
  else if (doc.border === 'bottom') drawn.push({ k: 'line', x1: x, y1: y + h, x2: x + doc.w, y2: y + h });
  if (item.file !== undefined) drawn.push({ k: 'image', x, y, w: doc.w, h: doc.h, file: item.file });
  if (item.code !== undefined && item.code !== '' && doc.code !== undefined)
    drawn.push({ k: 'code', x, y, w: doc.w, h: doc.h, type: doc.code.type, text: item.code });
  drawn.push(...drawLines(item, x, y, h));
  return drawn;
}

function drawLines({ doc, lines, size }: SetItem, x: number, y: number, h: number): DrawItem[] {
  const pad = isCell(doc) ? PADDING : 0;
  const bold = doc.bold === true;
  const step = lineHeight(size);
  // short text stands in the middle of its cell
  const top = y + Math.max(0, (h - lines.length * step) / 2);
  return lines.flatMap((text, i): DrawItem[] => {
    if (text === '') return [];
    const w = textWidth(text, size, bold);
    const free = doc.w - 2 * pad - w;
    const left = x + pad + (doc.align === 'right' ? free : doc.align === 'center' ? free / 2 : 0);
    const line = { k: 'text', x: left, y: top + i * step + ascent(size), w, text, size } as const;
    return [bold ? { ...line, bold: true } : line];
  });
}

/** Splits a band that is higher than a page: the part that fits into `room`, and the rest; undefined when nothing fits. */
export function splitBand(set: SetBand, room: number): { readonly first: SetBand; readonly rest: SetBand } | undefined {
  const part = (item: SetItem, from: number, to: number): SetItem => {
    const lines = item.lines.slice(from, to);
    return { ...item, lines, height: Math.max(item.doc.y + lines.length * lineHeight(item.size), 0) };
  };
  const counts = set.items.map((item) => Math.max(0, Math.floor((room - item.doc.y) / lineHeight(item.size))));
  if (set.items.every((item, i) => item.lines.length === 0 || counts[i] === 0)) return undefined;
  const first = set.items.map((item, i) => part(item, 0, counts[i] ?? 0));
  // pictures and codes stay with the first part
  const rest = set.items.map((item, i) => {
    const { doc, lines, size, height } = part(item, counts[i] ?? 0, item.lines.length);
    return { doc, lines, size, height };
  });
  const heightOf = (items: readonly SetItem[]): number =>
    Math.max(...items.map((item) => item.doc.y + item.lines.length * lineHeight(item.size) + 1));
  return {
    first: { height: room, items: first },
    rest: { height: heightOf(rest), items: rest },
  };
}
