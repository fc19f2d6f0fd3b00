/** Fields: keys of their kind, many, dictionary codes, references inside the object, required ones that no page shows. */

import type { FieldDoc, Many } from '../document';
import { assignable, headRow, tyOf } from '../expr/types';
import { factsOf, isMany, isNumeric, kindOf, typeOfDoc } from '../kinds/index';
import { fieldKeys } from '../kinds/keys';
import { TYPES } from '../kinds/types';
import { toFieldType } from '../object-type';
import { isProtected } from '../protected';
import { mayFlow } from '../pushed';
import type { FieldType, ResolvedField } from '../resolved';
import { TYPE_WORDS } from '../sorts/texts/common';
import { keyTitle } from '../sorts/texts/index';
import { isTyped, writtenBy } from '../written';
import { MAX_COLUMNS } from './known';
import type { Library } from './library';
import type { ObjectCheck, Say } from './object-check';
import { fieldAt } from './paths';

export function checkFields(check: ObjectCheck): void {
  const { object, library, say, entry } = check;
  for (const field of Object.values(object.fields)) {
    if (field.base === true) continue;
    checkField(field, `fields.${field.code}`, library, say);
    checkPaths(check, field, `fields.${field.code}`, undefined);
    for (const inner of Object.values(field.sub?.fields ?? {})) {
      if (inner.base === true) continue;
      const address = `fields.${field.code}.fields.${inner.code}`;
      if (inner.type === 'rows') {
        say('kind.nest', address);
        continue;
      }
      checkField(inner, address, library, say);
      checkPaths(check, inner, address, field.code);
    }
  }
  checkColumns(object.fields, 'fields', say);
  for (const { code, sub } of Object.values(object.fields))
    if (sub !== undefined) checkColumns(sub.fields, `fields.${code}.fields`, say);
  for (const action of Object.values(object.actions)) {
    for (const answer of Object.values(action.ask ?? {}))
      checkField(answer, `actions.${action.code}.ask.${answer.code}`, library, say);
  }
  checkOwnKeys((entry.doc.fields ?? {}) as Many<FieldDoc>, object.fields, 'fields', say);
  checkPlaced(check);
}

/** One table holds so many; the first field that has no room is named. */
function checkColumns(fields: Many<ResolvedField>, address: string, say: Say): void {
  const stored = Object.values(fields).filter(
    (field) =>
      !field.ext && field.formulaAt !== 'live' && !['none', 'rows'].includes(kindOf(field.kind).storage(field)),
  );
  const first = stored[MAX_COLUMNS];
  if (first !== undefined) say('code.columns', `${address}.${first.code}`, { max: MAX_COLUMNS });
}

/** One field by itself: also a setting, an answer, a parameter. */
export function checkField(field: ResolvedField, address: string, library: Library, say: Say): void {
  const kind = kindOf(field.kind);
  if (!kind.types.includes(field.type)) say('kind.type', address, { kind: kind.title, t: TYPE_WORDS[field.type] });
  const canBeMany = kind.many !== 'never' && (kind.many === 'always' || TYPES[field.type].canBeMany);
  if (field.many === true && !canBeMany) say('kind.many', address, { kind: kind.title });
  if (field.type === 'dict' && field.dict === undefined && field.options === undefined)
    say('key.missing', address, { k: keyTitle('field', 'dict') });
  if (field.type === 'ref' && field.ref === undefined) say('key.missing', address, { k: keyTitle('field', 'ref') });
  if (field.type === 'ref' && factsOf(field).isNested && field.ref !== undefined) {
    const target = library.types.object(field.ref);
    if (target !== undefined && target.tree === undefined) say('cascader.tree', `${address}.ref`, { o: target.title });
  }
  if (
    kind.facts.isAsked === true &&
    field.text === undefined &&
    field.block === undefined &&
    field.service === undefined
  ) {
    say('key.missing', address, { k: keyTitle('field', 'service') });
  }
  if (typeof field.min === 'number' && typeof field.max === 'number' && field.min > field.max)
    say('value.range', `${address}.min`, { k: 'min' });
  if (field.dict === undefined || typeof field.default === 'boolean' || field.default === undefined) return;
  const dict = library.dicts.get(field.dict);
  if (dict === undefined || dict.open === true || dict.items.length === 0) return;
  const codes = Array.isArray(field.default) ? field.default : [field.default];
  for (const code of codes) {
    if (typeof code === 'string' && code.startsWith('=')) continue;
    if (!dict.items.some((item) => item.code === String(code)))
      say('dict.code', `${address}.default`, { v: String(code) });
  }
}

