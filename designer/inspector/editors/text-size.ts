/** Texts that may need several lines; measuring one that surely fits into its line makes the browser lay the whole page out. */
export const sizeOf = (text: string, maxRows: number): { readonly minRows: number; readonly maxRows: number } | false =>
  text.length > ONE_LINE && { minRows: 1, maxRows };
/** characters, the widest, that stand in a line of the narrowest panel */
const ONE_LINE = 8;
