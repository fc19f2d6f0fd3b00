/** Rows of a sub-table: which are blank, how they are numbered, and the dependents of their numbers. */

import type { Rec, Row } from '../value';
import { isTyped } from '../written';
import type { Model, Place } from './model';
import { isEmpty, sameValue } from './values';

/** Line numbers go by tens: 10, 20 … */
export const LINE_STEP = 10;

/**
 * A row nobody filled in: every field a user may enter is empty or still holds its default. Formulas and server-kept values do not
 * make a row; where every enterable field has a default, no row is blank.
 */
export function isBlankRow(place: Place, row: Row): boolean {
  let free = false;
  for (const { field, default: preset } of place.fields.values()) {
    if (!isTyped(field)) continue;
    const value = row[field.code];
    if (!preset) free = true;
    if (isEmpty(value) || value === false) continue;
    if (preset && ('expr' in preset || sameValue(preset.literal, value))) continue;
    return false;
  }
  return free;
}

/** The record without wholly blank rows; stored rows are never dropped that way. */
export function withoutBlankRows(model: Model, rec: Rec, stored: Rec | null): Rec {
  let next = rec;
  for (const [sub, place] of model.subs) {
    const rows = rec[sub] as readonly Row[] | undefined;
    // where the number of rows is given, an empty one keeps its place
    if (place.fixed || !rows?.some((row) => isBlankRow(place, row))) continue;
    const kept = new Set(((stored?.[sub] as readonly Row[] | undefined) ?? []).map((row) => row.id));
    if (next === rec) next = { ...rec };
    next[sub] = rows.filter((row) => kept.has(row.id) || !isBlankRow(place, row));
  }
  return next;
}

/** Number of the row that is added at the end. */
export const nextLineNo = (rows: readonly Row[], field = 'lineNo'): number =>
  rows.reduce((most, row) => Math.max(most, Number(row[field] ?? 0)), 0) + LINE_STEP;

/** Rows in strictly rising order of their numbers keep them, missing ones get the next ten; anything else is numbered 10, 20 … anew. */
export function numbered(rows: readonly Row[], field = 'lineNo'): Row[] {
  let last = 0;
  const kept: Row[] = [];
  for (const row of rows) {
    const at = row[field];
    const isMissing = at === undefined || at === null;
    const next = isMissing ? Math.floor(last / LINE_STEP) * LINE_STEP + LINE_STEP : Number(at);
    if (!(next > last)) return rows.map((row, index) => ({ ...row, [field]: (index + 1) * LINE_STEP }));
    last = next;
    kept.push(isMissing ? { ...row, [field]: next } : row);
  }
  return kept;
}

/** Rows in a new order: the first field is numbered 10, 20 …, the lists of its numbers in the others follow. */
export function renumbered(rows: readonly Row[], [field, ...refs]: readonly string[]): Row[] {
  if (field === undefined) return [...rows];
  const moved = new Map(rows.map((row, index) => [String(row[field] ?? ''), String((index + 1) * LINE_STEP)]));
  return rows.map((row, index) => {
    const lists = refs.flatMap((ref) => {
      const list = row[ref];
      return Array.isArray(list) ? [[ref, list.map((item) => moved.get(String(item)) ?? String(item))]] : [];
    });
    return { ...row, [field]: (index + 1) * LINE_STEP, ...Object.fromEntries(lists) };
  });
}
