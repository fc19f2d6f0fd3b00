/** A print job of a whole list or report: what its filter finds, in its order and its columns. */
import {
  bindPrint,
  deriveListPrint,
  LIST_ROWS,
  type ListPrintColumn,
  layoutPrint,
  listPrintType,
  type PrintDoc,
  placeColumns,
  shownCode,
} from '../../schemas/language/print';
import type { BoundItem } from '../../schemas/language/print/bound';
import type { ResolvedAction } from '../../schemas/language/resolved';
import type { Rec } from '../../schemas/language/value';
import { AppError, forbidden, refuse } from '../errors';
import type { Cell } from '../excel/book';
import { makeEnv } from '../records/env';
import { type HeadColumn, headColumns } from '../records/export/export-columns';
import { nameListed } from '../records/files/file-values';
import type { EngineCtx } from '../records/host';
import { addLate } from '../records/list/late-columns';
import type { ListColumn } from '../records/list/list-column';
import { object, parseListRequest } from '../records/list/list-request';
import { planList, run } from '../records/list/plan';
import type { Out } from '../records/list/plan-builder';
import { markOn } from '../records/mark';
import { reportSheet } from '../records/report/sheet';
import type { Page } from '../registry/pages';
import { askedWords } from './asked';
import { withoutColumns } from './columns';
import type { PrintJob } from './job';

export interface ListPrintRequest {
  /** the list as its page asks for it */
  readonly list: Readonly<Record<string, unknown>>;
  readonly print?: string;
}
/** What stands in a cell of the paper, and the number behind it. */
interface Printed {
  readonly text: string;
  readonly value: number | null;
}
interface ListTable {
  readonly columns: readonly ListPrintColumn[];
  readonly rows: readonly (readonly Printed[])[];
  readonly total?: readonly Printed[];
  /** what it was searched by */
  readonly asked?: string;
}

/** more paper than anybody reads */
const MAX_ROWS = 2000;

/** The request of a list, or undefined when records are named. */
export function readListPrint(body: Readonly<Record<string, unknown>>): ListPrintRequest | undefined {
  if (body.list === undefined) return undefined;
  const { print } = body;
  if (print !== undefined && print !== null && typeof print !== 'string') throw new AppError(400);
  return { list: object(body.list), ...(typeof print === 'string' ? { print } : {}) };
}

export async function listPrintJob(
  ctx: EngineCtx,
  page: Page,
  action: ResolvedAction,
  { list, print }: ListPrintRequest,
): Promise<PrintJob> {
  const table = page.report ? await reportTable(ctx, page, list) : await listTable(ctx, page, action, list);
  if (table.rows.length === 0) throw refuse('没有可打印的数据');
  const docs = layoutsOfList(ctx, page, action, table.columns);
  const chosen = print === undefined ? docs[0] : docs.find((doc) => doc.print === print);
  if (chosen === undefined) throw new AppError(404);
  const type = listPrintType(page.code, page.title, table.columns);
  const bound = bindPrint(placeColumns(chosen, table.columns), type, ctx.registry.lib).print;
  // what the report does not show this time is no column
  const layout = { ...bound, details: bound.details.map((each) => withoutColumns(each, isMissing)) };
  // a layout with sums of its own adds up rows, not their total once more
  const sums = Object.values(layout.doc.bands.details ?? {}).some(({ footer }) => footer !== undefined);
  const lines = table.total === undefined || sums ? table.rows : [...table.rows, table.total];
  const rec: Rec = {
    title: page.title,
    asked: table.asked ?? '',
    count: table.rows.length,
    [LIST_ROWS]: lines.map((line, at) => ({
      id: String(at),
      lineNo: at < table.rows.length ? at + 1 : null,
      ...rowOf(table.columns, line),
    })),
  } as unknown as Rec;
  const mark = markOn(ctx, 'print');
  const env = makeEnv(ctx);
  const { width, height, pages } = await env.settle((now) =>
    layoutPrint(layout, {
      rec,
      env: now,
      watermark: `${ctx.session.me.name} ${ctx.now}`,
      ...(mark === undefined ? {} : { mark }),
    }),
  );
  return {
    layout: chosen,
    choices: docs.map((doc) => ({ code: doc.print, title: doc.title })),
    width,
    height,
    // lists have no codes and no pictures of their own
    pages: pages.map(({ items }) => ({ items: items.flatMap((item) => (item.k === 'code' ? [] : [item])) })),
  };
}

/** A field that none of the columns has. */
const isMissing = ({ doc, text }: BoundItem): boolean => doc.field !== undefined && text === undefined;

