/**
 * A sentence is for people: nothing is decided by comparing one. Refusals and problems carry codes, states are fields. Texts that
 * people type or write (是, 今天, 甲班, names of columns) are read where the list says.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { ROOT } from '../lib/run.mjs';

const TOPS = ['schemas', 'runtime', 'designer', 'src', 'server'];
/** where texts of people are read, and why */
export const READS = {
  'designer/workspace/quick-fields.ts': 'names of new fields',
  'runtime/charts/colours.ts': 'colours by what an organisation calls its series',
  'runtime/form/cell-text.ts': 'pasted cells',
  'schemas/language/codec/date-time.ts': 'typed dates',
  'schemas/language/kinds/plain-types.ts': 'typed yes and no',
  'server/domain/factory/holidays.ts': 'columns of a sheet of holidays',
  'server/records/import/cells.ts': 'cells of a sheet',
  'server/records/report/chart.ts': 'a name beside those that are there',
};
const HAN = String.raw`[\u4e00-\u9fff]`;
const LITERAL = String.raw`(?:'[^'\n]*${HAN}[^'\n]*'|"[^"\n]*${HAN}[^"\n]*"|\`[^\`\n]*${HAN}[^\`\n]*\`)`;
const REGEX = String.raw`\/(?![/*])[^/\n]*${HAN}[^/\n]*\/[a-z]*`;
const RULES = [
  String.raw`[!=]==?\s*${LITERAL}`,
  String.raw`${LITERAL}\s*[!=]==?`,
  String.raw`\bcase\s+${LITERAL}\s*:`,
  String.raw`\.(?:startsWith|endsWith|includes|indexOf|search|match|matchAll)\(\s*(?:${LITERAL}|${REGEX})`,
  String.raw`${REGEX}\.(?:test|exec)\(`,
].map((pattern) => new RegExp(pattern, 'g'));

/** Comments are blanked, lines stay. */
const code = (text) =>
  text
    .replace(/\/\*[\s\S]*?\*\//g, (comment) => comment.replace(/[^\n]/g, ' '))
    .replace(/(^|[^:'"`/])\/\/[^\n]*/g, (comment, before) => before + ' '.repeat(comment.length - before.length));

export function sentenceProblems(path, text) {
  if (Object.hasOwn(READS, path)) return [];
  const source = code(text);
  const found = new Map();
  for (const rule of RULES)
    for (const match of source.matchAll(rule)) {
      // a range of letters is no sentence
      if (/^\/?[^\u4e00-\u9fff]*[\u4e00]-[\u9fa5-\u9fff][^\u4e00-\u9fff]*$/.test(match[0])) continue;
      const line = source.slice(0, match.index).split('\n').length;
      found.set(line, `${path}:${line}: decides by a sentence; give it a code: ${match[0].trim()}`);
    }
  return [...found.values()];
}

const walk = (folder) =>
  readdirSync(folder, { withFileTypes: true }).flatMap((entry) =>
    entry.isDirectory() ? walk(join(folder, entry.name)) : /\.tsx?$/.test(entry.name) ? [join(folder, entry.name)] : [],
  );

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const problems = TOPS.flatMap((top) => walk(join(ROOT, top))).flatMap((file) =>
    sentenceProblems(relative(ROOT, file).split(sep).join('/'), readFileSync(file, 'utf8')),
  );
  for (const text of problems) console.error(text);
  console.log(`${problems.length} decisions by a sentence, ${Object.keys(READS).length} files read texts of people`);
  process.exit(problems.length > 0 ? 1 : 0);
}
