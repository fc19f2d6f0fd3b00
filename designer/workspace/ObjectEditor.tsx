/** An object on the desk: what can be put in at the left, its side that is shown in the middle, properties at the right. */
import { type ReactNode, useMemo } from 'react';
import { useHost } from '../../runtime/page/index';
import type { Box } from '../canvas/boxes';
import type { DeskView } from '../desk/desk';
import styles from '../desk/desk.module.css';
import { InspectorPanel } from '../desk/InspectorPanel';
import { LeftPanel, OBJECT_TABS } from '../desk/LeftPanel';
import type { Seat } from '../desk/seat';
import { Tools } from '../desk/Tools';
import { Outline } from '../outline/Outline';
import { type Offered, Palette } from '../palette/Palette';
import { Dragging } from '../parts/Dragging';
import type { Spot } from './acts';
import { DataPanel } from './DataPanel';
import { EmptyWays } from './EmptyWays';
import { FacePane } from './FacePane';
import type { MenuAt } from './NodeMenu';
import { Prints } from './Prints';
import { QuickAdd } from './QuickAdd';
import { DRAWN, isEmptyText, isTable } from './sides';
import { useDrag } from './use-drag';
import { isOnPage } from './use-new-thing';
import { knownTo } from './use-quick';
import type { Workspacing } from './use-workspace';

interface Props {
  readonly work: Workspacing;
  readonly seat: Seat;
  readonly onMenu: (at: MenuAt) => void;
}

export const ObjectEditor = ({ work, seat, onMenu }: Props) => {
  const { stage, acts, sides, data, places, fresh, keys, makings } = work;
  const { face, left } = sides;
  const { tell } = work.screen.writing;
  const { feedback } = useHost();
  const { desk, view } = seat;
  const { object, selection } = view;
  const isClosed = view.readonly !== undefined;
  const isDrawing = DRAWN[face] !== undefined && !isClosed;
  /** the object anew, from a workbook or another one */
  const begin = (from: 'excel' | 'copy'): void =>
    makings.ask({ sort: 'object', making: { app: view.open?.app ?? '', from } });
  const put = (offered: Offered, spot: Spot | undefined): void => {
    if (spot === undefined && offered.sort !== 'layout') feedback.warning('先选择要放到哪里');
    else if (offered.sort === 'field') tell(acts.placeField(offered.code, spot as Spot));
    else if (offered.sort === 'kind') fresh.askField(offered.code, spot as Spot);
    else fresh.askPart(offered.code, spot);
  };
  const { isDragging, start, move, end, cancel } = useDrag({
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
  const tools = (box: Box): ReactNode =>
    isClosed ? null : (
      <Tools
        box={box}
        onWiden={box.sort === 'field' ? () => tell(acts.widen(box.address)) : undefined}
        onDuplicate={keys.duplicate}
        onRemove={keys.remove}
        onMore={onMenu}
      />
    );
  return (
    <Dragging onStart={start} onMove={move} onEnd={end} onCancel={cancel}>
      <LeftPanel
        tab={left}
        onTab={sides.setLeft}
        tabs={isDrawing ? OBJECT_TABS : OBJECT_TABS.filter((tab) => tab.code !== 'palette')}
        search={seat.search}
      >
        {(query) => <LeftOf work={work} view={view} query={query} isDrawing={isDrawing} onUse={put} onMenu={onMenu} />}
      </LeftPanel>
      <div className={styles.middle}>
        {seat.conflicts}
        {face === 'print' && object !== undefined ? (
          <Prints
            desk={desk}
            view={view}
            object={object}
            writing={work.screen.writing}
            onOpen={(id) => void desk.open(id).then(tell)}
          />
        ) : (
          <FacePane
            view={view}
            face={face}
            data={data}
            width={seat.width}
            stage={stage}
            isDragging={isDragging}
            onSelect={work.select}
            onName={work.name}
            onOpen={(address) => !isClosed && fresh.askTitle(address)}
            onMenu={(address, at) => {
              if (isClosed) return;
              if (!selection.includes(address)) desk.select([address]);
              onMenu(at);
            }}
            writing={work.screen.writing}
            onSteps={seat.onSteps}
            onBegin={(field) => fresh.beginStates(field)}
            onAdd={fresh.askEntry}
            onDocument={(id) => void desk.open(id).then(tell)}
            tools={tools}
          >
            {face === 'edit' && isEmptyText(view.doc) && !isClosed && !isDragging && (
              <EmptyWays
                title={view.open?.title ?? ''}
                onField={() => places.next !== undefined && fresh.askField('input', places.next)}
                onExcel={() => begin('excel')}
                onCopy={() => begin('copy')}
              />
            )}
          </FacePane>
        )}
        {seat.bottom}
      </div>
      <aside className={styles.right} aria-label="属性">
        <InspectorPanel
          desk={desk}
          view={view}
          face={face}
          page={data?.page}
          sample={work.sample}
          onSteps={seat.onSteps}
        />
      </aside>
    </Dragging>
  );
};

interface LeftProps {
  readonly work: Workspacing;
  readonly view: DeskView;
  readonly query: string;
  /** the side that is shown takes things of the palette */
  readonly isDrawing: boolean;
  readonly onUse: (offered: Offered, spot: Spot | undefined) => void;
  readonly onMenu: (at: MenuAt) => void;
}
/** At the left: what can be put in, what the object is made of, or what is in it. */
const LeftOf = ({ work, view, query, isDrawing, onUse, onMenu }: LeftProps) => {
  const { acts, sides, outline, places, fresh, screen } = work;
  const { desk, writing } = screen;
  const { documents, dicts } = view;
  const known = useMemo(() => knownTo({ documents, dicts }), [documents, dicts]);
  if (sides.left === 'palette' && isDrawing)
    return (
      <>
        {sides.face === 'edit' && query === '' && places.next !== undefined && (
          <QuickAdd
            known={known}
            key={view.open?.id}
            listable={isOnPage(places.next)}
            first={isEmptyText(view.doc)}
            onAdd={(text, listed) => fresh.addQuick(text, places.next as Spot, listed)}
          />
        )}
        <Palette
          query={query}
          unplaced={places.unplaced}
          place={places.name}
          layout={sides.face === 'edit'}
          onUse={(offered) => onUse(offered, isTable(offered) ? undefined : places.next)}
        />
      </>
    );
  if (sides.left === 'data')
    return <DataPanel view={view} query={query} onSelect={(address) => desk.select([address])} />;
  return (
    <Outline
      nodes={outline}
      query={query}
      selection={view.selection}
      onSelect={(addresses) => desk.select(addresses)}
      onMove={(address, by) => writing.tell(acts.moveBy(address, by))}
      onRename={(address, title) => writing.tell(acts.retitle(address, title))}
      addable={fresh.addable}
      onAdd={fresh.askEntry}
      onMenu={(_, at) => !screen.isClosed && onMenu(at)}
    />
  );
};
