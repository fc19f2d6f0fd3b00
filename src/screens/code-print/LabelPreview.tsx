/** One label at its true size: pager and zoom. What cannot be drawn says why. */
import { Button, Select, Spin } from 'antd';
import { useEffect, useRef, useState } from 'react';
import { Icon } from '../../../runtime/page/Icon';
import { Sheet } from '../../../runtime/print/index';
import styles from './CodePrint.module.css';
import { type PreviewData, said } from './calls';

export interface LabelPreviewProps {
  /** asked for label `at` of the run; changes whenever another label would come out */
  readonly of: string;
  readonly load: (at: number) => Promise<PreviewData>;
  readonly empty: string;
}
const ZOOMS = [50, 75, 100, 150, 200, 300];
/** typing a number asks once */
const PAUSE_MS = 250;

export function LabelPreview({ of, load, empty }: LabelPreviewProps) {
  const [at, setAt] = useState(0);
  const [zoom, setZoom] = useState(100);
  const [data, setData] = useState<PreviewData>();
  const [failure, setFailure] = useState<string>();
  const [busy, setBusy] = useState(false);
  const loading = useRef(load);
  loading.current = load;
  useEffect(() => {
    if (of === '') {
      setData(undefined);
      setFailure(undefined);
      setAt(0);
      return;
    }
    let gone = false;
    setBusy(true);
    const timer = setTimeout(() => {
      loading.current(at).then(
        (answer) => {
          if (gone) return;
          setData(answer);
          setFailure(undefined);
          setBusy(false);
          if (at >= answer.count) setAt(Math.max(0, answer.count - 1));
        },
        (error: unknown) => {
          if (gone) return;
          setFailure(said(error));
          setBusy(false);
        },
      );
    }, PAUSE_MS);
    return () => {
      gone = true;
      clearTimeout(timer);
    };
  }, [of, at]);
  const count = data?.count ?? 0;
  return (
    <section className={styles.preview} aria-label="预览" aria-busy={busy}>
      <div className={styles.pager}>
        <Button
          aria-label="上一张"
          icon={<Icon name="left" />}
          disabled={at === 0}
          onClick={() => setAt((now) => Math.max(0, now - 1))}
        />
        <output>{count === 0 ? '0 / 0' : `${Math.min(at, count - 1) + 1} / ${count}`}</output>
        <Button
          aria-label="下一张"
          icon={<Icon name="right" />}
          disabled={at + 1 >= count}
          onClick={() => setAt((now) => now + 1)}
        />
        <span className={styles.grow} />
        {data !== undefined && data.page !== null && (
          <small>
            {data.width} × {data.height} 毫米
          </small>
        )}
        <Select
          aria-label="缩放"
          value={zoom}
          onChange={setZoom}
          options={ZOOMS.map((value) => ({ value, label: `${value}%` }))}
          className={styles.zoom ?? ''}
        />
      </div>
      <div className={styles.ground}>
        {failure !== undefined ? (
          <p role="alert">{failure}</p>
        ) : data !== undefined && data.page !== null ? (
          <div className={styles.label} style={{ width: `${(data.width * zoom) / 100}mm` }}>
            <Sheet page={data.page} width={data.width} height={data.height} label={`第 ${at + 1} 张标签`} />
          </div>
        ) : of === '' ? (
          <p>{empty}</p>
        ) : (
          <Spin />
        )}
      </div>
    </section>
  );
}
