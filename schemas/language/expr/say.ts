/** An expression in the words of the factory: titles instead of codes, labels instead of dictionary codes. For people; nothing parses it. */
import type { Env } from '../env';
import { plainText } from '../functions/text';
import type { AggName, AmongName } from './rows-functions';
import type { AggBound, Bound, CmpBound, EffStep, MathBound, Ty } from './typed';

/** A condition: 单据状态 是 待执行 且 加急 为是 */
export function sayCondition(bound: Bound, env: Env): string {
  if (bound.k === 'and' || bound.k === 'or') {
    const word = bound.k === 'and' ? '且' : '或';
    const side = (part: Bound): string =>
      part.k === 'or' && bound.k === 'and' ? `（${sayCondition(part, env)}）` : sayCondition(part, env);
    return `${side(bound.left)} ${word} ${side(bound.right)}`;
  }
  const text = sayExpr(bound, env);
  return bound.k === 'get' || bound.k === 'hop' ? `${text} 为是` : text;
}

/** 数量 × 单价 */
export function sayExpr(bound: Bound, env: Env): string {
  switch (bound.k) {
    case 'lit':
      return said(bound.value, bound.ty, env);
    case 'get':
      return bound.field.title;
    case 'hop':
      return `${sayExpr(bound.ref, env)}的${bound.field.title}`;
    case 'part':
      return `${sayExpr(bound.of, env)}${bound.part === 'from' ? '的开始' : '的结束'}`;
    case 'me':
      return ME[bound.field] ?? '当前用户';
    case 'sys':
      return `参数${bound.key}`;
    case 'extra':
      return bound.name;
    case 'list':
      return bound.items.map((item) => sayExpr(item, env)).join('、');
    case 'not':
      return negated(bound.of, env);
    case 'neg':
      return `-${inner(bound.of, env)}`;
    case 'math':
      return calculated(bound, env);
    case 'cmp':
      return compared(bound, env, false);
    case 'in':
      return `${inner(bound.left, env)} 属于 ${listed(bound.right, bound.left.ty, env)}`;
    case 'and':
    case 'or':
      return sayCondition(bound, env);
    case 'if':
      return `${sayCondition(bound.test, env)} 时 ${inner(bound.yes, env)}，否则 ${inner(bound.no, env)}`;
    case 'call':
      return called(bound.name, bound.args, env);
    case 'server':
      return `${SERVER[bound.name] ?? bound.name}（${bound.args.map((arg) => sayExpr(arg, env)).join('，')}）`;
    case 'agg':
      return collected(bound, env);
    case 'among':
      return `${bound.values.map((value) => sayExpr(value, env)).join('、')}${AMONG[bound.fn]}`;
    case 'above':
      return `上一行的${sayExpr(bound.of, env)}`;
    case 'eff':
      return `${sayExpr(bound.of, env)}（含${endOf(bound.up)}带入）`;
    case 'measure':
      return sayExpr(bound.of, env);
  }
}

const MATH: Readonly<Record<string, string>> = { '+': '+', '-': '−', '*': '×', '/': '÷', '%': '除余', join: '+' };
const ME: Readonly<Record<string, string>> = {
  employee: '本人',
  dept: '本人部门',
  depts: '本部门及下级',
  team: '本人班组',
};
const SERVER: Readonly<Record<string, string>> = { unitFactor: '单位换算', calculate: '计算公式', priceOf: '协议价' };
const AMONG: Readonly<Record<AmongName, string>> = { uniqueBy: '不重复', noOverlap: '不重叠', increasing: '逐行增大' };

const endOf = (step: EffStep): string => step.field.title;

/** Sums and choices stand in brackets inside something else. */
const inner = (bound: Bound, env: Env): string => {
  const text = sayExpr(bound, env);
  const isOpen = bound.k === 'or' || bound.k === 'if' || (bound.k === 'math' && (bound.op === '+' || bound.op === '-'));
  return isOpen ? `（${text}）` : text;
};

function calculated({ op, left, right }: MathBound, env: Env): string {
  const isSum = op === '+' || op === '-' || op === 'join';
  return `${isSum ? sayExpr(left, env) : inner(left, env)} ${MATH[op] ?? '+'} ${inner(right, env)}`;
}

const OPS: Readonly<Record<CmpBound['op'], string>> = {
  '==': '=',
  '!=': '≠',
  '<': '<',
  '<=': '≤',
  '>': '>',
  '>=': '≥',
};
const OPPOSITE: Readonly<Record<CmpBound['op'], CmpBound['op']>> = {
  '==': '!=',
  '!=': '==',
  '<': '>=',
  '<=': '>',
  '>': '<=',
  '>=': '<',
};
const isNumber = (ty: Ty): boolean => ty.t === 'int' || ty.t === 'decimal';

