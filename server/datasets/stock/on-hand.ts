/**
 * 库存查询 (40 §5): what lies of each material in each warehouse by quality, what is on its way there, what the whole material lacks to its
 * safety. With a last day it is what the ledger says up to it, without quality and promises.
 */
import { roundHalfUp } from '../../../schemas/language/codec/decimal';
import type { Rec, Value } from '../../../schemas/language/value';
import type { ServedRows, Service } from '../../ctx';
import { type Cost, costsOf, type Lying, lyingOf, type Place, placeOf, reachOf, transitOf } from './on-hand-rows';
import { type Standing, standingOf, watched } from './short';

type Args = Readonly<Record<string, Value>>;

/** 外协 在途 报废: shown when asked for; the last has no value */
const [VIRTUAL, SCRAP] = [['7', '8', '9'], '9'] as const;

/** what nobody wrote down by day: quality and promises change on the balance, the rest is asked of documents as they stand */
const OF_TODAY = [
  ...(['goodQty', 'reservedQty', 'availableQty', 'pendingQty', 'badQty', 'frozenQty'] as const),
  ...(['transitQty', 'purchaseQty', 'makeQty', 'safetyStock', 'shortage', 'expireDate'] as const),
];

export const stockOnHand: Service = {
  name: 'stock.onHand',
  right: 'stockOnHand:view',
  async run(args, ctx): Promise<readonly Rec[] | ServedRows> {
    const reach = await reachOf(ctx, args);
    const asOf = typeof args.asOf === 'string' && args.asOf !== '' ? args.asOf : null;
    const found = await lyingOf(ctx, reach.where, asOf);
    const lying = args.onlyPositive === true ? found.filter(({ qty }) => Number(qty) > 0) : found;
    const costs = await costsOf(ctx, asOf);
    if (asOf !== null) {
      const rows = lying.map((row) => ({ ...shared(args, row), asOf, qty: Number(row.qty), ...moneyOf(row, costs) }));
      return { rows, off: OF_TODAY };
    }
    // what is on its way and what is missing have no lot, no position and no quality yet
    const coming = reach.narrowed ? [] : await transitOf(ctx, reach.stores);
    const ids = new Set([...lying, ...coming].map(({ material }) => material));
    const all = await standingOf(ctx, [...new Set([...ids, ...(await watched(ctx))])]);
    const standing = new Map(all.map((of) => [of.of.id, of]));
    const there = new Set(lying.map(placeOf));
    const transit = new Map(coming.map((row) => [placeOf(row), Number(row.qty)]));
    const empty = [
      ...coming.filter((row) => !there.has(placeOf(row))),
      ...all
        .filter(({ of, shortage }) => !reach.narrowed && shortage > 0 && !ids.has(of.id))
        .map(({ of }): Place => ({ material: of.id, attrKey: '', warehouse: null, kind: '' })),
    ];
    const more = (row: Place): Rec => ({
      ...shared(args, row),
      transitQty: transit.get(placeOf(row)) ?? 0,
      ...lackOf(standing.get(row.material)),
    });
    return [
      ...lying.map((row) => ({ ...more(row), ...qualitiesOf(row), ...moneyOf(row, costs) })),
      ...empty.map((row) => ({ ...more(row), ...NOTHING })),
    ];
  },
};

const shared = (args: Args, { id, material, attrKey, warehouse, kind }: Place): Rec => ({
  ...(id === undefined ? {} : { id }),
  material,
  attrKey: attrKey === '' ? null : attrKey,
  warehouse,
  shown: args.virtual === true || !VIRTUAL.some((of) => of === kind),
});
const NOTHING: Rec = { qty: 0, goodQty: 0, reservedQty: 0, availableQty: 0, pendingQty: 0, badQty: 0, frozenQty: 0 };
const qualitiesOf = ({ qty, good, reserved, pending, bad, frozen, expire }: Lying): Rec => ({
  qty: Number(qty),
  goodQty: Number(good),
  reservedQty: Number(reserved),
  availableQty: roundHalfUp(Number(good) - Number(reserved), 4),
  pendingQty: Number(pending),
  badQty: Number(bad),
  frozenQty: Number(frozen),
  expireDate: expire,
});
/** Numbers of the whole material, the same at each of its rows. */
const lackOf = (of: Standing | undefined): Rec =>
  of === undefined
    ? {}
    : {
        purchaseQty: of.purchaseQty,
        makeQty: of.makeQty,
        safetyStock: of.of.safetyStock,
        shortage: of.shortage,
      };
const moneyOf = ({ material, kind, own }: Lying, costs: ReadonlyMap<string, Cost>): Rec => {
  const cost = costs.get(material);
  if (cost === undefined || kind === SCRAP) return { avgCost: null, amount: 0 };
  const { qty, value } = cost;
  return { avgCost: roundHalfUp(value / qty, 4), amount: roundHalfUp((Number(own) * value) / qty, 2) };
};
