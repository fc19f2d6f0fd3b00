/** What an expression reads (language §5.5): the form graph, hop lists and the place of a formula are made from this. */
import {
  type AggBound,
  type Bound,
  childrenOf,
  type EffStep,
  type GetBound,
  type HopBound,
  type RowType,
  type Source,
} from './typed';

export interface HopDep {
  /** path of the reference field from the head (`supplier`, `items.material`) or `me.employee`, `ask.user`, `<object>.field` in queries */
  readonly via: string;
  readonly object: string;
  /** field read there; a sub-table comes with the fields read of its rows in `of` */
  readonly field: string;
  readonly of?: readonly string[];
}
export interface Deps {
  /** own fields by path from the head: `qty` of the head, `items.qty` of rows; a sub-table whose rows are counted is `items` */
  readonly fields: readonly string[];
  readonly hops: readonly HopDep[];
  /** own sub-tables that are run through */
  readonly collections: readonly string[];
  /** objects that are queried */
  readonly queries: readonly string[];
  /** server functions, and those of them that are registered live */
  readonly calls: readonly string[];
  readonly liveCalls: readonly string[];
  /** fields of the stored record, of answers, parameters, and of the candidate of a pick */
  readonly old: readonly string[];
  readonly ask: readonly string[];
  readonly param: readonly string[];
  readonly candidate: readonly string[];
  /** labels that are shown: dictionaries by code, objects by code */
  readonly labels: readonly string[];
  /** reads the clock · the user · settings */
  readonly time: boolean;
  readonly user: boolean;
  readonly sys: boolean;
  /** reads rows around its own: above, uniqueBy, noOverlap, increasing */
  readonly around: boolean;
}

const cache = new WeakMap<Bound, Deps>();
/** What a typed expression reads. `head` fields are told from a candidate's by the object they belong to. */
export function depsOf(bound: Bound): Deps {
  let deps = cache.get(bound);
  if (deps === undefined) {
    deps = collect(bound);
    cache.set(bound, deps);
  }
  return deps;
}

