/** Builds the browser application (dist/client) and the server (dist/server). */
import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from './lib/run.mjs';
import { markBuilt } from './lib/stale.mjs';

/** Files the worker keeps for work without network: everything hashed that is no giant of one rare page. */
const MOST = 1_000_000;
const listFiles = () => {
  const client = join(ROOT, 'dist', 'client');
  const files = readdirSync(join(client, 'assets'))
    .filter((name) => /\.(js|css)$/.test(name) && statSync(join(client, 'assets', name)).size < MOST)
    .map((name) => `/v2/assets/${name}`)
    .sort();
  const version = createHash('sha256').update(files.join()).digest('hex').slice(0, 12);
  writeFileSync(join(client, 'precache.json'), JSON.stringify({ version, files }));
};

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
  listFiles();
  markBuilt();
  console.log(`Built in ${((Date.now() - started) / 1000).toFixed(1)} s`);
};

if (process.argv[1]?.endsWith('build.mjs')) await buildAll();
