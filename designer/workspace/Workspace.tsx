/** The designer: bar, palette and outline, the real page on its sheet, properties, problems. */
import { Suspense, useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { useHost } from '../../runtime/page/index';
import { PageLoading } from '../../runtime/page/PageStates';
import type { Step } from '../../schemas/language/steps/index';
import { Stage } from '../canvas/stage';
import { designClient } from '../data/client';
import { BottomPanel, type BottomTab } from '../desk/BottomPanel';
import { Conflicts } from '../desk/Conflicts';
import { type Outcome, useDesk } from '../desk/desk';
import styles from '../desk/desk.module.css';
import type { LeftTab } from '../desk/LeftPanel';
import type { ScreenProps } from '../desk/screens';
import type { RowsShown, Seat } from '../desk/seat';
import type { StoreDesk } from '../desk/store-desk';
import { TopBar } from '../desk/TopBar';
import { Upgrade } from '../desk/Upgrade';
import { type Command, isRefusal } from '../document/state';
import { type OutlineFace, outlineOf } from '../outline/outline-of';
import { TryDialog, TryScreen, type TryWish, useSample } from '../trial/index';
import { EDITORS } from './editors';
import { FlowScreen } from './FlowScreen';
import { type MenuAt, NodeMenu, nodeEntries } from './NodeMenu';
import { ObjectEditor } from './ObjectEditor';
import { ObjectSides } from './ObjectSides';
import { keysOf } from './object-keys';
import { PrintScreen } from './PrintScreen';
import { PublishPanel } from './PublishPanel';
import { placesOf } from './placing';
import { StartPage } from './StartPage';
import { DRAWN, faceOf } from './sides';
import { actsOf } from './store-acts';
import { useFace } from './use-face';
import { useKeys } from './use-keys';
import { useMakings } from './use-makings';
import { useNewThing } from './use-new-thing';

interface Props {
  readonly desk: StoreDesk;
  /** app that is shown first where nothing is open */
  readonly app?: string;
  /** begins with the question for a new flow */
  readonly making?: boolean;
  readonly onLeave: () => void;
  /** what is published changed: everything is read anew, and a document opened again */
  readonly onReload: (open?: string) => void;
}

export const Workspace = ({ desk, app: home, making: isMaking = false, onLeave, onReload }: Props) => {
  const host = useHost();
  const { view } = useDesk();
  const acts = useMemo(
    () =>
      actsOf(
        desk.store,
        () => desk.view().object,
        () => desk.view().readonly,
      ),
    [desk],
  );
  const frame = useRef<HTMLDivElement>(null);
  const search = useRef<HTMLInputElement>(null);
  const [stage] = useState(() => new Stage());
  const [face, setFace] = useState<OutlineFace>('edit');
  const [left, setLeft] = useState<LeftTab>('palette');
  const [width, setWidth] = useState(1024);
  const [rows, setRows] = useState<RowsShown>('some');
  const [browsing, setBrowsing] = useState(false);
  const [bottom, setBottom] = useState<BottomTab>();
  const [publishing, setPublishing] = useState(false);
  const [trying, setTrying] = useState<'asked' | TryWish>();
  const [looking, setLooking] = useState<TryWish>();
  const [menu, setMenu] = useState<MenuAt>();
  const { object, selection } = view;
  const isClosed = view.readonly !== undefined;
  const drawn = DRAWN[face];
  const data = useFace(view, drawn ?? 'edit', host.session, rows);
  const sampling = useSample(data?.page, view.open?.sort === 'object' && !view.open.fresh);

  const tell = useCallback(
    (outcome: Outcome): boolean => {
      if ('refused' in outcome) host.feedback.warning(outcome.refused);
      return !('refused' in outcome);
    },
    [host],
  );
  const { setDirty } = host;
  const isAtRisk = view.saved.state === 'offline' || view.saved.state === 'failed';
  useEffect(() => setDirty(isAtRisk), [setDirty, isAtRisk]);
  const { types } = view.library;
  const outline = useMemo(() => (object === undefined ? [] : outlineOf(object, face, types)), [object, face, types]);
  const places = useMemo(() => placesOf(object, face, selection), [object, face, selection]);
  const fresh = useNewThing({ view, acts, tell });
  const makings = useMakings({
    desk,
    view,
    acts,
    tell,
    flow: isMaking && desk.view().mayMake,
    onMade: () => setBrowsing(false),
  });
  const writeSteps = (steps: readonly Step[], group: string): void => void tell(acts.write(steps, group));
  /** to the place of a problem: its document, the side of the object it stands on, the thing itself */
  const jump = (document: string, address: string): void => {
    const side = faceOf(address);
    const go = (): void => {
      if (side !== undefined) setFace(side);
      desk.select([address]);
    };
    if (document === view.open?.id) go();
    else void desk.open(document).then((outcome) => tell(outcome) && go());
  };
  const turn = (to: OutlineFace): void => {
    setFace(to);
    desk.select([]);
    if (DRAWN[to] === undefined) setLeft(to === 'print' ? 'data' : 'outline');
  };
  const handleSelect = (address: string, add: boolean): void => {
    if (address === '') desk.select([]);
    else if (!add) desk.select([address]);
    else
      desk.select(selection.includes(address) ? selection.filter((text) => text !== address) : [...selection, address]);
    frame.current?.focus({ preventScroll: true });
  };
  const editor = view.open === undefined ? undefined : EDITORS[view.open.sort];
  const isOpen = view.open !== undefined && (object !== undefined || editor !== undefined) && !browsing;
  const bottomPanel = (
    <BottomPanel
      view={view}
      sampling={sampling}
      tab={bottom}
      onTab={setBottom}
      onJump={jump}
      onSteps={writeSteps}
      onSelect={(address) => desk.select([address])}
    />
  );
  const conflicts = (
    <>
      <Upgrade
        key={view.open?.id}
        view={view}
        onDecide={async (mine) => {
          await designClient.decide(view.open?.id ?? '', mine);
          onReload(view.open?.id);
        }}
      />
      <Conflicts view={view} onDecide={(conflict, choice) => desk.store.decide(conflict, choice)} />
      {isClosed && (
        <p role="status" className={styles.closed}>
          {view.readonly}
        </p>
      )}
    </>
  );
  const seat: Seat = {
    desk,
    view,
    run: (command, args) => {
      if (view.readonly !== undefined) return tell({ refused: view.readonly });
      const refusal = desk.store.run(command, args);
      return tell(refusal === undefined ? { done: true } : { refused: refusal.reason });
    },
    asked: <A,>(command: Command<A>, args: A) => {
      if (view.readonly !== undefined) return view.readonly;
      const answer = command(desk.store.state, args);
      return isRefusal(answer) ? answer.reason : undefined;
    },
    blocked: <A,>(command: Command<A>, args: A) => {
      if (view.readonly !== undefined) return view.readonly;
      const answer = command(desk.store.state, args);
      return isRefusal(answer) && answer.code !== 'same' ? answer.reason : undefined;
    },
    onSteps: writeSteps,
    width,
    rows,
    as: looking?.as,
    search,
    bottom: bottomPanel,
    conflicts,
  };
  const keys = keysOf({
    seat,
    acts,
    editor,
    outline,
    places,
    tell,
    onTitle: fresh.askTitle,
    onFace: turn,
  });
  useKeys(frame, keys);
  const draft = desk.draft;
  if (typeof trying === 'object' && draft !== undefined)
    return (
      <TryScreen
        draft={draft}
        object={view.open?.code ?? ''}
        title={view.open?.title ?? ''}
        wish={trying}
        onClose={() => setTrying(undefined)}
      />
    );
  if (publishing)
    return (
      <PublishPanel
        desk={desk}
        view={view}
        onBack={() => setPublishing(false)}
        onJump={(document, address) => {
          setPublishing(false);
          jump(document, address);
        }}
        onPublished={() => onReload(view.open?.id)}
      />
    );
  const screen: ScreenProps = {
    desk,
    view,
    onHome: onLeave,
    onTree: () => setBrowsing(true),
    onPublish: () => setPublishing(true),
    onJump: jump,
  };
  if (view.open?.sort === 'print' && !browsing)
    return (
      <PrintScreen
        key={view.open.id}
        {...screen}
        onObject={(id) => {
          setFace('print');
          void desk.open(id).then(tell);
        }}
      />
    );
  if (view.open?.sort === 'flow' && !browsing) return <FlowScreen key={view.open.id} {...screen} />;
  return (
    <div className={styles.desk} ref={frame} tabIndex={-1} data-designer="">
      <TopBar
        view={isOpen ? view : { ...view, open: undefined }}
        onHome={onLeave}
        onTree={() => setBrowsing(view.open !== undefined && !browsing)}
        onUndo={keys.undo}
        onRedo={keys.redo}
        onProblems={() => setBottom(bottom === 'problems' ? undefined : 'problems')}
        onPublish={isOpen ? () => setPublishing(true) : undefined}
        onRetry={keys.save}
      >
        <ObjectSides
          face={editor === undefined ? face : undefined}
          drawn={editor === undefined ? drawn !== undefined : editor.isDrawn}
          onFace={turn}
          width={width}
          onWidth={setWidth}
          rows={rows}
          onRows={setRows}
          onTry={editor === undefined && (isClosed || draft === undefined) ? undefined : () => setTrying('asked')}
          asName={editor === undefined || looking?.as === undefined ? undefined : looking.name}
        />
      </TopBar>
      {!isOpen ? (
        <StartPage
          view={view}
          app={home}
          onOpen={(id) =>
            void desk.open(id).then((outcome) => {
              if (!tell(outcome)) return;
              setBrowsing(false);
              setFace('edit');
            })
          }
          onNew={(app) => makings.ask({ sort: 'object', making: { app } })}
          onTables={() => makings.ask({ sort: 'tables' })}
          onNewChart={(sort, app) => makings.ask({ sort, app })}
          onNewFlow={() => makings.ask({ sort: 'flow' })}
          onImported={() => onReload()}
        />
      ) : editor !== undefined ? (
        <Suspense fallback={<PageLoading />}>
          <editor.Editor key={view.open?.id} seat={seat} />
        </Suspense>
      ) : (
        <ObjectEditor
          seat={seat}
          stage={stage}
          acts={acts}
          face={face}
          left={left}
          onLeft={setLeft}
          data={data}
          sampling={sampling}
          outline={outline}
          places={places}
          fresh={fresh}
          keys={keys}
          tell={tell}
          onSelect={handleSelect}
          onMenu={setMenu}
          onFrom={(from) => makings.ask({ sort: 'object', making: { app: view.open?.app ?? '', from } })}
        />
      )}
      {fresh.outlet}
      {makings.outlet}
      {trying === 'asked' && (
        <TryDialog
          onCancel={() => setTrying(undefined)}
          looking={editor !== undefined}
          onTry={(wish) => {
            if (editor === undefined) return void desk.send().then((sent) => setTrying(sent ? wish : undefined));
            setTrying(undefined);
            setLooking(wish);
          }}
        />
      )}
      <NodeMenu at={menu} entries={nodeEntries(keys)} onClose={() => setMenu(undefined)} />
    </div>
  );
};
