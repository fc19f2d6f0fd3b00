/** BPMN 2.0 to the text of a flow: guarded, parsed, nested; refused with the sentence of the first thing that does not fit. */
import { BpmnModdle, type ModdleElement } from 'bpmn-moddle';
import { checkShape } from '../../../schemas/language/check/shape';
import type { FlowDoc, FlowNodeDoc } from '../../../schemas/language/flow/document';
import { SORTS } from '../../../schemas/language/sorts/index';
import { type Terms, type TextCode, text } from '../../../schemas/language/texts';
import { type Problem, problem } from '../../../schemas/language/value';
import { sortOf, WF_PACKAGE } from './extension';
import { guardBpmn } from './guard';
import { type DrawnNode, type DrawnWay, IMPLIED_END, NotNested, nest } from './nest';

export type Imported =
  | { readonly flow: FlowDoc; readonly problems?: undefined }
  | { readonly problems: readonly Problem[]; readonly flow?: undefined };

const CODE = /^[A-Za-z][A-Za-z0-9]{0,39}$/;
const MOST_NODES = 500;

/**
 * Reads a file. `into` names the flow and its object where the file does not (a file of another tool); the text is sound in shape,
 * what it means is for the linter: a flow without people can be drawn elsewhere and completed here.
 */
export async function importBpmn(
  xml: string,
  into: { readonly flow: string; readonly object: string },
): Promise<Imported> {
  const refused = guardBpmn(xml);
  if (refused !== undefined)
    return refused.why === 'element'
      ? sorry('flow.element', { x: refused.text })
      : sorry('flow.file', { why: refused.text });
  let root: ModdleElement;
  try {
    const { rootElement, warnings } = await new BpmnModdle({ wf: WF_PACKAGE }).fromXML(xml);
    if (warnings.length > 0) return sorry('flow.file', { why: '格式不正确' });
    root = rootElement;
  } catch {
    return sorry('flow.file', { why: '格式不正确' });
  }
  try {
    const flow = new Importer().flow(root, into);
    const problems = checkShape(flow as unknown as { readonly [key: string]: unknown }, 'flow');
    return problems.length > 0 ? { problems } : { flow };
  } catch (error) {
    if (error instanceof NotNested) return sorry(error.code, { n: error.node, x: error.node });
    throw error;
  }
}
const sorry = (code: TextCode, terms: Terms): Imported => ({ problems: [problem(code, '', text(code, terms))] });

class Importer {
  private readonly codes = new Map<string, string>();

  flow(root: ModdleElement, into: { readonly flow: string; readonly object: string }): FlowDoc {
    const processes = list(root, 'rootElements').filter((element) => element.$type === 'bpmn:Process');
    const [process] = processes;
    if (process === undefined || processes.length > 1) throw new NotNested('flow.start', '');
    const elements = list(process, 'flowElements');
    const flowNodes = elements.filter((element) => element.$type !== 'bpmn:SequenceFlow');
    if (flowNodes.length > MOST_NODES) throw new NotNested('flow.element', `${flowNodes.length}个节点`);
    this.name(flowNodes);
    const starts = flowNodes.filter((node) => node.$type === 'bpmn:StartEvent');
    const [start] = starts;
    const isWhole = starts.length === 1 && flowNodes.some((node) => node.$type === 'bpmn:EndEvent');
    if (start === undefined || !isWhole) throw new NotNested('flow.start', '');
    const nodes = new Map(flowNodes.map((node) => [String(node.get('id')), this.node(node, elements)] as const));
    const from = nodes.get(String(start.get('id'))) as DrawnNode;
    if (from.incoming > 0 || from.outgoing.length !== 1) throw new NotNested('flow.exit', from.name);
    const own = properties(process, 'flow');
    const name = process.get('name');
    return {
      $schema: 'flow/1',
      flow: into.flow,
      title: typeof name === 'string' && name !== '' ? name : into.flow,
      object: into.object,
      ...own,
      nodes: nest({ start: from.id, nodes }),
    } as FlowDoc;
  }

  /** Codes of the nodes: their ids where these are codes, else numbered. */
  private name(nodes: readonly ModdleElement[]): void {
    const taken = new Set(nodes.map((node) => String(node.get('id'))));
    let next = 1;
    for (const node of nodes) {
      const id = String(node.get('id'));
      if (CODE.test(id)) {
        this.codes.set(id, id);
        continue;
      }
      while (taken.has(`n${next}`)) next += 1;
      this.codes.set(id, `n${next}`);
      next += 1;
    }
  }

