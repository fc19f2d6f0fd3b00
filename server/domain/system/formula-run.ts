/** 计算公式 (domain 10 §5.12) as something that computes: bound to the fields of its object, others of the same object as `param.<code>`. */

import type { Env } from '../../../schemas/language/env';
import { type Bound, bindExpr, type Ty } from '../../../schemas/language/expr/check';
import { depsOf } from '../../../schemas/language/expr/deps';
import { evaluateTo } from '../../../schemas/language/expr/evaluate';
import type { ExprProblem } from '../../../schemas/language/expr/problem';
import { type TraceNode, trace } from '../../../schemas/language/expr/trace';
import { scopeAt } from '../../../schemas/language/record/bind';
import type { FieldType, TypeLib } from '../../../schemas/language/resolved';
import type { Rec, Row, Value } from '../../../schemas/language/value';

export interface Formula {
  readonly code: string;
  readonly title: string;
  readonly object: string;
  readonly expr: string;
  readonly resultType: string;
  readonly scale: number;
}
/** Those a formula may name: the versions that hold today, by code. */
export type Formulas = ReadonlyMap<string, Formula>;
export interface Computed {
  readonly value: Value;
  readonly steps: readonly string[];
}

const TYPES: Readonly<Record<string, Exclude<Ty['t'], 'list'>>> = {
  dec: 'decimal',
  int: 'int',
  bool: 'bool',
  text: 'text',
  date: 'date',
};
// a union of plain types does not take a member by its name
const tyOf = (resultType: string): Ty => ({ t: TYPES[resultType] ?? 'decimal' }) as Ty;
/** What can be said in an expression. */
const NAME = /^[A-Za-z_]\w*$/;
const PARAM = /\bparam\.([A-Za-z_]\w*)/g;

/** Codes of other formulas a text names. */
export const namesIn = (expr: string): readonly string[] => [
  ...new Set([...expr.matchAll(PARAM)].flatMap(([, code]) => code ?? [])),
];

/** Bound, or the sentence of the first problem: a formula computes over the fields of its record alone. */
export function bindFormula(lib: TypeLib, formula: Formula, others: Formulas): Bound | string {
  const object = lib.object(formula.object);
  if (!object) return `表达式错误：数据对象 ${formula.object} 不存在`;
  for (const code of namesIn(formula.expr)) {
    const other = others.get(code);
    if (other === undefined) return `公式「${code}」不存在或未生效`;
    if (other.object !== formula.object) return `公式「${code}」的数据对象不同，不能引用`;
  }
  const param = Object.fromEntries(
    [...others.values()]
      .filter((eachFormula) => NAME.test(eachFormula.code) && eachFormula.object === formula.object)
      .map((formula) => [formula.code, fieldOf(formula)]),
  );
  const bound = bindExpr(formula.expr, { lib, object, param }, tyOf(formula.resultType));
  if (isFaulty(bound)) return bound[0] ? problemSays(bound[0]) : '表达式错误';
  const deps = depsOf(bound);
  if (deps.hops.length > 0)
    return `表达式错误：公式只能使用本对象的字段，不能使用 ${deps.hops[0]?.via}.${deps.hops[0]?.field}`;
  if (deps.queries.length > 0 || deps.calls.length > 0) return '表达式错误：公式不能查询其他数据';
  if (deps.old.length > 0 || deps.ask.length > 0) return '表达式错误：公式只能使用本对象的字段';
  return bound;
}
const isFaulty = (bound: ReturnType<typeof bindExpr>): bound is Exclude<typeof bound, Bound> => Array.isArray(bound);
const fieldOf = (formula: Formula): FieldType => ({
  code: formula.code,
  title: formula.title,
  kind: 'default',
  // what a formula results in is among the types of fields
  type: (TYPES[formula.resultType] ?? 'decimal') as FieldType['type'],
});
/** All sentences but that of a limit tell their place, and those of syntax what they are. */
const problemSays = ({ code, text, at }: ExprProblem): string => {
  const said = code === 'expr.limit' ? `${text}（第${at + 1}个字符）` : text;
  return code === 'expr.syntax' ? said : `表达式错误：${said}`;
};

