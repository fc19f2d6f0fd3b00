/** Records of several that were refused: each by its title, those with the same reason together. */
import type { FailedRow } from '../data/types';
import styles from './FailedRows.module.css';

export const FailedRows = ({ rows }: { readonly rows: readonly FailedRow[] }) => {
  if (rows.length === 0) return null;
  const byText = new Map<string, FailedRow[]>();
  for (const row of rows) byText.set(row.text, [...(byText.get(row.text) ?? []), row]);
  return (
    <ul className={styles.rows}>
      {[...byText].map(([text, same]) => {
        const names = same.flatMap(({ label }) => label ?? []);
        return (
          <li key={text}>
            {names.length > 0 && <b>{names.join('、')}</b>}
            <span>{text}</span>
            {same.length > 1 && <small>{same.length}条</small>}
          </li>
        );
      })}
    </ul>
  );
};
