/** `npm start`: builds when a source is younger than the build, then runs the server in this process. */
import { isStale } from './lib/stale.mjs';

process.env.NODE_ENV ??= 'production';
if (isStale()) {
  console.log('Building …');
  const { buildAll } = await import('./build.mjs');
  await buildAll();
}
await import('../dist/server/main.js');
