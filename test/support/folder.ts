/** Data folders of tests, which leave nothing behind. */
import { chmodSync, mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

/**
 * A fresh folder for a server. Entered by everybody: mkdtemp makes it 0700, and the database of a test that runs as root, which another
 * user runs, would lie beside the data of the machine instead of in it.
 */
export const dataFolder = (name: string): string => {
  const folder = mkdtempSync(join(tmpdir(), `millwright-${name}-`));
  chmodSync(folder, 0o711);
  return folder;
};

/** With the database that lies elsewhere when even the folder for temporary files is closed. */
export const removeFolder = (folder: string): void => {
  const away = databaseOf(folder);
  if (away !== undefined && !away.startsWith(realpathSync(folder)))
    rmSync(dirname(away), { recursive: true, force: true });
  rmSync(folder, { recursive: true, force: true });
};
const databaseOf = (folder: string): string | undefined => {
  try {
    return realpathSync(join(folder, 'pg'));
  } catch {
    // it never had one
    return undefined;
  }
};
