/** From a chart to the page of its report with the same conditions and groups. Pure. */
import { chartDims } from '../../schemas/language/charts';
import type { Json } from '../../schemas/language/value';
import { EMPTY_QUERY, writeQuery } from '../page/list-query';
import type { CellAsk } from './types';

/** Nothing but what the chart is narrowed by holds there: defaults of the page's own search are left out. */
export const reportAddress = (route: string, { chart, search, with: fixed, where }: CellAsk): string => {
  const dims = chartDims(chart);
  const params = writeQuery(
    { ...EMPTY_QUERY, search: { ...search, ...fixed } as Readonly<Record<string, Json>> },
    new URLSearchParams({ none: '*' }),
  );
  const slot = dims.find(({ grain }) => grain !== undefined);
  params.set('by', dims.flatMap(({ dim, grain }) => (grain === undefined ? [dim] : [])).join(','));
  if (slot?.grain !== undefined) params.set('period', slot.grain);
  if (chart.compare === 'prev' || chart.compare === 'yoy') params.set('vs', chart.compare);
  const wheres = [chart.where, where].filter((text) => text !== undefined && text !== '');
  if (wheres.length > 0) params.set('where', wheres.length === 1 ? `${wheres[0]}` : `(${wheres.join(') && (')})`);
  return `${route}${route.includes('?') ? '&' : '?'}${params.toString()}`;
};
