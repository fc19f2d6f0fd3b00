/** The write side behind `ctx.records` and `ctx.emit`: what domain code and engines call. Outside a transaction each call is its own. */
import { actOn } from '../act/actions';
import { inWrite } from '../context';
import type { Writes } from '../host';
import { withFollowing } from '../settle';
import { emit } from '../trail/outbox';
import { isWithin } from '../unit';
import { patchRecord } from './patch';
import { saveRecord } from './save';

/** The one implementation; `server/compose.ts` puts it into the host. */
export const writes: Writes = {
  save: (object, rec, ctx) => inWrite(ctx, (inner) => saveRecord(inner, object, { rec, engine: true })),
  act: (object, action, id, ask, ctx) => inWrite(ctx, (inner) => actOn(inner, object, action, id, ask)),
  patch: (object, id, change, ctx) =>
    inWrite(ctx, async (inner) => {
      // inside an operation what follows waits for its effects
      if (isWithin(inner)) await patchRecord(inner, object, id, change);
      else await withFollowing(inner, () => patchRecord(inner, object, id, change));
    }),
  emit,
};
