/**
 * `npm test`: check, build, unit and server tests, browser journeys. Ends with one plain line `N passed, N failed`.
 * --laws: the laws and faults at full count instead; --only check|unit|e2e: one part; --changed: what the changes since the last whole
 * green run (.cache/green) reach.
 */
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';
import { findHeadless } from './lib/browser.mjs';
import { changedSince, commitHere, lastGreen, writeGreen } from './lib/green.mjs';
import { complaints, journeysOf, judge, RUNS_KEPT } from './lib/journeys.mjs';
import { documentTests, reachedJourneys } from './lib/reached.mjs';
import { bin, ROOT, run, stop } from './lib/run.mjs';
import { isStale } from './lib/stale.mjs';
import { byProject, minutes, slowest } from './lib/times.mjs';

const only = process.argv.includes('--only') ? process.argv[process.argv.indexOf('--only') + 1] : undefined;
const laws = process.argv.includes('--laws');
const isWhole = only === undefined && !laws && !process.argv.includes('--changed');
const results = join(ROOT, 'test-results');
rmSync(results, { recursive: true, force: true });
mkdirSync(results, { recursive: true });

const commit = await commitHere();
let passed = 0;
let failed = 0;
let skipped = 0;
/** What failed, said once more before the last line: the output in between is long. */
const broken = [];
const flaky = [];
/** [part, ms] and [file, ms] */
const parts = [];
const files = [];
const wants = (part) => (only === undefined ? !(laws && part !== 'unit') : only === part);

const timed = async (part, work) => {
  const started = Date.now();
  const answer = await work();
  parts.push([part, Date.now() - started]);
  return answer;
};
const readReport = (file) => {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    return undefined;
  }
};
/** A runner that died before it wrote its report counts as one failure. */
const count = (name, code, numbers) => {
  if (!numbers) {
    failed++;
    console.error(`${name}: no report (exit code ${code})`);
    return;
  }
  passed += numbers.passed;
  failed += numbers.failed;
  skipped += numbers.skipped;
  if (code !== 0 && numbers.failed === 0) {
    failed++;
    console.error(`${name}: exit code ${code} without a failed test`);
  }
};

let changed;
let since;
if (process.argv.includes('--changed')) {
  since = lastGreen();
  changed = since === undefined ? undefined : await changedSince(since);
  if (changed === undefined) stop('No whole green run is on record here (.cache/green): run npm test first.');
  console.log(`${changed.length} files differ from the last green run ${since.slice(0, 8)}`);
}

const runVitest = async (name, args) => {
  const file = join(results, `${name}.json`);
  const env = laws ? { ...process.env, LAWS: 'full' } : process.env;
  const reporters = ['--reporter=dot', '--reporter=json', `--outputFile.json=${file}`];
  const code = await run(bin('vitest'), ['run', ...args, ...reporters], { env });
  const report = readReport(file);
  count(
    name,
    code,
    report && { passed: report.numPassedTests, failed: report.numFailedTests, skipped: report.numPendingTests },
  );
  for (const { name: path, message, assertionResults, startTime, endTime } of report?.testResults ?? []) {
    files.push([relative(ROOT, path), endTime - startTime]);
    const tests = assertionResults.filter(({ status }) => status === 'failed');
    for (const { fullName, failureMessages } of tests) broken.push([path, fullName, failureMessages.join('\n')]);
    if (tests.length === 0 && message) broken.push([path, '', message]);
  }
};

const runPlaywright = async (name, args) => {
  const file = join(results, `${name}.json`);
  const env = { ...process.env, CHROMIUM: findHeadless() ?? '', PLAYWRIGHT_JSON_OUTPUT_NAME: file };
  const code = await run(bin('playwright'), ['test', ...args, '--reporter=list,json'], { env });
  const report = readReport(file);
  // a fault outside of the tests (no browser, a set-up that throws) is in `errors`
  return { code, report, journeys: report === undefined ? [] : journeysOf(report) };
};

/** Flaky journeys of the last runs, for the rule that one may not be flaky again. */
const FLAKY = join(ROOT, '.cache', 'flaky.json');
const judgeFlaky = (ids) => {
  const before = readReport(FLAKY) ?? [];
  for (const sentence of complaints(ids, before)) {
    failed++;
    broken.push(['test/e2e', '', sentence]);
  }
  if (!isWhole) return;
  mkdirSync(join(ROOT, '.cache'), { recursive: true });
  writeFileSync(FLAKY, JSON.stringify([...before, ids].slice(-RUNS_KEPT)));
};

