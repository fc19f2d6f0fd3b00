/**
 * The one function that writes stock (domain/40 §3.2), inside the caller's transaction. Order of locks: the caller's documents, the
 * period (shared), lots by id, balances by binary key, values by material, number counters last; a balance of a lot numbered here is
 * made after them, since nobody can wait for it.
 */
import { addDec } from '../../schemas/language/codec/decimal';
import type { Ctx } from '../ctx';
import { AppError, refuse } from '../errors';
import { claim, liveRows, type PostedRow, postedRows } from './document';
import { explainReversal, explainStatus } from './explain';
import type { Facts, Poster } from './facts';
import { sortedUnique, stockKey } from './keys';
import { checkCounting, checkKeeper, checkLegs, type Leg, type LegInput, normaliseLegs, type Refusal } from './legs';
import { generateBatches, prepareBatches, readLots } from './lots';
import { assertOpenPeriod } from './period';
import { checkPositions, checkSerials } from './places';
import { type Balance, checkLots, findShort, type Short, type Situation, settle, shortSentence } from './post';
import { readFacts } from './read';
import { giveBackUses, sortedKeys, trimReserves, writeReserves } from './reserve';
import { liveReserves, type Reserve } from './reserve-read';
import { afterChanges, type Fulfil, freedBy, planLost, planUses, type ReserveChange } from './reserve-use';
import type { ValueState } from './value';
import { lockBalances, lockValues, writeSettled } from './write';

export interface PostInput {
  readonly docType: string;
  readonly docId: string;
  readonly docNbr: string;
  readonly bizDate: string;
  /** customer or supplier of the document */
  readonly partner?: string | null;
  readonly legs: readonly LegInput[];
  /** a document that posts in several steps (issues of a picking); else a posted one is answered as a repeat */
  readonly append?: boolean;
  /** reservations of keys that this document uses up, by stock key */
  readonly consumes?: ReadonlyMap<string, number>;
  /** rows of documents it is for: their reservations are used first */
  readonly fulfils?: readonly Fulfil[];
  /** what others have reserved goes, too, the newest first (盘亏, 冻结) */
  readonly overReserved?: boolean;
}
export interface PostResult {
  /** nothing was written: the document is posted already (or reversed already) */
  readonly repeated: boolean;
  readonly rows: readonly PostedRow[];
}

/** Posts the legs of a document, or answers what is posted when it is there already. Refuses in sentences of domain/40 §3.2. */
export const postStock = async (ctx: Ctx, input: PostInput): Promise<PostResult> => {
  const no = await claim(ctx, input, input.append === true ? 'append' : 'post');
  if (no === null) return { repeated: true, rows: await postedRows(ctx.trx, input) };
  await assertOpenPeriod(ctx, input.bizDate);
  await prepareBatches(ctx, input);
  const masters = await readFacts(
    ctx.trx,
    input.legs.map(({ key }) => key),
  );
  const facts: Facts = { ...masters, batches: await readLots(ctx.trx, input.legs) };
  const who = posterOf(ctx);
  const legs = normaliseLegs(input.legs, facts);
  stop(checkLegs(legs, facts, who));
  return finish(ctx, input, { no, legs, facts, who }, async (short) =>
    refuse((await explainStatus(ctx.trx, short, facts)) ?? shortSentence(short, facts), { terms: terms(short) }),
  );
};

export interface ReverseInput extends Omit<PostInput, 'legs' | 'append'> {
  /** of a document that posts in steps: only what these rows of it posted */
  readonly rows?: ReadonlySet<string>;
  /** the refusal when a later document has used what must come back, named by its number */
  readonly usedText?: (nbr: string) => string;
}
/** Writes the exact opposite of everything the document has posted and not yet reversed. */
export const reverseStock = async (ctx: Ctx, input: ReverseInput): Promise<PostResult> => {
  const no = await claim(ctx, input, input.rows === undefined ? 'reverse' : 'undo');
  if (no === null) return { repeated: true, rows: [] };
  await assertOpenPeriod(ctx, input.bizDate);
  const inputs = (await liveRows(ctx.trx, input))
    .filter(({ rowId }) => input.rows === undefined || input.rows.has(rowId))
    .map(opposite);
  const masters = await readFacts(
    ctx.trx,
    inputs.map(({ key }) => key),
  );
  const facts: Facts = { ...masters, batches: await readLots(ctx.trx, inputs) };
  const who = posterOf(ctx);
  const legs = normaliseLegs(inputs, facts);
  for (const leg of legs) stop(checkKeeper(leg, facts, who) ?? checkCounting(leg, facts));
  return finish(ctx, { ...input, back: true }, { no, legs, facts, who }, async (short) =>
    refuse((await explainReversal(ctx.trx, input, short, facts)) ?? shortSentence(short, facts), {
      terms: terms(short),
    }),
  );
};

const opposite = (row: PostedRow): LegInput => ({
  rowId: row.rowId,
  leg: row.leg,
  moveKind: row.moveKind,
  key: row.key,
  qty: -row.qty,
  cost: { by: 'reverse', seq: row.seq, amount: row.amount === null ? 0 : -row.amount },
  counterWarehouse: row.counterWarehouse,
  work: row.workOrder === null ? null : { workOrder: row.workOrder },
});

