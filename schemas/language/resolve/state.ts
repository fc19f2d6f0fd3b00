/** The state of an object (§7.4): nobody but its actions writes it, and a new record stands in the first of its dictionary. */
import type { ResolvedField } from '../resolved';

type Fields = { readonly [code: string]: ResolvedField };

/** `codes`: of the dictionary in order, where it is known. A state that is computed, or named and not there, is the linter's to tell. */
export function withState(fields: Fields, state: string | undefined, codes: readonly string[] | undefined): Fields {
  const field = state === undefined || !Object.hasOwn(fields, state) ? undefined : fields[state];
  if (state === undefined || field === undefined || field.formula !== undefined) return fields;
  const first = field.default ?? codes?.[0];
  return { ...fields, [state]: { ...field, readonly: true, ...(first === undefined ? {} : { default: first }) } };
}
