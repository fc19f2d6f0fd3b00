/** (print, record, font widths) → pages of draw items in mm: one function for preview, print and PDF (language reference §2.13). */
import type { Env, Scope } from '../env';
import { renderTemplate } from '../expr/template';
import type { Rec, Row } from '../value';
import { drawBand, type SetBand, SIGN, setBand, splitBand } from './band';
import type { BoundDetails, BoundPrint } from './bound';
import type { PrintDoc } from './document';
import { type FlowPage, flow } from './flow';
import type { DrawItem, PrintPage, PrintSheets } from './page';

export interface PrintInput {
  readonly rec: Rec;
  readonly env: Env;
  /** lines of the approval trail for `$trail` */
  readonly trail?: readonly string[];
  /** approvals that hold, for `$sign`: `周敏 2026-01-08` */
  readonly signs?: readonly string[];
  readonly watermark?: string;
  /** of the organisation, on every layout */
  readonly mark?: string;
}

const PAPER: Readonly<Record<string, readonly [number, number]>> = {
  A4: [210, 297],
  A5: [148, 210],
  '241x140': [241, 140],
  '241x93.3': [241, 93.3],
};

/** Width and height of the sheet in mm. */
export function paperOf(doc: PrintDoc): readonly [number, number] {
  const known = PAPER[doc.paper ?? 'A4'];
  const [w, h] = known ?? [doc.width ?? 210, doc.height ?? 297];
  return doc.landscape === true ? [h, w] : [w, h];
}
/** top right bottom left; a label that is a page of its own has those it names */
export const marginsOf = (doc: PrintDoc): readonly [number, number, number, number] => {
  if (doc.sort === 'label' && doc.grid === undefined && doc.margins === undefined) return [0, 0, 0, 0];
  const [top = 10, right = 10, bottom = 10, left = 10] = doc.margins ?? [];
  return [top, right, bottom, left];
};

/** Pages of one record; all records of a job begin on a page of their own and count their pages by themselves. */
export function layoutPrint(print: BoundPrint, input: PrintInput): PrintSheets {
  const [width, height] = paperOf(print.doc);
  const [top, right, bottom, left] = marginsOf(print.doc);
  const { bands } = print;
  const { rec, env } = input;
  const trail = input.trail ?? [];
  const head: Scope = { env, self: rec, doc: rec };
  const body = height - top - bottom - bands.pageHeader.height - bands.pageFooter.height;
  const sections = print.details.map((details) => setSection(details, rec, env, trail, body));
  // of several tables those without rows leave no headings behind; one stays, so that nobody looks for it
  const shown = Math.max(
    0,
    sections.findIndex(({ sets }) => sets.length > 0),
  );
  const pages = flow(
    body,
    bands.docHeader.height,
    sections.map(({ details, sets }, at) => ({
      isLeftOut: at !== shown && sets.length === 0 && details.fill === 'none',
      header: details.header.height,
      footer: details.footer.height,
      rows: sets.map((set) => set.band.height),
      keep: details.keep,
    })),
    bands.summary.height,
  );
  const runs = sections.map((): Row[] => []);
  const drawn = pages.map((page, index): PrintPage => {
    const extra = { page: index + 1, pages: pages.length, [SIGN]: (input.signs ?? []).join('　') };
    const scope: Scope = { ...head, extra };
    const items: DrawItem[] = [];
    const ground: DrawItem[] = [];
    const isPreprinted = print.doc.sort === 'preprinted';
    const put = (band: keyof BoundPrint['bands'], x: number, y: number, to = items): void => {
      const bound = bands[band];
      if (bound.items.length > 0) to.push(...drawBand(setBand(bound, scope, trail, false), bound.height, x, y));
    };
    put('background', 0, 0, isPreprinted ? ground : items);
    put('pageHeader', left, top);
    const bodyTop = top + bands.pageHeader.height;
    if (index === 0) put('docHeader', left, bodyTop);
    // empty rows push the summary down
    let below = 0;
    for (const part of page.parts) {
      const section = sections[part.section];
      const run = runs[part.section];
      if (!section || !run) continue;
      const drawnPart = drawPart(section, part, run, scope, trail, left, bodyTop);
      items.push(...drawnPart.items);
      below = drawnPart.blank;
    }
    if (page.summary !== undefined) put('summary', left, bodyTop + page.summary + below);
    put('pageFooter', left, height - bottom - bands.pageFooter.height);
    const mark = input.mark ?? (print.doc.watermark === true ? input.watermark : undefined);
    const across = print.across === undefined ? '' : renderTemplate(print.across, head);
    const light = [across, mark ?? ''].filter((text) => text !== '').join('　');
    if (light !== '') items.push({ k: 'watermark', text: light });
    const onPaper = (item: DrawItem): boolean => isOn(item, width + right, height);
    return { items: items.filter(onPaper), ...(isPreprinted ? { ground: ground.filter(onPaper) } : {}) };
  });
  return { width, height, pages: drawn };
}

