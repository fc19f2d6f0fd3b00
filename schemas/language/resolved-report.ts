/** The resolved report and board: types of dims and measures filled, a page over them derived. Plain JSON, frozen. */
import type { Many } from './document';
import type {
  CellDoc,
  ChartDoc,
  Compare,
  DrillDoc,
  KpiDoc,
  ReportGrain,
  ReportViewDoc,
  ToolDoc,
  TotalKind,
} from './document-report';
import type { Placement, ResolvedField, ResolvedList, ResolvedObject } from './resolved';

/** `of` is the expression over the rows of the source; the path of that code unless written. */
export interface ResolvedDim extends ResolvedField {
  readonly of: string;
}
export interface ResolvedMeasure extends ResolvedField {
  readonly of?: string;
  readonly total: TotalKind;
  readonly better?: 'up' | 'down';
  readonly drill?: DrillDoc;
}
export interface ResolvedReportView extends Omit<ReportViewDoc, 'list' | 'off' | 'note'> {
  readonly code: string;
  readonly list: ResolvedList;
}
export interface ResolvedReport {
  readonly report: string;
  readonly title: string;
  readonly area: string;
  readonly route?: string;
  readonly menu?: string;
  /** object whose rows are read, and its sub-table when the rows are those */
  readonly from?: string;
  readonly sub?: string;
  readonly service?: string;
  readonly where?: string;
  readonly params: Many<ResolvedField>;
  readonly time?: string;
  readonly minGrain: ReportGrain;
  readonly maxDays: number;
  readonly dims: Many<ResolvedDim>;
  readonly by: readonly string[];
  readonly groupBy: readonly string[];
  readonly periods: readonly ReportGrain[];
  readonly compare: readonly Compare[];
  readonly pivot?: string;
  readonly cell?: string;
  readonly measures: Many<ResolvedMeasure>;
  readonly list: ResolvedList;
  readonly charts: Many<ChartDoc>;
  readonly views: Many<ResolvedReportView>;
  readonly drill?: DrillDoc;
  readonly subtotals: boolean;
  readonly events: readonly string[];
  readonly public: boolean;
  readonly kpis: Many<KpiDoc>;
  readonly tools: Many<ToolDoc>;
  /** the page over it as the runtime reads pages: dims, measures and parameters as fields, no table behind them */
  readonly object: ResolvedObject;
  readonly hash: string;
}
export interface ResolvedCell extends Omit<CellDoc, 'at' | 'off' | 'note'> {
  readonly code: string;
  /** row, column, rows, columns, from 1 */
  readonly at: readonly [number, number, number, number];
}
export interface ResolvedBoard {
  readonly board: string;
  readonly title: string;
  readonly route: string;
  readonly menu?: string;
  readonly rows: number;
  readonly columns: number;
  readonly gap: number;
  readonly cellWidth?: number;
  readonly theme: 'light' | 'dark';
  readonly search: readonly Placement[];
  readonly to: readonly ('menu' | 'home' | 'screen')[];
  readonly public: boolean;
  readonly cells: readonly ResolvedCell[];
  readonly hash: string;
}
