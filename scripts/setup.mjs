/**
 * Runs before start, dev and test with nothing but Node at hand: installs the packages when they are missing or older than the
 * lock file, and with --browser a Chromium and a Chinese font.
 */

import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ensureBrowser } from './lib/browser.mjs';
import { ROOT, run, stop } from './lib/run.mjs';

const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
if (!((major === 20 && minor >= 19) || (major === 22 && minor >= 12) || major > 22))
  stop(`Node ${process.versions.node} is too old: Millwright needs 20.19 or newer, or 22.12 or newer.`);

const stampFile = join(ROOT, 'node_modules', '.millwright-lock');
const lock = createHash('sha256')
  .update(readFileSync(join(ROOT, 'package-lock.json')))
  .digest('hex');
const installed = existsSync(stampFile) ? readFileSync(stampFile, 'utf8') : '';
if (installed !== lock) {
  console.log('Installing packages …');
  const npm = process.env.npm_execpath;
  // not `ci`: it demands a lock entry for every other platform's binaries, which a mirror need not have; --no-save keeps the lock as it is
  const args = ['install', '--no-save', '--no-fund', '--no-audit', '--loglevel=error'];
  const code = npm ? await run(process.execPath, [npm, ...args]) : await run('npm', args);
  if (code !== 0) stop('npm install failed; see above.');
  writeFileSync(stampFile, lock);
}
if (process.argv.includes('--browser')) await ensureBrowser();
