/** A draft, an old version or a package may hold documents of an app that others own. */
import type { FlowDoc } from '../../schemas/language/flow/document';
import { problem } from '../../schemas/language/value';
import type { DesignProblem } from '../../schemas/language/wire-design';
import type { EngineCtx } from '../records/host';
import { foreignApps } from './apps';
import type { DocumentChange } from './candidate';

export async function foreignChanges(
  ctx: EngineCtx,
  changes: readonly DocumentChange[],
): Promise<readonly DesignProblem[]> {
  const homes = changes.map((change) => homesOf(ctx, change));
  const said = await foreignApps(ctx, homes.flat());
  return changes.flatMap(({ id }, n) => {
    const text = homes[n]?.map((home) => said.get(home)).find((sentence) => sentence !== undefined);
    return text === undefined ? [] : [{ ...problem('app.owner', '', text), document: id }];
  });
}

/** A flow decides an object: it is a change of that object's app too, whatever app it is kept in. */
function homesOf(ctx: EngineCtx, { sort, area, before, after }: DocumentChange): readonly string[] {
  if (sort !== 'flow') return [area];
  const decided = [before, after].flatMap((doc) => {
    const object: unknown = (doc as Partial<FlowDoc> | undefined)?.object;
    const home = typeof object === 'string' ? ctx.registry.find(object)?.area : undefined;
    return home === undefined ? [] : [home];
  });
  return [area, ...decided];
}
