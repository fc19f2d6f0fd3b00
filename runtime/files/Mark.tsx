/** Who looks at it and when, over whatever it holds; never in the way of a hand. */
import { type ReactNode, useState } from 'react';
import { factoryTime } from '../page/factory-time';
import { markTile } from './mark';
import styles from './Viewer.module.css';

export function Mark({ who, children }: { readonly who: string | null; readonly children: ReactNode }) {
  return (
    <div className={styles.marked}>
      <div className={styles.under}>{children}</div>
      {who !== null && <Tile who={who} />}
    </div>
  );
}

function Tile({ who }: { readonly who: string }) {
  const [time] = useState(() => factoryTime(Date.now()).slice(0, 16));
  return (
    <div
      aria-hidden="true"
      data-mark={who}
      className={styles.mark}
      style={{ backgroundImage: `url("${markTile([who, time])}")` }}
    />
  );
}
