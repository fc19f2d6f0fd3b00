/** Approvals of a document in its detail page. */
export { ApprovalBar } from './ApprovalBar';
export { FlowDiagram } from './FlowDiagram';
export { FlowTab } from './FlowTab';
