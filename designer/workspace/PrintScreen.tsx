/** The print designer in the workspace: palette, paper, properties, problems and pages, over the draft that is open. */
import { Button, Popover } from 'antd';
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { useHost } from '../../runtime/page/index';
import type { Step } from '../../schemas/language/steps/index';
import { setPaper } from '../commands/index';
import { BottomPanel, type BottomTab } from '../desk/BottomPanel';
import { Conflicts } from '../desk/Conflicts';
import styles from '../desk/desk.module.css';
import { InspectorPanel } from '../desk/InspectorPanel';
import { type ScreenProps, withOwnProblems } from '../desk/screens';
import { TopBar } from '../desk/TopBar';
import topbar from '../desk/topbar.module.css';
import { Glyph } from '../Glyph';
import {
  Canvas,
  type CanvasHandle,
  faultsOf,
  isItemAddress,
  type Layout,
  layoutOf,
  PageStrip,
  PaperForm,
  Preview,
  paperTitle,
  printActs,
  problemsOf,
  type Showing,
  stripFor,
  Toolbar,
  usePrintKeys,
} from '../print/index';
import { NodeMenu } from './NodeMenu';
import { PrintPalette } from './PrintPalette';
import { actsOf } from './store-acts';
import { usePrintPages } from './use-print-pages';
import { usePrintSample } from './use-print-sample';

interface Props extends ScreenProps {
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
  const [bottom, setBottom] = useState<BottomTab>();
  const [showing, setShowing] = useState<Showing>('names');
  const [grid, setGrid] = useState(true);
  const [pulls, setPulls] = useState(true);
  const [labelled, setLabelled] = useState(true);
  const [zoom, setZoom] = useState(100);
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
  const seen = useMemo(() => withOwnProblems(view, found, (code) => code.startsWith('print.')), [view, found]);
  const acts = printActs({ store, layout, strip, selection, labelled, onSelect: select, tell });
  const write = useMemo(() => actsOf(store, () => undefined), [store]);
  const writeSteps = (steps: readonly Step[], group: string): void => {
    const outcome = write.write(steps, group);
    if ('refused' in outcome) tell(outcome.refused);
  };
  const { pages, pdf, source } = usePrintPages({
    desk,
    layout,
    sampling,
    sample,
    open: view.open?.id ?? '',
    shows: bottom === 'own' || page !== undefined,
    tell,
  });
  useEffect(() => setZoom(canvas.current?.fit() ?? 100), []);
  const focusEditor = (address: string): void => {
    select([address]);
    const find = (): HTMLElement | null | undefined =>
      EDITED.map((key) =>
        frame.current?.querySelector<HTMLElement>(
          `aside [data-key="${key}"] :is(.cm-content, textarea, input, .ant-select-selection-search-input)`,
        ),
      ).find((element) => element !== null && element !== undefined);
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
              object={object}
              onKeys={(to) => {
                const refusal = store.run(setPaper, { keys: to });
                if (refusal !== undefined && refusal.code !== 'same') tell(refusal.reason);
              }}
            />
          }
        >
          <button type="button" className={topbar.rows} aria-label={`纸张 ${paperTitle(doc)}，设置`}>
            纸张 <b>{paperTitle(doc)}</b>
            <Glyph name="down" />
          </button>
        </Popover>
        <span className={topbar.grow} />
        <Button title="预览 Ctrl+P" onClick={keys.preview}>
          预览
        </Button>
      </TopBar>
      <PrintPalette
        layout={layout}
        strip={strip}
        search={search}
        selection={selection}
        faults={faults}
        labelled={labelled}
        onLabelled={setLabelled}
        onCarry={(event, offer) => canvas.current?.carry(event, offer)}
        onUse={acts.use}
        onSelect={select}
      />
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
          own={{ title: '分页预览', body: <PageStrip pages={pages} source={source} onOpen={setPage} /> }}
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
