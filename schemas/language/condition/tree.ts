/** Condition trees (language §5.8): what they are, and reading one that somebody sent. */
import type { FilterOp } from '../kinds/kind';
import { SHAPE_OF_OP } from '../kinds/kind';
import type { Json } from '../value';

/** A literal, or an expression in the place of one. */
export type LeafValue = string | number | boolean | null | { readonly expr: string };
export interface RelValue {
  readonly rel: string;
  readonly n?: number;
}
export interface Leaf {
  /** path of a field: own, of an own sub-table (`items.material`), or behind a reference (`supplier.region`) */
  readonly f: string;
  readonly op: FilterOp;
  readonly v?: LeafValue | readonly LeafValue[] | RelValue | Condition;
}
export type Condition =
  | { readonly all: readonly Condition[] }
  | { readonly any: readonly Condition[] }
  | { readonly not: Condition }
  | { readonly expr: string }
  | Leaf;

export const CONDITION_LIMITS = { depth: 5, leaves: 50, items: 1000, text: 1000 } as const;

export const isLeaf = (node: Condition): node is Leaf => 'f' in node;
export const isAll = (node: Condition): node is { readonly all: readonly Condition[] } => 'all' in node;
export const isAny = (node: Condition): node is { readonly any: readonly Condition[] } => 'any' in node;
export const isNot = (node: Condition): node is { readonly not: Condition } => 'not' in node;
export const isExprLeaf = (node: Condition): node is { readonly expr: string } => 'expr' in node;
export const isRel = (value: unknown): value is RelValue => isPlain(value) && typeof value.rel === 'string';
export const isExprValue = (value: unknown): value is { readonly expr: string } =>
  isPlain(value) && Object.keys(value).length === 1 && typeof value.expr === 'string';

/** A condition, or in one sentence what is wrong with it. */
export type ReadCondition =
  | { readonly tree: Condition; readonly problem?: undefined }
  | { readonly problem: string; readonly tree?: undefined };

/** Reads a tree that came from outside: shape, depth, number of leaves, lengths. Names are judged where it is bound. */
export function readCondition(given: unknown): ReadCondition {
  const budget = { leaves: CONDITION_LIMITS.leaves as number };
  try {
    return { tree: readNode(given, 1, budget) };
  } catch (error) {
    if (error instanceof Unreadable) return { problem: error.message };
    throw error;
  }
}

/** How many leaves stand in it. */
export const leafCount = (node: Condition): number => {
  if (isAll(node)) return node.all.reduce((sum, condition) => sum + leafCount(condition), 0);
  if (isAny(node)) return node.any.reduce((sum, condition) => sum + leafCount(condition), 0);
  if (isNot(node)) return leafCount(node.not);
  return isLeaf(node) && node.op === 'row' ? leafCount(node.v as Condition) : 1;
};

/** Without empty groups and groups of one; undefined when nothing is left. */
export const withoutEmpty = (node: Condition): Condition | undefined => {
  if (isAll(node) || isAny(node)) {
    const kept = (isAll(node) ? node.all : node.any).flatMap((condition) => withoutEmpty(condition) ?? []);
    if (kept.length < 2) return kept[0];
    return isAll(node) ? { all: kept } : { any: kept };
  }
  if (!isNot(node)) return node;
  const inner = withoutEmpty(node.not);
  return inner === undefined ? undefined : { not: inner };
};

class Unreadable extends Error {}
const wrong = (text: string): never => {
  throw new Unreadable(text);
};

function readNode(value: unknown, depth: number, budget: { leaves: number }): Condition {
  if (depth > CONDITION_LIMITS.depth) return wrong(`条件最多嵌套${CONDITION_LIMITS.depth}层`);
  if (!isPlain(value)) return wrong('条件格式不正确');
  const [key = '', more] = Object.keys(value);
  if (more === undefined && (key === 'all' || key === 'any')) {
    const items = value[key];
    if (!Array.isArray(items)) return wrong('条件格式不正确');
    const read = items.map((item) => readNode(item, depth + 1, budget));
    return key === 'all' ? { all: read } : { any: read };
  }
  if (more === undefined && key === 'not') return { not: readNode(value.not, depth + 1, budget) };
  if (more === undefined && key === 'expr') {
    spend(budget);
    return { expr: readText(value.expr, 2000) };
  }
  return readLeaf(value, depth, budget);
}

function readLeaf(value: Readonly<Record<string, unknown>>, depth: number, budget: { leaves: number }): Leaf {
  const { f, op, v, ...rest } = value;
  if (Object.keys(rest).length > 0 || typeof f !== 'string' || !PATH.test(f)) return wrong('条件格式不正确');
  if (typeof op !== 'string' || !Object.hasOwn(SHAPE_OF_OP, op)) return wrong('条件格式不正确');
  const known = op as FilterOp;
  if (known === 'row') return { f, op: known, v: readNode(v, depth + 1, budget) };
  spend(budget);
  switch (SHAPE_OF_OP[known]) {
    case 'flag':
      // a search says `empty: false` for the opposite
      return { f, op: v === false ? (known === 'empty' ? 'notEmpty' : 'empty') : known };
    case 'relative':
      return { f, op: known, v: readRel(v) };
    case 'pair': {
      if (!Array.isArray(v) || v.length !== 2) return wrong('条件格式不正确');
      return { f, op: known, v: [readValue(v[0] ?? null), readValue(v[1] ?? null)] };
    }
    case 'list': {
      const items = Array.isArray(v) ? (v as readonly unknown[]) : [v];
      if (items.length === 0 || items.length > CONDITION_LIMITS.items)
        return wrong(`一个条件里的值应有1到${CONDITION_LIMITS.items}个`);
      return { f, op: known, v: items.map(readValue) };
    }
    default:
      return { f, op: known, v: readValue(v) };
  }
}

const PATH = /^[A-Za-z][A-Za-z0-9_]{0,39}(\.[A-Za-z][A-Za-z0-9_]{0,39}){0,2}$/;
const REL = /^[A-Za-z]{1,20}$/;

function readValue(value: unknown): LeafValue {
  if (value === null || typeof value === 'boolean') return value;
  if (typeof value === 'number' && PLAIN_NUMBER.test(String(value))) return value;
  if (typeof value === 'string' && value.length <= CONDITION_LIMITS.text) return value;
  if (isExprValue(value)) return { expr: readText(value.expr, 2000) };
  return wrong('条件格式不正确');
}
function readRel(value: unknown): RelValue {
  if (!isPlain(value) || typeof value.rel !== 'string' || !REL.test(value.rel)) return wrong('条件格式不正确');
  const { n } = value;
  if (n === undefined || n === null) return { rel: value.rel };
  if (typeof n !== 'number' || !Number.isInteger(n) || Math.abs(n) > 10_000) return wrong('条件格式不正确');
  return { rel: value.rel, n };
}
const readText = (value: unknown, max: number): string =>
  typeof value === 'string' && value.trim() !== '' && value.length <= max ? value : wrong('条件格式不正确');
const spend = (budget: { leaves: number }): void => {
  budget.leaves -= 1;
  if (budget.leaves < 0) wrong(`条件最多${CONDITION_LIMITS.leaves}个`);
};

/** Numbers that read back as the same number: no exponents, 15 digits. */
export const PLAIN_NUMBER = /^-?(?=[\d.]{1,16}$)\d{1,15}(\.\d{1,15})?$/;

function isPlain(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** A tree is JSON. */
export const asJson = (node: Condition): Json => node as unknown as Json;
