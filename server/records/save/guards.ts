/** Refusals that speak about the stored state: locked rows first, then fields that a rule keeps (§6.1, §6.3). */

import type { Env } from '../../../schemas/language/env';
import type { Model } from '../../../schemas/language/record/model';
import { lockedText, rowLock, ruleStates, type States } from '../../../schemas/language/record/states';
import { sameValue } from '../../../schemas/language/record/values';
import { type Problem, problem, type Rec, type Row, type Value } from '../../../schemas/language/value';
import { isTyped } from '../../../schemas/language/written';
import type { Sent } from './sent';

/** Problems of a change against the stored record. Run it inside `settle`. */
export function lockedProblems(model: Model, env: Env, stored: Rec, sent: Sent): Problem[] {
  const deleted = deletedProblems(model, env, stored, sent);
  if (deleted.length > 0) return deleted;
  const states = ruleStates(model, stored, env, { old: stored });
  const problems: Problem[] = [];
  for (const [code, value] of Object.entries(sent.head)) {
    const field = model.head.fields.get(code);
    const rule = states.readonly.get(code);
    if (!field || rule === undefined || !isTyped(field.field) || sameValue(stored[code], value)) continue;
    problems.push(locked(rule, code, lockedText(model, rule, field, stored, env)));
  }
  for (const [sub, rows] of sent.rows) problems.push(...rowProblems(model, env, stored, sub, rows, states));
  return problems;
}

const locked = (
  rule: string,
  path: string,
  text: string,
): Problem & { readonly rule: string; readonly terms: object } => ({
  code: 'field.locked',
  rule,
  terms: {},
  path,
  text,
});

function deletedProblems(model: Model, env: Env, stored: Rec, sent: Sent): Problem[] {
  const problems: Problem[] = [];
  for (const [sub, { deleted }] of sent.rows) {
    const gone = new Set(deleted);
    for (const row of (stored[sub] as readonly Row[] | undefined) ?? []) {
      if (!gone.has(row.id)) continue;
      const lock = rowLock(model, sub, row, stored, env);
      if (lock !== null) problems.push(problem('row.locked', `${sub}[${row.id}]`, lock));
    }
  }
  return problems;
}

function rowProblems(
  model: Model,
  env: Env,
  stored: Rec,
  sub: string,
  sent: { readonly rows: readonly Row[]; readonly deleted: readonly string[] },
  states: States,
): Problem[] {
  const place = model.subs.get(sub);
  const whole = model.head.fields.get(sub);
  const before = new Map(((stored[sub] as readonly Row[] | undefined) ?? []).map((row) => [row.id, row]));
  const added = sent.rows.filter((row) => !before.has(row.id));
  const rule = states.readonly.get(sub);
  const problems: Problem[] = [];
  const closed =
    rule !== undefined
      ? added.length + sent.deleted.length > 0
      : (place?.rows?.add === false && added.length > 0) || (place?.rows?.delete === false && sent.deleted.length > 0);
  if (whole && closed) {
    const address = rule ?? `fields.${sub}.rows`;
    problems.push(locked(address, sub, lockedText(model, address, whole, stored, env)));
  }
  for (const row of sent.rows) {
    const old = before.get(row.id);
    if (!old) continue;
    const changed = Object.entries(row).filter(
      ([code, value]) => code !== 'id' && code !== 'lineNo' && !sameValue(old[code], value as Value),
    );
    if (changed.length === 0) continue;
    const own = ruleStates(model, stored, env, { sub, row: old, head: states, old: stored });
    for (const [code] of changed) {
      const field = place?.fields.get(code);
      const by = own.readonly.get(code) ?? (place?.rows?.append ? `fields.${sub}.rows` : undefined);
      if (!field || by === undefined || !isTyped(field.field)) continue;
      problems.push(locked(by, `${sub}[${row.id}].${code}`, lockedText(model, by, field, stored, env, old)));
    }
  }
  return problems;
}
