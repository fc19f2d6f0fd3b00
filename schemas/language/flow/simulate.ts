/** A flow tried without writing: everybody agrees at once, waiting ends, services run (domain part 10, 7.4 模拟). */
import { isStop, nodesOf } from './document';
import { type FlowGraph, nodeAt, openWays, START } from './graph';
import { agree } from './handle';
import { finish, type Submission, served, submit } from './life';
import type { FlowState, Outcome } from './state';
import { tick } from './timers';
import type { FlowWorld } from './world';

export interface SimulatedNode {
  readonly node: string;
  readonly title: string;
  readonly people: readonly {
    readonly user: string;
    readonly why: string;
    readonly dueAt?: string;
    readonly isAuto: boolean;
  }[];
}
export type Simulation =
  | {
      readonly nodes: readonly SimulatedNode[];
      /** all nodes a token comes to, `#end` among them, and the ways of blocks it takes */
      readonly passed: readonly string[];
      readonly ways: readonly { readonly node: string; readonly way: string }[];
      readonly skipped: readonly string[];
      readonly ended: FlowState['status'];
    }
  | { readonly refusal: string };
/** Endless loops are refused by the engine; this bounds what is left. */
const STEPS = 500;

/** The path a document would take from here, with the people of each node and why it is them; `at` = the world at a moment. */
export function simulate(graph: FlowGraph, at: (now: string) => FlowWorld, now: string, by: Submission): Simulation {
  let world = at(now);
  let result: Outcome = submit(graph, world, by);
  for (let i = 0; i < STEPS && result.refusal === undefined; i += 1) {
    const { state }: { readonly state: FlowState } = result;
    const next = oneStep(graph, world, state);
    if (next !== undefined) {
      result = next;
      continue;
    }
    const wake = state.tokens.flatMap((token) => (token.state === 'open' ? (token.wake ?? []) : [])).sort()[0];
    if (state.status !== 'running' || wake === undefined) return told(graph, world, state);
    world = at(wake);
    result = tick(graph, state, world);
  }
  return result.refusal === undefined ? told(graph, world, result.state) : { refusal: result.refusal };
}

function oneStep(graph: FlowGraph, world: FlowWorld, state: FlowState): Outcome | undefined {
  const [need] = state.needs;
  if (need?.need === 'service') return served(graph, state, world, need, {});
  if (need !== undefined) return finish(graph, state, world, need, {});
  const task = state.tasks.find((task) => task.state === 'open' && task.sort !== 'cc');
  if (task === undefined || state.status !== 'running') return undefined;
  return agree(graph, state, world, task.user, { task: task.id, opinion: '模拟', isSigned: true, files: 1 });
}

/** Where tokens come from the start; conditions read document, starter and instance, which do not change on the way. */
function walked(graph: FlowGraph, test: (when: string) => boolean) {
  const passed = new Set<string>();
  const ways: { readonly node: string; readonly way: string }[] = [];
  const open = [START];
  for (let code = open.pop(); code !== undefined; code = open.pop()) {
    if (passed.has(code)) continue;
    passed.add(code);
    const node = nodeAt(graph, code);
    const isSplit = node.doc?.ways !== undefined && node.sort !== 'join';
    for (const index of isSplit ? openWays(node, test) : node.ways.map((_, i) => i)) {
      const way = node.ways[index];
      if (way === undefined) continue;
      if (isSplit) ways.push({ node: code, way: way.title });
      open.push(way.to);
    }
  }
  return { passed: [...passed], ways };
}

function told(graph: FlowGraph, world: FlowWorld, state: FlowState): Simulation {
  const { starter, round, startAt, dept } = state;
  const nodes = state.visits.map((visit): SimulatedNode => {
    const tasks = state.tasks.filter((task) => task.visit === visit.id);
    return {
      node: visit.node,
      title: graph.nodes.get(visit.node)?.title ?? visit.node,
      people: tasks.map(({ user, why, dueAt, result }) => ({
        user,
        why,
        ...(dueAt === undefined ? {} : { dueAt }),
        isAuto: result === 'auto',
      })),
    };
  });
  const seen = new Set(nodes.map((node) => node.node));
  const stops = nodesOf(graph.doc).filter(({ node: { sort } }) => isStop(sort) || sort === 'cc');
  return {
    nodes,
    ...walked(graph, (when) => world.test(when, { starter, round, startAt, dept })),
    skipped: stops.map(({ node }) => node.node).filter((code) => !seen.has(code)),
    ended: state.status,
  };
}
