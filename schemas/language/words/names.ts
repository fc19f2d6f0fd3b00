/** What things of a document are called when people read of them: 字段「数量」, 明细「采购明细」的列「单价」. */
import { BUILT_INS } from '../resolve/actions';
import { segmentsOf } from '../resolve/address';
import { isNode } from '../resolve/merge';
import { SORTS } from '../sorts/index';
import type { KeySpec, Shape, SortId } from '../sorts/table';
import { keyText, SORT_TITLES, wordTitle } from '../sorts/texts/index';
import { joinAddress, type StepDoc, shapeAt, sortOfDoc, splitAddress, valueAt } from '../steps/index';
import { templateWord } from './exprs';
import { documentTitle, fieldTitle, type Names, textOf, titleElsewhere, titleOf } from './fields';

/** One thing: what it is and how it is called. */
export interface Named {
  /** 字段, 列, 动作, 分组 … */
  readonly what: string;
  readonly title: string;
}

/** The thing at an address: an entry by its title, a placement by its field's, the document by its own. */
export function nameAt(doc: StepDoc, address: string, names: Names = {}): Named {
  const sort = sortOfDoc(doc);
  if (address === '') return { what: SORT_TITLES[sort], title: documentTitle(doc) ?? '' };
  const { parent, key } = splitAddress(address);
  const holds = shapeAt(doc, parent);
  const node = valueAt(doc, address);
  const entry = entrySort(holds);
  if (entry !== undefined) {
    const what = key === '$own' ? '位置' : partName(entry, parent);
    const said =
      titleOf(node) ??
      saysOf(doc, { sort: entry, node, address }, names) ??
      titleOf(names.node?.(address)) ??
      titleOf(names.node?.(address.replace(VIEW, '')));
    return { what, title: said ?? entryTitle(doc, { sort: entry, parent, key }, names) };
  }
  if (typeof holds === 'object' && 'mapOf' in holds) return pairName(doc, parent, key, names);
  // a key of a node is the node's
  const owner = parent === '' ? sort : nodeSort(holds);
  return { what: SORT_TITLES[owner ?? sort], title: owner === undefined ? key : keyText(owner, key).title };
}
/** What says nothing of itself: a placement by its field, a template by its document, the rest by its sort. */
function entryTitle(
  doc: StepDoc,
  { sort, parent, key }: { readonly sort: SortId; readonly parent: string; readonly key: string },
  names: Names,
): string {
  if (sort === 'import' && key === doc.object) return titleOf(doc) ?? key;
  // a built-in one of which only a part is said
  if (sort === 'action' && Object.hasOwn(BUILT_INS, key)) return BUILT_INS[key]?.title ?? key;
  const named = fieldTitle(doc, parent, key, names);
  return named === key && UNTITLED.has(sort) ? '' : named;
}
/** their codes are for nobody but the document */
const UNTITLED: ReadonlySet<SortId> = new Set<SortId>(['rule', 'check', 'unique', 'part']);
/** One pair of a map: what is filled of a field, the tone of a row, an event by its sentence. */
function pairName(doc: StepDoc, parent: string, key: string, names: Names): Named {
  const { parent: of, key: map } = splitAddress(parent);
  const owner = sortAt(doc, of);
  const what = keyText(owner, map).title;
  const spec = (SORTS[owner] as { readonly [name: string]: KeySpec })[map];
  const shape = spec?.shape;
  const said = valueAt(doc, joinAddress(parent, key));
  if (typeof shape === 'object' && 'keys' in shape) return { what, title: wordTitle('action', 'tone', key) };
  if (typeof shape === 'object' && 'mapOf' in shape && shape.mapOf === 'text' && spec?.names === undefined)
    return { what, title: typeof said === 'string' ? said : key };
  if (spec?.names === 'target' || spec?.names === 'targetRows') {
    const to = textOf(doc, of, 'to', names);
    const rows = spec.names === 'target' ? '' : `.${textOf(doc, of, 'into', names) ?? 'items'}`;
    return { what, title: titleElsewhere(doc, to === undefined ? undefined : `${to}${rows}`, key, names) ?? key };
  }
  // what is filled of a picked record are own fields
  return { what, title: fieldTitle(doc, spec?.scope === 'picked' ? of : parent, key, names) };
}
/** Sort of the node at an address: the document's own at the top. */
export function sortAt(doc: StepDoc, address: string): SortId {
  if (address === '') return sortOfDoc(doc);
  const { parent } = splitAddress(address);
  return nodeSort(shapeAt(doc, address)) ?? entrySort(parent === '' ? undefined : shapeAt(doc, parent)) ?? 'field';
}
/** what a page of the object changes stands in the object */
const VIEW = /^views\.[^.]+\./;
const EFFECTS = ['require', 'readonly', 'show', 'hide', 'clear', 'set'] as const;
/** What has no title is called by what it says: a check by its sentence, a rule by its effect (必填 外借单位). */
function saysOf(
  doc: StepDoc,
  { sort, node, address }: { readonly sort: SortId; readonly node: unknown; readonly address: string },
  names: Names,
): string | undefined {
  if (!isNode(node)) return undefined;
  const titles = (paths: readonly unknown[], at = address): string =>
    paths.map((path) => fieldTitle(doc, at, String(path), names)).join('、');
  if (sort === 'check' || sort === 'unique') {
    if (typeof node.say === 'string') return templateWord(doc, node.say, address, names);
    return Array.isArray(node.fields) ? titles(node.fields) : undefined;
  }
  if (sort !== 'rule') return undefined;
  const rows = typeof node.in === 'string' ? `fields.${node.in}.fields` : address;
  const said = EFFECTS.flatMap((effect) => {
    const of = node[effect];
    const paths = typeof of === 'string' ? [of] : Array.isArray(of) ? of : isNode(of) ? Object.keys(of) : [];
    return paths.length === 0 ? [] : [`${keyText(sort, effect).title} ${titles(paths, rows)}`];
  });
  if (said.length > 0) return said.join('，');
  return typeof node.say === 'string' ? templateWord(doc, node.say, address, names) : undefined;
}

