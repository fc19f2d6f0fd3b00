/** Conditions over a listed row, evaluated in the browser: what the row does not carry counts as null. */

import type { Many, Tone } from '../../schemas/language/document';
import { bindExpr } from '../../schemas/language/expr/check';
import { evaluate, truth } from '../../schemas/language/expr/evaluate';
import type { Bound } from '../../schemas/language/expr/typed';
import { decodeRecord } from '../../schemas/language/kinds/record-codec';
import { toObjectType } from '../../schemas/language/object-type';
import type { ObjectType, ResolvedObject } from '../../schemas/language/resolved';
import type { Rec, Value } from '../../schemas/language/value';
import type { WireRow } from '../data/types';
import type { BrowserEnv } from './browser-env';
import type { Page } from './types';

export type RowTest = (row: WireRow) => boolean;
export type RowTone = (row: WireRow) => Tone | undefined;

const never: RowTest = () => false;

/** A text that does not bind is a fault of the document, which its linter names; here it never holds. */
export const rowTest = (page: Page, text: string): RowTest => {
  const bound = bind(page, text);
  if (bound === undefined) return never;
  let env: BrowserEnv | undefined;
  return (row) => {
    env ??= page.env();
    const rec = recordOf(page.object, row);
    return truth(bound, { env, self: rec, doc: rec, row: rec, it: rec });
  };
};

/** The first tone whose expression holds. */
export const rowTone = (page: Page, tones: Many<string>): RowTone => {
  const tests = Object.entries(tones).map(([tone, text]) => [tone as Tone, rowTest(page, text)] as const);
  return (row) => tests.find(([, test]) => test(row))?.[0];
};

const values = new WeakMap<Page, Map<string, (row: WireRow) => Value>>();
/** Value of an expression over a listed row, bound once per page. */
export const rowValue = (page: Page, text: string): ((row: WireRow) => Value) => {
  const known = values.get(page) ?? new Map<string, (row: WireRow) => Value>();
  values.set(page, known);
  let value = known.get(text);
  if (value === undefined) {
    value = boundValue(page, text);
    known.set(text, value);
  }
  return value;
};

const boundValue = (page: Page, text: string): ((row: WireRow) => Value) => {
  const bound = bind(page, text);
  if (bound === undefined) return () => null;
  let env: BrowserEnv | undefined;
  return (row) => {
    env ??= page.env();
    const rec = recordOf(page.object, row);
    return evaluate(bound, { env, self: rec, doc: rec, row: rec, it: rec });
  };
};

const types = new WeakMap<ResolvedObject, ObjectType>();
const typeOf = (object: ResolvedObject): ObjectType => {
  let type = types.get(object);
  if (type === undefined) {
    type = toObjectType(object);
    types.set(object, type);
  }
  return type;
};

const bind = (page: Page, text: string): Bound | undefined => {
  const bound = bindExpr(text, { lib: page.lib, object: typeOf(page.object) });
  return Array.isArray(bound) ? undefined : bound;
};

const records = new WeakMap<WireRow, Rec>();
/** A listed row as a record: the fields it carries. */
export const recordOf = (object: ResolvedObject, row: WireRow): Rec => {
  let rec = records.get(row);
  if (rec === undefined) {
    rec = decodeRecord(object, row, { newId: () => '' }).rec;
    records.set(row, rec);
  }
  return rec;
};
