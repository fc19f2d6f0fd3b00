/** What the editor of a sort gets of the workspace: the open document, ways to change it, and the panels all share. */
import type { ReactNode, RefObject } from 'react';
import type { Step } from '../../schemas/language/steps/index';
import type { Somebody } from '../data/client';
import type { Command } from '../document/state';
import type { DeskView } from './desk';
import type { StoreDesk } from './store-desk';

/** how many rows the page is shown with */
export type RowsShown = 'some' | 'none' | 'many';

export interface Seat {
  readonly desk: StoreDesk;
  readonly view: DeskView;
  /** does it, or tells why not */
  readonly run: <A>(command: Command<A>, args: A) => boolean;
  /** why it may not be, without doing it */
  readonly asked: <A>(command: Command<A>, args: A) => string | undefined;
  /** the same where it may well be as it is: that it changes nothing is no reason */
  readonly blocked: <A>(command: Command<A>, args: A) => string | undefined;
  readonly onSteps: (steps: readonly Step[], gesture: string) => void;
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