function compared({ op: own, left, right }: CmpBound, env: Env, isNot: boolean): string {
  const op = isNot ? OPPOSITE[own] : own;
  const isEmpty = right.k === 'lit' && right.value === null;
  if (isEmpty && (op === '==' || op === '!=')) return `${inner(left, env)} ${op === '==' ? '未填' : '已填'}`;
  const value = right.k === 'lit' ? said(right.value, left.ty, env) : inner(right, env);
  const word = (op === '==' || op === '!=') && !isNumber(left.ty) ? (op === '==' ? '是' : '不是') : (OPS[op] ?? op);
  return `${inner(left, env)} ${word} ${value}`;
}

function negated(bound: Bound, env: Env): string {
  if (bound.k === 'cmp') return compared(bound, env, true);
  if (bound.k === 'in') return `${inner(bound.left, env)} 不属于 ${listed(bound.right, bound.left.ty, env)}`;
  if (bound.k === 'call' && bound.name === 'empty') return `${listOf(bound.args, env)} 已填`;
  if (bound.k === 'get' || bound.k === 'hop') return `${sayExpr(bound, env)} 为否`;
  if (bound.k === 'call' && bound.name === 'isNew') return '已保存过';
  if (bound.k === 'call' && bound.name === 'used') return '还没有业务数据';
  return `不满足（${sayCondition(bound, env)}）`;
}

const listed = (bound: Bound, ty: Ty, env: Env): string =>
  bound.k === 'list'
    ? bound.items.map((item) => (item.k === 'lit' ? said(item.value, ty, env) : sayExpr(item, env))).join('、')
    : bound.k === 'lit' && Array.isArray(bound.value)
      ? (bound.value as readonly unknown[]).map((value) => said(value, ty, env)).join('、')
      : sayExpr(bound, env);

/** A literal as it is read: the title of a dictionary code, 是 and 否. */
function said(value: unknown, ty: Ty, env: Env): string {
  if (value === null) return '空';
  if (typeof value === 'boolean') return value ? '是' : '否';
  if (ty.t === 'dict') {
    const code = plainText(value as never, { t: 'text' });
    return env.dict(ty.dict)?.items.find((item) => item.code === code)?.title ?? code;
  }
  return plainText(value as never, ty);
}

const listOf = (args: readonly Bound[], env: Env): string => args.map((arg) => sayExpr(arg, env)).join('、');

function called(name: string, args: readonly Bound[], env: Env): string {
  const [first, second] = args;
  const text = first === undefined ? '' : inner(first, env);
  const two = second === undefined ? '' : inner(second, env);
  switch (name) {
    case 'empty':
      return `${text} 未填`;
    case 'today':
      return '今天';
    case 'now':
      return '现在';
    case 'used':
      return '已有业务数据';
    case 'isNew':
      return '是新建的';
    case 'can':
      return '有权限';
    case 'round':
      return sayExpr(first as Bound, env);
    case 'label':
    case 'coalesce':
    case 'text':
    case 'number':
    case 'dateOf':
      return text;
    case 'contains':
      return `${text} 含有 ${two}`;
    case 'starts':
      return `${text} 以 ${two} 开头`;
    case 'pct':
      return `${text} 占 ${two} 的百分比`;
    case 'dateAdd':
      return `${text} 加 ${two} 天`;
    case 'dateDiff':
      return `${text} 到 ${two} 的天数`;
    default:
      return `${name}（${listOf(args, env)}）`;
  }
}

const AGG: Readonly<Record<AggName, string>> = {
  count: '行数',
  exists: '存在',
  sum: '合计',
  avg: '平均',
  min: '最小',
  max: '最大',
  first: '首个',
  last: '末个',
  values: '取值',
  join: '汇总',
  pairs: '选项',
  steps: '步骤',
  distinct: '取值',
};

function collected({ fn, source, value, cond }: AggBound, env: Env): string {
  const of = value === undefined ? '' : value.k === 'get' ? `「${value.field.title}」` : `（${sayExpr(value, env)}）`;
  const where = cond === undefined ? '' : `（${sayCondition(cond, env)}）`;
  const rows = source.s === 'list' ? sayExpr(source.list, env) : '明细';
  if (source.s === 'query') return `${fn === 'exists' ? '有' : AGG[fn]}关联数据${of}${where}`;
  if (fn === 'exists') return `有明细${where}`;
  return `${rows}${of}${where}${AGG[fn]}`;
}
