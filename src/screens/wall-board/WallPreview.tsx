/** 大屏设置: the board itself with what is typed and not saved (domain 50 §5.9), small, live, over the rows of whoever edits it. */
import { useEffect, useState } from 'react';
import { HttpError, http } from '../../../runtime/data/http';
import { factoryTime } from '../../../runtime/page/index';
import type { WallPreviewProps } from '../../../runtime/page/rooms';
import { wallBoard } from '../../../schemas/language/walls';
import type { WallAnswer } from '../../../schemas/language/wire-wall';
import { Stage } from './Stage';
import { usePages, useSecond } from './use-wall';
import styles from './WallPreview.module.css';

/** what is typed rests so long before it is asked */
const REST_MS = 400;
/** what a board shows of its settings; all else, of keys and addresses, stays in the form */
const SHOWN = [
  ...['title', 'factoryUnits', 'equipments', 'energyMeters', 'theme', 'refreshSec', 'carousel', 'pageSec', 'pageSize'],
  ...['notice', 'showName', 'showAmount', 'kpiTargets', 'blocks'],
] as const;

export const WallPreview = ({ values }: WallPreviewProps) => {
  const { board } = values;
  const wall = wallBoard(board);
  const asked = JSON.stringify({ board, cfg: Object.fromEntries(SHOWN.map((code) => [code, values[code] ?? null])) });
  const { answer, problem } = usePreview(wall === undefined || wall.board === MOBILE ? undefined : asked);
  const now = useSecond();
  const { page, isHeld } = usePages(answer?.carousel === true, answer?.pageSec ?? 20);
  if (wall === undefined) return <p className={styles.none}>选择模板后显示预览</p>;
  if (wall.board === MOBILE) return <p className={styles.none}>移动端看板在手机上查看，没有预览</p>;
  if (answer === undefined) return <p className={styles.none}>{problem ?? '正在加载预览'}</p>;
  return (
    <div className={styles.preview}>
      <Stage answer={answer} clock={factoryTime(now)} page={page} isHeld={isHeld} over={problem} />
    </div>
  );
};
const MOBILE = 'mobile';

/** Asked when what is typed rests, and again as often as the board would be. */
const usePreview = (asked: string | undefined) => {
  const [shown, setShown] = useState<{ readonly answer?: WallAnswer; readonly problem?: string | undefined }>({});
  useEffect(() => {
    if (asked === undefined) return;
    const ended = new AbortController();
    let timer: ReturnType<typeof setTimeout>;
    const ask = async (): Promise<void> => {
      let next = REST_MS * 25;
      try {
        const answer = await http.post<WallAnswer>('/screen/preview', JSON.parse(asked), {
          quiet: true,
          signal: ended.signal,
        });
        next = answer.refreshSec * 1000;
        if (!ended.signal.aborted) setShown({ answer });
      } catch (error) {
        if (!ended.signal.aborted) setShown((was) => ({ ...was, problem: wordsOf(error) }));
      }
      if (!ended.signal.aborted) timer = setTimeout(ask, next);
    };
    timer = setTimeout(ask, REST_MS);
    return () => {
      ended.abort();
      clearTimeout(timer);
    };
  }, [asked]);
  return shown;
};
const wordsOf = (error: unknown): string =>
  error instanceof HttpError && error.code === 403 ? '没有查看设备数据的权限，不能预览' : '预览加载失败，重试中';
