/** Who edits the open document when it is no object. A sort without an editor here is edited as source. */
import { type ComponentType, lazy } from 'react';
import type { Seat } from './seat';

const charts = lazy(() => import('../chart/index').then((module) => ({ default: module.ChartEditor })));

export interface EditorOfSort {
  readonly Editor: ComponentType<{ readonly seat: Seat }>;
  /** drawn on a sheet that has a width */
  readonly isDrawn: boolean;
}
export const EDITORS: { readonly [sort: string]: EditorOfSort } = {
  report: { Editor: charts, isDrawn: true },
  board: { Editor: charts, isDrawn: true },
};
