/** Records that nobody edits (§2.2 `readonly`): every field is read-only that does not say otherwise. */
import { factsOfDoc } from '../kinds/index';
import { isNode, type Node } from './merge';

/**
 * The merged text with the key said on its fields and those of its sub-tables, and gone from the head: what lies above (an overlay)
 * finds a text that says each field's state itself, so its own fields stay what they were.
 */
export function withReadonly(node: Node): Node {
  const { readonly, ...rest } = node;
  if (readonly === undefined) return node;
  return readonly === true && isNode(rest.fields) ? { ...rest, fields: closed(rest.fields) } : rest;
}

function closed(fields: Node): Node {
  return Object.fromEntries(Object.entries(fields).map(([code, field]) => [code, isNode(field) ? shut(field) : field]));
}
/** Formulas and what is asked when it is needed are written by nobody anyway. */
function shut(field: Node): Node {
  const inner: Node = isNode(field.fields) ? { ...field, fields: closed(field.fields) } : field;
  const { readonly, ...open } = inner;
  if (readonly === false) return open;
  return readonly === true || field.formula !== undefined || factsOfDoc(field).isAsked
    ? inner
    : { ...inner, readonly: true };
}
