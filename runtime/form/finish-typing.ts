import type { FormModel } from './form-model';

export const UPLOADING = '附件正在上传，请稍候';
const LOOKING = '填写的内容还没有查到，请稍候再试';

/** Files of the form are on their way: saving now would leave them out. */
export const isUploading = (model: FormModel): boolean =>
  document.querySelector(`[data-form="${model.key}"] [data-uploading]`) !== null;

/** Texts still being typed are taken over before anything is done with the record. */
export function finishTyping(model: FormModel): void {
  const active = document.activeElement;
  const own = active instanceof HTMLElement && active.closest(`[data-form="${model.key}"]`) !== null;
  if (own && !active.matches('[data-live]')) active.blur();
  for (const sub of model.subs.values()) sub.control.finish();
}

/** Before anything is sent: what was typed is in the record, looked up to the end. Else the sentence that says why it cannot go out. */
export function typingOver(model: FormModel, limit?: number): Promise<string | null> | string | null {
  finishTyping(model);
  if (isUploading(model)) return UPLOADING;
  const { underWay } = model;
  return underWay.any ? underWay.over(limit).then(() => (underWay.isTyped ? LOOKING : null)) : null;
}
