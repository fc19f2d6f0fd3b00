/** Blocks over a stored record, by name: known without loading what draws them. */
export type RecordBlockName = 'timeline' | 'permissionTree' | 'monthCalendar' | 'bomTree';
const NAMES: readonly string[] = [
  'timeline',
  'permissionTree',
  'monthCalendar',
  'bomTree',
] satisfies readonly RecordBlockName[];

export const isRecordBlock = (name: string): name is RecordBlockName => NAMES.includes(name);
