/** One file viewer for the whole page: table cells, forms and details ask for it, the shell draws it. */
import type { FileValue } from '../../schemas/language/value';

export interface Viewing {
  readonly files: readonly FileValue[];
  readonly at: number;
}
let viewing: Viewing | null = null;
let opener: HTMLElement | null = null;
const listeners = new Set<() => void>();

const tell = (next: Viewing | null): void => {
  viewing = next;
  for (const listener of listeners) listener();
};

/** Opens the viewer at one of the files. */
export const viewFiles = (files: readonly FileValue[], at: number): void => {
  opener = document.activeElement instanceof HTMLElement ? document.activeElement : null;
  tell({ files, at });
};
export const viewAt = (at: number): void => {
  if (viewing !== null) tell({ ...viewing, at });
};
/** Closes it; the focus goes back to where it was opened. */
export const closeViewer = (): void => {
  tell(null);
  if (opener?.isConnected === true) opener.focus({ preventScroll: true });
};
export const viewer = {
  subscribe: (listener: () => void): (() => void) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
  now: (): Viewing | null => viewing,
};
