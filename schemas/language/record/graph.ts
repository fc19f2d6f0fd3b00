/**
 * The form graph: nodes are head fields and sub-table columns, edges come from formulas, on-set rules and fills. Formulas get a
 * topological order; a cycle is refused with its path.
 */
import { type Problem, problem } from '../value';
import type { Compiled, Slot } from './bind';
import type { EventRule, FieldModel } from './model';

/** A computed field and what makes it stale. */
export interface FormulaNode {
  readonly field: FieldModel;
  readonly path: string;
  readonly sub?: string;
  readonly expr?: Compiled;
  /** columns of the same row (rows only) */
  readonly rowDeps: ReadonlySet<string>;
  /** head fields */
  readonly headDeps: ReadonlySet<string>;
  /** columns of whole sub-tables, `items.amount`: any row counts */
  readonly columnDeps: ReadonlySet<string>;
  /** sub-tables whose coming and going of rows counts */
  readonly collections: ReadonlySet<string>;
  /** an answer about the head that no expression reads: pages alone show it */
  readonly isShown: boolean;
}

type EdgeKind = 'formula' | 'set';
interface Edge {
  readonly to: string;
  readonly kind: EdgeKind;
}

export function formulaOrder(
  fields: readonly FieldModel[],
  events: readonly EventRule[],
  read: ReadonlySet<string>,
): { readonly order: readonly FormulaNode[]; readonly problems: readonly Problem[] } {
  const byPath = new Map(fields.map((field) => [field.path, field]));
  const nodes = new Map<string, FormulaNode>();
  const edges = new Map<string, Edge[]>();
  const link = (from: string, to: string, kind: EdgeKind): void => {
    const list = edges.get(from);
    if (list) list.push({ to, kind });
    else edges.set(from, [{ to, kind }]);
  };
  for (const field of fields) {
    if (field.formula || field.service) {
      const node = nodeOf(field, read);
      nodes.set(field.path, node);
      for (const dep of depsOfNode(node)) {
        // a running value reads its own column in the row above
        if (dep !== field.path || !node.expr?.deps.around) link(dep, field.path, 'formula');
      }
    }
    for (const fill of field.fill) {
      link(field.path, field.sub === undefined ? fill.target : `${field.sub}.${fill.target}`, 'set');
    }
  }
  for (const event of events) {
    for (const trigger of event.on) {
      for (const target of [...event.set.map((item) => item.path), ...event.clear]) link(trigger, target, 'set');
    }
  }
  // two fields may have one title: the code stands beside it
  const named = (path: string): string => {
    const field = byPath.get(path)?.field;
    return field === undefined ? path : `${field.title}（${path}）`;
  };
  const problems = cyclesOf([...byPath.keys()], edges).map((cycle) => {
    const formula = cycle.find((step) => step.kind === 'formula');
    const path = [...cycle, cycle[0]].map((step) => named(step?.from ?? '')).join(' → ');
    return formula
      ? problem('formula.cycle', `fields.${formula.to.replace('.', '.fields.')}.formula`, `公式循环引用：${path}`)
      : problem('on.cycle', 'rules', `联动循环：${path}`);
  });
  return { order: sorted(nodes), problems };
}

function nodeOf(field: FieldModel, read: ReadonlySet<string>): FormulaNode {
  const rowDeps = new Set<string>();
  const headDeps = new Set<string>();
  const columnDeps = new Set<string>();
  const collections = new Set<string>();
  const exprs: Compiled[] = field.formula
    ? [field.formula]
    : slotExprs(field.service?.args.map(([, slot]) => slot) ?? []);
  for (const { deps } of exprs) {
    for (const code of deps.collections) collections.add(code);
    // rows around its own (above, uniqueBy) make the whole sub-table count
    const around = deps.around || (field.sub !== undefined && deps.collections.includes(field.sub));
    if (around && field.sub !== undefined) collections.add(field.sub);
    for (const path of deps.fields) {
      const [sub, column] = path.split('.') as [string, string | undefined];
      if (column === undefined) headDeps.add(sub);
      else {
        if (sub === field.sub) rowDeps.add(column);
        if (sub !== field.sub || around) columnDeps.add(path);
      }
    }
  }
  return {
    field,
    path: field.path,
    ...(field.sub === undefined ? {} : { sub: field.sub }),
    ...(field.formula ? { expr: field.formula } : {}),
    rowDeps,
    headDeps,
    columnDeps,
    collections,
    isShown: field.service !== undefined && field.sub === undefined && !read.has(field.path),
  };
}

export const slotExprs = (slots: readonly Slot[]): Compiled[] =>
  slots.flatMap((slot) => ('expr' in slot ? [slot.expr] : []));

/** The formulas whose values these expressions read, with all that those are made of. */
export function formulasBehind(order: readonly FormulaNode[], exprs: readonly Compiled[]): readonly FormulaNode[] {
  const read = new Set(exprs.flatMap(({ deps }) => [...deps.fields, ...deps.hops.map((hop) => hop.via)]));
  const found: FormulaNode[] = [];
  // from the last formula to the first: what one is made of stands before it
  for (const node of [...order].reverse()) {
    if (!read.has(node.path)) continue;
    found.push(node);
    for (const dep of depsOfNode(node)) read.add(dep);
  }
  return found;
}

function depsOfNode(node: FormulaNode): readonly string[] {
  const own = node.sub === undefined ? [] : [...node.rowDeps].map((column) => `${node.sub}.${column}`);
  return [...new Set([...own, ...node.headDeps, ...node.columnDeps])];
}

/** Kahn by depth-first visit in document order; what stands in a cycle keeps its place and is reported by `cyclesOf`. */
function sorted(nodes: ReadonlyMap<string, FormulaNode>): FormulaNode[] {
  const order: FormulaNode[] = [];
  const state = new Map<string, 'open' | 'done'>();
  const visit = (node: FormulaNode): void => {
    if (state.has(node.path)) return;
    state.set(node.path, 'open');
    for (const dep of depsOfNode(node)) {
      const before = nodes.get(dep);
      if (before) visit(before);
    }
    state.set(node.path, 'done');
    order.push(node);
  };
  for (const node of nodes.values()) visit(node);
  return order;
}

interface Step {
  readonly from: string;
  readonly to: string;
  readonly kind: EdgeKind;
}

/** One cycle for each back edge of a three-colour walk, as the steps along it. */
function cyclesOf(paths: readonly string[], edges: ReadonlyMap<string, readonly Edge[]>): Step[][] {
  const colour = new Map<string, 'grey' | 'black'>();
  const trail: Step[] = [];
  const cycles: Step[][] = [];
  const visit = (path: string): void => {
    colour.set(path, 'grey');
    for (const edge of edges.get(path) ?? []) {
      const step = { from: path, to: edge.to, kind: edge.kind };
      const seen = colour.get(edge.to);
      if (seen === 'grey') {
        const start = trail.findIndex((step) => step.from === edge.to);
        cycles.push(start < 0 ? [step] : [...trail.slice(start), step]);
      } else if (seen === undefined) {
        trail.push(step);
        visit(edge.to);
        trail.pop();
      }
    }
    colour.set(path, 'black');
  };
  for (const path of paths) if (!colour.has(path)) visit(path);
  return cycles;
}
