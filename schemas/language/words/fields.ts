/** What fields are called that others name: in rows, in the head, in what is asked, in another document. */
import { isNode } from '../resolve/merge';
import { MARKER_TITLES } from '../sorts/texts/markers';
import { joinAddress, type StepDoc, sortOfDoc, splitAddress, valueAt } from '../steps/index';

/** Titles a text itself does not know: of fields that blocks bring, of other documents, dictionaries, and labels of their codes. */
export interface Names {
  /** title of a field of the document by its path (`qty`, `items.qty`) */
  field?(path: string): string | undefined;
  /** title of an object, report, board, block, menu or print by its code */
  document?(code: string): string | undefined;
  /** title of a field, dimension or measure of another document by its path */
  fieldOf?(code: string, path: string): string | undefined;
  dict?(code: string): string | undefined;
  /** title of a page made by hand by its code */
  screen?(code: string): string | undefined;
  /** title of a service of the server by its code */
  service?(code: string): string | undefined;
  /** label of a code of a dictionary */
  item?(dict: string, code: string): string | undefined;
  /** what stands at an address as readers have it: blocks merged, defaults filled */
  node?(address: string): unknown;
  /** title of a right or of a group of fields that a right opens */
  right?(code: string): string | undefined;
  /** label of a code of the document's state */
  state?(code: string): string | undefined;
  /** the text with its blocks merged in: what a change of an own entry means is seen there (`wholeDoc`) */
  whole?(doc: StepDoc): StepDoc;
}

/** What a map says under a name; names come from documents, and `constructor` is one like any other. */
export const ownOf = <T>(map: { readonly [name: string]: T } | undefined, name: string): T | undefined =>
  map !== undefined && Object.hasOwn(map, name) ? map[name] : undefined;

export const titleOf = (node: unknown): string | undefined =>
  isNode(node)
    ? [node.title, node.tab].find((title): title is string => typeof title === 'string' && title !== '')
    : undefined;

/** What a document is called: a file of dictionaries by what is in it. */
export function documentTitle(doc: StepDoc): string | undefined {
  const own = titleOf(doc);
  if (own !== undefined || !isNode(doc.dicts)) return own;
  const titles = Object.values(doc.dicts).flatMap((dict) => titleOf(dict) ?? []);
  return titles.length > 3 ? `${titles.slice(0, 3).join('、')} 等` : titles.join('、') || undefined;
}

