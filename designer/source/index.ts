/** The text of a document, for those who read it. */
export { SourceView, type SourceViewProps } from './SourceView';
