/** What a flow must mean before it can be published (§11.3, domain part 10, 7.4): nodes, ways, people, names. */

import type { ExprProblem } from '../expr/problem';
import type { Bound } from '../expr/typed';
import { type FlowDoc, type FlowWhoDoc, isBlock, isStop, NODE_KEYS, type NodePlace, nodesOf } from '../flow/document';
import { isDated } from '../kinds/index';
import { addressOf } from '../resolve/address';
import type { ObjectType } from '../resolved';
import { keyText } from '../sorts/texts/index';
import { text } from '../texts';
import { type Problem, problem } from '../value';
import { flowPlacesOf } from './flow-places';
import { checkBinds } from './flow-starts';
import { askedOf, leakOf } from './judge';
import type { Library } from './library';
import type { Say } from './object-check';
import { fieldAt } from './paths';
import { bindPlace, type ExprPlace } from './places';

const COMMON: ReadonlySet<string> = new Set(['node', 'title', 'note', 'off', 'sort']);

export function checkFlow(doc: FlowDoc, library: Library): readonly Problem[] {
  const problems: Problem[] = [];
  const say: Say = (code, address, terms = {}, level) => {
    problems.push(problem(code, address, text(code, terms), level));
  };
  const entry = library.objects.get(doc.object);
  const nodes = nodesOf(doc);
  checkCodes(nodes, say);
  for (const place of nodes) {
    checkKeys(place, say);
    checkWays(place, say);
    checkPeople(place, doc, say);
  }
  checkEnds(doc, nodes, say);
  if (!nodes.some(({ node }) => node.sort === 'approve')) say('flow.approve', 'nodes');
  checkBinds(doc, library, say);
  if (entry === undefined) return problems;
  if (!entry.object.audited) say('flow.object', 'object', { o: entry.object.title });
  checkFields(doc, nodes, entry.type, library, say);
  for (const place of flowPlacesOf(doc, entry.type, library.types)) judge(place, problems);
  return problems;
}

function checkCodes(nodes: readonly NodePlace[], say: Say): void {
  const seen = new Set<string>();
  for (const { node, address } of nodes) {
    if (seen.has(node.node)) say('code.taken', address, { c: node.node });
    seen.add(node.node);
    for (const code of Array.isArray(node.back) ? (node.back as readonly string[]) : [])
      if (!nodes.some((node) => node.node.node === code && isStop(node.node.sort)))
        say('flow.back', `${address}.back`, { c: code });
    for (const key of ['title', 'note'] as const)
      if ((node[key]?.length ?? 0) > 20) say('value.range', `${address}.${key}`, { k: keyText('flowNode', key).title });
  }
}

/** Each sort of node has its own properties; a block needs its ways, a service something to do. */
function checkKeys({ node, address }: NodePlace, say: Say): void {
  const may: ReadonlySet<string> = new Set(NODE_KEYS[node.sort]);
  for (const key of Object.keys(node))
    if (!COMMON.has(key) && !key.startsWith('x-') && !may.has(key))
      say('flow.key', `${address}.${key}`, { n: node.title, k: keyText('flowNode', key).title });
  const need = (key: string, isThere: boolean): void => {
    if (!isThere) say('key.missing', address, { k: key });
  };
  if (isBlock(node.sort)) need('ways', node.ways !== undefined);
  if (node.sort === 'service') need('do', node.do !== undefined && Object.keys(node.do).length > 0);
  if (node.sort === 'wait') need('until', node.until?.minutes !== undefined || node.until?.field !== undefined);
  if (node.limit !== undefined) need('limit.hours', node.limit.hours !== undefined || node.limit.field !== undefined);
  if (node.empty === 'user') need('emptyUser', node.emptyUser !== undefined);
}

function checkWays({ node, address }: NodePlace, say: Say): void {
  const ways = (node.ways ?? []).filter((way) => way.off !== true);
  if (!isBlock(node.sort) || node.ways === undefined) return;
  if (ways.length < 2) say('flow.ways', address, { n: node.title });
  const titles = new Set<string>();
  for (const way of ways) {
    const at = addressOf(`${address}.ways`, way.title);
    if (titles.has(way.title)) say('code.taken', at, { c: way.title });
    titles.add(way.title);
    if (node.sort === 'parallel' && way.when !== undefined)
      say('flow.key', `${at}.when`, { n: way.title, k: keyText('flowWay', 'when').title });
  }
  if (node.sort === 'parallel' || ways.length < 2) return;
  if (ways.at(-1)?.when !== undefined) say('flow.branch', address, { n: node.title });
  for (const way of ways.slice(0, -1))
    if (way.when === undefined)
      say('key.missing', addressOf(`${address}.ways`, way.title), { k: keyText('flowWay', 'when').title });
}

function checkPeople({ node, address }: NodePlace, doc: FlowDoc, say: Say): void {
  if (!isStop(node.sort) && node.sort !== 'cc') return;
  const who = node.who ?? [];
  if (who.length === 0 || !who.every(isWhole)) say('flow.who', address, { n: node.title });
  if (node.empty === undefined && doc.empty === 'user' && node.emptyUser === undefined && node.sort !== 'cc')
    say('key.missing', address, { k: 'emptyUser' });
}
function isWhole(who: FlowWhoDoc): boolean {
  if (who.by === 'user') return (who.users?.length ?? 0) > 0;
  if (who.by === 'role') return (who.roles?.length ?? 0) > 0;
  return (who.by !== 'field' && who.by !== 'fieldDept') || who.field !== undefined;
}