interface SetRow {
  readonly row: Row;
  readonly band: SetBand;
}
interface SetSection {
  readonly details: BoundDetails;
  readonly all: readonly Row[];
  readonly sets: readonly SetRow[];
}

function setSection(details: BoundDetails, rec: Rec, env: Env, trail: readonly string[], body: number): SetSection {
  const all = (rec[details.rows] ?? []) as readonly Row[];
  const empty = body - details.header.height - details.footer.height;
  const sets = all.flatMap((row, i): SetRow[] => {
    const scope = rowScope(env, rec, row, all.slice(0, i + 1), all, {});
    let band = setBand(details.row, scope, trail, true);
    const parts: SetRow[] = [];
    while (band.height > empty && empty > 0) {
      const split = splitBand(band, empty);
      if (!split) break;
      parts.push({ row, band: split.first });
      band = split.rest;
    }
    return [...parts, { row, band }];
  });
  return { details, all, sets };
}

function rowScope(
  env: Env,
  rec: Rec,
  row: Row | null,
  run: readonly Row[],
  all: readonly Row[],
  more: Partial<Scope>,
): Scope {
  return {
    env,
    self: row ?? rec,
    it: row ?? rec,
    doc: rec,
    row,
    rows: all,
    print: { page: [], run, doc: all },
    ...more,
  };
}

function drawPart(
  { details, all, sets }: SetSection,
  part: FlowPage['parts'][number],
  run: Row[],
  scope: Scope,
  trail: readonly string[],
  left: number,
  bodyTop: number,
): { readonly items: readonly DrawItem[]; readonly blank: number } {
  const items: DrawItem[] = [];
  const here = sets.slice(part.from, part.to);
  const page = [...new Set(here.map((set) => set.row))];
  const before = [...run];
  for (const row of page) if (!run.includes(row)) run.push(row);
  const sums = (rows: readonly Row[]): Scope =>
    rowScope(scope.env, scope.doc ?? {}, page[0] ?? null, rows, all, {
      extra: scope.extra ?? {},
      print: { page, run: rows, doc: all },
    });
  let y = bodyTop + part.top;
  if (details.header.height > 0)
    items.push(...drawBand(setBand(details.header, sums(before), trail, false), details.header.height, left, y));
  y += details.header.height;
  for (const set of here) {
    items.push(...drawBand(set.band, details.row.height, left, y));
    y += set.band.height;
  }
  let blank = 0;
  const isLast = part.to === sets.length;
  if (details.fill === 'all' || (details.fill === 'last' && isLast)) {
    const blanks = Math.floor(part.free / details.row.height + 1e-6);
    const empty: SetBand = {
      height: details.row.height,
      items: details.row.items
        .filter((item) => item.doc.border !== undefined && item.doc.border !== 'none')
        .map(({ doc }) => ({ doc, lines: [], size: doc.size ?? 9, height: doc.h })),
    };
    for (let i = 0; i < blanks; i++) {
      items.push(...drawBand(empty, details.row.height, left, y));
      y += details.row.height;
      blank += details.row.height;
    }
  }
  if (details.footer.height > 0)
    items.push(...drawBand(setBand(details.footer, sums(run), trail, false), details.footer.height, left, y));
  return { items, blank };
}

const isOn = (item: DrawItem, width: number, height: number): boolean => {
  if (item.k === 'watermark') return true;
  const [x, y] = item.k === 'line' ? [item.x1, item.y1] : [item.x, item.y];
  return x >= 0 && y >= 0 && x <= width && y <= height;
};
