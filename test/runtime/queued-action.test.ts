/** Which own actions of a record on the floor may wait without network. */
import { expect, it } from 'vitest';
import { mayWait } from '../../runtime/floor/queued-action';
import type { ResolvedAction } from '../../schemas/language/resolved';

const action = (code: string, ask: readonly string[] = []) =>
  ({ code, ask: Object.fromEntries(ask.map((field) => [field, {}])) }) as unknown as ResolvedAction;
const plan = (acts?: readonly string[]) => ({ acts }) as Parameters<typeof mayWait>[1];

it('all of them, or those the floor of the page names; what is asked needs the network', () => {
  expect([mayWait(action('end'), plan()), mayWait(action('pause', ['reason']), plan())]).toEqual([true, false]);
  const acts = plan(['start', 'resume']);
  expect(['start', 'resume', 'end', 'cancel'].map((code) => mayWait(action(code), acts))).toEqual([
    true,
    true,
    false,
    false,
  ]);
  expect(mayWait(action('reverse'), plan([]))).toBe(false);
});
