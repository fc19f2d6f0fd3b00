/** Quick fixes: what one click can do about a problem. Each is steps over the document; applied, the problem is gone. */

import type { Library } from '../../schemas/language/check/index';
import { parseExpr } from '../../schemas/language/expr/parse';
import { printExpr } from '../../schemas/language/expr/print';
import { segmentsOf } from '../../schemas/language/resolve/address';
import { isNode } from '../../schemas/language/resolve/merge';
import { partTitle, withHeld } from '../../schemas/language/sorts/texts/markers';
import {
  entriesAt,
  joinAddress,
  type Step,
  type StepDoc,
  splitAddress,
  valueAt,
} from '../../schemas/language/steps/index';
import type { Json } from '../../schemas/language/value';
import { fieldName } from '../inspector/names';
import { objectOf } from '../inspector/resolved';
import { writeSteps } from '../inspector/write';

export interface Fix {
  /** what the button says */
  readonly title: string;
  readonly steps: readonly Step[];
}
interface Told {
  readonly code: string;
  readonly address: string;
}

/** Fixes of a problem, the most likely first; none where a person has to think. */
export function fixesOf(doc: StepDoc, library: Library, problem: Told): readonly Fix[] {
  return made(doc, library, problem).filter((fix) => fix.steps.length > 0);
}

function made(doc: StepDoc, library: Library, { code, address }: Told): readonly Fix[] {
  const { parent, key } = splitAddress(address);
  switch (code) {
    case 'field.unplaced':
      return place(doc, library, address);
    case 'field.unused':
      return [...place(doc, library, address), { title: '放到列表', steps: insertLast(doc, 'list.columns', key, key) }];
    case 'key.unknown':
    case 'key.later':
    case 'kind.key':
    case 'canon.default':
    case 'ref.dict':
    case 'ref.menu':
    case 'ref.service':
    case 'ref.right':
    case 'ref.block':
    case 'list.sum':
      return [{ title: '去掉这个设置', steps: cut(doc, address) }];
    case 'ref.field': {
      const shape = entriesAt(doc, parent);
      return shape?.includes(key) === true ? [{ title: '删除', steps: cut(doc, address) }] : [];
    }
    case 'rule.never':
      return anyOf(doc, address);
    case 'list.default':
      return defaults(doc);
    case 'key.missing':
      return missing(doc, address);
    default:
      return [];
  }
}

/** A field onto the edit page: behind the last field of its first group. */
function place(doc: StepDoc, library: Library, address: string): readonly Fix[] {
  const [first, field, ...rest] = segmentsOf(address);
  const object = objectOf(doc, library);
  if (first !== 'fields' || field === undefined || rest.length > 0 || object === undefined) return [];
  const own = entriesAt(doc, 'edit.groups') ?? [];
  const groups = object.edit.groups.filter((part) => part.fields !== undefined && own.includes(part.code));
  return groups.slice(0, 2).map((part) => ({
    title: `放入「${partTitle(withHeld(part, object.fields))}」`,
    steps: insertLast(doc, `edit.groups.${part.code}.fields`, field, field),
  }));
}

function insertLast(doc: StepDoc, list: string, key: string, value: Json): readonly Step[] {
  const keys = entriesAt(doc, list) ?? [];
  if (keys.includes(key)) return [];
  const after = keys.at(-1);
  return [{ insert: joinAddress(list, key), value, ...(after === undefined ? {} : { after }) }];
}

/** Takes away what stands at an address: an entry, or a key of a node. */
function cut(doc: StepDoc, address: string): readonly Step[] {
  const was = valueAt(doc, address) as Json | undefined;
  if (was === undefined) return [];
  const { parent, key } = splitAddress(address);
  const keys = entriesAt(doc, parent);
  if (keys === undefined || !keys.includes(key)) return writeSteps(doc, address, undefined);
  const after = keys[keys.indexOf(key) - 1];
  return [{ remove: address, was, ...(after === undefined ? {} : { after }) }];
}

/** `a && b` that can never be both becomes `a || b`. */
function anyOf(doc: StepDoc, address: string): readonly Fix[] {
  const text = valueAt(doc, address);
  const { ast } = typeof text === 'string' ? parseExpr(text) : {};
  if (ast?.k !== 'binary' || ast.op !== '&&') return [];
  return [{ title: '改为任一满足', steps: writeSteps(doc, address, printExpr({ ...ast, op: '||' })) }];
}

/** One scheme is opened first: the first that says so stays. */
function defaults(doc: StepDoc): readonly Fix[] {
  const schemes = (entriesAt(doc, 'list.schemes') ?? []).filter(
    (code) => valueAt(doc, `list.schemes.${code}.default`) === true,
  );
  const [first] = schemes;
  if (first === undefined || schemes.length < 2) return [];
  const title = valueAt(doc, `list.schemes.${first}.title`);
  return [
    {
      title: `只留「${typeof title === 'string' ? title : first}」`,
      steps: schemes.slice(1).flatMap((code) => writeSteps(doc, `list.schemes.${code}.default`, undefined)),
    },
  ];
}

/** What a thing must say and can be called after its code. */
function missing(doc: StepDoc, address: string): readonly Fix[] {
  const node = valueAt(doc, address);
  if (!isNode(node) || node.title !== undefined || address === '') return [];
  const { key } = splitAddress(address);
  return [{ title: '用编码作标题', steps: writeSteps(doc, joinAddress(address, 'title'), key) }];
}

/** Where a problem stands, in words: 字段「最迟到货」. */
export function placeName(doc: StepDoc, library: Library, address: string): string {
  const [first, second] = segmentsOf(address);
  if (first === 'fields' && second !== undefined) return `字段「${fieldName(doc, library, second)}」`;
  return '';
}
