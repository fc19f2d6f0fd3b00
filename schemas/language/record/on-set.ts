/** On-set rules: events of a form, in trigger order, each chain at most 50 steps (§6.1). */
import type { Env } from '../env';
import type { Rec, Row, Value } from '../value';
import { holds, renderTemplate, scopeAt, valueInto } from './bind';
import { applyFill, cellPath, isKept, type Kept, put } from './fill';
import { type FormulaNode, formulasBehind, slotExprs } from './graph';
import { type Watched, watch } from './hop';
import type { EventRule, FieldModel, Model } from './model';
import { isStale, recomputeStale } from './recompute';
import { isBlankRow } from './rows';
import { emptyOf, isEmpty, sameValue } from './values';
import { overtake } from './waits';
import type { Work } from './work';

const MAX_CHAIN = 50;

/** One changed value: head field, cell, or sub-table whose rows came or went. */
export interface Changed {
  /** `supplier`, `items.material`, `items` */
  readonly path: string;
  readonly rowId?: string;
  /** values of the picked record, when the picker brought them */
  readonly pickHops?: { readonly [path: string]: Value };
  /** only the fill of this reference is due, its rules have run */
  readonly fillOnly?: boolean;
  /** its fill has run */
  readonly filled?: boolean;
  readonly depth?: number;
}
export interface EventOptions {
  /** never overwritten by a fill */
  readonly typed: Kept;
  /** never overwritten by a fill or an on-set rule (server: keys of the request) */
  readonly sent: Kept;
  /** what happens to rules with `confirm`: ask (form), run, or leave alone */
  readonly confirm: 'ask' | 'run' | 'skip';
  /** stored record before this write: what `old` reads. Null or absent: a new one */
  readonly old?: Rec | null;
}

/** Runs fills, then on-set rules of what changed, then theirs, until nothing is left; what a rule reads is fresh before it, all is after. */
export function runEvents(work: Work, env: Env, first: readonly Changed[], options: EventOptions): void {
  const live = watch(env);
  const queue: Changed[] = [...first];
  const triggered = triggeredBy(work.model);
  const ran = new Ran();
  for (let at = 0; at < queue.length; at++) {
    const next = queue[at] as Changed;
    const depth = next.depth ?? 0;
    if (depth >= MAX_CHAIN) continue;
    const field = work.model.fields.get(next.path);
    if (field && !next.filled) {
      for (const code of fillOf(work, env, field, next, options)) {
        ran.clear();
        queue.push({
          path: field.sub === undefined ? code : `${field.sub}.${code}`,
          depth: depth + 1,
          ...row(next.rowId),
        });
      }
    }
    if (next.fillOnly) continue;
    for (const event of triggered.get(next.path) ?? []) {
      if (ran.has(event, next.rowId)) continue;
      const changes = runIt(work, live, event, next.rowId, options);
      if (changes.length > 0) ran.clear();
      else ran.add(event, next.rowId);
      for (const change of changes) queue.push({ ...change, depth: depth + 1 });
    }
  }
  recomputeStale(work, env);
}

/**
 * Rules that ran since anything was written, with their rows. A new document brings all its values at once, so most of its rules are
 * triggered by each value they listen to: what was asked once over the same values answers the same.
 */
class Ran {
  readonly #rows = new Map<EventRule, Set<string | undefined>>();
  has(event: EventRule, rowId: string | undefined): boolean {
    const rows = this.#rows.get(event);
    return rows !== undefined && (rows.has(rowId) || rows.has(undefined)) && !event.confirm && !event.rule.service;
  }
  add(event: EventRule, rowId: string | undefined): void {
    const rows = this.#rows.get(event);
    if (rows === undefined) this.#rows.set(event, new Set([rowId]));
    else rows.add(rowId);
  }
  clear(): void {
    this.#rows.clear();
  }
}

