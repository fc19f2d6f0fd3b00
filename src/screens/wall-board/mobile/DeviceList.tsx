/** Devices, twenty at a time. */
import { useState } from 'react';
import type { Tile } from '../../../../schemas/language/wire-wall';
import { count, lastsSince, stateOf } from '../words';
import { chosenTiles, ROWS } from './choose';
import styles from './mobile.module.css';

interface Props {
  readonly rows: readonly Tile[];
  readonly state: number | undefined;
  /** seconds since 1970 */
  readonly now: number;
  readonly onOpen: (code: string) => void;
}
export const DeviceList = ({ rows, state, now, onOpen }: Props) => {
  const [text, setText] = useState('');
  const [most, setMost] = useState(ROWS);
  const found = chosenTiles(rows, text, state);
  return (
    <>
      <input
        type="search"
        className={styles.search}
        aria-label="搜索设备"
        placeholder="搜索编号或名称"
        value={text}
        onChange={({ target }) => {
          setText(target.value);
          setMost(ROWS);
        }}
      />
      {found.length === 0 && <p className={styles.none}>没有符合条件的设备</p>}
      <ul className={styles.devices}>
        {found.slice(0, most).map((tile) => {
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
      {found.length > most && (
        <button type="button" className={styles.more} onClick={() => setMost(most + ROWS)}>
          再显示 {Math.min(ROWS, found.length - most)} 台，共 {found.length} 台
        </button>
      )}
    </>
  );
};
