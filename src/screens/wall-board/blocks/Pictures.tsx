/** Pictures over a board, one at a time. */
import { useState } from 'react';
import styles from '../wall.module.css';

interface Props {
  readonly title: string;
  readonly pictures: readonly string[];
  readonly onClose: () => void;
}
export const Pictures = ({ title, pictures, onClose }: Props) => {
  const [at, setAt] = useState(0);
  const turn = (by: number) => (): void => setAt((at + by + pictures.length) % pictures.length);
  return (
    <div className={styles.sheet} role="dialog" aria-modal="true" aria-label={title}>
      <header>
        <b>{title}</b>
        <span>
          第 {at + 1} / {pictures.length} 张
        </span>
        <button type="button" className={styles.touch} onClick={onClose}>
          关闭
        </button>
      </header>
      <Picture key={at} address={pictures[at] ?? ''} name={`${title} 第 ${at + 1} 张`} />
      {pictures.length > 1 && (
        <footer>
          <button type="button" className={styles.touch} onClick={turn(-1)}>
            上一张
          </button>
          <button type="button" className={styles.touch} onClick={turn(1)}>
            下一张
          </button>
        </footer>
      )}
    </div>
  );
};
/** Of documents with terms an address gives the small picture only. */
const Picture = ({ address, name }: { readonly address: string; readonly name: string }) => {
  const [isSmall, setSmall] = useState(false);
  return (
    <img
      className={styles.picture}
      src={isSmall ? `${address}&thumb=1` : address}
      alt={name}
      onError={() => setSmall(true)}
    />
  );
};
