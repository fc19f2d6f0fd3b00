/** Laws of the plan over random plants; `LAWS=full` for many, `SEED` for one. */
import { describe, expect, it } from 'vitest';
import { schedule } from '../../../server/scheduling';
import { costOf, improved } from '../../../server/scheduling/improve';
import { calendarsOf } from '../../../server/scheduling/shop';
import type { Input, Plan } from '../../../server/scheduling/types';
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
