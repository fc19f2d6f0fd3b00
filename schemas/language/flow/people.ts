/** Who is asked at a node, and why (domain part 10, 7.5 step 3; security.md §5). */
import type { FlowDoc, FlowNodeDoc, FlowWhoDoc, PeopleScope } from './document';
import type { FlowGraph } from './graph';
import { refuse } from './sentences';
import type { Ask, FlowState } from './state';
import { Work } from './work';
import type { Directory, FlowWorld } from './world';

const MOST = 50;
const LEVELS = 20;

/** The starter and who made the document: neither approves what is his unless the document allows it. */
export const isSelf = (work: Work, user: string): boolean => user === work.state.starter || user === work.state.creator;

/** People of a node after all rules but the empty one, in order. `isAsked`: a return asks whoever passed by himself before. */
export function resolvePeople(
  work: Work,
  node: FlowNodeDoc,
  last: readonly number[],
  isAsked: boolean,
): readonly Ask[] {
  const found = collect(work, node.who ?? [], node.near === true, node.node);
  const enabled = found.filter((ask) => isEnabled(work.world, ask.user));
  // a copy is for whom it is for: nobody reads it in his place, and the starter may have one
  const own =
    node.sort === 'cc'
      ? distinct(enabled)
      : distinct(
          distinct(enabled.map((ask) => delegate(work, ask))).flatMap((ask) => starterRule(work, node, ask, isAsked)),
        );
  if (own.length > MOST) refuse('people');
  return node.sort === 'approve' && !isAsked ? own.map((ask) => repeatRule(work, ask, last)) : own;
}

/** The flow's administrators, who take what has nobody else: not the starter, then the next one, then the superusers. */
export function admins(work: Work): readonly string[] {
  const { people, settings } = work.world;
  const may = (users: readonly string[]): readonly string[] =>
    users.filter((user) => isEnabled(work.world, user) && (settings.self || !isSelf(work, user)));
  const own = may((work.graph.doc.admins ?? []).flatMap((login) => people.login(login) ?? []));
  if (own.length > 0) return own;
  const supers = may(people.supers());
  return supers.length > 0 ? supers : people.supers();
}

export function isEnabled(world: FlowWorld, user: string): boolean {
  const person = world.people.person(user);
  return person !== undefined && person.isDisabled !== true;
}

/** Whether somebody may be chosen by `from` in a scope. */
export function inScope(world: FlowWorld, user: string, scope: PeopleScope, from: string): boolean {
  const { people } = world;
  if (scope === 'dept') return people.person(user)?.dept === people.person(from)?.dept;
  return scope !== 'role' || people.rolesOf(user).some((role) => people.rolesOf(from).includes(role));
}

/** Whether somebody may start the flow: everybody, or holders of its roles and members of its departments and those below. */
export function mayStart(doc: FlowDoc, people: Directory, user: string): boolean {
  const { roles = [], depts = [] } = doc.starters ?? {};
  if (roles.length + depts.length === 0) return true;
  if (people.rolesOf(user).some((role) => roles.includes(role))) return true;
  let at = people.person(user)?.dept ?? null;
  for (let i = 0; at !== null && i < LEVELS; i += 1) {
    if (depts.includes(at)) return true;
    at = people.dept(at)?.parent ?? null;
  }
  return false;
}

/** The people somebody is told through, outside any node. */
export const peopleOf = (
  graph: FlowGraph,
  state: FlowState,
  world: FlowWorld,
  who: readonly FlowWhoDoc[],
): readonly string[] => [...new Set(collect(new Work(graph, state, world), who, false, '').map((ask) => ask.user))];

/** All people of the sources with the reason, before any rule. */
export function collect(work: Work, who: readonly FlowWhoDoc[], near: boolean, node: string): readonly Ask[] {
  return who.flatMap((source) => {
    const { users, why } = fromSource(work, source, near, node);
    return users.map((user): Ask => ({ user, source: 'normal', why }));
  });
}

interface Found {
  readonly users: readonly string[];
  readonly why: string;
}
function fromSource(work: Work, who: FlowWhoDoc, near: boolean, node: string): Found {
  const { people, document } = work.world;
  const { state } = work;
  const some = (users: readonly (string | null | undefined)[], why: string): Found => ({
    users: users.filter((user): user is string => typeof user === 'string'),
    why,
  });
  switch (who.by) {
    case 'user':
      return some(
        (who.users ?? []).map((login) => people.login(login)),
        '指定人员',
      );
    case 'role':
      return fromRoles(work, who.roles ?? [], near);
    case 'deptHead':
      return some([deptsUp(work, state.dept)[(who.level ?? 1) - 1]?.head], '部门负责人');
    case 'managers':
      return { users: managers(work, who), why: '逐级主管' };
    case 'superior':
      return some([people.superior(state.starter)], '直属上级');
    case 'starter':
      return some([state.starter], '发起人');
    case 'field':
      return some(document.users(who.field ?? ''), `单据「${document.fieldTitle(who.field ?? '')}」`);
    case 'fieldDept':
      return some(
        document.depts(who.field ?? '').map((dept) => people.dept(dept)?.head),
        `「${document.fieldTitle(who.field ?? '')}」的负责人`,
      );
    case 'previous':
      return some(state.chosen[node] ?? [], '上一步选择');
    case 'chosen':
      return some(state.chosen[node] ?? [], '发起人选择');
    case 'teamLeader':
      return some([people.teamLeader(state.starter)], '班组长');
  }
}

