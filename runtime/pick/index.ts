/** The dialog that picks records, for everybody who opens one. */
export { createPickDesk } from './desk';
export { SelectPage, type SelectPageProps } from './SelectPage';
