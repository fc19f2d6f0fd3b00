/** Typed expressions: every name resolved to a field, every literal to its type. Made by check.ts, read by all three machines. */

import type { Num } from '../codec/decimal';
import type { Many } from '../document';
import type { FieldType } from '../resolved';
import type { Ast } from './ast';
import type { AggName, AmongName } from './rows-functions';

export type Ty =
  | {
      readonly t:
        | 'text'
        | 'int'
        | 'decimal'
        | 'bool'
        | 'date'
        | 'datetime'
        | 'time'
        | 'file'
        | 'json'
        | 'id'
        | 'null'
        | 'choices';
    }
  | { readonly t: 'dict'; readonly dict: string }
  | { readonly t: 'ref'; readonly object: string }
  | { readonly t: 'range'; readonly of: 'date' | 'datetime' | 'time' }
  | { readonly t: 'list'; readonly of: Ty }
  | { readonly t: 'rows'; readonly object: string; readonly sub: string };

/** Which record a name reads: `self` is the one bare names mean where the expression stands, also inside a collection function. */
export type RecordScope = 'self' | 'doc' | 'row' | 'it' | 'old' | 'ask' | 'param';
/** What bare names mean at a place: a head, or a row of one of its sub-tables. */
export interface RowType {
  readonly object: string;
  readonly sub?: string;
  readonly fields: Many<FieldType>;
}

interface Node {
  readonly ty: Ty;
  readonly ast: Ast;
}
export type LitValue = null | boolean | string | Num | readonly LitValue[];
export interface LitBound extends Node {
  readonly k: 'lit';
  readonly value: LitValue;
}
/** field of a record in scope */
export interface GetBound extends Node {
  readonly k: 'get';
  readonly scope: RecordScope;
  readonly of: RowType;
  readonly field: FieldType;
}
/** field of a referenced record */
export interface HopBound extends Node {
  readonly k: 'hop';
  readonly ref: Bound;
  readonly object: string;
  readonly field: FieldType;
}
export interface PartBound extends Node {
  readonly k: 'part';
  readonly of: Bound;
  readonly part: 'from' | 'to';
}
export interface MeBound extends Node {
  readonly k: 'me';
  readonly field: 'id' | 'name' | 'employee' | 'dept' | 'depts' | 'team' | 'roles' | 'org' | 'super';
}
export interface SysBound extends Node {
  readonly k: 'sys';
  readonly key: string;
}
/** starter, flow, loadDay, page, pages */
export interface ExtraBound extends Node {
  readonly k: 'extra';
  readonly name: string;
}
export interface ListBound extends Node {
  readonly k: 'list';
  readonly items: readonly Bound[];
}
export interface UnaryBound extends Node {
  readonly k: 'not' | 'neg';
  readonly of: Bound;
}
/** `join` is + of texts */
export interface MathBound extends Node {
  readonly k: 'math';
  readonly op: '+' | '-' | '*' | '/' | '%' | 'join';
  readonly left: Bound;
  readonly right: Bound;
}
export interface CmpBound extends Node {
  readonly k: 'cmp';
  readonly op: '==' | '!=' | '<' | '<=' | '>' | '>=';
  readonly left: Bound;
  readonly right: Bound;
}
/** right is a list, or a range of dates (both ends inclusive) */
export interface InBound extends Node {
  readonly k: 'in';
  readonly left: Bound;
  readonly right: Bound;
}
export interface LogicBound extends Node {
  readonly k: 'and' | 'or';
  readonly left: Bound;
  readonly right: Bound;
}
export interface IfBound extends Node {
  readonly k: 'if';
  readonly test: Bound;
  readonly yes: Bound;
  readonly no: Bound;
}
/** function of the table (functions/) */
export interface CallBound extends Node {
  readonly k: 'call';
  readonly name: string;
  readonly args: readonly Bound[];
}
/** server function, answered by the host */
export interface ServerBound extends Node {
  readonly k: 'server';
  readonly name: string;
  readonly live: boolean;
  readonly args: readonly Bound[];
}
export type Source =
  /** sub-table of a record in scope */
  | {
      readonly s: 'sub';
      readonly scope: RecordScope;
      readonly sub: string;
      readonly row: RowType;
      readonly of: RowType;
    }
  /** sub-table of a referenced record */
  | { readonly s: 'hop'; readonly ref: Bound; readonly sub: string; readonly row: RowType }
  /** all records of an object */
  | { readonly s: 'query'; readonly row: RowType }
  /** rows of a report or summary, or the rows a formula stands among */
  | { readonly s: 'hand'; readonly row: RowType }
  | { readonly s: 'list'; readonly list: Bound };
