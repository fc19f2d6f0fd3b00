/** Checks (§2.8): what must hold, else the sentence. Errors before warnings, both in file order, rows in row order. */

import type { CheckDoc, Literal, Many } from '../document';
import type { Env, Scope } from '../env';
import { factsOf } from '../kinds/index';
import type { Problem, Rec, Row, Value } from '../value';
import { type Compiled, holds, renderTemplate, scopeAt, termsOf } from './bind';
import { type Watched, watch } from './hop';
import type { CheckModel, Model } from './model';
import { ruleStates, type States } from './states';
import { sameValue } from './values';

/** A failed check: `code` and `rule` are its address, `terms` every placeholder of the sentence under its expression text. */
export interface CheckProblem extends Problem {
  readonly rule: string;
  readonly terms: { readonly [placeholder: string]: Value };
  readonly ways?: readonly Way[];
}
/** A way out of a refusal (§6.4): an action of the object, or a page. */
export interface Way {
  readonly title: string;
  readonly action?: string;
  readonly page?: string;
  readonly with?: Many<Literal>;
}
export const waysOf = (model: Model, ways: NonNullable<CheckDoc['ways']>): readonly Way[] =>
  ways.map((way) => (typeof way === 'string' ? { title: model.obj.actions[way]?.title ?? way, action: way } : way));
export interface CheckOptions {
  /** only checks that need no answer of the server, and only with values that are there (browser, while typing) */
  readonly onlyLocal?: boolean;
  /** checks of these rows only, no head checks (leaving a cell, a paste) */
  readonly rows?: { readonly sub: string; readonly ids: ReadonlySet<string> };
  readonly states?: States;
  readonly old?: Rec | null;
  /** the record these checks passed for before: rows that are still the same object are judged only by checks that reach further */
  readonly since?: Rec | null;
}

export function runChecks(model: Model, rec: Rec, env: Env, options: CheckOptions = {}): CheckProblem[] {
  const old = options.old === undefined ? {} : { old: options.old };
  const pass: Pass = {
    model,
    rec,
    env: options.onlyLocal ? watch(env) : env,
    states: options.states ?? ruleStates(model, rec, env, old),
    old,
    // indexes of uniqueBy and its kin are built once for the pass
    extra: { ...old, cache: new Map<unknown, unknown>() },
  };
  const since = options.since ? unchangedSince(model, options.since, rec) : undefined;
  const errors: CheckProblem[] = [];
  const warnings: CheckProblem[] = [];
  for (const check of model.checks) {
    if (options.onlyLocal && !check.local) continue;
    const found = check.check.level === 'warn' ? warnings : errors;
    if (check.sub === undefined) {
      if (!options.rows) judge(pass, check, undefined, found);
      continue;
    }
    if (pass.states.hidden.has(check.sub) || (options.rows && options.rows.sub !== check.sub)) continue;
    const known = since?.(check.sub, [check.that, check.when]);
    for (const row of (rec[check.sub] as readonly Row[] | undefined) ?? []) {
      if ((options.rows && !options.rows.ids.has(row.id)) || known?.has(row)) continue;
      judge(pass, check, row, found);
    }
  }
  return [...errors, ...warnings];
}

/**
 * Rows that are what they were, for expressions that read nothing but the row: no changed head field, no other rows, no query. The
 * answer of such an expression can only have changed with what it reads elsewhere, which is a snapshot.
 */
export function unchangedSince(
  model: Model,
  before: Rec,
  rec: Rec,
): (sub: string, exprs: readonly (Compiled | undefined)[]) => ReadonlySet<Row> | undefined {
  const heads = new Set<string>();
  for (const field of model.head.fields.values()) {
    if (!factsOf(field.field).holdsRows && !sameValue(before[field.code], rec[field.code])) heads.add(field.code);
  }
  const rows = new Map<string, ReadonlySet<Row>>();
  return (sub, exprs) => {
    const wide = exprs.some(
      (expr) =>
        expr !== undefined &&
        (expr.deps.around ||
          expr.deps.collections.length + expr.deps.queries.length > 0 ||
          expr.deps.fields.some((path) => heads.has(path))),
    );
    if (wide) return undefined;
    let known = rows.get(sub);
    if (!known) {
      known = new Set((before[sub] as readonly Row[] | undefined) ?? []);
      rows.set(sub, known);
    }
    return known;
  };
}

interface Pass {
  readonly model: Model;
  readonly rec: Rec;
  readonly env: Env | Watched;
  readonly states: States;
  readonly old: { readonly old?: Rec | null };
  readonly extra: Partial<Scope>;
}

function judge(
  { model, rec, env, states, old, extra }: Pass,
  check: CheckModel,
  row: Row | undefined,
  found: CheckProblem[],
): void {
  const { at, level, ways } = check.check;
  if (at !== undefined && states.hidden.has(row ? `${check.sub}.${at}` : at)) return;
  const rows = check.sub === undefined ? undefined : (rec[check.sub] as readonly Row[] | undefined);
  const watched = 'missed' in env ? env : undefined;
  watched?.reset();
  const scope = scopeAt(env, rec, row, rows, extra);
  if (check.when && !holds(check.when, scope)) return;
  if (holds(check.that, scope) || watched?.missed()) return;
  // a field hidden by a rule of the row is not checked either; asked last because it is rarely so
  if (row && at !== undefined && check.sub !== undefined) {
    if (ruleStates(model, rec, env, { sub: check.sub, row, head: states, ...old }).hidden.has(at)) return;
  }
  found.push({
    code: check.address,
    rule: check.address,
    path: row ? `${check.sub}[${row.id}]${at === undefined ? '' : `.${at}`}` : (at ?? ''),
    text: renderTemplate(check.say, scope),
    terms: termsOf(check.say, scope),
    ...(level === 'warn' ? { level } : {}),
    ...(ways ? { ways: waysOf(model, ways) } : {}),
  });
}