  private node(element: ModdleElement, elements: readonly ModdleElement[]): DrawnNode {
    const id = String(element.get('id'));
    const code = this.codes.get(id) as string;
    const title = String(element.get('name') ?? '');
    const isImplied = element.get('wf:implied') === true;
    const sort = element.$type === 'bpmn:StartEvent' ? undefined : sortOf(element.$type, element.get('wf:sort'));
    const name = title === '' ? code : title;
    if (element.$type !== 'bpmn:StartEvent' && sort === undefined)
      throw new NotNested('flow.element', local(element.$type));
    const lines = elements.filter((line) => line.$type === 'bpmn:SequenceFlow');
    const leaving = lines.filter((line) => line.get('sourceRef') === element);
    const listed = list(element, 'outgoing').filter((line) => leaving.includes(line));
    const out = listed.length === leaving.length ? listed : leaving;
    const isEnd = sort === 'end' && isImplied;
    return {
      id,
      name,
      sort,
      isImplied,
      incoming: lines.filter((line) => line.get('targetRef') === element).length,
      outgoing: this.ways(element, out, sort === 'parallel'),
      doc: {
        node: isEnd ? IMPLIED_END : code,
        title: name,
        ...note(element),
        sort: sort ?? 'end',
        ...until(element, sort),
        ...properties(element, 'flowNode'),
      } as FlowNodeDoc,
    };
  }

  /** Ways in their order, the default one last. */
  private ways(element: ModdleElement, out: readonly ModdleElement[], isParallel: boolean): readonly DrawnWay[] {
    const last = isParallel ? undefined : element.get('default');
    const ordered = [...out.filter((line) => line !== last), ...out.filter((line) => line === last)];
    const titles = new Set<string>();
    return ordered.map((line, i) => {
      const target = line.get('targetRef') as ModdleElement | undefined;
      if (target === undefined) throw new NotNested('flow.exit', String(element.get('name') ?? element.get('id')));
      const given = String(line.get('name') ?? '').trim();
      const title = given === '' || titles.has(given) ? `分支${i + 1}` : given;
      titles.add(title);
      const when = line === last ? undefined : condition(line);
      const doc = { ...(when === undefined ? {} : { when }), title, ...properties(line, 'flowWay') };
      return { to: String(target.get('id')), doc };
    });
  }
}

const list = (element: ModdleElement, name: string): readonly ModdleElement[] => {
  const value = element.get(name);
  return Array.isArray(value) ? (value as readonly ModdleElement[]) : [];
};
const local = (type: string): string => {
  const name = type.slice(type.indexOf(':') + 1);
  return name.charAt(0).toLowerCase() + name.slice(1);
};

/** Expressions of other tools are written in braces. */
function condition(line: ModdleElement): string | undefined {
  const body = (line.get('conditionExpression') as ModdleElement | undefined)?.get('body');
  if (typeof body !== 'string' || body.trim() === '') return undefined;
  return /^[#$]\{([^{}]*)\}$/.exec(body.trim())?.[1]?.trim() ?? body.trim();
}

function note(element: ModdleElement): { readonly note?: string } {
  const said = list(element, 'documentation')[0]?.get('text');
  return typeof said === 'string' && said.trim() !== '' ? { note: said.trim() } : {};
}

/** A duration of days, hours and minutes; what else a timer may say is no waiting of ours. */
function until(element: ModdleElement, sort: string | undefined): { readonly until?: { readonly minutes: number } } {
  const [event, more] = element.get('eventDefinitions') === undefined ? [] : list(element, 'eventDefinitions');
  if (sort !== 'wait') {
    // an end or a start with a trigger means something we cannot do
    if (event !== undefined) throw new NotNested('flow.element', local(event.$type));
    return {};
  }
  if (event?.$type !== 'bpmn:TimerEventDefinition' || more !== undefined)
    throw new NotNested('flow.element', local(element.$type));
  const body = (event.get('timeDuration') as ModdleElement | undefined)?.get('body');
  if (typeof body !== 'string') return {};
  const parts = /^P(?:(\d{1,3})D)?(?:T(?:(\d{1,4})H)?(?:(\d{1,6})M)?)?$/.exec(body.trim());
  if (parts === null) throw new NotNested('flow.element', 'timeDuration');
  const [, days = '0', hours = '0', minutes = '0'] = parts;
  return { until: { minutes: Number(days) * 1440 + Number(hours) * 60 + Number(minutes) } };
}

/** What our own export wrote: keys of the sort, values as JSON. */
function properties(
  element: ModdleElement,
  sort: 'flow' | 'flowNode' | 'flowWay',
): { readonly [key: string]: unknown } {
  const extension = element.get('extensionElements') as ModdleElement | undefined;
  const found: { [key: string]: unknown } = {};
  for (const element of extension === undefined ? [] : list(extension, 'values')) {
    const name = String(element.get('name') ?? '');
    const isKey = Object.hasOwn(SORTS[sort], name) || /^x-[A-Za-z0-9-]{1,40}$/.test(name);
    if (element.$type !== 'wf:Property' || !isKey || KEPT.has(name))
      throw new NotNested('flow.element', `wf:property ${name}`);
    try {
      found[name] = JSON.parse(String(element.get('body') ?? ''));
    } catch {
      throw new NotNested('flow.element', `wf:property ${name}`);
    }
  }
  return found;
}
/** Said by the elements themselves. */
const KEPT: ReadonlySet<string> = new Set(['$schema', 'title', 'nodes', 'node', 'sort', 'ways', 'when']);
