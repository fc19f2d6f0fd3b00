/** Texts that stand outside of documents and name fields of an object, read as a document over the object would be read. */
import { type Condition, isAll, isAny, isExprLeaf, isExprValue, isNot } from '../../../schemas/language/condition/tree';
import type { StepDoc } from '../../../schemas/language/steps';
import type { RenamedField } from '../../../schemas/language/steps/elsewhere';
import type { Registry } from '../../registry/registry';
import { namedInAll } from '../renames';

/** Every text comes back under the codes of now; one that names none of the renamed fields comes back as it is. */
export interface Names {
  expr(object: string, text: string): string;
  template(object: string, text: string): string;
  /** `limit`, `items.qty`, `gauge.limit`, a sort with its sign */
  path(object: string, text: string): string;
  /** a condition as it is kept: text, or the tree of one too long for it */
  condition(object: string, given: unknown): unknown;
  /** paths as keys */
  keyed(object: string, given: unknown): unknown;
  doc(doc: StepDoc): StepDoc;
}

export function namesAfter(renamed: readonly RenamedField[], registry: Registry): Names {
  const doc = (text: StepDoc): StepDoc => namedInAll(text, renamed, registry);
  // a flow says all three of its object
  const asFlow = (object: string, said: object): { readonly [key: string]: unknown } =>
    doc({ $schema: 'flow/1', flow: 'kept', object, ...said });
  const expr = (object: string, text: string): string => {
    const { binds } = asFlow(object, { binds: [{ when: text }] });
    return (binds as readonly { readonly when: string }[])[0]?.when ?? text;
  };
  const path = (object: string, text: string): string => String(asFlow(object, { keys: text }).keys);
  const keyed = (object: string, given: unknown): unknown =>
    isMap(given) ? Object.fromEntries(Object.entries(given).map(([key, value]) => [path(object, key), value])) : given;

  /** `rows`: the sub-table or reference whose rows a condition inside speaks of */
  const tree = (object: string, node: Condition, rows = ''): Condition => {
    const own = (text: string): string =>
      rows === '' ? path(object, text) : path(object, `${rows}.${text}`).slice(path(object, rows).length + 1);
    const inner = (part: Condition): Condition => tree(object, part, rows);
    if (isAll(node)) return { all: node.all.map(inner) };
    if (isAny(node)) return { any: node.any.map(inner) };
    if (isNot(node)) return { not: inner(node.not) };
    if (isExprLeaf(node)) return { expr: rows === '' ? expr(object, node.expr) : node.expr };
    const { f, v } = node;
    if (node.op === 'row')
      return { ...node, f: own(f), v: tree(object, v as Condition, rows === '' ? f : `${rows}.${f}`) };
    return { ...node, f: own(f), ...(isExprValue(v) ? { v: { expr: expr(object, v.expr) } } : {}) };
  };
  return {
    expr,
    path,
    keyed,
    doc,
    template: (object, text) => String(asFlow(object, { name: text }).name),
    condition: (object, given) =>
      typeof given === 'string' ? expr(object, given) : isMap(given) ? tree(object, given as Condition) : given,
  };
}
const isMap = (value: unknown): value is { readonly [key: string]: unknown } =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
