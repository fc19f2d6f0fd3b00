export function reachedJourneys(files: readonly string[], specs: readonly string[]): string[];
export function documentTests(files: readonly string[]): readonly string[];
