import type { LongStop } from '../../../../schemas/language/wire-wall';
import styles from '../wall.module.css';
import { clockOf, minutes, stateOf } from '../words';

/** The longest stops of the span with what people said about them. */
export const Longest = ({ rows }: { readonly rows: readonly LongStop[] }) => (
  <ul className={styles.longest}>
    {rows.map(({ code, state, from, minutes: lasts, reason, open }) => (
      <li key={`${code} ${from}`}>
        <i data-state={stateOf(state).look} />
        <b>{code}</b>
        <span data-ink={stateOf(state).look}>{stateOf(state).word}</span>
        <span>{reason ?? '原因未说明'}</span>
        <span>
          {clockOf(from)} 起{open ? '，未恢复' : ''}
        </span>
        <b>{minutes(lasts)}</b>
      </li>
    ))}
  </ul>
);
