/** Drafts: changesets of several documents as lists of steps, which are put on whatever is published by now (language §11.1). */

import { sql } from 'kysely';
import type { AnyDoc } from '../../schemas/language/document';
import { LANGUAGE, migrateSteps } from '../../schemas/language/migrations';
import { isNode } from '../../schemas/language/resolve/merge';
import { addressOfStep, mapOver, type Step, type StepDoc, valueAt } from '../../schemas/language/steps';
import type { Draft, DraftConflict, DraftStep, Taken } from '../../schemas/language/wire-design';
import type { Trx } from '../ctx';
import { AppError, badRequest, refuse } from '../errors';
import type { EngineCtx } from '../records/host';
import { isUuid } from '../records/list/list-request';
import { foreignApps } from './apps';
import { compose, publishedDoc, putStep, type Standing } from './composed';
import { placedDocument, shippedText } from './overlay';
import type { Wish } from './publish';
import { readId, SORTS, titleOf } from './sorts';

/** An open draft, its row locked when it is about to change. */
export async function findDraft(trx: Trx, id: unknown, lock = false): Promise<Draft> {
  if (!isUuid(id)) throw badRequest();
  const query = draftRows(trx).where('id', '=', id);
  const row = await (lock ? query.forUpdate() : query).executeTakeFirst();
  if (!row) throw refuse('草稿已发布或已删除', { rule: 'draft.gone' });
  return draftOf(row);
}
/** A draft to look at; '' = nothing was changed, there is none before the first step. */
export const readDraft = (trx: Trx, id: unknown, app = ''): Promise<Draft> =>
  id === '' ? Promise.resolve({ id, app, title: '', seq: 0, by: null, at: '' }) : findDraft(trx, id);
export const openDrafts = async (trx: Trx): Promise<readonly Draft[]> =>
  (await draftRows(trx).orderBy('updated_at', 'desc').execute()).map(draftOf);
