/** Blocks over a stored record, by name: known without loading what draws them. */
export type RecordBlockName = 'timeline' | 'permissionTree' | 'monthCalendar' | 'bomTree' | 'sopViewer' | 'linkGraph';
const NAMES: readonly string[] = [
  'timeline',
  'permissionTree',
  'monthCalendar',
  'bomTree',
  'sopViewer',
  'linkGraph',
] satisfies readonly RecordBlockName[];

/** Blocks over the form as it is typed (`form-blocks.tsx`). */
export type FormBlockName = 'stateStrip' | 'routeGraph' | 'wallPreview';
const OVER_FORM: readonly string[] = ['stateStrip', 'routeGraph', 'wallPreview'] satisfies readonly FormBlockName[];

/** Every block that something draws. */
export const BLOCK_NAMES: readonly string[] = [...NAMES, ...OVER_FORM];

export const isFormBlock = (name: string): name is FormBlockName => OVER_FORM.includes(name);
export const isRecordBlock = (name: string): name is RecordBlockName => NAMES.includes(name);
