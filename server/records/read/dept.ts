/** The department a record belongs to, as its document says where it stands. */

import { ROW_HOPS } from '../../../schemas/language/expr/check';
import { evaluate } from '../../../schemas/language/expr/evaluate';
import { scopeAt } from '../../../schemas/language/record/bind';
import type { ResolvedObject } from '../../../schemas/language/resolved';
import type { Rec } from '../../../schemas/language/value';
import { makeEnv } from '../env';
import { bindText } from '../expression';
import type { EngineCtx } from '../host';
import { deptPath } from './access';

/** Null where the object has no path to a department or the record names none. */
export async function deptOf(ctx: EngineCtx, object: ResolvedObject, record: Rec): Promise<string | null> {
  const path = deptPath(object);
  if (path === undefined) return null;
  const bound = bindText(ctx.registry.lib, object.object, path, { hops: ROW_HOPS });
  const dept = await makeEnv(ctx.asSystem()).settle((live) => evaluate(bound, scopeAt(live, record)));
  return typeof dept === 'string' ? dept : null;
}
