/** `npm start`: builds when a source is younger than the build, then runs the server in this process. */
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { isStale } from './lib/stale.mjs';

process.env.NODE_ENV ??= 'production';
if (isStale()) {
  console.log('Building …');
  // a process of its own: the bundler never gives back the gigabyte it took
  const { status } = spawnSync(process.execPath, [fileURLToPath(new URL('build.mjs', import.meta.url))], {
    stdio: 'inherit',
  });
  if (status !== 0) process.exit(status ?? 1);
}
await import('../dist/server/main.js');
