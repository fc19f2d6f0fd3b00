/** The KPIs of the reports the user may open; a click opens the report. Nothing to show: nothing is drawn. */
import { useQuery } from '@tanstack/react-query';
import { homeCardsQuery } from '../../../runtime/data/list-settings';
import { kpiFace } from '../../../runtime/kpi/index';
import type { SessionStore } from '../../session/session';
import styles from './Home.module.css';

interface Props {
  readonly session: SessionStore;
  readonly active: boolean;
  readonly onOpen: (url: string) => void;
}
const EVERY_MS = 60_000;

export const KpiCards = ({ session, active, onOpen }: Props) => {
  const cards = useQuery({
    ...homeCardsQuery,
    enabled: active,
    refetchInterval: active ? EVERY_MS : false,
    retry: false,
  });
  const shown = (cards.data ?? []).flatMap((card) => {
    const route = [...session.routes.values()].find(({ page }) => page === card.page);
    return route === undefined ? [] : [{ card, route }];
  });
  if (shown.length === 0) return null;
  return (
    <section className={styles.waiting} aria-label="关键指标">
      {shown.map(({ card, route }) => {
        const face = 'data' in card ? kpiFace(card.data) : undefined;
        return (
          <button key={card.card} type="button" className={styles.card} onClick={() => onOpen(route.path)}>
            <span>
              <b>{card.title}</b>
              <small data-good={face?.isGood}>{face?.change ?? ('msg' in card ? card.msg : route.title)}</small>
            </span>
            <strong data-tone={face?.tone ?? 'plain'}>
              {face?.text ?? '--'}
              {face?.unit !== undefined && <small>{face.unit}</small>}
            </strong>
          </button>
        );
      })}
    </section>
  );
};