interface DeptStep {
  readonly id: string;
  readonly title: string;
  readonly head: string | null;
}
/** A department and those above it. */
function deptsUp(work: Work, from: string | null): readonly DeptStep[] {
  const steps: DeptStep[] = [];
  for (let id = from; id !== null && steps.length < LEVELS; ) {
    const dept = work.world.people.dept(id);
    if (dept === undefined) break;
    steps.push({ id, title: dept.title, head: dept.head });
    id = dept.parent;
  }
  return steps;
}

function fromRoles(work: Work, roles: readonly string[], near: boolean): Found {
  const { people, document } = work.world;
  const members = roles.map((role) => people.role(role));
  const titles = members.map((role) => role.title).join('、');
  const users = members.flatMap((role) => role.users);
  if (!near) return { users, why: `角色「${titles}」` };
  for (const dept of deptsUp(work, document.dept ?? work.state.dept)) {
    const there = users.filter((user) => people.person(user)?.dept === dept.id && isEnabled(work.world, user));
    if (there.length > 0) return { users: there, why: `角色就近：${dept.title}` };
  }
  return { users: [], why: `角色就近：${titles}` };
}

/** Heads from the own department upward, to a level or to the first who has one of the roles. */
function managers(work: Work, who: FlowWhoDoc): readonly string[] {
  const { people } = work.world;
  const roles = who.roles ?? [];
  const steps = deptsUp(work, work.state.dept).slice(0, roles.length > 0 ? (who.level ?? LEVELS) : (who.level ?? 1));
  const found: string[] = [];
  for (const { head } of steps) {
    if (head === null || found.includes(head)) continue;
    found.push(head);
    if (people.rolesOf(head).some((role) => roles.includes(role))) break;
  }
  return found;
}

/** To the agent while a delegation holds; not to the starter's own hand, not to somebody who left. */
function delegate(work: Work, ask: Ask): Ask {
  const { people, settings } = work.world;
  const agent = people.agent(ask.user);
  if (agent === undefined || agent === ask.user || !isEnabled(work.world, agent)) return ask;
  if (!settings.self && isSelf(work, agent)) return ask;
  return { user: agent, owner: ask.user, source: 'delegate', why: `${ask.why}（代${work.name(ask.user)}）` };
}

function starterRule(work: Work, node: FlowNodeDoc, ask: Ask, isAsked: boolean): readonly Ask[] {
  const { people, settings } = work.world;
  const self = [ask.user, ask.owner ?? ask.user].find((user) => isSelf(work, user));
  if (self === undefined) return [ask];
  const rule = settings.self ? (node.self ?? 'superior') : 'superior';
  if (rule === 'do' || (rule === 'pass' && isAsked)) return [ask];
  if (rule === 'pass') return [{ ...ask, auto: '处理人为发起人' }];
  const superior = people.superior(self);
  if (superior === null || isSelf(work, superior) || !isEnabled(work.world, superior)) return [];
  return [delegate(work, { user: superior, source: 'normal', why: `${work.name(self)}的直属上级` })];
}

/** Who answered just before, or agreed in this round with nothing edited since, is not asked again. */
function repeatRule(work: Work, ask: Ask, last: readonly number[]): Ask {
  const rule = work.graph.doc.repeat ?? 'adjacent';
  if (rule === 'none' || ask.auto !== undefined) return ask;
  const done = work.state.tasks.filter((task) => task.user === ask.user && task.state === 'done');
  const before = done.some(
    ({ visit, result }) =>
      visit !== undefined && last.includes(visit) && (result === 'agree' || result === 'done' || result === 'auto'),
  );
  if (before) return { ...ask, auto: '与上一节点处理人相同' };
  if (rule !== 'all') return ask;
  const agreed = done.some(
    ({ visit, result, handledSeq }) =>
      visit !== undefined &&
      result === 'agree' &&
      work.visit(visit).state === 'passed' &&
      (handledSeq ?? 0) > work.state.editedAt,
  );
  return agreed ? { ...ask, auto: '本轮已同意' } : ask;
}

function distinct(asks: readonly Ask[]): readonly Ask[] {
  const seen = new Set<string>();
  return asks.filter((ask) => !seen.has(ask.user) && seen.add(ask.user));
}

/** People others chose for a node, judged: enabled, in the scope of the source. */
export function checkChosen(work: Work, chosen: FlowState['chosen'], by: 'previous' | 'chosen', from: string): void {
  for (const [code, users] of Object.entries(chosen)) {
    const source = work.graph.nodes.get(code)?.doc?.who?.find((who) => who.by === by);
    for (const user of users) {
      if (!isEnabled(work.world, user)) refuse('disabled', { user: work.name(user) });
      if (source === undefined || !inScope(work.world, user, source.scope ?? 'all', from))
        refuse('outside', { user: work.name(user) });
    }
    if (users.length > MOST) refuse('people');
  }
}
