/** The import rules of ARCHITECTURE.md over every source file. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import { brokenRules, circles, knots, RULES } from './checks/imports.mjs';
import { ROOT } from './lib/run.mjs';

const TOPS = ['schemas', 'runtime', 'designer', 'src', 'server', 'scripts', 'test'];
const SOURCE = /\.(ts|tsx|mjs)$/;

const walk = (folder) =>
  readdirSync(folder, { withFileTypes: true }).flatMap((entry) =>
    entry.isDirectory() ? walk(join(folder, entry.name)) : SOURCE.test(entry.name) ? [join(folder, entry.name)] : [],
  );
const files = new Map(
  TOPS.map((top) => join(ROOT, top))
    .filter(existsSync)
    .flatMap(walk)
    .map((file) => [relative(ROOT, file).split(sep).join('/'), readFileSync(file, 'utf8')]),
);

const problems = brokenRules(files).map(({ path, rule, spec }) => `${path} (${spec}): rule ${rule}: ${RULES[rule]}`);
for (const circle of circles(files, { ties: false })) problems.push(`rule 4: a cycle ${circle.join(' · ')}`);
for (const knot of knots(files)) problems.push(`rule 4: a knot of ${knot.length} files: ${knot.join(' · ')}`);

for (const text of problems) console.error(text);
console.log(`${files.size} files, ${problems.length} broken import rules`);
process.exit(problems.length > 0 ? 1 : 0);
