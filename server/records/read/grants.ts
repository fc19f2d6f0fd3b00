import type { ResolvedField, ResolvedObject } from '../../../schemas/language/resolved';
import type { Rights } from '../../ctx';
import { memo } from '../../registry/memo';

/** What the user gets of a field: its value, masked text, only in rows of his own (`access.grants`), or nothing. */
export type FieldAccess = 'value' | 'mask' | 'row' | 'none';

export function holdsGrant(grant: string, rights: Rights): boolean {
  return grant.includes(':') ? rights.has(grant) : rights.group(grant);
}

type Guarded = Pick<ResolvedField, 'grant' | 'mask' | 'ref' | 'required'>;

export function accessOf(object: ResolvedObject, field: Guarded, rights: Rights): FieldAccess {
  if (pointsAway(field, rights)) return 'none';
  if (field.grant === undefined || holdsGrant(field.grant, rights)) return 'value';
  if (field.mask !== undefined) return 'mask';
  return object.access.grants?.[field.grant] === undefined ? 'none' : 'row';
}

/** Usable in conditions, sort and sums: the value of every row is the user's to see. */
export const isOpen = (object: ResolvedObject, field: Guarded, rights: Rights): boolean =>
  accessOf(object, field, rights) === 'value';

/** A reference one can do without, into an app that is off: its form has no such field. */
const pointsAway = ({ ref, required }: Guarded, rights: Rights): boolean =>
  ref !== undefined && !required && rights.rests(ref);

/**
 * The rights that shape what is read of an object, as one text: users with the same text share plans and presenters. It names the
 * grants that its fields ask for and the user holds, and the functions in `more` that he holds.
 */
export function rightsShape(object: ResolvedObject, rights: Rights, more: readonly string[] = []): string {
  const gone = targetsOf(object)
    .filter((target) => rights.rests(target))
    .map((target) => `-${target}`);
  if (rights.super) return ['*', ...gone].join(',');
  const held = grantsOf(object).filter((grant) => holdsGrant(grant, rights));
  return [...held, ...gone, ...more.filter((right) => rights.has(right))].join(',');
}

const known = new WeakMap<ResolvedObject, readonly string[]>();
/** Every grant that fields, columns and parts of an object name. */
function grantsOf(object: ResolvedObject): readonly string[] {
  return memo(known, object, () => {
    const found = new Set<string>();
    for (const field of Object.values(object.fields)) {
      if (field.grant !== undefined) found.add(field.grant);
      for (const column of Object.values(field.sub?.fields ?? {}))
        if (column.grant !== undefined) found.add(column.grant);
    }
    for (const list of [object.list, ...Object.values(object.views).map((view) => view.list)])
      for (const column of list.columns) if (column.grant !== undefined) found.add(column.grant);
    return [...found].sort();
  });
}

const targets = new WeakMap<ResolvedObject, readonly string[]>();
/** Every object that fields of an object refer to. */
const targetsOf = (object: ResolvedObject): readonly string[] =>
  memo(targets, object, () => {
    const fields = Object.values(object.fields).flatMap((field) => [field, ...Object.values(field.sub?.fields ?? {})]);
    return [...new Set(fields.flatMap(({ ref }) => (ref === undefined || ref === 'self' ? [] : [ref])))].sort();
  });

const MASKS: Readonly<Record<NonNullable<ResolvedField['mask']>, (text: string) => string>> = {
  phone: (text) => keep(text, 3, 4),
  idNo: (text) => keep(text, 4, 4),
  bank: (text) => keep(text, 0, 4),
  name: (text) => keep(text, 1, 0),
};
/** `138****5678`; a text too short to keep anything of is all stars. */
export function masked(word: NonNullable<ResolvedField['mask']>, value: unknown): string | null {
  return value === null || value === undefined || value === '' ? null : MASKS[word](String(value));
}
function keep(text: string, head: number, tail: number): string {
  const points = [...text];
  if (points.length <= head + tail) return '*'.repeat(points.length);
  return `${points.slice(0, head).join('')}****${tail === 0 ? '' : points.slice(-tail).join('')}`;
}
