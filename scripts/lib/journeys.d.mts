export interface Journey {
  readonly id: string;
  readonly file: string;
  readonly title: string;
  readonly ok: boolean;
  readonly skipped: boolean;
  readonly error: string;
  readonly ms: number;
}
export const MOST_FLAKY: number;
export const RUNS_KEPT: number;
export function journeysOf(report: object): Journey[];
export function judge(
  first: readonly Journey[],
  second: readonly Journey[],
): { readonly flaky: readonly Journey[]; readonly failed: readonly Journey[] };
export function complaints(flaky: readonly string[], before: readonly (readonly string[])[]): readonly string[];
