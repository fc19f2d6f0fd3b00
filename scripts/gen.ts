/** `npm run gen`: what is made from the documents and not committed: docs/objects.md, their reference, and the types of their rows. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ResolvedField, ResolvedObject } from '../schemas/language/resolved';
import { shippedRegistry } from '../server/compose';
import { ROOT } from '../server/root';
import { tableOf } from '../server/tables/names';
import { rowTypes, writeRowTypes } from './rows';

const FILE = join(ROOT, 'docs', 'objects.md');

const cell = (text: string): string => text.replaceAll('|', '\\|');
const typeOf = ({ type, ref, dict, many }: ResolvedField): string =>
  `${type}${ref ? ` → ${ref}` : dict ? ` ${dict}` : ''}${many ? ' (many)' : ''}`;
const marks = (field: ResolvedField): string =>
  [
    field.required ? 'required' : '',
    field.unique ? 'unique' : '',
    field.formula === undefined ? '' : `${field.formulaAt}: \`${cell(field.formula)}\``,
    field.formula === undefined && field.readonly ? 'kept by the server' : '',
    field.grant === undefined ? '' : `group ${field.grant}`,
  ]
    .filter((mark) => mark !== '')
    .join(', ');

const fieldRows = (fields: readonly ResolvedField[]): string[] =>
  fields
    .filter((field) => !field.base)
    .flatMap((field) => [
      `| ${field.path} | ${field.title} | ${field.kind} | ${typeOf(field)} | ${marks(field)} |`,
      ...(field.sub ? fieldRows(Object.values(field.sub.fields)) : []),
    ]);

const section = (object: ResolvedObject): string => {
  const actions = Object.values(object.actions).filter((action) => action.auto === undefined);
  return [
    `## ${object.object} ${object.title}`,
    '',
    `${object.route === undefined ? 'No page of its own' : `Page \`${object.route}\``}, table \`${tableOf(object.object)}\`, actions ${actions.map((action) => `${action.code} ${action.title}`).join(' · ') || 'none'}.`,
    '',
    '| field | title | kind | type | |',
    '| --- | --- | --- | --- | --- |',
    ...fieldRows(Object.values(object.fields)),
    '',
  ].join('\n');
};

const registry = shippedRegistry();
const objects = [...registry.objects.values()].sort((a, b) => (a.area + a.object < b.area + b.object ? -1 : 1));
const text = `# Shipped objects\n\nMade from \`schemas/\` by \`npm run gen\`; edit the documents, not this file.\n\n${objects.map(section).join('\n')}`;
writeFileSync(FILE, text);
writeRowTypes(rowTypes(registry));
console.log(`docs/objects.md and row types: ${objects.length} objects`);
