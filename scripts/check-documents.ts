/** Lints the shipped documents together and checks their canonical form; --fix rewrites files that only differ in form. */
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import { checkCanon, printDoc } from '../schemas/language/canon';
import { libraryOf, lintAll, type Registry } from '../schemas/language/check';
import { canonLib } from '../schemas/language/check/documents';
import type { AnyDoc, ObjectDoc } from '../schemas/language/document';
import { text } from '../schemas/language/texts';
import { codeOf, idOf, sortOf } from '../server/design/sorts';
import { functions } from '../server/domain';
import { allModules, allServices as services } from '../server/modules';
import { ROOT } from '../server/root';

const FOLDERS = [
  'blocks',
  'objects',
  'menus',
  'dictionaries',
  'settings',
  'demo',
  'reports',
  'boards',
  'prints',
  'flows',
];
const fix = process.argv.includes('--fix');
/** what no text of a document holds, keys and notes included */
const NEVER = [
  ['file.brace', /\{\{/],
  ['file.url', /https?:\/\//],
  ['file.code', /function\s*\(|=>/],
] as const;

const walk = (folder: string): string[] =>
  readdirSync(folder, { withFileTypes: true }).flatMap((entry) =>
    entry.isDirectory()
      ? walk(join(folder, entry.name))
      : entry.name.endsWith('.json')
        ? [join(folder, entry.name)]
        : [],
  );

const problems: string[] = [];
const files = FOLDERS.map((folder) => join(ROOT, 'schemas', folder))
  .filter((folder) => existsSync(folder))
  .flatMap(walk)
  .flatMap((file) => {
    const source = readFileSync(file, 'utf8');
    const path = relative(ROOT, file).split(sep).join('/');
    for (const [code, pattern] of NEVER) if (pattern.test(source)) problems.push(`${path}: ${code}: ${text(code)}`);
    try {
      return [{ file, path, source, doc: JSON.parse(source) as AnyDoc }];
    } catch (error) {
      problems.push(`${path}: ${error instanceof Error ? error.message : String(error)}`);
      return [];
    }
  });
const paths = new Map<string, string>();
for (const { path, doc } of files) {
  const sort = sortOf(doc);
  if (sort === undefined) continue;
  const id = idOf(sort, codeOf(sort, doc));
  if (paths.has(id)) problems.push(`${path}: document.twice: ${paths.get(id)} is ${id} already`);
  paths.set(id, path);
}
const registry: Registry = {
  services: new Set(services.map((service) => service.name)),
  serverFunction: (name) => functions.find((eachFunction) => eachFunction.name === name),
  moduleActions: (object) => {
    const module = allModules.get(object);
    return module && Object.keys(module.actions ?? {});
  },
};
const warnings: string[] = [];
for (const { path, problem } of lintAll(files, registry)) {
  const line = `${path}: ${problem.code} ${problem.path}: ${problem.text}`;
  (problem.level === 'warn' ? warnings : problems).push(line);
}
if (problems.length === 0) {
  const library = libraryOf(files, registry);
  const lib = canonLib(library);
  for (const { file, path, source, doc } of files) {
    if (doc.$schema === 'data/1') continue;
    const wrong = checkCanon(source, doc, lib);
    if (!wrong) continue;
    if (fix) writeFileSync(file, printDoc(doc, lib));
    else problems.push(`${path}: ${wrong.code} ${wrong.path}: ${wrong.text} (npm run check -- --fix)`);
  }
}
for (const line of problems) console.error(line);
for (const line of warnings) console.log(`warn  ${line}`);
const linesOf = (folder: string): number =>
  files
    .filter(({ path }) => path.startsWith(`schemas/${folder}/`))
    .reduce((sum, { source }) => sum + source.trimEnd().split('\n').length, 0);
const [objectLines, blockLines] = [linesOf('objects'), linesOf('blocks')];
const screens = files
  .filter(({ path }) => path.startsWith('schemas/objects/'))
  .flatMap(({ doc }) => [doc as ObjectDoc, ...Object.values((doc as ObjectDoc).views ?? {})])
  .filter(({ route }) => route !== undefined).length;
console.log(
  `${files.length} documents, ${problems.length} problems, ${warnings.length} warnings; ${objectLines} lines of objects + ${blockLines} of blocks over ${screens} screens = ${((objectLines + blockLines) / screens).toFixed(1)} a screen`,
);
process.exit(problems.length > 0 ? 1 : 0);
