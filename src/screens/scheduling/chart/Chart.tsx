/**
 * The chart: a scroller with two canvases that stay in sight, and the tasks that can be seen as a list for keyboards and screen readers,
 * each where it is drawn. Gestures are told to the desk of the drag; the chart itself changes nothing.
 */
import { type RefObject, useEffect, useMemo, useRef, useState } from 'react';
import type { PlanResource } from '../../../../schemas/language/wire-schedule';
import type { DragDesk } from '../plan/drag-desk';
import { type Bar, taskName } from './bars';
import styles from './Chart.module.css';
import { hitOf, useGestures } from './gestures';
import { boxOf } from './hit';
import { type KeyWish, wishOf } from './keys';
import { shortMoment } from './moment';
import { seenOf } from './paint';
import type { Ghost } from './paint-marks';
import { Painter, pictureOf } from './painter';
import type { ChartRow } from './rows';
import type { Scene } from './scene';
import { minuteAt, xOf } from './time-scale';
import { barsWithin, heightOf, nextBar } from './window';

/** What others ask of the chart on the screen. */
export interface ChartHandle {
  /** what lies under a point of the window; null = beside the chart */
  at(clientX: number, clientY: number): { readonly minute: number; readonly resource: PlanResource | null } | null;
  /** `minute` null = only the row */
  show(minute: number | null, rowKey?: string): void;
  showTask(id: string): void;
  /** where no task is in sight, the next one */
  showNext(): void;
  picture(): HTMLCanvasElement | null;
  focus(): void;
  readonly frames: number;
}
interface Props {
  readonly scene: Scene;
  readonly desk: DragDesk;
  readonly handle: RefObject<ChartHandle | null>;
  readonly chosen: ReadonlySet<string>;
  readonly found: ReadonlySet<string> | null;
  /** has the right, and the plan is not somebody else's by now */
  readonly canMove: boolean;
  readonly touch: boolean;
  readonly onChoose: (ids: ReadonlySet<string>, bar: Bar | null) => void;
  readonly onWish: (wish: KeyWish) => void;
  readonly onRefused: (text: string) => void;
  /** told when the theme turns */
  readonly onTheme: (listener: () => void) => () => void;
}

export const Chart = (props: Props) => {
  const { scene, desk, handle, chosen, found, canMove, touch, onChoose, onWish, onRefused, onTheme } = props;
  const scroller = useRef<HTMLDivElement>(null);
  const base = useRef<HTMLCanvasElement>(null);
  const marks = useRef<HTMLCanvasElement>(null);
  const painter = useRef<Painter | null>(null);
  const height = heightOf(scene.rows);
  const { listed, relist } = useListed(painter, chosen);

  useEffect(() => {
    const made = new Painter(base.current!, marks.current!);
    painter.current = made;
    const box = scroller.current!;
    const size = (): void => {
      made.sized(box.clientWidth, box.clientHeight);
      relist();
    };
    size();
    const watch = new ResizeObserver(size);
    watch.observe(box);
    const leave = onTheme(() => made.recolour());
    return () => {
      watch.disconnect();
      leave();
      made.stop();
    };
  }, [onTheme, relist]);
  useEffect(() => {
    painter.current?.show(scene);
    relist();
  }, [scene, relist]);
  useEffect(() => painter.current?.mark({ chosen, found }), [chosen, found]);
  useEffect(
    () =>
      desk.subscribe(() => {
        const now = desk.current();
        painter.current?.mark({ ghost: now === null ? null : ghostOf(now) });
      }),
    [desk],
  );
  useHandle({ handle, scroller, painter, scene, height });
  const gestures = useGestures({ painter, scroller, desk, scene, chosen, canMove, touch, onChoose, onRefused });

  const handleKey = (event: React.KeyboardEvent): void => {
    const wish = wishOf(event, { canMove: canMove && chosen.size > 0, hasGhost: desk.current() !== null });
    if (wish === null) return;
    event.preventDefault();
    onWish(wish);
  };
  const lead = chosen.size > 0 ? [...chosen].at(-1)! : undefined;
  return (
    <div
      ref={scroller}
      className={styles.scroller}
      onScroll={({ currentTarget }) => {
        painter.current?.scrolled(currentTarget.scrollLeft, currentTarget.scrollTop);
        relist();
      }}
      {...gestures}
    >
      <div
        className={styles.sheet}
        style={{ width: scene.headWidth + scene.scale.width, height: scene.headHeight + height }}
      >
        <div className={styles.glass}>
          <canvas ref={base} aria-hidden="true" />
          <canvas ref={marks} aria-hidden="true" />
        </div>
        <div
          className={styles.list}
          role="listbox"
          aria-label="排产任务"
          aria-multiselectable="true"
          tabIndex={0}
          data-chart
          {...(lead !== undefined && listed.some(({ bar }) => bar.id === lead)
            ? { 'aria-activedescendant': `task-${lead}` }
            : {})}
          onKeyDown={handleKey}
        >
          {listed.map(({ row, bar }) => (
            <Named key={bar.id} row={row} bar={bar} scene={scene} isChosen={chosen.has(bar.id)} />
          ))}
        </div>
      </div>
    </div>
  );
};

