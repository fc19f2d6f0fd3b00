/** Builds the browser application (dist/client) and the server (dist/server). */
import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from './lib/run.mjs';
import { markBuilt } from './lib/stale.mjs';
import { groupsOf, weigh } from './lib/together.mjs';

/** Files the worker keeps for work without network: everything hashed that is no giant of one rare page. */
const MOST = 1_000_000;
const listFiles = (firstFiles) => {
  const client = join(ROOT, 'dist', 'client');
  const files = readdirSync(join(client, 'assets'))
    .filter((name) => /\.(js|css)$/.test(name) && statSync(join(client, 'assets', name)).size < MOST)
    .map((name) => `/v2/assets/${name}`)
    .sort();
  // a file of the first load that grows over the limit would silently be missing without network
  const missing = firstFiles.filter((name) => !files.includes(`/v2/${name}`));
  if (missing.length > 0) throw new Error(`not kept for work without network: ${missing.join(', ')}`);
  const version = createHash('sha256').update(files.join()).digest('hex').slice(0, 12);
  writeFileSync(join(client, 'precache.json'), JSON.stringify({ version, files }));
};

export const buildAll = async () => {
  const started = Date.now();
  const { build } = await import('vite');
  process.env.NODE_ENV = 'production';
  rmSync(join(ROOT, 'dist'), { recursive: true, force: true });
  mkdirSync(join(ROOT, 'dist'), { recursive: true });
  // nothing is written: it tells what is fetched together
  const first = await build({
    root: ROOT,
    logLevel: 'error',
    build: { write: false, minify: false, cssMinify: false, copyPublicDir: false },
  });
  const { output } = await build({
    root: ROOT,
    logLevel: 'warn',
    build: { rolldownOptions: { output: { codeSplitting: { groups: groupsOf(first.output) } } } },
  });
  const weights = weigh(output);
  await build({
    root: ROOT,
    logLevel: 'warn',
    build: { ssr: true, outDir: 'dist/server', copyPublicDir: false, target: 'node20' },
  });
  listFiles(weights.at(-1).files);
  const over = weights.filter(({ files, kb, most }) => files.length > most.files || kb > most.kb);
  for (const { name, files, kb } of weights) console.log(`First load, ${name}: ${files.length} files, ${kb} kB gzip`);
  if (over.length > 0)
    throw new Error(over.map(({ name, most }) => `${name}: more than ${most.files} files or ${most.kb} kB`).join('; '));
  markBuilt();
  console.log(`Built in ${((Date.now() - started) / 1000).toFixed(1)} s`);
};

if (process.argv[1]?.endsWith('build.mjs')) await buildAll();
