/** The lists below the picture, each with its number; a row shows its card. */
import { useState } from 'react';
import { type AnyList, ListTable } from './tables';
import styles from './trace.module.css';

interface Props {
  readonly lists: readonly AnyList[];
  readonly chosen: string | null;
  readonly onChoose: (id: string) => void;
}
export const Lists = ({ lists, chosen, onChoose }: Props) => {
  const [tab, setTab] = useState<string>();
  const list = lists.find(({ key }) => key === tab) ?? lists[0];
  if (list === undefined) return null;
  return (
    <section className={styles.lists} aria-label="清单">
      <div className={styles.tabs} role="tablist" aria-label="清单">
        {lists.map(({ key, title, count }) => (
          <button key={key} type="button" role="tab" aria-selected={key === list.key} onClick={() => setTab(key)}>
            {title} <small>{count}</small>
          </button>
        ))}
      </div>
      <div className={styles.table}>
        {list.rows.length === 0 ? (
          <p className={styles.none}>没有{list.title}</p>
        ) : (
          <ListTable key={list.key} list={list} chosen={chosen} onChoose={onChoose} />
        )}
      </div>
    </section>
  );
};
