/**
 * A tree too large to come whole: its levels are loaded when their branch is opened, each page by page. What is searched for comes with
 * the way to it instead, so a search is never asked by level.
 */
import { type QueryClient, useQueries, useQueryClient } from '@tanstack/react-query';
import { useEffect, useMemo, useState } from 'react';
import { recordClient } from '../data/record-client';
import type { ListBody, ListPageData, WireRow } from '../data/types';
import type { Page } from '../page/index';
import type { TreeRow } from '../table/index';
import type { List } from './use-list';

/** rows of a tree that are drawn without levels */
export const WHOLE_TREE = 1000;
/** rows of one level at once */
const PART = 200;
const TOP = 'top';

export interface Levels {
  readonly rows: readonly TreeRow[];
  readonly isLoading: boolean;
  /** loads the next part of the level that a row of the kind `more` stands for; false = it is none */
  readonly more: (id: string) => boolean;
}

export const isByLevel = ({ data, query, search }: Pick<List, 'data' | 'query' | 'search'>): boolean =>
  data !== undefined &&
  (data.capped === true || data.total > WHOLE_TREE) &&
  query.q === undefined &&
  query.node === undefined &&
  Object.keys(search).length === 0;

/** branches the user opened or closed */
export type Opened = Readonly<Record<string, boolean>>;

/** undefined = the rows came whole. */
export const useLevels = (page: Page, list: List, isTree: boolean, own: Opened): Levels | undefined => {
  const client = useQueryClient();
  const on = isTree && isByLevel(list);
  /** levels in sight, and how many parts of each */
  const [asked, setAsked] = useState<readonly string[]>([TOP]);
  const [parts, setParts] = useState<Readonly<Record<string, number>>>({});
  const wanted = on ? asked.flatMap((level) => upTo(parts[level] ?? 1).map((current) => ({ level, current }))) : [];
  const answers = useQueries({
    queries: wanted.map(({ level, current }) => {
      const { queryKey, body } = levelPart(list, level, current);
      return { queryKey, queryFn: () => recordClient.list(page.code, body, { quiet: true }) };
    }),
  });
  // the answers are new objects at each drawing; which came and when is all that counts
  const came = JSON.stringify(wanted.map(({ level, current }, n) => [level, current, answers[n]?.dataUpdatedAt ?? 0]));
  const { queryKey } = list;
  const { rows, reached, hasTop } = useMemo(() => {
    const known = new Map<string, ListPageData[]>();
    for (const [level, current] of JSON.parse(came) as readonly (readonly [string, number])[]) {
      const data = client.getQueryData<ListPageData>(levelKey(queryKey, level, current));
      if (data !== undefined) known.set(level, [...(known.get(level) ?? []), data]);
    }
    return { ...laidOut(known, own), hasTop: known.has(TOP) };
  }, [client, queryKey, came, own]);
  const next = on ? reached.join() : TOP;
  useEffect(() => setAsked(next.split(',')), [next]);
  const isLoading = !hasTop && answers.every(({ isError }) => !isError);
  return useMemo(
    () =>
      on
        ? {
            rows,
            isLoading,
            more: (id) => {
              const level = levelOf(id);
              if (level !== undefined) setParts((now) => ({ ...now, [level]: (now[level] ?? 1) + 1 }));
              return level !== undefined;
            },
          }
        : undefined,
    [on, rows, isLoading],
  );
};

/** The rows in sight in the order of the tree, and the levels they need. Pure. */
export const laidOut = (
  known: ReadonlyMap<string, readonly ListPageData[]>,
  own: Opened,
): { readonly rows: readonly TreeRow[]; readonly reached: readonly string[] } => {
  const rows: TreeRow[] = [];
  const reached: string[] = [];
  const add = (level: string, depth: number): void => {
    reached.push(level);
    const parts = known.get(level) ?? [];
    let count = 0;
    for (const row of parts.flatMap(({ records }) => records)) {
      // a loop made by hand
      if (reached.includes(row.id)) continue;
      count += 1;
      const leaf = row.leaf === true;
      const open = !leaf && own[row.id] === true;
      rows.push({ row, level: depth, open, leaf });
      if (open) add(row.id, depth + 1);
    }
    const last = parts.at(-1);
    if (last === undefined || last.records.length < PART) return;
    const left = last.capped === true ? undefined : last.total - count;
    if (left !== 0) rows.push({ row: moreRow(level), level: depth, open: false, leaf: true, more: left ?? 0 });
  };
  add(TOP, 0);
  return { rows, reached };
};

const levelKey = (list: readonly unknown[], level: string, part: number) => [...list, 'level', level, part] as const;
/** Rows that stand in sight: how they are kept and how they are asked for. */
export interface Part {
  readonly queryKey: readonly unknown[];
  readonly body: ListBody;
}
function levelPart({ queryKey, body }: Part, level: string, current: number): Part {
  const { path: _path, ...all } = body;
  return { queryKey: levelKey(queryKey, level, current), body: { ...all, level, current, size: PART } };
}
/** The parts of levels in sight; those of closed branches are asked anew when they open again. */
export function levelsInSight(client: QueryClient, list: Part): readonly Part[] {
  const queryKey = [...list.queryKey, 'level'];
  void client.invalidateQueries({ queryKey, type: 'inactive', refetchType: 'none' });
  return client
    .getQueryCache()
    .findAll({ queryKey, type: 'active' })
    .map((query) => query.queryKey.slice(-2) as [string, number])
    .map(([level, current]) => levelPart(list, level, current));
}

const MORE = 'more:';
/** cannot be chosen, has no actions */
const moreRow = (level: string): WireRow => ({ id: `${MORE}${level}`, $isDisabled: true, _actions: [] });
const levelOf = (id: string): string | undefined => (id.startsWith(MORE) ? id.slice(MORE.length) : undefined);
const upTo = (count: number): readonly number[] => Array.from({ length: count }, (_, index) => index + 1);
