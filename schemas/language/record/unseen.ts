/** What a save makes of values that a rule hides: they are not sent. */
import type { Env } from '../env';
import type { Rec, Value } from '../value';
import { scopeAt, slotValue } from './bind';
import type { Model } from './model';
import type { States } from './states';
import { emptyOf, intoField, sameValue } from './values';

/** The record where head fields hidden by a rule hold what is stored, in a new one their default. The same object when nothing differs. */
export function withoutUnseen(model: Model, rec: Rec, stored: Rec | null, env: Env, states: States): Rec {
  let seen = rec;
  for (const code of states.hidden) {
    const field = model.head.fields.get(code);
    if (!field || field.field.hidden === true || field.formula || field.service || model.subs.has(code)) continue;
    const preset = stored === null && field.default ? slotValue(field.default, scopeAt(env, rec)) : undefined;
    const kept = stored ? ((stored[code] as Value | undefined) ?? null) : intoField(field.field, preset ?? null);
    const value = kept ?? emptyOf(field.field);
    if (sameValue(rec[code], value)) continue;
    if (seen === rec) seen = { ...rec };
    seen[code] = value;
  }
  return seen;
}
