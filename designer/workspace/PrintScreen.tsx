/** The print designer in the workspace: palette, paper, properties, problems and pages, over the draft that is open. */
import { Button, Popover } from 'antd';
import { useMemo, useRef } from 'react';
import { DeskBottom } from '../desk/DeskBottom';
import { DeskNotices } from '../desk/DeskNotices';
import { DeskShell } from '../desk/DeskShell';
import styles from '../desk/desk.module.css';
import { InspectorPanel } from '../desk/InspectorPanel';
import type { ScreenProps } from '../desk/screens';
import { TopBar } from '../desk/TopBar';
import topbar from '../desk/topbar.module.css';
import { Glyph } from '../Glyph';
import { Canvas, type Layout, layoutOf, PageStrip, PaperForm, Preview, paperTitle, Toolbar } from '../print/index';
import { NodeMenu } from './NodeMenu';
import { PrintPalette } from './PrintPalette';
import { type PrintDesk, usePrintDesk } from './use-print-desk';

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

const Screen = ({ layout, ...props }: Props & { readonly layout: Layout }) => {
  const { desk, view } = props;
  const print = usePrintDesk(desk, view, layout);
  const { screen, seen, strip, faults, keys, sampling } = print;
  return (
    <DeskShell
      screen={screen}
      view={seen}
      of={layout.object.title}
      onHome={props.onHome}
      onTree={props.onTree}
      onPublish={props.onPublish}
      bar={<PrintBar print={print} onObject={props.onObject} />}
    >
      <PrintPalette
        layout={layout}
        strip={strip}
        search={screen.search}
        selection={view.selection}
        faults={faults}
        labelled={print.labelled}
        onLabelled={print.setLabelled}
        onCarry={(event, offer) => print.canvas.current?.carry(event, offer)}
        onUse={keys.use}
        onSelect={print.select}
      />
      <div className={styles.middle}>
        <DeskNotices desk={desk} view={view} onReload={props.onReload} />
        <PaperTools print={print} />
        <Paper print={print} selection={view.selection} />
        <DeskBottom
          screen={screen}
          view={seen}
          sampling={sampling}
          onJump={props.onJump}
          own={{
            title: '分页预览',
            body: <PageStrip pages={print.pages.pages} source={print.pages.source} onOpen={print.setPage} />,
          }}
        />
      </div>
      <aside className={styles.right} aria-label="属性">
        <InspectorPanel
          desk={desk}
          view={seen}
          page={undefined}
          sample={sampling.sample}
          onSteps={screen.writing.onSteps}
        />
      </aside>
      {print.page !== undefined && (
        <Preview
          title={view.open?.title ?? ''}
          pages={print.pages.pages}
          source={print.pages.source}
          page={print.page}
          onPage={print.setPage}
          onPdf={print.pages.pdf}
          onClose={() => print.setPage(undefined)}
        />
      )}
      <NodeMenu
        at={print.menu}
        entries={[
          { label: '修改内容', extra: 'F2', act: keys.rename },
          { label: '剪切', extra: 'Ctrl+X', act: keys.cut },
          { label: '复制', extra: 'Ctrl+C', act: keys.copy },
          { label: '粘贴', extra: 'Ctrl+V', act: keys.paste },
          { label: '再来一个', extra: 'Ctrl+D', act: keys.duplicate },
          { label: '移除', extra: 'Delete', danger: true, act: keys.remove },
        ]}
        onClose={() => print.setMenu(undefined)}
      />
    </DeskShell>
  );
};

/** In the bar: the way back to the object, the paper, the preview. */
const PrintBar = ({ print, onObject }: { readonly print: PrintDesk } & Pick<Props, 'onObject'>) => {
  const { doc, object } = print.layout;
  return (
    <>
      <Button size="small" type="text" onClick={() => onObject(`object:${object.object}`)}>
        回到{object.title}
      </Button>
      <Popover
        trigger="click"
        placement="bottomLeft"
        content={<PaperForm doc={doc} object={object} onKeys={print.setPaper} />}
      >
        <button type="button" className={topbar.rows} aria-label={`纸张 ${paperTitle(doc)}，设置`}>
          纸张 <b>{paperTitle(doc)}</b>
          <Glyph name="down" />
        </button>
      </Popover>
      <span className={topbar.grow} />
      <Button title="预览 Ctrl+P" onClick={print.keys.preview}>
        预览
      </Button>
    </>
  );
};

const PaperTools = ({ print: { look, keys, chosen } }: { readonly print: PrintDesk }) => (
  <Toolbar
    showing={look.showing}
    onShowing={look.setShowing}
    grid={look.grid}
    onGrid={look.setGrid}
    pulls={look.pulls}
    onPulls={look.setPulls}
    chosen={chosen}
    onArrange={keys.arrange}
    onEven={keys.even}
    zoom={look.zoom}
    onZoom={look.setZoom}
    onFit={look.fit}
  />
);

const Paper = ({ print, selection }: { readonly print: PrintDesk; readonly selection: readonly string[] }) => {
  const { look } = print;
  return (
    <Canvas
      handle={print.canvas}
      writing={print.screen.writing}
      layout={print.layout}
      selection={selection}
      faults={print.faults}
      sample={look.showing === 'values' ? print.sample : undefined}
      zoom={look.zoom}
      onZoom={look.setZoom}
      snapping={{ grid: look.grid ? 1 : 0, pulls: look.pulls }}
      labelled={print.labelled}
      onSelect={print.select}
      onOpen={print.edit}
      onMenu={print.setMenu}
    />
  );
};
