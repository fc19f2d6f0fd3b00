/** What the designer's calls answer. Each takes the ctx of a request and its body; shapes are told in docs/api.md. */

import type { AnyDoc } from '../../schemas/language/document';
import {
  applyOverlay,
  applySteps,
  diffSteps,
  keepMine,
  type Step,
  type StepDoc,
  valueAt,
} from '../../schemas/language/steps';
import type { Answers, Draft } from '../../schemas/language/wire-design';
import { badRequest, forbidden, refuse } from '../errors';
import { byOwner, inWrite } from '../records/context';
import type { EngineCtx } from '../records/host';
import type { Placed } from '../registry/load';
import { appOf, mayEdit } from './apps';
import { candidateOf, changeOf } from './candidate';
import { compose, publishedDoc } from './composed';
import { documentHeads, versionsOf } from './documents';
import {
  addSteps,
  closeDraft,
  draftToJoin,
  findDraft,
  makeDraft,
  readDraft,
  readSteps,
  standingOf,
  stepsOf,
  wishesOf,
} from './drafts';
import { overlayConflicts, placedDocument, shippedText } from './overlay';
import { overStanding, planPublish, publish, type Wish } from './publish';
import { rollbackWishes, textAt } from './rollback';
import { pathOf, readId } from './sorts';
import { isApp } from './tree';
import { changesInWords } from './words';

type Body = Readonly<Record<string, unknown>>;

const idOfBody = (given: unknown): string => {
  if (readId(given) === undefined) throw badRequest();
  return given as string;
};
const numbers = (given: unknown): readonly number[] =>
  Array.isArray(given) && given.length <= 500 ? given.filter((item) => Number.isInteger(item)) : [];
const textOf = (given: unknown, max: number): string => (typeof given === 'string' ? given.trim().slice(0, max) : '');

/** Drafts of an app are edited by its owners, where it has some. */
async function owned(ctx: EngineCtx, app: string): Promise<void> {
  if (!mayEdit(ctx, await appOf(ctx.trx, app))) throw forbidden();
}
async function there(ctx: EngineCtx, app: string): Promise<void> {
  if (!(await isApp(ctx, app))) throw refuse('应用不存在或已删除', { rule: 'app.gone' });
}
/** A draft may be given up without its app, and looked at; nothing else is done in it. */
async function editable(ctx: EngineCtx, app: string): Promise<void> {
  await there(ctx, app);
  await owned(ctx, app);
}

/** A draft as an editor opens it: its documents as they are and as they were published, its steps, what does not fit. */
async function whole(ctx: EngineCtx, draft: Draft, more: readonly string[] = []) {
  const steps = await stepsOf(ctx, draft.id);
  const { docs, conflicts } = compose(standingOf(ctx), steps);
  const heads = new Map((await documentHeads(ctx.trx, ctx.org.schema)).map((head) => [head.id, head]));
  const ids = [...new Set([...docs.keys(), ...more])];
  return {
    draft,
    documents: ids.map((id) => {
      const change = changeOf(ctx.registry, ctx.host.registries.shipped, id, undefined, draft.app);
      const { sort, code, area, own, before, shipped } = change;
      return {
        id,
        sort,
        code,
        area,
        path: pathOf(sort, code, area),
        origin: own ? ('own' as const) : heads.get(id)?.isGone === false ? ('overlay' as const) : ('shipped' as const),
        version: heads.get(id)?.version ?? 0,
        base: before ?? {},
        doc: (docs.has(id) ? docs.get(id) : before) ?? {},
        ...(shipped === undefined ? {} : overlayOf(shipped, placedDocument(ctx.registry.files, id))),
      };
    }),
    steps,
    conflicts,
  };
}

/** What a shipped document is changed by, and what of it no longer fits. */
const overlayOf = (text: AnyDoc, placed: Placed<AnyDoc> | undefined) => {
  const steps = placed?.overlay?.steps ?? [];
  const shipped = placed?.overlay?.shipped ?? placed?.doc ?? text;
  return { overlay: { shipped, steps, conflicts: overlayConflicts(text, steps) } };
};
/** The documents of a draft as wishes of a publish. */
async function wishes(ctx: EngineCtx, draft: Draft): Promise<readonly Wish[]> {
  return wishesOf(draft, standingOf(ctx), await stepsOf(ctx, draft.id));
}

