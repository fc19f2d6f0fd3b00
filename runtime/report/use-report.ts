/** Everything a report screen needs: its question in the address, its answer, and what the reader may do with both. */
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useEffect, useMemo, useRef, useState } from 'react';
import type { Json } from '../../schemas/language/value';
import { useDrill } from '../charts/index';
import { http } from '../data/http';
import type { PrintBody } from '../data/print-types';
import type { ReportItem, SearchValues, WireRow } from '../data/types';
import { codeLook } from '../fields/shared/tags';
import { defaultSize, sizeOptions } from '../list/page-size';
import { listStatus } from '../list/use-list';
import { useSchemes } from '../list/use-schemes';
import { factoryTime, type Host, type Page, useHost } from '../page/index';
import { EMPTY_QUERY, readQuery, readSort, reduceQuery, writeQuery, writeSort } from '../page/list-query';
import type { TableColumn, TableContext } from '../table/index';
import { type Kept, type ReportData, tableAsk } from './asks';
import { numberOf, type ReportGroup, reportColumns } from './columns';
import { addressOf, contentOf, type ReportQuery, readReport, saysNothing, searchOf, withSearch } from './query';
import { useBranches } from './use-branches';

export type Report = ReturnType<typeof useReport>;

/** What is asked: conditions, groups, order and page, as the address has them. */
function useQuestion(page: Page, report: ReportItem, host: Host, today: string) {
  const list = useMemo(() => readQuery(host.params), [host.params]);
  const query = useMemo(() => readReport(report, host.params), [report, host.params]);
  const search = useMemo(() => searchOf(page, host.params, `${today} 12:00:00`), [page, host.params, today]);
  const filter = useMemo(
    () => ({
      search,
      groupBy: [...query.by],
      ...(query.period === '' ? {} : { period: query.period }),
      ...(query.compare === undefined ? {} : { compare: query.compare }),
      ...(query.cell === undefined ? {} : { cell: query.cell }),
      ...(query.where === '' ? {} : { where: query.where }),
      ...(list.sort === undefined ? {} : { sort: writeSort(list.sort) }),
    }),
    [search, query, list.sort],
  );
  const size = list.size ?? defaultSize(host.session.listDataShowNum, page.object.list.size);
  const sort = list.sort ?? readSort(page.object.list.sort);
  return { list, query, search, filter, size, sort };
}
type Question = ReturnType<typeof useQuestion>;

/** An address that says nothing opens the scheme its reader chose, before anything is asked. */
function useOpening(page: Page, host: Host, today: string) {
  const latest = useRef(host);
  latest.current = host;
  useEffect(() => latest.current.setTitle(page.title), [page.title]);
  const schemes = useSchemes(page, undefined);
  const [isOpened, setOpened] = useState(() => !saysNothing(host.params));
  const preset = schemes.all.find(({ code, broken }) => code === schemes.first && !broken);
  useEffect(() => {
    if (isOpened || !schemes.ready) return;
    setOpened(true);
    if (preset === undefined) return;
    latest.current.setParams(addressOf(page, latest.current.params, preset.content, `${today} 12:00:00`), {
      replace: true,
    });
  }, [isOpened, schemes.ready, preset, page, today]);
  return { schemes, isOpened };
}

/** What the reader changes, written into the address. */
function writers(page: Page, report: ReportItem, host: Host, { list }: Question, today: string) {
  const write = (params: URLSearchParams): void => host.setParams(params, { replace: true });
  return {
    ask: (act: Parameters<typeof reduceQuery>[1]): void => write(writeQuery(reduceQuery(list, act), host.params)),
    change: (part: Partial<ReportQuery>): void => {
      const { by, period, compare, look } = part;
      const next = new URLSearchParams(host.params);
      const put = (key: string, value: string | undefined): void => {
        if (value === undefined || value === '') next.delete(key);
        else next.set(key, value);
      };
      if (by !== undefined) {
        if (by.join() === report.by.join()) next.delete('by');
        else next.set('by', by.join());
        next.delete('page');
      }
      if ('cell' in part) put('cell', part.cell === report.cell ? undefined : part.cell);
      if ('period' in part) put('period', period);
      if ('compare' in part) put('vs', compare);
      if (look !== undefined) put('look', look === 'both' ? undefined : look);
      write(next);
    },
    handleSearch: (values: SearchValues): void => {
      const next = writeQuery(reduceQuery(list, { type: 'search', search: values }), host.params);
      write(withSearch(page, next, values, `${today} 12:00:00`));
    },
    handleReset: (): void => {
      const next = writeQuery({ ...EMPTY_QUERY, sort: list.sort, size: list.size }, host.params);
      next.delete('none');
      next.delete('where');
      write(next);
    },
    handleScheme: (content: Parameters<typeof addressOf>[2]): void =>
      write(addressOf(page, host.params, content, `${today} 12:00:00`)),
    handleWhere: (): void => {
      const next = new URLSearchParams(host.params);
      next.delete('where');
      write(next);
    },
  };
}

