/** A flow as BPMN 2.0: every node an element, starts, ends and joins written out and marked as implied, with a drawing. */
import { BpmnModdle, type ModdleElement } from 'bpmn-moddle';
import type { FlowDoc, FlowNodeDoc, FlowWayDoc } from '../../../schemas/language/flow/document';
import { type DrawnElement, drawFlow, type FlowDrawing } from '../../../schemas/language/flow/drawing';
import { ELEMENTS, WF_PACKAGE, WF_URI } from './extension';

/** The text of a sound flow (`checkFlow`); what it says is all in there, so an import gives the same flow back. */
export async function exportBpmn(doc: FlowDoc): Promise<string> {
  const moddle = new BpmnModdle({ wf: WF_PACKAGE });
  const { xml } = await moddle.toXML(new Exporter(moddle, doc).definitions(), { format: true });
  return xml;
}

class Exporter {
  private readonly moddle: BpmnModdle;
  private readonly doc: FlowDoc;
  private readonly drawing: FlowDrawing;
  private readonly nodes = new Map<string, ModdleElement>();

  constructor(moddle: BpmnModdle, doc: FlowDoc) {
    this.moddle = moddle;
    this.doc = doc;
    this.drawing = drawFlow(doc);
  }

  definitions(): ModdleElement {
    const { doc, moddle } = this;
    const { $schema: _schema, title, nodes: _nodes, ...rest } = doc;
    for (const element of this.drawing.elements) this.put(element);
    const lines = this.drawing.lines.map((line, i) => this.connect(line, i));
    this.order(lines);
    const process = moddle.create('bpmn:Process', {
      id: `Process_${doc.flow}`,
      name: title,
      isExecutable: false,
      ...this.extension(rest),
      flowElements: [...this.nodes.values(), ...lines],
    });
    return moddle.create('bpmn:Definitions', {
      id: `Definitions_${doc.flow}`,
      targetNamespace: WF_URI,
      rootElements: [process],
      diagrams: [this.diagram(process, lines)],
    });
  }

  private put({ id, kind, sort, node }: DrawnElement): void {
    const { type, letter } = sort === 'start' ? { type: 'bpmn:StartEvent', letter: 'S' } : ELEMENTS[sort];
    const properties = node === undefined ? { implied: kind !== 'node' } : this.said(node, type, letter);
    this.nodes.set(id, this.moddle.create(type, { id, ...properties, incoming: [], outgoing: [] }));
  }
  private said(node: FlowNodeDoc, type: string, letter: string): { readonly [name: string]: unknown } {
    const { node: _node, title, sort: _sort, ways: _ways, ...rest } = node;
    return {
      name: title,
      ...(type === 'bpmn:UserTask' ? { sort: letter } : {}),
      ...this.timer(node),
      ...this.extension(rest),
    };
  }

  private connect({ from, to, way }: FlowDrawing['lines'][number], i: number): ModdleElement {
    const source = this.nodes.get(from) as ModdleElement;
    const target = this.nodes.get(to) as ModdleElement;
    const { title, when, nodes: _nodes, ...rest } = way ?? ({} as Partial<FlowWayDoc>);
    const element = this.moddle.create('bpmn:SequenceFlow', {
      id: `Flow_${i + 1}`,
      ...(title === undefined ? {} : { name: title }),
      sourceRef: source,
      targetRef: target,
      ...this.extension(rest),
      ...(when === undefined
        ? {}
        : { conditionExpression: this.moddle.create('bpmn:FormalExpression', { body: when }) }),
    });
    (source.get('outgoing') as ModdleElement[]).push(element);
    (target.get('incoming') as ModdleElement[]).push(element);
    const isDefault = way !== undefined && when === undefined && source.$type !== 'bpmn:ParallelGateway';
    if (isDefault) source.set('default', element);
    return element;
  }

  /** Lines leave a gateway in the order of its ways, though empty ones are drawn last. */
  private order(lines: readonly ModdleElement[]): void {
    for (const [id, node] of this.nodes) {
      const own = this.drawing.lines.flatMap((line, i) =>
        line.from === id ? [{ index: line.index, element: lines[i] as ModdleElement }] : [],
      );
      node.set(
        'outgoing',
        own.sort((a, b) => a.index - b.index).map(({ element }) => element),
      );
    }
  }

  /** A duration other tools understand; the property holds what we read back. */
  private timer(node: FlowNodeDoc): { readonly eventDefinitions?: readonly ModdleElement[] } {
    if (node.sort !== 'wait') return {};
    const minutes = node.until?.minutes;
    const timeDuration =
      minutes === undefined
        ? {}
        : { timeDuration: this.moddle.create('bpmn:FormalExpression', { body: `PT${minutes}M` }) };
    return { eventDefinitions: [this.moddle.create('bpmn:TimerEventDefinition', timeDuration)] };
  }

  private extension(rest: { readonly [key: string]: unknown }): { readonly extensionElements?: ModdleElement } {
    const values = Object.entries(rest).map(([name, value]) =>
      this.moddle.create('wf:Property', { name, body: JSON.stringify(value) }),
    );
    return values.length === 0 ? {} : { extensionElements: this.moddle.create('bpmn:ExtensionElements', { values }) };
  }

  private diagram(process: ModdleElement, lines: readonly ModdleElement[]): ModdleElement {
    const { moddle } = this;
    const shapes = this.drawing.elements.map(({ id, box }) =>
      moddle.create('bpmndi:BPMNShape', {
        id: `${id}_di`,
        bpmnElement: this.nodes.get(id),
        bounds: moddle.create('dc:Bounds', { ...box }),
      }),
    );
    const edges = this.drawing.lines.map(({ points }, i) =>
      moddle.create('bpmndi:BPMNEdge', {
        id: `Flow_${i + 1}_di`,
        bpmnElement: lines[i],
        waypoint: points.map((point) => moddle.create('dc:Point', { ...point })),
      }),
    );
    return moddle.create('bpmndi:BPMNDiagram', {
      id: 'Diagram_1',
      plane: moddle.create('bpmndi:BPMNPlane', {
        id: 'Plane_1',
        bpmnElement: process,
        planeElement: [...shapes, ...edges],
      }),
    });
  }
}
