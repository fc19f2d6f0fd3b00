/** What an `options` expression offers: a list of texts or whole numbers, or the answer of `pairs`. */
export interface Offered {
  readonly value: string;
  readonly label: string;
}

/** Undefined = it says nothing (yet): anything may stand there. */
export function offeredBy(given: unknown): readonly Offered[] | undefined {
  if (!Array.isArray(given)) return undefined;
  return given.map((entry: unknown) => {
    const { value, label } = isPair(entry) ? entry : { value: entry, label: entry };
    return { value: String(value), label: String(label ?? value) };
  });
}
const isPair = (entry: unknown): entry is { readonly value: unknown; readonly label?: unknown } =>
  typeof entry === 'object' && entry !== null && 'value' in entry;
