/** Text being typed: shown at once, told as a preview while it means something, handed over when the field is left or Enter is pressed. */
import { type KeyboardEvent, useState } from 'react';
import type { Value } from '../../../schemas/language/value';

export interface DraftOptions {
  readonly value: Value;
  readonly format: (value: Value) => string;
  /** undefined = not (yet) a value */
  readonly parse: (text: string) => Value | undefined;
  readonly onType?: ((value: Value) => void) | undefined;
  readonly onChange: (value: Value) => void;
}
export interface Draft {
  readonly text: string;
  readonly isTyped: boolean;
  readonly onText: (text: string) => void;
  readonly onLeave: () => void;
  readonly onKey: (event: KeyboardEvent) => void;
}

export function useDraft({ value, format, parse, onType, onChange }: DraftOptions): Draft {
  const [text, setText] = useState<string | null>(null);
  const leave = (): void => {
    if (text === null) return;
    setText(null);
    const next = parse(text);
    onChange(next === undefined ? value : next);
  };
  return {
    text: text ?? format(value),
    isTyped: text !== null,
    onText: (next) => {
      setText(next);
      const parsed = parse(next);
      if (parsed !== undefined) onType?.(parsed);
    },
    onLeave: leave,
    onKey: (event) => {
      if (event.key === 'Enter' || ((event.ctrlKey || event.metaKey) && event.key.toLowerCase() === 's')) leave();
    },
  };
}
