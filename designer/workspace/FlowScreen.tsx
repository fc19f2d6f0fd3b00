/** The flow designer in the workspace: nodes to put in, the picture, properties, problems, over the draft that is open. */
import { Button } from 'antd';
import { useMemo, useRef, useState } from 'react';
import { FlowDiagram } from '../../runtime/flow/index';
import { useHost } from '../../runtime/page/index';
import { checkFlow } from '../../schemas/language/check/flow';
import { checkShape } from '../../schemas/language/check/shape';
import type { FlowDoc, NodeSort } from '../../schemas/language/flow/document';
import { pictureOf } from '../../schemas/language/flow/drawing';
import { diffSteps, type Step, type StepDoc } from '../../schemas/language/steps/index';
import type { Json, Problem } from '../../schemas/language/value';
import { designPage } from '../canvas/design-page';
import {
  addFlowNode,
  addFlowWay,
  duplicateFlow,
  moveFlowNode,
  removeFlow,
  retitle,
  retitleFlowWay,
  shiftFlow,
} from '../commands/index';
import { usePeople } from '../data/people';
import { BottomPanel, type BottomTab } from '../desk/BottomPanel';
import { Conflicts } from '../desk/Conflicts';
import type { DeskView } from '../desk/desk';
import styles from '../desk/desk.module.css';
import { InspectorPanel } from '../desk/InspectorPanel';
import { LeftPanel, type LeftTabOf } from '../desk/LeftPanel';
import { type ScreenProps, withOwnProblems } from '../desk/screens';
import { Tools } from '../desk/Tools';
import { TopBar } from '../desk/TopBar';
import topbar from '../desk/topbar.module.css';
import { type Command, isRefusal } from '../document/state';
import flow from '../flow/flow.module.css';
import {
  conditionWords,
  Exchange,
  FlowCanvas,
  type FlowCanvasHandle,
  fieldNames,
  flowOutline,
  isWayAddress,
  type Names,
  NodePalette,
  namedIn,
  nextSpot,
  SimulationPanel,
  type Slot,
  useFlowKeys,
  useSimulation,
  WayTitle,
} from '../flow/index';
import { Glyph } from '../Glyph';
import { Outline } from '../outline/Outline';
import { flattened } from '../outline/outline-of';
import { Choices } from '../parts/Choices';
import { Dragging, type Point } from '../parts/Dragging';
import { useSample } from '../trial/index';
import { FlowKeys } from './FlowKeys';
import { actsOf } from './store-acts';

