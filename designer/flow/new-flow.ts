/** A new flow: one approval by the head of the department, to be changed into what is meant. */
import type { FlowDoc } from '../../schemas/language/flow/document';

export const newFlow = (wish: {
  readonly flow: string;
  readonly title: string;
  readonly object: string;
  readonly category: string;
}): FlowDoc => ({
  $schema: 'flow/1',
  ...wish,
  nodes: [{ node: 'head', title: '部门负责人', sort: 'approve', who: [{ by: 'deptHead' }] }],
});
