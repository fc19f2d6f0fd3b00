/** People at a node: tasks made when a token arrives, and what the answers so far mean (domain part 10, 7.5 steps 3 and 4). */
import { decide } from './decide';
import type { EmptyRule, FlowNodeDoc, SignMode } from './document';
import type { GraphNode } from './graph';
import { limitOf } from './limits';
import { admins, isEnabled, resolvePeople } from './people';
import { refuse } from './sentences';
import type { Ask, FlowTask, FlowToken, Visit } from './state';
import type { Work } from './work';

/** `whom`: people given by a return, or the flow's administrators, instead of those of the node. */
export function enterStop(
  work: Work,
  token: FlowToken,
  node: GraphNode,
  whom?: readonly string[] | 'admins',
  isAsked = whom !== undefined,
): void {
  const doc = node.doc;
  const given =
    whom === 'admins'
      ? admins(work).map((user): Ask => ({ user, source: 'normal', why: '流程管理员' }))
      : (whom ?? [])
          .filter((user) => isEnabled(work.world, user))
          .map((user): Ask => ({ user, source: 'normal', why: '退回后直达' }));
  const asked = given.length > 0 ? given : doc === undefined ? [] : resolvePeople(work, doc, token.last, isAsked);
  const filled = asked.length > 0 ? { asks: asked, isSingle: whom === 'admins' } : emptyRule(work, doc, node.title);
  const isOrdered = doc?.who?.some((who) => who.by === 'managers') === true;
  const sign: SignMode = filled.isSingle ? 'or' : isOrdered ? 'seq' : (doc?.sign ?? 'or');
  const visit = arrive(work, token, node, 'open', sign);
  if (filled.asks.length === 0) {
    work.isAuto = true;
    work.trail('skip', { node: node.code, text: '处理人为空，自动通过' });
    passVisit(work, visit);
    return;
  }
  if (sign === 'seq') visit.queue = filled.asks;
  else for (const ask of filled.asks) makeTask(work, visit, ask);
  settle(work, visit);
}

/** Nobody is left to ask. Later than the submit nothing can be refused any more, so the administrators take it. */
function emptyRule(
  work: Work,
  doc: FlowNodeDoc | undefined,
  title: string,
): { readonly asks: readonly Ask[]; readonly isSingle: boolean } {
  const rule: EmptyRule = doc?.empty ?? work.graph.doc.empty ?? 'admin';
  if (rule === 'pass') return { asks: [], isSingle: true };
  if (rule === 'refuse' && work.isSubmit) refuse('nobody', { n: title });
  const user = rule === 'user' ? work.world.people.login(doc?.emptyUser ?? '') : undefined;
  const users = user !== undefined && isEnabled(work.world, user) ? [user] : admins(work);
  return {
    asks: users.map((user): Ask => ({ user: user, source: 'normal', why: '处理人为空' })),
    isSingle: true,
  };
}

/** The task of one person; what a rule passes is done at once. */
export function makeTask(
  work: Work,
  visit: Visit,
  ask: Ask,
  more: Partial<Pick<FlowTask, 'added' | 'transfers' | 'sort'>> = {},
): FlowTask {
  const node = work.node(visit.node);
  const task: FlowTask = {
    id: work.id(),
    visit: visit.id,
    node: visit.node,
    title: node.title,
    sort: more.added !== undefined ? 'add' : node.sort === 'work' ? 'work' : 'approve',
    user: ask.user,
    ...(ask.owner === undefined ? {} : { owner: ask.owner }),
    source: ask.source,
    why: ask.why,
    state: 'open',
    arrivedAt: work.world.now,
    ...limitOf(node.doc?.limit, work.world),
    steps: [],
    transfers: 0,
    ...more,
  };
  work.state.tasks.push(task);
  if (ask.auto === undefined) {
    work.trail('arrive', { node: visit.node, task: task.id, to: [ask.user], text: ask.why });
    work.notice('arrived', [ask.user], { node: visit.node, task: task.id });
  } else {
    task.state = 'done';
    task.result = 'auto';
    task.handledAt = work.world.now;
    task.handledSeq = work.id();
    work.isAuto = true;
    work.trail('auto', { node: visit.node, task: task.id, to: [ask.user], text: ask.auto });
  }
  return task;
}

