/** One card for each list in which something waits: how many, and a click opens the same rows. Nothing waits: nothing is drawn. */
import { useQuery } from '@tanstack/react-query';
import { waitingQuery } from '../../../runtime/data/list-settings';
import type { SessionStore } from '../../session/session';
import styles from './Home.module.css';

interface Props {
  readonly session: SessionStore;
  readonly active: boolean;
  readonly onOpen: (url: string) => void;
}

export const WaitingCards = ({ session, active, onOpen }: Props) => {
  const waiting = useQuery({ ...waitingQuery, enabled: active, staleTime: 0, refetchOnMount: true, retry: false });
  const cards = (waiting.data ?? []).flatMap((one) => {
    const route = [...session.routes.values()].find(({ page }) => page === one.page);
    return route === undefined || one.total === 0 ? [] : [{ ...one, route }];
  });
  if (cards.length === 0) return null;
  return (
    <section className={styles.waiting} aria-label="等待处理">
      {cards.map(({ page, scheme, title, total, capped, route }) => (
        <button
          key={`${page}/${scheme}`}
          type="button"
          className={styles.card}
          onClick={() => onOpen(`${route.path}?scheme=${encodeURIComponent(scheme)}`)}
        >
          <span>
            <b>{route.title}</b>
            <small>{title}</small>
          </span>
          <strong>
            {total}
            {capped === true && '+'}
          </strong>
        </button>
      ))}
    </section>
  );
};
