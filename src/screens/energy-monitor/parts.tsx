/** What both kinds of monitors are made of. */
import type { ReactNode } from 'react';
import table from '../device-wall/table.module.css';
import styles from './monitor.module.css';

interface FactProps {
  readonly title: string;
  readonly text: string;
  readonly note?: string | undefined;
  readonly isBad?: boolean;
}
export const Fact = ({ title, text, note, isBad = false }: FactProps) => (
  <div data-bad={isBad || undefined}>
    <dt>{title}</dt>
    <dd>
      <b>{text}</b>
      {note !== undefined && <small>{note}</small>}
    </dd>
  </div>
);

export const Part = ({ title, children }: { readonly title: string; readonly children: ReactNode }) => (
  <section className={styles.part} aria-label={title}>
    <h2>{title}</h2>
    {children}
  </section>
);

interface Row {
  readonly id: string;
  readonly isStale?: boolean;
  /** its last number is out of its limits */
  readonly isBad?: boolean;
  readonly cells: readonly string[];
}
interface RowsProps {
  readonly titles: readonly string[];
  readonly rows: readonly Row[];
  readonly none?: string;
  /** names open what they name */
  readonly onOpen?: ((id: string) => void) | undefined;
}
/** The first column names, the others are numbers. */
export const Rows = ({ titles, rows, none = '暂无数据', onOpen }: RowsProps) =>
  rows.length === 0 ? (
    <p className={styles.none}>{none}</p>
  ) : (
    <div className={styles.rows}>
      <table className={table.table}>
        <thead>
          <tr>
            {titles.map((title, n) => (
              <th key={title} className={n === 0 ? undefined : table.right}>
                {title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ id, isStale, isBad, cells }) => (
            <tr key={id} data-stale={isStale || undefined} data-bad={isBad || undefined}>
              {titles.map((title, n) => (
                <td key={title} className={n === 0 ? undefined : table.right}>
                  {n === 0 && onOpen !== undefined ? (
                    <button type="button" className={table.link} onClick={() => onOpen(id)}>
                      {cells[n]}
                    </button>
                  ) : (
                    cells[n]
                  )}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
