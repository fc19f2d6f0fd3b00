/** What a node is called: its title, what a check says, what a rule does; else its sort. */
import type { Library } from '../../schemas/language/check/index';
import { objectOfPage } from '../../schemas/language/check/library';
import { headRow } from '../../schemas/language/expr/types';
import { toObjectType } from '../../schemas/language/object-type';
import type { PrintItemDoc } from '../../schemas/language/print/document';
import { resolvedAt } from '../../schemas/language/resolve/at';
import { isNode, type Node } from '../../schemas/language/resolve/merge';
import type { Placement } from '../../schemas/language/resolved';
import type { SortId } from '../../schemas/language/sorts/table';
import { keyText, SORT_TITLES } from '../../schemas/language/sorts/texts/index';
import { partTitle, withHeld } from '../../schemas/language/sorts/texts/markers';
import { type StepDoc, splitAddress, valueAt } from '../../schemas/language/steps/index';
import { nameOfItem } from '../commands/index';
import { follow } from '../expression/rows';
import { objectOf } from './resolved';

/** Name of the node at an address, own text first, then what blocks say. */
export function nameOf(doc: StepDoc, library: Library, address: string, sort: SortId): string {
  const { key } = splitAddress(address);
  const node = valueAt(doc, address);
  const own = isNode(node) ? node : {};
  const object = objectOf(doc, library);
  const below = object === undefined ? undefined : resolvedAt(object, address);
  const base: Node = isNode(below) ? below : {};
  for (const name of ['title', 'say'])
    for (const from of [own, base]) if (typeof from[name] === 'string' && from[name] !== '') return String(from[name]);
  if (sort === 'printItem')
    return typeof own.field === 'string'
      ? printedName(doc, library, own.field)
      : nameOfItem(own as unknown as PrintItemDoc);
  if (sort === 'part')
    return partTitle(withHeld({ code: key, ...titlesOfPart(own), ...titlesOfPart(base) }, object?.fields ?? {}));
  if (sort === 'rule') return ruleName(doc, library, own) ?? SORT_TITLES.rule;
  if (sort === 'column' || sort === 'item' || sort === 'search') return fieldName(doc, library, key);
  return key === '' || sort === key
    ? SORT_TITLES[sort]
    : keyText('object', key).title === key
      ? key
      : SORT_TITLES[sort];
}

const titlesOfPart = ({ tab, fields }: Node): { readonly tab?: string; readonly fields?: readonly Placement[] } => ({
  ...(typeof tab === 'string' ? { tab } : {}),
  ...(Array.isArray(fields) ? { fields: fields as readonly Placement[] } : {}),
});

/** Title of what an item of a layout prints: a field of the head, or of the only sub-table that has it. */
function printedName(doc: StepDoc, library: Library, path: string): string {
  const type = objectOfPage(library, String(doc.page))?.type;
  if (type === undefined) return path;
  const env = { lib: library.types, object: type };
  const names = path.replace(/^doc\./, '').split('.');
  const subs = Object.values(type.fields).flatMap((field) =>
    field.sub === undefined ? [] : [{ object: type.object, fields: field.sub }],
  );
  const found = [headRow(type), ...subs]
    .map((from) => follow(env, from, names))
    .find((followed) => followed !== undefined);
  return found?.titles.join('·') ?? nameOfItem({ field: path, x: 0, y: 0, w: 0, h: 0 });
}

/** Title of a path of the document: 供应商·名称. */
export function fieldName(doc: StepDoc, library: Library, path: string): string {
  const object = objectOf(doc, library);
  if (object === undefined) return path;
  const type = toObjectType(object);
  const plain = path.startsWith('doc.') ? path.slice(4) : path;
  const env = { lib: library.types, object: type };
  return follow(env, headRow(type), plain.split('.'))?.titles.join('·') ?? path;
}

const DOES: readonly (readonly [string, string])[] = [
  ['show', '显示'],
  ['hide', '隐藏'],
  ['require', '必填'],
  ['readonly', '只读'],
  ['clear', '清空'],
];
/** 物料变化时填单价; 备注必填. */
function ruleName(doc: StepDoc, library: Library, rule: Node): string | undefined {
  const sub = typeof rule.in === 'string' ? rule.in : undefined;
  const title = (path: string): string =>
    fieldName(doc, library, sub === undefined || path.startsWith('doc.') ? path : `${sub}.${path}`)
      .split('·')
      .at(-1) ?? path;
  const list = (value: unknown): string =>
    (Array.isArray(value) ? value : [value]).map((item) => (item === '*' ? '全部' : title(String(item)))).join('、');
  const parts = DOES.flatMap(([key, word]) => (rule[key] === undefined ? [] : [`${list(rule[key])}${word}`]));
  if (isNode(rule.set)) parts.push(`填${list(Object.keys(rule.set))}`);
  if (parts.length === 0) return undefined;
  return `${rule.on === undefined ? '' : `${list(rule.on)}变化时`}${parts.join('，')}`;
}
