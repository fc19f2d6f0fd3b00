/** A number as text: what is no digit never gets in, decimals end at the scale of the field or of its unit, no spinner, no exponent. */
import { Input, type InputRef } from 'antd';
import { useLayoutEffect, useRef } from 'react';
import { cleanNumber, fitsDigits, numText } from '../../../schemas/language/codec/decimal';
import type { Value } from '../../../schemas/language/value';
import type { InputProps } from '../input-props';
import { useDraft } from './draft';
import styles from './inputs.module.css';

export function NumberInput({
  id,
  field,
  value,
  host,
  onType,
  onChange,
  disabled,
  status,
  placeholder,
  autoFocus,
}: InputProps) {
  const min = host.limit(field, 'min');
  const negative = typeof min !== 'number' || min < 0;
  const box = useRef<InputRef>(null);
  /** what he made it himself, or found here */
  const own = useRef(value);
  const draft = useDraft({
    value,
    format: numberText,
    parse: readNumberText,
    onType,
    onChange: (next) => {
      own.current = next;
      onChange(next);
    },
  });
  useLayoutEffect(() => {
    // a rule filled it under the cursor: what is typed next replaces that, as it would have on arrival
    const input = box.current?.input;
    const isGiven = value !== own.current && !draft.isTyped;
    own.current = value;
    if (isGiven && input != null && input === document.activeElement) input.select();
  }, [value, draft.isTyped]);
  return (
    <Input
      ref={box}
      id={id}
      className={host.outside?.(field, value) === true ? `${styles.number} ${styles.out}` : styles.number}
      value={draft.text}
      disabled={disabled}
      status={status}
      placeholder={placeholder}
      autoFocus={autoFocus}
      autoComplete="off"
      inputMode="decimal"
      suffix={field.suffix}
      onChange={(event) =>
        draft.onText(cleanNumber(event.target.value.normalize('NFKC'), { negative, scale: host.decimals(field) }))
      }
      onFocus={(event) => event.target.select()}
      onBlur={draft.onLeave}
      onKeyDown={(event) => {
        const way = event.key === 'ArrowUp' ? 1 : event.key === 'ArrowDown' ? -1 : 0;
        if (way === 0 || field.step === undefined) return draft.onKey(event);
        event.preventDefault();
        const from = readNumberText(draft.text);
        const next = stepped(typeof from === 'number' ? from : 0, way * field.step);
        if (negative || next >= 0) draft.onText(numberText(next));
      }}
    />
  );
}

/** Without the dust of binary fractions: 0.1 three times is 0.3. */
const stepped = (value: number, by: number): number => Number((value + by).toPrecision(15));

export const numberText = (value: Value): string => (typeof value === 'number' ? numText(value) : '');

/** Half-typed numbers (`-`, `1.`) mean what is there already; nothing is null. */
export function readNumberText(text: string): Value | undefined {
  if (text === '') return null;
  const bare = text.replace(/\.$/, '');
  if (!/^-?\d+(\.\d+)?$/.test(bare)) return undefined;
  const value = Number(bare);
  return fitsDigits(value) ? value : undefined;
}
