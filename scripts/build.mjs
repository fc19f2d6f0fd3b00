/** Builds the browser application (dist/client) and the server (dist/server). */
import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from './lib/run.mjs';
import { markBuilt } from './lib/stale.mjs';

export const buildAll = async () => {
  const started = Date.now();
  const { build } = await import('vite');
  process.env.NODE_ENV = 'production';
  rmSync(join(ROOT, 'dist'), { recursive: true, force: true });
  mkdirSync(join(ROOT, 'dist'), { recursive: true });
  await build({ root: ROOT, logLevel: 'warn' });
  await build({
    root: ROOT,
    logLevel: 'warn',
    build: { ssr: true, outDir: 'dist/server', copyPublicDir: false, target: 'node20' },
  });
  markBuilt();
  console.log(`Built in ${((Date.now() - started) / 1000).toFixed(1)} s`);
};

if (process.argv[1]?.endsWith('build.mjs')) await buildAll();
