/**
 * An app as files: its documents in canonical text, overlays as their steps, and a manifest with a hash of each and the language version.
 * No rows and no secrets. What is exported, imported and exported again is the same bytes.
 */

import type { AnyDoc } from '../../schemas/language/document';
import { diffSteps, OVERLAY_SCHEMA, type OverlayDoc, rebase, type StepDoc } from '../../schemas/language/steps';
import type { Answers, Imported, ImportPolicy, ImportRow } from '../../schemas/language/wire-design';
import { badRequest, refuse } from '../errors';
import { byOwner, inWrite } from '../records/context';
import type { EngineCtx } from '../records/host';
import { appOf, appsOf, type OwnApp } from './apps';
import { publishedDoc } from './composed';
import { loadDocuments, type StoredDocument, versionsOf } from './documents';
import { standingOf } from './drafts';
import { overlaidText, shippedText } from './overlay';
import { damaged, hashOf, openPackage, type PackedFile, packFiles } from './package-file';
import { packed } from './packed';
import { overStanding, planPublish, publish, type Wish } from './publish';
import { idOf, OWN_CODE, readId, SORTS, type Sort, sortOf, titleOf } from './sorts';

export async function exportApp(
  ctx: EngineCtx,
  code: unknown,
): Promise<{ readonly name: string; readonly content: Buffer }> {
  const own = (await loadDocuments(ctx.trx, ctx.org.schema)).filter((doc) => !doc.isGone);
  const isThere = own.some((doc) => doc.area === code);
  const stored = isThere ? packed(own, String(code), (object) => ctx.registry.find(object)?.area) : [];
  const app = typeof code === 'string' ? await appOf(ctx.trx, code) : undefined;
  if (stored.length === 0) throw refuse('没有可导出的内容');
  const menus = ctx.registry.files.menus.find(({ doc }) => doc.area === code)?.doc;
  const files = stored
    .map(({ doc, area }) => ({ id: doc.id, file: fileOf(doc), text: doc.text, area }))
    .sort((a, b) => (a.file < b.file ? -1 : 1));
  const listed = files.map(({ id, file, text, area }): PackedFile => {
    const at = area === undefined ? {} : { app: area };
    return { id, file, hash: hashOf(text), ...at };
  });
  const apps = new Map((await appsOf(ctx.trx)).map((other) => [other.code, other.title]));
  const beside = [...new Set(listed.flatMap((file) => (file.app === undefined ? [] : [file.app])))]
    .sort()
    .map((other) => ({ code: other, title: apps.get(other) ?? other }));
  const { title, icon, colour } = app ?? {
    title: menus?.title ?? String(code),
    icon: menus?.icon ?? null,
    colour: null,
  };
  const said = {
    app: { code: String(code), title, icon, colour },
    files: listed,
    ...(beside.length === 0 ? {} : { beside }),
  };
  return { name: `${title}.zip`, content: packFiles(said, files) };
}
const fileOf = ({ sort, code, isOverlay }: StoredDocument): string =>
  isOverlay ? `overlays/${sort}-${code}.json` : `${SORTS[sort].files}/${code}.json`;

export interface ImportOptions {
  readonly policy: Readonly<Record<string, ImportPolicy>>;
  readonly answers: Answers;
  readonly dryRun: boolean;
}
/** What a package brings, document by document; without `dryRun` all of it is published in one transaction. */
export const importApp = (ctx: EngineCtx, content: Buffer, options: ImportOptions): Promise<Imported> =>
  options.dryRun
    ? brought(ctx, content, options)
    : inWrite(byOwner(ctx), async (inner) => brought(await overStanding(inner), content, options));

