/**
 * The clipboard of the machine where the browser gives it, which it does over https only; on a plain address of the workshop what was copied
 * here is kept by the browser, for its other tabs too.
 */
const KEPT = 'millwright.designer.copied';

export async function writeClipboard(text: string): Promise<void> {
  try {
    localStorage.setItem(KEPT, text);
  } catch {
    // private windows keep nothing
  }
  if (isGiven()) await navigator.clipboard.writeText(text).catch(() => undefined);
}

export async function readClipboard(): Promise<string> {
  const given = isGiven() ? await navigator.clipboard.readText().catch(() => undefined) : undefined;
  return given ?? localStorage.getItem(KEPT) ?? '';
}
const isGiven = (): boolean => (navigator as { readonly clipboard?: Clipboard }).clipboard !== undefined;