type Explain = (short: Short) => Promise<AppError>;

/** From here on post and reversal are the same: lock, check against what is there, write. */
const finish = async (
  ctx: Ctx,
  input: Omit<PostInput, 'legs'> & { readonly rows?: ReadonlySet<string>; readonly back?: boolean },
  ready: { readonly no: number; readonly legs: readonly Leg[]; readonly facts: Facts; readonly who: Poster },
  explain: Explain,
): Promise<PostResult> => {
  const { trx } = ctx;
  const { fulfils = [] } = input;
  const promised = await liveReserves(trx, { srcRows: fulfils.map(({ srcRowId }) => srcRowId) });
  const known = sortedKeys([
    ...ready.legs.filter((leg) => !leg.generate).map(({ key }) => key),
    ...promised.map(({ key }) => key),
  ]);
  const balances = new Map<string, Balance>(await lockBalances(ctx, known));
  const values = await lockValues(ctx, sortedUnique(ready.legs.map(({ key }) => key.material)));
  const { legs, batches } = await generateBatches(ctx, input, ready.legs, ready.facts);
  for (const [key, state] of await lockBalances(
    ctx,
    sortedKeys(legs.filter((_, index) => ready.legs[index]!.generate).map(({ key }) => key)),
  ))
    balances.set(key, state);
  const facts: Facts = { ...ready.facts, batches };
  const situation: Situation = {
    facts,
    who: ready.who,
    today: ctx.today,
    balances,
    values,
    ...(input.consumes && { consumes: input.consumes }),
  };
  stop(checkLots(legs, situation));
  const uses = await usesOf(ctx, input, legs);
  const { changes, short } = freeShort(input.overReserved === true, legs, situation, uses);
  if (short) throw await explain(short);
  stop((await checkPositions(trx, legs, situation)) ?? (await checkSerials(trx, legs, situation)));
  const settled = settle(legs, situation);
  const rows = await writeSettled(
    ctx,
    { ...input, no: ready.no },
    {
      ...settled,
      values: changed(settled.values, values),
      batches,
    },
  );
  await settleReserves(ctx, input, changes);
  return { repeated: false, rows };
};

interface Uses {
  readonly reserves: readonly Reserve[];
  readonly changes: readonly ReserveChange[];
}
/** Reservations of its rows (and of its keys, where it may take them), locked after their balances. */
const usesOf = async (ctx: Ctx, input: Omit<PostInput, 'legs'>, legs: readonly Leg[]): Promise<Uses> => {
  const { fulfils = [], overReserved } = input;
  const keys = overReserved ? legs.filter(({ qty }) => qty < 0).map(({ key }) => stockKey(key)) : [];
  const srcRows = fulfils.map(({ srcRowId }) => srcRowId);
  const reserves = await liveReserves(ctx.trx, { srcRows, keys }, { lock: true });
  return { reserves, changes: planUses(legs, fulfils, reserves) };
};

/** The key that is still short when reservations of its own are used, and those of others are gone where it may take them. */
const freeShort = (
  overReserved: boolean,
  legs: readonly Leg[],
  situation: Situation,
  { reserves, changes }: Uses,
): { readonly changes: readonly ReserveChange[]; readonly short: Short | null } => {
  const consumes = new Map(situation.consumes);
  for (const [key, qty] of freedBy(changes)) consumes.set(key, addDec(consumes.get(key) ?? 0, qty));
  const short = findShort(legs, { ...situation, consumes });
  if (!short || !overReserved) return { changes, short };
  const lost = planLost(short.stockKey, short.lack, afterChanges(reserves, changes));
  if (lost.length === 0) return { changes, short };
  return freeShort(overReserved, legs, situation, { reserves, changes: [...changes, ...lost] });
};

const settleReserves = async (
  ctx: Ctx,
  input: Omit<PostInput, 'legs'> & { readonly rows?: ReadonlySet<string>; readonly back?: boolean },
  changes: readonly ReserveChange[],
): Promise<void> => {
  const { docType, docId, docNbr, fulfils = [] } = input;
  if (input.back === true) await giveBackUses(ctx, { docType, docId }, input.rows);
  await writeReserves(ctx, changes, { doc: { docType, docId, docNbr }, reason: `${docNbr}占用` });
  for (const { reserve } of changes.filter(({ release }) => release > 0))
    await ctx.emit('stockReserve.lost', { object: 'stockReserve', id: reserve.id, nbr: docNbr });
  if (fulfils.length > 0) await trimReserves(ctx, fulfils, `${docNbr}后不再需要`);
};

const changed = (
  after: ReadonlyMap<string, ValueState>,
  before: ReadonlyMap<string, ValueState>,
): Map<string, ValueState> => new Map([...after].filter(([material, state]) => before.get(material) !== state));

const posterOf = ({ session }: Ctx): Poster => ({
  employee: session.me.employee,
  super: session.me.super || session.rights.super,
  expired: session.rights.has('stock:expired'),
});

const stop = (refusal: Refusal | null): void => {
  if (!refusal) return;
  if (refusal.text === null) throw new AppError(403);
  throw refuse(refusal.text, refusal.terms && { terms: refusal.terms });
};

const terms = ({ qty, reserved, need, lack }: Short) => ({ qty, reserved, need, lack });