export const draftCalls = {
  /** {draft?, app?, title?, documents?, join?}: `join` takes the draft of the app that is open, before it makes another */
  async open(ctx: EngineCtx, given: Body) {
    const more = Array.isArray(given.documents) ? given.documents.slice(0, 50).map(idOfBody) : [];
    for (const id of more)
      if (publishedDoc(standingOf(ctx), id) === undefined && given.draft === undefined) throw refuse('文档已不存在');
    const known = given.draft === undefined ? undefined : await findDraft(ctx.trx, given.draft);
    const app = known?.app ?? (textOf(given.app, 40) || badApp());
    await editable(ctx, app);
    const open = known === undefined && given.join === true ? await draftToJoin(ctx, app) : undefined;
    const draft = known ?? open ?? (await makeDraft(ctx, app, textOf(given.title, 60) || '草稿'));
    return whole(
      ctx,
      draft,
      more.filter((id) => publishedDoc(standingOf(ctx), id) !== undefined),
    );
  },
  /** {draft or app, documents?} without a write: an editor that looks again, or one that has changed nothing yet */
  async read(ctx: EngineCtx, given: Body) {
    const more = Array.isArray(given.documents) ? given.documents.slice(0, 50).map(idOfBody) : [];
    const draft = await readDraft(ctx.trx, given.draft ?? '', textOf(given.app, 40));
    if (draft.id === '' && draft.app !== '') await there(ctx, draft.app);
    return whole(
      ctx,
      draft,
      more.filter((id) => publishedDoc(standingOf(ctx), id) !== undefined),
    );
  },
  /** {draft, seq, steps, keep?, drop?} */
  async steps(ctx: EngineCtx, given: Body) {
    const draft = await findDraft(ctx.trx, given.draft);
    await editable(ctx, draft.app);
    if (!Number.isInteger(given.seq)) throw badRequest();
    return addSteps(ctx, given.draft, Number(given.seq), readSteps(given.steps ?? []), {
      keep: numbers(given.keep),
      drop: numbers(given.drop),
    });
  },
  async discard(ctx: EngineCtx, given: Body) {
    const draft = await findDraft(ctx.trx, given.draft, true);
    await owned(ctx, draft.app);
    await closeDraft(ctx.trx, draft.id);
    return true;
  },
  async lint(ctx: EngineCtx, given: Body) {
    const list = await wishes(ctx, await readDraft(ctx.trx, given.draft));
    const changes = list.map(({ id, doc, area }) => changeOf(ctx.registry, ctx.host.registries.shipped, id, doc, area));
    return { problems: candidateOf(ctx.host, ctx.registry, changes).problems };
  },
  async plan(ctx: EngineCtx, given: Body, answers: Answers) {
    const draft = await readDraft(ctx.trx, given.draft);
    await there(ctx, draft.app);
    return planPublish(ctx, await wishes(ctx, draft), answers);
  },
  async publish(ctx: EngineCtx, given: Body, answers: Answers) {
    const draft = await findDraft(ctx.trx, given.draft, true);
    await editable(ctx, draft.app);
    if (given.seq !== undefined && given.seq !== draft.seq)
      throw refuse('草稿已被他人修改，请刷新后重试', { rule: 'draft.stale', seq: draft.seq });
    const steps = await stepsOf(ctx, draft.id);
    return publish(ctx, (now) => wishesOf(draft, { now, shipped: ctx.host.registries.shipped }, steps), {
      note: noteOf(given),
      answers,
      draft: draft.id,
    });
  },
  /** {document} */
  async versions(ctx: EngineCtx, given: Body) {
    const id = idOfBody(given.document);
    const rows = await versionsOf(ctx.trx, id);
    return rows.map(({ text: _text, ...row }, n) => ({ ...row, isCurrent: n === 0 }));
  },
  /** {document, from, to}: versions; 0 = the shipped text, absent `to` = what stands now, `draft` = its text */
  async compare(ctx: EngineCtx, given: Body) {
    const id = idOfBody(given.document);
    const from = await textAt(ctx, id, Number(given.from ?? 0));
    const drafted =
      given.draft === undefined
        ? undefined
        : compose(standingOf(ctx), await stepsOf(ctx, (await readDraft(ctx.trx, given.draft)).id)).docs.get(id);
    const to =
      drafted ?? (given.to === undefined ? publishedDoc(standingOf(ctx), id) : await textAt(ctx, id, Number(given.to)));
    if (from === undefined && to === undefined) throw refuse('版本不存在');
    const steps = from && to ? diffSteps(from as unknown as StepDoc, to as unknown as StepDoc) : [];
    return {
      from: from ?? {},
      to: to ?? {},
      steps,
      words: from && to ? changesInWords(from, to, readId(id)?.code ?? '', ctx.registry) : [],
    };
  },
  /** {document, version, current?, note?, dryRun?}: an old text becomes the next version */
  async rollback(asked: EngineCtx, given: Body, answers: Answers) {
    const isDry = given.dryRun === true;
    return isDry ? rollBack(asked, given, answers) : writing(asked, (ctx) => rollBack(ctx, given, answers));
  },
  /** {document, mine}: what a new shipped text did not take is written over it (`mine`, by their places) or given up */
  decide: (asked: EngineCtx, given: Body) => writing(asked, (ctx) => decided(ctx, given)),
  /** {draft, document, address}: a field that was published once and is hidden comes back by a step of the draft */
  async restore(ctx: EngineCtx, given: Body) {
    const id = idOfBody(given.document);
    const address = textOf(given.address, 200);
    const draft = await findDraft(ctx.trx, given.draft);
    await editable(ctx, draft.app);
    if (!/^fields\.\w+(\.fields\.\w+)?$/.test(address)) throw badRequest();
    for (const { version } of await versionsOf(ctx.trx, id)) {
      const doc = await textAt(ctx, id, version);
      const value = doc && valueAt(doc as unknown as StepDoc, address);
      if (value === undefined) continue;
      const step = { insert: address, value } as Step;
      const gesture = `恢复字段「${(value as { title?: string }).title ?? address}」`;
      return addSteps(ctx, draft.id, draft.seq, [{ document: id, step, gesture }]);
    }
    throw refuse('没有可恢复的字段');
  },
};
async function rollBack(ctx: EngineCtx, given: Body, answers: Answers) {
  const id = idOfBody(given.document);
  const version = Number(given.version);
  const doc = await textAt(ctx, id, version);
  const [row] = await versionsOf(ctx.trx, id, version);
  if (!row && version !== 0) throw refuse('版本不存在');
  const current = (await versionsOf(ctx.trx, id))[0]?.version ?? 0;
  if (given.current !== undefined && given.current !== current)
    throw refuse(`刚发布了 v${current}，请核对后再回退`, { rule: 'rollback.stale', current });
  const list = await rollbackWishes(ctx, { id, doc, area: row?.area ?? '' }, version);
  const plan = await planPublish(ctx, list, answers);
  const asks = plan.hidden.length > 0 ? `回退将隐藏${plan.hidden.length}个字段，数据保留30天` : '';
  if (given.dryRun === true) return { ...plan, confirm: asks, current };
  if (asks !== '' && given.accept !== true) throw refuse(asks, { rule: 'publish.hides', hidden: plan.hidden });
  const note = noteOf(given) || `回退到版本${version}`;
  return publish(ctx, () => list, { note, answers, decides: true });
}

