/** The tree of grants without a screen: what is chosen where, what a gesture changes, which rows are seen. */
import type { GrantFunction, GrantNode } from '../../../schemas/language/wire';

export interface Branch {
  readonly node: GrantNode;
  readonly level: number;
  readonly children: readonly Branch[];
  /** codes here and below, each once */
  readonly codes: readonly string[];
}
export type Mark = 'all' | 'some' | 'none';
export type Shown = 'all' | 'chosen' | 'changed';
export interface GrantRow {
  readonly branch: Branch;
  readonly open: boolean;
  /** those that fit what is looked for */
  readonly functions: readonly GrantFunction[];
}
export interface Change {
  readonly added: readonly string[];
  readonly removed: readonly string[];
}

/** Codes that are chosen and stand nowhere any more: what they named was unpublished. */
export const GONE = '~gone';

export const growTree = (nodes: readonly GrantNode[], kept: readonly string[] = []): readonly Branch[] => {
  const known = new Set(nodes.flatMap((node) => node.functions.map(({ code }) => code)));
  const gone = [...new Set(kept)].filter((code) => !known.has(code));
  const below = new Map<string | null, GrantNode[]>();
  for (const node of nodes) below.set(node.parent, [...(below.get(node.parent) ?? []), node]);
  const grow = (parent: string | null, level: number): readonly Branch[] =>
    (below.get(parent) ?? []).map((node) => {
      const children = grow(node.id, level + 1);
      const codes = [
        ...new Set([...node.functions.map(({ code }) => code), ...children.flatMap((child) => child.codes)]),
      ];
      return { node, level, children, codes };
    });
  const functions = gone.map((code) => ({ code, title: code }));
  const lost = { id: GONE, parent: null, title: '已失效（功能已不存在）', functions };
  return [...grow(null, 0), ...(gone.length === 0 ? [] : [{ node: lost, level: 0, children: [], codes: gone }])];
};

export const markOf = (codes: readonly string[], chosen: ReadonlySet<string>): Mark => {
  const held = codes.filter((code) => chosen.has(code)).length;
  return held === 0 ? 'none' : held === codes.length ? 'all' : 'some';
};

/** Chosen or given up; what is locked stays as it is. Whoever may do something with an object may see it: its 查看 comes along. */
export const toggle = (
  chosen: ReadonlySet<string>,
  codes: readonly string[],
  on: boolean,
  all: ReadonlyMap<string, GrantFunction>,
): readonly string[] => {
  const next = new Set(chosen);
  const free = (code: string): boolean => all.get(code)?.locked !== true;
  for (const code of codes.filter(free)) {
    if (!on) {
      next.delete(code);
      continue;
    }
    next.add(code);
    const view = `${code.split(':')[0]}:view`;
    if (all.has(view) && free(view)) next.add(view);
  }
  return [...next].sort();
};

/** Only seeing: every 查看 of the codes, nothing else of them. */
export const onlyView = (
  chosen: ReadonlySet<string>,
  codes: readonly string[],
  all: ReadonlyMap<string, GrantFunction>,
): readonly string[] => {
  const rest = new Set(toggle(chosen, codes, false, all));
  return toggle(
    rest,
    codes.filter((code) => code.endsWith(':view')),
    true,
    all,
  );
};

export const changeOf = (before: readonly string[], now: readonly string[]): Change => {
  const [was, is] = [new Set(before), new Set(now)];
  return { added: now.filter((code) => !was.has(code)), removed: before.filter((code) => !is.has(code)) };
};

export interface Sight {
  readonly closed: ReadonlySet<string>;
  readonly search: string;
  readonly shown: Shown;
  readonly chosen: ReadonlySet<string>;
  readonly changed: ReadonlySet<string>;
}
/** Rows from top to bottom. Whatever is looked for opens its branches; a page whose own name fits is shown whole. */
export const rowsOf = (tree: readonly Branch[], sight: Sight): readonly GrantRow[] => {
  const text = sight.search.trim().toLowerCase();
  const narrowed = text !== '' || sight.shown !== 'all';
  const fits = (code: string): boolean =>
    sight.shown === 'all' || (sight.shown === 'chosen' ? sight.chosen.has(code) : sight.changed.has(code));
  const walk = (branch: Branch, named: boolean): readonly GrantRow[] => {
    const own = named || (text !== '' && branch.node.title.toLowerCase().includes(text));
    const functions = branch.node.functions.filter(
      ({ code, title }) =>
        fits(code) && (text === '' || own || title.toLowerCase().includes(text) || code.includes(text)),
    );
    const below = branch.children.flatMap((child) => walk(child, own));
    if (narrowed && functions.length === 0 && below.length === 0) return [];
    const open = narrowed || !sight.closed.has(branch.node.id);
    return [{ branch, open, functions }, ...(open ? below : [])];
  };
  return tree.flatMap((branch) => walk(branch, false));
};

export const functionsOf = (nodes: readonly GrantNode[]): ReadonlyMap<string, GrantFunction> =>
  new Map(nodes.flatMap((node) => node.functions.map((eachFunction) => [eachFunction.code, eachFunction] as const)));
