/** 公告: the last news somebody was sent; read here, they are read in the bell too. */
import { useState } from 'react';
import type { TopNews } from '../../../schemas/language/home/wire';
import { inboxClient } from '../../inbox/client';
import { MessageDialog } from '../../inbox/MessageDialog';
import { Frame } from './Frame';
import styles from './HomeCard.module.css';

interface Props {
  readonly title: string;
  readonly news: readonly TopNews[];
  readonly onRead: () => void;
  /** leads to all of them; undefined for who has no such page */
  readonly onAll: (() => void) | undefined;
}

export const News = ({ title, news, onRead, onAll }: Props) => {
  const [shown, setShown] = useState<TopNews | null>(null);
  const handleRead = (): void => {
    if (shown !== null && !shown.isRead) void inboxClient.read([shown.id]).then(onRead, () => undefined);
    setShown(null);
  };
  return (
    <Frame title={title} more="全部" onMore={onAll}>
      {news.length === 0 ? (
        <p className={styles.quiet}>没有公告</p>
      ) : (
        <ul className={styles.docs}>
          {news.map((news) => (
            <li key={news.id}>
              <button type="button" data-unread={!news.isRead || undefined} onClick={() => setShown(news)}>
                {news.isTop === true && <em>置顶</em>}
                <b>{news.title}</b>
                <small>{news.at.slice(5, 16)}</small>
              </button>
            </li>
          ))}
        </ul>
      )}
      <MessageDialog message={shown} onRead={handleRead} onClose={() => setShown(null)} />
    </Frame>
  );
};
