/** Devices, twenty at a time. */
import { MOBILE_MOST, MOBILE_ROWS, type MobileDevices } from '../../../../schemas/language/wire-mobile';
import { count, lastsSince, stateOf } from '../words';
import styles from './mobile.module.css';

interface Props {
  readonly found: MobileDevices;
  readonly find: string;
  /** seconds since 1970 */
  readonly now: number;
  readonly onFind: (text: string) => void;
  readonly onMore: () => void;
  readonly onOpen: (code: string) => void;
}
export const DeviceList = ({ found: { rows, total }, find, now, onFind, onMore, onOpen }: Props) => (
  <>
    <input
      type="search"
      className={styles.search}
      aria-label="搜索设备"
      placeholder="搜索编号或名称"
      value={find}
      onChange={({ target }) => onFind(target.value)}
    />
    {total === 0 && <p className={styles.none}>没有符合条件的设备</p>}
    <ul className={styles.devices}>
      {rows.map((tile) => {
        const { word, look } = stateOf(tile.state);
        return (
          <li key={tile.id} data-alarm={tile.alarm === null ? undefined : ''}>
            <button type="button" onClick={() => onOpen(tile.code)}>
              <i data-state={look} />
              <b>{tile.code}</b>
              <span>{tile.name}</span>
              <strong>
                {word}
                {tile.since === null ? '' : ` ${lastsSince(tile.since, now)}`}
              </strong>
              <small>{tile.alarm?.text ?? [tile.order ?? '无工单', tile.material].filter(Boolean).join(' · ')}</small>
              <small>
                {count(tile.number)}
                {tile.plan === null ? '' : ` / ${count(tile.plan)}`}
              </small>
            </button>
          </li>
        );
      })}
    </ul>
    {total > rows.length && rows.length < MOBILE_MOST && (
      <button type="button" className={styles.more} onClick={onMore}>
        再显示 {Math.min(MOBILE_ROWS, total - rows.length)} 台，共 {total} 台
      </button>
    )}
    {total > rows.length && rows.length >= MOBILE_MOST && (
      <p className={styles.none}>共 {total} 台，请搜索编号或名称</p>
    )}
  </>
);
