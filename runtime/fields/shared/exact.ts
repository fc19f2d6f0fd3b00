/** What a whole text names among candidates: typed and confirmed at once, or said by a scanner. */
export interface Named {
  readonly label: string;
  /** second, quieter text */
  readonly hint?: string | undefined;
}

/** The one whose label, or first word of it, is the text; else the only one. */
export function exactOrOnly<T extends Named>(items: readonly T[], text: string): T | undefined {
  const wanted = text.trim().toLowerCase();
  const exact = items.filter((one) => {
    const label = one.label.toLowerCase();
    return label === wanted || label.split(' ')[0] === wanted || one.hint?.toLowerCase() === wanted;
  });
  if (exact.length === 1) return exact[0];
  return items.length === 1 ? items[0] : undefined;
}