/** The draft of an app whose editors work together; who asks while another begins it waits, and takes the same. */
export async function draftToJoin({ trx, org }: EngineCtx, app: string): Promise<Draft | undefined> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`${org.schema} draft ${app}`}, 0))`.execute(trx);
  return (await openDrafts(trx)).find((draft) => draft.app === app);
}
const draftRows = (trx: Trx) =>
  trx
    .selectFrom('mw_draft')
    .select(['id', 'app', 'title', 'seq', 'created_by'])
    .select(sql<string>`to_char(updated_at at time zone 'Asia/Shanghai', 'YYYY-MM-DD HH24:MI:SS')`.as('at'))
    .where('closed_at', 'is', null);
const draftOf = (row: Readonly<Record<string, unknown>>): Draft => ({
  id: row.id as string,
  app: row.app as string,
  title: row.title as string,
  seq: Number(row.seq),
  by: row.created_by as string | null,
  at: row.at as string,
});

export async function makeDraft(ctx: EngineCtx, app: string, title: string): Promise<Draft> {
  const { me } = ctx.session;
  const id = ctx.newId();
  await ctx.trx.insertInto('mw_draft').values({ id, app, title, created_by_id: me.id, created_by: me.name }).execute();
  return findDraft(ctx.trx, id);
}
export const closeDraft = (trx: Trx, id: string) =>
  trx.updateTable('mw_draft').set({ closed_at: sql`now()` }).where('id', '=', id).execute();

/** Steps of a draft in order; one made in a language of before may be two of today, or none. */
export async function stepsOf(ctx: EngineCtx, draft: string, after = 0): Promise<readonly DraftStep[]> {
  if (draft === '') return [];
  const { trx } = ctx;
  const rows = await trx
    .selectFrom('mw_draft_step')
    .select(['seq', 'user_id', 'user_name', 'gesture', 'document', 'step', 'language'])
    .select(sql<string>`to_char(at at time zone 'Asia/Shanghai', 'YYYY-MM-DD HH24:MI:SS')`.as('at'))
    .where('draft_id', '=', draft)
    .where('seq', '>', after)
    .orderBy('seq')
    .execute();
  return rows.flatMap((row) => {
    const document = row.document as string;
    const from = {
      language: Number(row.language),
      sort: readId(document)?.sort ?? 'object',
      isShipped: shippedText(ctx.host.registries.shipped.files, document) !== undefined,
    };
    return migrateSteps([JSON.parse(row.step as string) as Step], from).map((step) => ({
      seq: Number(row.seq),
      user: row.user_id as string,
      userName: row.user_name as string | null,
      gesture: row.gesture as string | null,
      document,
      step,
      at: row.at,
    }));
  });
}

export const standingOf = (ctx: EngineCtx): Standing => ({ now: ctx.registry, shipped: ctx.host.registries.shipped });

/** What a draft wishes to publish; refused while something does not fit. */
export function wishesOf(draft: Pick<Draft, 'app'>, now: Standing, steps: readonly DraftStep[]): readonly Wish[] {
  const { docs, conflicts } = compose(now, steps);
  if (conflicts.length > 0)
    throw refuse(`存在${conflicts.length}处冲突，请先选择保留哪一个`, { rule: 'draft.conflict', conflicts });
  return [...docs].map(([id, doc]) => ({ id, doc, area: draft.app }));
}

export interface SentStep {
  readonly document: string;
  readonly step: Step;
  readonly gesture: string | null;
}
const MAX_STEPS = 500;
const MAX_STEP = 300_000;
const WORDS = ['set', 'insert', 'remove', 'move', 'rename'];

/** Says one thing, and where. */
export const isStep = (given: unknown): given is Step => {
  if (!isNode(given)) return false;
  const [word, ...more] = WORDS.filter((name) => Object.hasOwn(given, name));
  if (word === undefined || more.length > 0 || typeof given[word] !== 'string') return false;
  const { to, after, was } = given;
  const isText = (part: unknown): boolean => part === undefined || typeof part === 'string';
  if (!isText(after)) return false;
  if (word === 'rename') return typeof to === 'string' && isText(was);
  return word !== 'move' || (isText(to) && isNode(was) && typeof was.in === 'string' && isText(was.after));
};

/** Steps as they came over the wire. */
export function readSteps(given: unknown): readonly SentStep[] {
  if (!Array.isArray(given) || given.length > MAX_STEPS) throw badRequest();
  return given.map((value: unknown) => {
    const { document, step, gesture } = (value ?? {}) as Readonly<Record<string, unknown>>;
    if (readId(document) === undefined || !isStep(step)) throw badRequest();
    if (JSON.stringify(step).length > MAX_STEP) throw badRequest('一次修改的内容过多，请分成几次');
    if (gesture !== undefined && gesture !== null && (typeof gesture !== 'string' || gesture.length > 100))
      throw badRequest();
    return { document: document as string, step, gesture: (gesture as string | undefined) ?? null };
  });
}

/** Adds steps behind those of others; each is put on what stands by now, and one that does not fit is answered in words. */
export async function addSteps(
  ctx: EngineCtx,
  id: unknown,
  seen: number,
  sent: readonly SentStep[],
  settle: { readonly keep: readonly number[]; readonly drop: readonly number[] } = { keep: [], drop: [] },
): Promise<Taken> {
  const { trx, session } = ctx;
  const draft = await findDraft(trx, id, true);
  await settleConflicts(ctx, draft, settle);
  const stored = await stepsOf(ctx, draft.id);
  if (seen > draft.seq) throw new AppError(400);
  const others = stored.filter(({ seq }) => seq > seen);
  const { docs } = compose(standingOf(ctx), stored);
  const now = new Map(docs);
  let { seq } = draft;
  const taken: { n: number; seq: number }[] = [];
  const conflicts: (Omit<DraftConflict, 'seq'> & { n: number })[] = [];
  const homeOf = (document: string): string => placedDocument(ctx.registry.files, document)?.area ?? draft.app;
  const foreign = await foreignApps(
    ctx,
    sent.map(({ document }) => homeOf(document)),
  );
  for (const [n, { document, step, gesture }] of sent.entries()) {
    const refused = foreign.get(homeOf(document));
    if (refused !== undefined) {
      conflicts.push({ n, document, address: addressOfStep(step), step, text: refused });
      continue;
    }
    const doc = now.has(document) ? now.get(document) : publishedDoc(standingOf(ctx), document);
    // made on the text before the others: where what they moved and renamed is now; the browser judges by the same (store.answered)
    const mapped = mapOver(
      step,
      others.filter((step) => step.document === document).map((step) => step.step),
    );
    if (mapped.step === undefined && mapped.conflict === undefined) {
      // somebody did the same
      taken.push({ n, seq });
      continue;
    }
    const put = mapped.step === undefined ? undefined : putStep(document, doc, mapped.step);
    if (put === undefined || 'text' in put) {
      const address = addressOfStep(step);
      const who = [...others]
        .reverse()
        .find((step) => step.document === document && touches(step.step, address))?.userName;
      const text = who
        ? `「${nodeTitle(now.get(document), address)}」已被${who}修改，请选择保留哪一个`
        : (put?.text ?? `「${nodeTitle(now.get(document), address)}」与他人的修改冲突`);
      conflicts.push({ n, document, address, step, text });
      continue;
    }
    now.set(document, put.doc);
    // what stands there already is no step: on the texts of the others it would not fit
    if (put.isSaid !== true) seq += 1;
    taken.push({ n, seq });
    if (put.isSaid === true) continue;
    await trx
      .insertInto('mw_draft_step')
      .values({
        draft_id: draft.id,
        seq,
        user_id: session.me.id,
        user_name: session.me.name,
        gesture,
        document,
        step: JSON.stringify(mapped.step),
        language: LANGUAGE,
      })
      .execute();
  }
  if (seq !== draft.seq) {
    await trx.updateTable('mw_draft').set({ seq, updated_at: sql`now()` }).where('id', '=', draft.id).execute();
    await sql`select pg_notify('mw_live', ${`p ${ctx.org.schema} ${draft.id} ${seq}`})`.execute(trx);
  }
  return { seq, others, taken, conflicts };
}
const touches = (step: Step, address: string): boolean => {
  const other = addressOfStep(step);
  return other.startsWith(address) || address.startsWith(other);
};
const nodeTitle = (doc: AnyDoc | undefined, address: string): string => {
  const value = doc && address !== '' ? valueAt(doc as unknown as StepDoc, address) : doc;
  const title = (value as { readonly title?: unknown } | undefined)?.title;
  return typeof title === 'string' ? title : address;
};

/** Conflicts with what was published meanwhile: `drop` gives the step up, `keep` makes it over what stands now. */
async function settleConflicts(
  ctx: EngineCtx,
  draft: Draft,
  { keep, drop }: { readonly keep: readonly number[]; readonly drop: readonly number[] },
): Promise<void> {
  const { trx } = ctx;
  const now = standingOf(ctx);
  if (drop.length > 0)
    await trx
      .deleteFrom('mw_draft_step')
      .where('draft_id', '=', draft.id)
      .where('seq', 'in', [...drop])
      .execute();
  for (const seq of keep) {
    const steps = await stepsOf(ctx, draft.id);
    const own = steps.find((step) => step.seq === seq);
    if (!own) continue;
    const { docs } = compose(
      now,
      steps.filter((step) => step.seq < seq),
    );
    const doc = docs.has(own.document) ? docs.get(own.document) : publishedDoc(now, own.document);
    const again = doc && overNow(doc, own.step);
    if (again)
      await trx
        .updateTable('mw_draft_step')
        .set({ step: JSON.stringify(again), language: LANGUAGE })
        .where('draft_id', '=', draft.id)
        .where('seq', '=', seq)
        .execute();
  }
}
/** The same wish over another value; what is gone cannot be kept. */
function overNow(doc: AnyDoc, step: Step): Step | undefined {
  const was = valueAt(doc as unknown as StepDoc, addressOfStep(step));
  if ('set' in step) {
    const { was: _was, ...rest } = step;
    return was === undefined ? rest : { ...rest, was: was as never };
  }
  if ('insert' in step && was !== undefined) return { set: step.insert, to: step.value, was: was as never };
  if ('remove' in step && was !== undefined) return { ...step, was: was as never };
  return undefined;
}

/** Documents of a draft in words for lists. */
export const documentsOf = (
  now: Standing,
  steps: readonly DraftStep[],
): readonly { readonly id: string; readonly title: string; readonly isNew: boolean }[] =>
  [...compose(now, steps).docs].map(([id, doc]) => {
    const sort = readId(id)?.sort ?? 'object';
    const before = publishedDoc(now, id);
    return { id, title: titleOf(sort, doc ?? before ?? {}) || SORTS[sort].title, isNew: before === undefined };
  });
