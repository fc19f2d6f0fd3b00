/** Reports, charts and boards as they are written in files (language reference §2.11). */
import type { FieldDoc, ListDoc, Literal, Many, PartDoc, PlacementDoc } from './document';

export type ChartMark =
  | 'number'
  | 'line'
  | 'area'
  | 'bar'
  | 'stackBar'
  | 'hbar'
  | 'barLine'
  | 'pareto'
  | 'pie'
  | 'gauge'
  | 'progress'
  | 'rank'
  | 'table'
  | 'heat'
  | 'scatter'
  | 'radar'
  | 'funnel'
  | 'histogram'
  | 'waterfall'
  | 'stateTimeline'
  | 'spc'
  | 'calendar';
export type ReportGrain = 'hour' | 'day' | 'week' | 'month' | 'quarter' | 'year';
export type Compare = 'prev' | 'yoy';
/** How a measure is totalled: of rows, counted, recounted, of sums, last of a period. */
export type TotalKind = 'sum' | 'count' | 'distinct' | 'ratio' | 'last' | 'min' | 'max' | 'formula';
/** `map`: dim or parameter → field of the target, false = picks none of its records; `where`: which of the target's records are counted. */
export interface DrillNode {
  readonly page: string;
  readonly map?: Many<string | false>;
  readonly where?: string;
}
export type DrillDoc = boolean | string | DrillNode;

export interface DimDoc extends FieldDoc {
  readonly of?: string;
}
export interface MeasureDoc extends FieldDoc {
  readonly of?: string;
  readonly total?: TotalKind;
  readonly better?: 'up' | 'down';
  readonly drill?: DrillDoc;
}
/** Roles, order and look of a chart. */
export interface ChartKeys {
  readonly chart?: ChartMark;
  readonly x?: string | readonly string[];
  readonly series?: string;
  readonly y?: readonly string[];
  readonly right?: readonly string[];
  readonly size?: string;
  readonly sort?: string;
  readonly top?: number;
  readonly others?: boolean;
  readonly compare?: Compare;
  readonly target?: number | string;
  /** by measure: [warn, good] */
  readonly thresholds?: Many<readonly number[]>;
  readonly drill?: DrillDoc;
  readonly drillDims?: readonly string[];
  readonly emit?: readonly string[];
  readonly decimals?: number;
  readonly unit?: string;
  readonly options?: ChartOptions;
  readonly every?: number;
  readonly span?: 1 | 2 | 3 | 4;
}
export interface ChartOptions {
  readonly ring?: boolean;
  readonly stack100?: boolean;
  readonly smooth?: boolean;
  readonly zero?: boolean;
  readonly labels?: 'auto' | 'on' | 'off';
  readonly height?: number;
  readonly bins?: number;
}
export interface ChartDoc extends ChartKeys {
  readonly title?: string;
  readonly note?: string;
  readonly off?: boolean;
  readonly grant?: string;
  readonly report?: string;
  readonly where?: string;
  readonly with?: Many<Literal>;
}
export interface KpiDoc {
  readonly title: string;
  readonly note?: string;
  readonly off?: boolean;
  readonly measure: string;
  readonly where?: string;
  readonly period?: string;
  readonly compare?: Compare;
  readonly better?: 'up' | 'down';
  readonly warn?: number;
  readonly good?: number;
  readonly decimals?: number;
  readonly drill?: DrillDoc;
  readonly grant?: string;
}
export interface ToolDoc {
  readonly title: string;
  readonly note?: string;
  readonly off?: boolean;
  readonly page: string;
  readonly action: string;
}
export interface ReportListDoc extends Omit<ListDoc, 'summary'> {
  readonly summary?: readonly string[];
}
export interface ReportViewDoc {
  readonly title: string;
  readonly note?: string;
  readonly off?: boolean;
  readonly route?: string;
  readonly menu?: string;
  readonly grant?: string;
  readonly where?: string;
  readonly with?: Many<Literal>;
  readonly list?: ReportListDoc;
}
export interface ReportDoc {
  readonly $schema: 'report/1';
  readonly report: string;
  readonly title: string;
  readonly note?: string;
  readonly route?: string;
  readonly menu?: string;
  readonly from?: string;
  readonly service?: string;
  readonly where?: string;
  readonly params?: Many<FieldDoc>;
  readonly time?: string;
  readonly minGrain?: ReportGrain;
  readonly maxDays?: number;
  readonly dims: Many<DimDoc>;
  readonly by?: readonly string[];
  readonly groupBy?: readonly string[];
  readonly periods?: readonly ReportGrain[];
  readonly compare?: readonly Compare[];
  readonly pivot?: string;
  /** the measure in the columns of the pivot; the first shown one unless said */
  readonly cell?: string;
  readonly measures: Many<MeasureDoc>;
  readonly list?: ReportListDoc;
  readonly views?: Many<ReportViewDoc>;
  readonly drill?: DrillDoc;
  readonly subtotals?: boolean;
  readonly events?: readonly string[];
  readonly public?: boolean;
  readonly kpis?: Many<KpiDoc>;
  readonly tools?: Many<ToolDoc>;
}
/** A cell of a board: a part with its place [row, column, rows, columns], counted from 1. */
export interface CellDoc extends PartDoc {
  readonly at?: readonly number[];
}
export interface BoardDoc {
  readonly $schema: 'board/1';
  readonly board: string;
  readonly title: string;
  readonly note?: string;
  readonly route?: string;
  readonly menu?: string;
  readonly rows?: number;
  readonly columns?: number;
  readonly gap?: number;
  readonly cellWidth?: number;
  readonly theme?: 'light' | 'dark';
  readonly search?: readonly PlacementDoc[];
  readonly to?: readonly ('menu' | 'home' | 'screen')[];
  readonly public?: boolean;
  readonly cells: Many<CellDoc>;
}
