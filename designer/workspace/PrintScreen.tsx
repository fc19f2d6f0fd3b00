/** The print designer in the workspace: palette, paper, properties, problems and pages, over the draft that is open. */
import { Button, Popover } from 'antd';
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { useHost } from '../../runtime/page/index';
import type { Step } from '../../schemas/language/steps/index';
import { setPaper } from '../commands/index';
import { designClient } from '../data/client';
import { Glyph } from '../Glyph';
import {
  Canvas,
  type CanvasHandle,
  Contents,
  ElementList,
  elementOffers,
  FieldTree,
  faultsOf,
  fieldOffers,
  isItemAddress,
  type Layout,
  layoutOf,
  PageStrip,
  PaperForm,
  Preview,
  paperTitle,
  printActs,
  problemsOf,
  ROWS_OF,
  type RowChoice,
  type Showing,
  stripFor,
  Toolbar,
  usePages,
  usePrintKeys,
} from '../print/index';
import { BottomPanel, type BottomTab } from './BottomPanel';
import { Conflicts } from './Conflicts';
import type { DeskProblem, DeskView } from './desk';
import { InspectorPanel } from './InspectorPanel';
import { LeftPanel, type LeftTabOf } from './LeftPanel';
import { NodeMenu } from './NodeMenu';
import { actsOf } from './store-acts';
import type { StoreDesk } from './store-desk';
import { TopBar } from './TopBar';
import topbar from './topbar.module.css';
import { usePrintSample } from './use-print-sample';
import styles from './workspace.module.css';

type Tab = 'fields' | 'elements' | 'contents';
const TABS: readonly LeftTabOf<Tab>[] = [
  { code: 'fields', title: '字段', hint: '搜索字段' },
  { code: 'elements', title: '元素', hint: '搜索元素' },
  { code: 'contents', title: '大纲', hint: '搜索版面内容' },
];
interface Props {
  readonly desk: StoreDesk;
  readonly view: DeskView;
  readonly onHome: () => void;
  readonly onTree: () => void;
  readonly onPublish: () => void;
  readonly onJump: (document: string, address: string) => void;
  readonly onObject: (id: string) => void;
}

export const PrintScreen = (props: Props) => {
  const { view } = props;
  const layout = useMemo(() => layoutOf(view.doc, view.library), [view.doc, view.library]);
  const last = useRef(layout);
  last.current = layout ?? last.current;
  // a text without a shape keeps the paper it had; the problems say what it is
  if (last.current !== undefined) return <Screen {...props} layout={last.current} />;
  return (
    <div className={styles.desk} data-plain="">
      <TopBar
        view={view}
        onHome={props.onHome}
        onTree={props.onTree}
        onUndo={() => props.desk.undo()}
        onRedo={() => props.desk.redo()}
        onProblems={() => undefined}
        onRetry={() => props.desk.flush()}
      />
      <p className={styles.empty}>这个模板不是单据的：报表的模板在报表发布后按列自动排版</p>
    </div>
  );
};

