/**
 * A field kind is asked for facts (`factsOf(field)`, `kindOf(kind)`), never for its name: a kind that is added must not be looked for in
 * the code of others. Names stand in the kinds themselves and in the folders of `runtime/fields` that are called like them.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { ROOT } from '../lib/run.mjs';

const IDS = 'schemas/language/kinds/ids.ts';
const TOPS = ['schemas', 'runtime', 'designer', 'src', 'server'];
/** also names of types, of looks, of roles: a name of a kind only where a kind is asked */
const WORDS = new Set([
  ...['default', 'input', 'date', 'time', 'tree', 'json', 'expression', 'icon', 'geo', 'grants'],
  ...['rating', 'colour', 'signature'],
]);

export const kindNames = (text = readFileSync(join(ROOT, IDS), 'utf8')) =>
  [...(/KIND_IDS = \[([^\]]*)\]/.exec(text)?.[1] ?? '').matchAll(/'(\w+)'/g)].map((match) => match[1]);

/** Comments are blanked, lines stay. */
const code = (text) =>
  text
    .replace(/\/\*[\s\S]*?\*\//g, (comment) => comment.replace(/[^\n]/g, ' '))
    .replace(/(^|[^:'"`])\/\/[^\n]*/g, (comment, before) => before + ' '.repeat(comment.length - before.length));

export function kindNameProblems(path, text, names = kindNames()) {
  if (path.startsWith('schemas/language/kinds/')) return [];
  if (names.some((name) => path.startsWith(`runtime/fields/${name}/`))) return [];
  const any = names.join('|');
  const plain = names.filter((name) => !WORDS.has(name)).join('|');
  const asked = String.raw`(?:[\w$\])?!]\??\.)?\b(?:kind|\w+Kind)\b[)!]*`;
  const rules = [
    [`${asked}\\s*[!=]==?\\s*['"](?:${any})['"]`, 'compares the name of a kind'],
    [`['"](?:${any})['"]\\s*[!=]==?\\s*(?:[\\w$]+\\??\\.)*(?:kind|\\w+Kind)\\b`, 'compares the name of a kind'],
    [`[!=]==?\\s*['"](?:${plain})['"]`, 'compares the name of a kind'],
    [`\\bcase\\s+['"](?:${plain})['"]\\s*:`, 'a case for a kind'],
    [`\\bswitch\\s*\\([^{]*\\b(?:kind|\\w+Kind)\\)\\s*\\{\\s*case\\s+['"](?:${any})['"]`, 'a switch over kinds'],
    [
      `\\[[^\\]]*['"](?:${any})['"][^\\]]*\\](?:\\s*as const)?\\s*\\.includes\\([^()]*\\b(?:kind|\\w+Kind)\\)`,
      'a list of kinds',
    ],
    [`new Set(?:<[^>]*>)?\\(\\s*\\[\\s*(?:['"]\\w+['"],?\\s*)*['"](?:${plain})['"]`, 'a set of kinds'],
    ['Set<KindId>', 'a set of kinds'],
  ];
  const source = code(text);
  const found = new Map();
  for (const [pattern, what] of rules)
    for (const match of source.matchAll(new RegExp(pattern, 'g'))) {
      const line = source.slice(0, match.index).split('\n').length;
      found.set(
        line,
        `${path}:${line}: ${what}; ask a fact of it (schemas/language/kinds/kind.ts): ${match[0].trim()}`,
      );
    }
  return [...found.values()];
}

const walk = (folder) =>
  readdirSync(folder, { withFileTypes: true }).flatMap((entry) =>
    entry.isDirectory() ? walk(join(folder, entry.name)) : /\.tsx?$/.test(entry.name) ? [join(folder, entry.name)] : [],
  );

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const names = kindNames();
  const files = TOPS.flatMap((top) => walk(join(ROOT, top)));
  const problems = files.flatMap((file) =>
    kindNameProblems(relative(ROOT, file).split(sep).join('/'), readFileSync(file, 'utf8'), names),
  );
  for (const text of problems) console.error(text);
  console.log(`${problems.length} comparisons of ${names.length} kind names`);
  process.exit(problems.length > 0 ? 1 : 0);
}
