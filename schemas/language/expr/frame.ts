/** What runs at evaluation: values of the machine, the frame a closure reads from, and guards that turn stored values into them. */
import { isBig, type Num, parseNum } from '../codec/decimal';
import type { Scope } from '../env';
import type { Rec, Row, Value } from '../value';
import { LIMITS } from './ast';
import type { RecordScope, Ty } from './typed';

/** Value inside the machine: numbers may be Big, an empty text is null, lists are never null. */
export type V = null | boolean | string | Num | readonly V[] | { readonly [key: string]: unknown };
export interface Budget {
  steps: number;
  /** a limit was passed: the result is a problem, not a value */
  over: boolean;
}
export interface Frame {
  readonly scope: Scope;
  /** the record bare names mean here */
  self: Rec | Row | null;
  readonly budget: Budget;
}
export type Run = (frame: Frame) => V;

export const newFrame = (scope: Scope): Frame => ({
  scope,
  self: scope.self,
  budget: { steps: LIMITS.steps, over: false },
});

/** The record a scope word means; `row`, `it`, `doc` fall back on the record at hand. */
export function recordOf(f: Frame, scope: RecordScope): Rec | Row | null {
  const s = f.scope;
  switch (scope) {
    case 'self':
      return f.self;
    case 'doc':
      return s.doc === undefined ? s.self : s.doc;
    case 'row':
      return s.row === undefined ? s.self : s.row;
    case 'it':
      return s.it === undefined ? s.self : s.it;
    case 'old':
      return s.old ?? null;
    case 'ask':
      return s.ask ?? null;
    case 'param':
      return s.param ?? null;
  }
}

/** Reads a stored or host value as a type; what does not fit the type is empty, so a broken record cannot break an evaluation. */
export function readerOf(ty: Ty): (raw: unknown) => V {
  switch (ty.t) {
    case 'bool':
      return readBool;
    case 'int':
    case 'decimal':
      return readNumber;
    case 'list': {
      const of = readerOf(ty.of);
      return (raw) => (Array.isArray(raw) ? readList(raw, of) : NONE);
    }
    case 'range':
      return readRange;
    case 'file':
      return (raw) => (Array.isArray(raw) ? (raw as readonly V[]) : NONE);
    case 'json':
    case 'choices':
    case 'rows':
      return readJson;
    case 'null':
      return () => null;
    case 'dict':
      return readCode;
    default:
      return readText;
  }
}

/** As readerOf, for answers of queries and server functions: a number may come as its decimal text, exact beyond 15 digits. */
export function answerReader(ty: Ty): (raw: unknown) => V {
  const read = readerOf(ty);
  if (ty.t !== 'int' && ty.t !== 'decimal') return read;
  return (raw) => (typeof raw === 'string' ? parseNum(raw) : read(raw));
}

/** The plain value of the machine's. */
export function toValue(v: V): Value {
  if (v === null || typeof v !== 'object') return v;
  if (Array.isArray(v)) return v.map(toValue) as Value;
  if (isBig(v)) return Number(v.toString());
  return v as Value;
}

export const NONE: readonly V[] = Object.freeze([]);
const readText = (raw: unknown): V => (typeof raw === 'string' && raw !== '' ? raw : null);
const readCode = (raw: unknown): V =>
  typeof raw === 'string' ? (raw === '' ? null : raw) : typeof raw === 'number' ? String(raw) : null;
const readNumber = (raw: unknown): V => (typeof raw === 'number' && Number.isFinite(raw) ? raw : null);
const readBool = (raw: unknown): V => raw === true;
const readList = (raw: readonly unknown[], of: (value: unknown) => V): readonly V[] => {
  const list: V[] = [];
  for (const value of raw) {
    // many references may come with their labels: {id, label}
    const v = of(typeof value === 'object' && value !== null && 'id' in value ? value.id : value);
    if (v !== null) list.push(v);
  }
  return list;
};
const readRange = (raw: unknown): V =>
  Array.isArray(raw) && (typeof raw[0] === 'string' || typeof raw[1] === 'string')
    ? [readText(raw[0]), readText(raw[1])]
    : null;
const readJson = (raw: unknown): V =>
  raw === undefined || typeof raw === 'function' || typeof raw === 'symbol' || raw === '' ? null : (raw as V);