/** A task for who does not see the picture: its words, at its place. */
const Named = ({
  row,
  bar,
  scene,
  isChosen,
}: {
  readonly row: ChartRow;
  readonly bar: Bar;
  readonly scene: Scene;
  readonly isChosen: boolean;
}) => {
  const box = boxOf(scene.scale, row, bar);
  return (
    <div
      id={`task-${bar.id}`}
      role="option"
      aria-selected={isChosen}
      tabIndex={-1}
      style={{
        left: scene.headWidth + box.x,
        top: scene.headHeight + box.y,
        width: box.width,
        height: box.height,
      }}
    >
      {spoken(row, bar)}
    </div>
  );
};
export const spoken = (row: Pick<ChartRow, 'title' | 'resource'>, { task, start, end }: Bar): string =>
  [
    taskName(task),
    `${task.materialCode} ${task.qty}`,
    ...(row.resource === null ? [] : [row.title]),
    `${shortMoment(start)} 至 ${shortMoment(end)}`,
    task.status === 1 ? '已确认' : '计划',
    ...(task.locked ? ['已锁定'] : []),
    ...(task.running ? ['加工中'] : []),
    ...(task.lateMin > 0 ? ['延误'] : []),
  ].join('，');

const ghostOf = ({ taken, place, answer, refusal }: NonNullable<ReturnType<DragDesk['current']>>): Ghost | null => {
  if (place === null) return null;
  const title = taken.kind === 'pool' ? taken.title : taken.kind === 'split' ? `分出 ${place.qty}` : '';
  return {
    resourceId: place.resource.id,
    start: place.start,
    end: place.end,
    title,
    refused: refusal !== null,
    moved: answer?.moved ?? [],
  };
};

/** The tasks that are seen, once the scroller rests; the chosen ones always. */
const LIST_MS = 120;
const MOST_LISTED = 300;
interface Listed {
  readonly row: ChartRow;
  readonly bar: Bar;
}
const useListed = (painter: RefObject<Painter | null>, chosen: ReadonlySet<string>) => {
  const [listed, setListed] = useState<readonly Listed[]>([]);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const wanted = useRef(chosen);
  wanted.current = chosen;
  const relist = useMemo(
    () => (): void => {
      clearTimeout(timer.current);
      timer.current = setTimeout(() => {
        const made = painter.current;
        const scene = made?.scene;
        if (made === null || scene === null || scene === undefined || scene.view === 'load') return setListed([]);
        const seen = seenOf({ scene, port: made.port } as Parameters<typeof seenOf>[0]);
        const all = seen.rows.flatMap((row) => barsWithin(row, seen.from, seen.to).map((bar) => ({ row, bar })));
        const some = all.slice(0, MOST_LISTED);
        const known = new Set(some.map(({ bar }) => bar.id));
        const more = [...wanted.current].flatMap((id) => (known.has(id) ? [] : (made.index.get(id) ?? [])));
        setListed([...some, ...more]);
      }, LIST_MS);
    },
    [painter],
  );
  useEffect(() => {
    if (chosen.size > 0) relist();
  }, [chosen, relist]);
  useEffect(() => () => clearTimeout(timer.current), []);
  return { listed, relist };
};

const useHandle = ({
  handle,
  scroller,
  painter,
  scene,
  height,
}: {
  readonly handle: RefObject<ChartHandle | null>;
  readonly scroller: RefObject<HTMLDivElement | null>;
  readonly painter: RefObject<Painter | null>;
  readonly scene: Scene;
  readonly height: number;
}): void => {
  useEffect(() => {
    const box = scroller.current!;
    const bring = (x: number | null, y: number | null): void => {
      const wide = box.clientWidth - scene.headWidth;
      if (x !== null && (x < box.scrollLeft + 20 || x > box.scrollLeft + wide - 120))
        box.scrollLeft = Math.max(0, x - wide * 0.25);
      if (y === null) return;
      const tall = box.clientHeight - scene.headHeight;
      if (y < box.scrollTop || y > box.scrollTop + tall - 60) box.scrollTop = Math.max(0, y - tall / 3);
    };
    handle.current = {
      at(clientX, clientY) {
        const { left, top, right, bottom } = box.getBoundingClientRect();
        if (clientX < left + scene.headWidth || clientX > right || clientY < top + scene.headHeight || clientY > bottom)
          return null;
        const { row, minute } = hitOf({ box, scene, touch: false }, clientX, clientY);
        return { minute, resource: row?.resource ?? null };
      },
      show(minute, rowKey) {
        bring(
          minute === null ? null : xOf(scene.scale, minute),
          scene.rows.find(({ key }) => key === rowKey)?.top ?? null,
        );
      },
      showTask(id) {
        const found = painter.current?.index.get(id);
        if (found !== undefined) bring(xOf(scene.scale, found.bar.start), found.row.top);
      },
      showNext() {
        const right = box.scrollLeft + box.clientWidth - scene.headWidth;
        const next = nextBar(scene.rows, minuteAt(scene.scale, box.scrollLeft), minuteAt(scene.scale, right));
        if (next !== null) bring(xOf(scene.scale, next.bar.start), next.row.top);
      },
      picture: () => pictureOf(scene, box, height),
      focus: () => box.querySelector<HTMLElement>('[data-chart]')?.focus({ preventScroll: true }),
      get frames() {
        return painter.current?.frames ?? 0;
      },
    };
    return () => {
      handle.current = null;
    };
  }, [handle, scroller, painter, scene, height]);
};
