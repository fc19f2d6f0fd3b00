/** `kindBy` and `cases` (§2.3): control and check follow a sibling's code; the value is text, its wire form that of the case. */
import type { ResolvedField } from '../resolved';
import type { Rec, Row, Value } from '../value';
import { kindOf, typeOfDoc } from './index';
import type { Decoded } from './kind';
import { plainNumber, readNumber } from './reading';
import { fieldProblem } from './scalar';

const made = new WeakMap<object, ResolvedField>();

/** The field as it is for the record at hand; the field itself when it has no cases or none fits. */
export function caseOf(field: ResolvedField, record: Rec | Row | undefined): ResolvedField {
  if (field.kindBy === undefined || field.cases === undefined || record === undefined) return field;
  const code = record[field.kindBy];
  const found = field.cases.find((field) => field.is === String(code ?? ''));
  if (found === undefined) return field;
  let result = made.get(found);
  if (result === undefined) {
    const {
      is: _is,
      cases: _cases,
      kindBy: _by,
      fields: _f,
      rows: _r,
      columns: _c,
      rules: _ru,
      checks: _ch,
      use: _u,
      off: _o,
      ...rest
    } = found;
    const kind = found.kind ?? 'default';
    const type = typeOfDoc(found);
    result = {
      ...field,
      ...rest,
      title: found.title ?? field.title,
      kind,
      type,
      ...(kindOf(kind).many === 'always' ? { many: true } : {}),
    };
    made.set(found, result);
  }
  return result;
}

/** Text of a case's value, as stored. */
export function caseText(value: Value): Value {
  if (value === null || typeof value === 'string') return value;
  if (typeof value === 'number') return plainNumber(value);
  if (typeof value === 'boolean') return value ? 'true' : 'false';
  return JSON.stringify(value);
}

/** Value of a case from its stored text. */
export function caseValue(stored: Value | undefined, field: ResolvedField): Decoded {
  if (typeof stored !== 'string') return { value: stored ?? null };
  if (field.type === 'int' || field.type === 'decimal') {
    const number = readNumber(stored);
    return typeof number === 'number' ? { value: number } : { problem: fieldProblem('field.shape', field, field.path) };
  }
  if (field.type === 'bool') return { value: stored === 'true' };
  if (stored.startsWith('[') || stored.startsWith('{')) {
    try {
      return { value: JSON.parse(stored) as Value };
    } catch {
      return { value: stored };
    }
  }
  return { value: stored };
}
