/** Print preview over the whole window: pages as they come out of the printer, thumbnails, range, copies, 打印 and PDF. */
import { Button, Select, Spin } from 'antd';
import { useRef, useState } from 'react';
import { rem } from '../page/scale';
import { PreviewWindow } from './PreviewWindow';
import { PrintBar } from './PrintBar';
import { PrintPages } from './PrintPages';
import styles from './print.module.css';
import { type PrintOf, usePrint } from './use-print';

export interface PrintDialogProps extends PrintOf {
  /** true = something was printed */
  readonly onClose: (printed: boolean) => void;
}

const ZOOMS = [50, 75, 100, 125, 150, 200];

export function PrintDialog({ onClose, ...printed }: PrintDialogProps) {
  const sheets = useRef<HTMLDivElement>(null);
  const job = usePrint(printed, sheets);
  const [zoom, setZoom] = useState(100);
  const { data, failure, retry } = job;
  const close = (): void => onClose(job.hasPrinted());
  return (
    <PreviewWindow onClose={close}>
      <div className={styles.frame}>
        <PrintBar job={job}>
          <Select
            aria-label="缩放"
            value={zoom}
            onChange={setZoom}
            options={ZOOMS.map((value) => ({ value, label: `${value}%` }))}
            style={{ width: rem(90) }}
          />
          <Button onClick={close}>关闭</Button>
        </PrintBar>
        {data ? (
          <PrintPages data={data} zoom={zoom} sheets={sheets} />
        ) : (
          <div className={styles.state} style={{ gridColumn: '1 / -1' }}>
            {failure === undefined ? (
              <Spin />
            ) : (
              <div>
                <p>{failure}</p>
                <Button onClick={retry}>重试</Button>
              </div>
            )}
          </div>
        )}
      </div>
    </PreviewWindow>
  );
}
