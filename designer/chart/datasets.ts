/** Datasets a chart may stand over: those the server says the designer may view, and the ones of this draft beside them. */
import { useQuery } from '@tanstack/react-query';
import type { Library } from '../../schemas/language/check/index';
import type { ResolvedReport } from '../../schemas/language/resolved-report';
import type { Dataset, DatasetField } from '../../schemas/language/wire-design';
import { designClient } from '../data/client';
import type { DeskDocument } from '../desk/desk';

export interface DatasetGroup {
  readonly title: string;
  readonly datasets: readonly Dataset[];
}
export interface Datasets {
  readonly state: 'loading' | 'failed' | 'ready';
  readonly groups: readonly DatasetGroup[];
  readonly retry: () => void;
}

/** Fields of a report as the tree shows them. */
export const fieldsOf = (report: ResolvedReport): readonly DatasetField[] => [
  ...Object.values(report.dims).map(
    (dim): DatasetField => ({
      code: dim.code,
      title: dim.title,
      role: dim.code === report.time ? 'time' : 'dim',
    }),
  ),
  ...Object.values(report.measures).map(
    (measure): DatasetField => ({
      code: measure.code,
      title: measure.title,
      role: 'measure',
      ...(measure.suffix === undefined ? {} : { unit: measure.suffix }),
    }),
  ),
];

/** `drafted` reports are read as the draft has them; others as the server says they may be seen. */
export function useDatasets(library: Library, documents: readonly DeskDocument[]): Datasets {
  const query = useQuery({
    queryKey: ['design', 'datasets'],
    queryFn: () => designClient.datasets(),
    staleTime: 60_000,
    retry: false,
  });
  const drafted = documents
    .filter((doc) => doc.sort === 'report' && (doc.changed || doc.fresh))
    .flatMap(({ code }) => library.reports.get(code)?.report ?? []);
  const known = new Set(drafted.map((report) => report.report));
  const own = drafted.map(
    (report): Dataset => ({ dataset: report.report, title: report.title, fields: fieldsOf(report) }),
  );
  const groups = (query.data ?? [])
    .map(({ title, children }) => ({ title, datasets: children.filter((child) => !known.has(child.dataset)) }))
    .filter((group) => group.datasets.length > 0);
  return {
    state: query.data !== undefined ? 'ready' : query.isError ? 'failed' : 'loading',
    groups: own.length === 0 ? groups : [{ title: '本草稿', datasets: own }, ...groups],
    retry: () => void query.refetch(),
  };
}
