/** The flow designer in the workspace: nodes to put in, the picture, properties, problems, over the draft that is open. */
import { Button } from 'antd';
import { type RefObject, useRef, useState } from 'react';
import { FlowDiagram } from '../../runtime/flow/index';
import { pictureOf } from '../../schemas/language/flow/drawing';
import { addFlowWay, retitle, retitleFlowWay, shiftFlow } from '../commands/index';
import { DeskBottom } from '../desk/DeskBottom';
import { DeskNotices } from '../desk/DeskNotices';
import { DeskShell } from '../desk/DeskShell';
import styles from '../desk/desk.module.css';
import { InspectorPanel } from '../desk/InspectorPanel';
import { LeftPanel, type LeftTabOf } from '../desk/LeftPanel';
import type { ScreenProps } from '../desk/screens';
import { Tools } from '../desk/Tools';
import topbar from '../desk/topbar.module.css';
import flowStyles from '../flow/flow.module.css';
import {
  Exchange,
  FlowCanvas,
  type FlowCanvasHandle,
  isWayAddress,
  NodePalette,
  nextSpot,
  SimulationPanel,
  WayTitle,
} from '../flow/index';
import { Glyph } from '../Glyph';
import { Outline } from '../outline/Outline';
import { Choices } from '../parts/Choices';
import { Dragging } from '../parts/Dragging';
import { FlowKeys } from './FlowKeys';
import { type FlowFace, useFlowFace } from './use-address';
import { type FlowDesk, useFlowDesk } from './use-flow-desk';
import { useFlowDrag } from './use-flow-drag';

type Tab = 'nodes' | 'outline';
const TABS: readonly LeftTabOf<Tab>[] = [
  { code: 'nodes', title: '节点', hint: '搜索节点种类' },
  { code: 'outline', title: '大纲', hint: '搜索大纲' },
];
const FACES: readonly { readonly code: FlowFace; readonly title: string }[] = [
  { code: 'tree', title: '流程' },
  { code: 'binds', title: '绑定单据' },
  { code: 'settings', title: '设置' },
  { code: 'bpmn', title: 'BPMN 图' },
];

export const FlowScreen = ({ desk, view, onHome, onTree, onPublish, onJump, onReload }: ScreenProps) => {
  const flow = useFlowDesk(desk, view);
  const canvas = useRef<FlowCanvasHandle>(null);
  const drag = useFlowDrag(flow, canvas);
  const [face, setFace] = useFlowFace();
  const { screen, seen, doc, sampling } = flow;
  return (
    <DeskShell
      screen={screen}
      view={seen}
      of={flow.object?.title}
      onHome={onHome}
      onTree={onTree}
      onPublish={onPublish}
      bar={<FlowBar flow={flow} face={face} onFace={setFace} />}
    >
      <Dragging onStart={drag.start} onMove={drag.move} onEnd={drag.end} onCancel={drag.cancel}>
        <FlowLeft flow={flow} />
        <div className={styles.middle}>
          <DeskNotices desk={desk} view={view} onReload={onReload} />
          {face === 'bpmn' ? (
            <div className={flowStyles.drawn}>
              <FlowDiagram picture={pictureOf(doc)} />
            </div>
          ) : face !== 'tree' ? (
            <FlowKeys
              face={face}
              desk={desk}
              view={seen}
              page={flow.page}
              sample={sampling.sample}
              onSteps={screen.writing.onSteps}
            />
          ) : (
            <FlowPicture flow={flow} drag={drag} canvas={canvas} />
          )}
          <DeskBottom
            screen={screen}
            view={seen}
            sampling={sampling}
            onJump={onJump}
            own={{
              title: '模拟',
              body: <SimulationPanel doc={doc} view={view} sampling={sampling} simulating={flow.simulating} />,
            }}
          />
        </div>
        <FlowRight flow={flow} face={face} />
      </Dragging>
    </DeskShell>
  );
};

