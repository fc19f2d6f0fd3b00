/** Where the minutes of a run went. Pure. */

export const minutes = (ms) => `${(ms / 60_000).toFixed(1)} min`;

/** Projects of vitest by where their tests stand (vitest.config.ts). */
const PROJECTS = [
  ['vitest server', /^test\/(server|domain|scripts)\//],
  ['vitest language', /^test\/(language|conformance)\/.*\.ts$/],
  ['vitest browser', /^test\/(runtime|src|designer|conformance)\//],
];
export const projectOf = (file) => PROJECTS.find(([, pattern]) => pattern.test(file))?.[0] ?? 'journeys';

/** The slowest files: `[file, ms]`, longest first. */
export const slowest = (files, most = 10) => [...files].sort((a, b) => b[1] - a[1]).slice(0, most);

/** Milliseconds of all tests by project; both workers together. */
export const byProject = (files) => {
  const sums = new Map();
  for (const [file, ms] of files) sums.set(projectOf(file), (sums.get(projectOf(file)) ?? 0) + ms);
  return [...sums];
};
