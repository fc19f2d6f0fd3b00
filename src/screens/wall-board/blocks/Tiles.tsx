import type { Tile } from '../../../../schemas/language/wire-wall';
import { pageOf } from '../layout';
import styles from '../wall.module.css';
import { count, lastsSince, stateOf } from '../words';

interface Props {
  readonly rows: readonly Tile[];
  readonly size: number;
  readonly page: number;
  /** seconds since 1970 */
  readonly now: number;
}
/** A card for each device; they keep their places, whatever happens to them. */
export const Tiles = ({ rows, size, page, now }: Props) => (
  <ul className={styles.tiles} data-many={size > 24 || undefined}>
    {pageOf(rows, size, page).map((tile) => {
      const { id, code, name, state, since, order, material, employee, number, plan, param, alarm } = tile;
      const { word, look } = stateOf(state);
      const work = [material, employee].filter(Boolean).join(' · ');
      return (
        <li key={id} data-alarm={alarm?.level} aria-label={`${code} ${word}`}>
          <i className={styles.edge} data-state={look} />
          <p>
            <b>{code}</b>
            <span>{name}</span>
          </p>
          <p>
            <strong data-ink={look}>{word}</strong>
            <span>{since === null ? '' : lastsSince(since, now)}</span>
          </p>
          <p>
            <span>{order ?? '无工单'}</span>
          </p>
          {work !== '' && (
            <p>
              <span>{work}</span>
            </p>
          )}
          <p>
            <span className={styles.bar}>
              <i style={{ width: `${plan ? Math.min(100, (number / plan) * 100) : 0}%` }} />
            </span>
            <b>
              {count(number)}
              {plan === null ? '' : ` / ${count(plan)}`}
            </b>
          </p>
          {alarm !== null ? (
            <p className={styles.alarm}>{alarm.text}</p>
          ) : param === null ? null : (
            <p data-stale={param.stale || undefined} data-out={param.isOut || undefined}>
              <span>{param.name}</span>
              <b>{param.value}</b>
            </p>
          )}
        </li>
      );
    })}
  </ul>
);
