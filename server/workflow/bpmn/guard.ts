/**
 * What may come in: a file is read tag by tag before any parser sees it. No document types, no entities, bounded size, depth and
 * number of elements; elements and attributes are those we know, everything else is refused by its name.
 */
import { WF_URI } from './extension';

const BPMN = 'http://www.omg.org/spec/BPMN/20100524/MODEL';
/** drawings: read by nobody, allowed whole */
const DRAWN: ReadonlySet<string> = new Set([
  'http://www.omg.org/spec/BPMN/20100524/DI',
  'http://www.omg.org/spec/DD/20100524/DC',
  'http://www.omg.org/spec/DD/20100524/DI',
]);
/** notes of drawing tools: their attributes are harmless and left out */
const NOTES: ReadonlySet<string> = new Set([
  'http://www.w3.org/2001/XMLSchema-instance',
  'http://bpmn.io/schema/bpmn/biocolor/1.0',
  'http://www.omg.org/spec/BPMN/non-normative/color/1.0',
  'http://camunda.org/schema/modeler/1.0',
]);
const ELEMENTS: ReadonlySet<string> = new Set([
  ...['definitions', 'process', 'startEvent', 'endEvent', 'userTask', 'sendTask', 'serviceTask', 'sequenceFlow'],
  ...['exclusiveGateway', 'inclusiveGateway', 'parallelGateway', 'intermediateCatchEvent', 'timerEventDefinition'],
  ...['timeDuration', 'conditionExpression', 'extensionElements', 'documentation', 'incoming', 'outgoing'],
]);
const ATTRIBUTES: ReadonlySet<string> = new Set([
  ...['id', 'name', 'default', 'sourceRef', 'targetRef', 'gatewayDirection', 'isExecutable', 'processType', 'isClosed'],
  ...['targetNamespace', 'exporter', 'exporterVersion', 'expressionLanguage', 'typeLanguage', 'language'],
  ...['startQuantity', 'completionQuantity', 'isInterrupting', 'parallelMultiple', 'textFormat', 'isForCompensation'],
]);
const LIMITS = { bytes: 1_000_000, depth: 32, elements: 5000, attributes: 40 } as const;

export interface Refusal {
  readonly why: 'file' | 'element';
  /** what is wrong with the file, or the name of the element */
  readonly text: string;
}

/** The first thing that keeps a file out; undefined = it may be parsed. Linear in the length of the text. */
export function guardBpmn(xml: string): Refusal | undefined {
  if (Buffer.byteLength(xml) > LIMITS.bytes) return file('超过1MB');
  const open: Scope[] = [];
  let count = 0;
  let at = xml.charCodeAt(0) === 0xfeff ? 1 : 0;
  let hasRoot = false;
  while (at < xml.length) {
    const start = xml.indexOf('<', at);
    const text = xml.slice(at, start < 0 ? xml.length : start);
    if (hasEntity(text)) return file('不能有实体');
    if (start < 0) {
      if (text.trim() !== '') return file('格式不正确');
      break;
    }
    if (open.length === 0 && text.trim() !== '') return file('格式不正确');
    if (xml.startsWith('<!--', start) || xml.startsWith('<![CDATA[', start)) {
      const close = xml.startsWith('<!--', start) ? '-->' : ']]>';
      const end = xml.indexOf(close, start + 4);
      if (end < 0) return file('格式不正确');
      at = end + 3;
      continue;
    }
    if (xml.startsWith('<!', start)) return file('不能有DOCTYPE');
    const end = tagEnd(xml, start);
    if (end < 0) return file('格式不正确');
    const tag = xml.slice(start + 1, end);
    at = end + 1;
    if (tag.startsWith('?')) {
      if (!/^\?xml\s/.test(tag) || hasRoot) return file('不能有处理指令');
      continue;
    }
    if (tag.startsWith('/')) {
      if (open.pop()?.name !== tag.slice(1).trim()) return file('格式不正确');
      continue;
    }
    if (open.length === 0 && hasRoot) return file('格式不正确');
    hasRoot = true;
    count += 1;
    if (count > LIMITS.elements) return file('元素过多');
    const scope = scopeOf(tag, open.at(-1));
    if (scope === undefined) return file('格式不正确');
    const refused = judge(scope, open.at(-1));
    if (refused !== undefined) return refused;
    if (!tag.endsWith('/')) open.push(scope);
    if (open.length > LIMITS.depth) return file('嵌套过深');
  }
  return open.length > 0 || !hasRoot ? file('格式不正确') : undefined;
}

