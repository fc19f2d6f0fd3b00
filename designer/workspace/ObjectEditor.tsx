/** An object on the desk: what can be put in at the left, its side that is shown in the middle, properties at the right. */
import type { ReactNode } from 'react';
import { useHost } from '../../runtime/page/index';
import type { Box } from '../canvas/boxes';
import type { Stage } from '../canvas/stage';
import type { Outcome } from '../desk/desk';
import styles from '../desk/desk.module.css';
import { InspectorPanel } from '../desk/InspectorPanel';
import { LeftPanel, type LeftTab, OBJECT_TABS } from '../desk/LeftPanel';
import type { Seat } from '../desk/seat';
import { Tools } from '../desk/Tools';
import { Outline } from '../outline/Outline';
import type { OutlineFace, OutlineNode } from '../outline/outline-of';
import { type Offered, Palette } from '../palette/Palette';
import { Dragging } from '../parts/Dragging';
import type { Sampling } from '../trial/index';
import type { Acts, Spot } from './acts';
import { DataPanel } from './DataPanel';
import { EmptyWays } from './EmptyWays';
import { FacePane } from './FacePane';
import type { MenuAt } from './NodeMenu';
import { Prints } from './Prints';
import type { Places } from './placing';
import { DRAWN, isEmptyText, isTable } from './sides';
import { useDrag } from './use-drag';
import type { FaceData } from './use-face';
import type { KeyActs } from './use-keys';
import type { NewThings } from './use-new-thing';

interface Props {
  readonly seat: Seat;
  readonly stage: Stage;
  readonly acts: Acts;
  readonly face: OutlineFace;
  readonly left: LeftTab;
  readonly onLeft: (tab: LeftTab) => void;
  readonly data: FaceData | undefined;
  readonly sampling: Sampling;
  readonly outline: readonly OutlineNode[];
  readonly places: Places;
  readonly fresh: NewThings;
  readonly keys: KeyActs;
  readonly tell: (outcome: Outcome) => boolean;
  readonly onSelect: (address: string, add: boolean) => void;
  readonly onMenu: (at: MenuAt) => void;
  /** begins the object anew from a workbook or another one */
  readonly onFrom: (from: 'excel' | 'copy') => void;
}

export const ObjectEditor = (props: Props) => {
  const { seat, stage, acts, face, left, data, outline, places, fresh, keys, tell, onSelect, onMenu } = props;
  const { feedback } = useHost();
  const { desk, view } = seat;
  const { object, selection } = view;
  const isClosed = view.readonly !== undefined;
  const isDrawing = DRAWN[face] !== undefined && !isClosed;
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
  const panel = (query: string): ReactNode => {
    if (left === 'palette' && isDrawing)
      return (
        <Palette
          query={query}
          unplaced={places.unplaced}
          place={places.name}
          layout={face === 'edit'}
          onUse={(offered) => put(offered, isTable(offered) ? undefined : places.next)}
        />
      );
    if (left === 'data') return <DataPanel view={view} query={query} onSelect={(address) => desk.select([address])} />;
    return (
      <Outline
        nodes={outline}
        query={query}
        selection={selection}
        onSelect={(addresses) => desk.select(addresses)}
        onMove={(address, by) => tell(acts.moveBy(address, by))}
        onRename={(address, title) => tell(acts.retitle(address, title))}
        addable={fresh.addable}
        onAdd={fresh.askEntry}
        onMenu={(_, at) => !isClosed && onMenu(at)}
      />
    );
  };
  return (
    <Dragging onStart={start} onMove={move} onEnd={end} onCancel={cancel}>
      <LeftPanel
        tab={left}
        onTab={props.onLeft}
        tabs={isDrawing ? OBJECT_TABS : OBJECT_TABS.filter((tab) => tab.code !== 'palette')}
        search={seat.search}
      >
        {panel}
      </LeftPanel>
      <div className={styles.middle}>
        {seat.conflicts}
        {face === 'print' && object !== undefined ? (
          <Prints desk={desk} view={view} object={object} onOpen={(id) => void desk.open(id).then(tell)} />
        ) : (
          <FacePane
            view={view}
            face={face}
            data={data}
            width={seat.width}
            stage={stage}
            isDragging={isDragging}
            onSelect={onSelect}
            onOpen={(address) => !isClosed && fresh.askTitle(address)}
            onMenu={(address, at) => {
              if (isClosed) return;
              if (!selection.includes(address)) desk.select([address]);
              onMenu(at);
            }}
            onSteps={seat.onSteps}
            onAdd={fresh.askEntry}
            tools={tools}
          >
            {face === 'edit' && isEmptyText(view.doc) && !isClosed && !isDragging && (
              <EmptyWays
                title={view.open?.title ?? ''}
                onField={() => places.next !== undefined && fresh.askField('input', places.next)}
                onExcel={() => props.onFrom('excel')}
                onCopy={() => props.onFrom('copy')}
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
          sample={props.sampling.sample}
          onSteps={seat.onSteps}
        />
      </aside>
    </Dragging>
  );
};
