/** Rows that are worked off one after the other, and the number they are worked off with: whoever draws them on touch asks here. */
import { createContext } from 'react';
import type { GridColumn, GridHost } from './types';

export interface Worked {
  readonly rows: GridHost;
  readonly number: GridColumn;
}
export const WorkedRows = createContext<Worked | null>(null);