interface BarProps {
  readonly flow: FlowDesk;
  readonly face: FlowFace;
  readonly onFace: (face: FlowFace) => void;
}
/** In the bar: the sides of a flow, its text as BPMN, the trial of it. */
const FlowBar = ({ flow, face, onFace }: BarProps) => (
  <>
    <Choices
      role="tab"
      look="line"
      label="流程的各面"
      className={topbar.faces}
      choices={FACES}
      value={face}
      onChoose={onFace}
    />
    <span className={topbar.grow} />
    <Exchange doc={flow.doc} readonly={flow.screen.isClosed} onText={flow.replace} />
    <Button
      onClick={() => {
        onFace('tree');
        flow.screen.turnBottom('own');
      }}
    >
      <Glyph name="play" /> 模拟
    </Button>
  </>
);

const FlowLeft = ({ flow }: { readonly flow: FlowDesk }) => {
  const { screen, doc, chosen } = flow;
  const { desk, writing } = screen;
  const [tab, setTab] = useState<Tab>('nodes');
  return (
    <LeftPanel tab={tab} onTab={setTab} tabs={TABS} search={screen.search}>
      {(query) =>
        tab === 'nodes' ? (
          <NodePalette
            query={query}
            disabled={screen.isClosed}
            onUse={(sort) => flow.add(sort, nextSpot(doc, chosen))}
          />
        ) : (
          <Outline
            nodes={flow.outline}
            query={query}
            selection={flow.seen.selection}
            onSelect={(addresses) => desk.select(addresses.slice(0, 1))}
            onMove={(address, by) => writing.run(shiftFlow, { address, by })}
            onRename={(address, title) =>
              isWayAddress(address)
                ? writing.run(retitleFlowWay, { address, title })
                : writing.run(retitle, { address, title })
            }
            addable={() => false}
            onAdd={() => undefined}
            onMenu={() => undefined}
          />
        )
      }
    </LeftPanel>
  );
};

interface PictureProps {
  readonly flow: FlowDesk;
  readonly drag: ReturnType<typeof useFlowDrag>;
  readonly canvas: RefObject<FlowCanvasHandle | null>;
}
const FlowPicture = ({ flow, drag, canvas }: PictureProps) => {
  const { screen, keys } = flow;
  return (
    <FlowCanvas
      handle={canvas}
      doc={flow.doc}
      names={flow.names}
      selection={flow.seen.selection}
      problems={flow.own}
      aim={drag.aim}
      isDragging={drag.isCarrying}
      lit={flow.simulating.lit}
      readonly={screen.isClosed}
      onSelect={(address) => screen.desk.select(address === '' ? [] : [address])}
      onAdd={flow.add}
      onWay={(block) => void screen.writing.run(addFlowWay, { block })}
      tools={(box) => <Tools box={box} onWiden={undefined} onDuplicate={keys.duplicate} onRemove={keys.remove} />}
    />
  );
};

/** Properties of what is chosen; those of the whole flow stand in the middle on their own sides. */
const FlowRight = ({ flow, face }: { readonly flow: FlowDesk; readonly face: FlowFace }) => {
  const { screen, chosen, seen } = flow;
  const { desk, writing } = screen;
  return (
    <aside className={styles.right} aria-label="属性">
      {chosen !== undefined && isWayAddress(chosen) && (
        <WayTitle
          key={chosen}
          address={chosen}
          disabled={screen.isClosed}
          onDone={(title) => writing.run(retitleFlowWay, { address: chosen, title })}
        />
      )}
      {chosen === undefined && (face === 'binds' || face === 'settings') ? (
        <p className={styles.elsewhere}>整个流程的属性在中间；在流程图上点一个节点，这里是它的属性。</p>
      ) : (
        <InspectorPanel
          desk={desk}
          view={seen}
          page={flow.page}
          sample={flow.sampling.sample}
          onSteps={writing.onSteps}
        />
      )}
    </aside>
  );
};
