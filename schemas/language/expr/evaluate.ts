import { fitsDigits, isBig, type Num, negNum, roundNum, toNumber } from '../codec/decimal';
import type { Scope } from '../env';
import { functionOf } from '../functions';
import { text } from '../texts';
import { type Problem, problem, type Rec, type Row, type Value } from '../value';
import { compileAgg, compileAmong } from './collect';
import { answerReader, type Frame, NONE, newFrame, type Run, readerOf, recordOf, toValue, type V } from './frame';
import { compileAbove, compileMeasure } from './measure';
import { compileCmp, compileIn, compileMath } from './operators';
import { limitProblem } from './problem';
import type { Bound, EffBound, EffStep, GetBound, LitValue } from './typed';

/** Value of an expression in a scope. Numbers beyond 15 digits come as the nearest JS number; a passed limit gives null. */
export function evaluate(bound: Bound, scope: Scope): Value {
  const frame = newFrame(scope);
  const value = compile(bound)(frame);
  return frame.budget.over ? null : toValue(value);
}

/**
 * Value as a field of `scale` decimals takes it: rounded half away from zero. Problems: field.digits (数值超出范围) when more than 15
 * significant digits are needed, expr.limit when the evaluation was too long. Without `scale` numbers are only checked.
 */
export function evaluateTo(
  bound: Bound,
  scope: Scope,
  to: { readonly scale?: number },
): { readonly value: Value; readonly problem?: undefined } | { readonly problem: Problem; readonly value?: undefined } {
  const frame = newFrame(scope);
  const value = compile(bound)(frame);
  if (frame.budget.over) return { problem: limitProblem(0) };
  if (typeof value !== 'number' && !isBig(value)) return { value: toValue(value) };
  const rounded = to.scale === undefined ? value : roundNum(value, to.scale);
  return fitsDigits(rounded)
    ? { value: toNumber(rounded) }
    : { problem: problem('field.digits', '', text('field.digits')) };
}

/** A condition: true or false, never null. */
export function truth(bound: Bound, scope: Scope): boolean {
  const frame = newFrame(scope);
  return compile(bound)(frame) === true && !frame.budget.over;
}

const compiled = new WeakMap<Bound, Run>();
/** The closure of a node; compiled once. */
export function compile(bound: Bound): Run {
  let run = compiled.get(bound);
  if (run === undefined) {
    run = build(bound);
    compiled.set(bound, run);
  }
  return run;
}

function build(node: Bound): Run {
  switch (node.k) {
    case 'lit': {
      const value = node.value as V;
      return () => value;
    }
    case 'get':
      return buildGet(node);
    case 'hop': {
      const ref = compile(node.ref);
      const read = node.field.inherit !== undefined && node.ty.t === 'bool' ? readNullableBool : readerOf(node.ty);
      const { object } = node;
      const { code } = node.field;
      return (f) => {
        const id = ref(f);
        return read(typeof id === 'string' ? f.scope.env.hop(object, id, code) : null);
      };
    }
    case 'part': {
      const of = compile(node.of);
      const at = node.part === 'from' ? 0 : 1;
      return (f) => {
        const pair = of(f);
        return Array.isArray(pair) ? ((pair[at] as V | undefined) ?? null) : null;
      };
    }
    case 'me': {
      const { field } = node;
      const read = readerOf(node.ty);
      return (f) => read(f.scope.env.me[field]);
    }
    case 'sys': {
      const { key } = node;
      const read = readerOf(node.ty);
      return (f) => read(f.scope.env.sys(key));
    }
    case 'extra': {
      const { name } = node;
      const read = readerOf(node.ty);
      return (f) => {
        const extra = f.scope.extra;
        return read(extra !== undefined && Object.hasOwn(extra, name) ? extra[name] : null);
      };
    }
    case 'list':
      return buildList(node.items);
    case 'not': {
      const of = compile(node.of);
      return (f) => of(f) !== true;
    }
    case 'neg': {
      const of = compile(node.of);
      return (f) => {
        const x = of(f);
        return x === null ? null : negNum(x as Num);
      };
    }
    case 'math':
      return compileMath(node, compile);
    case 'cmp':
      return compileCmp(node, compile);
    case 'in':
      return compileIn(node, compile);
    case 'and': {
      const left = compile(node.left);
      const right = compile(node.right);
      return (f) => left(f) === true && right(f) === true;
    }
    case 'or': {
      const left = compile(node.left);
      const right = compile(node.right);
      return (f) => left(f) === true || right(f) === true;
    }
    case 'if': {
      const test = compile(node.test);
      const yes = compile(node.yes);
      const no = compile(node.no);
      return (f) => (test(f) === true ? yes(f) : no(f));
    }
    case 'call': {
      const def = functionOf(node.name);
      const args = node.args.map(compile);
      if (def === undefined) return () => null;
      const { run } = def;
      return (f) => run(values(args, f), f, node);
    }
    case 'server': {
      const args = node.args.map(compile);
      const read = answerReader(node.ty);
      const { name } = node;
      return (f) => read(f.scope.env.call(name, values(args, f).map(toValue)));
    }
    case 'agg':
      return compileAgg(node, compile);
    case 'among':
      return compileAmong(node, compile);
    case 'above':
      return compileAbove(node, compile);
    case 'measure':
      return compileMeasure(node, compile);
    case 'eff':
      return buildEff(node);
  }
}

