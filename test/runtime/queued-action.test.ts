/** Which own actions of a record on the floor may wait without network. */
import { expect, it } from 'vitest';
import { mayWait } from '../../runtime/floor/queued-action';
import type { ResolvedAction } from '../../schemas/language/resolved';

const action = (code: string, ask: Readonly<Record<string, object>> = {}, more: object = {}) =>
  ({ code, ask, ...more }) as unknown as ResolvedAction;
const plan = (acts?: readonly string[]) => ({ acts });

it('all of them, or those the floor of the page names', () => {
  expect(mayWait(action('end'), plan())).toBe(true);
  const acts = plan(['start', 'resume']);
  expect(['start', 'resume', 'end', 'cancel'].map((code) => mayWait(action(code), acts))).toEqual([
    true,
    true,
    false,
    false,
  ]);
  expect(mayWait(action('reverse'), plan([]))).toBe(false);
});

it.each([
  ['a reason and a word', { reason: { dict: 'pauseReason' }, note: {} }, {}, true],
  ['a record', { employee: { ref: 'employee' } }, {}, false],
  ['rows', { lines: { sub: {} } }, {}, false],
  ['what starts with a value of the record', { people: { default: '=crew' } }, {}, false],
  ['what is prepared', { qty: {} }, { prepare: 'adjust.start' }, false],
  ['what is foreseen', { reason: {} }, { preview: true }, false],
])('what asks for %s', (_what, ask, more, may) => {
  expect(mayWait(action('pause', ask, more), plan())).toBe(may);
});
