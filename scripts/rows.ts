/** Types of the rows of the shipped objects (`server/generated/rows.ts`), made from their resolved documents and not committed. */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { factsOf, isMany } from '../schemas/language/kinds/index';
import type { ResolvedAction, ResolvedField, ResolvedObject } from '../schemas/language/resolved';
import type { SchemaFiles } from '../server/registry/load';
import type { Registry } from '../server/registry/registry';
import { ROOT } from '../server/root';

const ROWS_FILE = join(ROOT, 'server', 'generated', 'rows.ts');

/** What a field holds at run time (schemas/language/value.ts), without null. */
const SCALARS: Readonly<Record<string, string>> = {
  text: 'string',
  int: 'number',
  decimal: 'number',
  bool: 'boolean',
  date: 'string',
  datetime: 'string',
  time: 'string',
  ref: 'string',
  path: 'string',
  id: 'string',
};
/** Columns of the engine that every stored record has. */
const ALWAYS = new Set(['id', 'version', 'createdAt', 'updatedAt', 'isDeleted', 'lineNo']);

export function rowTypes(registry: Pick<Registry, 'objects' | 'files'>): string {
  const dicts = closedDicts(registry.files);
  const objects = [...registry.objects.values()].sort((a, b) => (a.object < b.object ? -1 : 1));
  const usedDicts = new Set<string>();
  const scalar = (field: ResolvedField): string => {
    if (field.type === 'dict') {
      if (field.dict === undefined || !dicts.has(field.dict)) return 'string';
      usedDicts.add(field.dict);
      return wordOf(field.dict);
    }
    return SCALARS[field.type] ?? 'Json';
  };
  const typeOf = (field: ResolvedField): string => {
    if (field.kindBy !== undefined) return 'Value';
    if (field.type === 'file') return 'readonly FileValue[]';
    if (field.type === 'json') return 'Json';
    if (field.type === 'range' || field.range === true) return 'RangeValue | null';
    if (isMany(field)) return `readonly ${scalar(field)}[]`;
    const isAlways =
      ALWAYS.has(field.code) ||
      field.required === true ||
      factsOf(field).isNumbered === true ||
      (field.type === 'bool' && field.inherit === undefined);
    return isAlways ? scalar(field) : `${scalar(field)} | null`;
  };
  const doc = (field: ResolvedField): string =>
    `  /** ${field.title.replaceAll('*/', '* /')}${field.ref === undefined ? '' : ` → ${field.ref}`} */`;
  const members = (fields: Readonly<Record<string, ResolvedField>>): string[] =>
    Object.values(fields)
      .filter((field) => field.type !== 'none' && field.sub === undefined && field.type !== 'rows')
      .flatMap((field) => [doc(field), `  ${key(field.code)}: ${typeOf(field)};`]);
  const answer = (field: ResolvedField): string => {
    const type = field.sub === undefined ? typeOf(field) : `readonly { ${answered(field.sub.fields)} }[]`;
    const isGiven = field.required === true || field.code === 'id';
    return isGiven ? `${key(field.code)}: ${type}` : `${key(field.code)}?: ${type.replace(/ \| null$/, '')} | null`;
  };
  const answered = (fields: Readonly<Record<string, ResolvedField>>): string =>
    Object.values(fields).map(answer).join('; ');
  const answers = (action: ResolvedAction): string => asked(action, answered(action.ask ?? {}));

  const section = (object: ResolvedObject): string[] => {
    const name = nameOf(object.object);
    const fields = Object.values(object.fields);
    const subs = fields.filter((field) => field.sub !== undefined);
    const live = fields.filter((field) => field.formulaAt === 'live' && field.sub === undefined);
    const numbered = fields.filter((field) => factsOf(field).isNumbered === true);
    const actions = new Map(
      [object.actions, ...Object.values(object.views).map((view) => view.actions)]
        .flatMap((list) => Object.values(list))
        .map((action) => [action.code, action] as const),
    );
    return [
      ...subs.flatMap((sub) => [
        `/** ${object.title} ${sub.title} */`,
        `export type ${subName(name, sub.code)} = {`,
        ...members(sub.sub?.fields ?? {}),
        '};',
      ]),
      `/** ${object.title} */`,
      `export type ${name}Row = {`,
      ...members(object.fields),
      ...subs.flatMap((sub) => [doc(sub), `  ${sub.code}: ${subName(name, sub.code)}[];`]),
      '};',
      `export type ${name}Shape = {`,
      `  row: ${name}Row;`,
      `  subs: ${union(subs)};`,
      `  live: ${union(live)};`,
      `  numbered: ${union(numbered)};`,
      '  asks: {',
      ...[...actions.values()].map((action) => `    ${key(action.code)}: { ${answers(action)} };`),
      '  };',
      '};',
    ];
  };
  const sections = objects.flatMap(section);
  const words = [...usedDicts].sort().map((code) => {
    const items = dicts.get(code) ?? [];
    return `export type ${wordOf(code)} = ${items.map((item) => `'${item}'`).join(' | ')};`;
  });
  return [
    '/** Made from schemas/ by `npm run gen`; edit the documents, not this file. */',
    "import type { FileValue, Json, RangeValue, Value } from '../../schemas/language/value';",
    '',
    ...words,
    '',
    ...sections,
    '',
    'export interface Shapes {',
    ...objects.map(({ object }) => `  ${object}: ${nameOf(object)}Shape;`),
    '}',
    '',
  ].join('\n');
}

/** Words of the dictionaries that nobody adds to: neither open nor made from documents. */
const closedDicts = ({ dictionaries }: SchemaFiles): ReadonlyMap<string, readonly string[]> =>
  new Map(
    dictionaries.flatMap(({ doc }) =>
      Object.entries(doc.dicts).flatMap(([code, { open, items = [] }]) =>
        open || items.length === 0 ? [] : [[code, items.map((item) => item.code)] as const],
      ),
    ),
  );
const nameOf = (code: string): string => code.slice(0, 1).toUpperCase() + code.slice(1);
/** An action of rows gets the answers of each chosen row. */
const asked = (action: ResolvedAction, answers: string): string =>
  action.in === undefined ? answers : `rows: { id: string; ${answers} }[]`;
const subName = (name: string, sub: string): string => `${name}${nameOf(sub)}Line`;
const wordOf = (dict: string): string => `${nameOf(dict)}Word`;
const key = (code: string): string => (/^[A-Za-z_]\w*$/.test(code) ? code : `'${code}'`);
const union = (fields: readonly ResolvedField[]): string =>
  fields.length === 0 ? 'never' : fields.map(({ code }) => `'${code}'`).join(' | ');

const written = (): string | undefined => (existsSync(ROWS_FILE) ? readFileSync(ROWS_FILE, 'utf8') : undefined);

/** Writes the file where it says something else than now, so that nothing is compiled again for nothing. */
export function writeRowTypes(text: string): void {
  if (written() === text) return;
  mkdirSync(dirname(ROWS_FILE), { recursive: true });
  writeFileSync(ROWS_FILE, text);
}
