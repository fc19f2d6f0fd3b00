/** Names of the kinds, as `schemas/language/kinds/ids.ts` lists them. */
export function kindNames(text?: string): readonly string[];
/** Lines of a source file that compare the name of a kind: `path:line: what`. */
export function kindNameProblems(path: string, text: string, names?: readonly string[]): readonly string[];
