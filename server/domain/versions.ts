/** Which version of a master (block `versioned`) holds on a day (20 §10.3). */
import type { Rec } from '../../schemas/language/value';
import type { Ctx } from '../ctx';
import type { HeadOf } from '../rows';

/** What a choice among versions reads of each. */
export interface InForce {
  readonly where: string;
  readonly param?: Rec;
  readonly date: string;
}

/**
 * Versions that hold on a day among those of a condition, default ones first, the youngest first. A version published for later is
 * not seen on earlier days; a past day may find one that is retired by now.
 */
export const inForceOn = <O extends string>(
  ctx: Ctx,
  object: O,
  { where, param = {}, date }: InForce,
): Promise<HeadOf<O>[]> =>
  ctx
    .asSystem()
    .records.find(
      object,
      `(${where}) && docStatus in [60, 80] && effectDate <= param.date && (empty(expireDate) || expireDate >= param.date)`,
      { param: { ...param, date }, sort: '-isDefault,-effectDate' },
    );
