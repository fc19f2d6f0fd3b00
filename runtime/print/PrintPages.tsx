/** The pages of a print job as they come out of the printer, with their thumbnails at the side. */
import { type RefObject, useState } from 'react';
import type { PrintData } from '../data/print-types';
import styles from './print.module.css';
import { Sheet } from './Sheet';

interface Props {
  readonly data: PrintData;
  /** percent */
  readonly zoom: number;
  readonly sheets: RefObject<HTMLDivElement | null>;
}

export function PrintPages({ data, zoom, sheets }: Props) {
  const [front, setFront] = useState(0);
  const goTo = (i: number): void => {
    setFront(i);
    sheets.current?.children[i]?.scrollIntoView({ block: 'start' });
  };

  return (
    <>
      <nav className={styles.thumbs} aria-label="页">
        {data.pages.map((page, i) => (
          <button
            key={i}
            type="button"
            className={styles.thumb}
            aria-current={front === i ? 'page' : undefined}
            onClick={() => goTo(i)}
          >
            <Sheet page={page} width={data.width} height={data.height} label={`缩略图 ${i + 1}`} />
            {i + 1}
          </button>
        ))}
      </nav>
      <div className={styles.pages} ref={sheets}>
        {data.pages.map((page, i) => (
          <div key={i} className={styles.paper} style={{ width: `${(data.width * zoom) / 100}mm` }}>
            <Sheet page={page} width={data.width} height={data.height} label={`第 ${i + 1} 页`} />
          </div>
        ))}
      </div>
    </>
  );
}
