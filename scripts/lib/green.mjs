/** `.cache/green`: the commit of the last whole green run, here and in the local folder this clone was made from. */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { isAbsolute, join } from 'node:path';
import { capture, ROOT } from './run.mjs';

const git = async (...args) => {
  const { code, out } = await capture('git', args);
  return code === 0 ? out.trim() : undefined;
};
const fileIn = (folder) => join(folder, '.cache', 'green');

export const lastGreen = () => (existsSync(fileIn(ROOT)) ? readFileSync(fileIn(ROOT), 'utf8').trim() : undefined);

/** The commit that is tried; none when the tree is not clean. */
export const commitHere = async () =>
  (await git('status', '--porcelain')) === '' ? git('rev-parse', 'HEAD') : undefined;

/** Writes down that a whole run was green on the commit it began with; nothing when the tree is another one by now. */
export const writeGreen = async (commit) => {
  if (commit === undefined || (await commitHere()) !== commit) return;
  const origin = (await git('remote', 'get-url', 'origin'))?.replace(/^file:\/\//, '');
  const folders = [ROOT];
  if (origin !== undefined && isAbsolute(origin) && existsSync(join(origin, '.git'))) folders.push(origin);
  for (const folder of folders) {
    mkdirSync(join(folder, '.cache'), { recursive: true });
    writeFileSync(fileIn(folder), `${commit}\n`);
  }
};

/** Files that differ from a commit, those not committed and new ones too. */
export const changedSince = async (commit) => {
  const differing = await git('diff', '--name-only', commit);
  const fresh = await git('ls-files', '--others', '--exclude-standard');
  if (differing === undefined || fresh === undefined) return undefined;
  return [...new Set([...differing.split('\n'), ...fresh.split('\n')])].filter((file) => file !== '');
};
