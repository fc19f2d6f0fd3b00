/** A report: conditions, groups, numbers of the whole, charts, and the rows; each number opens the records behind it. */
import { Button } from 'antd';
import { lazy, Suspense } from 'react';
import { ChartPanel, heightOf, type Words } from '../charts/index';
import type { ReportItem } from '../data/types';
import { PageBar } from '../list/PageBar';
import { SearchRow } from '../list/SearchRow';
import type { Page } from '../page/index';
import { DataTable } from '../table/index';
import { chartAsk } from './asks';
import { cellsOf } from './columns';
import { KeepDialog } from './KeepDialog';
import { Narrowed } from './Narrowed';
import { relative } from './query';
import styles from './report.module.css';
import { SavedSearches } from './SavedSearches';
import { Switches } from './Switches';
import { Tools } from './Tools';
import { summaryOf, Totals } from './Totals';
import { type Report, useReport } from './use-report';

const PrintDialog = lazy(() => import('../print/PrintDialog').then((module) => ({ default: module.PrintDialog })));

export const ReportPage = ({ page }: { readonly page: Page }) =>
  page.report === undefined ? null : <ReportView page={page} report={page.report} />;

const ReportView = ({ page, report }: { readonly page: Page; readonly report: ReportItem }) => {
  const at = useReport(page, report);
  const { data, query, search } = at;
  return (
    <div className={styles.page}>
      {at.printed !== undefined && (
        <Suspense fallback={null}>
          <PrintDialog page={page.code} action="print" of={at.printed} onClose={at.handlePrinted} />
        </Suspense>
      )}
      {at.kept !== undefined && <KeepDialog {...at.kept} onClose={() => at.setKept(undefined)} />}
      <div className={styles.panel}>
        <SearchRow
          page={page}
          values={search}
          onSearch={at.handleSearch}
          onReset={at.handleReset}
          advanced={<SavedSearches schemes={at.schemes} now={at.content} onApply={at.handleScheme} hasDefault />}
        />
        <Narrowed
          page={page}
          report={report}
          search={search}
          hasWhere={query.where !== ''}
          onSearch={at.handleSearch}
          onWhere={at.handleWhere}
        />
        <Switches
          report={report}
          query={query}
          cells={cellsOf(page, report, data?.slots)}
          asOf={data?.asOf}
          today={at.today}
          hasCharts={at.hasCharts}
          hasSpan={at.hasSpan}
          onChange={at.change}
          actions={<Outputs at={at} />}
        />
        {data?.summary !== undefined && (
          <Totals page={page} report={report} summary={data.summary} isCompared={at.isCompared} />
        )}
        {at.charts.length > 0 && <Charts at={at} />}
        {query.look !== 'chart' && <Rows at={at} />}
      </div>
    </div>
  );
};

/** 存为图表, 打印, 导出: as far as the reader may. */
const Outputs = ({ at }: { readonly at: Report }) => (
  <>
    <Tools page={at.page} report={at.report} onDone={at.readAnew} />
    {at.canKeep && (
      <Button size="small" onClick={at.handleKeepTable}>
        存为图表
      </Button>
    )}
    {at.canPrint && (
      <Button size="small" onClick={at.handlePrint}>
        打印
      </Button>
    )}
    {at.canExport && (
      <Button size="small" loading={at.isExporting} onClick={at.handleExport}>
        导出
      </Button>
    )}
  </>
);

const Charts = ({ at }: { readonly at: Report }) => {
  const { page, query, search } = at;
  const words: Words = { dict: (code) => page.dicts.get(code) };
  return (
    <div className={styles.charts} data-alone={query.look === 'chart' || undefined}>
      {at.charts.map(([code, chart]) => (
        <div key={code} className={styles.chart} style={heightOf(chart)} data-chart={code} data-span={chart.span ?? 1}>
          <ChartPanel
            title={chart.title ?? code}
            words={words}
            ask={chartAsk(page, chart, search, query)}
            onKeep={
              at.canKeep
                ? (ask) =>
                    at.setKept({
                      title: chart.title ?? code,
                      ask: { ...ask, search: relative(page, search, at.today) },
                    })
                : undefined
            }
          />
        </div>
      ))}
    </div>
  );
};

const Rows = ({ at }: { readonly at: Report }) => {
  const { page, report, data, branches } = at;
  const { columns } = branches;
  return (
    <>
      <div className={styles.rows}>
        <DataTable
          label={page.title}
          columns={columns}
          rows={branches.rows}
          onFold={branches.fold}
          context={at.context}
          status={at.status}
          sort={at.sort}
          onSort={(key) => at.ask({ type: 'sort', key })}
          rowHeight={32}
          rowTone={(row) => (row.$level === undefined ? undefined : 'info')}
          {...(at.isDrilled ? { onEnter: at.openRows } : {})}
          summary={summaryOf(page, report, data, columns)}
          empty={<NothingFound onClear={at.handleReset} />}
        />
      </div>
      <PageBar
        unit="组"
        total={data?.total}
        capped={false}
        page={at.at}
        size={at.size}
        sizes={at.sizes}
        onPage={(page) => at.ask({ type: 'page', page })}
        onSize={(size) => at.ask({ type: 'size', size })}
      />
    </>
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