function values(args: readonly Run[], f: Frame): V[] {
  const list: V[] = new Array(args.length);
  for (let i = 0; i < args.length; i += 1) list[i] = (args[i] as Run)(f);
  return list;
}

const readNullableBool = (raw: unknown): V => (typeof raw === 'boolean' ? raw : null);
function buildGet(node: GetBound): Run {
  const { scope, field } = node;
  const read = field.inherit !== undefined && node.ty.t === 'bool' ? readNullableBool : readerOf(node.ty);
  const { code } = field;
  if (code.startsWith('ext.')) {
    const prop = code.slice(4);
    return (f) => {
      const ext = recordOf(f, scope)?.ext;
      return read(typeof ext === 'object' && ext !== null && Object.hasOwn(ext, prop) ? (ext as Rec)[prop] : null);
    };
  }
  if (scope === 'self') return (f) => read(f.self === null ? null : f.self[code]);
  return (f) => {
    const record = recordOf(f, scope);
    return read(record === null ? null : record[code]);
  };
}

function buildList(items: readonly Bound[]): Run {
  if (items.every((item) => item.k === 'lit')) {
    const fixed = items.map((item) => (item.k === 'lit' ? (item.value as LitValue as V) : null));
    return () => fixed;
  }
  const runs = items.map(compile);
  return (f) => values(runs, f);
}

/** Own value, else along the references; at most 50 steps up, then empty. A bool ends in false. */
function buildEff(node: EffBound): Run {
  const of = compile(node.of);
  const via = compile(node.via);
  const read = node.ty.t === 'bool' ? readNullableBool : readerOf(node.ty);
  const last: V = node.ty.t === 'bool' ? false : node.ty.t === 'list' ? NONE : null;
  const isSet = (v: V): boolean => v !== null && !(Array.isArray(v) && v.length === 0);
  return (f) => {
    const own = of(f);
    if (isSet(own)) return own;
    let id = via(f);
    let step: EffStep | undefined = node.up;
    for (let depth = 0; depth < 50 && step !== undefined && typeof id === 'string'; depth += 1) {
      const value = read(f.scope.env.hop(step.object, id, step.field.code));
      if (isSet(value)) return value;
      if (step.next === undefined) break;
      const up: Value | readonly Row[] | undefined = f.scope.env.hop(step.object, id, step.next.via.code);
      id = typeof up === 'string' ? up : null;
      step = step.next.up;
    }
    return last;
  };
}
