/**
 * Who names a field beyond its own document: expressions behind a reference, rows of another object, what a push makes, the source of a
 * report, print layouts and flows. The walk is that of `references.ts`; here every name has the object it is a field of, so a field of
 * the same code in another object stays.
 */
import { takesRows } from '../expr/rows-functions';
import { isNode, type Node } from '../resolve/merge';
import type { FieldType } from '../resolved';
import type { SortId } from '../sorts/table';
import { sortOfDoc } from './apply';
import { diffSteps } from './diff';
import { follow } from './references';
import type { Elsewhere, Place, Scope } from './scopes';
import type { Step, StepDoc } from './step';

/** What is known of a field for a path to go on: where a reference leads, the fields of rows. */
export type Leads = Pick<FieldType, 'ref'> & { readonly sub?: { readonly [code: string]: Pick<FieldType, 'ref'> } };
/** Fields of an object by their codes of now; undefined = there is no such object. */
export type FieldsOf = (object: string) => { readonly [code: string]: Leads } | undefined;

/** A field that has got another code. */
export interface RenamedField {
  readonly object: string;
  /** sub-table whose rows have it */
  readonly sub?: string;
  readonly from: string;
  readonly to: string;
}

const HEAD: ReadonlySet<string> = new Set(['doc', 'old']);
const HAND: ReadonlySet<string> = new Set(['it', 'row']);
/** The scope of what a measure is made of. */
const MEASURES = '%measures';

/** The steps that make a document name the field by its new code; none where it does not name it. */
export function stepsElsewhere(doc: StepDoc, renamed: RenamedField, fieldsOf: FieldsOf): readonly Step[] {
  const sort = sortOfDoc(doc);
  // most documents say nothing of the kind
  if (!JSON.stringify(doc).includes(renamed.from)) return [];
  return diffSteps(doc, namedAnew(doc, sort, renamed, fieldsOf), sort);
}

/** The same for an action: other documents name it by its right, and reports start it. */
export function stepsOfAction(
  doc: StepDoc,
  renamed: { readonly object: string; readonly from: string; readonly to: string },
): readonly Step[] {
  if (!JSON.stringify(doc).includes(renamed.from)) return [];
  const sort = sortOfDoc(doc);
  return diffSteps(doc, follow(doc, sort, { what: 'action', within: '', outside: true, ...renamed }), sort);
}

/** A document with the field under its new code everywhere it is named as the field of that object. */
export function namedAnew(doc: StepDoc, sort: SortId, renamed: RenamedField, fieldsOf: FieldsOf): StepDoc {
  const { from, to, object, sub } = renamed;
  const places = elsewhereOf(doc, sort, renamed, fieldsOf);
  const own = new Set<string>();
  const text = sort === 'report' ? spelled(doc, renamed, places) : doc;
  return follow(text, sort, {
    what: 'field',
    from,
    to,
    object,
    ...(sub === undefined ? {} : { sub }),
    subs: own,
    places,
  });
}

/** A dim that has its code from the field keeps it: what it reads is said. Rows a report is made of go by the name of their table. */
function spelled(doc: StepDoc, renamed: RenamedField, { names }: Elsewhere): StepDoc {
  const { from, object, sub, to } = renamed;
  if (typeof doc.from !== 'string') return doc;
  const rows = sub === undefined && doc.from === `${object}.${from}` ? `${object}.${to}` : doc.from;
  const dims = isNode(doc.dims) ? doc.dims : {};
  const source = sourceOf(doc);
  const isRead = (code: string, dim: unknown): boolean =>
    code === from && isNode(dim) && dim.of === undefined && names([code], source)[0] === to;
  const said = Object.entries(dims).map(([code, dim]) => [
    code,
    isRead(code, dim) ? { ...(dim as Node), of: code } : dim,
  ]);
  if (doc.dims === undefined) return { ...doc, from: rows };
  return { ...doc, from: rows, dims: Object.fromEntries(said) };
}
function sourceOf({ from }: StepDoc): Scope {
  if (typeof from !== 'string') return null;
  const [object = '', sub] = from.split('.');
  return sub === undefined ? { object } : { object, sub };
}

const headAt = (at: Place | undefined): Place | undefined => at && { object: at.object };
/** `row` is the record around the one at hand */
const handAt = (word: string, at: Place | undefined): Place | undefined => (word === 'row' && at?.row) || at;
const isIt = (renamed: RenamedField, { object, sub }: Place, name: string): boolean =>
  name === renamed.from && object === renamed.object && sub === renamed.sub;

