import { quote } from '../../schemas/language/expr/print';
import type { ResolvedAction, ResolvedObject } from '../../schemas/language/resolved';

/**
 * The whole condition of an action as one expression over the head: `from` and `when` (those of built-ins are filled in by resolve). Of an
 * action on rows `when` speaks about a row and is left to `rowWhen`. Undefined = always; an `auto` action is nobody's to call: false.
 */
export function conditionOf(object: ResolvedObject, action: ResolvedAction): string | undefined | false {
  if (action.auto !== undefined) return false;
  const parts: string[] = [];
  if (action.from && object.state !== undefined) parts.push(`${object.state} in [${action.from.map(code).join(', ')}]`);
  if (action.when !== undefined && action.in === undefined) parts.push(action.when);
  if (parts.length === 0) return undefined;
  return parts.length === 1 ? parts[0] : parts.map((part) => `(${part})`).join(' && ');
}

/** Condition of an action on rows for one row: bare names are the row, `doc` the head. */
export const rowWhen = (action: ResolvedAction): string | undefined =>
  action.in === undefined ? undefined : action.when;

/** Integer-like codes are bare in expressions, others quoted (language §2.1). */
const code = (value: string): string => (/^(0|[1-9]\d{0,14})$/.test(value) ? value : quote(value));