const Screen = ({
  desk,
  view,
  layout,
  onHome,
  onTree,
  onPublish,
  onJump,
  onObject,
}: Props & { readonly layout: Layout }) => {
  const { feedback, session } = useHost();
  const { store } = desk;
  const frame = useRef<HTMLDivElement>(null);
  const search = useRef<HTMLInputElement>(null);
  const canvas = useRef<CanvasHandle>(null);
  const [left, setLeft] = useState<Tab>('fields');
  const [bottom, setBottom] = useState<BottomTab>();
  const [showing, setShowing] = useState<Showing>('names');
  const [grid, setGrid] = useState(true);
  const [pulls, setPulls] = useState(true);
  const [labelled, setLabelled] = useState(true);
  const [zoom, setZoom] = useState(100);
  const [rows, setRows] = useState<RowChoice>('own');
  const [page, setPage] = useState<number>();
  const [menu, setMenu] = useState<{ readonly x: number; readonly y: number }>();
  const { doc, object } = layout;
  const { selection } = view;
  const { sampling, sample } = usePrintSample(layout, view, session);
  const tell = useCallback((reason: string): void => feedback.warning(reason), [feedback]);
  const select = useCallback((addresses: readonly string[]) => desk.select(addresses), [desk]);
  const strip = useMemo(() => stripFor(layout, undefined), [layout]);
  const found = useMemo(() => problemsOf(layout, stripFor(layout, sample)), [layout, sample]);
  const faults = useMemo(() => faultsOf(found), [found]);
  const seen = useMemo(() => withProblems(view, found), [view, found]);
  const groups = useMemo(() => fieldOffers(layout), [layout]);
  const elements = useMemo(() => elementOffers(layout), [layout]);
  const acts = printActs({ store, layout, strip, selection, labelled, onSelect: select, tell });
  const write = useMemo(() => actsOf(store, () => undefined), [store]);
  const writeSteps = (steps: readonly Step[], group: string): void => {
    const outcome = write.write(steps, group);
    if ('refused' in outcome) tell(outcome.refused);
  };
  const id = sampling.id;
  const open = view.open?.id ?? '';
  const pages = usePages(
    layout,
    sample,
    ROWS_OF[rows],
    {
      key: [desk.draft ?? '', open, id ?? ''],
      ask:
        id === undefined
          ? undefined
          : async () => {
              if (!(await desk.send())) throw new Error('有修改还没有保存，请联网后再预览');
              return designClient.print({ draft: desk.draft ?? '', document: open, id });
            },
    },
    bottom === 'pages' || page !== undefined,
  );
  useEffect(() => setZoom(canvas.current?.fit() ?? 100), []);
  const focusEditor = (address: string): void => {
    select([address]);
    const find = (): HTMLElement | null | undefined =>
      EDITED.map((key) =>
        frame.current?.querySelector<HTMLElement>(
          `aside [data-key="${key}"] :is(.cm-content, textarea, input, .ant-select-selection-search-input)`,
        ),
      ).find((one) => one !== null && one !== undefined);
    requestAnimationFrame(() => requestAnimationFrame(() => find()?.focus()));
  };
  const keys = {
    ...acts,
    chosen: selection.length > 0,
    paste: () => void acts.paste(),
    undo: () => desk.undo(),
    redo: () => desk.redo(),
    save: () => desk.flush(),
    clear: () => select([]),
    edit: () => {
      if (selection[0] !== undefined) focusEditor(selection[0]);
    },
    search: () => search.current?.focus(),
    preview: () => setPage(0),
  };
  usePrintKeys(frame, keys);
  const source = { sampling, rows, onRows: setRows };
  const pdf =
    rows === 'own' && id !== undefined
      ? async () => {
          if (!(await desk.send())) return tell('有修改还没有保存，请联网后再导出');
          await designClient
            .printPdf({ draft: desk.draft ?? '', document: open, id })
            .catch((error: Error) => tell(error.message));
        }
      : undefined;
  return (
    <div className={styles.desk} ref={frame} tabIndex={-1} data-designer="">
      <TopBar
        view={seen}
        of={object.title}
        onHome={onHome}
        onTree={onTree}
        onUndo={keys.undo}
        onRedo={keys.redo}
        onProblems={() => setBottom(bottom === 'problems' ? undefined : 'problems')}
        onPublish={onPublish}
        onRetry={keys.save}
      >
        <Button size="small" type="text" onClick={() => onObject(`object:${object.object}`)}>
          回到{object.title}
        </Button>
        <Popover
          trigger="click"
          placement="bottomLeft"
          content={
            <PaperForm
              doc={doc}
              onKeys={(to) => {
                const refusal = store.run(setPaper, { keys: to });
                if (refusal !== undefined && refusal.reason !== '没有变化') tell(refusal.reason);
              }}
            />
          }
        >
          <button type="button" className={topbar.rows} aria-label="纸张设置">
            纸张 <b>{paperTitle(doc)}</b>
            <Glyph name="down" />
          </button>
        </Popover>
        <span className={topbar.grow} />
        <Button title="预览 Ctrl+P" onClick={keys.preview}>
          预览
        </Button>
      </TopBar>
      <LeftPanel tab={left} onTab={setLeft} tabs={TABS} search={search}>
        {(query) =>
          left === 'fields' ? (
            <FieldTree
              groups={groups}
              query={query}
              labelled={labelled}
              onLabelled={setLabelled}
              onCarry={(event, offer) => canvas.current?.carry(event, offer)}
              onUse={acts.use}
            />
          ) : left === 'elements' ? (
            <ElementList
              offers={elements}
              query={query}
              onCarry={(event, offer) => canvas.current?.carry(event, offer)}
              onUse={acts.use}
            />
          ) : (
            <Contents
              layout={layout}
              strip={strip}
              query={query}
              selection={selection}
              faults={faults}
              onSelect={select}
            />
          )
        }
      </LeftPanel>
      <div className={styles.middle}>
        <Conflicts view={view} onDecide={(conflict, choice) => store.decide(conflict, choice)} />
        <Toolbar
          showing={showing}
          onShowing={setShowing}
          grid={grid}
          onGrid={setGrid}
          pulls={pulls}
          onPulls={setPulls}
          chosen={selection.filter(isItemAddress).length}
          onArrange={acts.arrange}
          onEven={acts.even}
          zoom={zoom}
          onZoom={setZoom}
          onFit={() => setZoom(canvas.current?.fit() ?? 100)}
        />
        <Canvas
          handle={canvas}
          store={store}
          layout={layout}
          selection={selection}
          faults={faults}
          sample={showing === 'values' ? sample : undefined}
          zoom={zoom}
          onZoom={setZoom}
          snapping={{ grid: grid ? 1 : 0, pulls }}
          labelled={labelled}
          onSelect={select}
          onOpen={focusEditor}
          onMenu={setMenu}
          tell={tell}
        />
        <BottomPanel
          view={seen}
          sampling={sampling}
          tab={bottom}
          onTab={setBottom}
          onJump={onJump}
          onSteps={writeSteps}
          onSelect={(address) => select([address])}
          pages={<PageStrip pages={pages} source={source} onOpen={setPage} />}
        />
      </div>
      <aside className={styles.right} aria-label="属性">
        <InspectorPanel desk={desk} view={seen} page={undefined} sample={sampling.sample} onSteps={writeSteps} />
      </aside>
      {page !== undefined && (
        <Preview
          title={view.open?.title ?? ''}
          pages={pages}
          source={source}
          page={page}
          onPage={setPage}
          onPdf={pdf}
          onClose={() => setPage(undefined)}
        />
      )}
      <NodeMenu
        at={menu}
        entries={[
          { label: '修改内容', extra: 'F2', act: keys.edit },
          { label: '剪切', extra: 'Ctrl+X', act: keys.cut },
          { label: '复制', extra: 'Ctrl+C', act: keys.copy },
          { label: '粘贴', extra: 'Ctrl+V', act: keys.paste },
          { label: '再来一个', extra: 'Ctrl+D', act: keys.duplicate },
          { label: '移除', extra: 'Delete', danger: true, act: keys.remove },
        ]}
        onClose={() => setMenu(undefined)}
      />
    </div>
  );
};
/** keys of an item that say what it is, the first that it has is written into */
const EDITED = ['text', 'field', 'code', 'image', 'height', 'x'];

/** The linter's own answer comes after the save; of this document it is known at once. */
function withProblems(view: DeskView, found: ReturnType<typeof problemsOf>): DeskView {
  const open = view.open?.id ?? '';
  const others = view.problems.filter((one) => one.document !== open || !one.code.startsWith('print.'));
  const own = found.map(
    ({ code, path, text, level }): DeskProblem => ({
      document: open,
      code,
      address: path,
      text,
      level: level ?? 'error',
    }),
  );
  return { ...view, problems: [...own, ...others] };
}
