import type { FileValue } from '../../schemas/language/value';
import { fileClient } from './client';
import { viewFiles } from './desk';
import { shownAs } from './facts';

/** Looks at a file where that is possible, else saves it. */
export function openFile(files: readonly FileValue[], at: number): void {
  const file = files[at];
  if (file === undefined) return;
  if (shownAs(file) === 'none') {
    void fileClient.save(file).catch(() => undefined);
    return;
  }
  const seen = files.filter((file) => shownAs(file) !== 'none');
  viewFiles(seen, seen.indexOf(file));
}
