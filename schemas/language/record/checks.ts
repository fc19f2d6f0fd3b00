/** Checks (§2.8): what must hold, else the sentence. Errors before warnings, both in file order, rows in row order. */

import type { CheckDoc } from '../document';
import type { Env } from '../env';
import type { Problem, Rec, Row, Value } from '../value';
import { holds, renderTemplate, scopeAt, termsOf } from './bind';
import { watch } from './hop';
import type { CheckModel, Model } from './model';
import { ruleStates, type States } from './states';

/** A failed check: `code` and `rule` are its address, `terms` every placeholder of the sentence under its expression text. */
export interface CheckProblem extends Problem {
  readonly rule: string;
  readonly terms: { readonly [placeholder: string]: Value };
  readonly ways?: NonNullable<CheckDoc['ways']>;
}
export interface CheckOptions {
  /** only checks that need no answer of the server, and only with values that are there (browser, while typing) */
  readonly onlyLocal?: boolean;
  /** checks of these rows only, no head checks (leaving a cell, a paste) */
  readonly rows?: { readonly sub: string; readonly ids: ReadonlySet<string> };
  readonly states?: States;
  readonly old?: Rec | null;
  /** answers of an action's dialog */
  readonly ask?: Rec | null;
}

export function runChecks(model: Model, rec: Rec, env: Env, options: CheckOptions = {}): CheckProblem[] {
  return judge(model, model.checks, rec, env, options);
}

/** The same over other checks: those of an action, with `ask` in scope. */
export function judge(
  model: Model,
  checks: readonly CheckModel[],
  rec: Rec,
  env: Env,
  options: CheckOptions = {},
): CheckProblem[] {
  const states = options.states ?? ruleStates(model, rec, env, options.old === undefined ? {} : { old: options.old });
  // indexes of uniqueBy and its kin are built once for the pass
  const cache = new Map<unknown, unknown>();
  const errors: CheckProblem[] = [];
  const warnings: CheckProblem[] = [];
  for (const check of checks) {
    if (options.onlyLocal && !check.local) continue;
    const found = check.check.level === 'warn' ? warnings : errors;
    if (check.sub === undefined) {
      if (!options.rows) judgeOne(model, check, rec, undefined, env, states, options, cache, found);
      continue;
    }
    if (states.hidden.has(check.sub) || (options.rows && options.rows.sub !== check.sub)) continue;
    const rows = (rec[check.sub] as readonly Row[] | undefined) ?? [];
    for (const row of rows) {
      if (options.rows && !options.rows.ids.has(row.id)) continue;
      judgeOne(model, check, rec, row, env, states, options, cache, found);
    }
  }
  return [...errors, ...warnings];
}

function judgeOne(
  model: Model,
  check: CheckModel,
  rec: Rec,
  row: Row | undefined,
  env: Env,
  states: States,
  options: CheckOptions,
  cache: Map<unknown, unknown>,
  found: CheckProblem[],
): void {
  const { at } = check.check;
  if (at !== undefined && states.hidden.has(row ? `${check.sub}.${at}` : at)) return;
  const rows = check.sub === undefined ? undefined : (rec[check.sub] as readonly Row[] | undefined);
  const seen = watch(env);
  const extra = {
    cache,
    ...(options.old === undefined ? {} : { old: options.old }),
    ...(options.ask === undefined ? {} : { ask: options.ask }),
  };
  const scope = scopeAt(options.onlyLocal ? seen.env : env, rec, row, rows, extra);
  if (check.when && !holds(check.when, scope)) return;
  if (holds(check.that, scope) || (options.onlyLocal && seen.missed())) return;
  // a field hidden by a rule of the row is not checked either; asked last because it is rarely so
  if (row && at !== undefined && check.sub !== undefined) {
    const own = ruleStates(model, rec, env, {
      sub: check.sub,
      row,
      head: states,
      ...(options.old === undefined ? {} : { old: options.old }),
    });
    if (own.hidden.has(at)) return;
  }
  const { level, ways } = check.check;
  found.push({
    code: check.address,
    rule: check.address,
    path: row ? `${check.sub}[${row.id}]${at === undefined ? '' : `.${at}`}` : (at ?? ''),
    text: renderTemplate(check.say, scope),
    terms: termsOf(check.say, scope),
    ...(level === 'warn' ? { level } : {}),
    ...(ways ? { ways } : {}),
  });
}
