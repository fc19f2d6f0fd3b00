/**
 * Moving average per organisation and material (domain/40 §3.3). The state is quantity and value; the average is their quotient and is
 * never stored rounded. Money in cents, quantities with 4 decimals, all quotients exact before they are rounded half-up.
 */
import { addDec, mulDec, roundHalfUp, subDec } from '../../schemas/language/codec/decimal';

export interface ValueState {
  readonly qty: number;
  readonly value: number;
  /** price of the newest receipt, 4 decimals; null before the first */
  readonly lastCost: number | null;
}
/** `amount` is what the row shows, signed like its quantity; `difference` is the row 90 价值差异 that follows it, 0 = none. */
export interface ValueChange {
  readonly state: ValueState;
  readonly amount: number;
  readonly difference: number;
}

export const NO_VALUE: ValueState = { qty: 0, value: 0, lastCost: null };

/** Receipt of `qty` for `amount`. */
export const receive = (state: ValueState, qty: number, amount: number): ValueChange => {
  const next = {
    qty: addDec(state.qty, qty),
    value: addDec(state.value, amount),
    lastCost: mulDiv(amount, 1, qty, 4),
  };
  if (state.qty >= 0 || next.qty < 0) return { state: next, amount, difference: 0 };
  // what was issued before it came was issued at a guess: from here on the receipt's price counts
  const value = mulDiv(amount, next.qty, qty, 2);
  return { state: { ...next, value }, amount, difference: subDec(value, next.value) };
};

/** Receipt without a price of its own (gain, return from scrap): at the average, else the last price, else `standard`. */
export const receiveAtAverage = (state: ValueState, qty: number, standard: number): ValueChange =>
  receive(
    state,
    qty,
    state.qty > 0 ? mulDiv(state.value, qty, state.qty, 2) : roundHalfUp(mulDec(qty, state.lastCost ?? standard), 2),
  );

/** Issue at the average before it; beyond what there is (negative stock) at the last price. */
export const issue = (state: ValueState, qty: number): ValueChange => {
  const covered = state.qty <= 0 ? 0 : Math.min(qty, state.qty);
  const atAverage =
    covered === 0 ? 0 : covered === state.qty ? state.value : mulDiv(state.value, covered, state.qty, 2);
  const beyond = subDec(qty, covered);
  const amount = addDec(atAverage, roundHalfUp(mulDec(beyond, state.lastCost ?? 0), 2));
  return {
    state: { ...state, qty: subDec(state.qty, qty), value: subDec(state.value, amount) },
    amount: -amount,
    difference: 0,
  };
};

/** What a move inside valued warehouses shows; it changes nothing. */
export const shown = (state: ValueState, qty: number): number =>
  state.qty > 0 ? mulDiv(state.value, qty, state.qty, 2) : roundHalfUp(mulDec(qty, state.lastCost ?? 0), 2);

/** Exact opposite of earlier rows: signed quantity and amount as they are written now. */
export const reverse = (state: ValueState, qty: number, amount: number): ValueChange => {
  const next = { ...state, qty: addDec(state.qty, qty), value: addDec(state.value, amount) };
  const value = restOf(state, next);
  return { state: { ...next, value }, amount, difference: subDec(value, next.value) };
};

/** Value that may stay after a reversal: none without quantity, none below zero. */
const restOf = (before: ValueState, after: ValueState): number => {
  if (after.qty === 0) return 0;
  if (after.qty < 0 || after.value >= 0) return after.value;
  return before.qty > 0 ? Math.max(0, mulDiv(before.value, after.qty, before.qty, 2)) : 0;
};

/** a × b ÷ c rounded half-up (away from zero) to `scale`, exact in between. */
export const mulDiv = (a: number, b: number, c: number, scale: number): number => {
  const [x, xs] = scaled(a);
  const [y, ys] = scaled(b);
  const [z, zs] = scaled(c);
  const power = scale + zs - xs - ys;
  const top = x * y * (power > 0 ? 10n ** BigInt(power) : 1n);
  const bottom = z * (power < 0 ? 10n ** BigInt(-power) : 1n);
  const negative = top < 0n !== bottom < 0n;
  const [n, d] = [top < 0n ? -top : top, bottom < 0n ? -bottom : bottom];
  const rounded = (2n * n + d) / (2n * d);
  const digits = rounded.toString().padStart(scale + 1, '0');
  const text = scale === 0 ? digits : `${digits.slice(0, -scale)}.${digits.slice(-scale)}`;
  return rounded === 0n ? 0 : Number(negative ? `-${text}` : text);
};

/** A decimal as integer and number of decimals. */
const scaled = (x: number): readonly [bigint, number] => {
  let decimals = 0;
  while (decimals < 12 && roundHalfUp(x, decimals) !== x) decimals++;
  return [BigInt(roundHalfUp(x, decimals).toFixed(decimals).replace('.', '')), decimals];
};
