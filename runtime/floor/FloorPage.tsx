/** A record page on touch (`?floor=1`): one task, the number being entered is the biggest thing, the scanner always listens. */
import { useQuery } from '@tanstack/react-query';
import { type RefObject, useEffect, useMemo, useRef, useState } from 'react';
import { offlineQueue } from '../data/offline-queue';
import { recordClient } from '../data/record-client';
import type { WireRecord } from '../data/types';
import { createPickDesk } from '../fields/pick/desk';
import { PickOutlet } from '../fields/pick/PickOutlet';
import { FormHost } from '../form/FormHost';
import { finishTyping } from '../form/finish-typing';
import { FormModel } from '../form/form-model';
import { layoutOf } from '../form/layout';
import { useSignal } from '../grid/signal';
import { useHost } from '../page/host';
import { PageFault, PageLoading } from '../page/PageStates';
import type { Page } from '../page/types';
import { FloorActions } from './FloorActions';
import { FloorBar } from './FloorBar';
import styles from './floor.module.css';
import { type FloorPlan, floorPlan } from './floor-form';
import { NumberPad } from './NumberPad';
import { offlineWire } from './offline-wire';
import { ScanLine } from './ScanLine';
import { beep } from './scan';
import { ScanDesk } from './scan-desk';
import { send } from './submit';
import { Tiles } from './Tiles';
import { useWedge } from './use-wedge';

export interface FloorPageProps {
  readonly page: Page;
  readonly id?: string | undefined;
}

export function FloorPage({ page, id }: FloorPageProps) {
  const { closePage, active } = useHost();
  const [turn, setTurn] = useState(0);
  const plan = useMemo(() => floorPlan(page.object), [page.object]);
  // outlives the form: what is scanned while one is sent and the next one read is the next one's
  const [scans] = useState(() => new ScanDesk());
  const frame = useRef<HTMLDivElement>(null);
  useWedge(scans, active && plan.scan.length > 0, frame);
  const record = useQuery({
    queryKey: ['object', page.object.object, 'floor', id ?? '', turn],
    queryFn: () => loadWire(page, plan, id),
    gcTime: 0,
    retry: false,
    networkMode: 'always',
  });
  if (record.error) return <PageFault error={record.error} onRetry={() => void record.refetch()} />;
  if (record.data === undefined) return <PageLoading />;
  return (
    <OpenFloor
      key={turn}
      page={page}
      plan={plan}
      wire={record.data}
      fresh={id === undefined}
      scans={scans}
      frame={frame}
      onNext={() => {
        scans.leave();
        // a stored record cannot be read again while there is no network
        if (id === undefined || offlineQueue.online) setTurn((now) => now + 1);
        else closePage();
      }}
    />
  );
}

/** Without a network a new record begins with what the document says by itself. */
async function loadWire(page: Page, plan: FloorPlan, id: string | undefined): Promise<WireRecord> {
  if (id !== undefined) return recordClient.getOne(page.code, { id }, { quiet: true });
  return offlineWire(plan.offline, () => recordClient.getNew(page.code, {}, { quiet: true }));
}

interface OpenProps {
  readonly page: Page;
  readonly plan: FloorPlan;
  readonly wire: WireRecord;
  readonly fresh: boolean;
  readonly scans: ScanDesk;
  readonly frame: RefObject<HTMLDivElement | null>;
  readonly onNext: () => void;
}

const NOT_KEPT = '没有存上，内容还在本页。请联网后再提交；本机空间已满时先上传待上传的内容';

function OpenFloor({ page, plan, wire, fresh, scans, frame, onNext }: OpenProps) {
  const host = useHost();
  const [desk] = useState(createPickDesk);
  const [model] = useState(() => new FormModel({ page, wire, fresh, feedback: host.feedback, desk }));
  useEffect(() => () => model.dispose(), [model]);
  useSignal(model.changed);
  const layout = useMemo(() => layoutOf(page.object, plan.parts), [page.object, plan]);
  const [focus, setFocus] = useState(plan.big[0]?.code);
  const [said, setSaid] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const summary = summaryOf(model, plan);
  const { setDirty } = host;
  useEffect(() => setDirty(model.dirty), [setDirty, model.dirty]);

  const refuse = (text: string): void => {
    beep(false);
    setSaid(text);
  };
  const submit = async (accept: readonly string[] = []): Promise<void> => {
    if (busy) return;
    setBusy(true);
    try {
      await scans.hold();
      finishTyping(model);
      const [problem] = model.validate();
      if (problem) {
        refuse(problem.text);
        return;
      }
      const title = `${page.object.title} ${summary}`.trim();
      const sent = await send(model, { plan, now: host.session.now, title, accept });
      if (sent.how === 'warned') {
        setBusy(false);
        if (await host.feedback.confirm(`${sent.text}\n是否继续？`)) await submit(sent.accept);
        return;
      }
      if (sent.how === 'refused') {
        model.paint(sent.refusal.problems ?? []);
        refuse(sent.text);
        return;
      }
      beep(true);
      if (sent.how === 'queued') host.feedback.warning('已存本机，待上传');
      else host.feedback.success(`${page.object.title}已提交`);
      setDirty(false);
      onNext();
    } catch {
      refuse(NOT_KEPT);
    } finally {
      setBusy(false);
      scans.free();
    }
  };

  return (
    <div className={styles.floor} ref={frame}>
      <FloorBar title={page.title} offline={plan.offline} onBack={() => host.closePage()} />
      {said !== null && (
        <div className={styles.said} role="alert">
          <span>{said}</span>
          <button type="button" onClick={() => setSaid(null)}>
            知道了
          </button>
        </div>
      )}
      <div className={styles.body}>
        <div className={styles.left}>
          {plan.big.map((field) => (
            <NumberPad
              key={field.code}
              model={model}
              field={field}
              keys={plan.keys}
              isOpen={focus === field.code}
              onOpen={() => setFocus(field.code)}
              onRefused={setSaid}
            />
          ))}
        </div>
        <div className={styles.right}>
          {plan.tiles.map(({ sub, field }) => (
            <Tiles key={sub.code} model={model} sub={sub} field={field} />
          ))}
          <FloorActions
            page={page}
            model={model}
            plan={plan}
            scans={scans}
            onRefused={(text) => refuse(text)}
            onNext={onNext}
          />
          <div className={styles.fields}>
            <FormHost model={model} layout={layout} labelWidth={72} embedded tab={0} onTab={() => undefined} />
          </div>
        </div>
      </div>
      <div className={styles.foot}>
        <ScanLine model={model} fields={plan.scan} scans={scans} />
        <button type="button" className={styles.submit} disabled={busy} onClick={() => void submit()}>
          <b>提交</b>
          <span>{summary}</span>
        </button>
      </div>
      <PickOutlet desk={desk} />
    </div>
  );
}

/** 合格数 81，不良 3 */
function summaryOf(model: FormModel, plan: FloorPlan): string {
  return plan.big
    .flatMap((field) => {
      const value = model.value(field.code);
      return typeof value === 'number' ? [`${field.title} ${value}`] : [];
    })
    .join('，');
}
