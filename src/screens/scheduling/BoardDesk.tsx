/** The board at a desk: bar, pool, chart, what the chosen task is about, conflicts and figures. */
import { useMemo, useRef, useState, useSyncExternalStore } from 'react';
import { PageTitle, useScale } from '../../../runtime/page/index';
import { useTouch } from '../../../runtime/page/use-touch';
import type { PlanAnswer } from '../../../schemas/language/wire-schedule';
import { onThemeMode } from '../../theme/mode';
import { Banners } from './Banners';
import { BottomPanel } from './BottomPanel';
import { Chart, type ChartHandle } from './chart/Chart';
import { DAY, toMinute } from './chart/moment';
import { nameOf, orderRows, resourceRows } from './chart/rows';
import { type Scene, sceneOf } from './chart/scene';
import { timeScale } from './chart/time-scale';
import { type DialogName, Dialogs } from './Dialogs';
import { Facts } from './Facts';
import { Pool } from './Pool';
import styles from './scheduling.module.css';
import { TopBar } from './TopBar';
import type { Board } from './use-board';
import { useFirstLook, useWishes } from './use-wishes';
import { useWords } from './words';

interface Props {
  readonly board: Board;
  readonly plan: PlanAnswer;
}
/** px at 1440 */
const ROW = 56;
const FLAT_ROW = 46;
const HEAD = 118;
/** a number of a work order whole */
const ORDER_HEAD = 148;

export const useScene = ({ board, plan }: Props, rowHeight = ROW): Scene => {
  const size = useScale();
  const {
    address: { view, zoom, from, to },
    bars,
    colourBy,
  } = board;
  const scale = useMemo(() => timeScale(zoom, toMinute(from), toMinute(to) + DAY, size), [zoom, from, to, size]);
  const rows = useMemo(() => {
    if (view === 'order') return orderRows(bars, rowHeight * size);
    // a load is of the whole resource
    if (view === 'load')
      return resourceRows(plan.resources, [], FLAT_ROW * size)
        .filter(({ lane }) => lane === 0)
        .map((row, at) => ({
          ...row,
          title: row.resource ? nameOf(row.resource) : row.title,
          top: at * FLAT_ROW * size,
        }));
    return resourceRows(plan.resources, bars, rowHeight * size);
  }, [view, bars, plan.resources, rowHeight, size]);
  return useMemo(
    () =>
      sceneOf({
        plan,
        view,
        rows,
        scale,
        size,
        colourBy,
        now: toMinute(plan.now),
        headWidth: (view === 'order' ? ORDER_HEAD : HEAD) * size,
      }),
    [plan, view, rows, scale, size, colourBy],
  );
};

export const BoardDesk = ({ board, plan }: Props) => {
  const scene = useScene({ board, plan });
  const touch = useTouch();
  const words = useWords();
  const chart = useRef<ChartHandle | null>(null);
  const [dialog, setDialog] = useState<DialogName | null>(null);
  const [poolOpen, setPoolOpen] = useState(false);
  const handleWish = useWishes({ board, scene, chart });
  useFirstLook({ chart, scene, key: `${plan.workshopId}/${scene.scale.zoom}/${scene.view}`, made: board.made });
  const dragging = useSyncExternalStore(board.dragDesk.subscribe, board.dragDesk.current) !== null;
  const { desk, chosen } = board;
  const isEmpty = plan.tasks.length === 0 && (board.pool.data?.rows.length ?? 0) === 0 && !board.pool.isPending;
  return (
    <div className={styles.board} data-dragging={dragging || undefined}>
      <PageTitle title="排产" />
      <TopBar board={board} plan={plan} chart={chart} onDialog={setDialog} onPool={() => setPoolOpen(!poolOpen)} />
      <Banners board={board} />
      <div className={styles.body}>
        <Pool board={board} chart={chart} scene={scene} open={poolOpen} onClose={() => setPoolOpen(false)} />
        <section className={styles.middle} data-old={desk.isOld || undefined} aria-label="排产图">
          {isEmpty ? (
            <div className={styles.empty} role="status">
              <b>暂无待排任务</b>
              <span>下达生产订单后，工序任务会出现在这里</span>
            </div>
          ) : (
            <Chart
              scene={scene}
              desk={board.dragDesk}
              handle={chart}
              chosen={chosen}
              found={board.found}
              canMove={board.canMove}
              touch={touch}
              onChoose={board.setChosen}
              onWish={handleWish}
              onRefused={board.feedback.warning}
              onTheme={onThemeMode}
            />
          )}
          <BottomPanel board={board} plan={plan} chart={chart} />
        </section>
        <Facts board={board} plan={plan} words={words} chart={chart} />
      </div>
      <Dialogs name={dialog} board={board} plan={plan} words={words} onClose={() => setDialog(null)} />
    </div>
  );
};
