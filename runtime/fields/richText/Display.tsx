/** Kind 20 to read: sanitised nodes. */
import type { Display } from '../display-props';
import { displayText } from '../shared/display-text';
import { SafeHtml } from '../shared/SafeHtml';
import styles from './RichText.module.css';

export const RichTextDisplay: Display = ({ value, field, look }) =>
  typeof value === 'string' ? (
    <SafeHtml className={styles.show ?? ''} html={value} text={displayText(value, field, look)} />
  ) : null;
