/** Expressions in the designer: writing, reading, trying on real records. */
export { ConditionDialog, type ConditionDialogProps } from './ConditionDialog';
export { ExpressionEditor } from './ExpressionEditor';
export { ExpressionText } from './ExpressionText';
export { judge, type Place, placeOf, type Sample, type Verdict } from './judge';
export { placeAt, placesIn, resolvedIn } from './place';
export { type ExprForm, readable } from './scan';
export type { ExpressionEditorProps } from './use-expression';
