/** The import rules of ARCHITECTURE.md, checked over the text of every source file; prints the rule that is broken. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, normalize, relative, sep } from 'node:path';
import { ROOT } from './lib/run.mjs';

const TOPS = ['schemas', 'runtime', 'designer', 'src', 'server', 'scripts', 'test'];
const SOURCE = /\.(ts|tsx|mjs)$/;
const IMPORT = /(?:^|\n)\s*(?:import|export)\s(?:[^'"`;]*?\sfrom\s)?['"]([^'"]+)['"]|import\(\s*['"]([^'"]+)['"]\s*\)/g;

const walk = (folder) =>
  readdirSync(folder, { withFileTypes: true }).flatMap((entry) =>
    entry.isDirectory() ? walk(join(folder, entry.name)) : SOURCE.test(entry.name) ? [join(folder, entry.name)] : [],
  );
const files = TOPS.map((top) => join(ROOT, top))
  .filter(existsSync)
  .flatMap(walk);
const rel = (path) => relative(ROOT, path).split(sep).join('/');
const known = new Set(files.map(rel));
const resolveFile = (from, spec) => {
  const base = normalize(join(dirname(from), spec))
    .split(sep)
    .join('/');
  return (
    [base, `${base}.ts`, `${base}.tsx`, `${base}.mjs`, `${base}/index.ts`, `${base}/index.tsx`].find((path) =>
      known.has(path),
    ) ?? base
  );
};

/** packages that have one home: [pattern, folders, what to use instead] */
const HOMES = [
  [/^bpmn-moddle/, ['server/workflow/bpmn/'], 'server/workflow/bpmn'],
  [/^axios/, ['runtime/data/http.ts'], 'runtime/data/http.ts'],
  [/^@antv\/g2/, ['runtime/charts/'], 'runtime/charts'],
  [/^@formily\//, ['runtime/form/', 'runtime/fields/'], 'runtime/form and runtime/fields'],
  [
    /^@dnd-kit\//,
    ['designer/', 'runtime/table/', 'runtime/grid/', 'runtime/list/', 'src/layout/'],
    'a runtime wrapper',
  ],
  [/^mobx/, ['src/', 'designer/document/', 'runtime/data/live.ts'], 'src/session'],
];
const KYSELY = [
  'server/db/',
  'server/records/',
  'server/tables/',
  'server/datasets/',
  'server/stock/',
  'server/files/',
  'server/design/',
  'server/iot/',
  'server/jobs/',
  'server/workflow/',
  'server/auth/',
  'server/ctx.ts',
  'scripts/',
  'test/',
];
const LANGUAGE_PACKAGES = ['dayjs', 'big.js'];

const problems = [];
const graph = new Map();
for (const file of files) {
  const path = rel(file);
  const top = path.split('/')[0];
  const isLanguage = path.startsWith('schemas/language/');
  const text = readFileSync(file, 'utf8');
  const edges = [];
  const broken = (rule, spec) => problems.push(`${path}: ${rule} (${spec})`);
  for (const match of text.matchAll(IMPORT)) {
    const spec = match[1] ?? match[2];
    const dynamic = match[2] !== undefined;
    const typeOnly = /(?:^|\n)\s*(?:import|export)\s+type\s/.test(match[0]);
    if (!spec.startsWith('.')) {
      if (isLanguage && !LANGUAGE_PACKAGES.some((name) => spec === name || spec.startsWith(`${name}/`)))
        broken('rule 1: the language imports itself, dayjs and big.js only', spec);
      for (const [pattern, homes, instead] of HOMES)
        if (pattern.test(spec) && top !== 'test' && top !== 'scripts' && !homes.some((home) => path.startsWith(home)))
          broken(`rule 5: ${spec} lives in ${instead}`, spec);
      if (/^kysely/.test(spec) && !typeOnly && !KYSELY.some((home) => path.startsWith(home)))
        broken('rule 8: Kysely only in db, records, tables, datasets, stock, design, iot, jobs, auth', spec);
      if (spec === 'antd' && /\bTable\b/.test(match[0]) && top !== 'test' && !path.startsWith('scripts/bench/peers/'))
        broken('rule 5: antd Table nowhere, use runtime/table', spec);
      continue;
    }
    if (spec.endsWith('.css')) continue;
    const target = resolveFile(path, spec);
    const to = target.split('/')[0];
    const toLanguage = target.startsWith('schemas/language/');
    if (!typeOnly && !dynamic) edges.push(target);
    if (isLanguage && !toLanguage) broken('rule 1: the language imports only itself', spec);
    if (top === 'runtime' && to !== 'runtime' && !toLanguage) broken('rule 2: runtime imports the language only', spec);
    if (top === 'designer' && !['designer', 'runtime'].includes(to) && !toLanguage)
      broken('rule 2: designer imports runtime and language', spec);
    if (top === 'src' && to === 'designer' && !dynamic) broken('rule 2: src imports designer by import() only', spec);
    if (top === 'src' && !['src', 'runtime', 'designer'].includes(to) && !toLanguage)
      broken('rule 2: src imports runtime, designer, language', spec);
    if (['runtime', 'designer', 'src'].includes(top) && target.endsWith('.json'))
      broken('rule 2: browser folders import no documents', spec);
    if (top === 'server' && !['server', 'schemas'].includes(to))
      broken('rule 3: server imports schemas and itself', spec);
    if (['schemas', 'runtime', 'designer', 'src', 'server'].includes(top) && ['scripts', 'test'].includes(to))
      broken('rule 3: nothing imports scripts or test', spec);
    if (
      top === 'src' &&
      to === 'runtime' &&
      !/^runtime\/(index|[a-z-]+\/index)\.tsx?$/.test(target) &&
      !target.startsWith('runtime/data/') &&
      !target.startsWith('runtime/page/')
    )
      broken('rule 4: across a top folder import an index', spec);
    const own = /^runtime\/fields\/([^/]+)\//.exec(path)?.[1];
    const other = /^runtime\/fields\/([^/]+)\//.exec(target)?.[1];
    if (own && other && own !== other && own !== 'pick' && other !== 'pick' && other !== 'shared')
      broken('rule 6: a field kind does not import another', spec);
    if (
      /^runtime\/table\/features\/[^/]+$/.test(path) &&
      /^runtime\/table\/features\/[^/]+$/.test(target) &&
      !target.endsWith('/feature.ts') &&
      !/features\/(index|types)\.tsx?$/.test(path)
    )
      broken('rule 6: a column feature does not import another', spec);
    if (path.startsWith('server/domain/') && /^server\/(routes|plugins|db|auth)\//.test(target))
      broken('rule 7: domain code touches the world through ctx', spec);
  }
  if (/\bnew Function\(|\beval\(/.test(text) && top !== 'scripts' && top !== 'test')
    problems.push(`${path}: rule 9: no eval, no new Function`);
  graph.set(path, edges);
}

const state = new Map();
const visit = (path, trail) => {
  if (state.get(path) === 'done') return;
  if (state.get(path) === 'open') {
    problems.push(`rule 4: cycle ${[...trail.slice(trail.indexOf(path)), path].join(' → ')}`);
    return;
  }
  state.set(path, 'open');
  for (const next of graph.get(path) ?? []) if (graph.has(next)) visit(next, [...trail, path]);
  state.set(path, 'done');
};
for (const path of graph.keys()) visit(path, []);

for (const text of problems) console.error(text);
console.log(`${files.length} files, ${problems.length} broken import rules`);
process.exit(problems.length > 0 ? 1 : 0);
