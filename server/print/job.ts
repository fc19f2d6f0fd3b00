/** A print job: records of a page under one layout, as pages for the preview and the PDF. */
import {
  type DrawItem,
  labelCount,
  layoutLabels,
  layoutPrint,
  MAX_LABELS,
  type PrintDoc,
  type PrintInput,
  type PrintSheets,
} from '../../schemas/language/print';
import type { BoundPrint } from '../../schemas/language/print/bound';
import type { ResolvedAction } from '../../schemas/language/resolved';
import type { Rec } from '../../schemas/language/value';
import { AppError, refuse } from '../errors';
import { makeEnv } from '../records/env';
import type { EngineCtx } from '../records/host';
import { isUuid } from '../records/list/list-request';
import { markOn } from '../records/mark';
import { findOne, notThere } from '../records/read/read';
import { historyOf } from '../records/trail/history';
import type { Page } from '../registry/pages';
import { type PaintItem, paintCode } from './codes';
import { boundLayout, choose, layoutsOf } from './layouts';
import { openPrint, openRecord, type Without } from './printable';
import { withRelated } from './related';

export interface PrintRequest {
  readonly ids: readonly string[];
  /** code of the layout; the records' own choice without it */
  readonly print?: string;
  /** labels: first free cell of the first sheet, from 1 */
  readonly start?: number;
  /** fields and groups of fields that are left out */
  readonly without?: Without;
}
export interface PrintJob {
  readonly layout: PrintDoc;
  readonly choices: readonly { readonly code: string; readonly title: string }[];
  readonly width: number;
  readonly height: number;
  readonly pages: readonly PaintPage[];
}
export interface PaintPage {
  readonly items: readonly PaintItem[];
  /** of a preprinted form */
  readonly ground?: readonly PaintItem[];
}

const MAX_RECORDS = 200;
const MAX_WITHOUT = 50;
export const MAX_PAGES = 1000;
const TRAIL_ACTIONS: ReadonlySet<string> = new Set(['audit', 'unaudit', 'reject', 'submit', 'pass', 'close', 'void']);

/** what takes approvals back, and what is one */
const BREAKS: ReadonlySet<string> = new Set(['unaudit', 'reject', 'submit', 'withdraw']);
const SIGNS: ReadonlySet<string> = new Set(['audit', 'pass']);

export function readPrintRequest(body: Readonly<Record<string, unknown>>): PrintRequest {
  const { ids, print, start, without } = body;
  if (!Array.isArray(ids) || ids.length === 0 || !ids.every(isUuid)) throw new AppError(400);
  if (ids.length > MAX_RECORDS) throw refuse(`一次最多打印${MAX_RECORDS}张，请减少选择`);
  if (print !== undefined && print !== null && typeof print !== 'string') throw new AppError(400);
  if (start !== undefined && start !== null && !(Number.isInteger(start) && Number(start) >= 1))
    throw new AppError(400);
  if (without !== undefined && without !== null && !isNames(without)) throw new AppError(400);
  return {
    ids,
    ...(isNames(without) ? { without } : {}),
    ...(typeof print === 'string' ? { print } : {}),
    ...(typeof start === 'number' ? { start } : {}),
  };
}

const isNames = (value: unknown): value is readonly string[] =>
  Array.isArray(value) && value.length <= MAX_WITHOUT && value.every((name) => typeof name === 'string');

/** Prints records by the layouts of an action. */
export const printJob = (
  ctx: EngineCtx,
  page: Page,
  action: ResolvedAction,
  request: PrintRequest,
): Promise<PrintJob> => jobOf(ctx, page, layoutsOf(ctx.registry, page, action), request);

