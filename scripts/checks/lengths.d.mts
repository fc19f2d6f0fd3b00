export interface Long {
  readonly file?: number;
  readonly functions: readonly number[];
}
export type Listed = Readonly<Record<string, Partial<Long>>>;
/** What is too long below these folders, by path. */
export function measure(
  folders?: readonly string[],
  options?: { cwd?: string; maxFunction?: number; maxFile?: number },
): Promise<Readonly<Record<string, Long>>>;
/** What is longer than the list allows, and what the list need not hold any more. */
export function lengthProblems(found: Readonly<Record<string, Long>>, listed: Listed): readonly string[];
/** The list with nothing more in it than today's lengths. */
export function shrunk(found: Readonly<Record<string, Long>>, listed: Listed): Listed;
