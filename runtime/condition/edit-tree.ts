/** A condition while it is built: groups and lines with identities, incomplete ones among them. Pure. */
import {
  type Condition,
  isAll,
  isAny,
  isExprLeaf,
  isNot,
  type Leaf,
  withoutEmpty,
} from '../../schemas/language/condition/index';
import type { FilterOp } from '../../schemas/language/kinds/kind';
import { SHAPE_OF_OP } from '../../schemas/language/kinds/kind';
import type { Json } from '../../schemas/language/value';

export interface EditGroup {
  readonly id: string;
  readonly sort: 'group';
  readonly word: 'all' | 'any';
  readonly not: boolean;
  readonly items: readonly EditNode[];
}
export interface EditLeaf {
  readonly id: string;
  readonly sort: 'leaf';
  /** '' = not chosen yet */
  readonly f: string;
  readonly op: FilterOp;
  readonly v: Json | undefined;
  /** conditions on one row of a sub-table (`row`) */
  readonly rows?: EditGroup;
}
export interface EditExpr {
  readonly id: string;
  readonly sort: 'expr';
  readonly text: string;
}
export type EditNode = EditGroup | EditLeaf | EditExpr;

let made = 0;
const newId = (): string => {
  made += 1;
  return `c${made}`;
};

export const newLeaf = (): EditLeaf => ({ id: newId(), sort: 'leaf', f: '', op: 'eq', v: undefined });
export const newExpr = (): EditExpr => ({ id: newId(), sort: 'expr', text: '' });
export const newGroup = (word: 'all' | 'any' = 'all', items: readonly EditNode[] = [newLeaf()]): EditGroup => ({
  id: newId(),
  sort: 'group',
  word,
  not: false,
  items,
});

/** Always a group at the root, with a line to fill in. */
export const toEdit = (tree: Condition | undefined): EditGroup => {
  if (tree === undefined) return newGroup();
  const node = edit(tree);
  return node.sort === 'group' ? node : newGroup('all', [node]);
};

const edit = (node: Condition): EditNode => {
  if (isAll(node)) return newGroup('all', node.all.map(edit));
  if (isAny(node)) return newGroup('any', node.any.map(edit));
  if (isNot(node)) {
    const inner = edit(node.not);
    return inner.sort === 'group' && !inner.not ? { ...inner, not: true } : { ...newGroup('all', [inner]), not: true };
  }
  if (isExprLeaf(node)) return { ...newExpr(), text: node.expr };
  const leaf: EditLeaf = {
    id: newId(),
    sort: 'leaf',
    f: node.f,
    op: node.op,
    v: node.v as unknown as Json | undefined,
  };
  return node.op === 'row' ? { ...leaf, v: undefined, rows: toEdit(node.v as Condition) } : leaf;
};

/** The tree; lines without a value are left out, so ask `incomplete` first. */
export const toCondition = (root: EditGroup): Condition | undefined => {
  const tree = condition(root);
  return tree === undefined ? undefined : withoutEmpty(tree);
};

const condition = (node: EditNode): Condition | undefined => {
  if (node.sort === 'expr') return node.text.trim() === '' ? undefined : { expr: node.text.trim() };
  if (node.sort === 'leaf') return leafOf(node);
  const items = node.items.flatMap((item) => condition(item) ?? []);
  if (items.length === 0) return undefined;
  const group: Condition = node.word === 'all' ? { all: items } : { any: items };
  if (!node.not) return group;
  return { not: items.length === 1 ? (items[0] as Condition) : group };
};

const leafOf = ({ f, op, v, rows }: EditLeaf): Condition | undefined => {
  if (f === '') return undefined;
  if (op === 'row') {
    const inner = rows === undefined ? undefined : toCondition(rows);
    return inner === undefined ? undefined : { f, op, v: inner };
  }
  if (SHAPE_OF_OP[op] === 'flag') return { f, op };
  if (isNothing(v)) return undefined;
  return { f, op, v: v as unknown as Leaf['v'] } as Leaf;
};

/** Lines that were begun and miss something. A line without a field only counts when others stand beside it. */
export const incomplete = (root: EditGroup): readonly string[] =>
  root.items.flatMap((node): readonly string[] => {
    if (node.sort === 'group') return incomplete(node);
    if (node.sort === 'expr') return node.text.trim() === '' ? [node.id] : [];
    if (node.f === '') return root.items.length > 1 ? [node.id] : [];
    if (node.op === 'row') return node.rows === undefined ? [node.id] : incompleteRows(node.id, node.rows);
    return leafOf(node) === undefined ? [node.id] : [];
  });
const incompleteRows = (id: string, rows: EditGroup): readonly string[] => {
  const inner = incomplete(rows);
  return inner.length > 0 ? inner : toCondition(rows) === undefined ? [id] : [];
};

const isNothing = (value: Json | undefined): boolean =>
  value === undefined ||
  value === '' ||
  (Array.isArray(value) && (value.length === 0 || value.every((part) => part === null || part === '')));

/** The tree with one node changed; null takes it out. */
export const changed = (root: EditGroup, id: string, change: (node: EditNode) => EditNode | null): EditGroup => {
  const visit = (node: EditNode): readonly EditNode[] => {
    if (node.id === id) {
      const next = change(node);
      return next === null ? [] : [next];
    }
    if (node.sort === 'group') return [{ ...node, items: node.items.flatMap(visit) }];
    if (node.sort === 'leaf' && node.rows !== undefined) {
      const [rows] = visit(node.rows);
      return rows?.sort === 'group' ? [{ ...node, rows }] : [node];
    }
    return [node];
  };
  const [next] = visit(root);
  return next?.sort === 'group' ? next : newGroup();
};

/** Conditions of the outermost group, each to be taken away by itself. */
export const partsOf = (tree: Condition): readonly Condition[] => (isAll(tree) ? tree.all : [tree]);
export const withoutPart = (tree: Condition, index: number): Condition | undefined =>
  withoutEmpty({ all: partsOf(tree).filter((_, at) => at !== index) });
