/** The designer: bar, palette and outline, the real page on its sheet, properties, problems. */
import { DndContext, DragOverlay, PointerSensor, useSensor, useSensors } from '@dnd-kit/core';
import { type ReactNode, Suspense, useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { useHost } from '../../runtime/page/index';
import { PageLoading } from '../../runtime/page/PageStates';
import type { Step } from '../../schemas/language/steps/index';
import type { Box } from '../canvas/boxes';
import { Stage } from '../canvas/stage';
import { type MadeChart, NewChart } from '../chart/NewChart';
import { createDocument } from '../commands/index';
import { designClient } from '../data/client';
import { type Command, isRefusal } from '../document/state';
import { Glyph } from '../Glyph';
import { Outline } from '../outline/Outline';
import { flattened, type OutlineFace, outlineOf } from '../outline/outline-of';
import { type Offered, Palette } from '../palette/Palette';
import { SyncTables } from '../tables/SyncTables';
import { TryDialog, TryScreen, type TryWish, useSample } from '../trial/index';
import type { Spot } from './acts';
import { BottomPanel, type BottomTab } from './BottomPanel';
import { Conflicts } from './Conflicts';
import { DataPanel } from './DataPanel';
import { FACES, type Outcome, useDesk } from './desk';
import { EmptyWays } from './EmptyWays';
import { EDITORS } from './editors';
import { FacePane } from './FacePane';
import { FlowScreen } from './FlowScreen';
import { InspectorPanel } from './InspectorPanel';
import { LeftPanel, type LeftTab, OBJECT_TABS } from './LeftPanel';
import { NewFlow } from './NewFlow';
import { type Made, type Making, NewObject } from './NewObject';
import { NodeMenu, nodeEntries } from './NodeMenu';
import { ObjectSides, type RowsShown } from './ObjectSides';
import { PrintScreen } from './PrintScreen';
import { Prints } from './Prints';
import { PublishPanel } from './PublishPanel';
import { placesOf } from './placing';
import { StartPage } from './StartPage';
import type { ScreenProps } from './screens';
import type { Seat } from './seat';
import { AT_POINTER, DRAWN, faceOf, isEmptyText, isTable } from './sides';
import { actsOf } from './store-acts';
import type { StoreDesk } from './store-desk';
import { Tools } from './Tools';
import { TopBar } from './TopBar';
import { Upgrade } from './Upgrade';
import { useDrag } from './use-drag';
import { useFace } from './use-face';
import { type KeyActs, useKeys } from './use-keys';
import { useNewThing } from './use-new-thing';
import styles from './workspace.module.css';

/** flows stand in an app of their own, whatever they decide */
const FLOWS = 'flow';

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
  const [making, setMaking] = useState<Making>();
  const [charting, setCharting] = useState<{ readonly sort: 'report' | 'board'; readonly app: string }>();
  const [flowing, setFlowing] = useState(isMaking && desk.view().mayMake);
  const [tables, setTables] = useState(false);
  const [publishing, setPublishing] = useState(false);
  const [trying, setTrying] = useState<'asked' | TryWish>();
  const [looking, setLooking] = useState<TryWish>();
  const sensors = useSensors(useSensor(PointerSensor, { activationConstraint: { distance: 5 } }));
  const [menu, setMenu] = useState<{ readonly x: number; readonly y: number }>();
  const { object, selection } = view;
  const isClosed = view.readonly !== undefined;
  const drawn = DRAWN[face];
  const isDrawing = drawn !== undefined && !isClosed;
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
  const outline = useMemo(() => (object === undefined ? [] : outlineOf(object, face)), [object, face]);
  const places = useMemo(() => placesOf(object, face, selection), [object, face, selection]);
  const fresh = useNewThing({ view, acts, tell });
  const put = (offered: Offered, spot: Spot | undefined): void => {
    if (spot === undefined && offered.sort !== 'layout') host.feedback.warning('先选择要放到哪里');
    else if (offered.sort === 'field') tell(acts.placeField(offered.code, spot as Spot));
    else if (offered.sort === 'kind') fresh.askField(offered.code, spot as Spot);
    else fresh.askPart(offered.code, spot);
  };
  const drag = useDrag({
    stage,
    face,
    selection,
    refusal: acts.refusal,
    onDrop: ({ carried }, spot) => {
      if (carried.sort === 'nodes') tell(acts.moveTo(carried.addresses, spot));
      else put(carried, spot);
    },
    onFrame: (addresses) => desk.select(addresses),
  });
  const make = async ({ app, newApp, doc }: Made | MadeChart): Promise<boolean> => {
    const owner = newApp === undefined ? { code: app } : await desk.makeApp(newApp);
    const named = newApp ?? view.apps.find((one) => one.code === app)?.title ?? app;
    if ('refused' in owner) return tell(owner);
    const ready = await desk.prepare(owner.code);
    const made = 'refused' in ready ? ready : acts.make({ app: { code: owner.code, title: named }, doc });
    if ('done' in made) setBrowsing(false);
    return tell(made);
  };
  const flat = useMemo(
    () => flattened(outline, new Set()).flatMap(({ node }) => (node.head === true ? [] : [node.address])),
    [outline],
  );
  const paste = async (): Promise<void> => {
    const text = await navigator.clipboard.readText().catch(() => '');
    if (text !== '') tell(acts.paste(text, places.next));
  };
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
  const keys: KeyActs = {
    undo: () => desk.undo(),
    redo: () => desk.redo(),
    remove: () => {
      if (selection.length === 0) return;
      if (editor === undefined) tell(acts.remove(selection));
      else seat.run(editor.remove, { addresses: selection });
    },
    duplicate: () => {
      const [first] = selection;
      if (first === undefined) return;
      if (editor === undefined) tell(acts.duplicate(selection));
      else if (editor.duplicate !== undefined) seat.run(editor.duplicate, { address: first });
    },
    copy: () => {
      if (selection.length > 0) void navigator.clipboard.writeText(acts.copyText(selection)).catch(() => undefined);
    },
    paste: () => void (editor === undefined && paste()),
    selectAll: () => desk.select(places.siblings),
    clear: () => desk.select([]),
    search: () => search.current?.focus(),
    rename: () => void (selection[0] !== undefined && !isClosed && fresh.askTitle(selection[0])),
    move: (by) => void (selection[0] !== undefined && tell(acts.moveBy(selection[0], by))),
    walk: (by: -1 | 1) => {
      const at = flat.indexOf(selection.at(-1) ?? '');
      const next = flat[at < 0 ? 0 : at + by];
      if (next !== undefined) desk.select([next]);
    },
    face: (n: number) => {
      const to = FACES[n];
      if (to !== undefined) turn(to.code);
    },
    save: () => desk.flush(),
  };
  useKeys(frame, keys);
  const turn = (to: OutlineFace): void => {
    setFace(to);
    desk.select([]);
    if (DRAWN[to] === undefined) setLeft(to === 'print' ? 'data' : 'outline');
  };
  const handleSelect = (address: string, add: boolean): void => {
    if (address === '') desk.select([]);
    else if (!add) desk.select([address]);
    else
      desk.select(selection.includes(address) ? selection.filter((one) => one !== address) : [...selection, address]);
    frame.current?.focus({ preventScroll: true });
  };
  const tools = (box: Box): ReactNode =>
    isClosed ? null : (
      <Tools
        box={box}
        onWiden={box.sort === 'field' ? () => tell(acts.widen(box.address)) : undefined}
        onDuplicate={keys.duplicate}
        onRemove={keys.remove}
        onMore={setMenu}
      />
    );
  const editor = view.open === undefined ? undefined : EDITORS[view.open.sort];
  const isOpen = view.open !== undefined && (object !== undefined || editor !== undefined) && !browsing;
  const isBare = face === 'edit' && isEmptyText(view.doc);
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
    onSteps: writeSteps,
    width,
    rows,
    as: looking?.as,
    search,
    bottom: bottomPanel,
    conflicts,
  };
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
          onNew={(app) => setMaking({ app })}
          onTables={() => setTables(true)}
          onNewChart={(sort, app) => setCharting({ sort, app })}
          onNewFlow={() => setFlowing(true)}
        />
      ) : editor !== undefined ? (
        <Suspense fallback={<PageLoading />}>
          <editor.Editor key={view.open?.id} seat={seat} />
        </Suspense>
      ) : (
        <DndContext
          sensors={sensors}
          onDragStart={drag.start}
          onDragMove={drag.move}
          onDragEnd={drag.end}
          onDragCancel={drag.cancel}
        >
          <LeftPanel
            tab={left}
            onTab={setLeft}
            tabs={isDrawing ? OBJECT_TABS : OBJECT_TABS.filter((one) => one.code !== 'palette')}
            search={search}
          >
            {(query) =>
              left === 'palette' && isDrawing ? (
                <Palette
                  query={query}
                  unplaced={places.unplaced}
                  place={places.name}
                  layout={face === 'edit'}
                  onUse={(offered) => put(offered, isTable(offered) ? undefined : places.next)}
                />
              ) : left === 'data' ? (
                <DataPanel view={view} query={query} onSelect={(address) => desk.select([address])} />
              ) : (
                <Outline
                  nodes={outline}
                  query={query}
                  selection={selection}
                  onSelect={(addresses) => desk.select(addresses)}
                  onMove={(address, by) => tell(acts.moveBy(address, by))}
                  onRename={(address, title) => tell(acts.retitle(address, title))}
                  addable={fresh.addable}
                  onAdd={fresh.askEntry}
                  onMenu={(_, at) => !isClosed && setMenu(at)}
                />
              )
            }
          </LeftPanel>
          <div className={styles.middle}>
            {conflicts}
            {face === 'print' && object !== undefined ? (
              <Prints desk={desk} view={view} object={object} onOpen={(id) => void desk.open(id).then(tell)} />
            ) : (
              <FacePane
                view={view}
                face={face}
                data={data}
                width={width}
                stage={stage}
                isDragging={drag.isDragging}
                onSelect={handleSelect}
                onOpen={(address) => !isClosed && fresh.askTitle(address)}
                onMenu={(address, at) => {
                  if (isClosed) return;
                  if (!selection.includes(address)) desk.select([address]);
                  setMenu(at);
                }}
                onSteps={writeSteps}
                onAdd={fresh.askEntry}
                tools={tools}
              >
                {isBare && !isClosed && !drag.isDragging && (
                  <EmptyWays
                    title={view.open?.title ?? ''}
                    onField={() => places.next !== undefined && fresh.askField('input', places.next)}
                    onExcel={() => setMaking({ app: view.open?.app ?? '', from: 'excel' })}
                    onCopy={() => setMaking({ app: view.open?.app ?? '', from: 'copy' })}
                  />
                )}
              </FacePane>
            )}
            {bottomPanel}
          </div>
          <aside className={styles.right} aria-label="属性">
            <InspectorPanel
              desk={desk}
              view={view}
              face={face}
              page={data?.page}
              sample={sampling.sample}
              onSteps={writeSteps}
            />
          </aside>
          <DragOverlay dropAnimation={null} modifiers={AT_POINTER}>
            {drag.carrying !== undefined && (
              <span className={styles.ghost}>
                <Glyph name={drag.carrying.icon} />
                {drag.carrying.title}
              </span>
            )}
          </DragOverlay>
        </DndContext>
      )}
      {fresh.outlet}
      {charting !== undefined && (
        <NewChart {...charting} view={view} onClose={() => setCharting(undefined)} onMake={make} />
      )}
      {flowing && (
        <NewFlow
          view={view}
          onClose={() => setFlowing(false)}
          onMake={async (doc) => {
            setFlowing(false);
            const ready = await desk.prepare(FLOWS);
            const refusal = 'refused' in ready ? undefined : desk.store.run(createDocument, { doc });
            if ('refused' in ready) tell(ready);
            else if (tell(refusal === undefined ? { done: true } : { refused: refusal.reason })) setBrowsing(false);
          }}
        />
      )}
      {tables && (
        <SyncTables
          view={view}
          onClose={() => setTables(false)}
          onNew={(table) => {
            setTables(false);
            setMaking({ app: view.open?.app ?? '', from: 'table', table });
          }}
        />
      )}
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
      {making !== undefined && (
        <NewObject
          making={making}
          view={view}
          onClose={() => setMaking(undefined)}
          onMake={make}
          textOf={desk.textOf}
        />
      )}
      <NodeMenu at={menu} entries={nodeEntries(keys)} onClose={() => setMenu(undefined)} />
    </div>
  );
};
