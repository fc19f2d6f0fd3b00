export type Files = ReadonlyMap<string, string>;
export interface Broken {
  readonly path: string;
  readonly rule: number;
  readonly spec: string;
}
export const RULES: Readonly<Record<string, string>>;
export const RUNTIME_ORDER: readonly string[];
export const MOST_IN_KNOT: number;
export function brokenRules(files: Files): readonly Broken[];
export function circles(files: Files, options: { readonly ties: boolean }): readonly (readonly string[])[];
export function knots(files: Files): readonly (readonly string[])[];
