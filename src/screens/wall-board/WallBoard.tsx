/** A public board (domain 50 §5.1): by key, by pairing, from the factory's net, or in the session of who is signed in. It never goes to the sign-in page. */
import { useCallback, useEffect } from 'react';
import { factoryTime } from '../../../runtime/page/index';
import { type WallBoard as Wall, wallAt } from '../../../schemas/language/walls';
import { Splash } from '../../Splash';
import { currentPath } from '../../session/connect';
import { keepScreenKey } from './key';
import { MobileBoard } from './mobile/MobileBoard';
import { Pairing } from './Pairing';
import { Stage } from './Stage';
import { LOST_MS, useDuty, usePages, useSecond, useWall } from './use-wall';

export const WallBoard = () => {
  const path = currentPath().replace(/\/+$/, '');
  const board = wallAt(path);
  return board?.board === MOBILE ? <MobileBoard /> : <Large path={path} board={board} />;
};
const MOBILE = 'mobile';

interface Props {
  readonly path: string;
  readonly board: Wall | undefined;
}
const Large = ({ path, board }: Props) => {
  const asked = new URLSearchParams(board?.isSingle ? location.search : '');
  const { wall, again, turnTo } = useWall(board?.board ?? '', {
    device: asked.get('device'),
    unit: asked.get('unit'),
  });
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
      const query = new URLSearchParams(location.search);
      query.delete('k');
      history.replaceState(null, '', `${location.pathname}${query.size === 0 ? '' : `?${query}`}`);
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
