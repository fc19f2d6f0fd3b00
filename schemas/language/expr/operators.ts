/** Arithmetic, comparison and `in` at evaluation: exact, null by the rules of §5.2. */
import { dateOf } from '../codec/date-time';
import { addNum, cmpNum, divNum, modNum, mulNum, type Num, subNum } from '../codec/decimal';
import type { Compile } from './collect';
import { equal, has } from './equality';
import type { Run, V } from './frame';
import type { CmpBound, InBound, MathBound } from './typed';

export function compileMath(node: MathBound, compile: Compile): Run {
  const left = compile(node.left);
  const right = compile(node.right);
  if (node.op === 'join') {
    return (f) => {
      const a = left(f);
      const b = right(f);
      return a === null ? b : b === null ? a : `${a as string}${b as string}`;
    };
  }
  const op = MATH[node.op];
  return (f) => {
    const a = left(f);
    if (a === null) return null;
    const b = right(f);
    return b === null ? null : op(a as Num, b as Num);
  };
}
const MATH: Readonly<Record<'+' | '-' | '*' | '/' | '%', (a: Num, b: Num) => Num | null>> = {
  '+': addNum,
  '-': subNum,
  '*': mulNum,
  '/': divNum,
  '%': modNum,
};

export function compileCmp(node: CmpBound, compile: Compile): Run {
  const left = compile(node.left);
  const right = compile(node.right);
  switch (node.op) {
    case '==':
      return (f) => equal(left(f), right(f));
    case '!=':
      return (f) => !equal(left(f), right(f));
    case '<':
      return ordered(left, right, (order) => order < 0);
    case '<=':
      return ordered(left, right, (order) => order <= 0);
    case '>':
      return ordered(left, right, (order) => order > 0);
    case '>=':
      return ordered(left, right, (order) => order >= 0);
  }
}
/** with null on a side every order is false */
function ordered(left: Run, right: Run, test: (order: number) => boolean): Run {
  return (f) => {
    const a = left(f);
    if (a === null) return false;
    const b = right(f);
    if (b === null) return false;
    return test(
      typeof a === 'string' ? (a < (b as string) ? -1 : a > (b as string) ? 1 : 0) : cmpNum(a as Num, b as Num),
    );
  };
}

export function compileIn(node: InBound, compile: Compile): Run {
  const left = compile(node.left);
  const right = compile(node.right);
  if (node.right.ty.t === 'range') {
    const cut = node.left.ty.t === 'datetime' && node.right.ty.of === 'date';
    return (f) => {
      const v = left(f);
      const pair = right(f);
      if (typeof v !== 'string' || !Array.isArray(pair)) return false;
      const [from, to] = pair as readonly V[];
      const at = cut ? dateOf(v) : v;
      return typeof from === 'string' && typeof to === 'string' && at >= from && at <= to;
    };
  }
  return (f) => {
    const v = left(f);
    if (v === null) return false;
    const list = right(f);
    return Array.isArray(list) && has(list as readonly V[], v);
  };
}
