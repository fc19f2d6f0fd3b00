/** Tokens on their way: until each one rests at people, at a join, at a service or until a moment (domain part 10, 7.5 step 2). */
import { addMinutes } from './calendar';
import { enterStop, sendCopies } from './enter';
import { type GraphNode, type GraphWay, openWays } from './graph';
import type { BackTo, FlowNeed, FlowToken, PathStep } from './state';
import type { Work } from './work';

/** 90 days */
const MOST_WAIT = 90 * 24 * 60;

/** Moves everything in the queue until it rests. */
export function advance(work: Work): void {
  for (let next = work.queue.shift(); next !== undefined; next = work.queue.shift()) {
    const { token, how } = next;
    if (token.state !== 'open') continue;
    if (how === 'leave') leave(work, token);
    else if (how === 'ask') enterStop(work, token, work.node(token.node), undefined, true);
    else step(work, token);
  }
}

/** The token goes on from the node it stands at. */
function leave(work: Work, token: FlowToken): void {
  const back = token.back;
  if (back !== undefined) {
    delete token.back;
    jump(work, token, back);
    return;
  }
  goTo(work, token, work.node(token.node).ways[0] as GraphWay);
}
function goTo(work: Work, token: FlowToken, way: GraphWay): void {
  work.move();
  token.node = way.to;
  work.enter(token);
}

function step(work: Work, token: FlowToken): void {
  const node = work.node(token.node);
  switch (node.sort) {
    case 'start':
      leave(work, token);
      return;
    case 'approve':
    case 'work':
      enterStop(work, token, node);
      return;
    case 'cc':
      sendCopies(work, token, node);
      leave(work, token);
      return;
    case 'branch': {
      const [way] = openWays(node, (when) => work.world.test(when, work.facts()));
      goTo(work, token, node.ways[way as number] as GraphWay);
      return;
    }
    case 'inclusive':
    case 'parallel':
      split(
        work,
        token,
        node,
        openWays(node, (when) => work.world.test(when, work.facts())),
      );
      return;
    case 'join':
      arrive(work, token, node);
      return;
    case 'service':
      askService(work, token, node);
      return;
    case 'wait':
      rest(work, token, node);
      return;
    case 'end':
      finishAt(work, token, node);
  }
}

/** Opens ways of a block: the token waits in it, one child walks each way. */
function split(work: Work, token: FlowToken, node: GraphNode, ways: readonly number[]): ReadonlyMap<number, FlowToken> {
  const run = work.id();
  work.state.runs.push({ id: run, fork: node.code, token: token.id, passed: token.passed, last: token.last });
  token.state = 'split';
  token.node = node.code;
  const children = new Map<number, FlowToken>();
  for (const way of ways) {
    const step: PathStep = { run, fork: node.code, way, ways };
    const child: FlowToken = {
      id: work.id(),
      node: node.code,
      state: 'open',
      path: [...token.path, step],
      passed: token.passed,
      last: token.last,
    };
    work.state.tokens.push(child);
    children.set(way, child);
    goTo(work, child, node.ways[way] as GraphWay);
  }
  return children;
}

/** Waits at the join until no brother is under way, then the one that waits in the block goes on with what all have passed. */
function arrive(work: Work, token: FlowToken, node: GraphNode): void {
  token.state = 'joined';
  const { run } = token.path.at(-1) as PathStep;
  const brothers = work.state.tokens.filter((token) => token.path.at(-1)?.run === run && token.state !== 'gone');
  if (brothers.some((token) => token.state !== 'joined')) return;
  const parent = work.token((work.state.runs.find((fork) => fork.id === run) as { token: number }).token);
  for (const token of brothers) token.state = 'merged';
  parent.state = 'open';
  parent.passed = union(brothers.map((token) => token.passed));
  parent.last = union(brothers.map((token) => token.last));
  goTo(work, parent, node.ways[0] as GraphWay);
}

const union = (lists: readonly (readonly number[])[]): readonly number[] =>
  [...new Set(lists.flat())].sort((a, b) => a - b);

/** Straight back to who returned it; a block that was cancelled by the return opens again, its other ways from their beginning. */
function jump(work: Work, token: FlowToken, back: BackTo): void {
  let here = token;
  const known = (at: FlowToken, depth: number): readonly number[] =>
    union([at.passed, back.passed.filter((id) => work.visit(id).path.length <= depth)]);
  for (const { fork, way, ways } of back.path.slice(token.path.length)) {
    here.passed = known(here, here.path.length);
    const child = split(work, here, work.node(fork), ways).get(way);
    if (child === undefined) break;
    here = child;
  }
  work.move();
  here.node = back.node;
  here.passed = known(here, Number.POSITIVE_INFINITY);
  // the split queued the child for the beginning of its way; it now stands at the returning node
  work.hold(here);
  enterStop(work, here, work.node(back.node), back.users);
}

function askService(work: Work, token: FlowToken, node: GraphNode): void {
  const action = node.doc?.do ?? {};
  const ranBefore = work.state.served.some((item) => item.node === node.code);
  const parts = (['set', 'notify', 'service'] as const).filter(
    // what leaves the house happens once a round, a value is set again after a return
    (part) => action[part] !== undefined && (part === 'set' || !ranBefore),
  );
  if (parts.length === 0) {
    leave(work, token);
    return;
  }
  const need: FlowNeed = { need: 'service', token: token.id, node: node.code, parts, isAuto: work.isAuto };
  work.state.needs = [...work.state.needs, need];
}

function rest(work: Work, token: FlowToken, node: GraphNode): void {
  const { minutes, field } = node.doc?.until ?? {};
  const day = field === undefined ? null : work.world.document.day(field);
  const until = minutes !== undefined ? addMinutes(work.world.now, minutes) : moment(day);
  if (until === null || until <= work.world.now) {
    leave(work, token);
    return;
  }
  token.wake = [until, addMinutes(work.world.now, MOST_WAIT)].sort()[0] as string;
}
/** a day begins at midnight: waiting until a date ends when the date is there */
const moment = (day: string | null): string | null => (day?.length === 10 ? `${day} 00:00:00` : day);

function finishAt(work: Work, token: FlowToken, node: GraphNode): void {
  const end = node.doc?.end ?? 'pass';
  // what a return made void was no opinion on what is audited now
  const counts = (visit: number | undefined): boolean => visit !== undefined && work.visit(visit).state === 'passed';
  const decided = work.state.tasks
    .filter((task) => task.state === 'done' && task.by !== undefined && counts(task.visit))
    .filter(({ result }) => result === 'agree' || result === 'done')
    .sort((a, b) => (a.handledSeq ?? 0) - (b.handledSeq ?? 0));
  const agreed = decided.some((task) => task.result === 'agree');
  if (end === 'pass' && work.world.document.isPosting && !agreed && !token.passed.some((id) => isAt(work, id, node))) {
    // stock and pay are never moved by rules alone (security.md §5)
    enterStop(work, token, node, 'admins');
    return;
  }
  const actor = decided.at(-1)?.by;
  const need: FlowNeed = { need: 'finish', end, isAuto: work.isAuto, ...(actor === undefined ? {} : { actor }) };
  work.state.needs = [...work.state.needs, need];
}
const isAt = (work: Work, visit: number, node: GraphNode): boolean => work.visit(visit).node === node.code;