/** Title of the field a placement, a key or an expression at `place` names: rows before the head, what is asked before both. */
export function fieldTitle(doc: StepDoc, place: string, path: string, names: Names): string {
  // a placement may say how it stands: material:pin
  const [plain = ''] = path.split(':');
  if (plain === '*') return '全部';
  if (plain.startsWith('@')) return titleOf(partAt(doc, plain.slice(1), names)) ?? plain;
  if (plain.startsWith('$')) return ownOf(MARKER_TITLES, plain) ?? plain;
  const isHead = plain.startsWith('doc.');
  const bare = isHead ? plain.slice(4) : plain;
  const picked = isHead ? undefined : pickedAt(doc, place, names);
  if (picked !== undefined) return titleElsewhere(doc, picked, bare, names) ?? path;
  const rows = isHead ? undefined : rowsAt(doc, place, names);
  const found =
    (isHead ? undefined : titleOf(valueAt(doc, askAt(place, bare)))) ??
    (rows === undefined ? undefined : titled(`${rows}.${bare}`)) ??
    titled(bare) ??
    titleElsewhere(doc, sourceAt(doc, place), bare, names);
  if (found !== undefined) return found;
  const [first = '', ...rest] = bare.split('.');
  const word = ownOf(WORDS, first);
  if (rest.length === 0) return word ?? names.document?.(bare) ?? path;
  if (word !== undefined) return `${word}的${fieldTitle(doc, place, rest.join('.'), names)}`;
  const head = titled(first);
  return head === undefined ? path : `${head}的${rest.join('.')}`;

  function titled(own: string): string | undefined {
    return names.field?.(own) ?? titleInText(doc, own);
  }
}
/** Scope words that stand alone. */
const WORDS: { readonly [word: string]: string } = { row: '本行', it: '候选', old: '原值', id: '标识' };
const ROWS = /^fields\.([^.[]+)\.(?:fields|columns|summary|rows|rules|checks)(?:\.|\[|$)/;
const IN_ROWS = /^((?:views\.[^.]+\.)?(?:rules|checks|actions)\.[^.]+)/;
const PICKED = /^(fields\.[^.]+(?:\.fields\.[^.]+)?)\.(?:fill|pick)(?:\.|$)/;
const ASKED = /^((?:views\.[^.]+\.)?actions\.[^.]+)\./;
/** The sub-table whose rows bare names at a place mean. */
function rowsAt(doc: StepDoc, place: string, names: Names): string | undefined {
  const stands = ROWS.exec(place)?.[1];
  if (stands !== undefined) return stands;
  const acts = IN_ROWS.exec(place)?.[1];
  return acts === undefined ? undefined : (textOf(doc, acts, 'in', names) ?? undefined);
}
/** The document whose record a reference names, where its fields are meant. */
function pickedAt(doc: StepDoc, place: string, names: Names): string | undefined {
  const field = PICKED.exec(place)?.[1];
  return field === undefined ? undefined : textOf(doc, field, 'ref', names);
}
const askAt = (place: string, path: string): string => {
  const action = ASKED.exec(`${place}.`)?.[1];
  return action === undefined ? 'ask' : `${action}.ask.${path.replace(/^ask\./, '')}`;
};
/** The document a report reads, whose numbers a chart draws, or that a part lists. */
function sourceAt(doc: StepDoc, place: string): string | undefined {
  if (sortOfDoc(doc) === 'report' && typeof doc.from === 'string') return doc.from;
  for (let at = place; at !== ''; at = splitAddress(at).parent) {
    const node = valueAt(doc, at);
    if (isNode(node))
      for (const key of ['report', 'page']) if (typeof node[key] === 'string') return node[key] as string;
  }
  return undefined;
}
export function titleElsewhere(doc: StepDoc, code: string | undefined, path: string, names: Names): string | undefined {
  if (code === undefined) return undefined;
  if (code === 'self') return names.field?.(path) ?? titleInText(doc, path);
  const [object = '', sub] = code.split('.');
  return (sub === undefined ? undefined : names.fieldOf?.(object, `${sub}.${path}`)) ?? names.fieldOf?.(object, path);
}
export function textOf(doc: StepDoc, address: string, key: string, names: Names): string | undefined {
  for (const node of [valueAt(doc, address), names.node?.(address)])
    if (isNode(node) && typeof node[key] === 'string') return node[key] as string;
  return undefined;
}
const partAt = (doc: StepDoc, code: string, names: Names): unknown => {
  const at = joinAddress('edit.groups', code);
  const node = valueAt(doc, at);
  return titleOf(node) === undefined ? names.node?.(at) : node;
};
/** The dictionary whose codes a key of the node, or the field at the path, has. */
export function dictAt(doc: StepDoc, place: string, path: string | undefined, names: Names): string | undefined {
  if (path === undefined) return textOf(doc, place, 'dict', names);
  const [first = '', second] = path.replace(/^doc\./, '').split('.');
  const rows = path.startsWith('doc.') ? undefined : rowsAt(doc, place, names);
  const maps = sortOfDoc(doc) === 'report' ? ['dims', 'measures', 'params'] : ['fields'];
  const own = (at: string): string | undefined => textOf(doc, at, 'dict', names);
  const inRows = rows === undefined ? undefined : own(`fields.${rows}.fields.${first}`);
  const inHead = maps.map((map) => own(second === undefined ? `${map}.${first}` : `${map}.${first}.fields.${second}`));
  return inRows ?? inHead.find((dict) => dict !== undefined);
}
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
