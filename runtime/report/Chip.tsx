/** Something that narrows what is shown, to be taken away. */
import { Icon } from '../page/index';
import styles from './report.module.css';

export const Chip = ({ text, onRemove }: { readonly text: string; readonly onRemove: () => void }) => (
  <span className={styles.chip}>
    {text}
    <button type="button" aria-label={`去掉条件${text}`} onClick={onRemove}>
      <Icon name="close" />
    </button>
  </span>
);
