import type { FormModel } from './form-model';

/** Texts still being typed are taken over before anything is done with the record. */
export function finishTyping(model: FormModel): void {
  const active = document.activeElement;
  const own = active instanceof HTMLElement && active.closest(`[data-form="${model.key}"]`) !== null;
  if (own && !active.matches('[data-live]')) active.blur();
  for (const sub of model.subs.values()) sub.control.finish();
}
