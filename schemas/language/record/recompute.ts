/** Formulas in topological order; only dependents of what changed are visited, and only rows that are stale. */
import type { Env } from '../env';
import type { Rec, Row, Value } from '../value';
import { computed, scopeAt, slotValue } from './bind';
import type { FormulaNode } from './graph';
import type { Model } from './model';
import { intoField } from './values';
import { type Patch, WHOLE_ROW, type Work, workOn } from './work';

/** What became stale: everything, or named head fields, cells, and sub-tables whose rows came or went. */
export type What =
  | 'all'
  | {
      readonly head?: readonly string[];
      readonly rows?: readonly StaleRow[];
      /** sub-tables that got, lost or re-ordered rows */
      readonly subs?: readonly string[];
    };

export interface StaleRow {
  readonly sub: string;
  readonly id: string;
  /** absent = the row is new */
  readonly fields?: readonly string[];
  /** where it stands, when the caller knows */
  readonly at?: number;
}

/** Formulas after a change made elsewhere (a row added, deleted, pasted; hops arrived: 'all'). Answers the values that differ. */
export function recompute(model: Model, rec: Rec, env: Env, what: What): Patch {
  const work = workOn(model, rec);
  if (what === 'all') recomputeAll(work, env);
  else {
    for (const code of what.head ?? []) work.heads.add(code);
    for (const sub of what.subs ?? []) {
      work.collections.add(sub);
      work.heads.add(sub);
    }
    for (const row of what.rows ?? []) work.touchRow(row.sub, row.id, row.fields, row.at);
    recomputeStale(work, env);
  }
  return work.patch();
}

/** Every formula of every row. */
export function recomputeAll(work: Work, env: Env): void {
  work.whole = true;
  for (const node of work.model.formulas) {
    if (node.sub === undefined) computeHead(work, node, env);
    else for (let at = 0; at < work.rows(node.sub).length; at++) computeRow(work, node, node.sub, at, env);
  }
  work.whole = false;
  clean(work);
}

/** Dependents of what `work` marked stale, once each, in order; afterwards nothing is stale. */
export function recomputeStale(work: Work, env: Env): void {
  if (work.heads.size + work.columns.size + work.collections.size === 0) return;
  for (const node of work.model.formulas) {
    const wide = meets(node.columnDeps, work.columns) || meets(node.collections, work.collections);
    if (node.sub === undefined) {
      if (wide || meets(node.headDeps, work.heads)) computeHead(work, node, env);
      continue;
    }
    const all = wide || meets(node.headDeps, work.heads);
    const cells = work.cells.get(node.sub);
    if (!all && !cells) continue;
    const sub = node.sub;
    if (all) {
      for (let at = 0; at < work.rows(sub).length; at++) computeRow(work, node, sub, at, env);
    } else {
      for (const [id, changed] of [...(cells ?? [])]) {
        if (!changed.has(WHOLE_ROW) && !meets(node.rowDeps, changed)) continue;
        const at = work.indexOf(sub, id);
        if (at >= 0) computeRow(work, node, sub, at, env);
      }
    }
  }
  clean(work);
}

/** Would `recomputeStale` compute this formula now, in any row? */
export function isStale(work: Work, node: FormulaNode): boolean {
  if (meets(node.columnDeps, work.columns) || meets(node.collections, work.collections)) return true;
  if (meets(node.headDeps, work.heads)) return true;
  if (node.sub === undefined || !work.cells.has(node.sub)) return false;
  if (work.columns.has(`${node.sub}.${WHOLE_ROW}`)) return true;
  for (const code of node.rowDeps) if (work.columns.has(`${node.sub}.${code}`)) return true;
  return false;
}

function clean(work: Work): void {
  work.heads.clear();
  work.columns.clear();
  work.cells.clear();
  work.collections.clear();
}

function meets(deps: ReadonlySet<string>, changed: ReadonlySet<string>): boolean {
  for (const text of changed) if (deps.has(text)) return true;
  return false;
}

function computeHead(work: Work, node: FormulaNode, env: Env): void {
  if (node.isShown && env.writes === true) return;
  work.setHead(node.field.code, result(work, node, env));
}

function computeRow(work: Work, node: FormulaNode, sub: string, at: number, env: Env): void {
  const row = work.rows(sub)[at];
  if (row) work.setRow(sub, at, node.field.code, result(work, node, env, row));
}

function result(work: Work, node: FormulaNode, env: Env, row?: Row): Value {
  const { field, service } = node.field;
  const scope = scopeAt(env, work.rec, row, row && node.sub !== undefined ? work.rows(node.sub) : undefined);
  if (!node.expr) {
    const args = Object.fromEntries((service?.args ?? []).map(([name, slot]) => [name, slotValue(slot, scope)]));
    return intoField(field, env.service?.(service?.name ?? '', args));
  }
  const got = computed(node.expr, field, scope);
  if ('value' in got) return got.value;
  const path = row ? `${node.sub}[${row.id}].${field.code}` : field.code;
  work.problems.push({ ...got.problem, path });
  return null;
}
