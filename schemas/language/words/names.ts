/** What things of a document are called when people read of them: 字段「数量」, 明细「采购明细」的列「单价」. */
import type { Ast } from '../expr/ast';
import { parseExpr } from '../expr/parse';
import { printExpr } from '../expr/print';
import { mapParts } from '../expr/walk';
import { segmentsOf } from '../resolve/address';
import { isNode } from '../resolve/merge';
import type { Shape, SortId } from '../sorts/table';
import { keyText, SORT_TITLES, wordTitle } from '../sorts/texts/index';
import { joinAddress, type StepDoc, shapeAt, sortOfDoc, splitAddress, valueAt } from '../steps/index';

/** Titles a text itself does not know: of fields that blocks bring, of other documents, dictionaries, and labels of their codes. */
export interface Names {
  /** title of a field of the document by its path (`qty`, `items.qty`) */
  field?(path: string): string | undefined;
  /** title of an object, report, board, menu or print by its code */
  document?(code: string): string | undefined;
  dict?(code: string): string | undefined;
  /** label of a code of the document's state */
  state?(code: string): string | undefined;
  /** the text with its blocks merged in: what a change of an own entry means is seen there (`wholeDoc`) */
  whole?(doc: StepDoc): StepDoc;
}

/** One thing: what it is and how it is called. */
export interface Named {
  /** 字段, 列, 动作, 分组 … */
  readonly what: string;
  readonly title: string;
}

