/** A day with how near it is: 逾期n天 behind it, 临期n天 within `warn` days, else 正常; nothing once `done` holds. */
import { dateDiff } from '../../../schemas/language/codec/date-time';
import type { Tone } from '../../../schemas/language/document';
import type { ResolvedField } from '../../../schemas/language/resolved';
import type { DisplayProps } from '../display-props';
import styles from '../shared/display.module.css';

export interface Critical {
  readonly tone: Tone;
  readonly text: string;
}

type Near = Pick<DisplayProps['look'], 'done' | 'warn'>;
/** null = over and done with */
export const criticalOf = (value: string, field: ResolvedField, now: string, look: Near): Critical | null => {
  if (look.done === true) return null;
  const days = dateDiff(now.slice(0, 10), value.slice(0, 10), 'day')?.n;
  if (days === undefined) return null;
  if (days < 0) return { tone: 'danger', text: `逾期${-days}天` };
  const warn = look.warn ?? (typeof field.warn === 'number' ? field.warn : 0);
  if (days > warn || warn <= 0) return { tone: 'info', text: '正常' };
  return { tone: 'warning', text: days === 0 ? '今天到期' : `临期${days}天` };
};

export const DateCriticalDisplay = ({ value, field, look }: DisplayProps) => {
  if (typeof value !== 'string' || value === '') return null;
  const critical = criticalOf(value, field, look.now(), look);
  if (critical === null) return value;
  return (
    <>
      <span className={styles.date}>{value}</span>
      <span className={styles.tag} data-tone={critical.tone}>
        {critical.text}
      </span>
    </>
  );
};
