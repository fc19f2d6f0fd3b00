/** Why a value is what it is: the value of every node, the source of every leaf (language §5.6). */

import type { Scope } from '../env';
import { hasLabel, labelOf } from '../functions/host';
import { plainText } from '../functions/text';
import type { Row, Value } from '../value';
import { printBound } from './check';
import { rowsOf } from './collect';
import { compile } from './evaluate';
import { type Frame, newFrame, toValue } from './frame';
import { type Bound, childrenOf } from './typed';

export interface TraceNode {
  /** the expression of the node */
  readonly text: string;
  readonly value: Value;
  /** the value as a reader sees it, -- for nothing */
  readonly shown: string;
  /** where a leaf comes from: 字段 supplier, 供应商.等级, 参数 …, 本人 … */
  readonly source?: string;
  readonly parts: readonly TraceNode[];
  /** rows a collection function ran through */
  readonly rows?: readonly {
    readonly id?: string;
    readonly name: string;
    readonly value: Value;
    readonly shown: string;
  }[];
}

/** Evaluates an expression and tells every step. Never throws; rows beyond 200 are left out of the tale, not of the value. */
export function trace(bound: Bound, scope: Scope): TraceNode {
  return traceNode(bound, newFrame(scope));
}

/** One line: `total 3.00 = sum(items.amount): 第10行 1.00, 第20行 2.00`. */
export function traceText(node: TraceNode, name = '', scale?: number): string {
  const show = (value: Value, shown: string): string =>
    typeof value === 'number' && scale !== undefined ? value.toFixed(scale) : shown;
  const head = `${name === '' ? '' : `${name} `}${show(node.value, node.shown)} = ${node.text}`;
  const rows =
    node.rows?.map((row) => `${row.name} ${show(row.value, row.shown)}`) ??
    leaves(node).map((leaf) => `${leaf.text} ${show(leaf.value, leaf.shown)}`);
  return rows.length === 0 ? head : `${head}: ${rows.join(', ')}`;
}

const TRACED_ROWS = 200;

function traceNode(bound: Bound, frame: Frame): TraceNode {
  const raw = compile(bound)(frame);
  const value = toValue(raw);
  const labelled = hasLabel(bound) ? labelOf(raw, bound, frame) : null;
  const text = labelled ?? plainText(raw, bound.ty);
  const source = sourceOfLeaf(bound);
  const rows = rowsTold(bound, frame);
  return {
    text: printBound(bound),
    value,
    shown: text === '' ? '--' : text,
    ...(source === undefined ? {} : { source }),
    parts: partsOf(bound).map((part) => traceNode(part, frame)),
    ...(rows === undefined ? {} : { rows }),
  };
}

/** parts that stand at the same record; what is inside rows is told by the rows */
function partsOf(bound: Bound): readonly Bound[] {
  if (bound.k === 'agg')
    return bound.source.s === 'list' ? [bound.source.list] : bound.source.s === 'hop' ? [bound.source.ref] : [];
  if (bound.k === 'among' || bound.k === 'above' || bound.k === 'measure') return [];
  return childrenOf(bound).filter((part) => bound.k !== 'hop' || part.k === 'get');
}

function rowsTold(bound: Bound, frame: Frame): TraceNode['rows'] {
  if (bound.k !== 'agg' || bound.source.s === 'query' || bound.source.s === 'list') return undefined;
  const rows = rowsOf(bound.source, compile)(frame);
  const of = bound.value ?? bound.cond;
  const told: { id?: string; name: string; value: Value; shown: string }[] = [];
  rows.forEach((row: Row, i) => {
    if (told.length >= TRACED_ROWS) return;
    const inner: Frame = { scope: frame.scope, self: row, budget: frame.budget };
    if (bound.cond !== undefined && bound.value !== undefined && compile(bound.cond)(inner) !== true) return;
    const raw = of === undefined ? null : compile(of)(inner);
    const text = of === undefined ? '' : ((hasLabel(of) ? labelOf(raw, of, inner) : null) ?? plainText(raw, of.ty));
    const named = { name: `第${row.lineNo ?? (i + 1) * 10}行`, value: toValue(raw), shown: text === '' ? '--' : text };
    told.push(typeof row.id === 'string' ? { id: row.id, ...named } : named);
  });
  return told;
}

const PLACES = {
  self: '字段',
  doc: '单据',
  row: '本行',
  it: '候选',
  old: '原值',
  ask: '填写',
  param: '查询参数',
} as const;
function sourceOfLeaf(bound: Bound): string | undefined {
  switch (bound.k) {
    case 'get':
      return `${PLACES[bound.scope]}「${bound.field.title}」`;
    case 'hop':
      return `${bound.ref.k === 'get' ? `「${bound.ref.field.title}」` : ''}的「${bound.field.title}」`;
    case 'me':
      return '当前用户';
    case 'sys':
      return `参数${bound.key}`;
    case 'server':
      return `函数${bound.name}`;
    case 'agg':
      return bound.source.s === 'query' ? `查询${bound.source.row.object}` : undefined;
    case 'call':
      return bound.name === 'today' || bound.name === 'now' ? '系统时间' : undefined;
    default:
      return undefined;
  }
}
function leaves(node: TraceNode): readonly TraceNode[] {
  if (node.parts.length === 0) return [];
  return node.parts.flatMap((part) =>
    part.parts.length === 0
      ? part.source === undefined
        ? []
        : [part]
      : part.rows === undefined
        ? leaves(part)
        : [part],
  );
}