function elsewhereOf(doc: StepDoc, sort: SortId, renamed: RenamedField, fieldsOf: FieldsOf): Elsewhere {
  const home = homeOf(doc, sort, fieldsOf);
  const source = sort === 'report' ? sourceOf(doc) : undefined;
  /** page a cell of a list leads to, for the settings below it */
  let led: unknown;

  const placeOf = (scope: Scope): Place | undefined => {
    if (scope === null || scope === MEASURES) return undefined;
    if (scope === undefined) return home;
    return typeof scope === 'string' ? home && { object: home.object, sub: scope } : scope;
  };
  const fieldsAt = ({ object, sub }: Place): { readonly [code: string]: Leads } | undefined =>
    sub === undefined ? fieldsOf(object) : fieldsOf(object)?.[sub]?.sub;
  const next = (at: Place, name: string): Place | undefined => {
    const field = fieldsAt(at)?.[name];
    if (field?.sub !== undefined) return at.sub === undefined ? { object: at.object, sub: name } : undefined;
    return field?.ref === undefined ? undefined : { object: field.ref === 'self' ? at.object : field.ref };
  };
  const now = (at: Place, name: string): string => (isIt(renamed, at, name) ? renamed.to : name);
  const fieldAt = (at: Place | undefined, name: string): Leads | undefined =>
    at === undefined ? undefined : fieldsAt(at)?.[now(at, name)];
  const walk = (names: readonly string[], scope: Scope): readonly string[] => {
    const start = placeOf(scope);
    const [first = '', ...rest] = names;
    if (HEAD.has(first)) return [first, ...walkFields(rest, home ?? headAt(start))];
    if (HAND.has(first)) return [first, ...walkFields(rest, handAt(first, start))];
    // columns of a report, what a block is given
    if (scope === undefined && start === undefined) return names;
    const from = [start, headAt(start)].find((at) => fieldAt(at, first) !== undefined);
    if (from !== undefined) return walkFields(names, from);
    // rows of all records of an object
    return fieldsOf(first) === undefined ? names : [first, ...walkFields(rest, { object: first })];
  };
  /** names one after the other, each a field of what the one before leads to */
  const walkFields = (names: readonly string[], start: Place | undefined): readonly string[] => {
    let at = start;
    return names.map((name) => {
      const here: string = at === undefined ? name : now(at, name);
      at = at === undefined ? undefined : next(at, here);
      return here;
    });
  };
  const headOf = (object: unknown): Scope => {
    if (object === 'self') return home ?? null;
    const [code = ''] = typeof object === 'string' ? object.split(/[.#]/) : [];
    return fieldsOf(code) === undefined ? null : { object: code };
  };
  const rowsBeside = (sub: unknown, scope: Scope): Scope => {
    const at = placeOf(scope);
    return typeof sub === 'string' && at !== undefined && fieldsOf(at.object)?.[sub]?.sub !== undefined
      ? { object: at.object, sub }
      : scope;
  };
  /** a field of a block says its reference there */
  const pickedAt = (ref: unknown, row: Place | undefined, code: string): Scope => {
    const head = headOf(ref ?? fieldAt(row, code)?.ref);
    return head === null || head === undefined || typeof head === 'string' || row === undefined
      ? head
      : { ...head, row };
  };
  const madeRows = (object: unknown, into: unknown): Scope => rowsBeside(into ?? 'items', headOf(object));

  /** rows a path leads to: own ones, those behind a reference, all records of an object */
  const rowsAt = (names: readonly string[], scope: Scope, isScalar: boolean): Place | undefined => {
    const [word = ''] = names;
    const start = HEAD.has(word) ? (home ?? headAt(placeOf(scope))) : handAt(word, placeOf(scope));
    const [first = '', second = ''] = names.slice(HEAD.has(word) || HAND.has(word) ? 1 : 0);
    for (const at of [start, headAt(start)]) {
      const field = fieldAt(at, first);
      if (at === undefined || field === undefined) continue;
      const target = next(at, now(at, first));
      if (field.sub !== undefined) return target;
      if (target !== undefined && fieldAt(target, second)?.sub !== undefined)
        return { object: target.object, sub: now(target, second) };
      // a reference may be called as its object is; of two values the lesser is none of rows
      if (isScalar) return undefined;
    }
    return fieldsOf(first) === undefined ? undefined : { object: first };
  };

  return {
    names: walk,
    isRecords: ({ names }, scope, isScalar) => isAllOf(names[0] ?? '', rowsAt(names, scope, isScalar)),
    // the lesser of two measures is none of the rows
    atHand: ({ name, args }, scope) =>
      scope === MEASURES && takesRows(name) && (args.length === 1 || !/^(min|max)$/.test(name)) ? source : scope,
    headOf,
    madeRows,
    rowsOf: (first, scope, isScalar) => {
      const [at, row] = [rowsAt(first.names, scope, isScalar), placeOf(scope)];
      return at === undefined ? scope : { ...at, ...(row === undefined ? {} : { row: row.row ?? row }) };
    },
    scopeIn: ({ spec, keys, owner, scope, code }) => {
      if (keys.portId !== undefined) led = owner.page;
      switch (spec.scope) {
        case 'rows':
          return scope === undefined ? rowsBeside(code, scope) : scope;
        case 'head':
          return headAt(placeOf(scope)) ?? null;
        case 'picked':
          return pickedAt(owner.ref, placeOf(scope), code);
        case 'made':
          return madeRows(owner.to, owner.into);
        case 'other':
          return headOf(owner.list ?? owner.page ?? led);
        case 'source':
          return sort === 'report' ? source : scope;
        case 'report':
          return null;
        case undefined: {
          if (sort === 'report' && keys.total !== undefined && keys.of === spec) return MEASURES;
          const rows = Object.keys(keys).find((key) => keys[key]?.names === 'rows');
          if (rows === undefined) return scope;
          // a list of records beside the document a layout prints
          return owner.list === undefined ? rowsBeside(owner[rows], scope) : headOf(owner.list);
        }
      }
    },
  };
}
/** Rows that are all records of the object of that code. */
const isAllOf = (code: string, rows: Place | undefined): boolean => rows?.object === code && rows.sub === undefined;
/** The object whose fields bare names of a document are. */
function homeOf(doc: StepDoc, sort: SortId, fieldsOf: FieldsOf): Place | undefined {
  if (sort === 'report' || sort === 'board') return undefined;
  const named = sort === 'print' ? doc.page : doc.object;
  const [object = ''] = typeof named === 'string' ? named.split(/[.#]/) : [];
  return fieldsOf(object) === undefined ? undefined : { object };
}
