/** A record page on touch (`?floor=1`): one task, the number being entered is the biggest thing, the scanner always listens. */
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, type RefObject, useEffect, useMemo, useRef, useState } from 'react';
import { openWay, useActions } from '../actions/index';
import { offlineQueue } from '../data/offline-queue';
import { useSignal } from '../data/signal';
import type { Refusal, WireRecord } from '../data/types';
import { FormHost } from '../form/FormHost';
import { followGiven } from '../form/follow-given';
import { FormModel } from '../form/form-model';
import { layoutOf } from '../form/layout';
import { type FormSource, loadRecord, settleSource, sourceOf } from '../form/load';
import type { Way } from '../form/NoticeBar';
import { useHost } from '../page/host';
import { Icon } from '../page/Icon';
import { PageFault, PageLoading } from '../page/PageStates';
import type { Page } from '../page/types';
import { createPickDesk } from '../pick/desk';
import { PickOutlet } from '../pick/PickOutlet';
import { asRow } from '../record/EditPage';
import { FloorAbout } from './FloorAbout';
import { FloorActions } from './FloorActions';
import { FloorBar } from './FloorBar';
import { FloorLines } from './FloorLines';
import { FloorSaid } from './FloorSaid';
import styles from './floor.module.css';
import { type FloorPlan, floorPlan } from './floor-form';
import { takeKept } from './kept-picks';
import { partsOf } from './limit';
import { LineDesk } from './line-desk';
import { NumberPad, type Pad } from './NumberPad';
import { offlineWire } from './offline-wire';
import { plain } from './pad';
import { ScanLine } from './ScanLine';
import { SumLine } from './SumLine';
import { beep } from './scan';
import { ScanDesk } from './scan-desk';
import { Tiles } from './Tiles';
import { useHandKeys } from './use-hand-keys';
import { useSubmit } from './use-submit';
import { useWedge } from './use-wedge';

const nameIn = ({ object }: Page, summary: string): string => `${object.title} ${summary}`.trim();
const nameOf = ({ object, title }: Page): string => object.edit.title ?? title;

export interface FloorPageProps {
  readonly page: Page;
  readonly id?: string | undefined;
  /** of the address: values the record begins with, or a code it is begun by (`scan`) */
  readonly params?: URLSearchParams;
}

export function FloorPage({ page, id, params = NO_PARAMS }: FloorPageProps) {
  const { closePage, active } = useHost();
  // what was just stored and is not done yet: it has to be posted
  const [made, setMade] = useState<string>();
  const at = id ?? made;
  const source = sourceOf(page.code, at, params);
  const code = params.get('scan');
  const begun = JSON.stringify([source.with ?? null, code]);
  const [turn, setTurn] = useState(0);
  const plan = useMemo(() => floorPlan(page.object), [page.object]);
  // outlives the form: what is scanned while one is sent and the next one read is the next one's
  const [scans] = useState(() => new ScanDesk());
  const frame = useRef<HTMLDivElement>(null);
  const [done, flash] = useFlash();
  const isScanned = plan.scan.length + plan.rows.length > 0 || plan.lines !== undefined;
  useWedge(scans, active && isScanned, frame);
  const record = useQuery({
    queryKey: ['object', page.object.object, 'floor', at ?? '', begun, turn],
    queryFn: () => loadWire(plan, source),
    gcTime: 0,
    retry: false,
    networkMode: 'always',
  });
  useEffect(() => {
    if (code !== null) scans.read(code);
  }, [scans, code]);
  if (record.error) return <PageFault error={record.error} onRetry={() => void record.refetch()} />;
  if (record.data === undefined)
    return (
      <>
        {done}
        <PageLoading />
      </>
    );
  return (
    <>
      {done}
      <OpenFloor
        key={`${turn} ${at} ${begun}`}
        page={page}
        plan={plan}
        wire={record.data}
        given={source.with}
        fresh={at === undefined}
        scans={scans}
        frame={frame}
        onDone={flash}
        onNext={(stored) => {
          scans.leave();
          if (stored !== undefined) settleSource(source);
          if (stored !== undefined && at === undefined && plan.lines !== undefined) {
            setMade(stored);
            return;
          }
          const isOne = at === undefined && (source.with !== undefined || code !== null);
          // a task is done once; a stored record cannot be read again while there is no network
          if (isOne || (at !== undefined && !offlineQueue.online)) closePage(TO_OPENER);
          else setTurn((now) => now + 1);
        }}
      />
    </>
  );
}

/** Green for a second: it is done, seen from where the hands are. */
function useFlash(): readonly [ReactNode, () => void] {
  const [isOn, setOn] = useState(false);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  const flash = (): void => {
    clearTimeout(timer.current);
    setOn(true);
    timer.current = setTimeout(() => setOn(false), FLASH_MS);
  };
  const shown = isOn ? (
    <div className={styles.done} aria-hidden data-done="">
      <Icon name="check" />
    </div>
  ) : null;
  return [shown, flash];
}
const FLASH_MS = 1_000;
const NO_PARAMS = new URLSearchParams();
const TO_OPENER = { toOpener: true } as const;

/** Without a network a new record begins with what the document says by itself. */
async function loadWire(plan: FloorPlan, source: FormSource): Promise<WireRecord> {
  const load = async (): Promise<WireRecord> => (await loadRecord(source)).wire;
  return source.id === undefined ? offlineWire(plan.offline, load) : load();
}

