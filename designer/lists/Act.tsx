/** A small button of a row. */
import { Glyph } from '../Glyph';
import styles from './lists.module.css';

interface Props {
  readonly label: string;
  readonly icon: string;
  readonly disabled?: boolean;
  readonly onClick: () => void;
}
export const Act = ({ label, icon, disabled = false, onClick }: Props) => (
  <button
    type="button"
    className={styles.act}
    aria-label={label}
    title={label}
    disabled={disabled}
    onClick={(event) => {
      event.stopPropagation();
      onClick();
    }}
  >
    <Glyph name={icon} />
  </button>
);
