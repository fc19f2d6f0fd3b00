/** What is only pulled has its button on the target: no page of the source shows one, and the source still says when it is allowed. */
import { expect, it } from 'vitest';
import { actionOf } from '../../schemas/language/resolve/actions';
import { ofRecord } from '../../server/records/read/allowed';

const facts = { object: 'order', audited: false, states: undefined, hasState: false, versioned: false };
const push = (how: 'pull' | 'both') =>
  actionOf({ title: '下推', push: { to: 'receipt', how } }, 'receive', 'actions.receive', facts);

it('keeps a pull away from the source, and the record answers for it', () => {
  const [pull, both] = [push('pull'), push('both')];
  expect([pull?.at, both?.at]).toEqual([[], ['row', 'detail']]);
  expect([pull, both].map((action) => action !== undefined && ofRecord(action))).toEqual([true, true]);
});
