/**
 * No function above 120 lines and no file above 400 but tables of data. `lengths.json` lists the files that were longer when the rule
 * came: no entry may grow or be added, and one that is not needed any more goes (`node scripts/checks/lengths.mjs --shrink`).
 */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { bin, capture, ROOT } from '../lib/run.mjs';

export const MAX_FUNCTION = 120;
export const MAX_FILE = 400;
const TOPS = ['schemas/language', 'runtime', 'designer', 'src', 'server', 'scripts'];
const LISTED = join(ROOT, 'scripts/checks/lengths.json');

const rules = (maxFunction, maxFile) => ({
  categories: { correctness: 'off' },
  rules: {
    'max-lines-per-function': ['error', { max: maxFunction, skipBlankLines: false, skipComments: false, IIFEs: true }],
    'max-lines': ['error', { max: maxFile, skipBlankLines: false, skipComments: false }],
  },
});

/** What is too long below these folders: path → lines of the file (when it is) and of its functions, longest first. */
export async function measure(folders = TOPS, { cwd = ROOT, maxFunction = MAX_FUNCTION, maxFile = MAX_FILE } = {}) {
  const room = mkdtempSync(join(tmpdir(), 'lengths-'));
  try {
    const config = join(room, 'rules.json');
    writeFileSync(config, JSON.stringify(rules(maxFunction, maxFile)));
    const { out, err } = await capture(bin('oxlint'), ['-c', config, '-f', 'json', ...folders], { cwd });
    if (!out.startsWith('{')) throw new Error(`the linter gave no answer\n${out}${err}`);
    const found = new Map();
    for (const { code, filename, message } of JSON.parse(out).diagnostics) {
      const lines = Number(/\((\d+)\)/.exec(message)?.[1]);
      if (!(lines > 0)) throw new Error(`${filename}: ${message}`);
      const path = filename.replaceAll('\\', '/');
      const item = found.get(path) ?? { functions: [] };
      if (code === 'eslint(max-lines)') item.file = lines;
      else item.functions = [...item.functions, lines].sort((a, b) => b - a);
      found.set(path, item);
    }
    return Object.fromEntries([...found].sort(([a], [b]) => (a < b ? -1 : 1)));
  } finally {
    rmSync(room, { recursive: true });
  }
}

/** What is longer than the list allows, and what the list need not hold any more. */
export function lengthProblems(found, listed) {
  const grown = Object.entries(found).flatMap(([path, { file, functions }]) => {
    const was = listed[path];
    return [
      ...(file !== undefined && file > (was?.file ?? 0)
        ? [`${path}: ${file} lines, at most ${was?.file ?? MAX_FILE}; ask what its second noun is`]
        : []),
      ...functions.flatMap((lines, at) =>
        lines > (was?.functions?.[at] ?? 0)
          ? [`${path}: a function of ${lines} lines, at most ${was?.functions?.[at] ?? MAX_FUNCTION}`]
          : [],
      ),
    ];
  });
  const gone = Object.keys(listed)
    .filter((path) => !found[path])
    .map((path) => `${path}: short enough; node scripts/checks/lengths.mjs --shrink takes it off the list`);
  return [...grown, ...gone];
}

/** The list with nothing more in it than today's lengths. */
export const shrunk = (found, listed) =>
  Object.fromEntries(
    Object.entries(listed).flatMap(([path, was]) => {
      const now = found[path];
      if (!now) return [];
      const functions = now.functions.slice(0, was.functions?.length ?? 0);
      const left = {
        ...(now.file && was.file ? { file: Math.min(now.file, was.file) } : {}),
        ...(functions.length > 0
          ? { functions: functions.map((lines, at) => Math.min(lines, was.functions[at])) }
          : {}),
      };
      return Object.keys(left).length > 0 ? [[path, left]] : [];
    }),
  );

const text = (list) => {
  const lines = Object.entries(list).map(([path, value]) => {
    const parts = [
      ...(value.file ? [`"file": ${value.file}`] : []),
      ...(value.functions ? [`"functions": [${value.functions.join(', ')}]`] : []),
    ];
    return `  ${JSON.stringify(path)}: { ${parts.join(', ')} }`;
  });
  return lines.length > 0 ? `{\n${lines.join(',\n')}\n}\n` : '{}\n';
};

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const found = await measure();
  let listed = JSON.parse(readFileSync(LISTED, 'utf8'));
  if (process.argv.includes('--shrink')) {
    listed = shrunk(found, listed);
    writeFileSync(LISTED, text(listed));
  }
  const problems = lengthProblems(found, listed);
  for (const problem of problems) console.error(problem);
  const all = Object.values(found);
  const functions = all.flatMap((value) => value.functions);
  const files = all.flatMap((value) => value.file ?? []);
  console.log(
    `${functions.length} functions above ${MAX_FUNCTION} lines (longest ${Math.max(0, ...functions)}), ` +
      `${files.length} files above ${MAX_FILE} (longest ${Math.max(0, ...files)})`,
  );
  process.exit(problems.length > 0 ? 1 : 0);
}
