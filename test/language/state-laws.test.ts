/**
 * Law: every state is reachable from a new record, or the object is refused. Random lives over an own dictionary are walked by doing
 * every action a record's state allows, from the state a new record stands in.
 */
import { expect, it } from 'vitest';
import { lintAll } from '../../schemas/language/check/index';
import type { AnyDoc, ObjectDoc } from '../../schemas/language/document';
import { pick, type Random, seeded } from './random-steps';
import { stubDocs, stubRegistry } from './stub';

const RUNS = process.env.LAWS === 'full' ? 2000 : 60;
const CODES = ['a', 'b', 'c', 'd'] as const;
const shipped = stubDocs();

interface Life {
  readonly first: string | undefined;
  readonly off: ReadonlySet<string>;
  readonly moves: readonly { readonly from?: readonly string[]; readonly to: string }[];
}
const lifeOf = (random: Random): Life => {
  const one = (): string => pick(random, CODES) ?? 'a';
  return {
    first: random() < 0.5 ? undefined : one(),
    off: new Set(random() < 0.2 ? ['d'] : []),
    moves: Array.from({ length: Math.floor(random() * 6) }, () => {
      const from = [...new Set(Array.from({ length: 1 + Math.floor(random() * 2) }, one))];
      return random() < 0.1 ? { to: one() } : { from, to: one() };
    }),
  };
};
/** the states that a record comes to, done step by step */
function walked({ first, moves }: Life): ReadonlySet<string> {
  const seen = new Set<string>();
  const visit = (state: string): void => {
    if (seen.has(state)) return;
    seen.add(state);
    for (const { from, to } of moves) if (from === undefined || from.includes(state)) visit(to);
  };
  visit(first ?? CODES[0]);
  return seen;
}
const docsOf = ({ first, off, moves }: Life): readonly AnyDoc[] => [
  {
    $schema: 'dictionaries/1',
    area: 'xLife',
    dicts: {
      xLife: {
        title: '状态',
        items: CODES.map((code) => ({ code, title: `状态${code}`, ...(off.has(code) ? { off: true } : {}) })),
      },
    },
  },
  {
    $schema: 'object/2',
    object: 'xThing',
    title: '东西',
    label: 'name',
    state: 'st',
    fields: {
      name: { title: '名称', kind: 'input', required: true },
      st: { title: '状态', dict: 'xLife', ...(first === undefined ? {} : { default: first }) },
    },
    actions: Object.fromEntries(
      moves.map(({ from, to }, n) => [`go${n}`, { title: `去${n}`, ...(from === undefined ? {} : { from }), to }]),
    ),
  } as ObjectDoc,
];

it(`every state is reachable from a new record, or the object is refused, in ${RUNS} lives`, () => {
  let refused = 0;
  for (let n = 0; n < RUNS; n++) {
    const life = lifeOf(seeded(n * 7919 + 3));
    const filed = docsOf(life).map((doc, at) => ({ path: `objects/own/${at}.json`, doc }));
    const codes = lintAll([...shipped, ...filed], stubRegistry)
      .filter(({ path, problem }) => path.startsWith('objects/own/') && problem.code.startsWith('state.'))
      .map(({ problem }) => problem.code);
    const seen = walked(life);
    const lost = CODES.some((code) => !seen.has(code) && !life.off.has(code));
    const dead = life.moves.some(({ from = [] }) => from.some((code) => !seen.has(code)));
    expect([codes.includes('state.lost'), codes.includes('state.dead')], JSON.stringify(life)).toEqual([lost, dead]);
    if (lost || dead) refused += 1;
  }
  expect(refused).toBeGreaterThan(RUNS / 10);
  expect(refused).toBeLessThan(RUNS);
});
