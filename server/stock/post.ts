/**
 * The arithmetic of a posting (domain/40 §3.2 steps 5 to 8, §3.3): balances and values before, legs in, ledger rows and states after.
 * Pure: the caller holds the locks and writes what comes out.
 */
import { addDec, subDec, sumDec } from '../../schemas/language/codec/decimal';
import { batchKey, CONSUMING, type Facts, HELD_MAY, type Poster, STATUS_TITLES, verbOf } from './facts';
import { GOOD, OWN, SCRAP_STORE, type StockKey, stockKey } from './keys';
import { type Leg, plain, type Refusal, type Work } from './legs';
import { spreadMoney } from './spread';
import {
  issue,
  mulDiv,
  NO_VALUE,
  receive,
  receiveAtAverage,
  reverse,
  shown,
  type ValueChange,
  type ValueState,
} from './value';

export interface Balance {
  readonly qty: number;
  readonly reserved: number;
}
export interface LedgerRow {
  readonly rowId: string;
  readonly leg: number;
  readonly moveKind: string;
  readonly key: StockKey;
  readonly stockKey: string;
  readonly qty: number;
  /** null: the row carries no value (stock of others, scrap store, pieces at a supplier) */
  readonly amount: number | null;
  readonly unitCost: number | null;
  readonly balanceAfter: number;
  readonly reversedSeq: number | null;
  readonly counterWarehouse: string | null;
  readonly work: Work | null;
}
export interface Settled {
  readonly rows: readonly LedgerRow[];
  readonly balances: ReadonlyMap<string, number>;
  readonly values: ReadonlyMap<string, ValueState>;
}
export interface Situation {
  readonly facts: Facts;
  readonly who: Poster;
  readonly today: string;
  readonly balances: ReadonlyMap<string, Balance>;
  readonly values: ReadonlyMap<string, ValueState>;
  /** reservations of a key that this document uses up */
  readonly consumes?: ReadonlyMap<string, number>;
}
/** A key that would go below what must stay; the caller words it, since a reversal names the document that used the stock. */
export interface Short {
  readonly leg: Leg;
  readonly stockKey: string;
  readonly qty: number;
  readonly reserved: number;
  readonly need: number;
  readonly lack: number;
}

/** 价值差异 rows stand after the legs they belong to, on the key of that leg. */
export const DIFFERENCE = '90';
/** leg numbers of difference rows start here, so that they never meet a leg of the document */
const DIFFERENCE_LEG = 1000;

/** Rules of lots that need the lock: recalled, expired, of the wrong status. */
export const checkLots = (legs: readonly Leg[], situation: Situation): Refusal | null => {
  for (const { key, qty, moveKind, cost } of legs) {
    if (qty >= 0) continue;
    const lot = key.batchNbr === null ? undefined : situation.facts.batches.get(batchKey(key.material, key.batchNbr));
    const verb = cost.by === 'reverse' ? '反审核' : verbOf(moveKind);
    if (lot?.holdFlag && !HELD_MAY.has(moveKind))
      return {
        text: `${lot.kind === '2' ? '序列号' : '批次'}${lot.batchNbr}已被${lot.freezeNbr ?? ''}召回冻结，不能${verb}`,
      };
    if (cost.by === 'reverse' || !CONSUMING.has(moveKind) || key.stage !== null) continue;
    if (key.qualityStatus !== GOOD)
      return { text: `批次${key.batchNbr ?? ''}为${STATUS_TITLES[key.qualityStatus] ?? ''}，不能${verb}` };
    if (lot?.expireDate && lot.expireDate < situation.today && !situation.who.expired)
      return { text: `批次${lot.batchNbr}已于${lot.expireDate}过期，不能出库` };
  }
  return null;
};

/** First key, in the order of the legs, whose net leaves less than must stay: ≥ 0, and ≥ the reservations of others for 合格. */
export const findShort = (legs: readonly Leg[], situation: Situation): Short | null => {
  const nets = new Map<string, { net: number; leg: Leg }>();
  for (const leg of legs) {
    const text = stockKey(leg.key);
    const known = nets.get(text);
    nets.set(text, { net: addDec(known?.net ?? 0, leg.qty), leg: known?.leg ?? leg });
  }
  for (const [text, { net, leg }] of nets) {
    if (net >= 0 || mayGoNegative(leg, situation.facts)) continue;
    const { qty, reserved } = situation.balances.get(text) ?? { qty: 0, reserved: 0 };
    const kept = leg.key.qualityStatus === GOOD ? Math.max(0, subDec(reserved, situation.consumes?.get(text) ?? 0)) : 0;
    const after = addDec(qty, net);
    if (after < kept) return { leg, stockKey: text, qty, reserved: kept, need: -net, lack: subDec(kept, after) };
  }
  return null;
};

const mayGoNegative = ({ key }: Leg, facts: Facts): boolean => {
  const warehouse = facts.warehouses.get(key.warehouse);
  if (key.stage !== null) return warehouse?.kind === '4';
  return warehouse?.allowNegative === true && facts.materials.get(key.material)?.traceMode === '0';
};

export const shortSentence = ({ leg, qty, reserved, need, lack }: Short, facts: Facts): string => {
  const material = facts.materials.get(leg.key.material)!;
  const unit = material.unit;
  const position = leg.key.position === null ? '' : `「${facts.positions.get(leg.key.position)?.code ?? ''}」`;
  const batch = leg.key.batchNbr === null ? '' : `批次${leg.key.batchNbr}`;
  const free = Math.max(0, subDec(qty, reserved));
  return (
    `「${material.name}」在「${facts.warehouses.get(leg.key.warehouse)!.name}」${position}${batch}` +
    `${STATUS_TITLES[leg.key.qualityStatus] ?? ''}可用${plain(free)}${unit}（现存${plain(qty)}，预留${plain(reserved)}），` +
    `本次需要${plain(need)}${unit}，缺${plain(lack)}${unit}`
  );
};

