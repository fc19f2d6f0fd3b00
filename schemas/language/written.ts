/**
 * Who writes a field, whatever the rules of the day say (§2.3, §6). It is asked here and nowhere else; what follows from the answer is
 * the asker's: the form locks it, the save drops it, a copy leaves it out, a sheet has no column for it.
 */
import { factsOf } from './kinds/index';
import { isLinkKey } from './links';
import type { ResolvedField } from './resolved';

export type Writer =
  /** people type it; fills, rules and defaults may propose */
  | 'user'
  /** read-only, and a reference beside it brings it along when it is picked */
  | 'fill'
  /** computed always, nobody overwrites */
  | 'formula'
  /** kept nowhere: asked when it is needed */
  | 'asked'
  /** its rule, at the save or at the audit; nobody types it */
  | 'number'
  /** the push that made the document */
  | 'link'
  /** read-only: actions and code of the product */
  | 'server'
  /** the engine, in every record: id, version, who and when */
  | 'engine';

export type Written = Pick<ResolvedField, 'code' | 'kind' | 'type' | 'base' | 'formula' | 'readonly' | 'manual'>;

/** `filled`: codes that fills of the fields beside it name (`filledBy`); without them a read-only field is the server's. */
export function writtenBy(field: Written, filled?: ReadonlySet<string>): Writer {
  if (field.base === true) return 'engine';
  if (field.formula !== undefined) return 'formula';
  const { isAsked, isNumbered } = factsOf(field);
  if (isAsked || field.type === 'none') return 'asked';
  if (isNumbered && field.manual !== true) return 'number';
  if (isLinkKey(field.code)) return 'link';
  if (field.readonly === true) return filled?.has(field.code) === true ? 'fill' : 'server';
  return 'user';
}
/** Codes that a pick among these fields fills. */
export const filledBy = (fields: Iterable<Pick<ResolvedField, 'fill'>>): ReadonlySet<string> =>
  new Set([...fields].flatMap((field) => Object.keys(field.fill ?? {})));

/** Somebody may type it when no rule is against it. */
export const isTyped = (field: Written): boolean => writtenBy(field) === 'user';

/** A copy of a record takes it over: typed, and neither its name nor a secret. */
export const isCopied = (field: Written & Pick<ResolvedField, 'secret'>): boolean =>
  isTyped(field) && !factsOf(field).isNumbered && field.secret === undefined;

/** It has a value of its own that was given once, by whom ever: neither worked out, nor asked, nor the engine's. */
export function isGiven(field: Written): boolean {
  const writer = writtenBy(field);
  return writer !== 'engine' && writer !== 'formula' && writer !== 'asked';
}
