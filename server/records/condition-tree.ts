import { AppError } from '../errors';

/**
 * A condition tree (language §5.8) as expression text. Names are not judged here: the text is bound afterwards and only fields of the
 * page pass. Wrong shapes, depth over 5, more than 50 leaves, lists over 1,000 are 400 参数错误.
 */
export function treeToText(tree: unknown): string {
  const budget = { leaves: 50 };
  return node(tree, 1, budget);
}

const MAX_DEPTH = 5;
const MAX_LIST = 1000;
const PATH = /^[A-Za-z][A-Za-z0-9_]{0,39}(\.[A-Za-z][A-Za-z0-9_]{0,39}){0,2}$/;

function node(value: unknown, depth: number, budget: { leaves: number }): string {
  if (!isPlain(value) || depth > MAX_DEPTH) throw new AppError(400);
  const keys = Object.keys(value);
  if (keys.length === 1 && (keys[0] === 'all' || keys[0] === 'any')) {
    const items = value[keys[0]];
    if (!Array.isArray(items)) throw new AppError(400);
    const parts = items.map((item) => node(item, depth + 1, budget)).filter((part) => part !== '');
    if (parts.length === 0) return '';
    return parts.length === 1 ? parts[0]! : parts.map((part) => `(${part})`).join(keys[0] === 'all' ? ' && ' : ' || ');
  }
  if (keys.length === 1 && keys[0] === 'not') {
    const inner = node(value.not, depth + 1, budget);
    return inner === '' ? '' : `!(${inner})`;
  }
  if (--budget.leaves < 0) throw new AppError(400);
  if (keys.length === 1 && typeof value.expr === 'string') return value.expr;
  return leaf(value);
}

function leaf(value: Readonly<Record<string, unknown>>): string {
  const { f, op, v } = value;
  if (typeof f !== 'string' || typeof op !== 'string' || !PATH.test(f)) throw new AppError(400);
  switch (op) {
    case 'eq':
      return `${f} == ${one(v)}`;
    case 'ne':
      return `${f} != ${one(v)}`;
    case 'gt':
      return `${f} > ${one(v)}`;
    case 'ge':
      return `${f} >= ${one(v)}`;
    case 'lt':
      return `${f} < ${one(v)}`;
    case 'le':
      return `${f} <= ${one(v)}`;
    case 'between': {
      const [from, to] = pair(v);
      return both(from === null ? '' : `${f} >= ${one(from)}`, to === null ? '' : `${f} <= ${one(to)}`);
    }
    case 'rel':
      return `${f} in ${period(v)}`;
    case 'in':
      return `${f} in ${list(v)}`;
    case 'notIn':
      return `!(${f} in ${list(v)})`;
    case 'like':
      return `contains(${f}, ${one(v)})`;
    case 'starts':
      return `starts(${f}, ${one(v)})`;
    case 'sub':
      return items(v)
        .map((item) => `${f} in subtree(${one(item)})`)
        .join(' || ');
    case 'has':
      return `any(${f}, ${list(v)})`;
    case 'hasAll':
      return `all(${f}, ${list(v)})`;
    case 'overlaps': {
      const [from, to] = pair(v);
      return both(to === null ? '' : `${f}.from <= ${one(to)}`, from === null ? '' : `${f}.to >= ${one(from)}`);
    }
    case 'empty':
      return v === false ? `!empty(${f})` : `empty(${f})`;
    case 'notEmpty':
      return `!empty(${f})`;
    default:
      throw new AppError(400);
  }
}

const both = (a: string, b: string): string => [a, b].filter((part) => part !== '').join(' && ');

function one(value: unknown): string {
  if (typeof value === 'number' && Number.isFinite(value)) return plain(value);
  if (typeof value === 'boolean') return String(value);
  if (value === null) return 'null';
  if (typeof value === 'string' && value.length <= 1000) return textLiteral(value);
  if (isPlain(value) && typeof value.expr === 'string' && Object.keys(value).length === 1) return `(${value.expr})`;
  throw new AppError(400);
}
const plain = (value: number): string => {
  const text = String(value);
  if (!/^-?\d{1,15}(\.\d{1,15})?$/.test(text)) throw new AppError(400);
  return text;
};
/** A text as a literal of the language: single quotes, backslash before quote and backslash. */
export const textLiteral = (value: string): string => `'${value.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`;

function items(value: unknown): readonly unknown[] {
  const found = Array.isArray(value) ? (value as readonly unknown[]) : [value];
  if (found.length === 0 || found.length > MAX_LIST) throw new AppError(400);
  return found;
}
const list = (value: unknown): string => `[${items(value).map(one).join(', ')}]`;
function pair(value: unknown): readonly [unknown, unknown] {
  if (!Array.isArray(value) || value.length !== 2) throw new AppError(400);
  return [value[0] ?? null, value[1] ?? null];
}
function period(value: unknown): string {
  const { rel, n } = isPlain(value) ? value : { rel: undefined, n: undefined };
  if (typeof rel !== 'string' || !/^[A-Za-z]{1,20}$/.test(rel)) throw new AppError(400);
  if (n === undefined || n === null) return `period('${rel}')`;
  if (typeof n !== 'number' || !Number.isInteger(n) || Math.abs(n) > 10_000) throw new AppError(400);
  return `period('${rel}', ${n})`;
}

function isPlain(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
