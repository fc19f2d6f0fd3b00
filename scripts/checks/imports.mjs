/** The import rules of ARCHITECTURE.md over the text of every source file. Pure: paths and texts in, sentences out. */
import { posix } from 'node:path';

/** What ARCHITECTURE.md says of each rule, word for word (test/scripts/imports.test.ts compares). */
export const RULES = {
  1: '`schemas/language` imports itself, `dayjs` and `big.js`; its own tsconfig has no DOM and no Node types.',
  2: '`runtime` → language. `designer` → runtime, language. `src` → all three, the designer by dynamic `import()` only. Browser folders import no document: documents come through the server.',
  3: '`server` → `schemas`. No browser folder imports server; nothing imports `scripts` or `test`.',
  4: '`src` imports `runtime` by an `index.ts`, or from `runtime/data` and `runtime/page`. No cycles of values anywhere; knots that types and `import()` tie only get smaller (`scripts/checks/knots.json`).',
  5: 'One home each: axios in `runtime/data/http.ts`; bpmn-moddle in `server/workflow/bpmn`; G2 in `runtime/charts`; Formily in `runtime/form` and `runtime/fields`; dnd-kit in `runtime/table`, `runtime/grid`, `runtime/list`, `src/layout` and `designer`; MobX in `src`, `designer/document` and `runtime/data/live.ts`; antd `Table` nowhere.',
  6: 'A field kind or a column feature never imports another (`fields/shared` is common ground).',
  7: 'Domain code touches the world through the `ctx` it is given: no import of routes, plugins, db, auth.',
  8: 'Kysely only in `db`, `records`, `tables`, `datasets`, `stock`, `files`, `design`, `iot`, `jobs`, `workflow`, `auth` and as types in `ctx.ts`. A name that came with a request never reaches SQL: it is looked up in the registry and the found name is used.',
  9: 'No `eval`, `new Function`, `dangerouslySetInnerHTML`.',
};

const IMPORT = /(?:^|\n)\s*(?:import|export)\s(?:[^'"`;]*?\sfrom\s)?['"]([^'"]+)['"]|import\(\s*['"]([^'"]+)['"]\s*\)/g;
const LANGUAGE_PACKAGES = ['dayjs', 'big.js'];
/** packages that have one home: [pattern, folders] */
const HOMES = [
  [/^bpmn-moddle/, ['server/workflow/bpmn/']],
  [/^axios/, ['runtime/data/http.ts']],
  [/^@antv\/g2/, ['runtime/charts/']],
  [/^@formily\//, ['runtime/form/', 'runtime/fields/']],
  [/^@dnd-kit\//, ['designer/', 'runtime/table/', 'runtime/grid/', 'runtime/list/', 'src/layout/']],
  [/^mobx/, ['src/', 'designer/document/', 'runtime/data/live.ts']],
];
const KYSELY = 'db records tables datasets stock files design iot jobs workflow auth'
  .split(' ')
  .map((name) => `server/${name}/`);
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

const packageRules = (path, { spec, text, isType }) => {
  const top = path.split('/')[0];
  if (
    path.startsWith('schemas/language/') &&
    !LANGUAGE_PACKAGES.some((name) => spec === name || spec.startsWith(`${name}/`))
  )
    return 1;
  if (top === 'test' || top === 'scripts') return undefined;
  if (HOMES.some(([pattern, homes]) => pattern.test(spec) && !homes.some((home) => path.startsWith(home)))) return 5;
  if (spec === 'antd' && /\bTable\b/.test(text)) return 5;
  if (/^kysely/.test(spec) && !isType && !KYSELY.some((home) => path.startsWith(home))) return 8;
  return undefined;
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
  if (path.startsWith('server/domain/') && /^server\/(routes|plugins|db|auth)\//.test(target)) return 7;
  return undefined;
};

/** Every import that breaks a rule: `{path, rule, spec}`. */
export const brokenRules = (files) => {
  const found = [];
  for (const [path, text] of files) {
    for (const item of importsOf(files, path)) {
      if (item.spec.endsWith('.css')) continue;
      const rule = item.target === undefined ? packageRules(path, item) : fileRules(path, item);
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

/** A knot is a circle of more than three files. What is known may only lose files: a file in none of the known knots is new. */
export const MOST_IN_KNOT = 3;
export const newKnots = (knots, known) => {
  const allowed = known.map((files) => new Set(files));
  return knots.filter((files) => !allowed.some((knot) => files.every((file) => knot.has(file))));
};
