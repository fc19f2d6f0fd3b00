/** A drawn graph as the nesting of a flow: each splitting gateway with the one gateway its ways meet in. What crosses is refused. */
import type { FlowNodeDoc, FlowWayDoc, NodeSort } from '../../../schemas/language/flow/document';
import type { TextCode } from '../../../schemas/language/texts';

export interface Drawing {
  readonly start: string;
  readonly nodes: ReadonlyMap<string, DrawnNode>;
}
export interface DrawnNode {
  readonly id: string;
  /** what problems call it */
  readonly name: string;
  /** undefined = the start */
  readonly sort: NodeSort | undefined;
  readonly isImplied: boolean;
  readonly incoming: number;
  readonly outgoing: readonly DrawnWay[];
  /** the node as it will be written, without its ways */
  readonly doc: FlowNodeDoc;
}
export interface DrawnWay {
  readonly to: string;
  readonly doc: Omit<FlowWayDoc, 'nodes'>;
}
export class NotNested extends Error {
  readonly code: TextCode;
  readonly node: string;
  constructor(code: TextCode, node: string) {
    super(code);
    this.code = code;
    this.node = node;
  }
}
const DEPTH = 24;

/** The nodes of the flow; throws `NotNested` with what the sentence names. */
export function nest({ start, nodes }: Drawing): readonly FlowNodeDoc[] {
  const at = (id: string): DrawnNode => nodes.get(id) as DrawnNode;
  const seen = new Set<string>([start]);
  for (const id of reach(start, nodes)) seen.add(id);
  for (const node of nodes.values()) {
    if (!seen.has(node.id)) throw new NotNested('flow.reach', node.name);
    if (node.outgoing.length === 0 && node.sort !== 'end') throw new NotNested('flow.exit', node.name);
    if (node.outgoing.length > 1 && !isGateway(node)) throw new NotNested('flow.join', node.name);
  }
  const taken = new Set<string>();
  const take = (node: DrawnNode): void => {
    if (taken.has(node.id)) throw new NotNested('flow.join', node.name);
    taken.add(node.id);
  };
  /** Nodes from here to the next converging gateway, which belongs to the caller, or to an end. */
  const chain = (
    from: string,
    depth: number,
  ): { readonly list: FlowNodeDoc[]; readonly stop: DrawnNode | undefined } => {
    const list: FlowNodeDoc[] = [];
    let id: string = from;
    for (;;) {
      const node = at(id);
      if (isJoin(node)) return { list, stop: node };
      if (node.incoming > 1 || depth > DEPTH) throw new NotNested('flow.join', node.name);
      take(node);
      const [only] = node.outgoing;
      if (!isGateway(node)) {
        list.push(node.doc);
        if (only?.doc.when !== undefined) throw new NotNested('flow.element', 'conditionExpression');
        if (only === undefined || node.sort === 'end') return { list, stop: undefined };
        id = only.to;
        continue;
      }
      if (node.outgoing.length === 1) {
        // a gateway drawn for looks: nothing splits and nothing meets
        id = (only as DrawnWay).to;
        continue;
      }
      const inner = node.outgoing.map((way) => ({ way, ...chain(way.to, depth + 1) }));
      list.push({ ...node.doc, ways: inner.map(({ way, list: own }) => wayOf(way, own)) });
      const stops = inner.flatMap(({ stop }) => stop ?? []);
      const [join] = stops;
      if (join === undefined) return { list, stop: undefined };
      const isRight =
        stops.every((stop) => stop.id === join.id) && join.sort === node.sort && join.incoming === stops.length;
      if (!isRight) throw new NotNested('flow.join', node.name);
      take(join);
      id = (join.outgoing[0] as DrawnWay).to;
    }
  };
  const { list, stop } = chain((at(start).outgoing[0] as DrawnWay).to, 0);
  if (stop !== undefined) throw new NotNested('flow.join', stop.name);
  return list.at(-1)?.node === IMPLIED_END ? list.slice(0, -1) : list;
}
/** Node code of an end that the text does not write. */
export const IMPLIED_END = 'impliedEnd';

function wayOf(way: DrawnWay, nodes: readonly FlowNodeDoc[]): FlowWayDoc {
  return nodes.length === 0 ? way.doc : { ...way.doc, nodes };
}
const isGateway = (node: DrawnNode): boolean =>
  node.sort === 'branch' || node.sort === 'inclusive' || node.sort === 'parallel';
/** A gateway where ways meet: marked by us, or several lines in and one out. */
const isJoin = (node: DrawnNode): boolean =>
  isGateway(node) && node.outgoing.length === 1 && (node.isImplied || node.incoming > 1);

function reach(start: string, nodes: Drawing['nodes']): readonly string[] {
  const found = new Set<string>();
  const next = [start];
  for (let id = next.pop(); id !== undefined; id = next.pop())
    for (const { to } of nodes.get(id)?.outgoing ?? [])
      if (!found.has(to)) {
        found.add(to);
        next.push(to);
      }
  return [...found];
}
