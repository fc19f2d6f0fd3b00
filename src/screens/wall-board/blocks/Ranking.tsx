import type { Ranked, Targets } from '../../../../schemas/language/wire-wall';
import styles from '../wall.module.css';
import { percent } from '../words';

const MOST = 6;

/** The best used devices; below them nobody looks from four metres. */
export const Ranking = ({
  rows,
  target,
}: {
  readonly rows: readonly Ranked[];
  readonly target: Targets[string] | undefined;
}) => (
  <ol className={styles.ranking}>
    {rows.slice(0, MOST).map(({ id, code, utilisation }) => (
      <li key={id}>
        <b>{code}</b>
        <span className={styles.bar}>
          <i
            data-low={(target !== undefined && Number(utilisation) < target.target) || undefined}
            style={{ width: `${Math.min(100, utilisation ?? 0)}%` }}
          />
        </span>
        <span>{percent(utilisation)}</span>
      </li>
    ))}
  </ol>
);
