/** Every expression of a flow with its place (as `places.ts` for objects). */
import { BOOL, fieldOf, headRow, tyOf } from '../expr/types';
import { type FlowDoc, nodesOf } from '../flow/document';
import { flowTypes } from '../flow/names';
import { addressOf } from '../resolve/address';
import type { ObjectType, TypeLib } from '../resolved';
import type { ExprPlace } from './places';

export function flowPlacesOf(doc: FlowDoc, object: ObjectType, lib: TypeLib): readonly ExprPlace[] {
  const env = flowTypes(object, lib);
  const found: ExprPlace[] = [];
  const test = (address: string, text: string | undefined): void => {
    if (text !== undefined) found.push({ address, text, form: 'expr', env, want: BOOL });
  };
  // everybody who gets the task or the message reads it, so it may hold no granted value
  const said = (address: string, text: string | undefined): void => {
    if (text?.includes('{') === true) found.push({ address, text, form: 'template', env, into: { grant: undefined } });
  };
  said('name', doc.name);
  for (const bind of doc.binds ?? []) if (bind.off !== true) test('binds.when', bind.when);
  for (const { node, address } of nodesOf(doc)) {
    said(`${address}.notice.text`, node.notice?.text);
    said(`${address}.do.notify.text`, node.do?.notify?.text);
    for (const way of node.ways ?? [])
      if (way.off !== true) test(`${addressOf(`${address}.ways`, way.title)}.when`, way.when);
    for (const [code, value] of Object.entries(node.do?.set ?? {})) {
      if (typeof value !== 'string' || !value.startsWith('=')) continue;
      const field = fieldOf(headRow(object), code);
      const want = field === undefined ? undefined : tyOf(headRow(object), field);
      found.push({
        address: addressOf(`${address}.do.set`, code),
        text: value.slice(1),
        form: 'value',
        env,
        ...(want === undefined ? {} : { want }),
        into: { grant: field?.grant },
      });
    }
  }
  return found;
}