async function decided(ctx: EngineCtx, given: Body) {
  const id = idOfBody(given.document);
  const below = shippedText(ctx.host.registries.shipped.files, id);
  const steps = placedDocument(ctx.registry.files, id)?.overlay?.steps ?? [];
  if (below === undefined) throw badRequest();
  const { doc, conflicts } = applyOverlay(below as unknown as StepDoc, steps);
  if (conflicts.length === 0) throw refuse('没有需要选择的冲突');
  const mine = numbers(given.mine);
  const kept = mine.map((n) => {
    const conflict = conflicts[n];
    return (conflict && keepMine(conflict)) ?? badApp();
  });
  const wanted = applySteps(doc, kept);
  if (wanted.problem !== undefined) throw refuse(wanted.problem.text);
  const note = `与新版本的冲突：保留${mine.length}处，采用新版${conflicts.length - mine.length}处`;
  return publish(ctx, () => [{ id, doc: wanted.doc as unknown as AnyDoc, area: '' }], { note, decides: true });
}
/** In one transaction over what stands when nobody else publishes any more. */
const writing = <T>(ctx: EngineCtx, work: (inner: EngineCtx) => Promise<T>): Promise<T> =>
  inWrite(byOwner(ctx), async (inner) => work(await overStanding(inner)));
const badApp = (): never => {
  throw badRequest();
};
const noteOf = (given: Body): string => textOf(given.note, 500);
