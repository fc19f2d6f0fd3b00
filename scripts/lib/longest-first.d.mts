import { BaseSequencer } from 'vitest/node';

/** longest first, within their project */
export const LONG: readonly string[];
export const inOrder: <T>(
  files: readonly T[],
  projectOf: (file: T) => string,
  pathOf: (file: T) => string,
) => readonly T[];
export class LongestFirst extends BaseSequencer {}
