/** Kind 20 to read: sanitised nodes. */

import { displayText } from '../../../schemas/language/codec/shown';
import type { Display } from '../display-props';
import { SafeHtml } from '../shared/SafeHtml';
import styles from './RichText.module.css';

export const RichTextDisplay: Display = ({ value, field, look }) =>
  typeof value === 'string' ? (
    <SafeHtml className={styles.show ?? ''} html={value} text={displayText(value, field, look)} />
  ) : null;
