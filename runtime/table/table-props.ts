/** What the table is given: rows and columns, and what may be done with them. */
import type { ReactNode } from 'react';
import type { Tone } from '../../schemas/language/document';
import type { WireRow } from '../data/types';
import type { Selection, SelectionAct, SelectMode } from './selection';
import type { Side } from './TableHeader';
import type { HeaderContext, SortKey, TableColumn, TableContext, TableEdit, TableFeature } from './types';

export interface TableSelection {
  readonly mode: SelectMode;
  readonly state: Selection;
  readonly dispatch: (act: SelectionAct) => void;
  readonly isLocked?: (row: WireRow) => boolean;
}
export type TableStatus =
  | { readonly state: 'ready' }
  | { readonly state: 'loading' }
  /** the rows shown are old, newer ones are on their way */
  | { readonly state: 'stale' }
  | {
      readonly state: 'failed';
      readonly text: string;
      readonly requestId?: string | undefined;
      readonly onRetry: () => void;
      /** what else can be done than trying again */
      readonly way?: { readonly title: string; readonly onGo: () => void };
    };

export interface DataTableProps {
  readonly label: string;
  readonly columns: readonly TableColumn[];
  readonly rows: readonly WireRow[];
  readonly context: TableContext;
  readonly status?: TableStatus;
  readonly features?: readonly TableFeature[];
  readonly sort?: readonly SortKey[];
  readonly onSort?: (key: string) => void;
  readonly selection?: TableSelection;
  /** value under a column, by its key; the first cell says whose sum it is */
  readonly summary?: { readonly label: string; readonly values: Readonly<Record<string, string>> } | undefined;
  readonly rowTone?: (row: WireRow) => Tone | undefined;
  /** the row shown below the table or in a preview */
  readonly activeId?: string | undefined;
  readonly onActive?: (row: WireRow) => void;
  readonly onDoubleClick?: (row: WireRow) => void;
  /** Enter on a row */
  readonly onEnter?: (row: WireRow) => void;
  /** arrow right and left on a row of a tree; false = it had nothing to unfold or fold */
  readonly onFold?: ((row: WireRow, open: boolean) => boolean) | undefined;
  /** a row is put one place up (-1) or down (1) by Alt and an arrow; false = it cannot */
  readonly onShift?: ((row: WireRow, by: -1 | 1) => boolean) | undefined;
  /** px on the screen, once the pointer let go */
  readonly onResize?: (key: string, width: number) => void;
  readonly onMove?: (key: string, target: string, side: Side) => void;
  readonly header?: HeaderContext;
  /** cells edited in place: double click, the pen, F2 on the row */
  readonly edit?: TableEdit | undefined;
  /** a cell is being edited, or no longer */
  readonly onEditing?: (on: boolean) => void;
  /** cells that changed under the eyes of the reader flash once */
  readonly flash?: TableFlash | undefined;
  readonly empty?: ReactNode;
  /** px at 1440: 36, compact 30; a finger gets 44 */
  readonly rowHeight?: number;
}

export interface TableFlash {
  /** tells one flash from the next */
  readonly beat: number;
  /** columns by row */
  readonly cells: ReadonlyMap<string, ReadonlySet<string>>;
}