/** Own text of a field may only have keys its kind knows. */
export function checkOwnKeys(docs: Many<FieldDoc>, fields: Many<ResolvedField>, address: string, say: Say): void {
  for (const [code, doc] of Object.entries(docs)) {
    const field = fields[code];
    if (field === undefined || doc.off === true) continue;
    for (const key of strangeKeys(doc, field))
      say('kind.key', `${address}.${code}.${key}`, {
        kind: kindOf(field.kind).title,
        k: keyTitle('field', key, field.type),
      });
    if (doc.fields !== undefined && field.sub !== undefined)
      checkOwnKeys(doc.fields, field.sub.fields, `${address}.${code}.fields`, say);
  }
}
function strangeKeys(doc: FieldDoc, field: Pick<ResolvedField, 'kind' | 'type'>): readonly string[] {
  const known = fieldKeys(field);
  return Object.keys(doc).filter((key) => !known.has(key) && !key.startsWith('x-'));
}

/** A field of a settings file or another place without blocks. */
export function checkLoneField(doc: FieldDoc, field: ResolvedField, address: string, library: Library, say: Say): void {
  checkField(field, address, library, say);
  for (const key of strangeKeys(doc, { kind: field.kind, type: typeOfDoc(doc) }))
    say('kind.key', `${address}.${key}`, { kind: kindOf(field.kind).title, k: keyTitle('field', key, field.type) });
}

function checkPaths(check: ObjectCheck, field: ResolvedField, address: string, sub: string | undefined): void {
  const { entry, library, say, object } = check;
  const at = (path: string): FieldType | 'any' | undefined => fieldAt(path, entry.type, library.types, sub);
  for (const key of ['unit', 'kindBy'] as const) {
    const path = field[key];
    if (path !== undefined && at(path) === undefined) say('ref.field', `${address}.${key}`, { c: path });
  }
  if (field.inherit !== undefined && !inherits(check, field, address, sub))
    say('inherit.none', `${address}.inherit`, { f: field.title, c: field.inherit });
  const target = field.ref === undefined ? undefined : library.types.object(field.ref);
  for (const [own, path] of Object.entries(field.fill ?? {})) {
    const into = at(own);
    if (into === undefined) say('ref.field', `${address}.fill.${own}`, { c: own });
    else if (into !== 'any' && into.formulaAt !== undefined) say('formula.write', `${address}.fill.${own}`, { f: own });
    else if (into !== 'any' && isProtected(own)) say('protected.write', `${address}.fill.${own}`, { f: own });
    if (target === undefined) continue;
    const source = fieldAt(path, target, library.types);
    if (source === undefined) say('ref.field', `${address}.fill.${own}`, { c: path });
    else if (source !== 'any' && into !== undefined && into !== 'any' && !mayFlow(source, into)) {
      say('grant.leak', `${address}.fill.${own}`, { f: source.title });
    }
    if (source === undefined || source === 'any' || into === undefined || into === 'any') continue;
    const from = tyOf(headRow(target), source);
    const to = tyOf(headRow(entry.type), into);
    if (from === undefined || to === undefined || !assignable(from, to))
      say('fill.type', `${address}.fill.${own}`, { f: source.title, into: into.title });
  }
  if (target !== undefined) {
    for (const path of [...(field.pick?.columns ?? []), ...(field.pick?.search ?? [])]) {
      if (fieldAt(path, target, library.types) === undefined) say('ref.field', `${address}.pick`, { c: path });
    }
  }
  for (const column of field.sub?.columns ?? []) {
    if (column.of !== undefined || column.service !== undefined || column.field?.startsWith('$') === true) continue;
    if (fieldAt(column.field ?? '', entry.type, library.types, field.code) === undefined)
      say('ref.field', `${address}.columns`, { c: column.field ?? '' });
  }
  for (const code of Object.keys(field.sub?.summary ?? {})) {
    const inner = field.sub?.fields[code];
    if (inner === undefined) say('ref.field', `${address}.summary.${code}`, { c: code });
    else if (['sum', 'avg'].includes(field.sub?.summary[code] ?? '') && !isNumeric(inner))
      say('list.sum', `${address}.summary.${code}`);
  }
  for (const list of [field.sub?.rows.number]) {
    if (list !== undefined && object.fields[field.code]?.sub?.fields[list] === undefined)
      say('ref.field', `${address}.rows.number`, { c: list });
  }
  for (const text of field.sub?.rows.renumber ?? [])
    if (field.sub?.fields[text] === undefined) say('ref.field', `${address}.rows.renumber`, { c: text });
}

