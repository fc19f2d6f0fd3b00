/** Random flows and random people: what the token laws are tried on. */
import type { FlowNodeDoc, FlowWayDoc } from '../../../schemas/language/flow/index';
import { ask } from '../../support/flow';

export const PEOPLE = ['zhangwei', 'zhoumin', 'shenjie', 'zhaomin', 'zhoutao', 'sunli', 'qianli', 'xumin'] as const;

export class Dice {
  private seed: number;
  constructor(seed: number) {
    this.seed = (seed * 2_654_435_761) >>> 0 || 1;
  }
  /** 0 … n − 1 */
  roll(n: number): number {
    this.seed ^= this.seed << 13;
    this.seed ^= this.seed >>> 17;
    this.seed ^= this.seed << 5;
    this.seed >>>= 0;
    return this.seed % n;
  }
  pick<T>(list: readonly T[]): T {
    return list[this.roll(list.length)] as T;
  }
  some<T>(list: readonly T[]): readonly T[] {
    const found = list.filter(() => this.roll(3) === 0);
    return found.length > 0 ? found : [this.pick(list)];
  }
}

/** A sound list of nodes, some levels deep; conditions are named `true…` and `false…`. */
export function randomNodes(dice: Dice): readonly FlowNodeDoc[] {
  let count = 0;
  const code = (): string => {
    count += 1;
    return `n${count}`;
  };
  const stop = (): FlowNodeDoc =>
    ask(code(), dice.some(PEOPLE).slice(0, 4).join(' '), {
      sort: dice.roll(5) === 0 ? 'work' : 'approve',
      sign: dice.pick(['or', 'all', 'seq', 'vote']),
      rate: dice.pick([1, 34, 60, 100]),
      reject: dice.pick(['one', 'all']),
      // biome-ignore lint/suspicious/noThenProperty: a key of the language (§2.14)
      then: dice.pick(['again', 'straight']),
      add: ['before', 'after', 'with'],
      empty: dice.pick(['admin', 'pass']),
      self: dice.pick(['superior', 'do', 'pass']),
      opinion: 'free',
      ...(dice.roll(3) === 0 ? { limit: { hours: 1, natural: true, over: dice.pick(['remind', 'up', 'pass']) } } : {}),
    });
  const one = (depth: number): FlowNodeDoc => {
    const what = dice.roll(depth > 2 ? 8 : 14);
    if (what < 6) return stop();
    const base = { node: code(), title: 'x' };
    if (what === 6) return { ...base, sort: 'cc', who: [{ by: 'user', users: [dice.pick(PEOPLE)] }] };
    if (what === 7)
      return dice.roll(2) === 0
        ? { ...base, sort: 'wait', until: { minutes: 30 } }
        : { ...base, sort: 'service', do: { set: { a: 1 } } };
    const sort = dice.pick(['branch', 'inclusive', 'parallel'] as const);
    const ways = Array.from(
      { length: 2 + dice.roll(2) },
      (_, i): FlowWayDoc => ({ title: `w${i}`, nodes: list(depth + 1) }),
    );
    if (sort === 'parallel') return { ...base, sort, ways };
    return {
      ...base,
      sort,
      ways: ways.map((way, i) =>
        i === ways.length - 1 ? way : { ...way, when: `${dice.pick(['true', 'false'])}${i}` },
      ),
    };
  };
  const list = (depth: number): readonly FlowNodeDoc[] =>
    Array.from({ length: depth === 0 ? 1 + dice.roll(4) : dice.roll(3) }, () => one(depth));
  return list(0);
}