interface OpenProps {
  readonly page: Page;
  readonly plan: FloorPlan;
  readonly wire: WireRecord;
  /** values it begins with */
  readonly given: FormSource['with'];
  readonly fresh: boolean;
  readonly scans: ScanDesk;
  readonly frame: RefObject<HTMLDivElement | null>;
  /** stored, not only kept */
  readonly onDone: () => void;
  /** `stored`: the record that was sent */
  readonly onNext: (stored?: string) => void;
}
interface Said {
  readonly text: string;
  readonly ways: readonly Way[];
}

function OpenFloor({ page, plan, wire, given, fresh, scans, frame, onDone, onNext }: OpenProps) {
  const host = useHost();
  const [desk] = useState(createPickDesk);
  const [model] = useState(() => {
    const form = new FormModel({ page, wire, fresh, feedback: host.feedback, desk });
    takeKept(form, given);
    if (fresh) void followGiven(form, given);
    return form;
  });
  useEffect(() => () => model.dispose(), [model]);
  useSignal(model.changed);
  // what waits on the device is no longer free
  useSignal(offlineQueue.signal);
  const layout = useMemo(() => layoutOf(page.object, plan.parts), [page.object, plan]);
  const [focus, setFocus] = useState(plan.big[0]?.code);
  const [said, setSaid] = useState<Said | null>(null);
  const pad = useRef<Pad>(undefined);
  const lines = useLines(model, plan);
  const summary = summaryOf(model, plan);
  const { setDirty } = host;
  useEffect(() => setDirty(model.dirty), [setDirty, model.dirty]);

  const refuse = (text: string, { ways = [] }: Refusal = {}): void => {
    beep(false);
    // a record that is not stored yet has nothing done to it
    setSaid({ text, ways: ways.filter(({ action }) => action === undefined || !model.isNew) });
  };
  const actions = useActions(page, (_action, data) => {
    onDone();
    if (data.record !== undefined) model.load(data.record);
    else onNext();
  });
  const takeWay = (way: Way): void => {
    setSaid(null);
    const action = way.action === undefined ? undefined : page.object.actions[way.action];
    if (action === undefined) openWay(host, way);
    else void actions.run(action, [asRow(model)], { onRefused: refuse });
  };
  const { busy, submit } = useSubmit({ model, plan, scans, refuse, title: nameIn(page, summary), onDone, onNext });

  useHandKeys(frame, host.active, {
    onDigit: (key) => pad.current?.press(key),
    onEnter: () => {
      const row = lines?.current;
      if (lines !== undefined && row !== undefined && !lines.isDone(row)) lines.confirm(row);
      else void submit();
    },
    onEscape: () => {
      if (said !== null) setSaid(null);
      else if (pad.current?.isEmpty() === false) pad.current.press('clear');
      else host.closePage(TO_OPENER);
    },
  });

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions lint/a11y/useKeyWithClickEvents: a button that was touched gives the keys back
    <div
      className={styles.floor}
      ref={frame}
      onClick={({ detail, target }) => {
        if (detail > 0 && target instanceof HTMLElement) target.closest('button')?.blur();
      }}
    >
      <FloorBar title={nameOf(page)} offline={plan.offline} onBack={() => host.closePage(TO_OPENER)} />
      {said !== null && <FloorSaid {...said} onWay={takeWay} onRead={() => setSaid(null)} />}
      {lines !== undefined && <FloorLines desk={lines} pad={pad} onRefused={refuse} />}
      <div className={styles.body}>
        <FloorAbout model={model} />
        <div className={styles.left}>
          {plan.big.map((field) => (
            <NumberPad
              key={field.code}
              model={model}
              field={field}
              plan={plan}
              isOpen={focus === field.code}
              onOpen={() => setFocus(field.code)}
              pad={pad}
              onRefused={(text) => setSaid({ text, ways: [] })}
            />
          ))}
        </div>
        <div className={styles.right}>
          {plan.tiles.map(({ sub, field }) => (
            <Tiles key={sub.code} model={model} plan={plan} sub={sub} field={field} onRefused={refuse} />
          ))}
          <SumLine model={model} plan={plan} />
          <FloorActions page={page} model={model} scans={scans} actions={actions} onRefused={refuse} onNext={onNext} />
          <div className={styles.fields}>
            <FormHost model={model} layout={layout} labelWidth={72} embedded tab={0} onTab={() => undefined} />
          </div>
        </div>
      </div>
      <div className={styles.foot}>
        <ScanLine model={model} plan={plan} scans={scans} lines={lines} />
        <button
          type="button"
          className={styles.submit}
          disabled={busy}
          aria-keyshortcuts="Enter"
          onClick={() => void submit()}
        >
          <b>提交</b>
          <span>{summary}</span>
        </button>
      </div>
      <PickOutlet desk={desk} />
      {actions.outlet}
    </div>
  );
}

/** Rows to work off, while the record shows them. */
function useLines(model: FormModel, { lines }: FloorPlan): LineDesk | undefined {
  const sub = lines === undefined ? undefined : model.subs.get(lines.sub.code);
  const number = sub?.columns.find(({ code }) => code === lines?.field.code);
  const desk = useMemo(
    () => (sub === undefined || number === undefined ? undefined : new LineDesk(sub, number)),
    [sub, number],
  );
  return lines === undefined || model.states.hidden.has(lines.sub.code) ? undefined : desk;
}

/** 合格数 81，不良 3 */
const summaryOf = (model: FormModel, plan: FloorPlan): string =>
  partsOf(model, plan)
    .filter(({ qty }) => qty > 0)
    .map(({ title, qty }) => `${title} ${plain(qty)}`)
    .join('，');
