/** 待排任务: what no plan has yet, in the order a run would take it. Rows are windowed; each can be dragged into the chart. */
import { Button, Input, Tag } from 'antd';
import { type PointerEvent, type RefObject, useEffect, useRef, useState } from 'react';
import { Icon, useScale } from '../../../runtime/page/index';
import type { PoolRow } from '../../../schemas/language/wire-schedule';
import type { ChartHandle } from './chart/Chart';
import { placeOf } from './chart/drag';
import { toMinute } from './chart/moment';
import type { Scene } from './chart/scene';
import styles from './scheduling.module.css';
import type { Board } from './use-board';

interface Props {
  readonly board: Board;
  readonly chart: RefObject<ChartHandle | null>;
  readonly scene: Scene;
  readonly open: boolean;
  readonly onClose: () => void;
}
/** px at 1440 of a row */
const ROW = 104;
const SPARE = 3;
const DAY = 1440;

export const Pool = ({ board, chart, scene, open, onClose }: Props) => {
  const [text, setText] = useState('');
  const rows = board.pool.data?.rows ?? [];
  const wanted = text.trim().toLowerCase();
  const shown = rows.filter((row) =>
    [row.workOrderNbr, row.materialCode, row.materialName, row.processName, row.groupName].some((value) =>
      value.toLowerCase().includes(wanted),
    ),
  );
  const hours = shown.reduce((sum, row) => sum + row.hours, 0);
  const { list, first, last, size } = useWindow(shown.length);
  const drag = usePoolDrag({ board, chart, scene });
  const orders = [...new Set(shown.map(({ workOrderId }) => workOrderId))];
  return (
    <aside className={styles.pool} data-open={open || undefined} aria-label="待排任务">
      <header>
        <h2>
          待排任务 <span>{shown.length}</span>
        </h2>
        <span>{hours.toFixed(1)} 时</span>
        <Button
          type="text"
          aria-label="收起"
          className={styles.close ?? ''}
          icon={<Icon name="close" />}
          onClick={onClose}
        />
      </header>
      <div className={styles.poolTools}>
        <Input
          allowClear
          value={text}
          aria-label="筛选待排任务"
          placeholder="筛选"
          onChange={(event) => setText(event.target.value)}
        />
        {board.can('run') && (
          <Button
            disabled={orders.length === 0 || board.run.running || board.desk.isOld}
            onClick={() => void board.start({ workOrderIds: orders })}
          >
            自动排
          </Button>
        )}
      </div>
      {shown.length === 0 && !board.pool.isPending ? (
        <p className={styles.poolNone} role="status">
          {rows.length === 0 ? '暂无待排任务' : '没有符合条件的任务'}
        </p>
      ) : (
        <div ref={list} className={styles.poolList}>
          <ul style={{ height: shown.length * ROW * size }}>
            {shown.slice(first, last).map((row, at) => (
              <PoolCard
                key={row.operationId}
                row={row}
                now={scene.now}
                top={(first + at) * ROW * size}
                canDrag={board.canMove && scene.view === 'resource'}
                onDown={(event) => drag(row, event)}
              />
            ))}
          </ul>
        </div>
      )}
    </aside>
  );
};

const PoolCard = ({
  row,
  now,
  top,
  canDrag,
  onDown,
}: {
  readonly row: PoolRow;
  readonly now: number;
  readonly top: number;
  readonly canDrag: boolean;
  readonly onDown: (event: PointerEvent<HTMLElement>) => void;
}) => {
  const left = Math.ceil((toMinute(row.dueDate.slice(0, 10)) - now) / DAY);
  return (
    <li style={{ top }} data-drag={canDrag || undefined} onPointerDown={canDrag ? onDown : undefined}>
      <div className={styles.poolHead}>
        <b>{row.workOrderNbr}</b>
        {left < 0 ? <Tag color="error">逾期 {-left} 天</Tag> : left <= 1 ? <Tag color="warning">临期</Tag> : null}
      </div>
      <span>
        工序 {row.opNbr} {row.processName}　{row.materialCode}
      </span>
      <small>
        数量 {row.qty}，{row.hours.toFixed(1)} 时，交期 {row.dueDate.slice(5, 10)}
      </small>
      <small data-tone={row.kit === 'short' ? 'bad' : row.kit === 'full' && row.text === '' ? 'ok' : undefined}>
        {row.text !== '' ? row.text : KITS[row.kit]}
      </small>
    </li>
  );
};
const KITS: Readonly<Record<PoolRow['kit'], string>> = { full: '齐套，可排', short: '缺料', none: '尚未排产' };

/** Which rows of a list are seen. */
const useWindow = (count: number) => {
  const size = useScale();
  const list = useRef<HTMLDivElement>(null);
  const [at, setAt] = useState({ top: 0, height: 800 });
  const isThere = count > 0;
  // biome-ignore lint/correctness/useExhaustiveDependencies: the list comes and goes with its first row
  useEffect(() => {
    const box = list.current;
    if (box === null) return;
    const read = (): void => setAt({ top: box.scrollTop, height: box.clientHeight });
    read();
    box.addEventListener('scroll', read, { passive: true });
    const watch = new ResizeObserver(read);
    watch.observe(box);
    return () => {
      box.removeEventListener('scroll', read);
      watch.disconnect();
    };
  }, [isThere]);
  const first = Math.max(0, Math.floor(at.top / (ROW * size)) - SPARE);
  const last = Math.ceil((at.top + at.height) / (ROW * size)) + SPARE;
  return { list, first, last, size };
};

/** From the pool over the chart: the pointer is followed wherever it goes, a press that stays where it is does nothing. */
const SLOP = 4;
const usePoolDrag = ({ board, chart, scene }: Pick<Props, 'board' | 'chart' | 'scene'>) => {
  const latest = useRef({ board, scene });
  latest.current = { board, scene };
  return (row: PoolRow, event: PointerEvent<HTMLElement>): void => {
    if (event.button !== 0) return;
    const from = { x: event.clientX, y: event.clientY };
    const pointer = event.pointerId;
    const { dragDesk } = latest.current.board;
    const move = (now: globalThis.PointerEvent): void => {
      if (now.pointerId !== pointer) return;
      if (dragDesk.current() === null) {
        if (Math.hypot(now.clientX - from.x, now.clientY - from.y) < SLOP) return;
        dragDesk.take({
          kind: 'pool',
          operationId: row.operationId,
          groupId: row.groupId,
          minutes: Math.round(row.hours * 60),
          title: `${row.workOrderNbr} 工序${row.opNbr}`,
        });
      }
      now.preventDefault();
      const under = chart.current?.at(now.clientX, now.clientY) ?? null;
      const { taken } = dragDesk.current()!;
      dragDesk.move(under === null ? null : placeOf(taken, { ...under, scale: latest.current.scene.scale }));
    };
    const end = (now: globalThis.PointerEvent): void => {
      if (now.pointerId !== pointer) return;
      window.removeEventListener('pointermove', move);
      window.removeEventListener('pointerup', end);
      window.removeEventListener('pointercancel', end);
      if (now.type === 'pointerup') void dragDesk.drop();
      else dragDesk.giveUp();
    };
    window.addEventListener('pointermove', move);
    window.addEventListener('pointerup', end);
    window.addEventListener('pointercancel', end);
  };
};
