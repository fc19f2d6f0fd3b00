/** The text of a document, for those who read it. */
export { SourceView } from './SourceView';
export type { SourceViewProps } from './use-source';
