/** A number as the biggest thing on the screen, with its limit named, and the keys to enter it. */
import { type RefObject, useEffect, useRef, useState } from 'react';
import type { ResolvedField } from '../../schemas/language/resolved';
import type { FormModel } from '../form/form-model';
import styles from './floor.module.css';
import type { FloorPlan } from './floor-form';
import { floorLimit, mostOf, tooMuch } from './limit';
import { PadKeys } from './PadKeys';
import { FILL, numberOf, type PadKey, plain, press } from './pad';
import { beep } from './scan';

export interface Pad {
  readonly press: (key: PadKey) => void;
  readonly isEmpty: () => boolean;
}
export interface NumberPadProps {
  readonly model: FormModel;
  readonly field: ResolvedField;
  readonly plan: FloorPlan;
  readonly isOpen: boolean;
  readonly onOpen: () => void;
  /** the pad that takes keys of the keyboard */
  readonly pad: RefObject<Pad | undefined>;
  readonly onRefused: (text: string) => void;
}
/** +5; what is no step fills up to the limit */
const isStep = (key: string): boolean => /^[+-]\d/.test(key);
const DIGIT = /^[\d.]$/;

export function NumberPad({ model, field, plan, isOpen, onOpen, pad, onRefused }: NumberPadProps) {
  const { code } = field;
  const value = model.value(code);
  const [text, setText] = useState(typeof value === 'number' ? plain(value) : '');
  const readonly = model.states.readonly.has(code);
  const max = mostOf(model, plan, code);
  const limit = floorLimit(model, plan);
  const steps = plan.keys.filter(isStep);
  const [fill] = max === undefined ? [] : plan.keys.filter((key) => !isStep(key));
  const unit = field.suffix ?? unitOf(model, field);
  // keys may come faster than the page is drawn
  const typed = useRef(text);
  typed.current = text;
  // what was proposed or filled in gives way to the first digit of a hand
  const isByHand = useRef(false);
  // a rule or a formula may have moved the value
  useEffect(() => {
    if (numberOf(typed.current) === value) return;
    isByHand.current = false;
    setText(typeof value === 'number' ? plain(value) : '');
  }, [value]);
  const handle = (key: PadKey): void => {
    if (readonly || (key === FILL && fill === undefined)) return;
    const isDigit = DIGIT.test(key);
    const before = isDigit && !isByHand.current ? '' : typed.current;
    const next = key === FILL ? plain(max ?? 0) : press(before, key);
    const number = numberOf(next);
    if (max !== undefined && number !== null && number > max) {
      beep(false);
      onRefused(tooMuch(model, plan, field.title, code, number, unit));
      return;
    }
    isByHand.current = isDigit || key === 'back';
    typed.current = next;
    setText(next);
    model.set(code, number);
  };
  const latest = useRef(handle);
  latest.current = handle;
  const isHidden = model.states.hidden.has(code);
  useEffect(() => {
    if (!isOpen || isHidden) return;
    const own: Pad = { press: (key) => latest.current(key), isEmpty: () => typed.current === '' };
    pad.current = own;
    return () => {
      if (pad.current === own) pad.current = undefined;
    };
  }, [isOpen, isHidden, pad]);
  if (isHidden) return null;
  const problem = model.problemsOf(code)[0]?.text;
  const isWhole = field.type === 'int';
  return (
    <section className={styles.number} data-open={isOpen || undefined} aria-label={field.title}>
      <button type="button" className={styles.face} onClick={onOpen} aria-expanded={isOpen}>
        <span>
          <b>{field.title}</b>
          {model.states.required.has(code) && text === '' && <i>必填</i>}
          {isOpen && !readonly && <small>正在输入</small>}
        </span>
        <output aria-label={`${field.title}的值`}>{text === '' ? '0' : text}</output>
        <em>{unit}</em>
        {limit === undefined && max !== undefined && <p>最多 {plain(max)}</p>}
        {limit !== undefined && (
          <p>
            {limit.text}
            {limit.why !== '' && <small> = {limit.why}</small>}
          </p>
        )}
        {problem !== undefined && <p className={styles.wrong}>{problem}</p>}
      </button>
      {isOpen && !readonly && <PadKeys steps={steps} isWhole={isWhole} fill={fill} onKey={handle} />}
    </section>
  );
}

function unitOf(model: FormModel, field: ResolvedField): string {
  const unit = field.unit === undefined ? null : model.value(field.unit);
  const target = field.unit === undefined ? undefined : model.field(field.unit)?.ref;
  return typeof unit === 'string' && target !== undefined ? (model.env.label(target, unit) ?? '') : '';
}
