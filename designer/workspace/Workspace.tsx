/** The designer: the documents of the draft on their screens, the trial of it, the publish screen; where nothing is open, what can be. */
import { Suspense, useState } from 'react';
import { PageLoading } from '../../runtime/page/PageStates';
import { DeskBottom } from '../desk/DeskBottom';
import { DeskNotices } from '../desk/DeskNotices';
import { DeskShell } from '../desk/DeskShell';
import type { ScreenProps } from '../desk/screens';
import type { Seat } from '../desk/seat';
import type { StoreDesk } from '../desk/store-desk';
import { TryDialog, TryScreen, type TryWish } from '../trial/index';
import { FlowScreen } from './FlowScreen';
import { type MenuAt, NodeMenu, nodeEntries } from './NodeMenu';
import { ObjectEditor } from './ObjectEditor';
import { ObjectSides } from './ObjectSides';
import { PrintScreen } from './PrintScreen';
import { PublishPanel } from './PublishPanel';
import { SheetRows } from './SheetRows';
import { StartPage } from './StartPage';
import { DRAWN } from './sides';
import { useWorkspace, type Workspacing } from './use-workspace';

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

export const Workspace = ({ desk, app, making: isMaking = false, onLeave, onReload }: Props) => {
  const work = useWorkspace(desk, isMaking, app);
  const { view, browsing } = work;
  const [publishing, setPublishing] = useState(false);
  const [trying, setTrying] = useState<TryWish>();
  const { draft } = desk;
  if (trying !== undefined && draft !== undefined)
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
          work.jump(document, address);
        }}
        onPublished={() => onReload(view.open?.id)}
      />
    );
  const screen: ScreenProps = {
    desk,
    view,
    onHome: onLeave,
    onTree: () => work.setBrowsing(true),
    onPublish: () => setPublishing(true),
    onJump: work.jump,
    onReload,
  };
  if (view.open?.sort === 'print' && !browsing)
    return <PrintScreen key={view.open.id} {...screen} onObject={work.openPrints} />;
  if (view.open?.sort === 'flow' && !browsing) return <FlowScreen key={view.open.id} {...screen} />;
  return <WorkDesk work={work} {...screen} onTry={setTrying} />;
};

interface WorkProps extends ScreenProps {
  readonly work: Workspacing;
  /** the draft on real records, in the way that was asked for */
  readonly onTry: (wish: TryWish) => void;
}

/** Objects, reports, boards, lists on the desk, or the documents that can be opened. */
const WorkDesk = ({ work, onTry, ...props }: WorkProps) => {
  const { desk, view } = props;
  const { screen, sides, editor, isOpen, fresh, makings, keys, looking } = work;
  const seat = seatOf(work, props);
  const [asking, setAsking] = useState(false);
  const [menu, setMenu] = useState<MenuAt>();
  return (
    <DeskShell
      screen={screen}
      view={isOpen ? view : { ...view, open: undefined }}
      onHome={props.onHome}
      onTree={() => work.setBrowsing(view.open !== undefined && !work.browsing)}
      onPublish={isOpen ? props.onPublish : undefined}
      bar={
        <ObjectSides
          face={editor === undefined ? sides.face : undefined}
          drawn={editor === undefined ? DRAWN[sides.face] !== undefined : editor.isDrawn}
          onFace={sides.turn}
          width={sides.width}
          onWidth={sides.setWidth}
          rows={sides.rows}
          onRows={sides.setRows}
          onTry={
            editor === undefined && (screen.isClosed || desk.draft === undefined) ? undefined : () => setAsking(true)
          }
          asName={editor === undefined || looking?.as === undefined ? undefined : looking.name}
        />
      }
    >
      {!isOpen ? (
        <StartPage
          view={view}
          app={work.app}
          onApp={work.setApp}
          onOpen={work.open}
          onNew={(of) => makings.ask({ sort: 'object', making: { app: of } })}
          onTables={() => makings.ask({ sort: 'tables' })}
          onNewChart={(sort, of) => makings.ask({ sort, app: of })}
          onNewFlow={() => makings.ask({ sort: 'flow' })}
          onImported={() => props.onReload()}
        />
      ) : editor !== undefined ? (
        <Suspense fallback={<PageLoading />}>
          <editor.Editor key={view.open?.id} seat={seat} />
        </Suspense>
      ) : (
        <ObjectEditor work={work} seat={seat} onMenu={setMenu} />
      )}
      {fresh.outlet}
      {makings.outlet}
      {asking && (
        <TryDialog
          onCancel={() => setAsking(false)}
          looking={editor !== undefined}
          onTry={(wish) => {
            if (editor === undefined) void desk.send().then((sent) => (sent ? onTry(wish) : setAsking(false)));
            else {
              setAsking(false);
              work.setLooking(wish);
            }
          }}
        />
      )}
      <NodeMenu at={menu} entries={nodeEntries(keys)} onClose={() => setMenu(undefined)} />
    </DeskShell>
  );
};

/** What an editor gets: the open document, ways to change it, the panels around the middle. */
function seatOf(
  { screen, sides, sampling, looking }: Workspacing,
  { desk, view, onJump, onReload }: ScreenProps,
): Seat {
  const { run, asked, blocked, onSteps } = screen.writing;
  return {
    desk,
    view,
    run,
    asked,
    blocked,
    onSteps,
    width: sides.width,
    rows: sides.rows,
    as: looking?.as,
    search: screen.search,
    bottom: <DeskBottom screen={screen} view={view} sampling={sampling} onJump={onJump} />,
    conflicts: (
      <>
        <DeskNotices desk={desk} view={view} onReload={onReload} />
        {view.open?.sort === 'object' && <SheetRows key={view.open.id} object={view.open} />}
      </>
    ),
  };
}
