/** One labelled line of the screens without a session. */
import styles from './login.module.css';

interface Props {
  readonly id: string;
  readonly label: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly mode?: 'tel' | 'numeric';
  readonly secret?: boolean;
  /** what a browser may offer */
  readonly fills?: string;
  readonly max?: number;
  readonly autoFocus?: boolean;
}
export const TextInput = ({
  id,
  label,
  value,
  onChange,
  mode,
  secret = false,
  fills,
  max,
  autoFocus = false,
}: Props) => (
  <>
    <label className={styles.label} htmlFor={id}>
      {label}
    </label>
    <input
      id={id}
      className={styles.input}
      value={value}
      type={secret ? 'password' : 'text'}
      {...(mode ? { inputMode: mode } : {})}
      {...(max ? { maxLength: max } : {})}
      autoComplete={fills ?? (secret ? 'new-password' : mode === 'tel' ? 'tel' : 'one-time-code')}
      autoFocus={autoFocus}
      onChange={(event) => onChange(event.target.value)}
    />
  </>
);