/** Rows of the answer, and the records behind a row. */
function useRows(page: Page, report: ReportItem, host: Host, question: Question, isOpened: boolean) {
  const { list, query, search, filter, size } = question;
  const drill = useDrill();
  const body = { ...filter, current: list.page, size };
  const path = pathOf(page);
  const result = useQuery({
    queryKey: ['report', page.code, body],
    queryFn: ({ signal }) => http.post<ReportData>(`${path}/getPageList`, body, { quiet: true, signal }),
    placeholderData: keepPreviousData,
    enabled: host.active && isOpened,
    ...(page.object.list.every === undefined
      ? {}
      : { refetchInterval: host.active ? page.object.list.every * 1000 : false }),
  });
  const { data } = result;
  const span = report.time === undefined ? undefined : search[report.time];
  const hasSpan = Array.isArray(span) && Boolean(span[0]) && Boolean(span[1]);
  const isCompared = query.compare !== undefined && hasSpan;
  const columns = useMemo(
    () =>
      reportColumns(page, report, host, {
        ...{ groups: data?.groups ?? [], slots: data?.slots, off: data?.off, isCompared },
        first: (list.page - 1) * size,
      }),
    [page, report, host, data?.groups, data?.slots, data?.off, isCompared, list.page, size],
  );
  const branches = useBranches(data?.records ?? [], columns);
  const openRows = (row: WireRow): void => {
    if (row.$drill !== true) return;
    void drill(page.code, {
      search,
      ...(query.where === '' ? {} : { where: query.where }),
      ...behind(row, data?.groups ?? [], columns),
    }).catch(() => undefined);
  };
  const isDrilled = data?.records.some((row) => row.$drill === true) === true;
  const context = useMemo<TableContext>(
    () => ({
      code: (dict, code) => codeLook(page.dicts.get(dict), code),
      now: () => factoryTime(host.session.now()),
    }),
    [page, host],
  );
  const first =
    (report.measures && Object.keys(report.measures).find((code) => columns.some((column) => column.key === code))) ??
    '';
  const linked: TableContext = isDrilled
    ? {
        ...context,
        link: (column, row) =>
          column.key === first && row.$drill === true ? { open: () => openRows(row) } : undefined,
      }
    : context;
  const status = listStatus(
    result.error,
    data !== undefined,
    result.isFetching && result.isPlaceholderData,
    () => void result.refetch(),
  );
  return {
    data,
    hasSpan,
    isCompared,
    columns,
    branches,
    openRows,
    isDrilled,
    context: linked,
    status,
    readAnew: () => void result.refetch(),
  };
}

/** Values and words of the groups that a row stands for. */
function behind(row: WireRow, groups: readonly ReportGroup[], columns: readonly TableColumn[]) {
  const shown = groups.slice(0, numberOf(row.$level) ?? groups.length);
  const name = (group: ReportGroup): string => `${group.code}${group.grain === undefined ? '' : `:${group.grain}`}`;
  return {
    cell: Object.fromEntries(shown.map((group) => [name(group), row[`${group.code}Id`] ?? row[group.code] ?? null])),
    labels: Object.fromEntries(
      shown.map((group) => [name(group), columns.find((column) => column.key === group.code)?.text(row, 0) ?? '']),
    ),
  };
}

/** What leaves the page: a chart for a board, a paper, a sheet. */
function useOutputs(page: Page, report: ReportItem, { filter }: Question, columns: readonly TableColumn[]) {
  const shown = (): readonly string[] =>
    columns.map((column) => column.key).filter((key) => report.measures[key] !== undefined);
  // its identity is the question: another one asks the server again
  const [printed, setPrinted] = useState<Pick<PrintBody, 'list'>>();
  const [kept, setKept] = useState<Kept>();
  const [isExporting, setExporting] = useState(false);
  return {
    printed,
    kept,
    isExporting,
    // charts of pages are put on boards by who may design those
    canKeep: page.can('dataModel:edit'),
    canPrint: page.can(`${report.report}:print`),
    canExport: page.can(`${report.report}:export`),
    setKept,
    handlePrint: (): void => setPrinted({ list: { ...filter, columns: shown() } as Record<string, Json> }),
    handlePrinted: (): void => setPrinted(undefined),
    handleExport: (): void => {
      setExporting(true);
      void http
        .download(`${pathOf(page)}/export`, { ...filter, columns: shown() })
        .catch(() => undefined)
        .finally(() => setExporting(false));
    },
  };
}

export function useReport(page: Page, report: ReportItem) {
  const host = useHost();
  const today = factoryTime(host.session.now()).slice(0, 10);
  const { schemes, isOpened } = useOpening(page, host, today);
  const question = useQuestion(page, report, host, today);
  const { list, query, search, size, sort } = question;
  const rows = useRows(page, report, host, question, isOpened);
  const outputs = useOutputs(page, report, question, rows.columns);
  const write = writers(page, report, host, question, today);
  const charts = Object.entries(report.charts).filter(([, chart]) => (chart.y ?? []).length > 0);
  const order = list.sort === undefined ? undefined : writeSort(list.sort);
  return {
    ...rows,
    ...outputs,
    ...write,
    page,
    report,
    today,
    query,
    search,
    sort,
    size,
    at: list.page,
    sizes: sizeOptions(host.session.listDataShowNum, page.object.list.size),
    schemes,
    content: contentOf(page, report, query, search, order, `${today} 12:00:00`),
    charts: isOpened && query.look !== 'table' ? charts : [],
    hasCharts: charts.length > 0,
    handleKeepTable: (): void =>
      outputs.setKept({
        title: page.title,
        ask: tableAsk(page, report, search, query, rows.data, list.sort, today),
      }),
  };
}

const pathOf = (page: Page): string => `/lcdp/data/${encodeURIComponent(page.code)}`;
