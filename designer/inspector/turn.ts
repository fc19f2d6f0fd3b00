/** Another control or type of a field: what it stores goes along, and what the field can no longer say goes in the same gesture. */
import type { Library } from '../../schemas/language/check/index';
import { factsOf, factsOfDoc, isNumeric, kindOf } from '../../schemas/language/kinds/index';
import { fieldKeys } from '../../schemas/language/kinds/keys';
import { TYPES } from '../../schemas/language/kinds/types';
import { resolvedAt } from '../../schemas/language/resolve/at';
import { isNode } from '../../schemas/language/resolve/merge';
import type { ResolvedField } from '../../schemas/language/resolved';
import type { Shape, SortId } from '../../schemas/language/sorts/table';
import { applyStep, joinAddress, type Step, type StepDoc, valueAt } from '../../schemas/language/steps/index';
import type { Json } from '../../schemas/language/value';
import { kindAndType, objectOf } from './resolved';
import { writeSteps } from './write';

type Stored = Pick<ResolvedField, 'kind' | 'type'>;
/** they say something else of values of another type */
const OF_VALUES: ReadonlySet<string> = new Set(['default', 'min', 'max']);

/** Does a key decide what a field stores? */
export const isTurn = (sort: SortId, key: string): boolean =>
  (sort === 'field' || sort === 'case') && (key === 'kind' || key === 'type');

/** Steps that give fields another control or type. */
export function turnSteps(
  doc: StepDoc,
  library: Library,
  addresses: readonly string[],
  { key, to }: { readonly key: string; readonly to: Json | undefined },
): readonly Step[] {
  const steps: Step[] = [];
  let now = doc;
  const write = (address: string, key: string, to: Json | undefined): void => {
    for (const step of writeSteps(now, joinAddress(address, key), to)) {
      steps.push(step);
      now = applyStep(now, step).doc ?? now;
    }
  };
  for (const address of addresses) {
    const was = storedAt(now, library, address);
    write(address, key, to);
    if (key === 'kind') {
      // the type that stands there by itself is not written
      write(address, 'type', undefined);
      const own = storedAt(now, library, address);
      const { types, defaultType } = kindOf(own.kind);
      const wanted = types.includes(was.type) ? was.type : types.includes(own.type) ? own.type : defaultType;
      if (wanted !== own.type) write(address, 'type', wanted);
    }
    const is = storedAt(now, library, address);
    for (const left of unfit(valueAt(now, address), was, is)) write(address, left, undefined);
  }
  return steps;
}

function storedAt(doc: StepDoc, library: Library, address: string): Stored {
  const node = valueAt(doc, address);
  const object = objectOf(doc, library);
  const field = object === undefined ? undefined : resolvedAt(object, address);
  return isNode(field) && typeof field.kind === 'string' && typeof field.type === 'string'
    ? (field as unknown as Stored)
    : kindAndType(isNode(node) ? node : {}, undefined);
}

/** Keys that mean nothing, or something else, in what the field is now. */
function unfit(node: unknown, was: Stored, is: Stored): readonly string[] {
  if (!isNode(node)) return [];
  const may = fieldKeys(is);
  const { many } = kindOf(is.kind);
  const isAlike = was.type === is.type || (isNumeric(was) && isNumeric(is));
  return Object.keys(node).filter(
    (key) =>
      !(may.has(key) || key.startsWith('x-')) ||
      (!isAlike && OF_VALUES.has(key)) ||
      (key === 'many' && (many !== 'may' || !TYPES[is.type].canBeMany)),
  );
}

/** Controls and types a field may be turned into: what holds rows keeps holding them, and a control has its own types. */
export function turnsInto(shape: Shape, key: string, { kind, type }: Stored): Shape {
  if (typeof shape === 'string' || !('words' in shape)) return shape;
  const { holdsRows } = factsOf({ kind });
  if (key === 'kind')
    return { words: shape.words.filter((word) => factsOfDoc({ kind: word }).holdsRows === holdsRows) };
  if (key !== 'type') return shape;
  const types: ReadonlySet<unknown> = new Set([...kindOf(kind).types, type]);
  return { words: shape.words.filter((word) => types.has(word)) };
}
