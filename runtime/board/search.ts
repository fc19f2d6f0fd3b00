/** What a board is searched by: its row as a page, and the values its reader keeps (80 §7.5). Pure. */
import type { BoardItem, SearchValues } from '../data/types';
import type { Page } from '../page/index';
import { readQuery } from '../page/list-query';
import { type KeptSearch, recalled, searchOf } from '../report/query';

/** The board as a page whose search row has the dims of its reports. */
export const searchPage = (page: Page, board: BoardItem): Page => {
  const fields = Object.fromEntries(
    board.search.flatMap((item) =>
      item.field === undefined || item.shows === undefined
        ? []
        : [[item.field, { ...item.shows, code: item.field, path: item.field }]],
    ),
  );
  const reports = board.cells.flatMap(({ report }) => report ?? []);
  // candidates of a reference are asked of a report that has it
  const asks = Object.fromEntries(
    board.search.flatMap(({ field = '' }) => {
      const of = reports.find((report) => board.reports[report.split('.')[0] ?? '']?.dims.includes(field));
      return of === undefined ? [] : [[field, of] as const];
    }),
  );
  return {
    ...page,
    code: reports[0] ?? page.code,
    asks,
    object: {
      ...page.object,
      fields,
      list: {
        ...page.object.list,
        search: board.search.map(({ shows, targets: _targets, ...item }) => ({
          ...item,
          title: item.title ?? shows?.title ?? item.field ?? '',
        })),
      },
    },
  };
};

/** `content` of the call; what cannot be read is nothing. */
export const readKept = (content: string | undefined): KeptSearch | undefined => {
  try {
    return content === undefined ? undefined : (JSON.parse(content) as { readonly search?: KeptSearch }).search;
  } catch {
    return undefined;
  }
};

/** An address that says anything of the search stands; else what was kept over the defaults. */
export const searchInForce = (
  page: Page,
  params: URLSearchParams,
  kept: KeptSearch | undefined,
  now: string,
): SearchValues => {
  if (params.has('none') || Object.keys(readQuery(params).search).length > 0) return searchOf(page, params, now);
  return recalled(page, kept, now);
};
