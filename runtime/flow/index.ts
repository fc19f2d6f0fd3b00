/** Approvals of a document in its detail page. */
export { ApprovalBar } from './ApprovalBar';
export { FlowTab } from './FlowTab';
