/** Fields of the document that conditions of a flow read: what a simulation asks for. */
import type { Library } from '../../schemas/language/check/index';
import { bindExpr, type Ty } from '../../schemas/language/expr/check';
import { depsOf } from '../../schemas/language/expr/deps';
import { headRow, tyOf } from '../../schemas/language/expr/types';
import type { FlowDoc } from '../../schemas/language/flow/document';
import { type StepDoc, valueAt } from '../../schemas/language/steps/index';
import { placesIn } from '../expression/place';

export interface AskedField {
  readonly code: string;
  readonly title: string;
  readonly type: Ty;
}

/** Own fields of the head, in the order of the document; references to other records are not among them. */
export function askedFields(doc: FlowDoc, library: Library): readonly AskedField[] {
  const object = library.objects.get(doc.object)?.type;
  if (object === undefined) return [];
  const read = new Set<string>();
  for (const [address, { env, want }] of placesIn(doc as unknown as StepDoc, library)) {
    const text = valueAt(doc as unknown as StepDoc, address);
    if (!/^nodes.*\.when$/.test(address) || typeof text !== 'string') continue;
    const bound = bindExpr(text, env, want);
    if (!Array.isArray(bound)) for (const field of depsOf(bound).fields) read.add(field);
  }
  return Object.values(object.fields).flatMap((field) => {
    const type = read.has(field.code) ? tyOf(headRow(object), field) : undefined;
    return type === undefined || !CHOSEN.has(type.t) ? [] : [{ code: field.code, title: field.title, type }];
  });
}
const CHOSEN: ReadonlySet<string> = new Set(['dict', 'bool', 'int', 'decimal', 'date', 'datetime', 'text']);
