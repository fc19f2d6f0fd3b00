import { spawnSync } from 'node:child_process';
import { readFileSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { StartError } from '../start-error';

export interface OsUser {
  readonly uid: number;
  readonly gid: number;
}

/**
 * PostgreSQL refuses to run as root; a server started as root hands it to the OS user `postgres`, made when missing.
 * Anybody else runs it as himself (null).
 */
export const databaseUser = (): OsUser | null => {
  if (process.platform === 'win32' || process.getuid?.() !== 0) return null;
  const known = lookUp('postgres');
  if (known) return known;
  spawnSync('groupadd', ['--system', 'postgres']);
  spawnSync('useradd', ['--system', '--no-create-home', '--gid', 'postgres', 'postgres']);
  // BusyBox has adduser only
  if (!lookUp('postgres')) spawnSync('adduser', ['-S', '-D', '-H', 'postgres']);
  const made = lookUp('postgres');
  if (made) return made;
  throw new StartError(
    '以 root 启动时需要系统用户 postgres，但无法建立；请换普通用户启动，或设置 DATABASE_URL。 ' +
      'Started as root, but the system user postgres could not be made: start as another user or set DATABASE_URL.',
  );
};

/** The user may enter the folder and all above it (mode bits only, which is what a fresh machine has). */
export const canEnter = (user: OsUser, folder: string): boolean => {
  const { mode, uid, gid } = statSync(folder);
  const bit = uid === user.uid ? 0o100 : gid === user.gid ? 0o010 : 0o001;
  if ((mode & bit) === 0) return false;
  const parent = dirname(folder);
  return parent === folder || canEnter(user, parent);
};

const lookUp = (name: string): OsUser | null => {
  const line = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .find((text) => text.startsWith(`${name}:`));
  const [, , uid, gid] = line?.split(':') ?? [];
  return uid === undefined || gid === undefined ? null : { uid: Number(uid), gid: Number(gid) };
};