function entrySort(shape: Shape | undefined): SortId | undefined {
  if (typeof shape !== 'object') return undefined;
  if ('map' in shape) return shape.map;
  if ('placements' in shape) return shape.placements;
  return 'list' in shape ? shape.list : undefined;
}
function nodeSort(shape: Shape | undefined): SortId | undefined {
  if (typeof shape !== 'object') return undefined;
  if ('any' in shape) return shape.any.map(nodeSort).find((sort) => sort !== undefined);
  return 'node' in shape ? shape.node : undefined;
}
function partName(sort: SortId, parent: string): string {
  if (sort !== 'part') return sort === 'field' && parent.endsWith('.ask') ? '填写项' : SORT_TITLES[sort];
  if (parent.endsWith('tabs')) return '页签';
  return parent.endsWith('cells') ? '单元格' : '分组';
}

/** Where a thing is: 明细「采购明细」, 动作「关闭」, 方案「逾期」; '' at the top of the document. */
export function placeOf(doc: StepDoc, address: string, names: Names = {}): string {
  const found: string[] = [];
  let at = '';
  const path = segmentsOf(address).slice(0, -1);
  path.forEach((segment) => {
    const parent = at;
    at = joinAddress(at, segment);
    if (entrySort(parent === '' ? undefined : shapeAt(doc, parent)) === undefined) return;
    const { title } = nameAt(doc, at, names);
    if (title !== '') found.push(`「${title}」`);
  });
  return found.join('的');
}

/** An address as people say it: 「借用明细」的「数量」, 「备注」的最多. */
export function phraseAt(doc: StepDoc, address: string, names: Names = {}): string {
  const { parent } = splitAddress(address);
  const isKey = address !== '' && entrySort(parent === '' ? undefined : shapeAt(doc, parent)) === undefined;
  const owner = isKey ? parent : address;
  const { title } = nameAt(doc, owner, names);
  const within = placeOf(doc, owner, names);
  const thing = `${within === '' ? '' : `${within}的`}「${title}」`;
  if (!isKey) return thing;
  const key = nameAt(doc, address, names).title;
  return owner === '' ? key : `${thing}的${key}`;
}
