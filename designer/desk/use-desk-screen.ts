/** What every screen of the designer has beside its own: its frame, the search at the left, the panel below, ways to write. */
import { type RefObject, useMemo, useRef, useState } from 'react';
import { useHost } from '../../runtime/page/index';
import type { BottomTab } from './BottomPanel';
import type { DeskView } from './desk';
import type { StoreDesk } from './store-desk';
import type { CommonKeys } from './use-desk-keys';
import { type Writing, writingOf } from './writing';

export interface DeskScreen {
  readonly desk: StoreDesk;
  readonly writing: Writing;
  /** nothing can be changed */
  readonly isClosed: boolean;
  readonly frame: RefObject<HTMLDivElement | null>;
  readonly search: RefObject<HTMLInputElement | null>;
  readonly bottom: BottomTab | undefined;
  readonly setBottom: (tab: BottomTab | undefined) => void;
  /** opens a tab of the panel below, or folds it when it is open */
  readonly turnBottom: (tab: BottomTab) => void;
  readonly keys: CommonKeys;
}

/** `quiet`: a wish that changes nothing is not told. */
export function useDeskScreen(desk: StoreDesk, view: DeskView, quiet: boolean): DeskScreen {
  const { feedback } = useHost();
  const frame = useRef<HTMLDivElement>(null);
  const search = useRef<HTMLInputElement>(null);
  const [bottom, setBottom] = useState<BottomTab>();
  const writing = useMemo(
    () =>
      writingOf({
        store: desk.store,
        closed: () => desk.view().readonly,
        warn: (reason) => feedback.warning(reason),
        quiet,
      }),
    [desk, feedback, quiet],
  );
  const keys = useMemo<CommonKeys>(
    () => ({
      undo: () => desk.undo(),
      redo: () => desk.redo(),
      save: () => desk.flush(),
      clear: () => desk.select([]),
      search: () => search.current?.focus(),
    }),
    [desk],
  );
  return {
    desk,
    writing,
    isClosed: view.readonly !== undefined,
    frame,
    search,
    bottom,
    setBottom,
    turnBottom: (tab) => setBottom(bottom === tab ? undefined : tab),
    keys,
  };
}