/** collection function; `value`, `cond` and `more` stand inside the rows, `sep` outside */
export interface AggBound extends Node {
  readonly k: 'agg';
  readonly fn: AggName;
  readonly source: Source;
  readonly value?: Bound;
  readonly cond?: Bound;
  readonly more?: readonly Bound[];
  readonly sep?: Bound;
}
/** row functions over the sub-table a row stands in: uniqueBy, noOverlap, increasing; `inRow`: asked for the row at hand */
export interface AmongBound extends Node {
  readonly k: 'among';
  readonly fn: AmongName;
  readonly source: Source;
  readonly inRow: boolean;
  readonly values: readonly Bound[];
}
/** value of a field in the row above */
export interface AboveBound extends Node {
  readonly k: 'above';
  readonly sub: string;
  readonly of: Bound;
}
/** value with inheritance: own value, else along the reference */
export interface EffBound extends Node {
  readonly k: 'eff';
  readonly of: Bound;
  /** reference of the same record that leads up */
  readonly via: Bound;
  /** what is read there: object, field, and how it goes on from a record of that object */
  readonly up: EffStep;
}
export interface EffStep {
  readonly object: string;
  readonly field: FieldType;
  readonly next?: { readonly via: FieldType; readonly up: EffStep };
}
/** measures of reports: over the whole filter, cumulated, place, last */
export interface MeasureBound extends Node {
  readonly k: 'measure';
  readonly fn: 'total' | 'running' | 'rank' | 'pageSum' | 'runSum' | 'docSum';
  readonly of: Bound;
}
export type Bound =
  | LitBound
  | GetBound
  | HopBound
  | PartBound
  | MeBound
  | SysBound
  | ExtraBound
  | ListBound
  | UnaryBound
  | MathBound
  | CmpBound
  | InBound
  | LogicBound
  | IfBound
  | CallBound
  | ServerBound
  | AggBound
  | AmongBound
  | AboveBound
  | EffBound
  | MeasureBound;

/** Direct parts of a node, for walks. */
export function childrenOf(node: Bound): readonly Bound[] {
  switch (node.k) {
    case 'lit':
    case 'get':
    case 'me':
    case 'sys':
    case 'extra':
      return [];
    case 'hop':
      return [node.ref];
    case 'part':
    case 'not':
    case 'neg':
    case 'above':
    case 'measure':
      return [node.of];
    case 'eff':
      return [node.of, node.via];
    case 'list':
      return node.items;
    case 'math':
    case 'cmp':
    case 'in':
    case 'and':
    case 'or':
      return [node.left, node.right];
    case 'if':
      return [node.test, node.yes, node.no];
    case 'call':
    case 'server':
      return node.args;
    case 'agg':
      return [...sourceParts(node.source), ...some(node.value, node.cond, node.sep), ...(node.more ?? [])];
    case 'among':
      return [...sourceParts(node.source), ...node.values];
  }
}
const sourceParts = (source: Source): readonly Bound[] =>
  source.s === 'hop' ? [source.ref] : source.s === 'list' ? [source.list] : [];
const some = (...parts: (Bound | undefined)[]): Bound[] => parts.filter((part) => part !== undefined);

/** Visits a node and all below it. */
export function walk(node: Bound, visit: (node: Bound) => void): void {
  visit(node);
  for (const child of childrenOf(node)) walk(child, visit);
}
