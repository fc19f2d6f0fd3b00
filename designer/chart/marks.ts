/** Pictures of marks; which marks there are, and what they are called, the language says. */
import { MARKS } from '../../schemas/language/charts';
import type { ChartMark } from '../../schemas/language/document-report';
import { CHART_WORDS } from '../../schemas/language/sorts/report';

const PATHS: { readonly [mark: string]: string } = {
  number: 'M3 6h18v12H3zM7 14v-3M10 14V9',
  line: 'M3 17l5-6 4 3 8-9',
  area: 'M3 18l5-7 4 3 8-8v12zM3 20h18',
  bar: 'M5 20V11M12 20V4M19 20v-6',
  stackBar: 'M5 20v-9M5 8V6M12 20v-6M12 11V4M19 20v-4M19 13v-3',
  hbar: 'M4 5h12M4 12h16M4 19h8',
  barLine: 'M5 20v-6M12 20v-9M19 20v-5M3 9l6-4 5 2 7-4',
  pareto: 'M5 20V8M11 20v-7M17 20v-4M4 6c6-2 10-2 16-2',
  pie: 'M12 3a9 9 0 1 0 9 9h-9z',
  gauge: 'M4 17a9 9 0 1 1 16 0M12 15l4-5',
  progress: 'M4 7h16M4 7h11M4 12h16M4 17h16M4 17h6',
  rank: 'M4 20V13h5v7M9.5 20V7h5v13M15 20v-9h5v9',
  table: 'M4 5h16v14H4zM4 10h16M10 10v9',
  heat: 'M4 4h7v7H4zM13 4h7v7h-7zM4 13h7v7H4zM13 13h7v7h-7z',
  scatter: 'M4 4v16h16M8 15h.01M11 11h.01M14 13h.01M16 8h.01M18 10h.01',
  radar: 'M12 3l8 6-3 10H7L4 9zM12 8l4 3-2 5h-4l-2-5z',
  funnel: 'M3 5h18l-7 7v6l-4 2v-8z',
  stateTimeline: 'M3 7h7M12 7h9M3 12h4M9 12h8M3 17h10M15 17h6',
  spc: 'M3 6h18M3 18h18M3 13l4-3 4 4 4-6 6 5',
  histogram: 'M4 20v-4h4v4M8 20V9h4v11M12 20v-8h4v8M16 20v-3h4v3',
  waterfall: 'M4 20v-6h4M8 14V9h4M12 9V5h4M16 5v9h4v6',
  calendar: 'M4 6h16v14H4zM4 10h16M8 3v4M16 3v4M8 14h.01M12 14h.01M16 14h.01M8 17h.01M12 17h.01',
};
export const markPath = (mark: ChartMark): string => PATHS[mark] ?? 'M5 5h14v14H5z';
export const ALL_MARKS: readonly ChartMark[] = CHART_WORDS.filter((mark) => Object.hasOwn(MARKS, mark));
