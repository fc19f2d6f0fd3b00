/** One evaluation of a 10-node formula, bound once, against the same arithmetic written by hand over the same decimal library. */
import Big from 'big.js';
import type { Env, Scope } from '../../schemas/language/env';
import { bindExpr } from '../../schemas/language/expr/check';
import { evaluate } from '../../schemas/language/expr/evaluate';
import type { FieldType, ObjectType, TypeLib } from '../../schemas/language/resolved';
import { median, type Result, spread } from './measure';

const TEXT = 'round(qty * price * (1 + taxRate / 100), 2) - discount';
const RUNS = 200_000;

const number = (code: string): FieldType => ({ code, title: code, type: 'decimal', kind: 'default' });
const object: ObjectType = {
  object: 'bench',
  title: 'bench',
  label: ['qty'],
  fields: { qty: number('qty'), price: number('price'), taxRate: number('taxRate'), discount: number('discount') },
};
const lib: TypeLib = { object: () => undefined, dict: () => undefined, setting: () => undefined };
const row = (n: number): Record<string, number> => ({
  qty: (n % 97) + 1,
  price: (n % 89) + 0.4956,
  taxRate: 13,
  discount: (n % 7) / 4,
});

export const benchExpr = (): Result[] => {
  const bound = bindExpr(TEXT, { lib, object });
  if (Array.isArray(bound)) throw new Error(JSON.stringify(bound));
  const env = { now: '2026-01-15 08:00:00' } as Env;
  const ours = (n: number): number => {
    const self = { id: '', ...row(n) };
    return evaluate(bound, { env, self, doc: self } as Scope) as number;
  };
  Big.DP = 12;
  Big.RM = Big.roundHalfUp;
  const bare = (n: number): number => {
    const r = row(n);
    return new Big(r.qty!)
      .times(r.price!)
      .times(new Big(1).plus(new Big(r.taxRate!).div(100)))
      .round(2)
      .minus(r.discount!)
      .toNumber();
  };
  for (let n = 0; n < 1000; n++) if (ours(n) !== bare(n)) throw new Error(`row ${n}: ${ours(n)} is not ${bare(n)}`);
  const time = (run: (n: number) => number): number => {
    const started = performance.now();
    for (let n = 0; n < RUNS; n++) run(n);
    return ((performance.now() - started) * 1000) / RUNS;
  };
  const [a, b]: [number[], number[]] = [[], []];
  for (let repetition = 0; repetition < 5; repetition++) {
    a.push(time(ours));
    b.push(time(bare));
  }
  const ratio = median(a) / median(b);
  return [
    {
      subject: `one evaluation of \`${TEXT}\``,
      ours: `${spread(a, 2)} µs`,
      bare: `${spread(b, 2)} µs (big.js by hand)`,
      ratio: ratio.toFixed(2),
      goal: '≤ 10',
      met: ratio <= 10,
    },
  ];
};
