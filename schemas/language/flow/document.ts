/** §2.14: the text of an approval flow. */
import type { Literal, Many } from '../document-area';
import { addressOf } from '../resolve/address';
import type { Json } from '../value';

export type NodeSort = 'approve' | 'work' | 'cc' | 'branch' | 'inclusive' | 'parallel' | 'service' | 'wait' | 'end';
export type SignMode = 'or' | 'all' | 'seq' | 'vote';
export type EmptyRule = 'admin' | 'pass' | 'user' | 'refuse';
export type AddMode = 'before' | 'after' | 'with';
export type EndKind = 'pass' | 'reject' | 'stop';
export type FieldRight = 'read' | 'edit' | 'hide' | 'require';
export type Can = 'reject' | 'transfer' | 'cc' | 'recall' | 'batch';

export interface FlowDoc {
  readonly $schema: 'flow/1';
  readonly flow: string;
  readonly title: string;
  readonly note?: string;
  readonly object: string;
  readonly category?: string;
  readonly icon?: string;
  readonly summary?: readonly string[];
  readonly keys?: readonly string[];
  readonly resubmit?: 'start' | 'node';
  readonly repeat?: 'none' | 'adjacent' | 'all';
  readonly name?: string;
  readonly starters?: { readonly roles?: readonly string[]; readonly depts?: readonly string[] };
  readonly admins?: readonly string[];
  readonly empty?: EmptyRule;
  readonly binds?: readonly FlowBindDoc[];
  readonly nodes: readonly FlowNodeDoc[];
  readonly layout?: Json;
}
export interface FlowBindDoc {
  readonly when?: string;
  readonly note?: string;
  readonly off?: boolean;
  readonly priority?: number;
  readonly default?: boolean;
}
export interface FlowNodeDoc {
  readonly node: string;
  readonly title: string;
  readonly note?: string;
  readonly off?: boolean;
  readonly sort: NodeSort;
  readonly who?: readonly FlowWhoDoc[];
  readonly near?: boolean;
  readonly sign?: SignMode;
  readonly rate?: number;
  readonly reject?: 'one' | 'all';
  readonly empty?: EmptyRule;
  readonly emptyUser?: string;
  readonly self?: 'superior' | 'do' | 'pass';
  readonly fields?: Many<FieldRight>;
  readonly opinion?: 'reject' | 'free' | 'always';
  readonly signature?: boolean;
  readonly files?: boolean;
  readonly back?: 'any' | 'none' | 'previous' | readonly string[];
  readonly then?: 'again' | 'straight';
  readonly can?: readonly Can[];
  readonly add?: readonly AddMode[];
  readonly scope?: PeopleScope;
  readonly limit?: FlowLimitDoc;
  readonly notice?: { readonly channels?: readonly string[]; readonly text?: string };
  readonly ways?: readonly FlowWayDoc[];
  readonly do?: FlowDoDoc;
  readonly fail?: 'stop' | 'retry' | 'go';
  readonly times?: number;
  readonly until?: { readonly minutes?: number; readonly field?: string };
  readonly end?: EndKind;
}
export type PeopleScope = 'all' | 'dept' | 'role';
export type WhoBy =
  | 'user'
  | 'role'
  | 'deptHead'
  | 'managers'
  | 'superior'
  | 'starter'
  | 'field'
  | 'fieldDept'
  | 'previous'
  | 'chosen'
  | 'teamLeader';
export interface FlowWhoDoc {
  readonly by: WhoBy;
  readonly users?: readonly string[];
  readonly roles?: readonly string[];
  readonly level?: number;
  readonly field?: string;
  readonly scope?: PeopleScope;
}
export interface FlowLimitDoc {
  readonly hours?: number;
  readonly field?: string;
  readonly natural?: boolean;
  readonly over?: 'remind' | 'up' | 'pass' | 'reject';
  readonly at?: number;
  readonly every?: number;
  readonly max?: number;
}
export interface FlowWayDoc {
  readonly when?: string;
  readonly title: string;
  readonly note?: string;
  readonly off?: boolean;
  /** none: straight to the end of the block */
  readonly nodes?: readonly FlowNodeDoc[];
}
export interface FlowDoDoc {
  readonly set?: Many<Literal>;
  readonly notify?: { readonly to: readonly FlowWhoDoc[]; readonly text: string };
  readonly service?: string;
}

/** The flow that takes what no condition takes. */
export const isDefaultFlow = ({ binds = [] }: Pick<FlowDoc, 'binds'>): boolean =>
  binds.some((bind) => bind.default === true && bind.off !== true);

/** Whether a node has ways. */
export const isBlock = (sort: NodeSort): boolean => sort === 'branch' || sort === 'inclusive' || sort === 'parallel';
/** Whether people act at a node and the flow rests there. */
export const isStop = (sort: NodeSort): boolean => sort === 'approve' || sort === 'work';

/** What a node says beyond code, title, note and sort, by sort (the rule table of domain part 10, 7.3). */
export const NODE_KEYS: { readonly [sort in NodeSort]: readonly (keyof FlowNodeDoc)[] } = {
  approve: [
    ...['who', 'near', 'sign', 'rate', 'reject', 'empty', 'emptyUser', 'self', 'fields', 'opinion', 'signature'],
    ...['files', 'back', 'then', 'can', 'add', 'scope', 'limit', 'notice'],
  ] as (keyof FlowNodeDoc)[],
  work: [
    ...['who', 'near', 'sign', 'empty', 'emptyUser', 'self', 'fields', 'opinion', 'signature', 'files', 'back'],
    ...['then', 'can', 'add', 'scope', 'limit', 'notice'],
  ] as (keyof FlowNodeDoc)[],
  cc: ['who', 'near', 'fields', 'notice'],
  branch: ['ways'],
  inclusive: ['ways'],
  parallel: ['ways'],
  service: ['do', 'fail', 'times'],
  wait: ['until'],
  end: ['end', 'notice'],
};

export interface NodePlace {
  readonly node: FlowNodeDoc;
  readonly address: string;
  /** blocks around it, outermost first */
  readonly inside: readonly { readonly node: FlowNodeDoc; readonly way: FlowWayDoc }[];
}
/** Every node that is on, in reading order. */
export function nodesOf(doc: Pick<FlowDoc, 'nodes'>): readonly NodePlace[] {
  const found: NodePlace[] = [];
  const walk = (nodes: readonly FlowNodeDoc[], address: string, inside: NodePlace['inside']): void => {
    for (const node of nodes) {
      if (node.off === true) continue;
      const at = addressOf(address, node.node);
      found.push({ node, address: at, inside });
      for (const way of node.ways ?? [])
        if (way.off !== true)
          walk(way.nodes ?? [], `${addressOf(`${at}.ways`, way.title)}.nodes`, [...inside, { node, way }]);
    }
  };
  walk(doc.nodes, 'nodes', []);
  return found;
}
