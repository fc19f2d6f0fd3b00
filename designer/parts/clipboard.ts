/**
 * The clipboard of the machine. The browser gives it to scripts over https only; on a plain address of the workshop it is written by the
 * command and read from the event of a key press, as text fields do. A menu brings no such event: what was copied here is kept for it.
 */
const KEPT = 'millwright.designer.copied';
/** ms in which the event of a key press follows it */
const SOON = 120;

/** Whether scripts may read it at any time. */
export const hasClipboard = (): boolean => (navigator as { readonly clipboard?: Clipboard }).clipboard !== undefined;

export async function writeClipboard(text: string): Promise<void> {
  try {
    localStorage.setItem(KEPT, text);
  } catch {
    // private windows keep nothing
  }
  if (hasClipboard()) await navigator.clipboard.writeText(text).catch(() => undefined);
  else writeByCommand(text);
}

export async function readClipboard(): Promise<string> {
  const given = hasClipboard() ? await navigator.clipboard.readText().catch(() => undefined) : await pasted();
  return given ?? localStorage.getItem(KEPT) ?? '';
}

const writeByCommand = (text: string): void => {
  const fill = (event: ClipboardEvent): void => {
    event.clipboardData?.setData('text/plain', text);
    event.preventDefault();
  };
  document.addEventListener('copy', fill);
  (document as { execCommand?: (command: string) => boolean }).execCommand?.('copy');
  document.removeEventListener('copy', fill);
};
/** What the key that was pressed brings; undefined when it was no key. */
const pasted = (): Promise<string | undefined> =>
  new Promise((resolve) => {
    const done = (text?: string): void => {
      document.removeEventListener('paste', take);
      clearTimeout(timer);
      resolve(text);
    };
    const take = (event: ClipboardEvent): void => done(event.clipboardData?.getData('text/plain'));
    const timer = setTimeout(done, SOON);
    document.addEventListener('paste', take);
  });
