/** Files that read texts of people, with the reason. */
export const READS: Readonly<Record<string, string>>;
/** Lines of a source file that decide by a Chinese sentence: `path:line: what`. */
export function sentenceProblems(path: string, text: string): readonly string[];