type Tab = 'nodes' | 'outline';
const TABS: readonly LeftTabOf<Tab>[] = [
  { code: 'nodes', title: '节点', hint: '搜索节点种类' },
  { code: 'outline', title: '大纲', hint: '搜索大纲' },
];
type FlowFace = 'tree' | 'binds' | 'settings' | 'bpmn';
const FACES: readonly { readonly code: FlowFace; readonly title: string }[] = [
  { code: 'tree', title: '流程' },
  { code: 'binds', title: '绑定单据' },
  { code: 'settings', title: '设置' },
  { code: 'bpmn', title: 'BPMN 图' },
];
export const FlowScreen = ({ desk, view, onHome, onTree, onPublish, onJump }: ScreenProps) => {
  const { feedback, session } = useHost();
  const { store } = desk;
  const frame = useRef<HTMLDivElement>(null);
  const search = useRef<HTMLInputElement>(null);
  const canvas = useRef<FlowCanvasHandle>(null);
  const [face, setFace] = useState<FlowFace>('tree');
  const [left, setLeft] = useState<Tab>('nodes');
  const [bottom, setBottom] = useState<BottomTab>();
  const [isCarrying, setCarrying] = useState(false);
  const [aim, setAim] = useState<{ readonly slot: Slot; readonly refused: string | undefined }>();
  const { selection, library, open } = view;
  // a text without nodes keeps an empty picture; the problems say what it is
  const doc = useMemo<FlowDoc>(
    () => ({
      ...(view.doc as unknown as FlowDoc),
      nodes: Array.isArray(view.doc.nodes) ? (view.doc.nodes as never) : [],
    }),
    [view.doc],
  );
  const object = library.objects.get(doc.object)?.object;
  const page = useMemo(
    () =>
      object === undefined
        ? undefined
        : designPage({ object, lib: library.types, dicts: library.dicts, sort: 'edit', session }),
    [object, library, session],
  );
  const published = view.documents.some(
    (eachDocument) => eachDocument.id === `object:${doc.object}` && !eachDocument.fresh,
  );
  const sampling = useSample(page, published);
  const simulating = useSimulation(doc, library, { id: sampling.id, on: bottom === 'own', published });
  const people = usePeople(useMemo(() => namedIn(doc), [doc]));
  const names = useMemo<Names>(() => {
    const nameIn = (list: readonly { readonly code: string; readonly name: string }[]) => (code: string) =>
      list.find((item) => item.code === code)?.name ?? code;
    return {
      role: nameIn(people.roles),
      user: nameIn(people.users),
      field: fieldNames(doc, library),
      condition: conditionWords(doc, library),
    };
  }, [people, doc, library]);
  const outline = useMemo(() => flowOutline(doc), [doc]);
  const flat = useMemo(() => flattened(outline, new Set()).map(({ node }) => node.address), [outline]);
  const seen = useMemo(() => withOwnProblems(view, problemsOf(view), (code) => !OF_SERVER.test(code)), [view]);
  const own = useMemo(() => seen.problems.filter((problem) => problem.document === open?.id), [seen, open]);
  const [chosen] = selection;
  const isClosed = view.readonly !== undefined;

  const run = <A,>(command: Command<A>, args: A): boolean => {
    const refusal = view.readonly === undefined ? store.run(command, args) : { reason: view.readonly };
    if (refusal !== undefined && refusal.code !== 'same') feedback.warning(refusal.reason);
    return refusal === undefined;
  };
  const asked = <A,>(command: Command<A>, args: A): string | undefined => {
    const answer = command(store.state, args);
    return isRefusal(answer) ? answer.reason : undefined;
  };
  const add = (sort: NodeSort, spot: { readonly list: string; readonly after: string | null }): void => {
    if (run(addFlowNode, { sort, spot: { list: spot.list, after: spot.after } })) focusTitle(true);
  };
  const write = useMemo(
    () =>
      actsOf(
        store,
        () => undefined,
        () => desk.view().readonly,
      ),
    [store, desk],
  );
  const writeSteps = (steps: readonly Step[], group: string): void => {
    const outcome = write.write(steps, group);
    if ('refused' in outcome) feedback.warning(outcome.refused);
  };
  /** another text for this flow, one undo */
  const replace = (text: Json): void => {
    desk.select([]);
    writeSteps(diffSteps(view.doc, text as unknown as StepDoc), `import ${Date.now()}`);
  };
  /** `all`: what it is called now is to be written over */
  const focusTitle = (all: boolean): void => {
    const find = (): void => {
      const input = frame.current?.querySelector<HTMLInputElement>('[data-key="title"] :is(input, textarea)');
      input?.focus();
      if (all) input?.select();
    };
    requestAnimationFrame(() => requestAnimationFrame(find));
  };
  const keys = {
    undo: () => desk.undo(),
    redo: () => desk.redo(),
    save: () => desk.flush(),
    remove: () => void (chosen !== undefined && run(removeFlow, { address: chosen })),
    duplicate: () => void (chosen !== undefined && run(duplicateFlow, { address: chosen })),
    clear: () => desk.select([]),
    search: () => search.current?.focus(),
    rename: () => chosen !== undefined && focusTitle(false),
    move: (by: -1 | 1) => void (chosen !== undefined && run(shiftFlow, { address: chosen, by })),
    walk: (by: -1 | 1) => {
      const at = flat.indexOf(chosen ?? '');
      const next = flat[at < 0 ? 0 : at + by];
      if (next !== undefined) desk.select([next]);
    },
  };
  useFlowKeys(frame, keys);

  const dropAt = (
    id: string,
    at: Point,
  ): { readonly slot: Slot; readonly refused: string | undefined; readonly go: () => void } | undefined => {
    const slot = canvas.current?.slotAt(at.x, at.y);
    if (slot === undefined) return undefined;
    const spot = { list: slot.list, after: slot.after };
    const rest = id.slice(id.indexOf(':') + 1);
    if (id.startsWith('sort:')) {
      const sort = rest as NodeSort;
      return { slot, refused: asked(addFlowNode, { sort, spot }), go: () => add(sort, spot) };
    }
    const answer = moveFlowNode(store.state, { address: rest, spot });
    const refusal = isRefusal(answer) ? answer : undefined;
    return {
      slot,
      refused: refusal?.code === 'same' ? '它就在这里' : refusal?.reason,
      go: () => void run(moveFlowNode, { address: rest, spot }),
    };
  };
  const stop = (): void => {
    setCarrying(false);
    setAim(undefined);
  };
  return (
    <div className={styles.desk} ref={frame} tabIndex={-1} data-designer="">
      <TopBar
        view={seen}
        of={object?.title}
        onHome={onHome}
        onTree={onTree}
        onUndo={keys.undo}
        onRedo={keys.redo}
        onProblems={() => setBottom(bottom === 'problems' ? undefined : 'problems')}
        onPublish={onPublish}
        onRetry={keys.save}
      >
        <Choices
          role="tab"
          look="line"
          label="流程的各面"
          className={topbar.faces}
          choices={FACES}
          value={face}
          onChoose={setFace}
        />
        <span className={topbar.grow} />
        <Exchange doc={doc} readonly={isClosed} onText={replace} />
        <Button
          onClick={() => {
            setFace('tree');
            setBottom(bottom === 'own' ? undefined : 'own');
          }}
        >
          <Glyph name="play" /> 模拟
        </Button>
      </TopBar>
      <Dragging
        onStart={({ title = '' }) => {
          setCarrying(true);
          return { title };
        }}
        onMove={({ id }, at) => setAim(dropAt(id, at))}
        onEnd={({ id }, at) => {
          const found = dropAt(id, at);
          stop();
          if (found !== undefined && found.refused === undefined) found.go();
        }}
        onCancel={stop}
      >
        <LeftPanel tab={left} onTab={setLeft} tabs={TABS} search={search}>
          {(query) =>
            left === 'nodes' ? (
              <NodePalette query={query} disabled={isClosed} onUse={(sort) => add(sort, nextSpot(doc, chosen))} />
            ) : (
              <Outline
                nodes={outline}
                query={query}
                selection={selection}
                onSelect={(addresses) => desk.select(addresses.slice(0, 1))}
                onMove={(address, by) => run(shiftFlow, { address, by })}
                onRename={(address, title) =>
                  isWayAddress(address) ? run(retitleFlowWay, { address, title }) : run(retitle, { address, title })
                }
                addable={() => false}
                onAdd={() => undefined}
                onMenu={() => undefined}
              />
            )
          }
        </LeftPanel>
        <div className={styles.middle}>
          <Conflicts view={view} onDecide={(conflict, choice) => store.decide(conflict, choice)} />
          {isClosed && (
            <p role="status" className={styles.closed}>
              {view.readonly}
            </p>
          )}
          {face === 'bpmn' ? (
            <div className={flow.drawn}>
              <FlowDiagram picture={pictureOf(doc)} />
            </div>
          ) : face !== 'tree' ? (
            <FlowKeys face={face} desk={desk} view={seen} page={page} sample={sampling.sample} onSteps={writeSteps} />
          ) : (
            <FlowCanvas
              handle={canvas}
              doc={doc}
              names={names}
              selection={selection}
              problems={own}
              aim={aim}
              isDragging={isCarrying}
              lit={simulating.lit}
              readonly={isClosed}
              onSelect={(address) => desk.select(address === '' ? [] : [address])}
              onAdd={add}
              onWay={(block) => void run(addFlowWay, { block })}
              tools={(box) => (
                <Tools box={box} onWiden={undefined} onDuplicate={keys.duplicate} onRemove={keys.remove} />
              )}
            />
          )}
          <BottomPanel
            view={seen}
            sampling={sampling}
            own={{
              title: '模拟',
              body: <SimulationPanel doc={doc} view={view} sampling={sampling} simulating={simulating} />,
            }}
            tab={bottom}
            onTab={setBottom}
            onJump={onJump}
            onSteps={writeSteps}
            onSelect={(address) => desk.select([address])}
          />
        </div>
        <aside className={styles.right} aria-label="属性">
          {chosen !== undefined && isWayAddress(chosen) && (
            <WayTitle
              key={chosen}
              address={chosen}
              disabled={isClosed}
              onDone={(title) => run(retitleFlowWay, { address: chosen, title })}
            />
          )}
          {chosen === undefined && (face === 'binds' || face === 'settings') ? (
            <p className={styles.elsewhere}>整个流程的属性在中间；在流程图上点一个节点，这里是它的属性。</p>
          ) : (
            <InspectorPanel desk={desk} view={seen} page={page} sample={sampling.sample} onSteps={writeSteps} />
          )}
        </aside>
      </Dragging>
    </div>
  );
};

/** What only the server can say of a flow; everything else is said at once, as the linter will. */
const OF_SERVER = /^(flow\.(user|role|autoPass)|grant\.scope|code\.prefix|file\.|document|overlay)/;
const problemsOf = ({ doc, library }: DeskView): readonly Problem[] => {
  const shape = checkShape(doc as { readonly [key: string]: unknown }, 'flow');
  return shape.length > 0 ? shape : checkFlow(doc as unknown as FlowDoc, library);
};