const triggers = new WeakMap<Model, ReadonlyMap<string, readonly EventRule[]>>();
/** The rules of a changed path, in document order. */
function triggeredBy(model: Model): ReadonlyMap<string, readonly EventRule[]> {
  let known = triggers.get(model);
  if (known === undefined) {
    const byPath = new Map<string, EventRule[]>();
    for (const event of model.events)
      for (const path of new Set(event.on)) byPath.set(path, [...(byPath.get(path) ?? []), event]);
    known = byPath;
    triggers.set(model, known);
  }
  return known;
}

const row = (rowId: string | undefined): { rowId?: string } => (rowId === undefined ? {} : { rowId });

function fillOf(work: Work, env: Env, field: FieldModel, change: Changed, options: EventOptions): readonly string[] {
  const { typed, sent } = options;
  const kept: Kept = {
    has: (path) => typed.has(path) || sent.has(path),
    hasCell: (sub, id, code) => isKept(typed, code, sub, id) || isKept(sent, code, sub, id),
  };
  if (field.sub === undefined) return applyFill(work, env, field, undefined, kept, change.pickHops);
  const at = work.indexOf(field.sub, change.rowId);
  const found = work.rows(field.sub)[at];
  return found ? applyFill(work, env, field, { at, row: found }, kept, change.pickHops) : [];
}

/** Runs one rule for the row it was triggered in, for all rows (a head trigger of a row rule), or at the head. */
export function runEvent(
  work: Work,
  env: Env,
  event: EventRule,
  rowId: string | undefined,
  options: EventOptions,
): Changed[] {
  return runIt(work, watch(env), event, rowId, options);
}

function runIt(
  work: Work,
  env: Watched,
  event: EventRule,
  rowId: string | undefined,
  options: EventOptions,
): Changed[] {
  // the other formulas wait for the end: totals over n rows that a rule fills one by one cost n, not n²
  if (event.confirm || formulasOf(work.model, event).some((node) => isStale(work, node))) recomputeStale(work, env);
  if (event.sub === undefined) return runAt(work, env, event, undefined, options);
  const ids = rowId === undefined ? work.rows(event.sub).map((row) => row.id) : [rowId];
  if (event.confirm && options.confirm === 'ask' && rowId === undefined) {
    if (ids.some((id) => plan(work, env, event, id, options).overwrites)) {
      ask(work, env, event, undefined, options);
      return [];
    }
    return ids.flatMap((id) => runAt(work, env, event, id, { ...options, confirm: 'run' }));
  }
  return ids.flatMap((id) => runAt(work, env, event, id, options));
}

const formulas = new WeakMap<EventRule, readonly FormulaNode[]>();
/** Formulas behind what a rule reads; a rule belongs to one model. */
function formulasOf(model: Model, event: EventRule): readonly FormulaNode[] {
  let known = formulas.get(event);
  if (known === undefined) {
    const exprs = [...(event.when ? [event.when] : []), ...slotExprs(event.set.map((item) => item.value))];
    known = formulasBehind(model.formulas, exprs);
    formulas.set(event, known);
  }
  return known;
}

interface Planned {
  readonly apply: boolean;
  readonly missed: boolean;
  /** a value that is there would be replaced; told of rules that ask */
  readonly overwrites: boolean;
  readonly values: readonly { readonly field: FieldModel; readonly value: Value }[];
  readonly at: number | undefined;
}

