/** What stands above the chart until it is over: somebody else's change, a plan that could not be read, a long calculation. */
import { Button, Progress } from 'antd';
import { said } from './calls';
import styles from './scheduling.module.css';
import type { Board } from './use-board';

export const Banners = ({ board }: { readonly board: Board }) => {
  const { desk, run } = board;
  return (
    <>
      {desk.error !== null && (
        <div className={styles.banner} data-tone="bad" role="alert">
          <span>{said(desk.error)}，显示的是上次的计划</span>
          <Button size="small" loading={desk.isLoading} onClick={() => void desk.refresh()}>
            重试
          </Button>
        </div>
      )}
      {desk.changedByOthers && (
        <div className={styles.banner} data-tone="warn" role="alert">
          <button type="button" onClick={() => void desk.refresh()}>
            计划已被他人更新，点击刷新
          </button>
        </div>
      )}
      {run.shown !== null && (
        <div className={styles.banner} role="status">
          <span>{run.shown.text === '' ? '正在排产' : run.shown.text}</span>
          <Progress percent={run.shown.percent} size="small" aria-label="排产进度" className={styles.progress ?? ''} />
          {board.can('run') && (
            <Button size="small" onClick={() => void run.stop()}>
              取消
            </Button>
          )}
        </div>
      )}
    </>
  );
};
