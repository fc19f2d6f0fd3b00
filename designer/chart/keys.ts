/** Keys an inspector leaves out because a card above it shows them, or because a chart is no place for them. */
import { CHART_KEYS } from '../../runtime/charts/index';

const PART_KEYS = ['tab', 'columns', 'fields', 'list', 'grid', 'block', 'with'];
export const SHOWN_ABOVE: ReadonlySet<string> = new Set([
  ...PART_KEYS,
  'at',
  'report',
  'chart',
  'x',
  'series',
  'y',
  'right',
  'size',
  'rows',
  'gap',
  'cellWidth',
  'search',
  'cells',
  'to',
  'from',
  'dims',
  'measures',
  'charts',
  'kpis',
]);
/** words have a title and nothing else */
export const moreKeys: ReadonlySet<string> = new Set([...SHOWN_ABOVE, ...CHART_KEYS, 'span', 'where']);
