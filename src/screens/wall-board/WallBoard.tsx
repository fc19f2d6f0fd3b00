/** A public board (domain 50 §5.1): by key, by pairing, from the factory's net, or in the session of who is signed in. It never goes to the sign-in page. */
import { useCallback, useEffect } from 'react';
import { factoryTime } from '../../../runtime/page/index';
import { wallAt } from '../../../schemas/language/walls';
import { Splash } from '../../Splash';
import { currentPath } from '../../session/connect';
import { keepScreenKey } from './key';
import { Pairing } from './Pairing';
import { Stage } from './Stage';
import { LOST_MS, useDuty, usePages, useSecond, useWall } from './use-wall';

export const WallBoard = () => {
  const path = currentPath().replace(/\/+$/, '');
  const board = wallAt(path);
  const { wall, again, turnTo } = useWall(
    board?.board ?? '',
    board?.isSingle ? new URLSearchParams(location.search).get('device') : null,
  );
  const { answer, isRefused, heardAt, skew } = wall;
  const now = useSecond();
  const { page, isHeld } = usePages(answer?.carousel === true, answer?.pageSec ?? 20);
  useDuty();
  const isSingle = board?.isSingle === true;
  useEffect(() => {
    if (isSingle) turnTo(page);
  }, [isSingle, page, turnTo]);
  const handlePaired = useCallback(
    (key: string): void => {
      keepScreenKey(path, key);
      // an address with a key that is over would win over the new one
      history.replaceState(null, '', location.pathname);
      again();
    },
    [path, again],
  );
  if (answer === undefined) return isRefused ? <Pairing onPaired={handlePaired} /> : <Splash />;
  const isLost = now - heardAt > LOST_MS;
  const over = isRefused
    ? '授权已失效，请联系管理员'
    : isLost
      ? `数据更新于${answer.asOf.slice(11, 19)}，网络中断`
      : undefined;
  return (
    <Stage
      answer={answer}
      clock={factoryTime(now + skew)}
      page={page}
      isHeld={isHeld}
      isLive={!isLost && !isRefused}
      over={over}
      isOld={isLost || isRefused}
    />
  );
};