/** An end stands outside parallel ways, and nothing stands behind one. */
function checkEnds(doc: FlowDoc, nodes: readonly NodePlace[], say: Say): void {
  for (const { node, address, inside } of nodes)
    if (node.sort === 'end' && inside.some((block) => block.node.sort !== 'branch')) say('flow.end', address);
  const walk = (list: FlowDoc['nodes'], address: string): boolean => {
    let isOpen = true;
    for (const node of list) {
      if (node.off === true) continue;
      const at = addressOf(address, node.node);
      if (!isOpen) {
        say('flow.reach', at, { n: node.title });
        return false;
      }
      const open = (node.ways ?? [])
        .filter((way) => way.off !== true)
        .map((way) => walk(way.nodes ?? [], `${addressOf(`${at}.ways`, way.title)}.nodes`));
      isOpen = node.sort !== 'end' && (open.length === 0 || open.some((value) => value));
    }
    return isOpen;
  };
  walk(doc.nodes, 'nodes');
}

function checkFields(doc: FlowDoc, nodes: readonly NodePlace[], object: ObjectType, library: Library, say: Say): void {
  const there = (path: string, address: string): ReturnType<typeof fieldAt> => {
    const field = fieldAt(path, object, library.types);
    if (field === undefined) say('ref.field', address, { c: path });
    return field;
  };
  const typed = (path: string | undefined, address: string, isRight: (field: Typed) => boolean, t: string): void => {
    const field = path === undefined ? undefined : there(path, address);
    if (field !== undefined && field !== 'any' && !isRight(field)) say('flow.type', address, { f: field.title, t });
  };
  if ((doc.summary?.length ?? 0) > 4) say('value.range', 'summary', { k: keyText('flow', 'summary').title });
  for (const path of doc.summary ?? []) there(path, 'summary');
  for (const path of doc.keys ?? []) there(path, 'keys');
  for (const { node, address } of nodes) {
    for (const path of Object.keys(node.fields ?? {})) there(path, addressOf(`${address}.fields`, path));
    for (const who of [...(node.who ?? []), ...(node.do?.notify?.to ?? [])]) {
      if (who.by === 'field') typed(who.field, `${address}.who`, isPerson, '人员');
      if (who.by === 'fieldDept') typed(who.field, `${address}.who`, (field) => field.ref === 'dept', '部门');
    }
    typed(node.limit?.field, `${address}.limit.field`, isDated, '日期');
    typed(node.until?.field, `${address}.until.field`, isDated, '日期');
    for (const code of Object.keys(node.do?.set ?? {})) {
      const at = addressOf(`${address}.do.set`, code);
      const field = library.objects.get(doc.object)?.object.fields[code];
      if (field === undefined) say('ref.field', at, { c: code });
      else if (field.flowSet !== true) say('flow.set', at, { f: field.title });
    }
  }
}
type Typed = Exclude<ReturnType<typeof fieldAt>, undefined | 'any'>;
const isPerson = (field: Typed): boolean => field.ref === 'user' || field.ref === 'employee';

/** Types one expression; an unknown name in a condition has the sentence of the flow designer. */
function judge(place: ExprPlace, problems: Problem[]): void {
  const bound = bindPlace(place);
  if (Array.isArray(bound)) {
    for (const eachProblem of bound as readonly ExprProblem[]) {
      const { missing } = eachProblem;
      const isCondition = place.want?.t === 'bool' && missing?.sort === 'field';
      problems.push(
        isCondition
          ? problem('flow.field', place.address, text('flow.field', { f: missing.name }))
          : problem(eachProblem.code, place.address, eachProblem.text),
      );
    }
    return;
  }
  const typed = bound as Exclude<typeof bound, readonly unknown[]>;
  const parts: readonly Bound[] =
    'parts' in typed ? typed.parts.flatMap((part) => ('bound' in part ? [part.bound] : [])) : [typed as Bound];
  for (const part of parts) {
    const leak = place.into === undefined ? undefined : leakOf(part, place.into.grant);
    if (leak !== undefined) problems.push(problem('grant.leak', place.address, text('grant.leak', { f: leak })));
    const asked = askedOf(part);
    if (asked !== undefined) problems.push(problem('expr.asked', place.address, text('expr.asked', { f: asked })));
  }
}

/** What only the organisation knows at a publish. */
export interface FlowWorldFacts {
  /** login names of disabled or unknown users, with the name to say */
  disabled(login: string): string | undefined;
  roleHasMembers(role: string): boolean;
  /** flow.autoPass, and whether the audit of the object posts stock or pay */
  readonly autoPass: boolean;
  readonly posts: boolean;
}
/** The publish checks that need the organisation: people, roles, automatic passing (domain part 10, 7.4). */
export function checkFlowPeople(doc: FlowDoc, facts: FlowWorldFacts): readonly Problem[] {
  const problems: Problem[] = [];
  const say: Say = (code, address, terms = {}, level) => {
    problems.push(problem(code, address, text(code, terms), level));
  };
  for (const { node, address } of nodesOf(doc)) {
    const sources = [...(node.who ?? []), ...(node.do?.notify?.to ?? [])];
    const users = [...sources.flatMap((who) => (who.by === 'user' ? (who.users ?? []) : [])), node.emptyUser];
    for (const login of users) {
      const name = login === undefined ? undefined : facts.disabled(login);
      if (name !== undefined) say('flow.user', `${address}.who`, { u: name });
    }
    for (const role of sources.flatMap((who) => (who.by === 'role' ? (who.roles ?? []) : [])))
      if (!facts.roleHasMembers(role)) say('flow.role', `${address}.who`, { r: role }, 'warn');
    if (node.limit?.over === 'pass' && (!facts.autoPass || facts.posts))
      say('flow.autoPass', `${address}.limit.over`, { n: node.title });
  }
  return problems;
}