interface Scope {
  readonly name: string;
  readonly attributes: readonly (readonly [string, string])[];
  readonly spaces: { readonly [prefix: string]: string };
}
const file = (text: string): Refusal => ({ why: 'file', text });
const element = (text: string): Refusal => ({ why: 'element', text });

/** Only the five built-in entities and characters by number. */
const hasEntity = (text: string): boolean => /&(?!(?:lt|gt|amp|quot|apos|#\d{1,7}|#x[0-9a-fA-F]{1,6});)/.test(text);

/** Position of the `>` that ends a tag; those in quotes do not. */
function tagEnd(xml: string, from: number): number {
  let quote = '';
  for (let i = from + 1; i < xml.length; i += 1) {
    const char = xml[i] as string;
    if (quote !== '') quote = char === quote ? '' : quote;
    else if (char === '"' || char === "'") quote = char;
    else if (char === '>') return i;
    else if (char === '<') return -1;
  }
  return -1;
}

function scopeOf(tag: string, outer: Scope | undefined): Scope | undefined {
  const name = /^[A-Za-z_][\w.:-]*/.exec(tag)?.[0];
  if (name === undefined) return undefined;
  const rest = tag.slice(name.length).replace(/\/$/, '');
  const attributes: (readonly [string, string])[] = [];
  const spaces: { [prefix: string]: string } = Object.assign(Object.create(null), outer?.spaces);
  const seen = new Set<string>();
  // one attribute after the other from where the last one ended: a tag of blanks costs no more than its length
  const next = /\s+([A-Za-z_][\w.:-]*)\s*=\s*(?:"([^"<]*)"|'([^'<]*)')/y;
  let end = 0;
  for (let match = next.exec(rest); match !== null; match = next.exec(rest)) {
    const [, key = '', double, single] = match;
    const value = double ?? single ?? '';
    if (seen.has(key) || seen.size >= LIMITS.attributes || hasEntity(value)) return undefined;
    seen.add(key);
    end = next.lastIndex;
    if (key === 'xmlns') spaces[''] = value;
    else if (key.startsWith('xmlns:')) spaces[key.slice(6)] = value;
    else attributes.push([key, value]);
  }
  return rest.slice(end).trim() === '' ? { name, attributes, spaces } : undefined;
}

function judge(scope: Scope, outer: Scope | undefined): Refusal | undefined {
  const [space, local] = split(scope.name, scope, true);
  if (space !== undefined && DRAWN.has(space)) return undefined;
  if (space === WF_URI) {
    const isProperty =
      local === 'property' && outer !== undefined && split(outer.name, outer, true)[1] === 'extensionElements';
    return isProperty && scope.attributes.every(([key]) => key === 'name') ? undefined : element(scope.name);
  }
  if (space !== BPMN || !ELEMENTS.has(local)) return element(space === BPMN ? local : scope.name);
  for (const [key, value] of scope.attributes) {
    const [from, plain] = split(key, scope, false);
    const isKnown =
      from === undefined
        ? ATTRIBUTES.has(plain) && !(plain === 'isForCompensation' && value === 'true')
        : from === WF_URI
          ? plain === 'sort' || plain === 'implied'
          : NOTES.has(from);
    if (!isKnown) return element(key);
  }
  return undefined;
}
function split(name: string, scope: Scope, isElement: boolean): readonly [string | undefined, string] {
  const colon = name.indexOf(':');
  if (colon < 0) return [isElement ? scope.spaces[''] : undefined, name];
  return [scope.spaces[name.slice(0, colon)] ?? '', name.slice(colon + 1)];
}
