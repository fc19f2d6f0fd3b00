/** Numbers of a chart as the server answers them (docs/api.md, Reports). */
import type { ChartKeys } from '../../schemas/language/document-report';
import type { Json } from '../../schemas/language/value';

export type Key = string | number | boolean | null;
export type Numbers = Readonly<Record<string, number | null>>;
export interface ChartDim {
  readonly code: string;
  readonly title: string;
  readonly type: string;
  readonly dict?: string;
  readonly ref?: string;
  readonly grain?: string;
}
export interface ChartMeasure {
  readonly code: string;
  readonly title: string;
  readonly type: string;
  readonly total: string;
  readonly scale?: number;
  readonly suffix?: string;
  readonly better?: 'up' | 'down';
}
export interface ChartRow {
  readonly k: readonly Key[];
  readonly l: readonly (string | null)[];
  readonly v: Numbers;
  readonly p?: Numbers;
  readonly rest?: true;
}
export interface ChartData {
  readonly dims: readonly ChartDim[];
  readonly measures: readonly ChartMeasure[];
  readonly rows: readonly ChartRow[];
  readonly total: Numbers;
  readonly before?: Numbers;
  readonly asOf: string;
  readonly note?: string;
  /** what the KPI named by `target` aims at: laid over the keys of the chart */
  readonly goal?: Pick<ChartKeys, 'target' | 'thresholds'>;
  readonly drill: boolean;
}
/** What is asked of one cell. */
export interface CellAsk {
  readonly report: string;
  readonly chart: ChartKeys & { readonly where?: string };
  readonly search?: Readonly<Record<string, Json>>;
  readonly where?: string;
  readonly with?: Readonly<Record<string, Json>>;
  /** conditions of a list the chart stands over */
  readonly list?: { readonly page: string; readonly [key: string]: Json | undefined };
}
/** A mark that was chosen: the row it stands for. */
export interface Picked {
  readonly row: ChartRow;
  readonly rows: readonly ChartRow[];
  readonly dims: readonly ChartDim[];
}
/** How codes become words. */
export interface Words {
  readonly dict: (
    code: string,
  ) => { readonly items: readonly { readonly code: string; readonly title: string }[] } | undefined;
}
