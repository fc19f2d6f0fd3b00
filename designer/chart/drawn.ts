/** The open report or board as a page of the runtime, resolved in the browser over what the draft has. */

import type { BoardItem, ReportItem } from '../../runtime/data/types';
import { createEnv, factoryTime, HopStore, type HostSession, type Page } from '../../runtime/page/index';
import type { Library } from '../../schemas/language/check/index';
import { OBJECT_SCHEMA } from '../../schemas/language/document';
import type { BoardDoc, ReportDoc } from '../../schemas/language/document-report';
import { resolveObject } from '../../schemas/language/resolve';
import { placementKey } from '../../schemas/language/resolve/placement';
import { resolveBoard, resolveReport } from '../../schemas/language/resolve/report';
import type { ResolvedReport } from '../../schemas/language/resolved-report';
import type { StepDoc } from '../../schemas/language/steps/index';

const ALL: ReadonlySet<string> = new Set(['*']);

/** The report of a text; undefined while its shape is wrong. */
export function reportOf(doc: StepDoc, library: Library): ResolvedReport | undefined {
  try {
    return resolveReport(doc as unknown as ReportDoc, { object: (code) => library.objects.get(code)?.object });
  } catch {
    return undefined;
  }
}

/** A page that draws itself: everything on it may be seen, nothing may be done. Undefined while the text has a wrong shape. */
export function drawnPage(doc: StepDoc, library: Library, session: HostSession): Page | undefined {
  const base = {
    lib: library.types,
    dicts: library.dicts,
    rights: ALL,
    can: (right: string) => !right.endsWith(':export'),
    env: (hops = new HopStore()) =>
      createEnv(
        {
          me: session.me,
          now: () => factoryTime(session.now()),
          dicts: library.dicts,
          sys: (key) => session.sys(key),
          can: () => true,
        },
        hops,
      ),
  };
  try {
    if (doc.$schema === 'report/1') {
      const report = reportOf(doc, library);
      if (report === undefined) return undefined;
      const { object, ...rest } = report;
      return { ...base, code: report.report, sort: 'report', title: report.title, object, report: rest as ReportItem };
    }
    const board = boardItem(doc as unknown as BoardDoc, library);
    const object = resolveObject(
      { $schema: OBJECT_SCHEMA, object: board.board, title: board.title, storage: 'none', fields: {} },
      { blocks: new Map() },
    );
    return { ...base, code: board.board, sort: 'board', title: board.title, object, board };
  } catch {
    return undefined;
  }
}

/** What the runtime needs beside the board: the fields its search shows, and what each report can be narrowed by. */
function boardItem(doc: BoardDoc, library: Library): BoardItem {
  const { search, ...board } = resolveBoard(doc);
  const cells = Object.values(board.cells).filter((cell) => doc.cells[cell.code]?.off !== true);
  const used = cells.flatMap((cell) => library.reports.get(cell.report?.split('.')[0] ?? '')?.report ?? []);
  return {
    ...board,
    cells,
    search: search.map((item) => {
      const code = placementKey(item);
      const field = used.map((report) => report.dims[code] ?? report.params[code]).find((dim) => dim !== undefined);
      return { ...item, ...(field === undefined ? {} : { shows: field }) };
    }),
    reports: Object.fromEntries(
      used.map((report) => [
        report.report,
        {
          title: report.title,
          dims: Object.keys(report.dims),
          params: Object.keys(report.params),
          ...(report.route === undefined ? {} : { route: report.route }),
        },
      ]),
    ),
  };
}
