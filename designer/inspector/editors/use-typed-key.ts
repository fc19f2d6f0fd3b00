/** Typing into a key: what is left unfinished when its editor goes away (another took the entry out) is told, not lost. */
import type { Json } from '../../../schemas/language/value';
import { type Typed, useTyped } from '../../parts/use-typed';
import { useInspecting } from '../context';
import type { EditorProps } from './props';

/** `toValue` makes of what is typed what the key says; undefined = nothing. */
export function useTypedKey<T>(
  { address, onChange }: Pick<EditorProps, 'address' | 'onChange'>,
  written: T,
  toValue: (typed: T) => Json | undefined,
): Typed<T> {
  const { onLeft } = useInspecting();
  return useTyped(
    written,
    (to) => onChange(toValue(to)),
    (typed, from) => onLeft?.(address, toValue(typed), toValue(from)),
  );
}
