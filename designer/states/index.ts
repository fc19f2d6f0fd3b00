/** The life of a document: states and the actions between them. */
export { StatesEditor, type StatesEditorProps } from './StatesEditor';
export { stateActsOf } from './state-acts';
