/** What the flow designer reads of the text: its tree as an outline, where the next node goes, the names of what it names. */
import type { Library } from '../../schemas/language/check/index';
import { type FlowDoc, type FlowNodeDoc, nodesOf } from '../../schemas/language/flow/document';
import { flowTypes } from '../../schemas/language/flow/names';
import { addressOf } from '../../schemas/language/resolve/address';
import { type StepDoc, splitAddress, valueAt } from '../../schemas/language/steps/index';
import { readable } from '../expression/index';
import type { OutlineNode } from '../outline/outline-of';
import { NODE_ICONS } from './words';

export const isWayAddress = (address: string): boolean => splitAddress(address).parent.endsWith('.ways');

export function flowOutline({ nodes }: FlowDoc): readonly OutlineNode[] {
  const list = (of: readonly FlowNodeDoc[], address: string): readonly OutlineNode[] =>
    of
      .filter((node) => node.off !== true)
      .map((node) => {
        const at = addressOf(address, node.node);
        const ways = (node.ways ?? []).filter((way) => way.off !== true);
        return {
          address: at,
          title: node.title,
          icon: NODE_ICONS[node.sort],
          ...(ways.length === 0
            ? {}
            : {
                children: ways.map((way) => {
                  const inner = addressOf(`${at}.ways`, way.title);
                  return {
                    address: inner,
                    title: way.title,
                    icon: 'right',
                    children: list(way.nodes ?? [], `${inner}.nodes`),
                  };
                }),
              }),
        };
      });
  return list(nodes, 'nodes');
}

/** Behind what is chosen; into a chosen way; else last, before the end. */
export function nextSpot(
  doc: FlowDoc,
  selected: string | undefined,
): { readonly list: string; readonly after: string | null } {
  if (selected !== undefined && valueAt(doc as unknown as StepDoc, selected) !== undefined) {
    if (isWayAddress(selected)) return { list: `${selected}.nodes`, after: null };
    const { parent, key } = splitAddress(selected);
    const node = valueAt(doc as unknown as StepDoc, selected) as FlowNodeDoc;
    if (node.sort !== 'end') return { list: parent, after: key };
  }
  const open = doc.nodes.filter((node) => node.off !== true && node.sort !== 'end');
  return { list: 'nodes', after: open.at(-1)?.node ?? null };
}

/** Logins and roles the text writes, to be told by name. */
export function namedIn(doc: FlowDoc): readonly string[] {
  const logins = nodesOf(doc).flatMap(({ node }) => [
    ...[...(node.who ?? []), ...(node.do?.notify?.to ?? [])].flatMap((who) => who.users ?? []),
    ...(node.emptyUser === undefined ? [] : [node.emptyUser]),
  ]);
  return [...new Set(logins)];
}
/** Conditions of a flow as they are read: titles in place of codes. */
export function conditionWords(doc: Pick<FlowDoc, 'object'>, library: Library): (text: string) => string {
  const type = library.objects.get(doc.object)?.type;
  if (type === undefined) return (text) => text;
  const env = flowTypes(type, library.types);
  return (text) => readable(text, 'expr', { env });
}
export function fieldNames(doc: FlowDoc, library: Library): (path: string) => string {
  const type = library.objects.get(doc.object)?.type;
  return (path) => type?.fields[path.replace(/^doc\./, '')]?.title ?? path;
}
