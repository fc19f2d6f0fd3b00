/** Blocks over a stored record, by name: known without loading what draws them. */
export type RecordBlockName = 'timeline' | 'permissionTree' | 'monthCalendar';
const NAMES: readonly string[] = ['timeline', 'permissionTree', 'monthCalendar'] satisfies readonly RecordBlockName[];

export const isRecordBlock = (name: string): name is RecordBlockName => NAMES.includes(name);
