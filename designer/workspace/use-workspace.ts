/** The workspace without its views: what is open and which side of it is shown, what may be done to it, where one goes from it. */
import { useEffect, useMemo, useState } from 'react';
import { useHost } from '../../runtime/page/index';
import { Stage } from '../canvas/stage';
import { type DeskView, type Outcome, useDesk } from '../desk/desk';
import type { LeftTab } from '../desk/LeftPanel';
import type { RowsShown } from '../desk/seat';
import type { StoreDesk } from '../desk/store-desk';
import { useDeskScreen } from '../desk/use-desk-screen';
import { type OutlineFace, outlineOf } from '../outline/outline-of';
import { focusTitle } from '../parts/focus-title';
import { sampleOf, type TryWish, useSample } from '../trial/index';
import { EDITORS } from './editors';
import { keysOf } from './object-keys';
import { placesOf } from './placing';
import { DRAWN, faceOf } from './sides';
import { actsOf } from './store-acts';
import { readPlace, useAddress } from './use-address';
import { useFace } from './use-face';
import { useKeys } from './use-keys';
import { useMakings } from './use-makings';
import { useNewThing } from './use-new-thing';

export type Workspacing = ReturnType<typeof useWorkspace>;

/** `isMaking`: begins with the question for a new flow; `first`: the app the start page begins at. */
export function useWorkspace(desk: StoreDesk, isMaking: boolean, first: string | undefined) {
  const { session, params } = useHost();
  const { view } = useDesk();
  const screen = useDeskScreen(desk, view, false);
  const { tell } = screen.writing;
  const [stage] = useState(() => new Stage());
  const [browsing, setBrowsing] = useState(false);
  const [looking, setLooking] = useState<TryWish>();
  const [app, setApp] = useState(readPlace(params).app ?? first);
  const sides = useSides(desk, readPlace(params).face);
  const { face, setFace } = sides;
  const { object, selection } = view;
  const acts = useMemo(
    () =>
      actsOf(
        desk.store,
        () => desk.view().object,
        () => desk.view().readonly,
      ),
    [desk],
  );
  const data = useFace(view, DRAWN[face] ?? 'edit', session, sides.rows);
  // what is new has no records: its expressions are tried on the sample the page shows
  const shown = useMemo(
    () => (data === undefined ? undefined : { ...sampleOf(data.page, data.record), title: '示例数据' }),
    [data],
  );
  const sampling = useSample(data?.page, view.open?.sort === 'object' && !view.open.fresh);
  useUnsavedWarning(view);
  const { types } = view.library;
  const outline = useMemo(() => (object === undefined ? [] : outlineOf(object, face, types)), [object, face, types]);
  const places = useMemo(() => placesOf(object, face, selection), [object, face, selection]);
  const fresh = useNewThing({ view, acts, tell, sample: sampling.sample ?? shown });
  const makings = useMakings({
    desk,
    view,
    acts,
    tell,
    flow: isMaking && desk.view().mayMake,
    onMade: () => {
      setBrowsing(false);
      setFace('edit');
      sides.setLeft('palette');
    },
  });
  const editor = view.open === undefined ? undefined : EDITORS[view.open.sort];
  const keys = keysOf({
    screen,
    view,
    acts,
    editor,
    outline,
    places,
    onTitle: fresh.askTitle,
    onFace: sides.turn,
  });
  useKeys(screen.frame, keys);
  usePlace({ desk, view, tell, first, app, setApp, browsing, setBrowsing, face, setFace });
  return {
    screen,
    view,
    stage,
    sides,
    acts,
    data,
    sampling,
    /** what expressions are tried on */
    sample: sampling.sample ?? shown,
    outline,
    places,
    fresh,
    makings,
    /** who edits what is open when it is no object */
    editor,
    keys,
    /** the apps and what stands in them are in front */
    browsing,
    setBrowsing,
    /** of the start page */
    app,
    setApp,
    /** as whom the numbers of charts are looked at */
    looking,
    setLooking,
    isOpen: view.open !== undefined && (object !== undefined || editor !== undefined) && !browsing,
    /** a document of the start page */
    open: (id: string): void =>
      void desk.open(id).then((outcome) => {
        if (!tell(outcome)) return;
        setBrowsing(false);
        setFace('edit');
        sides.setLeft('palette');
      }),
    /** the object of a layout, at the side of its layouts */
    openPrints: (id: string): void => {
      setFace('print');
      void desk.open(id).then(tell);
    },
    /** to the place of a problem: its document, the side of the object it stands on, the thing itself */
    jump: (document: string, address: string): void => {
      const side = faceOf(address);
      const go = (): void => {
        if (side !== undefined) setFace(side);
        desk.select([address]);
      };
      if (document === view.open?.id) go();
      else void desk.open(document).then((outcome) => tell(outcome) && go());
    },
    /** chosen, and its title is typed at once */
    name: (address: string): void => {
      desk.select([address]);
      focusTitle(screen.frame, true);
    },
    select: (address: string, add: boolean): void => {
      desk.select(chosenWith(selection, address, add));
      screen.frame.current?.focus({ preventScroll: true });
    },
  };
}

interface Shown {
  readonly desk: StoreDesk;
  readonly view: DeskView;
  readonly tell: (outcome: Outcome) => boolean;
  readonly first: string | undefined;
  readonly app: string | undefined;
  readonly setApp: (app: string | undefined) => void;
  readonly browsing: boolean;
  readonly setBrowsing: (browsing: boolean) => void;
  readonly face: OutlineFace;
  readonly setFace: (face: OutlineFace) => void;
}
/** The address follows what is shown, and what is shown the address. */
function usePlace({ desk, view, tell, first, app, setApp, browsing, setBrowsing, face, setFace }: Shown): void {
  useAddress(
    { app: app === first ? undefined : app, document: browsing ? undefined : view.open?.id, face },
    async (to) => {
      setApp(to.app ?? first);
      const outcome =
        to.document === undefined || to.document === desk.view().open?.id ? undefined : await desk.open(to.document);
      if (outcome !== undefined && !tell(outcome)) return;
      setBrowsing(to.document === undefined);
      setFace(to.face);
    },
  );
}

/** The side of the object that is shown, how wide, with how many rows, and what stands at the left of it. */
function useSides(desk: StoreDesk, first: OutlineFace) {
  const [face, setFace] = useState<OutlineFace>(first);
  const [left, setLeft] = useState<LeftTab>('palette');
  const [width, setWidth] = useState(1024);
  const [rows, setRows] = useState<RowsShown>('some');
  const turn = (to: OutlineFace): void => {
    setFace(to);
    desk.select([]);
    if (DRAWN[to] === undefined) setLeft(to === 'print' ? 'data' : 'outline');
  };
  return { face, setFace, turn, left, setLeft, width, setWidth, rows, setRows };
}

/** Leaving asks first while something is neither sent nor on its way. */
function useUnsavedWarning({ saved }: DeskView): void {
  const { setDirty } = useHost();
  const isAtRisk = saved.state === 'offline' || saved.state === 'failed';
  useEffect(() => setDirty(isAtRisk), [setDirty, isAtRisk]);
}

/** '' chooses nothing; with `add` a thing is chosen beside the others, or no more. */
function chosenWith(selection: readonly string[], address: string, add: boolean): readonly string[] {
  if (address === '') return [];
  if (!add) return [address];
  return selection.includes(address) ? selection.filter((text) => text !== address) : [...selection, address];
}
