/** `npm run check`: types, lint, import rules, documents. Every step runs; the first failure decides the exit code. */
import { join } from 'node:path';
import { bin, capture, ROOT } from './lib/run.mjs';

const fix = process.argv.includes('--fix');
/** what did not change since the last check is not looked at again */
const types = (project, memory) => [
  '-p',
  project,
  '--incremental',
  '--tsBuildInfoFile',
  join(ROOT, '.cache', `${memory}.tsbuildinfo`),
];
const steps = [
  // the server is typed by the documents
  ['types of rows', bin('tsx'), ['scripts/gen.ts']],
  ['types: language', bin('tsc'), types('schemas/language/tsconfig.json', 'language')],
  ['types: browser', bin('tsc'), types('tsconfig.browser.json', 'browser')],
  ['types: server, scripts, tests', bin('tsc'), types('tsconfig.json', 'all')],
  ['format and lint', bin('biome'), fix ? ['check', '--write', '.'] : ['check', '.']],
  [
    'floating promises, hooks',
    bin('oxlint'),
    ['--type-aware', '-c', '.oxlintrc.json', 'schemas', 'runtime', 'designer', 'src', 'server'],
  ],
  ['import rules', process.execPath, ['scripts/check-imports.mjs']],
  ['names of kinds', process.execPath, ['scripts/checks/kind-names.mjs']],
  ['sentences that decide', process.execPath, ['scripts/checks/sentences.mjs']],
  ['casts and parameters', process.execPath, ['scripts/checks/typed.mjs']],
  ['lengths', process.execPath, ['scripts/checks/lengths.mjs']],
  ['coded screens and blocks', bin('tsx'), ['scripts/check-coded.ts']],
  ['documents', bin('tsx'), ['scripts/check-documents.ts', ...(fix ? ['--fix'] : [])]],
];
/** steps whose last line says how much they looked at */
const SUMMED = new Set([
  'types of rows',
  'import rules',
  'names of kinds',
  'sentences that decide',
  'casts and parameters',
  'lengths',
  'coded screens and blocks',
  'documents',
]);
let failed = 0;
for (const [name, command, args] of steps) {
  const started = Date.now();
  const { code, out, err } = await capture(command, args);
  const time = `${((Date.now() - started) / 1000).toFixed(1)} s`;
  if (code === 0) {
    console.log(`ok    ${name} (${time})${SUMMED.has(name) ? ` ${out.trim().split('\n').at(-1)}` : ''}`);
    // what stops nothing is read all the same
    for (const line of out.split('\n')) if (line.startsWith('warn  ')) console.log(`      ${line}`);
  } else {
    failed++;
    console.log(`FAIL  ${name} (${time})\n${out}${err}`);
  }
}
if (failed > 0) {
  console.log(`${failed} of ${steps.length} checks failed`);
  process.exit(1);
}
