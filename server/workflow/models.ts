/** Flows of the organisation as records: models people search and stop, and the versions that were in force. */
import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import type { FlowDoc } from '../../schemas/language/flow/index';
import type { Rec } from '../../schemas/language/value';
import { objectOf } from '../records/context';
import type { EngineCtx } from '../records/host';
import { commit } from '../records/save/commit';

/** A version is known by its text. */
export const hashOf = (doc: FlowDoc): string =>
  createHash('sha256').update(JSON.stringify(doc)).digest('base64url').slice(0, 22);

/** When it is walked, as the list of models says it. */
export const bindsOf = (doc: FlowDoc): string => (doc.binds ?? []).map((bind) => bind.when ?? '默认').join('；');

/** The model of a flow; what is not stored yet is stored with its first version. */
export async function modelOfFlow(ctx: EngineCtx, doc: FlowDoc): Promise<Rec> {
  const known = await modelBy(ctx, doc.flow);
  if (known !== undefined) return known;
  await syncModels(ctx);
  return (await modelBy(ctx, doc.flow)) ?? {};
}
async function modelBy(ctx: EngineCtx, code: string): Promise<Rec | undefined> {
  const [found] = await ctx.records.find('flowModel', 'code == param.code', { param: { code }, limit: 1 });
  return found;
}

/** The number of the version this text is: a text that was not in force before becomes the next one, the one before it is retired. */
export async function revisionOf(ctx: EngineCtx, doc: FlowDoc): Promise<number> {
  const model = await modelOfFlow(ctx, doc);
  const find = () =>
    ctx.records.find('flowVersion', 'model == param.model && hash == param.hash && docStatus == 60', {
      param: { model: model.id as string, hash: hashOf(doc) },
      limit: 1,
    });
  const [known] = await find();
  if (known !== undefined) return Number(known.revision);
  await syncModels(ctx);
  const [made] = await find();
  return Number(made?.revision ?? 1);
}

/** Brings models and versions to what is published; doing it again changes nothing. One at a time in an organisation. */
export async function syncModels(ctx: EngineCtx): Promise<number> {
  const wanted = [...ctx.registry.flows.values()];
  if (wanted.length === 0) return 0;
  await sql`select pg_advisory_xact_lock(hashtext(${`flow models ${ctx.org.schema}`}))`.execute(ctx.trx);
  const models = new Map((await ctx.records.find('flowModel', 'true')).map((rec) => [rec.code, rec]));
  const versions = await ctx.records.find('flowVersion', 'docStatus == 60');
  let changed = 0;
  for (const doc of wanted) {
    const hash = hashOf(doc);
    const model = models.get(doc.flow);
    const live = versions.find((version) => version.model === model?.id && version.docStatus === '60');
    if (model !== undefined && live?.hash === hash) continue;
    changed += 1;
    await newVersion(ctx, doc, hash, model, live);
  }
  return changed;
}

async function newVersion(
  ctx: EngineCtx,
  doc: FlowDoc,
  hash: string,
  model: Rec | undefined,
  live: Rec | undefined,
): Promise<void> {
  const revision = Number(live?.revision ?? 0) + 1;
  const face: Rec = {
    name: doc.title,
    code: doc.flow,
    category: doc.category ?? null,
    docType: doc.object,
    note: doc.note ?? null,
    icon: doc.icon ?? null,
    binds: bindsOf(doc),
    revision,
  };
  const object = objectOf(ctx, 'flowModel');
  const saved =
    model === undefined
      ? await commit(ctx, object, null, { ...face, id: ctx.newId(), docStatus: '60' }, { action: 'add', silent: true })
      : await commit(ctx, object, model, { ...model, ...face }, { action: 'edit', silent: true });
  const versions = objectOf(ctx, 'flowVersion');
  if (live !== undefined)
    await commit(ctx, versions, live, { ...live, docStatus: '80' }, { action: 'edit', silent: true });
  const version: Rec = {
    id: ctx.newId(),
    title: `${doc.title} V${revision}`,
    model: saved.id as string,
    revision,
    note: doc.note ?? null,
    publishedAt: ctx.now,
    publishedBy: ctx.session.me.id === '00000000-0000-0000-0000-000000000000' ? null : ctx.session.me.id,
    hash,
    text: JSON.parse(JSON.stringify(doc)) as Rec,
    docStatus: '60',
  } as Rec;
  await commit(ctx, versions, null, version, { action: 'add', silent: true });
}
