/**
 * An app as files: its documents in canonical text, overlays as their steps, and a manifest with a hash of each and the language version.
 * No rows and no secrets. What is exported, imported and exported again is the same bytes.
 */

import { createHash } from 'node:crypto';
import { strFromU8, strToU8, unzipSync, zipSync } from 'fflate';
import type { AnyDoc } from '../../schemas/language/document';
import { LANGUAGE, migrate } from '../../schemas/language/migrations';
import { diffSteps, OVERLAY_SCHEMA, type OverlayDoc, rebase, type StepDoc } from '../../schemas/language/steps';
import type { Answers, Imported, ImportPolicy, ImportRow } from '../../schemas/language/wire-design';
import { badRequest, refuse } from '../errors';
import type { EngineCtx } from '../records/host';
import { appOf, appsOf, type OwnApp } from './apps';
import { loadDocuments, type StoredDocument, versionsOf } from './documents';
import { publishedDoc, standingOf } from './drafts';
import { overlaidText, shippedText } from './overlay';
import { packed } from './packed';
import { planPublish, publish, type Wish } from './publish';
import { idOf, OWN_CODE, readId, SORTS, type Sort, sortOf, titleOf } from './sorts';

const FORMAT = 'millwright-app/1';
const MAX_FILE = 2_000_000;
const MAX_FILES = 500;
/** a zip knows when each file was made; these were made when the format was */
const MADE = new Date('2026-01-01T00:00:00');

interface PackedFile {
  readonly id: string;
  readonly file: string;
  readonly hash: string;
  /** the app it stands in, where that is not the one that is packed */
  readonly app?: string;
}
interface Manifest {
  readonly format: string;
  readonly language: number;
  readonly app: {
    readonly code: string;
    readonly title: string;
    readonly icon: string | null;
    readonly colour: string | null;
  };
  readonly files: readonly PackedFile[];
  /** other apps that files of the package stand in */
  readonly beside?: readonly { readonly code: string; readonly title: string }[];
  readonly hash: string;
}
const damaged = () => refuse('应用包已损坏或版本过高', { rule: 'package.broken' });
const hashOf = (text: string): string => createHash('sha256').update(text).digest('hex');

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
  const head = {
    format: FORMAT,
    language: LANGUAGE,
    app: { code: String(code), title, icon, colour },
    files: listed,
    ...(beside.length === 0 ? {} : { beside }),
  };
  const manifest: Manifest = { ...head, hash: hashOf(JSON.stringify(head)) };
  const all = [{ file: 'manifest.json', text: `${JSON.stringify(manifest, null, 2)}\n` }, ...files];
  const bytes = zipSync(Object.fromEntries(all.map(({ file, text }) => [file, strToU8(text)])), {
    level: 6,
    mtime: MADE,
  });
  return { name: `${title}.zip`, content: Buffer.from(bytes) };
}
const fileOf = ({ sort, code, isOverlay }: StoredDocument): string =>
  isOverlay ? `overlays/${sort}-${code}.json` : `${SORTS[sort].files}/${code}.json`;

interface Opened {
  readonly manifest: Manifest;
  readonly texts: ReadonlyMap<string, AnyDoc | OverlayDoc>;
}
/** Reads a package within limits; anything that is not as the manifest says is refused whole. */
export function openPackage(content: Buffer): Opened {
  let count = 0;
  let entries: Record<string, Uint8Array>;
  try {
    entries = unzipSync(content, {
      filter: ({ originalSize }) => {
        if (originalSize > MAX_FILE || ++count > MAX_FILES) throw damaged();
        return true;
      },
    });
  } catch {
    throw damaged();
  }
  const read = (file: string): string => {
    const bytes = Object.hasOwn(entries, file) ? entries[file] : undefined;
    if (bytes === undefined || bytes.length > MAX_FILE) throw damaged();
    return strFromU8(bytes);
  };
  const manifest = json(read('manifest.json')) as Manifest;
  const { hash, ...head } = manifest;
  if (
    manifest.format !== FORMAT ||
    !(Number(manifest.language) <= LANGUAGE) ||
    hash !== hashOf(JSON.stringify(head)) ||
    !Array.isArray(manifest.files) ||
    Object.keys(entries).length !== manifest.files.length + 1
  )
    throw damaged();
  const texts = new Map<string, AnyDoc | OverlayDoc>();
  for (const { id, file, hash: of } of manifest.files) {
    const text = read(file);
    if (hashOf(text) !== of || readId(id) === undefined) throw damaged();
    texts.set(id, migrate(json(text)) as AnyDoc | OverlayDoc);
  }
  return { manifest, texts };
}
function json(text: string): object {
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value === 'object' && value !== null) return value;
  } catch {
    // told below
  }
  throw damaged();
}

export interface ImportOptions {
  readonly policy: Readonly<Record<string, ImportPolicy>>;
  readonly answers: Answers;
  readonly dryRun: boolean;
}
/** What a package brings, document by document; without `dryRun` all of it is published in one transaction. */
export async function importApp(ctx: EngineCtx, content: Buffer, options: ImportOptions): Promise<Imported> {
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
