/** The import rules of ARCHITECTURE.md over the text of every source file. Pure: paths and texts in, sentences out. */
import { posix } from 'node:path';

const LANGUAGE_PACKAGES = ['dayjs', 'big.js'];
/** packages that have one home: [name, pattern, folders or files] */
const HOMES = [
  ['axios', /^axios/, ['runtime/data/http.ts']],
  ['bpmn-moddle', /^bpmn-moddle/, ['server/workflow/bpmn']],
  ['G2', /^@antv\/g2/, ['runtime/charts']],
  ['Formily', /^@formily\//, ['runtime/form', 'runtime/fields']],
  ['dnd-kit', /^@dnd-kit\//, ['runtime/table', 'runtime/grid', 'runtime/list', 'src/layout', 'designer']],
  ['MobX', /^mobx/, ['src', 'designer/document', 'runtime/data/live.ts']],
];
const KYSELY = 'db records tables datasets stock files design iot jobs workflow auth'.split(' ');
/** rooms of the server that domain code never reads */
const NOT_DOMAIN = ['routes', 'plugins', 'db', 'auth'];
/** rooms of the runtime, the lowest first */
export const RUNTIME_ORDER =
  'data page files fields table month grid pick condition bom sop print charts kpi form actions list report board flow record floor pages'.split(
    ' ',
  );
/** A knot is a circle of more files than this. */
export const MOST_IN_KNOT = 3;

const coded = (names) => names.map((name) => `\`${name}\``);
const listed = (names) => coded(names).join(', ');
const both = (names) =>
  coded(names)
    .join(', ')
    .replace(/, ([^,]*)$/, ' and $1');

/** What ARCHITECTURE.md says of each rule, word for word (test/scripts/imports.test.ts compares). */
export const RULES = {
  1: `\`schemas/language\` imports itself, ${both(LANGUAGE_PACKAGES)}; its own tsconfig has no DOM and no Node types.`,
  2: '`runtime` → language. `designer` → runtime, language. `src` → all three, the designer by dynamic `import()` only. Browser folders import no document: documents come through the server.',
  3: '`server` → `schemas`. No browser folder imports server; nothing imports `scripts` or `test`.',
  4: `\`src\` imports \`runtime\` by an \`index.ts\`, or from \`runtime/data\` and \`runtime/page\`. No cycles of values anywhere; no knot above ${MOST_IN_KNOT} files, types and \`import()\` counted.`,
  5: `One home each: ${HOMES.map(([name, , homes]) => `${name} in ${both(homes)}`).join('; ')}; antd \`Table\` nowhere.`,
  6: 'A field kind or a column feature never imports another (`fields/shared` is common ground).',
  7: `Domain code touches the world through the \`ctx\` it is given: no import of ${NOT_DOMAIN.join(', ')}.`,
  8: `Kysely only in ${listed(KYSELY)} and as types in \`ctx.ts\`. A name that came with a request never reaches SQL: it is looked up in the registry and the found name is used.`,
  9: 'No `eval`, `new Function`, `dangerouslySetInnerHTML`.',
  10: `Rooms of \`runtime\` stand in an order, types, styles and \`import()\` counted; none imports a higher one: ${listed(RUNTIME_ORDER)}. What a lower room draws of a higher one is lent to it (\`page/rooms.ts\`).`,
};

const IMPORT = /(?:^|\n)\s*(?:import|export)\s(?:[^'"`;]*?\sfrom\s)?['"]([^'"]+)['"]|import\(\s*['"]([^'"]+)['"]\s*\)/g;
const BROWSER = ['runtime', 'designer', 'src'];
const ENDINGS = ['', '.ts', '.tsx', '.mjs', '/index.ts', '/index.tsx'];

/** Imports of one file: where to, as types only, by `import()`. @param {ReadonlyMap<string, string>} files */
export const importsOf = (files, path) =>
  [...files.get(path).matchAll(IMPORT)].map((match) => {
    const spec = match[1] ?? match[2];
    const base = posix.normalize(posix.join(posix.dirname(path), spec));
    return {
      spec,
      text: match[0],
      isDynamic: match[2] !== undefined,
      isType: /(?:^|\n)\s*(?:import|export)\s+type\s/.test(match[0]),
      target: spec.startsWith('.')
        ? (ENDINGS.map((ending) => base + ending).find((known) => files.has(known)) ?? base)
        : undefined,
    };
  });

const isIn = (path, home) => path === home || path.startsWith(`${home}/`);
const packageRules = (path, { spec, text, isType }) => {
  const top = path.split('/')[0];
  if (
    path.startsWith('schemas/language/') &&
    !LANGUAGE_PACKAGES.some((name) => spec === name || spec.startsWith(`${name}/`))
  )
    return 1;
  if (top === 'test' || top === 'scripts') return undefined;
  if (HOMES.some(([, pattern, homes]) => pattern.test(spec) && !homes.some((home) => isIn(path, home)))) return 5;
  if (spec === 'antd' && /\bTable\b/.test(text)) return 5;
  if (/^kysely/.test(spec) && !isType && !KYSELY.some((home) => isIn(path, `server/${home}`))) return 8;
  return undefined;
};

const roomOf = (path) => /^runtime\/([^/]+)\//.exec(path)?.[1];
/** A room that is not in the order stands nowhere. */
const isUpward = (path, target) => {
  const [own, other] = [roomOf(path), roomOf(target)];
  if (own === undefined || other === undefined || own === other) return false;
  return !RUNTIME_ORDER.includes(own) || !RUNTIME_ORDER.slice(0, RUNTIME_ORDER.indexOf(own)).includes(other);
};
const kindOf = (path) => /^runtime\/fields\/([^/]+)\//.exec(path)?.[1];
const isFeature = (path) => /^runtime\/table\/features\/[^/]+$/.test(path);
const fileRules = (path, { target, isDynamic }) => {
  const top = path.split('/')[0];
  const to = target.split('/')[0];
  const toLanguage = target.startsWith('schemas/language/');
  if (path.startsWith('schemas/language/') && !toLanguage) return 1;
  if (top === 'runtime' && to !== 'runtime' && !toLanguage) return 2;
  if (top === 'designer' && !['designer', 'runtime'].includes(to) && !toLanguage) return 2;
  if (top === 'src' && !BROWSER.includes(to) && !toLanguage) return 2;
  if (top === 'src' && to === 'designer' && !isDynamic) return 2;
  if (BROWSER.includes(top) && target.endsWith('.json')) return 2;
  if (top === 'server' && !['server', 'schemas'].includes(to)) return 3;
  if (!['test', 'scripts'].includes(top) && ['scripts', 'test'].includes(to)) return 3;
  if (
    top === 'src' &&
    to === 'runtime' &&
    !/^runtime\/(index|[a-z-]+\/index)\.tsx?$|^runtime\/(data|page)\//.test(target)
  )
    return 4;
  const [own, other] = [kindOf(path), kindOf(target)];
  if (own && other && own !== other && other !== 'shared') return 6;
  if (
    isFeature(path) &&
    isFeature(target) &&
    !target.endsWith('/feature.ts') &&
    !/features\/(index|types)\.tsx?$/.test(path)
  )
    return 6;
  if (path.startsWith('server/domain/') && NOT_DOMAIN.some((room) => isIn(target, `server/${room}`))) return 7;
  return undefined;
};

/** Every import that breaks a rule: `{path, rule, spec}`. */
export const brokenRules = (files) => {
  const found = [];
  for (const [path, text] of files) {
    for (const item of importsOf(files, path)) {
      const rule =
        item.target === undefined
          ? packageRules(path, item)
          : isUpward(path, item.target)
            ? 10
            : item.spec.endsWith('.css')
              ? undefined
              : fileRules(path, item);
      if (rule !== undefined) found.push({ path, rule, spec: item.spec });
    }
    const top = path.split('/')[0];
    if (/\bnew Function\(|\beval\(/.test(text) && top !== 'scripts' && top !== 'test')
      found.push({ path, rule: 9, spec: 'eval' });
  }
  return found;
};

/** Files that import each other in a circle, largest circle first; with `ties` types and `import()` count too. */
export const circles = (files, { ties }) => {
  const edges = new Map(
    [...files.keys()].map((path) => [
      path,
      importsOf(files, path).flatMap(({ target, isType, isDynamic }) =>
        target !== undefined && files.has(target) && target !== path && (ties || !(isType || isDynamic))
          ? [target]
          : [],
      ),
    ]),
  );
  const index = new Map();
  const low = new Map();
  const stack = [];
  const on = new Set();
  const found = [];
  const visit = (root) => {
    // by hand: the graph is deeper than the stack of calls
    const work = [[root, 0]];
    while (work.length > 0) {
      const [path, at] = work.at(-1);
      if (at === 0) {
        index.set(path, index.size);
        low.set(path, index.get(path));
        stack.push(path);
        on.add(path);
      }
      const next = edges.get(path)[at];
      if (next !== undefined) {
        work.at(-1)[1]++;
        if (!index.has(next)) work.push([next, 0]);
        else if (on.has(next)) low.set(path, Math.min(low.get(path), index.get(next)));
        continue;
      }
      work.pop();
      const above = work.at(-1)?.[0];
      if (above !== undefined) low.set(above, Math.min(low.get(above), low.get(path)));
      if (low.get(path) !== index.get(path)) continue;
      const circle = stack.splice(stack.indexOf(path));
      for (const file of circle) on.delete(file);
      if (circle.length > 1) found.push(circle.sort());
    }
  };
  for (const path of edges.keys()) if (!index.has(path)) visit(path);
  return found.sort((a, b) => b.length - a.length);
};

/** Circles that are too large to be one thing in parts. */
export const knots = (files) => circles(files, { ties: true }).filter((circle) => circle.length > MOST_IN_KNOT);
