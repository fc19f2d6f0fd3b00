/** Laws of the plan over random plants; `LAWS=full` for many, `SEED` for one. */
import { describe, expect, it } from 'vitest';
import { isHeld, type Move, moveTask, restorePlaces, schedule } from '../../../server/scheduling';
import { overloads } from '../../../server/scheduling/confirm';
import { costOf, improved } from '../../../server/scheduling/improve';
import { calendarsOf } from '../../../server/scheduling/shop';
import type { Input, LiveTask, Plan, Task } from '../../../server/scheduling/types';
import { brokenLaws, learnShared } from './plan-laws';
import { asLive } from './plant';
import { diceOf, randomPlant, shuffled } from './random-plant';

const PLANTS = process.env.LAWS === 'full' ? 20_000 : 2_000;
const seeds = process.env.SEED ? [Number(process.env.SEED)] : Array.from({ length: PLANTS }, (_, n) => n + 1);

/** The plan some time later: part of it confirmed, locked or running, the rest as it was planned. */
function later(plant: Input, plan: Plan, seed: number): Input {
  const dice = diceOf(seed + 2);
  const now = plant.now + dice(600);
  return {
    ...plant,
    now,
    live: plan.tasks.map((task) => {
      const isRunning = task.kind !== '30' && task.run <= now && now < task.end && dice(2) === 0;
      return asLive(task, {
        status: dice(3) === 0 ? 1 : 0,
        isLocked: dice(5) === 0,
        isRunning,
      });
    }),
  };
}

describe('every plan', () => {
  it(`keeps the laws in ${seeds.length} plants`, () => {
    for (const seed of seeds) {
      const plant = randomPlant(seed);
      const plan = schedule(plant);
      learnShared(plant);
      expect(brokenLaws(plant, plan), `SEED=${seed}`).toEqual([]);
      expect(schedule(shuffled(plant, seed)), `SEED=${seed}, another order`).toEqual(plan);
    }
  });
  it('leaves what is fixed where it is and keeps the laws around it', () => {
    for (const seed of seeds) {
      const plant = later(randomPlant(seed), schedule(randomPlant(seed)), seed);
      const plan = schedule(plant);
      learnShared(plant);
      expect(brokenLaws(plant, plan), `SEED=${seed}`).toEqual([]);
      for (const live of plant.live) {
        if (live.isRunning || (live.status === 0 && !live.isLocked)) continue;
        expect(
          plan.tasks.find(({ id }) => id === live.id),
          `SEED=${seed} ${live.id}`,
        ).toMatchObject({
          resource: live.resource,
          start: live.start,
          end: live.end,
        });
      }
    }
  });
  it('never gets worse by improvement', () => {
    for (const seed of seeds.slice(0, seeds.length / 4)) {
      const plant = randomPlant(seed);
      const calendars = calendarsOf(plant);
      const before = costOf(improved(plant, calendars, { swaps: 0, goOn: () => true }));
      const after = costOf(improved(plant, calendars, { swaps: 6, goOn: () => true }));
      expect(after.left, `SEED=${seed}`).toBeLessThanOrEqual(before.left);
      if (after.left === before.left) expect(after.minutes, `SEED=${seed}`).toBeLessThanOrEqual(before.minutes);
    }
  });
});

/** A drag somebody could try: any loose task of a device to any device of its group at any time. */
function randomMove(plant: Input, seed: number): Move | undefined {
  const dice = diceOf(seed + 3);
  const loose = plant.live.filter((task) => !isHeld(task) && plant.resources.some(({ id }) => id === task.resource));
  const task = loose[dice(Math.max(1, loose.length))];
  const group = plant.resources.find(({ id }) => id === task?.resource)?.group;
  const resources = plant.resources.filter((resource) => resource.group === group);
  const resource = resources[dice(Math.max(1, resources.length))];
  if (task === undefined || resource === undefined) return undefined;
  const qty = dice(4) === 0 && task.qty > 1 ? { qty: Math.max(1, Math.floor(task.qty / 3)) } : {};
  return {
    task: task.id,
    resource: resource.id,
    start: plant.now + dice(4_000),
    policy: dice(3) > 0 ? 'shift' : 'only',
    ...qty,
  };
}
const placeOf = ({ id, resource, start, end, qty }: Task | LiveTask) => `${id} ${resource} ${start} ${end} ${qty}`;
const placesOf = (tasks: readonly (Task | LiveTask)[]): string[] => tasks.map(placeOf).sort();

describe('every move', () => {
  it('leaves what is fixed, overlaps nothing, is the same again, and is undone to the minute', () => {
    let moves = 0;
    for (const seed of seeds) {
      const planned = schedule(randomPlant(seed));
      const dice = diceOf(seed + 4);
      const fresh = randomPlant(seed);
      const plant: Input = {
        ...fresh,
        live: planned.tasks.map((task) => asLive(task, { status: dice(6) === 0 ? 1 : 0 })),
      };
      const move = randomMove(plant, seed);
      if (move === undefined) continue;
      const answer = moveTask(plant, move);
      expect(moveTask({ ...shuffled(plant, seed), live: [...plant.live].reverse() }, move), `SEED=${seed}`).toEqual(
        answer,
      );
      if ('refused' in answer) continue;
      moves++;
      const { plan, moved } = answer;
      for (const held of plant.live.filter(isHeld))
        expect(placesOf(plan.tasks), `SEED=${seed}`).toContain(placeOf(held));
      for (const { id } of plant.resources) {
        const own = plan.tasks.filter(({ resource }) => resource === id);
        expect(overloads(own), `SEED=${seed} ${id}`).toEqual([]);
      }
      if (move.policy === 'shift')
        for (const task of plant.live) {
          const after = plan.tasks.find(({ id }) => id === task.id)!;
          if (task.id !== move.task) expect(after.run, `SEED=${seed} ${task.id}`).toBeGreaterThanOrEqual(task.run);
        }
      const operations = [...new Set(moved.map(({ operation }) => operation))];
      const places = plant.live
        .filter((task) => operations.includes(task.operation) && !isHeld(task))
        .map((task) => ({ ...task, task: task.id }));
      const after = {
        ...plant,
        live: plan.tasks.map((task) => asLive(task)),
      };
      const back = restorePlaces(after, operations, places);
      expect('refused' in back ? back.refused : placesOf(back.plan.tasks), `SEED=${seed} back`).toEqual(
        placesOf(plant.live),
      );
    }
    expect(moves).toBeGreaterThan(seeds.length / 4);
  });
});
