/**
 * 存为图表 (80 §7.2): what somebody looks at on a report page becomes a cell of a board, in the draft of the board's app. Conditions of the
 * page become those of the cell, so its numbers are the page's.
 */

import { isOwnCode } from '../../schemas/language/check/overlay';
import type { BoardDoc } from '../../schemas/language/document-report';
import { BOARD, DRAWN } from '../../schemas/language/sorts/report';
import type { Step } from '../../schemas/language/steps';
import type { Json } from '../../schemas/language/value';
import { badRequest, refuse } from '../errors';
import type { EngineCtx } from '../records/host';
import { object } from '../records/list/list-request';
import { chartAsk } from '../records/report/cells';
import { searchText } from '../records/report/drill';
import { appsOf, codeFromTitle, mayEdit, type OwnApp, saveApp } from './apps';
import { draftCalls } from './calls';
import { mirrorApps } from './mirror/mirror';
import { readId } from './sorts';
import { treeOf } from './tree';

type Body = Readonly<Record<string, unknown>>;
export interface KeptChart {
  readonly draft: string;
  /** `board:xDaily` */
  readonly document: string;
  readonly cell: string;
}
const MAX_ROWS = 12;

/** {title, cell: a cell of /chartdesign/query, board: `board:<code>` or boardTitle of a new one} */
export async function keepChart(ctx: EngineCtx, given: Body): Promise<KeptChart> {
  const title = text(given.title);
  if (title === '') throw refuse('请填写图表标题');
  const cell = await cellOf(ctx, title, object(given.cell));
  const board =
    given.board === undefined ? await newBoard(ctx, text(given.boardTitle)) : await boardOf(ctx, given.board);
  const { draft, documents } = await draftCalls.open(ctx, { app: board.app, documents: board.open, join: true });
  const doc = documents.find(({ id }) => id === board.document)?.doc as Partial<BoardDoc> | undefined;
  if (board.made === undefined && doc?.board === undefined) throw refuse('看板已不存在，请重新选择');
  const { code, steps } = placed(board.made ?? doc ?? {}, cell.node, isOwnCode(board.document.slice('board:'.length)));
  if (board.made === undefined && doc?.public === true && !cell.report.public)
    throw refuse(`公开看板只能使用公开数据集：${cell.report.title}`);
  const made: readonly Step[] = board.made === undefined ? [] : [{ set: '', to: board.made as unknown as Json }];
  const answer = await draftCalls.steps(ctx, {
    draft: draft.id,
    seq: draft.seq,
    steps: [...made, ...steps].map((step) => ({ document: board.document, step, gesture: `存为图表「${title}」` })),
  });
  const [conflict] = answer.conflicts;
  if (conflict !== undefined) throw refuse(conflict.text);
  return { draft: draft.id, document: board.document, cell: code };
}

/** The cell without its place: all that narrows the page as one condition over the dims, parameters as fixed values. */
async function cellOf(ctx: EngineCtx, title: string, given: Body) {
  const { report, chart, search, wheres } = await chartAsk(ctx, given);
  const page = ctx.registry.page(String(given.report));
  const fixed = page?.with ?? {};
  const own = Object.entries(search).filter(([code]) => !Object.hasOwn(fixed, code));
  const parts = [
    ...wheres.filter((where) => where !== page?.reportView?.where),
    ...own.flatMap(([code, value]) => searchText(ctx, report, code, value)),
  ].filter((where) => where !== '');
  const params = own.filter(([code]) => report.dims[code] === undefined);
  const keys = Object.entries(chart).filter(([key]) => Object.hasOwn(DRAWN, key) && key !== 'span');
  return {
    report,
    node: {
      title,
      report: String(given.report),
      ...Object.fromEntries(keys),
      ...(parts.length === 0
        ? {}
        : { where: parts.length === 1 ? parts[0] : parts.map((part) => `(${part})`).join(' && ') }),
      ...(params.length === 0 ? {} : { with: Object.fromEntries(params) }),
    },
  };
}

interface Target {
  readonly app: string;
  readonly document: string;
  /** documents to read with the draft */
  readonly open: readonly string[];
  readonly made?: BoardDoc;
}
async function boardOf(ctx: EngineCtx, id: unknown): Promise<Target> {
  if (typeof id !== 'string' || readId(id)?.sort !== 'board') throw badRequest();
  const { apps } = await treeOf(ctx);
  const app = apps.find(({ documents }) => documents.some((eachDocument) => eachDocument.id === id));
  if (app === undefined) throw refuse('看板已不存在，请重新选择');
  if (!app.mayEdit) throw refuse('只有应用负责人可以修改');
  const isPublished = ctx.registry.page(id.slice('board:'.length))?.board !== undefined;
  return { app: app.code, document: id, open: isPublished ? [id] : [] };
}
/** In an app of the organisation that the caller may edit; the first one is made where there is none. */
async function newBoard(ctx: EngineCtx, title: string): Promise<Target> {
  if (title === '') throw refuse('请填写看板名称');
  const { apps } = await treeOf(ctx);
  const taken = new Set(apps.flatMap(({ documents }) => documents.map(({ code }) => code)));
  const own = (await appsOf(ctx.trx)).find((app) => mayEdit(ctx, app)) ?? (await firstApp(ctx));
  const code = await codeFromTitle(title, (text) => taken.has(text) || ctx.registry.page(text) !== undefined);
  return {
    app: own.code,
    document: `board:${code}`,
    open: [],
    made: { $schema: 'board/1', board: code, title, cells: {} },
  };
}

async function firstApp(ctx: EngineCtx): Promise<OwnApp> {
  const made = await saveApp(ctx, { title: '自建看板' });
  await mirrorApps(ctx.asSystem());
  return made;
}

/** The first free place in reading order; a full board gets one more row. */
function placed(
  doc: Partial<BoardDoc>,
  node: Body,
  own: boolean,
): { readonly code: string; readonly steps: readonly Step[] } {
  const cells = Object.entries(doc.cells ?? {});
  const rows = doc.rows ?? Number(BOARD.rows?.def);
  const columns = doc.columns ?? Number(BOARD.columns?.def);
  const isTaken = (row: number, column: number): boolean =>
    cells.some(([, { at }]) => {
      const [r = 1, c = 1, high = 1, wide = 1] = at ?? [];
      return row >= r && row < r + high && column >= c && column < c + wide;
    });
  const free = Array.from({ length: rows * columns }, (_, at) => [
    Math.floor(at / columns) + 1,
    (at % columns) + 1,
  ]).find(([row = 1, column = 1]) => !isTaken(row, column));
  if (free === undefined && rows >= MAX_ROWS) throw refuse('看板已没有空格，请换一个看板，或在设计器里调整');
  const taken = new Set(cells.map(([code]) => code));
  let n = 1;
  const name = (): string => `${own ? 'cell' : 'xCell'}${n}`;
  while (taken.has(name())) n++;
  const at = free ?? [rows + 1, 1];
  const grown: readonly Step[] =
    free === undefined ? [{ set: 'rows', to: rows + 1, ...(doc.rows === undefined ? {} : { was: doc.rows }) }] : [];
  const { title, ...rest } = node;
  return {
    code: name(),
    steps: [...grown, { insert: `cells.${name()}`, value: { title, at, ...rest } as Json }],
  };
}
const text = (given: unknown): string => (typeof given === 'string' ? given.trim().slice(0, 40) : '');