/** Ledger rows in leg order with cost and running balance, and the states after them. */
export const settle = (legs: readonly Leg[], situation: Situation): Settled => {
  const { facts } = situation;
  const crossing = crossings(legs, facts);
  const balances = new Map<string, number>();
  const values = new Map<string, ValueState>();
  const rows: LedgerRow[] = [];
  const reversed = new Map<string, { qty: number; amount: number; last: LedgerRow }>();
  let nextLeg = legs.reduce((top, { leg }) => Math.max(top, leg + 1), DIFFERENCE_LEG);
  const difference = (of: LedgerRow, amount: number): void => {
    if (amount === 0) return;
    rows.push({ ...of, leg: nextLeg++, moveKind: DIFFERENCE, qty: 0, amount, unitCost: null, reversedSeq: null });
  };
  for (const leg of legs) {
    const text = stockKey(leg.key);
    const after = addDec(balances.get(text) ?? situation.balances.get(text)?.qty ?? 0, leg.qty);
    balances.set(text, after);
    const { material } = leg.key;
    const state = values.get(material) ?? situation.values.get(material) ?? NO_VALUE;
    const change =
      leg.cost.by === 'made'
        ? receive(state, leg.qty, addDec(madeOf(legs, rows, leg), leg.cost.plus))
        : costOf(leg, state, facts, crossing.has(rowKey(leg)));
    values.set(material, change?.state ?? state);
    const row: LedgerRow = {
      rowId: leg.rowId,
      leg: leg.leg,
      moveKind: leg.moveKind,
      key: leg.key,
      stockKey: text,
      qty: leg.qty,
      amount: change?.amount ?? null,
      unitCost: change && leg.qty !== 0 ? Math.abs(mulDiv(change.amount, 1, leg.qty, 4)) : null,
      balanceAfter: after,
      reversedSeq: leg.cost.by === 'reverse' ? leg.cost.seq : null,
      counterWarehouse: leg.counterWarehouse ?? null,
      work: leg.work ?? null,
    };
    rows.push(row);
    if (change && leg.cost.by === 'reverse' && (leg.moveKind === DIFFERENCE || crossing.has(rowKey(leg)))) {
      const sum = reversed.get(material);
      reversed.set(material, {
        qty: addDec(sum?.qty ?? 0, leg.qty),
        amount: addDec(sum?.amount ?? 0, change.amount),
        last: row,
      });
    } else if (change) difference(row, change.difference);
  }
  // the whole document is taken back at once, so what may stay is judged at the end of a material
  for (const [material, sum] of reversed) {
    const change = reverse(values.get(material) ?? NO_VALUE, sum.qty, sum.amount);
    values.set(material, change.state);
    difference(sum.last, change.difference);
  }
  return { rows, balances, values };
};

/** What the issues of the row took, spread over its pieces; they stand before it. */
const madeOf = (legs: readonly Leg[], rows: readonly LedgerRow[], { rowId, leg }: Leg): number => {
  const own = legs.filter((each) => each.rowId === rowId && each.cost.by === 'made');
  const taken = sumDec(rows.filter((row) => row.rowId === rowId && row.qty < 0).map(({ amount }) => -(amount ?? 0)));
  return (
    spreadMoney(
      taken,
      own.map(({ qty }) => qty),
    )[own.findIndex((each) => each.leg === leg)] ?? 0
  );
};

/** null: the leg carries no value. */
const costOf = (leg: Leg, state: ValueState, facts: Facts, crosses: boolean): ValueChange | null => {
  const { cost, qty } = leg;
  if (cost.by === 'none' || !isValued(leg, facts)) return null;
  if (cost.by === 'reverse') return { state, amount: cost.amount, difference: 0 };
  if (cost.by === 'back') return reverse(state, qty, cost.amount);
  if (cost.by === 'move' && !crosses)
    return { state, amount: Math.sign(qty) * shown(state, Math.abs(qty)), difference: 0 };
  if (qty < 0) return issue(state, -qty);
  if (cost.by === 'amount') return receive(state, qty, cost.amount);
  if (cost.by === 'price') return receive(state, qty, mulDiv(cost.price, qty, 1, 2));
  return receiveAtAverage(state, qty, facts.materials.get(leg.key.material)?.stdCost ?? 0);
};

export const isValued = ({ key }: Pick<Leg, 'key'>, facts: Facts): boolean =>
  key.owner === OWN && key.stage === null && facts.warehouses.get(key.warehouse)?.kind !== SCRAP_STORE;

/** Rows (with material) that change the value of the organisation: all but those whose valued legs sum to 0. */
const crossings = (legs: readonly Leg[], facts: Facts): ReadonlySet<string> => {
  const sums = new Map<string, number>();
  for (const leg of legs) if (isValued(leg, facts)) sums.set(rowKey(leg), addDec(sums.get(rowKey(leg)) ?? 0, leg.qty));
  return new Set([...sums].filter(([, sum]) => sum !== 0).map(([row]) => row));
};
/** a row that moves some and loses some changes the value by what it loses alone */
const rowKey = ({ rowId, key, cost }: Leg): string => `${rowId}|${key.material}|${cost.by === 'move'}`;
