/** The open report or board as its editor works on it: what is drawn, what is chosen, and the gestures on both. */
import { useEffect, useMemo, useRef, useState } from 'react';
import { type HostSession, type Page, useHost } from '../../runtime/page/index';
import type { ChartKeys } from '../../schemas/language/document-report';
import { isNode } from '../../schemas/language/resolve/merge';
import type { ResolvedReport } from '../../schemas/language/resolved-report';
import { valueAt } from '../../schemas/language/steps/index';
import { type DesignQueries, useDesignQueries } from '../canvas/design-queries';
import { addChart, setProperty, takeField } from '../commands/index';
import type { Seat } from '../desk/seat';
import type { OutlineNode } from '../outline/outline-of';
import { documentOutline } from '../outline/outline-of-document';
import type { Area } from '../rules/charts';
import { answersOver, Numbers } from './answers';
import { type Datasets, fieldsOf, useDatasets } from './datasets';
import { drawnPage, reportOf } from './drawn';
import { removeCharted } from './remove';
import { ChartStage } from './stage';

const IS_CHART = /^(cells|list\.charts)\.[^.]+$/;
export const codeAt = (address: string): string => address.slice(address.lastIndexOf('.') + 1);

export interface Charting {
  readonly seat: Seat;
  readonly isBoard: boolean;
  /** where the charts of the document stand */
  readonly list: string;
  readonly page: Page | undefined;
  readonly session: HostSession;
  readonly queries: DesignQueries;
  readonly stage: ChartStage;
  /** the open report, when it is one */
  readonly own: ResolvedReport | undefined;
  /** all a board's cells stand over, or the open report */
  readonly reports: readonly ResolvedReport[];
  readonly outline: readonly OutlineNode[];
  /** what charts may stand over, and what the tree shows */
  readonly datasets: Datasets;
  readonly tree: Datasets;
  /** chart in front, its keys, its dataset */
  readonly chosen: string | undefined;
  readonly keys: ChartKeys & { readonly report?: string; readonly at?: unknown; readonly span?: number };
  readonly current: string | undefined;
  readonly report: ResolvedReport | undefined;
  /** free cells that are chosen */
  readonly slot: Area | undefined;
  setSlot(area: Area | undefined): void;
  select(address: string, add: boolean): void;
  /** a chart of its own; true = it was made */
  put(dataset: string, field: string | undefined, area: Area | undefined): boolean;
  /** a click in the tree: onto what is chosen, else as a chart of its own */
  use(dataset: string, field: string | undefined): void;
  remove(addresses: readonly string[]): void;
  /** a chart of a report over the whole line, or half of it */
  widen(wide: boolean): void;
}

export function useCharting(seat: Seat): Charting {
  const { desk, view } = seat;
  const { doc, library, selection } = view;
  const { session } = useHost();
  const isBoard = doc.$schema === 'board/1';
  const [slot, setSlot] = useState<Area>();
  const [stage] = useState(() => new ChartStage());
  const { as } = seat;
  const numbers = useMemo(
    () => new Numbers({ draft: () => desk.draft, send: () => desk.send(), as: () => as }),
    [desk, as],
  );
  const own = useMemo(() => (isBoard ? undefined : reportOf(doc, library)), [isBoard, doc, library]);
  const page = useMemo(() => drawnPage(doc, library, session), [doc, library, session]);
  const answer = useMemo(() => answersOver(numbers, seat.rows), [numbers, seat.rows]);
  const queries = useDesignQueries(answer);
  useFresh(queries, isBoard ? library.reports : countingPart(doc));
  const datasets = useDatasets(library, view.documents);
  const tree: Datasets =
    isBoard || own === undefined
      ? datasets
      : {
          ...datasets,
          state: 'ready' as const,
          groups: [{ title: '这个报表', datasets: [{ dataset: own.report, title: own.title, fields: fieldsOf(own) }] }],
        };

  const [chosen] = selection.filter((address) => IS_CHART.test(address));
  const node = chosen === undefined ? undefined : valueAt(doc, chosen);
  const keys = (isNode(node) ? node : {}) as Charting['keys'];
  const current = chosen === undefined ? undefined : isBoard ? keys.report : own?.report;
  const report = isBoard ? library.reports.get(current?.split('.')[0] ?? '')?.report : own;
  const reports = useMemo(
    () =>
      own !== undefined
        ? [own]
        : [
            ...new Set(
              Object.values((doc.cells ?? {}) as { readonly [code: string]: { readonly report?: string } }).map(
                (cell) => cell.report?.split('.')[0] ?? '',
              ),
            ),
          ].flatMap((text) => library.reports.get(text)?.report ?? []),
    [own, doc, library],
  );
  const outline = useMemo(() => {
    const titles = new Map(
      reports
        .flatMap((report) => [...Object.values(report.dims), ...Object.values(report.measures)])
        .map((field) => [field.code, field.title]),
    );
    return documentOutline(doc, library, (address) =>
      /^(dims|measures|search|list\.(search|columns))\./.test(address) ? titles.get(codeAt(address)) : undefined,
    );
  }, [doc, library, reports]);

  const select = (address: string, add: boolean): void => {
    setSlot(undefined);
    if (!add) desk.select([address]);
    else
      desk.select(selection.includes(address) ? selection.filter((text) => text !== address) : [...selection, address]);
  };
  const put = (dataset: string, field: string | undefined, area: Area | undefined): boolean => {
    const done = seat.run(addChart, {
      ...(area === undefined ? {} : { area }),
      ...(isBoard ? { report: dataset } : {}),
      ...(field === undefined ? {} : { field }),
      ...titleOf(dataset, field),
    });
    if (done) setSlot(undefined);
    return done;
  };
  const titleOf = (dataset: string, field: string | undefined): { readonly title?: string } => {
    const of = library.reports.get(dataset)?.report ?? own;
    const dim = field === undefined ? undefined : of?.dims[field];
    const first = Object.values(of?.measures ?? {})[0];
    return dim === undefined || first === undefined ? {} : { title: `各${dim.title}${first.title}` };
  };
  /** a click in the tree: onto what is chosen, else as a chart of its own */
  const use = (dataset: string, field: string | undefined): void => {
    if (slot !== undefined || chosen === undefined || current !== dataset || field === undefined)
      put(dataset, field, slot);
    else seat.run(takeField, { address: chosen, field });
  };
  const widen = (wide: boolean): void =>
    void (
      chosen !== undefined && seat.run(setProperty, { addresses: [chosen], key: 'span', ...(wide ? { to: 2 } : {}) })
    );
  const remove = (addresses: readonly string[]): void =>
    void (addresses.length > 0 && seat.run(removeCharted, { addresses }));
  return {
    seat,
    isBoard,
    list: isBoard ? 'cells' : 'list.charts',
    page,
    session,
    queries,
    stage,
    own,
    reports,
    outline,
    datasets,
    tree,
    chosen,
    keys,
    current,
    report,
    slot,
    setSlot,
    select,
    put,
    use,
    remove,
    widen,
  };
}

/** What of a report decides its numbers: looks and titles ask nothing anew. */
function countingPart(doc: Seat['view']['doc']): string {
  const { from, service, where, params, dims, measures, time, views } = doc;
  return JSON.stringify([from, service, where, params, dims, measures, time, views]);
}
/** Numbers already shown are asked anew when what they are made of is another. */
function useFresh(queries: DesignQueries, of: unknown): void {
  const last = useRef(of);
  useEffect(() => {
    if (last.current === of) return;
    last.current = of;
    void queries.invalidateQueries();
  }, [queries, of]);
}
