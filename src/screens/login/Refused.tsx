import { WarnIcon } from './icons';
import styles from './login.module.css';

/** Why it did not go on; nothing while nothing was refused. */
export const Refused = ({ text }: { readonly text: string }) =>
  text === '' ? null : (
    <p className={styles.error} role="alert">
      <WarnIcon />
      <span>{text}</span>
    </p>
  );
