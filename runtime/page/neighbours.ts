/** The rows a list showed last, so that a record opened from it knows the one before and the one after. */
const shown = new Map<string, readonly string[]>();

export const rememberRows = (object: string, ids: readonly string[]): void => void shown.set(object, ids);

/** Undefined for a record no list showed; at its ends the list has nothing before or after. */
export const neighboursOf = (
  object: string,
  id: string | undefined,
): { readonly before?: string | undefined; readonly after?: string | undefined } | undefined => {
  const ids = shown.get(object) ?? [];
  const at = id === undefined ? -1 : ids.indexOf(id);
  return at < 0 || ids.length < 2 ? undefined : { before: ids[at - 1], after: ids[at + 1] };
};
