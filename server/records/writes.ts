/** The write side behind `ctx.records` and `ctx.emit`: what domain code and engines call. */
import { actOn } from './actions';
import type { Writes } from './host';
import { emit } from './outbox';
import { patchRecord } from './patch';
import { saveRecord } from './save';
import { withFollowing } from './settle';
import { isWithin } from './unit';

/** The one implementation; `server/app.ts` puts it into the host. */
export const writes: Writes = {
  save: (object, rec, ctx) => saveRecord(ctx, object, { rec, engine: true }),
  act: (object, action, id, ask, ctx) => actOn(ctx, object, action, id, ask),
  async patch(object, id, change, ctx) {
    // inside an operation what follows waits for its effects
    if (isWithin(ctx)) await patchRecord(ctx, object, id, change);
    else await withFollowing(ctx, () => patchRecord(ctx, object, id, change));
  },
  emit,
};
