/** The lane of a resource against a plain list of the same reservations: what it steps over is never what was asked for. */
import { expect, it } from 'vitest';
import { netCalendar } from '../../../server/scheduling/calendar';
import { Lane } from '../../../server/scheduling/lane';
import { type Machine, newMachine, type Reservation, reserve } from '../../../server/scheduling/reservations';
import { setupsOf } from '../../../server/scheduling/setup';
import type { Placed } from '../../../server/scheduling/shop';
import { type Ask, firstSlot } from '../../../server/scheduling/slot';
import { resource } from './plant';
import { type Dice, diceOf } from './random-plant';

const LANES = process.env.LAWS === 'full' ? 2_000 : 100;
const STEPS = 300;
const LENGTH = 6_000;

const reserved = (span: Pick<Reservation, 'from' | 'run' | 'to'>, key = 'K'): Reservation => ({
  ...span,
  key,
  setupMin: 15,
  lanes: 1,
  least: 0,
  isFixed: false,
  isWhole: false,
  needs: [],
  placed: {} as Placed,
});
const asking = (dice: Dice, capacity: number): Ask => ({
  key: `K${dice(3)}`,
  setupMin: 15,
  minutes: 1 + dice(90),
  lanes: 1,
  capacity,
  isWhole: dice(3) === 0,
  needs: [],
  gapFill: dice(5) > 0,
  keepsOthers: dice(3) === 0,
});
/** a machine on which up to 60 tasks stand, each in the first slot it was offered */
function busyMachine(dice: Dice, lanes: number): Machine {
  const given = resource('R1', { lanes });
  const machine = newMachine(given, netCalendar(given, false), setupsOf([]), lanes === 1);
  for (let n = 0; n < 60; n++) {
    const ask = asking(dice, lanes);
    const slot = firstSlot(machine, ask, { setup: dice(LENGTH), run: 0 });
    if (slot !== null) reserve(machine, reserved(slot, ask.key));
  }
  return machine;
}

/** a place for one more among them: its set-up may be of no minute */
function randomFree(dice: Dice, list: readonly Reservation[]): Reservation | undefined {
  const from = dice(LENGTH);
  const run = from + (dice(3) === 0 ? 0 : dice(20));
  const next = reserved({ from, run, to: run + 1 + dice(40) });
  return list.every((other) => next.to <= other.from || other.to <= next.from) ? next : undefined;
}
type Holes = (readonly [before: Reservation | undefined, after: Reservation | undefined])[];
const holesOf = (list: readonly Reservation[], least: number): Holes =>
  [...list, undefined]
    .map((after, n) => [list[n - 1], after] as const)
    .filter(([before, after]) => after === undefined || after.run - (before?.to ?? 0) >= least);
const startsAfter = (moment: number) => (hole: Holes[number]) => hole[1] === undefined || hole[1].run > moment;

it(`${LANES} lanes answer what a plain list of their reservations does`, () => {
  for (let seed = 1; seed <= LANES; seed++) {
    const dice = diceOf(seed);
    const lane = new Lane();
    let list: Reservation[] = [];
    for (let step = 0; step < STEPS; step++) {
      const told = `SEED=${seed} step ${step}`;
      const next = dice(4) === 0 ? undefined : randomFree(dice, list);
      const old = list[dice(Math.max(list.length, 1))];
      if (next !== undefined) {
        list = [...list, next].sort((a, b) => a.run - b.run);
        expect(lane.insert(next), told).toBe(list[list.indexOf(next) + 1]);
        expect(lane.around(next), told).toEqual({
          before: list[list.indexOf(next) - 1],
          after: list[list.indexOf(next) + 1],
        });
      } else if (old !== undefined && dice(3) === 0) {
        lane.remove(old);
        list = list.filter((it) => it !== old);
      }
      expect(lane.last, told).toBe(list.at(-1));
      if (step % 10 > 0) continue;
      const [moment, least] = [dice(LENGTH), dice(60)];
      const [ahead, behind]: [Holes, Holes] = [[], []];
      lane.forward(moment, least, (before, after) => ahead.push([before, after]) === 0);
      lane.backward(moment, least, (before, after) => behind.push([before, after]) === 0);
      const holes = holesOf(list, least);
      expect(ahead, told).toEqual(holes.filter(startsAfter(moment)));
      const first = list.find(({ run }) => run > moment);
      expect(behind, told).toEqual(
        holes
          .filter(([, after]) => (after === undefined ? first === undefined : after.run <= (first?.run ?? LENGTH * 2)))
          .reverse(),
      );
      const to = moment + dice(400);
      const touching = list.filter((it) => it.to > moment && it.from < to);
      expect(lane.within(moment, to), told).toEqual(touching);
    }
  }
});

it('a search with an end finds what the search without finds, or nothing where that ends later', () => {
  for (let seed = 1; seed <= LANES; seed++) {
    const dice = diceOf(seed + 1_000_000);
    for (const lanes of [1, 2]) {
      const machine = busyMachine(dice, lanes);
      for (let n = 0; n < 20; n++) {
        const ask = asking(dice, lanes);
        const floor = { setup: dice(LENGTH), run: dice(LENGTH) };
        const until = dice(LENGTH * 2);
        const whole = firstSlot(machine, ask, floor);
        const cut = firstSlot(machine, ask, floor, until);
        if (whole !== null && whole.to <= until) expect(cut, `SEED=${seed}`).toEqual(whole);
        else expect(cut === null || cut.to > until, `SEED=${seed}`).toBe(true);
      }
    }
  }
});
