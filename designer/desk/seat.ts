/** What the editor of a sort gets of the workspace: the open document, ways to change it, and the panels all share. */
import type { ReactNode, RefObject } from 'react';
import type { Somebody } from '../data/client';
import type { DeskView } from './desk';
import type { StoreDesk } from './store-desk';
import type { Writing } from './writing';

/** how many rows the page is shown with */
export type RowsShown = 'some' | 'none' | 'many';

export interface Seat extends Pick<Writing, 'run' | 'asked' | 'blocked' | 'onSteps'> {
  readonly desk: StoreDesk;
  readonly view: DeskView;
  /** px of the sheet, and the rows it is shown with */
  readonly width: number;
  readonly rows: RowsShown;
  /** whose numbers are shown; without it one's own */
  readonly as: Somebody | undefined;
  /** the search of the left side, focused by its key */
  readonly search: RefObject<HTMLInputElement | null>;
  /** problems, source, changes: below the middle */
  readonly bottom: ReactNode;
  /** what others made impossible: above the middle */
  readonly conflicts: ReactNode;
}
