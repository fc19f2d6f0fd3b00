import { existsSync } from 'node:fs';
import { capture, run, stop } from './run.mjs';

/** the same engine without windows: a tenth less CPU over the journeys */
const SHELL = '/usr/lib/chromium/chromium-headless-shell';
const KNOWN = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome-stable',
  '/usr/bin/google-chrome',
  '/snap/bin/chromium',
  '/opt/google/chrome/chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  SHELL,
];
const FONT_FILES = ['/System/Library/Fonts/PingFang.ttc', '/System/Library/Fonts/STHeiti Light.ttc'];

/** Chromium of the environment variable CHROMIUM, else of a known path; undefined when there is none. */
export const findChromium = () => {
  const named = process.env.CHROMIUM;
  if (named) {
    if (!existsSync(named)) stop(`CHROMIUM names ${named}, which does not exist.`);
    return named;
  }
  return KNOWN.find((path) => existsSync(path));
};

/** What the journeys run in: CHROMIUM, else the shell without windows, else a Chromium. */
export const findHeadless = () => (process.env.CHROMIUM || !existsSync(SHELL) ? findChromium() : SHELL);

const hasChineseFont = async () => {
  if (FONT_FILES.some((path) => existsSync(path))) return true;
  const { code, out } = await capture('fc-list', [':lang=zh', 'file']);
  return code === 0 && out.trim() !== '';
};

const isRoot = () => process.getuid?.() === 0;

/** The first of these packages that the system has. */
const install = async (packages, what) => {
  const wish = `Please install ${what} (Debian, Ubuntu: apt-get install ${packages.at(-1)}), or set CHROMIUM to a Chromium or Chrome.`;
  if (!isRoot() || (await capture('apt-get', ['--version'])).code !== 0) stop(wish);
  console.log(`Installing ${what} with the system's package manager …`);
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  await run('apt-get', ['update', '-qq'], { env, stdio: ['ignore', 'ignore', 'inherit'] });
  for (const names of packages) {
    const args = ['install', '-y', '-qq', '--no-install-recommends', ...names.split(' ')];
    if ((await run('apt-get', args, { env, stdio: ['ignore', 'ignore', 'inherit'] })) === 0) return;
  }
  stop(wish);
};

/** Makes sure that a Chromium and a Chinese font are there for the browser journeys; answers the path of Chromium. */
export const ensureBrowser = async () => {
  if (!findHeadless()) await install(['chromium-headless-shell', 'chromium'], 'Chromium');
  if (!(await hasChineseFont())) await install(['fontconfig fonts-noto-cjk'], 'a Chinese font');
  const path = findHeadless();
  if (!path) stop('No Chromium was found after installing it; set CHROMIUM to its path.');
  return path;
};
