/** The scan line: owns the wedge scanner wherever the focus is, tells at once by colour, word and sound what became of a code. */
import { type RefObject, useEffect, useRef, useState } from 'react';
import type { ResolvedField } from '../../schemas/language/resolved';
import { recordClient } from '../data/record-client';
import type { WireRecord } from '../data/types';
import type { FormModel } from '../form/form-model';
import { Icon } from '../page/Icon';
import styles from './floor.module.css';
import { beep, readCode, WedgeReader } from './scan';

export interface ScanLineProps {
  readonly model: FormModel;
  /** in the order they are filled */
  readonly fields: readonly ResolvedField[];
  /** the page is in front */
  readonly active: boolean;
  readonly frame: RefObject<HTMLDivElement | null>;
}
interface Echo {
  readonly tone: 'good' | 'bad' | 'busy';
  readonly text: string;
}

export function ScanLine({ model, fields, active, frame }: ScanLineProps) {
  const [echo, setEcho] = useState<Echo | null>(null);
  const [typed, setTyped] = useState('');
  const latest = useRef({ model, fields });
  latest.current = { model, fields };

  const take = async (text: string): Promise<void> => {
    setEcho({ tone: 'busy', text });
    const answer = await fill(latest.current.model, latest.current.fields, text);
    beep(answer.tone === 'good');
    setEcho(answer);
  };
  const taking = useRef(take);
  taking.current = take;

  useEffect(() => {
    if (!active || fields.length === 0) return;
    const reader = new WedgeReader();
    const handle = (event: KeyboardEvent): void => {
      if (event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return;
      const code = reader.key(event.key, event.timeStamp);
      if (code === undefined) return;
      // the code went into whatever had the focus: it is taken back there
      const at = document.activeElement;
      if (at instanceof HTMLInputElement && frame.current?.contains(at) === true) at.select();
      event.preventDefault();
      event.stopPropagation();
      void taking.current(code);
    };
    window.addEventListener('keydown', handle, true);
    return () => window.removeEventListener('keydown', handle, true);
  }, [active, fields.length, frame]);

  if (fields.length === 0) return <div className={styles.scan} />;
  return (
    <form
      className={styles.scan}
      data-tone={echo?.tone}
      onSubmit={(event) => {
        event.preventDefault();
        if (typed.trim() === '') return;
        void take(typed.trim());
        setTyped('');
      }}
    >
      <Icon name="scan" />
      <input
        aria-label="扫码"
        placeholder={`请扫码：${fields.map((field) => field.title).join('、')}`}
        value={typed}
        autoComplete="off"
        inputMode="none"
        onChange={(event) => setTyped(event.target.value)}
      />
      <output aria-live="assertive">{echo?.text ?? '监听中'}</output>
    </form>
  );
}

/** The first scan field without a value that knows the code; a code for a filled one replaces it only when no other takes it. */
async function fill(model: FormModel, fields: readonly ResolvedField[], text: string): Promise<Echo> {
  const { code } = readCode(text);
  const isEmpty = (field: ResolvedField): boolean => {
    const value = model.value(field.code);
    return value === null || value === '';
  };
  const order = [...fields.filter(isEmpty), ...fields.filter((field) => !isEmpty(field))];
  for (const field of order) {
    if (model.states.readonly.has(field.code) || model.states.hidden.has(field.code)) continue;
    if (field.ref === undefined) {
      model.set(field.code, code);
      return { tone: 'good', text: `${field.title} ${code}` };
    }
    const found = await find(model, field, code);
    if (found === 'offline') return { tone: 'bad', text: `网络中断，不能识别：${text}` };
    if (found === undefined) continue;
    model.set(field.code, found.id, found);
    return { tone: 'good', text: `${field.title} ${found.label}` };
  }
  return { tone: 'bad', text: `无法识别的条码：${text}` };
}

async function find(model: FormModel, field: ResolvedField, code: string) {
  try {
    const { records } = await recordClient.pick(
      model.page.code,
      field.code,
      { record: model.toSend() as WireRecord, search: code, current: 1, size: 20 },
      { quiet: true },
    );
    const exact = records.filter(
      (row) =>
        row.code === code ||
        row.nbr === code ||
        row.label === code ||
        row.label.startsWith(`${code} `) ||
        row.label.endsWith(` ${code}`),
    );
    return exact[0] ?? (records.length === 1 ? records[0] : undefined);
  } catch {
    return 'offline' as const;
  }
}