/** `inherit` names a reference (the same field there), or a field of what it refers to that holds the same. */
function inherits(
  { entry, library, say }: ObjectCheck,
  field: ResolvedField,
  address: string,
  sub: string | undefined,
): boolean {
  const [ref = '', code = field.code, ...more] = (field.inherit ?? '').split('.');
  const via = fieldAt(ref, entry.type, library.types, sub);
  if (via === undefined || via === 'any' || more.length > 0 || via.type !== 'ref' || isMany(via)) return false;
  const target = library.types.object(via.ref === undefined || via.ref === 'self' ? entry.object.object : via.ref);
  if (target === undefined) return true;
  const there = fieldAt(code, target, library.types);
  if (there === undefined || there === 'any') return there === 'any';
  if (!mayFlow(there, field)) say('grant.leak', `${address}.inherit`, { f: there.title });
  const [from, to] = [tyOf(headRow(target), there), tyOf(headRow(entry.type), toFieldType(field))];
  return from !== undefined && to !== undefined && assignable(from, to);
}

/** Required fields stand on the edit page; a field that is nowhere is told. */
function checkPlaced({ object, say, bound }: ObjectCheck): void {
  const placed = new Set<string>();
  const shown = new Set<string>();
  for (const part of object.edit.groups) for (const item of part.fields ?? []) placed.add(item.field ?? '');
  const pages = [object, ...Object.values(object.views)];
  for (const { floor: { card = [], front = [], limit, why, since, people, most } = {} } of pages)
    for (const path of [...card, ...front, limit, why, since, people, most])
      if (path !== undefined) shown.add(path.split('.')[0] ?? path);
  for (const { list, edit, detail } of pages) {
    const parts = [...edit.groups, ...detail.tabs, ...list.below].flatMap((part) => part.fields ?? []);
    for (const item of [...parts, ...list.columns, ...list.search, ...detail.head]) {
      for (const path of [item.field, ...(item.fields ?? [])])
        if (path !== undefined) shown.add(path.split('.')[0] ?? path);
    }
  }
  const read = new Set<string>();
  for (const parts of bound.values()) for (const part of parts) for (const path of namesIn(part)) read.add(path);
  const written = new Set(Object.values(object.fields).flatMap((field) => Object.keys(field.fill ?? {})));
  for (const field of Object.values(object.fields)) {
    if (field.base === true) continue;
    const isFilled =
      !isTyped(field) ||
      field.default !== undefined ||
      field.hidden === true ||
      factsOf(field).isNumbered === true ||
      written.has(field.code);
    if (field.required === true && !isFilled && !placed.has(field.code))
      say('field.unplaced', `fields.${field.code}`, { f: field.title });
    const writer = writtenBy(field);
    const isKept =
      writer === 'server' ||
      writer === 'link' ||
      field.hidden === true ||
      object.label.includes(field.code) ||
      field.type === 'rows';
    if (!isKept && !shown.has(field.code) && !read.has(field.code))
      say('field.unused', `fields.${field.code}`, {}, 'warn');
  }
}
function namesIn(bound: unknown): readonly string[] {
  const names: string[] = [];
  const visit = (ast: unknown): void => {
    if (typeof ast !== 'object' || ast === null) return;
    const node = ast as { readonly k?: string; readonly names?: readonly string[] };
    if (node.k === 'path') names.push(...(node.names ?? []));
    for (const part of Object.values(ast)) {
      if (Array.isArray(part)) part.forEach(visit);
      else visit(part);
    }
  };
  visit((bound as { readonly ast?: unknown }).ast);
  return names;
}
