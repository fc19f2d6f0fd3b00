/**
 * 产品追溯 (40 §10.4): what a lot, a serial number, an order went into or came of, or what a resource worked on. One workbench for its four
 * entries: a scan line, what was asked about, the picture, the lists, and what is known of the card that was touched.
 */
import { Button, Spin, Switch } from 'antd';
import { type CSSProperties, type KeyboardEvent, useRef, useState } from 'react';
import { type Bounds, PageTitle, rem, Sash, useExtent, useHost } from '../../../runtime/page/index';
import { Facts, RootCard } from './Facts';
import { FreezeDialog } from './FreezeDialog';
import { Graph } from './Graph';
import { Lists } from './Lists';
import { MODES, type Mode } from './modes';
import { Lanes, Strip } from './Pictures';
import { printReport } from './Report';
import { ScanLine } from './ScanLine';
import { HALL_SCALE } from './scene';
import styles from './trace.module.css';
import { type Found, type Trace, useTrace } from './use-trace';

const SIDE: Bounds = { usual: 240, least: 160, most: 420 };
const BELOW: Bounds = { usual: 280, least: 96, most: 640 };

export const TraceWorkbench = ({ screen }: { readonly screen: string }) => {
  const mode = MODES[screen] ?? MODES.traceMaterial!;
  const { session } = useHost();
  const trace = useTrace(mode);
  const [freezes, setFreezes] = useState(false);
  const side = useExtent('trace.side', SIDE);
  const below = useExtent('trace.below', BELOW);
  const { found, status, big, setBig } = trace;
  const canFreeze = found?.kind === 'graph' && session.can('batch:freeze');
  const bench = useRef<HTMLDivElement>(null);
  // a dialog or an open list stands elsewhere and takes the key for itself
  const handleKeyDown = (event: KeyboardEvent): void => {
    if (event.key !== 'Escape' || event.defaultPrevented || bench.current?.contains(event.target as Node) !== true)
      return;
    if (big) setBig(false);
    else trace.choose(null);
  };
  return (
    <div ref={bench} className={styles.bench} data-big={big || undefined} onKeyDown={handleKeyDown}>
      <PageTitle title={mode.title} />
      <header className={styles.bar} hidden={big}>
        <Asked mode={mode} trace={trace} />
        <Acts mode={mode} trace={trace} onFreeze={canFreeze ? () => setFreezes(true) : undefined} />
      </header>
      {found === undefined ? (
        <div className={styles.none} role="status" aria-live="polite">
          {trace.busy ? (
            <Spin tip="正在追溯">
              <span className={styles.wait} />
            </Spin>
          ) : (
            status
          )}
        </div>
      ) : (
        <div
          className={styles.body}
          aria-busy={trace.busy}
          data-chosen={(found.kind === 'graph' && trace.chosen !== null) || undefined}
          style={{ '--side': rem(side.size * (big ? HALL_SCALE : 1)), '--below': rem(below.size) } as CSSProperties}
        >
          <RootCard found={found} />
          <Sash className={styles.sash} label="左栏宽度" way="x" extent={side} />
          <Centre trace={trace} found={found} />
          <Sash className={styles.sash} label="清单高度" way="y" extent={below} />
          <Facts mode={mode} trace={trace} found={found} />
          <Lists lists={trace.lists} chosen={trace.chosen} onChoose={trace.choose} />
        </div>
      )}
      {big && (
        <Button className={styles.leave ?? ''} autoFocus onClick={() => setBig(false)}>
          退出大字
        </Button>
      )}
      {canFreeze && (
        <FreezeDialog
          open={freezes}
          graph={found.answer}
          roots={trace.roots}
          onClose={() => setFreezes(false)}
          onDone={trace.refresh}
        />
      )}
    </div>
  );
};

interface PartProps {
  readonly mode: Mode;
  readonly trace: Trace;
}
const Asked = ({ mode, trace }: PartProps) => (
  <>
    <ScanLine mode={mode} trace={trace} />
    {mode.view === 'graph' && (
      <>
        <Option title="显示推算" on={trace.options.weak} onChange={(weak) => trace.change({ weak })} />
        <Option title="按时段收窄" on={trace.options.narrow} onChange={(narrow) => trace.change({ narrow })} />
      </>
    )}
  </>
);

/** What can be done with an answer. */
const Acts = ({ mode, trace, onFreeze }: PartProps & { readonly onFreeze: (() => void) | undefined }) => {
  const { session } = useHost();
  const { found } = trace;
  if (found === undefined) return null;
  return (
    <div className={styles.acts}>
      <span className={styles.asOf}>数据截至 {found.answer.asOf.slice(11)}</span>
      <Button onClick={trace.refresh}>刷新</Button>
      <Button onClick={() => trace.setBig(true)}>大字</Button>
      {found.kind === 'graph' && session.can('genealogyEdge:export') && (
        <Button onClick={trace.exportLists}>导出清单</Button>
      )}
      {found.kind === 'resource' && found.answer.outputs.length > 0 && (
        <Button onClick={() => void trace.follow(found.answer.outputs)}>转物料追溯</Button>
      )}
      <Button
        onClick={() =>
          void printReport(mode.title, { found, size: trace.size, scene: trace.scene, lists: trace.lists })
        }
      >
        打印追溯报告
      </Button>
      {onFreeze !== undefined && (
        <Button danger onClick={onFreeze}>
          一键冻结
        </Button>
      )}
    </div>
  );
};

const Centre = ({ trace, found }: { readonly trace: Trace; readonly found: Found }) => (
  <main className={styles.centre}>
    {found.kind === 'graph' && (
      <>
        {found.answer.truncated && (
          <p className={styles.cut} role="status">
            图形只显示前{found.answer.nodes.length}个节点，清单为完整结果
          </p>
        )}
        {trace.scene.links.length === 0 ? (
          <p className={styles.none} role="status">
            该批次没有追溯记录
          </p>
        ) : (
          <Graph
            scene={trace.scene}
            size={trace.size}
            chosen={trace.chosen}
            onChoose={({ id }) => trace.choose(id)}
            onOpen={trace.open}
            onFold={trace.fold}
          />
        )}
      </>
    )}
    {found.kind === 'path' && <Strip path={found.answer} />}
    {found.kind === 'resource' && <Lanes resource={found.answer} />}
  </main>
);

const Option = ({
  title,
  on,
  onChange,
}: {
  readonly title: string;
  readonly on: boolean;
  readonly onChange: (on: boolean) => void;
}) => (
  <span className={styles.option}>
    <Switch size="small" checked={on} aria-label={title} onChange={onChange} />
    {title}
  </span>
);
