/**
 * BPMN 2.0 as interchange of flows (domain part 10, 7.1): which elements stand for which nodes, and our extension `wf`. What a flow
 * says beyond structure, titles and conditions is kept in `wf:property` elements, one a key, its value as JSON.
 */
import type { NodeSort } from '../../../schemas/language/flow/document';

export const WF_URI = 'urn:millwright:flow';
/** Descriptor of the extension for bpmn-moddle. */
export const WF_PACKAGE = {
  name: 'Millwright flow',
  uri: WF_URI,
  prefix: 'wf',
  xml: { tagAlias: 'lowerCase' },
  types: [
    {
      name: 'Node',
      extends: ['bpmn:FlowNode'],
      properties: [
        { name: 'sort', isAttr: true, type: 'String' },
        { name: 'implied', isAttr: true, type: 'Boolean' },
      ],
    },
    {
      name: 'Property',
      superClass: ['Element'],
      properties: [
        { name: 'name', isAttr: true, type: 'String' },
        { name: 'body', isBody: true, type: 'String' },
      ],
    },
  ],
};

/** Element and letter of each sort of node. */
export const ELEMENTS: { readonly [sort in NodeSort]: { readonly type: string; readonly letter: string } } = {
  approve: { type: 'bpmn:UserTask', letter: 'A' },
  work: { type: 'bpmn:UserTask', letter: 'H' },
  cc: { type: 'bpmn:SendTask', letter: 'C' },
  branch: { type: 'bpmn:ExclusiveGateway', letter: 'X' },
  inclusive: { type: 'bpmn:InclusiveGateway', letter: 'I' },
  parallel: { type: 'bpmn:ParallelGateway', letter: 'P' },
  service: { type: 'bpmn:ServiceTask', letter: 'V' },
  wait: { type: 'bpmn:IntermediateCatchEvent', letter: 'T' },
  end: { type: 'bpmn:EndEvent', letter: 'E' },
};
/** Sort of a node by its element; of a user task the letter decides, an approval unless it says H. */
export function sortOf(type: string, letter: unknown): NodeSort | undefined {
  if (type === 'bpmn:UserTask') return letter === 'H' ? 'work' : 'approve';
  return (Object.keys(ELEMENTS) as NodeSort[]).find((sort) => ELEMENTS[sort].type === type);
}