/** Layouts of sort `report` over the page, then the derived one. */
function layoutsOfList(
  ctx: EngineCtx,
  page: Page,
  action: ResolvedAction,
  columns: readonly ListPrintColumn[],
): readonly PrintDoc[] {
  const own = ctx.registry.files.prints
    .map(({ doc }) => doc)
    .filter((doc) => doc.sort === 'report' && doc.page === page.code)
    .filter((doc) => typeof action.print !== 'string' || doc.print === action.print)
    .sort((a, b) => Number(b.default ?? false) - Number(a.default ?? false));
  return [...own, deriveListPrint(page.code, page.title, columns)];
}

async function listTable(
  ctx: EngineCtx,
  page: Page,
  action: ResolvedAction,
  list: Readonly<Record<string, unknown>>,
): Promise<ListTable> {
  const right = action.right;
  if (right === null || !ctx.session.rights.has(right)) throw forbidden();
  const { current: _current, size: _size, ...filter } = list;
  const request = { ...parseListRequest({ ...filter, current: 1 }, 1), size: MAX_ROWS };
  const planned = await planList(ctx, page, request, {
    rights: [page.right, right],
    plain: true,
    totals: true,
    cap: MAX_ROWS,
  });
  if (!planned?.plan.count) throw refuse('没有可打印的数据');
  const { plan, values } = planned;
  const [count] = await run(ctx, plan.count as NonNullable<typeof plan.count>, values);
  if (Number(count?.n ?? 0) > MAX_ROWS) throw refuse(`一次最多打印${MAX_ROWS}行，请缩小查询范围`);
  const records = (await run(ctx, plan.rows, values)).map(plan.write);
  await addLate(ctx, page.object, plan.late, records);
  await nameListed(ctx, plan.columns, records);
  const columns = headColumns(ctx, plan.columns);
  const [sums] = plan.totals ? await run(ctx, plan.totals, values) : [];
  const total = sums && totalLine(plan.columns, columns, plan.totals?.read(sums) ?? {});
  return {
    ...(total === undefined ? {} : { total }),
    columns: plan.columns.map(
      (column, at): ListPrintColumn => ({
        code: codeOf(column.prop, at),
        title: column.title,
        isNumber: column.ty === 'number',
        width: columns[at]?.width ?? 10,
        ...(column.field?.scale === undefined ? {} : { scale: column.field.scale }),
      }),
    ),
    rows: records.map((record) => columns.map(({ shown }, at) => printed(shown, record[plan.columns[at]?.prop ?? '']))),
  };
}

/** Totals under their columns, 合计 in front of them; undefined where no column that is printed has one. */
function totalLine(
  columns: readonly ListColumn[],
  looks: readonly HeadColumn[],
  sums: Out,
): readonly Printed[] | undefined {
  const values = columns.map(({ prop }) => sums[prop] ?? null);
  if (values.every((value) => value === null)) return undefined;
  const at = columns.findIndex(({ ty }, n) => ty !== 'number' && values[n] === null);
  return looks.map(({ shown }, n) => (n === at ? { text: '合计', value: null } : printed(shown, values[n])));
}
const printed = (shown: (value: unknown) => string, value: unknown): Printed => ({
  text: shown(value ?? null),
  value: typeof value === 'number' ? value : null,
});

async function reportTable(ctx: EngineCtx, page: Page, list: Readonly<Record<string, unknown>>): Promise<ListTable> {
  const { columns, lines, total } = await reportSheet(ctx, page, list);
  const line = (cells: readonly Cell[]): readonly Printed[] =>
    columns.map(({ shown }, at) => {
      const cell = cells[at] ?? null;
      // a total is called so where its groups would be named
      return typeof cell === 'string' ? { text: cell, value: null } : printed(shown, cell);
    });
  if (lines.length > MAX_ROWS) throw refuse(`一次最多打印${MAX_ROWS}行，请缩小查询范围`);
  return {
    columns: columns.map(
      (column, at): ListPrintColumn => ({
        code: codeOf(column.code, at),
        title: column.title,
        isNumber: column.isNumber,
        width: column.isNumber ? 9 : 14,
        ...(column.isSlot ? { isSlot: true } : {}),
        ...(column.scale === undefined ? {} : { scale: column.scale }),
      }),
    ),
    rows: lines.map(line),
    asked: await askedWords(ctx, page, list),
    ...(total === undefined ? {} : { total: line(total) }),
  };
}

/** names of the language only: computed columns and extension fields get their number */
const codeOf = (code: string, at: number): string => (/^[a-z][A-Za-z0-9]{0,40}$/.test(code) ? code : `column${at}`);

const rowOf = (columns: readonly ListPrintColumn[], line: readonly Printed[]): Rec =>
  Object.fromEntries(
    columns.flatMap(({ code, isNumber }, at): [string, string | number | null][] => {
      const { text = '', value = null } = line[at] ?? {};
      return isNumber
        ? [
            [code, value],
            [shownCode(code), text],
          ]
        : [[code, text]];
    }),
  );
