/** The import rules of ARCHITECTURE.md over every source file; --shrink takes out of knots.json what was untied. */
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import { brokenRules, circles, MOST_IN_KNOT, newKnots, RULES } from './checks/imports.mjs';
import { ROOT } from './lib/run.mjs';

const TOPS = ['schemas', 'runtime', 'designer', 'src', 'server', 'scripts', 'test'];
const SOURCE = /\.(ts|tsx|mjs)$/;
const KNOTS = join(ROOT, 'scripts/checks/knots.json');

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
const knots = circles(files, { ties: true }).filter((circle) => circle.length > MOST_IN_KNOT);
if (process.argv.includes('--shrink')) writeFileSync(KNOTS, `${JSON.stringify(knots, null, 2)}\n`);
const known = JSON.parse(readFileSync(KNOTS, 'utf8'));
for (const knot of newKnots(knots, known)) {
  const old = new Set(known.flat());
  const fresh = knot.filter((file) => !old.has(file));
  problems.push(`rule 4: a knot of ${knot.length} files, new in it: ${fresh.join(' · ') || 'ties between known ones'}`);
}
const tied = knots.reduce((sum, knot) => sum + knot.length, 0);
const knownTied = known.reduce((sum, knot) => sum + knot.length, 0);
if (problems.length === 0 && tied < knownTied)
  problems.push('rule 4: a knot became smaller: node scripts/check-imports.mjs --shrink');

for (const text of problems) console.error(text);
console.log(
  `${files.size} files, ${problems.length} broken import rules, ${knots.length} knots (largest ${knots[0]?.length ?? 0} files)`,
);
process.exit(problems.length > 0 ? 1 : 0);