if (wants('check')) {
  const code = await timed('check', () => run(process.execPath, ['scripts/check.mjs']));
  if (code !== 0) broken.push(['scripts/check.mjs', '', 'see above']);
  count('check', code, code === 0 ? { passed: 1, failed: 0, skipped: 0 } : { passed: 0, failed: 1, skipped: 0 });
}
const specs = readdirSync(join(ROOT, 'test/e2e')).flatMap((name) => /^([a-z-]+)\.spec\.ts$/.exec(name)?.[1] ?? []);
const chosen = changed === undefined ? undefined : reachedJourneys(changed, specs);
// before vitest: the servers its tests start are the build
let isBuilt = true;
if ((wants('unit') || wants('e2e')) && chosen?.length !== 0 && isStale()) {
  // a process of its own: it sets NODE_ENV
  const code = await timed('build', () => run(process.execPath, ['scripts/build.mjs']));
  isBuilt = code === 0;
  if (!isBuilt) broken.push(['scripts/build.mjs', '', 'see above']);
  count('build', code, { passed: 0, failed: isBuilt ? 0 : 1, skipped: 0 });
}
if (wants('unit')) {
  if (changed === undefined) await timed('vitest', () => runVitest('vitest', []));
  else {
    await timed('vitest', () => runVitest('vitest', ['--changed', since, '--passWithNoTests']));
    const documents = documentTests(changed);
    if (documents.length > 0) await timed('vitest documents', () => runVitest('vitest-documents', [...documents]));
  }
}
if (wants('e2e') && isBuilt && chosen?.length !== 0) {
  const asked = (chosen ?? []).map((name) => `test/e2e/${name}.spec.ts`);
  const first = await timed('journeys', () => runPlaywright('playwright', asked));
  const red = first.journeys.filter(({ ok }) => !ok);
  let again = [];
  if (red.length > 0) {
    // whole files: what a journey leans on in its file runs before it again
    const paths = [...new Set(red.map(({ file }) => `test/e2e/${file}`))].filter((path) =>
      existsSync(join(ROOT, path)),
    );
    const second = await timed('journeys again', () => runPlaywright('playwright-again', [...paths, '--workers=1']));
    again = second.journeys;
  }
  const verdict = judge(first.journeys, again);
  for (const { file, ms } of first.journeys) files.push([`test/e2e/${file}`, ms]);
  flaky.push(...verdict.flaky);
  for (const { file, title, error } of verdict.failed) broken.push([`test/e2e/${file}`, title, error]);
  const faults = first.report?.errors ?? [];
  for (const { message } of faults) broken.push(['test/e2e', '', message ?? '']);
  count(
    'playwright',
    // a run in which only journeys failed is judged by them
    red.length > 0 ? 0 : first.code,
    first.report && {
      passed: first.journeys.filter(({ ok, skipped: isLeftOut }) => ok && !isLeftOut).length + verdict.flaky.length,
      failed: verdict.failed.length + faults.length,
      skipped: first.journeys.filter(({ skipped: isLeftOut }) => isLeftOut).length,
    },
  );
  judgeFlaky(verdict.flaky.map(({ id }) => id));
}
const shortly = (text) => text.split('\n').slice(0, 6).join('\n');
for (const [file, test, message] of broken)
  console.error(`FAILED ${relative(ROOT, resolve(ROOT, file))} ${test}\n${shortly(message)}\n`);
if (flaky.length > 0) console.log('\nflaky: failed once, passed alone');
for (const { id, error } of flaky) console.log(`  ${id}\n${shortly(error)}\n`);

const byFile = new Map();
for (const [file, ms] of files) byFile.set(file, (byFile.get(file) ?? 0) + ms);
console.log(`\nminutes: ${parts.map(([part, ms]) => `${part} ${minutes(ms)}`).join(' · ')}`);
console.log(
  `of both workers together: ${byProject([...byFile])
    .map(([name, ms]) => `${name} ${minutes(ms)}`)
    .join(' · ')}`,
);
console.log('slowest files:');
for (const [file, ms] of slowest([...byFile])) console.log(`  ${(ms / 1000).toFixed(0).padStart(4)} s  ${file}`);

if (failed === 0 && passed > 0 && isWhole) await writeGreen(commit);
console.log(`${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`);
process.exit(failed > 0 || passed === 0 ? 1 : 0);
