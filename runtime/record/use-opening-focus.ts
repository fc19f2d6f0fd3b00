/** Keys of a form work from its first moment: a new record begins in its first field that must be filled, a stored one at its sheet. */
import { type RefObject, useEffect, useRef } from 'react';
import type { FormModel } from '../form/form-model';
import type { Layout } from '../form/layout';
import { useTouch } from '../page/use-touch';

/** Once, when the sheet is first drawn; whoever is writing somewhere keeps the focus, and a finger gets no keyboard it did not ask for. */
export function useOpeningFocus(sheet: RefObject<HTMLElement | null>, model: FormModel, layout: Layout): void {
  const touch = useTouch();
  const given = useRef({ model, layout, touch });
  useEffect(() => {
    const frame = requestAnimationFrame(() => {
      const { current: box } = sheet;
      if (box === null || !document.hasFocus() || isTaken(box)) return;
      const { model: form, layout: drawn, touch: finger } = given.current;
      const first = finger ? null : firstToFill(box, form, drawn);
      (first ?? box).focus({ preventScroll: true });
    });
    return () => cancelAnimationFrame(frame);
  }, [sheet]);
}

const isTaken = (box: HTMLElement): boolean => {
  const { activeElement: at } = document;
  return at !== null && (box.contains(at) || at.matches('input, textarea, [contenteditable="true"]'));
};

function firstToFill(box: HTMLElement, model: FormModel, { groups }: Layout): HTMLElement | null {
  if (!model.isNew) return null;
  const { required, readonly, hidden } = model.states;
  const first = groups
    .flatMap(({ fields }) => fields.map(({ field }) => field.code))
    .find((code) => required.has(code) && !readonly.has(code) && !hidden.has(code) && isEmpty(model.value(code)));
  if (first === undefined) return null;
  return box.querySelector(`[data-field="${CSS.escape(first)}"] :is(input, textarea)`);
}
const isEmpty = (value: unknown): boolean => value === null || value === undefined || value === '';
