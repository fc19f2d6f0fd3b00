/** The number of one row, with the keys to enter it; what is there already gives way to the first digit. */
import { type RefObject, useEffect, useRef, useState } from 'react';
import type { Row } from '../../schemas/language/value';
import { useSignal } from '../data/signal';
import type { LineDesk } from './line-desk';
import styles from './lines.module.css';
import type { Pad } from './NumberPad';
import { PadKeys } from './PadKeys';
import { numberOf, type PadKey, plain, press } from './pad';

export interface LinePadProps {
  readonly desk: LineDesk;
  readonly row: Row;
  /** takes keys of the keyboard */
  readonly pad: RefObject<Pad | undefined>;
  readonly onRefused: (text: string) => void;
}
const STEPS = ['+1', '+5', '+10'];

export function LinePad({ desk, row, pad, onRefused }: LinePadProps) {
  const { host, number } = desk;
  useSignal(host.store.faults);
  const value = row[number.code];
  const [text, setText] = useState(typeof value === 'number' ? plain(value) : '');
  const isByHand = useRef(false);
  const typed = useRef(text);
  typed.current = text;
  useEffect(() => {
    if (numberOf(typed.current) === (value ?? null)) return;
    isByHand.current = false;
    setText(typeof value === 'number' ? plain(value) : '');
  }, [value]);
  const isOpen = host.editable(row, number);
  const handle = (key: PadKey): void => {
    if (!isOpen) return;
    const isDigit = /^[\d.]$/.test(key);
    const next = press(isDigit && !isByHand.current ? '' : typed.current, key);
    isByHand.current = isDigit || key === 'back';
    typed.current = next;
    setText(next);
    desk.enter(row, numberOf(next));
  };
  const latest = useRef(handle);
  latest.current = handle;
  useEffect(() => {
    const own: Pad = { press: (key) => latest.current(key), isEmpty: () => typed.current === '' };
    pad.current = own;
    return () => {
      if (pad.current === own) pad.current = undefined;
    };
  }, [pad]);
  const problem = host.store.problemsOf(row.id).find(({ col }) => col === number.code)?.text;
  const remove = (): void => {
    const refusal = desk.remove(row);
    if (refusal !== null) onRefused(refusal);
  };
  return (
    <div className={styles.pad}>
      <p>
        <b>{number.title}</b>
        <output aria-label={`${number.title}的值`}>{text === '' ? '0' : text}</output>
      </p>
      {problem !== undefined && <p className={styles.wrong}>{problem}</p>}
      {isOpen && <PadKeys steps={STEPS} isWhole={number.field.type === 'int'} onKey={handle} />}
      {isOpen && (
        <div className={styles.after}>
          {host.can.remove && host.state(row).lock === null && (
            <button type="button" onClick={remove}>
              移除本行
            </button>
          )}
          <button type="button" data-tone="primary" onClick={() => desk.confirm(row)}>
            确认本行
          </button>
        </div>
      )}
    </div>
  );
}
