/** Compiles the expression strings of one object, remembering where each stands; a text that does not bind is a problem, not a throw. */

import type { Literal } from '../document';
import type { Env, Scope } from '../env';
import { type Bound, bindExpr, type Ty, type TypeEnv } from '../expr/check';
import { type Deps, depsOf } from '../expr/deps';
import { evaluate, evaluateTo, truth } from '../expr/evaluate';
import { inShiftDays } from '../expr/shift-days';
import { type BoundTemplate, bindTemplate, renderTemplate, termsOf } from '../expr/template';
import { BOOL, fieldOf, headRow, subRow, tyOf } from '../expr/types';
import type { ObjectType, ResolvedField, TypeLib } from '../resolved';
import { type Problem, problem, type Rec, type Row, type Value } from '../value';
import { intoField, scaleOf } from './values';

export interface Compiled {
  readonly text: string;
  readonly bound: Bound;
  readonly deps: Deps;
}
/** A value of a document: a literal, or an expression behind `=`. */
export type Slot = { readonly literal: Value } | { readonly expr: Compiled };

/** Where an expression of an object stands: at the head, or in the rows of a sub-table. */
export interface Binder {
  readonly problems: Problem[];
  expr(text: string | undefined, at: Standing): Compiled | undefined;
  /** a condition */
  test(text: string | undefined, at: Standing): Compiled | undefined;
  slot(value: Literal | undefined, at: Standing): Slot | undefined;
  template(text: string | undefined, at: Standing): BoundTemplate | undefined;
}
/** Where a text stands: the rows of `sub` or the head, its address for problems, the type its value must have. */
export interface Standing {
  readonly sub?: string | undefined;
  readonly address: string;
  readonly want?: Ty | undefined;
  /** relative words are those of shift days */
  readonly shift?: boolean | undefined;
  readonly extra?: Partial<TypeEnv>;
}

export function binder(type: ObjectType, lib: TypeLib): Binder {
  const problems: Problem[] = [];
  const typeEnv = ({ sub, extra }: Standing): TypeEnv => ({
    lib,
    object: type,
    ...(sub === undefined ? {} : { sub }),
    ...extra,
  });
  const note = (address: string, found: readonly Problem[]): undefined => {
    for (const eachProblem of found) problems.push(problem(eachProblem.code, address, eachProblem.text));
    return undefined;
  };
  const expr: Binder['expr'] = (text, at) => {
    if (text === undefined) return undefined;
    const bound = bindExpr(text, typeEnv(at), at.want);
    if (Array.isArray(bound)) return note(at.address, bound);
    const meant = at.shift === true ? inShiftDays(bound as Bound) : (bound as Bound);
    return { text, bound: meant, deps: depsOf(meant) };
  };
  return {
    problems,
    expr,
    test: (text, at) => expr(text, { ...at, want: BOOL }),
    slot: (value, at) => {
      if (value === undefined) return undefined;
      if (typeof value !== 'string' || !value.startsWith('=')) return { literal: value as Value };
      const compiled = expr(value.slice(1), at);
      return compiled && { expr: compiled };
    },
    template: (text, at) => {
      if (text === undefined) return undefined;
      const bound = bindTemplate(text, typeEnv(at));
      return Array.isArray(bound) ? note(at.address, bound as readonly Problem[]) : (bound as BoundTemplate);
    },
  };
}

/** Type a value put into a field must have: head field, or column of `sub`. */
export function wantOf(type: ObjectType, code: string, sub: string | undefined): Ty | undefined {
  const head = headRow(type);
  const field = sub === undefined ? undefined : fieldOf(head, sub);
  const row = sub === undefined ? head : field && subRow(head.object, field);
  const own = row && fieldOf(row, code);
  return row && own && tyOf(row, own);
}

/** Scope of the head (`row` undefined) or of one row of a sub-table. */
export function scopeAt(env: Env, doc: Rec, row?: Row, rows?: readonly Row[], extra?: Partial<Scope>): Scope {
  return row === undefined
    ? { env, self: doc, doc, ...extra }
    : { env, self: row, doc, row, ...(rows === undefined ? {} : { rows }), ...extra };
}

/** Value of a slot, not yet rounded. */
export const slotValue = (slot: Slot, scope: Scope): Value =>
  'literal' in slot ? slot.literal : evaluate(slot.expr.bound, scope);

/** Value of a slot as `field` holds it; over 15 digits is the problem 数值超出范围 and leaves the field empty. */
export function valueInto(slot: Slot, field: ResolvedField, scope: Scope): { value: Value } | { problem: Problem } {
  if ('literal' in slot) return { value: intoField(field, slot.literal) };
  return computed(slot.expr, field, scope);
}

/** Result of an expression as `field` holds it. */
export function computed(
  expr: Pick<Compiled, 'bound'>,
  field: ResolvedField,
  scope: Scope,
): { value: Value } | { problem: Problem } {
  const scale = scaleOf(field);
  if (scale === undefined) return { value: intoField(field, evaluate(expr.bound, scope)) };
  const got = evaluateTo(expr.bound, scope, { scale });
  if (got.problem !== undefined) return { problem: got.problem };
  // a number is rounded already
  return { value: typeof got.value === 'number' ? got.value : intoField(field, got.value) };
}

export const holds = (expr: Compiled, scope: Scope): boolean => truth(expr.bound, scope);

export type { BoundTemplate };
export { renderTemplate, termsOf };