function collect(bound: Bound): Deps {
  const fields = new Set<string>();
  const hops = new Map<string, { via: string; object: string; field: string; of: Set<string> }>();
  const sets = {
    collections: new Set<string>(),
    queries: new Set<string>(),
    calls: new Set<string>(),
    liveCalls: new Set<string>(),
    old: new Set<string>(),
    ask: new Set<string>(),
    param: new Set<string>(),
    candidate: new Set<string>(),
    labels: new Set<string>(),
  };
  const marks = { time: false, user: false, sys: false, around: false };

  const addHop = (via: string, object: string, field: string, of?: string): void => {
    const key = `${via}>${object}.${field}`;
    let hop = hops.get(key);
    if (hop === undefined) {
      hop = { via, object, field, of: new Set() };
      hops.set(key, hop);
    }
    if (of !== undefined) hop.of.add(of);
  };
  const addField = (node: GetBound, inside: Inside): void => {
    const path = pathOf(node);
    if (node.scope === 'old' || node.scope === 'ask' || node.scope === 'param') sets[node.scope].add(path);
    else if (node.scope === 'it') sets.candidate.add(path);
    else if (node.scope !== 'self' || inside === undefined || inside.own) fields.add(path);
    else if (inside.hop !== undefined) addHop(inside.hop.via, inside.hop.object, inside.hop.field, node.field.code);
  };

  const visit = (node: Bound, inside: Inside): void => {
    switch (node.k) {
      case 'get':
        addField(node, inside);
        return;
      case 'hop':
        addHop(viaOf(node, inside), node.object, node.field.code);
        break;
      case 'me':
        marks.user = true;
        return;
      case 'sys':
        marks.sys = true;
        return;
      case 'call':
        if (node.name === 'today' || node.name === 'now' || node.name === 'period') marks.time = true;
        if (node.name === 'can') marks.user = true;
        if (node.name === 'label') for (const arg of node.args) addLabel(sets.labels, arg);
        break;
      case 'server':
        sets.calls.add(node.name);
        if (node.live) sets.liveCalls.add(node.name);
        break;
      case 'agg':
        visitAgg(node, inside);
        return;
      case 'among':
        marks.around = true;
        addSub(node.source, inside);
        for (const value of node.values) visit(value, entered(node.source, inside));
        return;
      case 'above':
        marks.around = true;
        break;
      case 'eff':
        addSteps(viaPath(node.via, inside), node.up, addHop);
        break;
      default:
    }
    for (const child of childrenOf(node)) visit(child, inside);
  };
  const addSub = (source: Source, inside: Inside): void => {
    if (source.s !== 'sub') return;
    if (source.scope === 'old') sets.old.add(source.sub);
    else if (source.scope === 'ask') sets.ask.add(source.sub);
    else if (source.scope === 'it') sets.candidate.add(source.sub);
    else if (inside === undefined || inside.own || source.scope !== 'self') {
      sets.collections.add(source.sub);
      fields.add(source.sub);
    }
  };
  const visitAgg = (node: AggBound, inside: Inside): void => {
    const { source } = node;
    if (source.s === 'list') {
      visit(source.list, inside);
      return;
    }
    if (source.s === 'query') sets.queries.add(source.row.object);
    if (source.s === 'hop') {
      visit(source.ref, inside);
      addHop(viaPath(source.ref, inside), source.row.object, source.sub);
    }
    addSub(source, inside);
    const within = entered(source, inside);
    for (const part of [node.value, node.cond, ...(node.more ?? [])]) if (part !== undefined) visit(part, within);
    if (node.sep !== undefined) visit(node.sep, inside);
  };
  const entered = (source: Source, inside: Inside): Inside => {
    if (source.s === 'hop') {
      return {
        own: false,
        name: source.row.object,
        hop: { via: viaPath(source.ref, inside), object: source.row.object, field: source.sub },
      };
    }
    if (source.s === 'query') return { own: false, name: source.row.object };
    if (source.s === 'sub') {
      const own = source.scope !== 'self' || inside === undefined || inside.own;
      return {
        own: own && source.scope !== 'old' && source.scope !== 'ask' && source.scope !== 'it',
        name: source.row.object,
      };
    }
    return inside;
  };

  visit(bound, undefined);
  const list = (set: ReadonlySet<string>): readonly string[] => [...set];
  return {
    fields: list(fields),
    hops: [...hops.values()].map(({ via, object, field, of }) => ({
      via,
      object,
      field,
      ...(of.size === 0 ? {} : { of: list(of) }),
    })),
    collections: list(sets.collections),
    queries: list(sets.queries),
    calls: list(sets.calls),
    liveCalls: list(sets.liveCalls),
    old: list(sets.old),
    ask: list(sets.ask),
    param: list(sets.param),
    candidate: list(sets.candidate),
    labels: list(sets.labels),
    ...marks,
  };
}

/** where bare names are: undefined = the place of the expression, `own` = rows of an own sub-table, else rows of something else */
type Inside =
  | {
      readonly own: boolean;
      readonly name: string;
      readonly hop?: { readonly via: string; readonly object: string; readonly field: string };
    }
  | undefined;

const placed = (row: RowType, code: string): string =>
  row.sub === undefined || row.sub === row.object ? code : `${row.sub}.${code}`;
const pathOf = (node: GetBound): string => placed(node.of, node.field.code);
const viaOf = (node: HopBound, inside: Inside): string => viaPath(node.ref, inside);
function viaPath(ref: Bound, inside: Inside): string {
  if (ref.k === 'get') {
    const path = pathOf(ref);
    if (ref.scope === 'old' || ref.scope === 'ask' || ref.scope === 'param' || ref.scope === 'it')
      return `${ref.scope}.${path}`;
    return ref.scope === 'self' && inside !== undefined && !inside.own ? `${inside.name}:${path}` : path;
  }
  if (ref.k === 'me') return `me.${ref.field}`;
  if (ref.k === 'hop') return `${viaPath(ref.ref, inside)}.${ref.field.code}`;
  return '';
}
function addSteps(via: string, up: EffStep, add: (via: string, object: string, field: string) => void): void {
  const seen = new Set<EffStep>();
  let path = via;
  for (let step: EffStep | undefined = up; step !== undefined && !seen.has(step); step = step.next?.up) {
    seen.add(step);
    add(path, step.object, step.field.code);
    if (step.next !== undefined) {
      add(path, step.object, step.next.via.code);
      path = `${path}.${step.next.via.code}`;
    }
  }
}
function addLabel(labels: Set<string>, arg: Bound): void {
  const ty = arg.ty.t === 'list' ? arg.ty.of : arg.ty;
  if (ty.t === 'ref') labels.add(ty.object);
  else if (ty.t === 'dict') labels.add(ty.dict);
}