/** Lays the records out in the order given; out of scope and vanished ones answer like a read of them. */
export async function jobOf(
  ctx: EngineCtx,
  page: Page,
  docs: readonly PrintDoc[],
  request: PrintRequest,
): Promise<PrintJob> {
  const layouts = docs.map((doc) => openPrint(ctx, boundLayout(ctx.registry, page, doc), request.without));
  const named = request.print === undefined ? undefined : layouts.find(({ doc }) => doc.print === request.print);
  if (request.print !== undefined && !named) throw new AppError(404);
  const recs: Rec[] = [];
  for (const id of request.ids) {
    const rec = await findOne(ctx, page, { id });
    if (!rec) throw notThere();
    recs.push(openRecord(ctx, page.object, rec, request.without));
  }
  const printed = await Promise.all(recs.map((rec) => withRelated(ctx, page, layouts, rec, request.without)));
  const trails = await Promise.all(recs.map((rec) => trailOf(ctx, page, rec)));
  const mark = markOn(ctx, 'print');
  const env = makeEnv(ctx);
  for (const rec of recs) env.remember(page.object.object, rec);
  for (const { object, rows } of printed.flatMap(({ related }) => related))
    for (const row of rows) env.remember(object, row);
  // what the layout asks of others is loaded in batches, then everything is laid out again
  const { layout, sheets } = await env.settle((now) => {
    const [first = {}] = recs;
    const chosen = named ?? choose(layouts, first, now);
    const inputs = printed.map(
      ({ rec }, i): PrintInput => ({
        rec,
        env: now,
        trail: trails[i]?.lines ?? [],
        signs: trails[i]?.signs ?? [],
        watermark: `${ctx.session.me.name} ${ctx.now}`,
        ...(mark === undefined ? {} : { mark }),
      }),
    );
    return { layout: chosen, sheets: layOut(chosen, inputs, request.start) };
  });
  if (sheets.pages.length > MAX_PAGES) throw refuse(`打印内容超过${MAX_PAGES}页，请减少选择`);
  return {
    layout: layout.doc,
    choices: docs.map((doc) => ({ code: doc.print, title: doc.title })),
    width: sheets.width,
    height: sheets.height,
    pages: sheets.pages.map(({ items, ground }) => ({
      items: painted(items),
      ...(ground === undefined ? {} : { ground: painted(ground) }),
    })),
  };
}
const painted = (items: readonly DrawItem[]): readonly PaintItem[] =>
  items.flatMap((item) => (item.k === 'code' ? paintCode(item) : [item]));

function layOut(layout: BoundPrint, inputs: readonly PrintInput[], start: number | undefined): PrintSheets {
  if (layout.doc.sort === 'label') {
    refuseTooMany(labelCount(layout, inputs));
    return layoutLabels(layout, inputs, start);
  }
  const all = inputs.map((input) => layoutPrint(layout, input));
  return { width: all[0]?.width ?? 0, height: all[0]?.height ?? 0, pages: all.flatMap((sheets) => sheets.pages) };
}

/** One job of labels; what does not fit is never left out without a word. */
export function refuseTooMany(count: number): void {
  if (count > MAX_LABELS) throw refuse(`共${count}张标签，一次最多打印${MAX_LABELS}张，请减少选择或数量`);
}

interface Trail {
  /** `审核 周敏 2026-01-08 10:22:00`, oldest first */
  readonly lines: readonly string[];
  /** approvals that nothing took back: `周敏 2026-01-08` */
  readonly signs: readonly string[];
}
async function trailOf(ctx: EngineCtx, page: Page, rec: Rec): Promise<Trail> {
  const { records } = await historyOf(ctx, page, { id: rec.id, size: 100 });
  const entries = records.filter((entry) => TRAIL_ACTIONS.has(entry.action)).reverse();
  const broken = entries.findLastIndex((entry) => BREAKS.has(entry.action));
  return {
    lines: entries.map((entry) => `${entry.title} ${entry.by} ${entry.at}`),
    signs: entries
      .slice(broken + 1)
      .filter((entry) => SIGNS.has(entry.action))
      .map((entry) => `${entry.by} ${entry.at.slice(0, 10)}`),
  };
}
