export const MAX_CASTS: number;
/** Casts and functions of a source file, by line. */
export function lookedAt(
  path: string,
  text: string,
): {
  readonly casts: readonly { readonly line: number; readonly hasReason: boolean }[];
  readonly functions: readonly { readonly line: number; readonly parameters: number }[];
};
/** Casts of a source file that give no reason: `path:line: what`. */
export function castProblems(path: string, text: string): readonly string[];
/** Functions of a source file with more than four parameters: `path:line: what`. */
export function parameterProblems(path: string, text: string): readonly string[];
