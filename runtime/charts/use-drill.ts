/** From a mark or a number to the list of the records behind it, with the same conditions as an unsaved scheme. */
import { useCallback } from 'react';
import type { Json } from '../../schemas/language/value';
import { useHost } from '../page/index';
import { chartClient } from './client';
import { dimText } from './text';
import type { CellAsk, Picked, Words } from './types';

/** Address of a list with a condition in it (`?q=`): an unsaved scheme, and none of its own that would narrow what the number was made of. */
export const addressWith = (route: string, tree: Json | undefined): string => {
  const params = new URLSearchParams({ scheme: '', ...(tree === undefined ? {} : { q: JSON.stringify(tree) }) });
  return `${route}${route.includes('?') ? '&' : '?'}${params.toString()}`;
};

export const useDrill = (): ((report: string, body: Readonly<Record<string, Json>>) => Promise<void>) => {
  const host = useHost();
  return useCallback(
    async (report, body) => {
      const target = await chartClient.drill(report, body);
      const route = host.urlOf(target.page) ?? target.route;
      if (route === undefined) {
        host.feedback.warning('无权查看明细');
        return;
      }
      host.openPage(addressWith(route, target.tree), target.title);
    },
    [host],
  );
};

/** What the server must know of a picked mark: its groups, or that it is the rest of them. */
export const drillBody = (
  ask: CellAsk,
  { row, rows, dims, cut = 0 }: Picked,
  words: Words,
): Readonly<Record<string, Json>> => {
  const { where, drill, y = [] } = ask.chart;
  const base: Record<string, Json> = {
    search: { ...ask.search, ...ask.with } as Json,
    ...(where === undefined ? {} : { where }),
    ...(drill === undefined ? {} : { drill: drill as Json }),
    ...(y.length === 1 ? { measure: y[0] as string } : {}),
  };
  const name = (at: number): string => `${dims[at]?.code}${dims[at]?.grain === undefined ? '' : `:${dims[at]?.grain}`}`;
  const isRest = row.rest === true && dims.length > 0;
  const own = dims.flatMap((dim, at) => (isRest && at === cut ? [] : [{ dim, at }]));
  const shown = new Set(rows.flatMap((row) => (row.rest === true ? [] : [row.k[cut] ?? null])));
  return {
    ...base,
    ...(isRest ? { without: { dim: name(cut), values: [...shown] } } : {}),
    ...(isRest && own.length === 0
      ? {}
      : {
          cell: Object.fromEntries(own.map(({ at }) => [name(at), row.k[at] ?? null])),
          labels: Object.fromEntries(own.map(({ dim, at }) => [name(at), dimText(dim, row, at, words)])),
        }),
  };
};
