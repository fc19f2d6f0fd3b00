/**
 * `npm test`: check, unit and server tests, build, browser journeys. Ends with one plain line `N passed, N failed`.
 * --laws: the laws and faults at full count instead; --only check|unit|e2e: one part.
 */
import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';
import { findChromium } from './lib/browser.mjs';
import { bin, ROOT, run } from './lib/run.mjs';
import { isStale } from './lib/stale.mjs';

const only = process.argv.includes('--only') ? process.argv[process.argv.indexOf('--only') + 1] : undefined;
const laws = process.argv.includes('--laws');
const results = join(ROOT, 'test-results');
rmSync(results, { recursive: true, force: true });
mkdirSync(results, { recursive: true });

let passed = 0;
let failed = 0;
let skipped = 0;
/** What failed, said once more before the last line: the output in between is long. */
const broken = [];
const wants = (part) => (only === undefined ? !(laws && part !== 'unit') : only === part);

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

if (wants('check')) {
  const code = await run(process.execPath, ['scripts/check.mjs']);
  if (code !== 0) broken.push(['scripts/check.mjs', '', 'see above']);
  count('check', code, code === 0 ? { passed: 1, failed: 0, skipped: 0 } : { passed: 0, failed: 1, skipped: 0 });
}
if (wants('unit')) {
  const file = join(results, 'vitest.json');
  const env = laws ? { ...process.env, LAWS: 'full' } : process.env;
  const code = await run(bin('vitest'), ['run', '--reporter=dot', '--reporter=json', `--outputFile.json=${file}`], {
    env,
  });
  const report = readReport(file);
  count(
    'vitest',
    code,
    report && { passed: report.numPassedTests, failed: report.numFailedTests, skipped: report.numPendingTests },
  );
  for (const { name, message, assertionResults } of report?.testResults ?? []) {
    const tests = assertionResults.filter(({ status }) => status === 'failed');
    for (const { fullName, failureMessages } of tests) broken.push([name, fullName, failureMessages.join('\n')]);
    if (tests.length === 0 && message) broken.push([name, '', message]);
  }
}
if (wants('e2e')) {
  if (isStale()) {
    const { buildAll } = await import('./build.mjs');
    await buildAll();
  }
  const file = join(results, 'playwright.json');
  const env = { ...process.env, CHROMIUM: findChromium() ?? '', PLAYWRIGHT_JSON_OUTPUT_NAME: file };
  const code = await run(bin('playwright'), ['test', '--reporter=list,json'], { env });
  const stats = readReport(file)?.stats;
  count(
    'playwright',
    code,
    stats && { passed: stats.expected + stats.flaky, failed: stats.unexpected, skipped: stats.skipped },
  );
}
for (const [file, test, message] of broken)
  console.error(
    `FAILED ${relative(ROOT, resolve(ROOT, file))} ${test}\n${message.split('\n').slice(0, 6).join('\n')}\n`,
  );
console.log(`${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`);
process.exit(failed > 0 || passed === 0 ? 1 : 0);
