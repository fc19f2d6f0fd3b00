/** Blocks over a stored record, by name: known without loading what draws them. */
export type RecordBlockName = 'timeline';
const NAMES: readonly string[] = ['timeline'] satisfies readonly RecordBlockName[];

export const isRecordBlock = (name: string): name is RecordBlockName => NAMES.includes(name);
