/** A report: conditions, groups, numbers of the whole, charts, and the rows; each number opens the records behind it. */
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Button } from 'antd';
import { lazy, Suspense, useEffect, useMemo, useRef, useState } from 'react';
import type { ChartDoc } from '../../schemas/language/document-report';
import type { Json } from '../../schemas/language/value';
import type { ChartMeasure } from '../../schemas/language/wire';
import { type CellAsk, ChartPanel, changeText, heightOf, numberText, useDrill, type Words } from '../charts/index';
import { HttpError, http } from '../data/http';
import type { ReportItem, SearchValues, WireRow } from '../data/types';
import { codeLook } from '../fields/shared/tags';
import { PageBar } from '../list/PageBar';
import { defaultSize, sizeOptions } from '../list/page-size';
import { EMPTY_QUERY, readQuery, readSort, reduceQuery, writeQuery, writeSort } from '../list/query';
import { SearchRow } from '../list/SearchRow';
import { listStatus } from '../list/use-list';
import { useSchemes } from '../list/use-schemes';
import { factoryTime, type Page, useHost } from '../page/index';
import type { PrintBody } from '../print/types';
import { DataTable, type TableColumn, type TableContext } from '../table/index';
import { measureText, numberOf, type ReportGroup, type ReportSlot, reportColumns } from './columns';
import { KeepDialog } from './KeepDialog';
import { Narrowed } from './Narrowed';
import {
  addressOf,
  contentOf,
  type ReportQuery,
  readReport,
  relative,
  saysNothing,
  searchOf,
  withSearch,
} from './query';
import styles from './report.module.css';
import { SavedSearches } from './SavedSearches';
import { Switches } from './Switches';

interface ReportData {
  readonly records: readonly WireRow[];
  readonly total: number;
  readonly summary?: Readonly<Record<string, Json>>;
  readonly slots?: readonly ReportSlot[];
  readonly groups: readonly ReportGroup[];
  readonly asOf: string;
}

const PrintDialog = lazy(() => import('../print/PrintDialog').then((module) => ({ default: module.PrintDialog })));

export const ReportPage = ({ page }: { readonly page: Page }) =>
  page.report === undefined ? null : <ReportView page={page} report={page.report} />;

