/** A flow as BPMN 2.0: every node an element, starts, ends and joins written out and marked as implied, with a drawing. */
import { BpmnModdle, type ModdleElement } from 'bpmn-moddle';
import type { FlowDoc, FlowNodeDoc, FlowWayDoc } from '../../../schemas/language/flow/document';
import { isBlock } from '../../../schemas/language/flow/document';
import { ELEMENTS, WF_PACKAGE, WF_URI } from './extension';
import { type Box, type Drawn, layOutFlow, SIZES, wayPoints } from './layout';

/** The text of a sound flow (`checkFlow`); what it says is all in there, so an import gives the same flow back. */
export async function exportBpmn(doc: FlowDoc): Promise<string> {
  const moddle = new BpmnModdle({ wf: WF_PACKAGE });
  const { xml } = await moddle.toXML(new Exporter(moddle, doc).definitions(), { format: true });
  return xml;
}

/** a way that is open at its end: where the next line starts, and what the line is */
interface Loose {
  readonly from: string;
  readonly way?: FlowWayDoc;
  readonly index?: number;
}
interface Line {
  readonly element: ModdleElement;
  readonly from: string;
  readonly to: string;
  /** which way of its gateway */
  readonly way: number;
  readonly isParting: boolean;
}

class Exporter {
  private readonly moddle: BpmnModdle;
  private readonly doc: FlowDoc;
  private readonly nodes = new Map<string, ModdleElement>();
  private readonly lines: Line[] = [];

  constructor(moddle: BpmnModdle, doc: FlowDoc) {
    this.moddle = moddle;
    this.doc = doc;
  }

  definitions(): ModdleElement {
    const { doc, moddle } = this;
    const { $schema: _schema, title, nodes: _nodes, ...rest } = doc;
    const start = this.put('Start_1', 'bpmn:StartEvent', { implied: true });
    const { drawn, loose } = this.list(doc.nodes, [{ from: start }]);
    const end: Drawn[] = [];
    if (loose.length > 0) {
      const id = this.put('End_1', 'bpmn:EndEvent', { implied: true });
      this.connect(loose, id);
      end.push(this.sized(id, 'bpmn:EndEvent'));
    }
    const process = moddle.create('bpmn:Process', {
      id: `Process_${doc.flow}`,
      name: title,
      isExecutable: false,
      ...this.extension(rest),
      flowElements: [...this.nodes.values(), ...this.lines.map((line) => line.element)],
    });
    return moddle.create('bpmn:Definitions', {
      id: `Definitions_${doc.flow}`,
      targetNamespace: WF_URI,
      rootElements: [process],
      diagrams: [this.diagram(process, [this.sized(start, 'bpmn:StartEvent'), ...drawn, ...end])],
    });
  }

  /** Elements of a list that `before` leads into; answers what is open behind it. */
  private list(
    list: readonly FlowNodeDoc[],
    before: readonly Loose[],
  ): { readonly drawn: readonly Drawn[]; readonly loose: readonly Loose[] } {
    let loose = before;
    const drawn: Drawn[] = [];
    for (const node of list) {
      const { node: id, title, sort, ways, ...rest } = node;
      const { type, letter } = ELEMENTS[sort];
      this.put(
        id,
        type,
        { name: title, ...(type === 'bpmn:UserTask' ? { sort: letter } : {}), ...this.timer(node) },
        rest,
      );
      this.connect(loose, id);
      if (!isBlock(sort)) {
        drawn.push(this.sized(id, type));
        loose = sort === 'end' ? [] : [{ from: id }];
        continue;
      }
      const inner = (ways ?? []).map((way, index) => this.list(way.nodes ?? [], [{ from: id, way, index }]));
      const open = inner.flatMap((one) => one.loose);
      const join = open.length === 0 ? undefined : this.put(`${id}_join`, type, { implied: true });
      if (join !== undefined) this.connect(open, join);
      this.order(id);
      drawn.push({ id, ways: inner.map((one) => one.drawn), join });
      loose = join === undefined ? [] : [{ from: join }];
    }
    return { drawn, loose };
  }

  private put(
    id: string,
    type: string,
    properties: { readonly [name: string]: unknown },
    rest: { readonly [key: string]: unknown } = {},
  ): string {
    this.nodes.set(
      id,
      this.moddle.create(type, { id, ...properties, ...this.extension(rest), incoming: [], outgoing: [] }),
    );
    return id;
  }

  private connect(loose: readonly Loose[], to: string): void {
    for (const { from, way, index = 0 } of loose) {
      const source = this.nodes.get(from) as ModdleElement;
      const target = this.nodes.get(to) as ModdleElement;
      const { title, when, nodes: _nodes, ...rest } = way ?? {};
      const element = this.moddle.create('bpmn:SequenceFlow', {
        id: `Flow_${this.lines.length + 1}`,
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
      this.lines.push({ element, from, to, way: index, isParting: way !== undefined });
    }
  }

  /** Lines leave a gateway in the order of its ways, though empty ones are drawn last. */
  private order(id: string): void {
    const lines = this.lines.filter((line) => line.from === id).sort((a, b) => a.way - b.way);
    this.nodes.get(id)?.set(
      'outgoing',
      lines.map((line) => line.element),
    );
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

  private sized(id: string, type: string): Drawn {
    const isEvent = type.endsWith('Event');
    return {
      id,
      width: isEvent ? SIZES.event : SIZES.taskWidth,
      height: isEvent ? SIZES.event : SIZES.taskHeight,
    };
  }

  private diagram(process: ModdleElement, drawn: readonly Drawn[]): ModdleElement {
    const { moddle } = this;
    const { boxes, lanes } = layOutFlow(drawn);
    const box = (id: string): Box => boxes.get(id) as Box;
    const shapes = [...this.nodes].map(([id, bpmnElement]) =>
      moddle.create('bpmndi:BPMNShape', {
        id: `${id}_di`,
        bpmnElement,
        bounds: moddle.create('dc:Bounds', { ...box(id) }),
      }),
    );
    const edges = this.lines.map(({ element, from, to, way, isParting }, i) => {
      const lane = to === `${from}_join` ? lanes.get(`${from}/${way}`) : undefined;
      return moddle.create('bpmndi:BPMNEdge', {
        id: `Flow_${i + 1}_di`,
        bpmnElement: element,
        waypoint: wayPoints(box(from), box(to), isParting, lane).map((point) =>
          moddle.create('dc:Point', { ...point }),
        ),
      });
    });
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
