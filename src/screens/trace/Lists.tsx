/** The lists below the picture, each with its number; a row shows its card. */
import { Tabs } from 'antd';
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
      <Tabs
        size="small"
        activeKey={list.key}
        onChange={setTab}
        items={lists.map(({ key, title, count }) => ({ key, label: `${title} ${count}` }))}
      />
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
