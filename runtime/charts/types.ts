/** Numbers of a chart as the server answers them (docs/api.md, Reports). */

import type { ChartKeys } from '../../schemas/language/document-report';
import type { Json } from '../../schemas/language/value';
import type { ChartDim, ChartRow } from '../../schemas/language/wire';

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
  /** place of the dim whose smaller values are one row */
  readonly cut?: number | undefined;
}
/** How codes become words. */
export interface Words {
  readonly dict: (
    code: string,
  ) =>
    | { readonly items: readonly { readonly code: string; readonly title: string; readonly tone?: string }[] }
    | undefined;
}
