/** Block sopViewer: an instruction to look at, sheet by sheet; full screen for a finger, where it is confirmed as read. */
import { Button } from 'antd';
import { useState } from 'react';
import { useHost } from '../page/host';
import type { RecordBlockProps } from '../page/record-block';
import { FullSop } from './FullSop';
import { SheetView } from './SheetView';
import styles from './SopViewer.module.css';
import { sheetsOf } from './sheets';

const IN_FORCE = '60';

export function SopViewer({ page, record, onRun }: RecordBlockProps) {
  const [at, setAt] = useState(0);
  const { params, closePage } = useHost();
  // opened to be read, not to be looked after
  const isOnlyRead = params.get('full') === '1';
  const [full, setFull] = useState(isOnlyRead);
  const sheets = sheetsOf(record);
  const sheet = sheets[Math.min(at, sheets.length - 1)];
  if (sheet === undefined) return <p className={styles.empty}>还没有文件或步骤</p>;
  const mark = typeof record.mark === 'string' ? record.mark : null;
  const keeps = page.object.floor?.keeps === true;
  const action = page.object.actions.confirmRead;
  const mayRead =
    onRun !== undefined &&
    action !== undefined &&
    page.can(action.right) &&
    record.docStatus === IN_FORCE &&
    record.isRead !== true;
  return (
    <div className={styles.block}>
      <nav className={styles.rail} aria-label="目录">
        <ol>
          {sheets.map((eachSheet, n) => (
            <li key={eachSheet.key}>
              <button type="button" aria-current={eachSheet === sheet ? 'true' : undefined} onClick={() => setAt(n)}>
                {eachSheet.title}
              </button>
            </li>
          ))}
        </ol>
        <Button block onClick={() => setFull(true)}>
          全屏查看
        </Button>
      </nav>
      <div className={styles.stage} key={sheet.key}>
        <SheetView sheet={sheet} mark={mark} keeps={keeps} />
      </div>
      {full && (
        <FullSop
          title={`${String(record.name ?? '')} ${String(record.revision ?? '')}`}
          sheets={sheets}
          mark={mark}
          keeps={keeps}
          from={sheets.indexOf(sheet)}
          isRead={record.isRead === true}
          {...(mayRead ? { onRead: () => onRun(action) } : {})}
          onClose={() => (isOnlyRead ? closePage() : setFull(false))}
        />
      )}
    </div>
  );
}