function plan(
  work: Work,
  env: Watched,
  event: EventRule,
  rowId: string | undefined,
  { sent, old = null }: EventOptions,
): Planned {
  const rows = event.sub === undefined ? [] : work.rows(event.sub);
  const at = event.sub === undefined ? undefined : work.indexOf(event.sub, rowId);
  const line: Row | undefined = at === undefined ? undefined : rows[at];
  // a value the client sent is not even computed
  const open = (field: FieldModel | undefined): field is FieldModel =>
    field !== undefined &&
    !((field.sub === undefined || field.sub === event.sub) && isKept(sent, field.code, field.sub, rowId));
  if (
    event.set.length > 0 &&
    ![...event.set.map((item) => item.path), ...event.clear].some((path) => open(work.model.fields.get(path)))
  ) {
    return { apply: event.rule.service !== undefined, missed: false, overwrites: false, values: [], at };
  }
  env.reset();
  const scope = scopeAt(env, work.rec, line, line && rows, { old });
  const apply = !event.when || holds(event.when, scope);
  const values: { field: FieldModel; value: Value }[] = [];
  if (apply) {
    for (const target of event.set) {
      const field = work.model.fields.get(target.path);
      if (!open(field)) continue;
      const got = valueInto(target.value, field.field, scope);
      if ('value' in got) values.push({ field, value: got.value });
      else work.problems.push({ ...got.problem, path: cellPath(field.code, field.sub, rowId) });
    }
    for (const path of event.clear) {
      const field = work.model.fields.get(path);
      if (open(field)) values.push({ field, value: emptyOf(field.field) });
    }
  }
  const overwrites =
    event.confirm !== undefined &&
    values.some(({ field, value }) =>
      heldBy(work, field, event, line).some((now) => !isEmpty(now) && !sameValue(now, value)),
    );
  return { apply, missed: env.missed(), overwrites, values, at };
}

/** What stands where a rule writes: one value, a cell of every row, or rows; those nobody filled in are nothing that could be lost. */
function heldBy(
  work: Work,
  field: FieldModel,
  event: EventRule,
  line: Row | undefined,
): readonly (Value | readonly Row[] | undefined)[] {
  const place = work.model.subs.get(field.path);
  if (place !== undefined) return [work.rows(field.code).filter((row) => !isBlankRow(place, row))];
  if (field.sub !== undefined && field.sub !== event.sub) return work.rows(field.sub).map((row) => row[field.code]);
  return [(field.sub === undefined ? work.rec : (line ?? work.rec))[field.code]];
}

function runAt(
  work: Work,
  env: Watched,
  event: EventRule,
  rowId: string | undefined,
  options: EventOptions,
): Changed[] {
  if (event.confirm && options.confirm === 'skip') return [];
  const planned = plan(work, env, event, rowId, options);
  if (!planned.apply && !planned.missed) return [];
  if (planned.missed) {
    work.waits.push({ rule: event.address, ...row(rowId) });
    return [];
  }
  if (event.confirm && options.confirm === 'ask' && planned.overwrites) {
    ask(work, env, event, rowId, options);
    return [];
  }
  if (event.rule.service) work.services.push({ rule: event.address, service: event.rule.service, ...row(rowId) });
  const changed: Changed[] = [];
  for (const { field, value } of planned.values) {
    if (field.sub !== undefined && field.sub !== event.sub) {
      changed.push(...setColumn(work, field, value, options));
      continue;
    }
    overtake(work.model, work.waits, field.path, field.sub === undefined ? undefined : rowId);
    if (put(work, field, planned.at, value))
      changed.push({ path: field.path, ...(field.sub === undefined ? {} : row(rowId)) });
  }
  return changed;
}

/** A head rule that names a column sets it in every row. */
function setColumn(work: Work, field: FieldModel, value: Value, options: EventOptions): Changed[] {
  const sub = field.sub as string;
  const changed: Changed[] = [];
  for (const [at, line] of work.rows(sub).entries()) {
    if (isKept(options.sent, field.code, sub, line.id)) continue;
    if (put(work, field, at, value)) changed.push({ path: field.path, rowId: line.id });
  }
  return changed;
}

function ask(work: Work, env: Env, event: EventRule, rowId: string | undefined, { old = null }: EventOptions): void {
  const line = event.sub === undefined ? undefined : work.rows(event.sub).find((row) => row.id === rowId);
  const text = event.confirm ? renderTemplate(event.confirm, scopeAt(env, work.rec, line, undefined, { old })) : '';
  work.asks.push({ rule: event.address, text, ...row(rowId) });
}
