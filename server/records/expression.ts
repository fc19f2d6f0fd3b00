/** Expressions of documents and requests, bound once for their place. The SQL of them is `records/sql`; this file gives it the ctx. */
import { bindConditionTree, readCondition } from '../../schemas/language/condition';
import type { Many } from '../../schemas/language/document';
import { type Bound, bindExpr, ROW_HOPS, type Ty } from '../../schemas/language/expr/check';
import type { FieldType, ResolvedObject, TypeLib } from '../../schemas/language/resolved';
import type { Problem } from '../../schemas/language/value';
import { AppError } from '../errors';
import { memo } from '../registry/memo';

export interface BindAt {
  /** rows of this sub-table: bare names and `row` are one of them */
  readonly sub?: string;
  /** bare names and `it` are records of this object; `row` and `doc` stay those of the first */
  readonly candidate?: string;
  readonly param?: Many<FieldType>;
  readonly ask?: Many<FieldType>;
  /** aggregates without a collection run over the listed rows (summaries) */
  readonly rowsAtHand?: boolean;
  /** references in a row, 1 unless said */
  readonly hops?: number;
  readonly want?: Ty;
}
export const BOOL: Ty = { t: 'bool' };

/** A text of a document that does not bind: the document is broken, not the request. */
export class ExpressionError extends Error {
  override readonly name = 'ExpressionError';
}

const known = new WeakMap<TypeLib, Map<string, Bound>>();

/** An expression of a document: bound at the first call, kept with the library. Throws ExpressionError naming text and problem. */
export function bindText(lib: TypeLib, object: string, text: string, at: BindAt = {}): Bound {
  const { sub, candidate, want, rowsAtHand, hops, param, ask } = at;
  // params and answers belong to the text's own place, so their names are enough to tell the places apart
  const key = [object, sub, candidate, want?.t, rowsAtHand, hops, names(param), names(ask), text].join('\n');
  return memo(
    memo(known, lib, () => new Map<string, Bound>()),
    key,
    () => {
      const bound = bind(lib, object, text, at);
      if (isBound(bound)) return bound;
      throw new ExpressionError(`${object}: ${text}: ${bound[0]?.text ?? ''}`);
    },
  );
}

/** An expression of a request: not kept; anything wrong with it is 400 参数错误. */
export function bindRequest(lib: TypeLib, object: string, text: string, at: BindAt = {}): Bound {
  if (text.length > 2000) throw new AppError(400);
  const bound = bind(lib, object, text, at);
  if (!isBound(bound)) throw new AppError(400, bound[0]?.text, { problems: bound });
  return bound;
}

/** A condition tree of a request (language §5.8); null when it holds no condition. */
export function bindTree(lib: TypeLib, object: string, given: unknown): Bound | null {
  const read = readCondition(given);
  if (read.tree === undefined) throw new AppError(400, read.problem);
  const type = lib.object(object);
  if (!type) throw new ExpressionError(`no object ${object}`);
  const bound = bindConditionTree(read.tree, { lib, object: type });
  if (bound === null || isBound(bound)) return bound;
  throw new AppError(400, bound[0]?.text, { problems: bound });
}

function bind(lib: TypeLib, object: string, text: string, at: BindAt): Bound | readonly Problem[] {
  const type = lib.object(object);
  if (!type) throw new ExpressionError(`no object ${object}`);
  const { candidate, want, ...rest } = at;
  const other = candidate === undefined ? undefined : lib.object(candidate);
  return bindExpr(text, { lib, object: type, ...rest, ...(other ? { candidate: other } : {}) }, want);
}

const isBound = (bound: Bound | readonly Problem[]): bound is Bound => !Array.isArray(bound);
const names = (fields: Many<FieldType> | undefined): string =>
  fields
    ? Object.values(fields)
        .map((field) => `${field.code}:${field.type}${field.many ? '*' : ''}`)
        .join(',')
    : '';

/** Condition over an object's rows: of a document, with the scopes that narrow them. */
export const bindCondition = (lib: TypeLib, object: ResolvedObject, text: string): Bound =>
  bindText(lib, object.object, text, { want: BOOL, hops: ROW_HOPS });
