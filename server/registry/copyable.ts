/**
 * What can be copied into another organisation (domain 10 §6.8), told by the documents themselves: masters with a business key that people
 * add and delete. Documents, stock, pay and people never leave their organisation.
 */

import { numberedIn } from '../../schemas/language/kinds/index';
import type { ResolvedField, ResolvedObject } from '../../schemas/language/resolved';
import { versionKey } from '../../schemas/language/versions';
import { isTyped } from '../../schemas/language/written';
import { isRef, targetOf } from '../records/read/wire';

/** areas whose rows are what happened, or samples */
const AREAS = new Set(['stock', 'demo', 'flow']);
/** who comes in and where: each organisation's own */
const NEVER = new Set(['user', 'terminal', 'deptRole', 'homePlan', 'news', 'screenCfg']);
const PERSONAL = new Set(['pay', 'payTotal', 'privacy', 'reward']);

export function copyable(object: ResolvedObject): boolean {
  if (object.storage !== 'table' || object.settings || object.single || object.audited) return false;
  if (AREAS.has(object.area) || NEVER.has(object.object)) return false;
  if (!object.actions.add || !object.actions.del || keyFields(object) === undefined) return false;
  return !fieldsOf(object).some(({ field }) => field.grant !== undefined && PERSONAL.has(field.grant));
}

/** Fields that name a record among those of its object; of versions what they share. */
export function keyFields(object: ResolvedObject): readonly string[] | undefined {
  const shared = versionKey(object);
  if (shared) return shared;
  const main = numberedIn(object.fields)?.code ?? object.label[0];
  if (main === undefined || !object.fields[main]) return undefined;
  if (object.fields[main].unique !== undefined && object.fields[main].unique !== false) return [main];
  const entry = Object.values(object.unique).find(({ fields, when }) => when === undefined && fields.includes(main));
  return entry?.fields;
}

/** Copyable objects a record cannot be without: what its required references name, in itself or in rows it must have. */
export function neededBy(object: ResolvedObject, all: ReadonlyMap<string, ResolvedObject>): readonly ResolvedObject[] {
  return [
    ...new Set(
      fieldsOf(object)
        .filter(isNeeded)
        .map(({ field }) => targetOf(object, field)),
    ),
  ].flatMap((code) => {
    const target = all.get(code);
    return target && code !== object.object && copyable(target) ? [target] : [];
  });
}

/** Each after what it needs; among equals what others point at comes first. */
export function inOrder(objects: readonly ResolvedObject[]): readonly ResolvedObject[] {
  const left = [...objects];
  const done: ResolvedObject[] = [];
  while (left.length > 0) {
    const open = new Set(left.map(({ object }) => object));
    const waits = (object: ResolvedObject, needed: boolean): number =>
      new Set(
        fieldsOf(object)
          .filter((at) => isRef(at.field) && (!needed || isNeeded(at)))
          .map(({ field }) => targetOf(object, field))
          .filter((code) => code !== object.object && open.has(code)),
      ).size;
    const ready = left.filter((object) => waits(object, true) === 0);
    const [next] = (ready.length > 0 ? ready : left).toSorted((a, b) => waits(a, false) - waits(b, false));
    if (!next) break;
    left.splice(left.indexOf(next), 1);
    done.push(next);
  }
  return done;
}

interface At {
  readonly field: ResolvedField;
  /** a record has at least one row of it */
  readonly always: boolean;
}
const isNeeded = ({ field, always }: At): boolean =>
  always && isRef(field) && field.required === true && isTyped(field);
function fieldsOf(object: ResolvedObject): readonly At[] {
  return Object.values(object.fields).flatMap((field): readonly At[] =>
    field.sub
      ? Object.values(field.sub.fields).map((column) => ({ field: column, always: (field.sub?.rows.min ?? 0) > 0 }))
      : [{ field, always: true }],
  );
}
