/** The open layout as its screen works on it: what stands on the paper, how it is shown, what may be done to it by mouse and keys. */
import { type RefObject, useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { useHost } from '../../runtime/page/index';
import { setPaper } from '../commands/index';
import type { DeskView } from '../desk/desk';
import { withOwnProblems } from '../desk/screens';
import type { StoreDesk } from '../desk/store-desk';
import { useDeskScreen } from '../desk/use-desk-screen';
import {
  type CanvasHandle,
  faultsOf,
  isItemAddress,
  type Layout,
  printActs,
  problemsOf,
  type Showing,
  stripFor,
  usePrintKeys,
} from '../print/index';
import { usePrintPages } from './use-print-pages';
import { usePrintSample } from './use-print-sample';

export type PrintDesk = ReturnType<typeof usePrintDesk>;

export function usePrintDesk(desk: StoreDesk, view: DeskView, layout: Layout) {
  const { feedback, session } = useHost();
  const screen = useDeskScreen(desk, view, true);
  const { writing, frame, bottom } = screen;
  const canvas = useRef<CanvasHandle>(null);
  const look = usePaperLook(canvas);
  const [labelled, setLabelled] = useState(true);
  const [page, setPage] = useState<number>();
  const [menu, setMenu] = useState<{ readonly x: number; readonly y: number }>();
  const { selection } = view;
  const { sampling, sample } = usePrintSample(layout, view, session);
  const select = useCallback((addresses: readonly string[]) => desk.select(addresses), [desk]);
  const strip = useMemo(() => stripFor(layout, undefined), [layout]);
  const found = useMemo(() => problemsOf(layout, stripFor(layout, sample)), [layout, sample]);
  const faults = useMemo(() => faultsOf(found), [found]);
  const seen = useMemo(() => withOwnProblems(view, found, (code) => code.startsWith('print.')), [view, found]);
  const acts = printActs({ writing, layout, strip, selection, labelled, onSelect: select });
  const pages = usePrintPages({
    desk,
    layout,
    sampling,
    sample,
    open: view.open?.id ?? '',
    shows: bottom === 'own' || page !== undefined,
    tell: (reason) => feedback.warning(reason),
  });
  const edit = (address: string): void => {
    select([address]);
    focusEdited(frame.current);
  };
  const keys = {
    ...screen.keys,
    ...acts,
    chosen: selection.length > 0,
    paste: () => void acts.paste(),
    rename: () => {
      if (selection[0] !== undefined) edit(selection[0]);
    },
    preview: () => setPage(0),
  };
  usePrintKeys(frame, keys);
  return {
    screen,
    canvas,
    layout,
    strip,
    /** the view, with what is wrong with the layout said at once */
    seen,
    faults,
    sampling,
    sample,
    look,
    labelled,
    setLabelled,
    /** the page of the preview that is open */
    page,
    setPage,
    pages,
    menu,
    setMenu,
    keys,
    select,
    edit,
    chosen: selection.filter(isItemAddress).length,
    setPaper: (to: Parameters<typeof setPaper>[1]['keys']) => void writing.run(setPaper, { keys: to }),
  };
}

/** How the paper is shown, and what things on it rest on. */
function usePaperLook(canvas: RefObject<CanvasHandle | null>) {
  const [showing, setShowing] = useState<Showing>('names');
  const [grid, setGrid] = useState(true);
  const [pulls, setPulls] = useState(true);
  const [zoom, setZoom] = useState(100);
  const fit = useCallback(() => setZoom(canvas.current?.fit() ?? 100), [canvas]);
  useEffect(fit, [fit]);
  return { showing, setShowing, grid, setGrid, pulls, setPulls, zoom, setZoom, fit };
}

/** keys of an item that say what it is, the first that it has is written into */
const EDITED = ['text', 'field', 'code', 'image', 'height', 'x'];
function focusEdited(frame: HTMLElement | null): void {
  const find = (): HTMLElement | null | undefined =>
    EDITED.map((key) =>
      frame?.querySelector<HTMLElement>(
        `aside [data-key="${key}"] :is(.cm-content, textarea, input, .ant-select-selection-search-input)`,
      ),
    ).find((element) => element !== null && element !== undefined);
  requestAnimationFrame(() => requestAnimationFrame(() => find()?.focus()));
}
