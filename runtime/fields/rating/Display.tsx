import type { Display } from '../display-props';
import styles from '../shared/display.module.css';
import { starsOf } from './stars';

export const RatingDisplay: Display = ({ value, field }) => {
  if (typeof value !== 'number') return null;
  const count = starsOf(field);
  return (
    <span className={styles.stars} role="img" aria-label={`${value} / ${count}`} title={`${value} / ${count}`}>
      {Array.from({ length: count }, (_, n) => n + 1).map((star) =>
        value >= star ? (
          '★'
        ) : value >= star - 0.5 ? (
          <i key={star} className={styles.half}>
            ★<b>★</b>
          </i>
        ) : (
          <i key={star}>★</i>
        ),
      )}
    </span>
  );
};