async function brought(ctx: EngineCtx, content: Buffer, options: ImportOptions): Promise<Imported> {
  const { manifest, texts } = openPackage(content);
  const { code, title, icon, colour } = manifest.app;
  const { beside = [] } = manifest;
  const shipped = new Set(ctx.registry.files.menus.map(({ doc }) => doc.area));
  const places = new Map(manifest.files.map((file) => [file.id, file.app ?? code]));
  const named = new Set([code, ...beside.map((other) => other.code)]);
  if ([...named].some((area) => !shipped.has(area) && !OWN_CODE.test(area))) throw damaged();
  if ([...places.values()].some((area) => !named.has(area))) throw damaged();
  const rows: ImportRow[] = [];
  const wishes: Wish[] = [];
  for (const [id, text] of texts) {
    const { row, doc } = await judged(ctx, id, text, options.policy[id]);
    rows.push(row);
    if (doc !== undefined) wishes.push({ id, doc, area: places.get(id) ?? code });
  }
  const told = { app: code, title, rows };
  if (options.dryRun) {
    const plan = await planPublish(ctx, wishes, options.answers);
    const ids = new Set(plan.questions.map(({ document }) => document));
    const asked = Object.fromEntries(wishes.flatMap(({ id, doc }) => (ids.has(id) && doc ? [[id, doc]] : [])));
    return { ...told, plan, asked };
  }
  await ensureApp(ctx, { code, title, icon, colour, owners: [], version: 1 });
  for (const other of beside) await ensureApp(ctx, { ...other, icon: null, colour: null, owners: [], version: 1 });
  if (wishes.length === 0) return told;
  return {
    ...told,
    published: await publish(ctx, () => wishes, {
      note: `导入应用包「${title}」`,
      isImported: true,
      answers: options.answers,
    }),
  };
}
async function ensureApp(ctx: EngineCtx, app: OwnApp): Promise<void> {
  const areas = ctx.host.registries.shipped.files.menus.map(({ doc }) => doc.area);
  if (areas.includes(app.code) || (await appsOf(ctx.trx)).some(({ code }) => code === app.code)) return;
  const { code, title, icon, colour } = app;
  await ctx.trx.insertInto('mw_app').values({ code, title, icon, colour }).execute();
}

async function judged(
  ctx: EngineCtx,
  id: string,
  text: AnyDoc | OverlayDoc,
  asked: ImportPolicy | undefined,
): Promise<{ readonly row: ImportRow; readonly doc?: AnyDoc }> {
  const theirs = await asDocument(ctx, id, text);
  const ours = publishedDoc(standingOf(ctx), id);
  const title = titleOf(readId(id)?.sort ?? 'object', theirs);
  const row = { id, title, conflicts: [] };
  if (ours === undefined) return { row: { ...row, state: 'new', policy: 'replace' }, doc: theirs };
  if (JSON.stringify(ours) === JSON.stringify(theirs)) return { row: { ...row, state: 'same', policy: 'skip' } };
  const policy = asked ?? 'skip';
  if (policy === 'skip') return { row: { ...row, state: 'conflict', policy } };
  if (policy === 'replace') return { row: { ...row, state: 'conflict', policy }, doc: theirs };
  const { doc, conflicts } = await merged(ctx, id, ours, theirs);
  return { row: { ...row, state: 'conflict', policy, conflicts }, doc };
}
/** A package names what it is: a text of its id, or steps over what is shipped here. */
async function asDocument(ctx: EngineCtx, id: string, text: AnyDoc | OverlayDoc): Promise<AnyDoc> {
  if (text.$schema !== OVERLAY_SCHEMA) {
    if (idOf(sortOf(text) as Sort, codeIn(text)) !== id) throw damaged();
    return text;
  }
  const below = shippedText(ctx.host.registries.shipped.files, id);
  if (below === undefined || !Array.isArray(text.steps)) throw damaged();
  return overlaidText(below, text.steps);
}
const codeIn = (doc: AnyDoc): string => {
  const sort = sortOf(doc);
  if (sort === undefined) throw damaged();
  return String((doc as unknown as Readonly<Record<string, unknown>>)[SORTS[sort].codeKey]);
};

/** Three ways: what the package changed since the last import, over what was changed here; where both did, ours holds. */
async function merged(
  ctx: EngineCtx,
  id: string,
  ours: AnyDoc,
  theirs: AnyDoc,
): Promise<{ readonly doc: AnyDoc; readonly conflicts: readonly string[] }> {
  const imported = (await versionsOf(ctx.trx, id)).find(({ isImported }) => isImported);
  const base = imported ? await asDocument(ctx, id, JSON.parse(imported.text) as AnyDoc | OverlayDoc) : ours;
  const text = (doc: AnyDoc): StepDoc => doc as unknown as StepDoc;
  const done = rebase(text(ours), diffSteps(text(base), text(theirs)), diffSteps(text(base), text(ours)));
  return {
    doc: done.doc as unknown as AnyDoc,
    conflicts: done.conflicts.map(({ address }) => address),
  };
}

/** A package as it came in a call. */
export function contentOf(given: unknown): Buffer {
  if (typeof given !== 'string' || given.length > 10_000_000) throw badRequest();
  return Buffer.from(given, 'base64');
}
export function readPolicy(given: unknown): Readonly<Record<string, ImportPolicy>> {
  if (typeof given !== 'object' || given === null) return {};
  return Object.fromEntries(
    Object.entries(given).filter(([, item]) => item === 'skip' || item === 'merge' || item === 'replace'),
  ) as Readonly<Record<string, ImportPolicy>>;
}
