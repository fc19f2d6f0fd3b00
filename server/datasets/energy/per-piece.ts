/** 单产能耗 (50 §6): what devices used for what they worked on, over the good pieces they made of it, beside what is usual. */
import { mulDec } from '../../../schemas/language/codec/decimal';
import type { Rec } from '../../../schemas/language/value';
import type { Service } from '../../ctx';
import { addedUp } from '../iot/added-up';
import { benchmarksOf } from './benchmarks';
import { deviceAsked } from './device-asked';
import { deviceUses } from './device-use';
import { asCarbon, factorsOf } from './factors';
import { piecesIn, standingOf } from './pieces';
import { suppliesIn } from './supplies';

export const energyPerPiece: Service = {
  name: 'energy.perPiece',
  // whoever may open the report
  right: null,
  async run(args, ctx, dims = new Set()): Promise<readonly Rec[]> {
    const ask = deviceAsked(ctx, args);
    if (ask === undefined) return [];
    const { energyType, span } = ask;
    const supplies = await suppliesIn(ctx, energyType, 'energyPerPiece:view');
    if (supplies.seen.length === 0) return [];
    const uses = await deviceUses(ctx, {
      ...{ energyType, span, supplies: supplies.seen, byWork: true },
      ...{ stepMs: ask.slotMs, priced: true },
    });
    const pieces = standingOf(await piecesIn(ctx, span), supplies);
    const factors = await factorsOf(ctx, energyType);
    const rows = addedUp(dims);
    for (const row of uses.filter(({ use }) => use !== 0))
      rows.add(placeOf(row), {
        ...{ use: row.use, estUse: row.estUse, fee: row.fee, kgce: asCarbon(factors, row).kgce ?? 0 },
      });
    for (const row of pieces) rows.add(placeOf({ ...row, unit: row.at }), { qualifiedQty: row.qty });
    for (const { norm, use, ...place } of await benchmarksOf(ctx, ask, supplies, { uses, pieces }))
      rows.add(placeOf(place), { norm: mulDec(norm, place.qty), normQty: place.qty, normUse: use });
    return rows.all();
  },
};

interface Placed {
  readonly day: string;
  readonly unit: string;
  readonly device: string | null;
  readonly material: string | null;
  readonly process: string | null;
}
const placeOf = ({ day, unit, device, material, process }: Placed): Rec => ({
  ...{ day, factoryUnit: unit, equipment: device, material, process },
});