const ReportView = ({ page, report }: { readonly page: Page; readonly report: ReportItem }) => {
  const host = useHost();
  const drill = useDrill();
  const latest = useRef(host);
  latest.current = host;
  useEffect(() => latest.current.setTitle(page.title), [page.title]);
  const now = factoryTime(host.session.now());
  const today = now.slice(0, 10);
  const list = useMemo(() => readQuery(host.params), [host.params]);
  const query = useMemo(() => readReport(report, host.params), [report, host.params]);
  const search = useMemo(() => searchOf(page, host.params, `${today} 12:00:00`), [page, host.params, today]);
  const size = list.size ?? defaultSize(host.session.listDataShowNum, page.object.list.size);
  const sort = list.sort ?? readSort(page.object.list.sort);
  const filter = useMemo(
    () => ({
      search,
      groupBy: [...query.by],
      ...(query.period === '' ? {} : { period: query.period }),
      ...(query.compare === undefined ? {} : { compare: query.compare }),
      ...(query.where === '' ? {} : { where: query.where }),
      ...(list.sort === undefined ? {} : { sort: writeSort(list.sort) }),
    }),
    [search, query, list.sort],
  );
  const body = { ...filter, current: list.page, size };
  const path = `/lcdp/data/${encodeURIComponent(page.code)}`;
  const schemes = useSchemes(page, undefined);
  // an address that says nothing opens the scheme its reader chose, before anything is asked
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
  const charts = Object.entries(report.charts).filter(([, chart]) => (chart.y ?? []).length > 0);
  const columns = useMemo(
    () => reportColumns(page, report, host, data?.groups ?? [], data?.slots, query.compare !== undefined && hasSpan),
    [page, report, host, data?.groups, data?.slots, query.compare, hasSpan],
  );

  const write = (params: URLSearchParams): void => host.setParams(params, { replace: true });
  const change = (
    { by, period, compare, look, ...rest }: Partial<ReportQuery> & { readonly compare?: ReportQuery['compare'] },
    keys: object,
  ): void => {
    void rest;
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
    if ('period' in keys) put('period', period);
    if ('compare' in keys) put('vs', compare);
    if (look !== undefined) put('look', look === 'both' ? undefined : look);
    write(next);
  };
  const handleSearch = (values: SearchValues): void => {
    const next = writeQuery(reduceQuery(list, { type: 'search', search: values }), host.params);
    write(withSearch(page, next, values, `${today} 12:00:00`));
  };
  const handleReset = (): void => {
    const next = writeQuery({ ...EMPTY_QUERY, sort: list.sort, size: list.size }, host.params);
    next.delete('none');
    next.delete('where');
    write(next);
  };
  const openRows = (row: WireRow): void => {
    if (row.$drill !== true) return;
    const groups = data?.groups ?? [];
    const level = numberOf(row.$level) ?? groups.length;
    const shown = groups.slice(0, level);
    const name = (group: ReportGroup): string => `${group.code}${group.grain === undefined ? '' : `:${group.grain}`}`;
    const cell = Object.fromEntries(
      shown.map((group) => [name(group), row[`${group.code}Id`] ?? row[group.code] ?? null]),
    );
    const labels = Object.fromEntries(
      shown.map((group) => [name(group), columns.find((column) => column.key === group.code)?.text(row, 0) ?? '']),
    );
    void drill(page.code, { search, ...(query.where === '' ? {} : { where: query.where }), cell, labels }).catch(
      () => undefined,
    );
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
  const ask = (act: Parameters<typeof reduceQuery>[1]): void => write(writeQuery(reduceQuery(list, act), host.params));
  const words: Words = { dict: (code) => page.dicts.get(code) };
  const handleExport = async (): Promise<void> => {
    await http.download(`${path}/export`, {
      ...filter,
      columns: columns.map((column) => column.key).filter((key) => report.measures[key] !== undefined),
    });
  };
  // its identity is the question: another one asks the server again
  const [printed, setPrinted] = useState<Pick<PrintBody, 'list'>>();
  const handlePrint = (): void =>
    setPrinted({
      list: {
        ...filter,
        columns: columns.map((column) => column.key).filter((key) => report.measures[key] !== undefined),
      } as Record<string, Json>,
    });
  // charts of pages are put on boards by who may design those
  const canKeep = page.can('dataModel:edit');
  const [kept, setKept] = useState<Kept>();
  const canPrint = page.can(`${report.report}:print`);
  const [isExporting, setExporting] = useState(false);
  const canExport = page.can(`${report.report}:export`);
  return (
    <div className={styles.page}>
      {printed !== undefined && (
        <Suspense fallback={null}>
          <PrintDialog page={page.code} action="print" of={printed} onClose={() => setPrinted(undefined)} />
        </Suspense>
      )}
      {kept !== undefined && <KeepDialog {...kept} onClose={() => setKept(undefined)} />}
      <div className={styles.panel}>
        <SearchRow
          page={page}
          values={search}
          onSearch={handleSearch}
          onReset={handleReset}
          advanced={
            <SavedSearches
              schemes={schemes}
              now={contentOf(
                page,
                report,
                query,
                search,
                list.sort === undefined ? undefined : writeSort(list.sort),
                `${today} 12:00:00`,
              )}
              onApply={(content) => write(addressOf(page, host.params, content, `${today} 12:00:00`))}
              hasDefault
            />
          }
        />
        <Narrowed
          page={page}
          report={report}
          search={search}
          hasWhere={query.where !== ''}
          onSearch={handleSearch}
          onWhere={() => {
            const next = new URLSearchParams(host.params);
            next.delete('where');
            write(next);
          }}
        />
        <Switches
          report={report}
          query={query}
          asOf={data?.asOf}
          today={today}
          hasCharts={charts.length > 0}
          hasSpan={hasSpan}
          onChange={(part) => change(part, part)}
          actions={
            <>
              {canKeep && (
                <Button
                  size="small"
                  onClick={() =>
                    setKept({ title: page.title, ask: tableAsk(page, report, search, query, data, list.sort, today) })
                  }
                >
                  存为图表
                </Button>
              )}
              {canPrint && (
                <Button size="small" onClick={handlePrint}>
                  打印
                </Button>
              )}
              {canExport && (
                <Button
                  size="small"
                  loading={isExporting}
                  onClick={() => {
                    setExporting(true);
                    void handleExport()
                      .catch(() => undefined)
                      .finally(() => setExporting(false));
                  }}
                >
                  导出
                </Button>
              )}
            </>
          }
        />
        {data?.summary !== undefined && (
          <Totals
            page={page}
            report={report}
            summary={data.summary}
            isCompared={query.compare !== undefined && hasSpan}
          />
        )}
        {isOpened && charts.length > 0 && query.look !== 'table' && (
          <div className={styles.charts} data-alone={query.look === 'chart' || undefined}>
            {charts.map(([code, chart]) => (
              <div
                key={code}
                className={styles.chart}
                style={heightOf(chart)}
                data-chart={code}
                data-span={chart.span ?? 1}
              >
                <ChartPanel
                  title={chart.title ?? code}
                  words={words}
                  ask={chartAsk(page, chart, search, query)}
                  onKeep={
                    canKeep
                      ? (ask) =>
                          setKept({
                            title: chart.title ?? code,
                            ask: { ...ask, search: relative(page, search, today) },
                          })
                      : undefined
                  }
                />
              </div>
            ))}
          </div>
        )}
        {query.look !== 'chart' && (
          <>
            <div className={styles.rows}>
              <DataTable
                label={page.title}
                columns={columns}
                rows={data?.records ?? []}
                context={linked}
                status={listStatus(
                  result.error instanceof HttpError ? result.error : result.error,
                  data !== undefined,
                  result.isFetching && result.isPlaceholderData,
                  () => void result.refetch(),
                )}
                sort={sort}
                onSort={(key) => ask({ type: 'sort', key })}
                rowHeight={32}
                rowTone={(row) => (row.$level === undefined ? undefined : 'info')}
                {...(isDrilled ? { onEnter: openRows } : {})}
                summary={summaryOf(page, report, data, columns)}
                empty={<NothingFound onClear={handleReset} />}
              />
            </div>
            <PageBar
              unit="组"
              total={data?.total}
              capped={false}
              page={list.page}
              size={size}
              sizes={sizeOptions(host.session.listDataShowNum, page.object.list.size)}
              onPage={(at) => ask({ type: 'page', page: at })}
              onSize={(next) => ask({ type: 'size', size: next })}
            />
          </>
        )}
      </div>
    </div>
  );
};

const NothingFound = ({ onClear }: { readonly onClear: () => void }) => (
  <>
    <span>没有符合条件的数据</span>
    <Button size="small" onClick={onClear}>
      恢复默认条件
    </Button>
  </>
);

/** Charts follow the conditions, and the comparison where their document says none of its own. */
const chartAsk = (page: Page, chart: ChartDoc, search: SearchValues, query: ReportQuery) => {
  const { title: _title, note: _note, off: _off, grant: _grant, report: _report, with: fixed, ...keys } = chart;
  const compare = keys.compare ?? query.compare;
  return {
    report: page.code,
    chart: { ...keys, ...(compare === undefined ? {} : { compare }) },
    search,
    ...(query.where === '' ? {} : { where: query.where }),
    ...(fixed === undefined ? {} : { with: fixed as Record<string, Json> }),
  };
};

interface Kept {
  readonly title: string;
  readonly ask: CellAsk;
}
/** most dims and measures of a table on a board */
const MOST = { dims: 6, measures: 20 } as const;
/** The rows of the page as a table: its groups, its measures, its order. */
const tableAsk = (
  page: Page,
  report: ReportItem,
  search: SearchValues,
  query: ReportQuery,
  data: ReportData | undefined,
  sort: ReturnType<typeof readSort> | undefined,
  today: string,
): CellAsk => {
  const x = (data?.groups ?? []).map(({ code, grain }) => (grain === undefined ? code : `${code}:${grain}`));
  const shown = new Set(page.object.list.columns.map(({ field }) => field));
  const y = Object.keys(report.measures).filter((code) => shown.has(code));
  return {
    report: page.code,
    chart: {
      chart: 'table',
      x: x.slice(0, MOST.dims),
      y: y.slice(0, MOST.measures),
      ...(sort === undefined || sort.length !== 1 ? {} : { sort: writeSort(sort) }),
      ...(query.compare === undefined ? {} : { compare: query.compare }),
    },
    search: relative(page, search, today),
    ...(query.where === '' ? {} : { where: query.where }),
  };
};

/** The totals of the whole filter as large numbers. */
const Totals = ({
  page,
  report,
  summary,
  isCompared,
}: {
  readonly page: Page;
  readonly report: ReportItem;
  readonly summary: Readonly<Record<string, Json>>;
  readonly isCompared: boolean;
}) => (
  <dl className={styles.totals}>
    {Object.keys(page.object.list.summary).flatMap((code) => {
      const measure = report.measures[code] as unknown as ChartMeasure | undefined;
      if (measure === undefined) return [];
      const value = numberOf(summary[code]);
      const moved = isCompared ? changeText(measure, value, numberOf(summary[`${code}$prev`])) : undefined;
      return [
        <div key={code}>
          <dt>{measure.title}</dt>
          <dd>
            {numberText(measure, value)}
            {measure.suffix !== undefined && value !== null && <small>{measure.suffix}</small>}
            {moved !== undefined && (
              <span className={styles.change} data-good={moved.good === undefined ? undefined : String(moved.good)}>
                {moved.text}
              </span>
            )}
          </dd>
        </div>,
      ];
    })}
  </dl>
);

const summaryOf = (page: Page, report: ReportItem, data: ReportData | undefined, columns: readonly TableColumn[]) => {
  if (data?.summary === undefined) return undefined;
  const values: Record<string, string> = {};
  for (const code of Object.keys(page.object.list.summary)) {
    const measure = report.measures[code] as unknown as ChartMeasure | undefined;
    if (measure === undefined || !columns.some((column) => column.key === code)) continue;
    values[code] = measureText(measure, numberOf(data.summary[code]));
  }
  return { label: `合计（${data.total} 组）`, values };
};
