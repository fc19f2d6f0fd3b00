/** An expression to be read. */
import styles from './expression.module.css';
import type { Place } from './judge';
import { type ExprForm, spansOf } from './scan';

/** An expression to be read: names as chips, the rest as it is written. */
export const ExpressionText = ({
  text,
  form,
  place,
}: {
  readonly text: string;
  readonly form: ExprForm;
  readonly place: Place;
}) => {
  const chars = Array.from(text);
  const parts: React.ReactNode[] = [];
  let at = 0;
  for (const span of spansOf(text, form, place.env)) {
    if (span.from > at) parts.push(chars.slice(at, span.from).join(''));
    parts.push(
      <span key={span.from} className={span.kind === 'code' ? styles.code : styles.chip}>
        {span.title}
      </span>,
    );
    at = span.to;
  }
  parts.push(chars.slice(at).join(''));
  return <span className={styles.text}>{parts}</span>;
};
