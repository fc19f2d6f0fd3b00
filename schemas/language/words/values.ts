/** Values of keys as people say them: 草稿 for 10, 文本 where no control is said, expressions with titles and labels. */
import { typeOfDoc } from '../kinds/index';
import { isNode } from '../resolve/merge';
import { SORTS } from '../sorts/index';
import type { KeySpec, Shape, SortId } from '../sorts/table';
import { keyText, wordTitle } from '../sorts/texts/index';
import { joinAddress, type StepDoc, shapeAt, splitAddress, valueAt } from '../steps/index';
import { exprWord, templateWord } from './exprs';
import { dictAt, fieldTitle, type Names, titleOf } from './fields';
import { sortAt } from './names';

/** What is asked about: a key, the sort of its node, its shape. */
interface Key {
  readonly doc: StepDoc;
  /** of the node that has the key */
  readonly node: string;
  readonly owner: SortId;
  readonly key: string;
  readonly shape: Shape | undefined;
  readonly spec: KeySpec | undefined;
}

/** A value of a key as people say it. */
export function valueWord(doc: StepDoc, address: string, value: unknown, names: Names = {}): string {
  const { parent, key } = splitAddress(address);
  const owner = sortAt(doc, parent);
  const spec = (SORTS[owner] as { readonly [name: string]: KeySpec })[key];
  const of: Key = { doc, node: parent, owner, key, shape: shapeAt(doc, address), spec };
  if (value === undefined || value === null) return unwritten(of);
  if (typeof value === 'boolean') return wordTitle(owner, key, value);
  if (typeof value === 'number') {
    const { suffix } = keyText(owner, key);
    return labelOf(of, String(value), names) ?? `${value}${suffix === undefined ? '' : ` ${suffix}`}`;
  }
  if (typeof value === 'string') return stringWord(of, value, names);
  if (Array.isArray(value)) return value.map((item) => itemWord(of, item, names)).join('、');
  return titleOf(value) ?? `${Object.keys(value as object).length} 项`;
}
/** A key that is not written: what it is then, where that is a word. */
function unwritten({ doc, node, owner, key, spec }: Key): string {
  const field = valueAt(doc, node);
  if (key === 'kind' || key === 'type') {
    const { [key]: _unwritten, ...rest } = isNode(field) ? field : {};
    return wordTitle('field', 'type', typeOfDoc(rest as never));
  }
  if (typeof spec?.def === 'boolean') return wordTitle(owner, key, spec.def);
  return '空';
}
function itemWord(of: Key, item: unknown, names: Names): string {
  if (typeof item === 'string' || typeof item === 'number') return stringWord(of, String(item), names);
  if (!isNode(item)) return '…';
  return titleOf(item) ?? (typeof item.field === 'string' ? fieldTitle(of.doc, of.node, item.field, names) : '…');
}
const SAID_BY_DICT: ReadonlySet<string> = new Set(['default', 'value', 'min', 'max']);
const labelOf = ({ doc, node, key }: Key, code: string, names: Names): string | undefined => {
  const dict = SAID_BY_DICT.has(key) ? dictAt(doc, node, undefined, names) : undefined;
  return dict === undefined ? undefined : names.item?.(dict, code);
};

function stringWord(of: Key, value: string, names: Names): string {
  const { doc, node, owner, key, shape, spec } = of;
  const place = joinAddress(node, key);
  if (owner === 'field' && key === 'kind' && value === 'default') return unwritten(of);
  if (value.startsWith('=')) return exprWord(doc, value.slice(1), node, names);
  if (shape === 'expr' || spec?.names === 'exprs') return exprWord(doc, value, node, names);
  if (shape === 'template' && spec?.names !== 'number') return templateWord(doc, value, node, names);
  if (shape === 'sort' || (key === 'sort' && spec?.names === 'columns'))
    return value
      .split(',')
      .map((part) => part.trim())
      .map((part) => (part.startsWith('-') ? `${titled(part.slice(1))}（倒序）` : titled(part)))
      .join('、');
  if (splitAddress(node).key === 'summary') {
    const total = keyText('object', 'summary').words?.[value];
    if (total !== undefined) return total;
  }
  if (owner === 'action' && (key === 'from' || key === 'to')) return names.state?.(value) ?? value;
  const word = refWord(shape, value, names);
  if (word !== undefined) return word;
  if (isNamed(shape, spec)) return titled(value);
  return labelOf(of, value, names) ?? wordTitle(owner, key, value);

  function titled(path: string): string {
    return fieldTitle(doc, place, path, names);
  }
}
/** Whether the texts of a key are names of fields. */
function isNamed(shape: Shape | undefined, spec: KeySpec | undefined): boolean {
  if (shape === 'path' || shape === 'paths') return true;
  if (typeof shape === 'object' && 'placements' in shape) return true;
  if (typeof shape === 'object' && 'any' in shape && shape.any.some((one) => isNamed(one, undefined))) return true;
  return ['fields', 'columns', 'rows', 'sub', 'given'].includes(spec?.names ?? '');
}
function refWord(shape: Shape | undefined, value: string, names: Names): string | undefined {
  const ref = typeof shape === 'object' && ('ref' in shape ? shape.ref : 'refs' in shape ? shape.refs : undefined);
  if (ref === undefined || ref === false) return undefined;
  if (ref === 'dict') return names.dict?.(value) ?? value;
  if (ref === 'right') return names.right?.(value) ?? value;
  if (ref === 'service') return names.service?.(value) ?? value;
  if (ref === 'screen') return names.screen?.(value) ?? value;
  return names.document?.(value) ?? names.document?.(value.split(/[.#]/)[0] ?? '') ?? value;
}