const ROWS = /^fields\.([^.[]+)\.(?:fields|columns|summary)/;

/** The thing at an address: an entry by its title, a placement by its field's, the document by its own. */
export function nameAt(doc: StepDoc, address: string, names: Names = {}): Named {
  const sort = sortOfDoc(doc);
  if (address === '') return { what: SORT_TITLES[sort], title: titleOf(doc) ?? '' };
  const { parent, key } = splitAddress(address);
  const holds = shapeAt(doc, parent);
  const node = valueAt(doc, address);
  const entry = entrySort(holds);
  if (entry !== undefined) {
    const what = key === '$own' ? '位置' : partName(entry, parent);
    return { what, title: titleOf(node) ?? saysOf(doc, entry, node, names) ?? fieldTitle(doc, parent, key, names) };
  }
  // a key of a node is the node's
  const owner = parent === '' ? sort : nodeSort(holds);
  return { what: SORT_TITLES[owner ?? sort], title: owner === undefined ? key : keyText(owner, key).title };
}
const titleOf = (node: unknown): string | undefined =>
  isNode(node) && typeof node.title === 'string' && node.title !== '' ? node.title : undefined;

const EFFECTS = ['require', 'readonly', 'show', 'hide', 'clear', 'set'] as const;
/** What has no title is called by what it says: a check by its sentence, a rule by its effect (必填 外借单位). */
function saysOf(doc: StepDoc, sort: SortId, node: unknown, names: Names): string | undefined {
  if (!isNode(node)) return undefined;
  if (sort === 'check') return typeof node.say === 'string' ? node.say : undefined;
  if (sort !== 'rule') return undefined;
  const rows = typeof node.in === 'string' ? `fields.${node.in}.fields` : '';
  const said = EFFECTS.flatMap((effect) => {
    const of = node[effect];
    const paths = Array.isArray(of) ? of.map(String) : isNode(of) ? Object.keys(of) : [];
    const titles = paths.map((path) => fieldTitle(doc, rows, path, names));
    return titles.length === 0 ? [] : [`${keyText(sort, effect).title} ${titles.join('、')}`];
  });
  return said.length === 0 ? undefined : said.join('，');
}

function entrySort(shape: Shape | undefined): SortId | undefined {
  if (typeof shape !== 'object') return undefined;
  if ('map' in shape) return shape.map;
  if ('placements' in shape) return shape.placements;
  return 'list' in shape ? shape.list : undefined;
}
function nodeSort(shape: Shape | undefined): SortId | undefined {
  return typeof shape === 'object' && 'node' in shape ? shape.node : undefined;
}
function partName(sort: SortId, parent: string): string {
  if (sort !== 'part') return sort === 'field' && parent.endsWith('.ask') ? '填写项' : SORT_TITLES[sort];
  if (parent.endsWith('tabs')) return '页签';
  return parent.endsWith('cells') ? '单元格' : '分组';
}

/** Title of the field a placement or key names. */
export function fieldTitle(doc: StepDoc, list: string, path: string, names: Names): string {
  const rows = ROWS.exec(list)?.[1];
  const own = rows === undefined ? path : `${rows}.${path}`;
  const found = names.field?.(own) ?? titleInText(doc, own);
  if (found !== undefined) return found;
  const [first = '', ...rest] = path.split('.');
  if (rest.length === 0) return path.startsWith('$') ? (MARKERS[path] ?? path) : path;
  const head = names.field?.(first) ?? titleInText(doc, first);
  return head === undefined ? path : `${head}的${rest.join('.')}`;
}
const MARKERS: { readonly [marker: string]: string } = {
  $own: '自有内容',
  $extend: '扩展字段',
  $edit: '单据内容',
  $links: '关联单据',
  $history: '操作记录',
  $flow: '审批',
  $files: '附件',
  $usage: '引用情况',
  $group: '分组列',
  $slots: '动态列',
};
function titleInText(doc: StepDoc, path: string): string | undefined {
  const [first = '', second] = path.split('.');
  const maps = sortOfDoc(doc) === 'report' ? ['dims', 'measures', 'params'] : ['fields'];
  for (const map of maps) {
    const at = joinAddress(map, first);
    const title = titleOf(valueAt(doc, second === undefined ? at : joinAddress(`${at}.fields`, second)));
    if (title !== undefined) return title;
  }
  return undefined;
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
    found.push(`「${nameAt(doc, at, names).title}」`);
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

/** A value of a key as people say it. */
export function valueWord(doc: StepDoc, address: string, value: unknown, names: Names = {}): string {
  if (value === undefined || value === null) return '空';
  const { parent, key } = splitAddress(address);
  const shape = shapeAt(doc, address);
  const owner = parent === '' ? sortOfDoc(doc) : (nodeSort(shapeAt(doc, parent)) ?? 'field');
  const text = keyText(owner, key);
  if (typeof value === 'boolean') return wordTitle(owner, key, value);
  if (typeof value === 'number') return `${value}${text.suffix === undefined ? '' : ` ${text.suffix}`}`;
  if (typeof value === 'string') return stringWord(doc, owner, key, value, shape, parent, names);
  if (Array.isArray(value)) {
    const words = value.map((item) =>
      typeof item === 'string' ? stringWord(doc, owner, key, item, shape, parent, names) : '…',
    );
    return words.join('、');
  }
  return titleOf(value) ?? `${Object.keys(value as object).length} 项`;
}

function stringWord(
  doc: StepDoc,
  owner: SortId,
  key: string,
  value: string,
  shape: Shape | undefined,
  parent: string,
  names: Names,
): string {
  if (value.startsWith('=')) return exprWord(doc, value.slice(1), parent, names);
  if (shape === 'expr') return exprWord(doc, value, parent, names);
  if (shape === 'path' || shape === 'paths' || shape === 'sort') {
    const isDown = value.startsWith('-');
    return `${fieldTitle(doc, parent, isDown ? value.slice(1) : value, names)}${isDown ? '（倒序）' : ''}`;
  }
  const ref = typeof shape === 'object' && ('ref' in shape ? shape.ref : 'refs' in shape ? shape.refs : undefined);
  if (owner === 'action' && (key === 'from' || key === 'to')) return names.state?.(value) ?? value;
  if (ref === 'dict') return names.dict?.(value) ?? value;
  if (ref !== undefined && ref !== false) return names.document?.(value.split(/[.#]/)[0] ?? '') ?? value;
  return wordTitle(owner, key, value);
}

/** An expression with the titles of its fields. */
export function exprWord(doc: StepDoc, text: string, place: string, names: Names = {}): string {
  const { ast } = parseExpr(text);
  return ast === undefined ? text : printExpr(titled(ast));

  function titled(node: Ast): Ast {
    if (node.k !== 'path') return mapParts(node, titled);
    const isHead = node.names[0] === 'doc' && node.names.length > 1;
    const path = (isHead ? node.names.slice(1) : node.names).join('.');
    return { ...node, names: [fieldTitle(doc, isHead ? '' : place, path, names)] };
  }
}
