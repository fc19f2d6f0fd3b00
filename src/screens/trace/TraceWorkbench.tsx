/**
 * 产品追溯 (40 §10.4): what a lot, a serial number, an order went into or came of, or what a resource worked on. One workbench for its four
 * entries: a scan line, what was asked about, the picture, the lists, and what is known of the card that was touched.
 */
import { Button, Switch } from 'antd';
import { useState } from 'react';
import { PageTitle, useHost } from '../../../runtime/page/index';
import { Facts, RootCard } from './Facts';
import { FreezeDialog } from './FreezeDialog';
import { Graph } from './Graph';
import { Lists } from './Lists';
import { MODES } from './modes';
import { Lanes, Strip } from './Pictures';
import { printReport } from './Report';
import { ScanLine } from './ScanLine';
import { LARGE, SMALL } from './scene';
import styles from './trace.module.css';
import { useTrace } from './use-trace';

export const TraceWorkbench = ({ screen }: { readonly screen: string }) => {
  const mode = MODES[screen] ?? MODES.traceMaterial!;
  const { session } = useHost();
  const trace = useTrace(mode);
  const [freezes, setFreezes] = useState(false);
  const { found, status, options } = trace;
  const isGraph = mode.view === 'graph';
  const size = trace.isTouch ? LARGE : SMALL;
  const hasGraph = found?.kind === 'graph';
  const canFreeze = hasGraph && session.can('batch:freeze');
  return (
    <div className={styles.bench}>
      <PageTitle title={mode.title} />
      <header className={styles.bar}>
        <ScanLine mode={mode} trace={trace} />
        {isGraph && (
          <>
            <Option title="显示推算" on={options.weak} onChange={(weak) => trace.change({ weak })} />
            <Option title="按时段收窄" on={options.narrow} onChange={(narrow) => trace.change({ narrow })} />
          </>
        )}
        <span className={styles.grow} />
        {found !== undefined && (
          <>
            <span className={styles.asOf}>数据截至 {found.answer.asOf.slice(11)}</span>
            <Button onClick={trace.refresh}>刷新</Button>
          </>
        )}
        {hasGraph && session.can('genealogyEdge:export') && <Button onClick={trace.exportLists}>导出清单</Button>}
        {found?.kind === 'resource' && found.answer.outputs.length > 0 && (
          <Button onClick={() => void trace.follow(found.answer.outputs)}>转物料追溯</Button>
        )}
        {found !== undefined && (
          <Button onClick={() => void printReport(mode.title, { found, size, scene: trace.scene, lists: trace.lists })}>
            打印追溯报告
          </Button>
        )}
        {canFreeze && (
          <Button danger onClick={() => setFreezes(true)}>
            一键冻结
          </Button>
        )}
      </header>
      {found === undefined ? (
        <p className={styles.none} role="status" aria-live="polite">
          {status}
        </p>
      ) : (
        <div className={styles.body}>
          <RootCard found={found} />
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
                    size={size}
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
          <Facts mode={mode} trace={trace} found={found} />
          <Lists lists={trace.lists} chosen={trace.chosen} onChoose={trace.choose} />
        </div>
      )}
      {canFreeze && found?.kind === 'graph' && (
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
