/**
 * 10,000 random flows played by random people (fewer unless LAWS=full): no token is lost, a flow ends once, and while it runs
 * somebody or something can move it.
 */
import { describe, expect, it } from 'vitest';
import {
  addSigners,
  agree,
  backTargets,
  type FlowGraph,
  type FlowState,
  type FlowTask,
  type FlowWorld,
  nextDue,
  type Outcome,
  recall,
  reject,
  sendBack,
  transfer,
  withdraw,
} from '../../../schemas/language/flow/index';
import { flowOf, Player, type WorldParts } from '../../support/flow';
import { Dice, PEOPLE, randomNodes } from './random';

const RUNS = process.env.LAWS === 'full' ? 10_000 : 400;
const STEPS = 60;

/** What must hold of every state. */
function broken(graph: FlowGraph, state: FlowState): string | undefined {
  const open = state.tokens.filter((token) => token.state === 'open');
  const ids = [...state.tokens, ...state.runs, ...state.visits, ...state.tasks].map((token) => token.id);
  if (new Set(ids).size !== ids.length) return 'an id stands twice';
  const tasks = state.tasks.filter((task) => task.sort !== 'cc' && (task.state === 'open' || task.state === 'waiting'));
  if (state.status !== 'running') {
    if (open.length > 0) return 'a token walks on after the end';
    if (tasks.length > 0) return 'a task is open after the end';
    if (state.visits.some((visit) => visit.state === 'open')) return 'a visit is open after the end';
    return undefined;
  }
  if (open.length === 0) return 'all tokens are lost';
  for (const token of open) {
    const { sort } = graph.nodes.get(token.node) ?? { sort: 'none' };
    const visits = state.visits.filter((visit) => visit.token === token.id && visit.state === 'open');
    if (visits.length > 1) return `token ${token.id} asks at two nodes`;
    const isAsking = visits.length === 1 && visits[0]?.node === token.node;
    const mayRest = token.wake !== undefined || (state.error !== undefined && (sort === 'end' || sort === 'service'));
    if (!isAsking && !mayRest) return `token ${token.id} rests at ${sort} without reason`;
    const asked = tasks.filter((task) => task.visit === visits[0]?.id);
    if (isAsking && !asked.some((task) => task.state === 'open')) return `nobody can answer at ${token.node}`;
  }
  for (const task of tasks) {
    const visit = state.visits.find((visit) => visit.id === task.visit);
    const token = state.tokens.find((token) => token.id === visit?.token);
    if (visit?.state !== 'open' || token?.state !== 'open') return `task ${task.id} belongs to no token`;
  }
  for (const run of state.runs) {
    const children = state.tokens.filter((token) => token.path.at(-1)?.run === run.id && token.state !== 'gone');
    if (children.length === 0) continue;
    const parent = state.tokens.find((token) => token.id === run.token);
    const isClosed = children.every((token) => token.state === 'merged');
    if (!isClosed && children.some((token) => token.state === 'merged')) return `block ${run.fork} closed by half`;
    if (!isClosed && parent?.state !== 'split') return `block ${run.fork} goes on while its ways are open`;
    if (!isClosed && children.every((token) => token.state === 'joined')) return `block ${run.fork} never closes`;
    if (!isClosed && children.length !== children[0]?.path.at(-1)?.ways.length) return `block ${run.fork} lost a way`;
  }
  return undefined;
}

function randomAct(
  dice: Dice,
  graph: FlowGraph,
  state: FlowState,
  world: FlowWorld,
  isCalm: boolean,
): Outcome | undefined {
  const open = state.tasks.filter((task) => task.state === 'open' && task.sort !== 'cc');
  const what = isCalm ? 0 : dice.roll(20);
  if (what === 19) {
    const done = state.tasks.filter((task) => task.result === 'agree' && task.state === 'done');
    const eachTask = done.length === 0 ? undefined : dice.pick(done);
    return eachTask && recall(graph, state, world, eachTask.user, { task: eachTask.id });
  }
  if (what === 18) return withdraw(graph, state, world, state.starter);
  if (open.length === 0) return undefined;
  const task: FlowTask = dice.pick(open);
  const answer = { task: task.id, opinion: '好' };
  const by = task.user;
  if (what === 17 && dice.roll(3) === 0) return reject(graph, state, world, by, answer);
  if (what === 16) return transfer(graph, state, world, by, { ...answer, to: dice.pick(PEOPLE) });
  if (what >= 14) {
    const mode = dice.pick(['before', 'after', 'with'] as const);
    return addSigners(graph, state, world, by, { ...answer, mode, to: [dice.pick(PEOPLE)] });
  }
  if (what >= 11) {
    const targets = backTargets(graph, state, world, task.id);
    if (targets.length > 0) return sendBack(graph, state, world, by, { ...answer, to: dice.pick(targets).node });
  }
  return agree(graph, state, world, by, answer);
}

function play(seed: number): { readonly ended: FlowState['status']; readonly problem?: string } {
  const dice = new Dice(seed + 1);
  const doc = flowOf(randomNodes(dice), { repeat: dice.pick(['none', 'adjacent', 'all']) });
  const parts: WorldParts = {
    now: '2026-01-15 09:00:00',
    self: dice.roll(2) === 0,
    autoPass: dice.roll(2) === 0,
    facts: ['true0', 'true1'],
    disabled: dice.roll(3) === 0 ? [dice.pick(PEOPLE.slice(0, 7))] : [],
    agents: dice.roll(3) === 0 ? { shenjie: dice.pick(PEOPLE) } : {},
  };
  let player: Player;
  try {
    player = new Player(doc, parts);
  } catch (error) {
    // only the guard against endless moves may refuse a submit here
    const text = (error as Error).message;
    return text.includes('100步') ? { ended: 'stopped' } : { ended: 'stopped', problem: text };
  }
  for (let step = 0; step < 4 * STEPS && player.state.status === 'running'; step += 1) {
    const problem = broken(player.graph, player.state);
    if (problem !== undefined) return { ended: 'running', problem };
    const act = randomAct(dice, player.graph, player.state, player.world, step > STEPS);
    try {
      if (act !== undefined && act.refusal === undefined) player.take(act);
    } catch (error) {
      const text = (error as Error).message;
      if (!text.includes('100步')) return { ended: 'running', problem: text };
    }
    const due = nextDue(player.graph, player.state, player.world);
    const isStuck = !player.state.tasks.some((task) => task.state === 'open' && task.sort !== 'cc');
    if (due !== undefined && (isStuck || dice.roll(6) === 0)) player.tick([due, player.world.now].sort()[1]);
  }
  const problem = broken(player.graph, player.state);
  const ends = player.events.filter((event) => event.event === 'document' && event.act !== 'lock').length;
  if (problem !== undefined) return { ended: player.state.status, problem };
  if (player.state.status === 'running') return { ended: 'running', problem: 'never ends although everybody agrees' };
  return ends === 1 ? { ended: player.state.status } : { ended: player.state.status, problem: `ended ${ends} times` };
}

describe('token laws', () => {
  it(`hold over ${RUNS} random flows`, { timeout: 600_000 }, () => {
    const ended: { [status: string]: number } = {};
    for (let seed = 0; seed < RUNS; seed += 1) {
      const run = play(seed);
      expect(run.problem, `flow ${seed}`).toBeUndefined();
      ended[run.ended] = (ended[run.ended] ?? 0) + 1;
    }
    // the runs are worth something: they end in each way
    expect(ended.passed).toBeGreaterThan(RUNS / 4);
    expect(ended.rejected).toBeGreaterThan(0);
    expect(ended.withdrawn).toBeGreaterThan(0);
  });
});
