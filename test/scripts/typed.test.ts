import { describe, expect, it } from 'vitest';
import { castProblems, lookedAt, MAX_CASTS, parameterProblems } from '../../scripts/checks/typed.mjs';

const PATH = 'server/domain/x.ts';

describe('casts of domain code', () => {
  it.each(['const id = row.id as string;', 'const rec = (given as unknown) as Rec;', 'const id = <string>row.id;'])(
    'need a reason: %s',
    (text) => expect(castProblems(PATH, text)).not.toEqual([]),
  );
  it.each([
    '// the dictionary is closed\nconst kind = code as Kind;',
    'const kind = code as Kind; // the dictionary is closed',
    "const KEPT = ['type', 'name'] as const;",
    "import { plain as text } from './x';",
    "const said = 'as string'; // as string",
    'const first = rows[0]!;',
  ])('are none or have one: %s', (text) => expect(castProblems(PATH, text)).toEqual([]));
  it('are counted one by one', () => {
    expect(lookedAt(PATH, 'const a = (b as unknown) as Rec;').casts).toHaveLength(2);
    expect(MAX_CASTS).toBe(20);
  });
  it('are told with their line', () =>
    expect(castProblems(PATH, '\n\nconst id = row.id as string;')[0]).toMatch(/^server\/domain\/x\.ts:3: a cast/));
});

describe('parameters', () => {
  it.each([
    'function f(a: A, b: B, c: C, d: D, e: E): void {}',
    'const f = (a: A, b: B, c: C, d: D, e: E) => a;',
    'const made = { f(a: A, b: B, c: C, d: D, e: E) {} };',
    'class Made { f(a: A, b: B, c: C, d: D, e: E) {} }',
  ])('more than four are refused: %s', (text) => expect(parameterProblems(PATH, text)).toHaveLength(1));
  it('four, or one object, are taken', () =>
    expect(
      parameterProblems(PATH, 'const f = (a: A, b: B, c: C, d: D) => a;\nconst g = ({ a, b, c, d, e }: Five) => a;'),
    ).toEqual([]));
});
