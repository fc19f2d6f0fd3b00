/** The cards somebody may add, by kind, with a search; a card that stands on the page already says so. */
import { Input } from 'antd';
import { useState } from 'react';
import { Icon } from '../../../runtime/page/Icon';
import type { HomeCardInfo, HomeKind } from '../../../schemas/language/home/wire';
import styles from './Catalogue.module.css';

interface Props {
  readonly cards: readonly HomeCardInfo[];
  readonly placed: ReadonlySet<string>;
  readonly onAdd: (card: HomeCardInfo) => void;
}
const KINDS: readonly (readonly [HomeKind, string])[] = [
  [10, '待办'],
  [20, '指标'],
  [30, '图表'],
  [40, '列表'],
  [50, '快捷'],
  [60, '公告'],
];

export const Catalogue = ({ cards, placed, onAdd }: Props) => {
  const [query, setQuery] = useState('');
  const wanted = query.trim().toLowerCase();
  const found = cards.filter(({ title, from = '' }) => `${title} ${from}`.toLowerCase().includes(wanted));
  return (
    <aside className={styles.catalogue} aria-label="卡片目录">
      <Input
        allowClear
        value={query}
        placeholder="搜索卡片"
        aria-label="搜索卡片"
        prefix={<Icon name="search" />}
        onChange={(event) => setQuery(event.target.value)}
      />
      <div className={styles.groups}>
        {KINDS.map(([kind, title]) => {
          const group = found.filter((card) => card.kind === kind);
          return group.length === 0 ? null : (
            <section key={kind} aria-label={title}>
              <h3>{title}</h3>
              {group.map((card) => {
                const isPlaced = placed.has(card.card);
                return (
                  <button key={card.card} type="button" disabled={isPlaced} onClick={() => onAdd(card)}>
                    <span>
                      {card.title}
                      {card.from !== undefined && !card.title.startsWith(card.from) && <small>{card.from}</small>}
                    </span>
                    {isPlaced ? <small>已添加</small> : <Icon name="plus" />}
                  </button>
                );
              })}
            </section>
          );
        })}
        {found.length === 0 && <p>没有找到「{query.trim()}」</p>}
      </div>
    </aside>
  );
};
