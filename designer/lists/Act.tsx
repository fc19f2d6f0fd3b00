/** A small button of a row; rests where all that writes rests. */
import { ConfigProvider } from 'antd';
import { Glyph } from '../Glyph';
import styles from './lists.module.css';

interface Props {
  readonly label: string;
  readonly icon: string;
  readonly disabled?: boolean;
  readonly onClick: () => void;
}
export const Act = ({ label, icon, disabled = false, onClick }: Props) => {
  const { componentDisabled } = ConfigProvider.useConfig();
  return (
    <button
      type="button"
      className={styles.act}
      aria-label={label}
      title={label}
      disabled={disabled || componentDisabled}
      onClick={(event) => {
        event.stopPropagation();
        onClick();
      }}
    >
      <Glyph name={icon} />
    </button>
  );
};