/** Asks the next one of an ordered node, then decides it if the answers allow; the token goes on or the flow ends. */
export function settle(work: Work, visit: Visit, by?: FlowTask): void {
  for (;;) {
    const decision = decide(visit, work.tasksOf(visit), work.node(visit.node).doc);
    if (decision === 'pass') {
      passVisit(work, visit, by);
      return;
    }
    if (decision === 'reject') {
      rejectVisit(work, visit, by);
      return;
    }
    if (decision !== 'next') return;
    const [ask, ...rest] = visit.queue;
    visit.queue = rest;
    if (ask !== undefined) makeTask(work, visit, standIn(work, ask));
  }
}

function passVisit(work: Work, visit: Visit, by?: FlowTask): void {
  const token = work.token(visit.token);
  work.cancelOpen(visit, by?.id);
  visit.state = 'passed';
  token.passed = [...token.passed, visit.id];
  token.last = [visit.id];
  // an end that asked the administrators ends now
  if (work.node(token.node).sort === 'end') work.enter(token);
  else work.leave(token);
}

/** Who left while he waited for his turn is stood in for by an administrator. */
function standIn(work: Work, ask: Ask): Ask {
  const [admin] = isEnabled(work.world, ask.user) ? [] : admins(work);
  if (admin === undefined) return ask;
  return { user: admin, owner: ask.owner ?? ask.user, source: 'transfer', why: `${work.name(ask.user)}已停用` };
}

/** The document is sent back to its maker; where it happened is kept for a resubmit that goes straight there. */
function rejectVisit(work: Work, visit: Visit, by?: FlowTask): void {
  const { state } = work;
  visit.state = 'rejected';
  state.rejected = { visit: visit.id, tokens: state.tokens.map((token) => ({ ...token })) };
  work.cancelOpen(visit, by?.id);
  state.status = 'rejected';
  state.endAt = work.world.now;
  work.cancelAll(by?.by);
  work.queue.length = 0;
  const opinion = by?.opinion === undefined ? {} : { text: by.opinion };
  const actor = by?.by === undefined ? {} : { actor: by.by };
  work.trail('finish', { text: '驳回' });
  work.events.push({ event: 'document', act: 'reject', ...actor, ...opinion });
  work.notice('rejected', [state.starter], { node: visit.node, ...opinion });
}

/** Copies never hold a token up. */
export function sendCopies(work: Work, token: FlowToken, node: GraphNode): void {
  const users = node.doc === undefined ? [] : resolvePeople(work, node.doc, token.last, true).map(({ user }) => user);
  copyTo(work, node, users, token);
}
export function copyTo(work: Work, node: GraphNode, users: readonly string[], token?: FlowToken): void {
  // a node of copies is passed by arriving; the visit is kept so that a recall finds its copies
  const visit = token === undefined ? undefined : arrive(work, token, node, 'passed', 'or');
  for (const user of new Set(users)) {
    const task: FlowTask = {
      id: work.id(),
      ...(visit === undefined ? {} : { visit: visit.id }),
      node: node.code,
      title: node.title,
      sort: 'cc',
      user,
      source: 'normal',
      why: '抄送',
      state: 'open',
      arrivedAt: work.world.now,
      steps: [],
      transfers: 0,
    };
    work.state.tasks.push(task);
    work.notice('cc', [user], { node: node.code, task: task.id });
  }
  if (token !== undefined && users.length > 0) work.trail('cc', { node: node.code, to: users });
}
/** The visit of a token at a node; it remembers what the token had passed. */
function arrive(work: Work, token: FlowToken, node: GraphNode, state: Visit['state'], sign: SignMode): Visit {
  const visit: Visit = {
    id: work.id(),
    node: node.code,
    token: token.id,
    state,
    sign,
    arrivedAt: work.world.now,
    from: token.passed,
    last: token.last,
    path: token.path,
    queue: [],
  };
  work.state.visits.push(visit);
  return visit;
}
