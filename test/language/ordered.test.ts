/** Numbers of siblings in an order of their own: room between two is used, else those behind make room. */
import { expect, it } from 'vitest';
import { orderBetween } from '../../schemas/language/record/ordered';

it.each([
  [[], [], 10, []],
  [[10], [], 20, []],
  [[], [20], 10, [undefined]],
  [[10], [20], 15, [undefined]],
  [[10], [12], 11, [undefined]],
  [[1, 2], [3, 40], 12, [22, undefined]],
  [[0], [0, 0, 50], 10, [20, 30, undefined]],
  [[], [0, 0], 10, [20, 30]],
  [[], [-5], -15, [undefined]],
] as const)('between %j and %j it is %j', (above, below, own, moved) => {
  expect(orderBetween(above, below)).toEqual({ own, below: moved });
});

it('puts the node where it should stand, whatever the numbers are', () => {
  for (let n = 0; n < 200; n += 1) {
    const numbers = Array.from({ length: n % 7 }, (_, at) => ((n * 31 + at * 17) % 9) - 2).sort((a, b) => a - b);
    const at = n % (numbers.length + 1);
    const { own, below } = orderBetween(numbers.slice(0, at), numbers.slice(at));
    const behind = numbers.slice(at).map((number, k) => below[k] ?? number);
    const whole = [...numbers.slice(0, at), own, ...behind];
    expect(whole).toEqual([...whole].sort((a, b) => a - b));
    expect(behind[0] ?? own + 1).toBeGreaterThan(own);
    expect(numbers[at - 1] ?? own - 1).toBeLessThan(own);
  }
});
