/** Rows to work off in a window of their own, with the scanner. */
import { useContext, useEffect, useRef, useState } from 'react';
import { scanRefusal } from '../data/scan-client';
import { type Worked, WorkedRows } from '../grid/worked-rows';
import { FloorLines } from './FloorLines';
import { FloorSaid } from './FloorSaid';
import styles from './floor.module.css';
import { LineDesk } from './line-desk';
import type { Pad } from './NumberPad';
import { type Echo, ScanBox } from './ScanBox';
import { beep } from './scan';
import { ScanDesk } from './scan-desk';
import { useWedge } from './use-wedge';

export function LinesWindow({ page }: { readonly page: string }) {
  const worked = useContext(WorkedRows);
  return worked === null ? null : <Window page={page} worked={worked} />;
}

function Window({ page, worked }: { readonly page: string; readonly worked: Worked }) {
  const [desk] = useState(() => new LineDesk(worked.rows, worked.number));
  const [scans] = useState(() => new ScanDesk());
  const [echo, setEcho] = useState<Echo | null>(null);
  const [said, setSaid] = useState<string>();
  const frame = useRef<HTMLDivElement>(null);
  const pad = useRef<Pad>(undefined);
  useWedge(scans, true, frame);
  useEffect(
    () =>
      scans.attach(async (text) => {
        setEcho({ tone: 'busy', text });
        const answer = await desk
          .scanned(page, text)
          .catch(
            (error: unknown): Echo => ({ tone: 'bad', text: scanRefusal(error) ?? `网络中断，不能识别：${text}` }),
          );
        beep(answer.tone === 'good');
        setEcho(answer);
      }),
    [scans, desk, page],
  );
  return (
    <div className={`${styles.floor} ${styles.window}`} ref={frame}>
      {said !== undefined && <FloorSaid text={said} onRead={() => setSaid(undefined)} />}
      <ScanBox hint={`请扫码：${desk.scans.join('、')}`} echo={echo} onRead={(text) => scans.read(text)} />
      <FloorLines desk={desk} pad={pad} onRefused={setSaid} />
    </div>
  );
}
