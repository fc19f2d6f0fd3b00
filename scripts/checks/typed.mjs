/**
 * What keeps the server typed: casts of `server/domain` are few and each has its reason; a function of more than four parameters takes
 * one object. A cast is `x as T` (also inside another one: `x as unknown as T` are two) or `<T>x`; `as const` and `!` are none. Its
 * reason is a comment on its line or on the line above.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseSync } from 'vite';
import { ROOT } from '../lib/run.mjs';

const CAST_FREE = 'server/domain';
export const MAX_CASTS = 20;
const MAX_PARAMETERS = 4;
/** where every function keeps to it */
const FEW_PARAMETERS = [
  'bom',
  'calendar',
  'datasets',
  'domain',
  'labels',
  'notices',
  'production',
  'scheduling',
  'stock',
].map((folder) => `server/${folder}`);

/** Casts and functions of a source file, by line. */
export function lookedAt(path, text) {
  const { program, comments } = parseSync(path, text);
  const lineOf = (at) => text.slice(0, at).split('\n').length;
  const commented = new Set(
    comments.flatMap(({ start, end }) => {
      const [first, last] = [lineOf(start), lineOf(end)];
      return Array.from({ length: last - first + 1 }, (_, n) => first + n);
    }),
  );
  const casts = [];
  const functions = [];
  const visit = (node) => {
    if (Array.isArray(node)) return node.forEach(visit);
    if (node === null || typeof node !== 'object' || typeof node.type !== 'string') return;
    if (node.type === 'TSTypeAssertion' || (node.type === 'TSAsExpression' && !isConst(node.typeAnnotation))) {
      // of a cast over several lines the word stands where its expression ends
      const line = lineOf(node.expression.end);
      casts.push({ line, hasReason: commented.has(line) || commented.has(line - 1) });
    }
    if (/Function|TSMethodSignature/.test(node.type) && Array.isArray(node.params))
      functions.push({ line: lineOf(node.start), parameters: node.params.length });
    for (const [key, value] of Object.entries(node)) if (key !== 'type') visit(value);
  };
  visit(program.body);
  return { casts, functions };
}
const isConst = (type) => type?.type === 'TSTypeReference' && type.typeName?.name === 'const';

export function castProblems(path, text) {
  return lookedAt(path, text)
    .casts.filter(({ hasReason }) => !hasReason)
    .map(({ line }) => `${path}:${line}: a cast without its reason in a comment beside or above it`);
}
export function parameterProblems(path, text) {
  return lookedAt(path, text)
    .functions.filter(({ parameters }) => parameters > MAX_PARAMETERS)
    .map(
      ({ line, parameters }) => `${path}:${line}: ${parameters} parameters; more than ${MAX_PARAMETERS} are one object`,
    );
}

const walk = (folder) =>
  readdirSync(folder, { withFileTypes: true }).flatMap((entry) =>
    entry.isDirectory() ? walk(join(folder, entry.name)) : entry.name.endsWith('.ts') ? [join(folder, entry.name)] : [],
  );
const sources = (folder) =>
  walk(join(ROOT, folder)).map((file) => [relative(ROOT, file).split(sep).join('/'), readFileSync(file, 'utf8')]);

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const domain = sources(CAST_FREE);
  const casts = domain.flatMap(([path, text]) => lookedAt(path, text).casts).length;
  const problems = [
    ...(casts > MAX_CASTS ? [`${CAST_FREE}: ${casts} casts, at most ${MAX_CASTS}`] : []),
    ...domain.flatMap((item) => castProblems(...item)),
    ...FEW_PARAMETERS.flatMap(sources).flatMap((item) => parameterProblems(...item)),
  ];
  for (const text of problems) console.error(text);
  console.log(`${casts} casts in ${CAST_FREE}, ${problems.length} without reason or functions of too many parameters`);
  process.exit(problems.length > 0 ? 1 : 0);
}