/** `A → B → A`, when the formulas a text names come back to it. */
export function cycleOf(formula: Formula, others: Formulas): string | undefined {
  const walk = (expr: string, path: readonly string[]): readonly string[] | undefined => {
    for (const next of namesIn(expr)) {
      if (next === formula.code) return [...path, next];
      // a loop of others is theirs
      if (path.includes(next)) continue;
      const other = others.get(next);
      const found = other && walk(other.expr, [...path, next]);
      if (found) return found;
    }
    return undefined;
  };
  return walk(formula.expr, [formula.code])?.join(' → ');
}

export interface FormulaRun {
  readonly lib: TypeLib;
  readonly env: Env;
  readonly formula: Formula;
  readonly others: Formulas;
  readonly given: Rec;
}
/** Computes over a record; the steps tell every value on the way. Throws the sentence of what does not bind. */
export function runFormula(run: FormulaRun): Computed {
  const { lib, env, formula, others, given } = run;
  const bound = bindFormula(lib, formula, others);
  if (typeof bound === 'string') throw new FormulaError(bound);
  const steps: string[] = [];
  const param: Record<string, Value> = {};
  for (const code of namesIn(formula.expr)) {
    const other = others.get(code);
    // bound above, so it is there
    if (!other) continue;
    const part = runFormula({ ...run, formula: other });
    steps.push(...part.steps, `${code} = ${shown(part.value)}`);
    param[code] = part.value;
  }
  const scope = scopeAt(env, given, undefined, undefined, { param });
  const scale = formula.resultType === 'dec' ? formula.scale : formula.resultType === 'int' ? 0 : undefined;
  const got = evaluateTo(bound, scope, scale === undefined ? {} : { scale });
  if (got.problem !== undefined) throw new FormulaError(got.problem.text);
  steps.push(...stepsOf(trace(bound, scope)));
  return { value: got.value, steps };
}
export class FormulaError extends Error {
  override readonly name = 'FormulaError';
}

const shown = (value: Value): string => (value === null ? '空' : String(value));
/** What was computed of what, the innermost first; leaves stand in the steps they are in. */
function stepsOf(node: TraceNode): readonly string[] {
  const below = node.parts.flatMap((part) => (part.parts.length > 0 || part.rows ? stepsOf(part) : []));
  const leaves = node.parts
    .filter((part) => part.parts.length === 0 && part.source !== undefined)
    .map((part) => `${part.text}=${part.shown}`);
  const rows = (node.rows ?? []).map((row) => `${row.name} ${row.shown}`);
  const facts = [...leaves, ...rows];
  return [...below, `${node.text} = ${node.shown}${facts.length === 0 ? '' : `（${facts.join('，')}）`}`];
}

/** Values of a test, as JSON: `{"qualifiedQty": 97, "price": 0.35}`; the sentence of what is wrong with it. */
export function readGiven(lib: TypeLib, object: string, text: string): Rec | string {
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch {
    return '给定值不是有效的JSON，例如 {"qty": 10}';
  }
  if (typeof json !== 'object' || json === null || Array.isArray(json)) return '给定值应为JSON对象，例如 {"qty": 10}';
  const fields = lib.object(object)?.fields ?? {};
  for (const code of Object.keys(json)) if (!Object.hasOwn(fields, code)) return `给定值的字段不存在 ${code}`;
  const rec: Record<string, unknown> = { id: '00000000-0000-0000-0000-000000000000' };
  for (const [code, value] of Object.entries(json)) {
    const rows = fields[code]?.sub !== undefined && Array.isArray(value);
    rec[code] = rows ? value.map((row: object, n): Row => ({ id: String(n), lineNo: (n + 1) * 10, ...row })) : value;
  }
  // JSON as somebody typed it: what does not fit a field shows as the result
  return rec as Rec;
}
