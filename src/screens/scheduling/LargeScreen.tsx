/** `?screen=1`: the next eight hours on the wall. No controls; what does not fit goes by slowly. */
import { useEffect, useMemo, useRef, useState } from 'react';
import { factoryTime, PageTitle, useHost, useScale } from '../../../runtime/page/index';
import type { PlanAnswer } from '../../../schemas/language/wire-schedule';
import { onThemeMode } from '../../theme/mode';
import { spoken } from './chart/Chart';
import chartStyles from './chart/Chart.module.css';
import { toMinute } from './chart/moment';
import { Painter } from './chart/painter';
import { resourceRows } from './chart/rows';
import { sceneOf } from './chart/scene';
import { heightOf } from './chart/window';
import styles from './scheduling.module.css';
import type { Board } from './use-board';

interface Props {
  readonly board: Board;
  readonly plan: PlanAnswer;
}
const HOURS = 8;
const BEFORE_MIN = 30;
const MINUTE_MS = 60_000;
/** a page of rows stands so long */
const PAGE_MS = 20_000;
const ROW = 64;
const HEAD = 150;

export const LargeScreen = ({ board, plan }: Props) => {
  const { session } = useHost();
  const size = useScale();
  const [now, setNow] = useState(() => toMinute(factoryTime(session.now())));
  const [width, setWidth] = useState(0);
  useEffect(() => {
    const timer = setInterval(() => setNow(toMinute(factoryTime(session.now()))), MINUTE_MS / 4);
    return () => clearInterval(timer);
  }, [session]);
  // the wall reads anew by itself
  const { changedByOthers, refresh } = board.desk;
  useEffect(() => {
    if (changedByOthers) void refresh();
  }, [changedByOthers, refresh]);

  const rows = useMemo(() => resourceRows(plan.resources, board.bars, ROW * size), [plan.resources, board.bars, size]);
  const scene = useMemo(() => {
    const from = now - BEFORE_MIN;
    const headWidth = HEAD * size;
    const to = from + HOURS * 60;
    const room = Math.max(200, width - headWidth);
    const scale = { zoom: 'hour' as const, from, to, pxPerMin: room / (to - from), width: room, step: 5 };
    return sceneOf({ plan, view: 'resource', rows, scale, size, colourBy: board.colourBy, now, headWidth });
  }, [plan, rows, now, width, size, board.colourBy]);
  const seen = useMemo(
    () =>
      rows.flatMap((row) =>
        row.bars
          .filter(({ start, end }) => end > scene.scale.from && start < scene.scale.to)
          .map((bar) => ({ row, bar })),
      ),
    [rows, scene.scale.from, scene.scale.to],
  );
  const workshop = board.workshops.data?.find(({ id }) => id === board.workshopId);
  return (
    <div className={styles.wall} data-dark>
      <PageTitle title="排产" />
      <header>
        <h1>
          {workshop?.name} 未来 {HOURS} 小时
        </h1>
        <span>
          延误 <b>{plan.kpi.lateOrders}</b> 单　冲突 <b>{plan.conflicts.length}</b>
        </span>
        <time>{factoryTime(session.now()).slice(5, 16)}</time>
      </header>
      {board.desk.error !== null && <p role="alert">连接不上服务器，显示的是 {plan.now.slice(5, 16)} 的计划</p>}
      <Rolling scene={scene} onWidth={setWidth} />
      <ul className={styles.unseen} aria-label="未来八小时的任务">
        {seen.map(({ row, bar }) => (
          <li key={bar.id}>{spoken(row, bar)}</li>
        ))}
      </ul>
    </div>
  );
};

/** The chart, page after page where it is higher than the wall. */
const Rolling = ({
  scene,
  onWidth,
}: {
  readonly scene: ReturnType<typeof sceneOf>;
  readonly onWidth: (width: number) => void;
}) => {
  const box = useRef<HTMLDivElement>(null);
  const base = useRef<HTMLCanvasElement>(null);
  const marks = useRef<HTMLCanvasElement>(null);
  const painter = useRef<Painter | null>(null);
  const latest = useRef(scene);
  latest.current = scene;
  useEffect(() => {
    const made = new Painter(base.current!, marks.current!);
    painter.current = made;
    const frame = box.current!;
    const read = (): void => {
      made.sized(frame.clientWidth, frame.clientHeight);
      onWidth(frame.clientWidth);
    };
    read();
    const watch = new ResizeObserver(read);
    watch.observe(frame);
    const leave = onThemeMode(() => made.recolour());
    let top = 0;
    const timer = setInterval(() => {
      const page = frame.clientHeight - latest.current.headHeight;
      const height = heightOf(latest.current.rows);
      top = height <= page || top + page >= height ? 0 : Math.min(top + page, height - page);
      made.scrolled(0, top);
    }, PAGE_MS);
    return () => {
      clearInterval(timer);
      watch.disconnect();
      leave();
      made.stop();
    };
  }, [onWidth]);
  useEffect(() => painter.current?.show(scene), [scene]);
  return (
    <div ref={box} className={styles.rolling} aria-hidden="true">
      <div className={chartStyles.glass}>
        <canvas ref={base} />
        <canvas ref={marks} />
      </div>
    </div>
  );
};
