export type FileTime = readonly [file: string, ms: number];
export function minutes(ms: number): string;
export function projectOf(file: string): string;
export function slowest(files: readonly FileTime[], most?: number): FileTime[];
export function byProject(files: readonly FileTime[]): FileTime[];
