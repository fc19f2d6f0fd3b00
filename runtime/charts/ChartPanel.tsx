/** A chart with its frame: title and unit, states, the table behind it, a click to the records of a mark. */

import { useRef, useState } from 'react';
import { useHost } from '../page/index';
import { ChartBody } from './ChartBody';
import { ChartMenu } from './ChartMenu';
import styles from './charts.module.css';
import { type Emitted, type Level, levelled } from './levels';
import { shownMeasures } from './points';
import { unitsOf } from './text';
import type { CellAsk, Words } from './types';
import { type Again, useChartData } from './use-chart-data';
import { useMarks } from './use-marks';

interface Props {
  readonly title: string;
  readonly ask: CellAsk;
  readonly words: Words;
  /** px at 1440 */
  readonly font?: number;
  /** seconds between two questions; undefined = only when asked */
  readonly every?: number | undefined;
  /** asked anew by a person */
  readonly again?: Again | undefined;
  /** where a mark leads, when not to the records of the report */
  readonly canDrill?: boolean;
  /** without its menu: large screens */
  readonly isPlain?: boolean;
  /** words beside the title: what did not reach this chart */
  readonly remark?: string | undefined;
  /** takes what a mark sends to other charts (`emit`); null = the chart sends nothing any more */
  readonly onEmit?: ((sent: Emitted | null) => void) | undefined;
  /** puts it on a board, as it is asked now */
  readonly onKeep?: ((ask: CellAsk) => void) | undefined;
  /** what it sends now */
  readonly emitted?: string | undefined;
}

export const ChartPanel = ({
  title,
  ask: asked,
  words,
  font,
  every,
  again,
  canDrill = true,
  isPlain = false,
  remark,
  onEmit,
  onKeep,
  emitted,
}: Props) => {
  const host = useHost();
  const [path, setPath] = useState<readonly Level[]>([]);
  const ask = levelled(asked, path);
  const frame = useRef<HTMLElement>(null);
  const query = useChartData({ ask, every, again, active: host.active, frame });
  const { data, error } = query;
  const isStale = error !== null && data !== undefined;
  const units = data === undefined ? [] : unitsOf(shownMeasures(data, ask.chart));
  const [isMenu, setMenu] = useState(false);
  const marks = useMarks({
    asked,
    ask,
    data,
    words,
    path,
    onPath: setPath,
    canDrill,
    onEmit,
    emitted,
    onLong: () => setMenu(!isPlain),
  });
  return (
    // focused by a click, so that Escape is heard here
    <section
      ref={frame}
      tabIndex={-1}
      className={styles.panel}
      aria-label={title}
      data-stale={isStale || undefined}
      {...marks.handlers}
    >
      <header className={styles.head}>
        <h3>{title}</h3>
        {units.length > 0 && <span className={styles.unit}>{units.join('，')}</span>}
        {path.length > 0 && <Crumbs path={path} onPath={setPath} />}
        {remark !== undefined && <span className={styles.remark}>{remark}</span>}
        {data?.note !== undefined && <span className={styles.remark}>{data.note}</span>}
        <span className={styles.grow} />
        {!isPlain && (
          <ChartMenu
            title={title}
            ask={ask}
            data={data}
            words={words}
            frame={frame}
            isOpen={isMenu}
            onOpen={(open) => {
              if (open || !marks.isResting()) setMenu(open);
            }}
            onPick={marks.pick}
            onKeep={onKeep === undefined ? undefined : () => onKeep(ask)}
            onAgain={() => void query.refetch()}
          />
        )}
      </header>
      <div
        className={styles.body}
        aria-busy={query.isFetching}
        title={marks.isBarred && marks.pick === undefined ? '无权查看明细' : undefined}
      >
        <ChartBody
          title={title}
          ask={ask}
          data={data}
          error={error}
          words={words}
          marks={marks}
          isPlain={isPlain}
          font={font}
          onAgain={() => void query.refetch()}
        />
      </div>
    </section>
  );
};

/** How deep the chart was gone into: 全部 / 尺寸超差 / 车削. */
const Crumbs = ({
  path,
  onPath,
}: {
  readonly path: readonly Level[];
  readonly onPath: (path: readonly Level[]) => void;
}) => (
  <nav className={styles.crumbs} aria-label="下钻路径">
    {['全部', ...path.map(({ label }) => label)].map((label, at) => {
      const key = path
        .slice(0, at)
        .map(({ dim, value }) => `${dim}=${value}`)
        .join();
      return at === path.length ? (
        <span key={key} aria-current="location">
          {label}
        </span>
      ) : (
        <button key={key} type="button" onClick={() => onPath(path.slice(0, at))}>
          {label}
        </button>
      );
    })}
  </nav>
);
