import { existsSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from './run.mjs';

const SOURCES = [
  'src',
  'runtime',
  'designer',
  'schemas/language',
  'server',
  'index.html',
  'vite.config.ts',
  'scripts/build.mjs',
  'scripts/lib/together.mjs',
  'package-lock.json',
];
const STAMP = join(ROOT, 'dist', '.built');

const newest = (path) => {
  const stat = statSync(path);
  if (!stat.isDirectory()) return stat.mtimeMs;
  return readdirSync(path).reduce((time, name) => Math.max(time, newest(join(path, name))), stat.mtimeMs);
};

/** True when a source is younger than the last build, or there is none. Documents are read at start and need no build. */
export const isStale = () => {
  if (!existsSync(STAMP)) return true;
  const built = statSync(STAMP).mtimeMs;
  return SOURCES.map((name) => join(ROOT, name))
    .filter((path) => existsSync(path))
    .some((path) => newest(path) > built);
};

export const markBuilt = () => writeFileSync(STAMP, '');
