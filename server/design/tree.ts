/** What there is to design: apps with their documents, open drafts, and the library the browser resolves and lints with. */

import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { type CanonLib, printDoc } from '../../schemas/language/canon';
import { libraryOf } from '../../schemas/language/check';
import { canonLib } from '../../schemas/language/check/documents';
import type { AnyDoc } from '../../schemas/language/document';
import type { ServerFunctionType } from '../../schemas/language/resolved';
import type { LibraryDocument, TreeApp, TreeDocument } from '../../schemas/language/wire-design';
import type { EngineCtx, Host } from '../records/host';
import type { Placed, SchemaFiles } from '../registry/load';
import { memo } from '../registry/memo';
import type { Registry } from '../registry/registry';
import { appOf, appsOf, mayEdit } from './apps';
import { filed } from './candidate';
import { documentHeads } from './documents';
import { documentsOf, openDrafts, standingOf, stepsOf } from './drafts';
import { overlayConflicts, shippedText } from './overlay';
import { codeOf, eachDocument, type Sort, titleOf } from './sorts';

export async function treeOf(ctx: EngineCtx) {
  const { registry, host, trx, org, session } = ctx;
  const heads = new Map((await documentHeads(trx, org.schema)).map((head) => [head.id, head]));
  const exported = new Set([...heads.values()].flatMap(({ area, isGone }) => (isGone ? [] : [area])));
  const drafts = await Promise.all(
    (await openDrafts(trx)).map(async (draft) => ({
      ...draft,
      documents: documentsOf(standingOf(ctx), await stepsOf(ctx, draft.id)),
    })),
  );
  const shipped = new Set(eachDocument(host.registries.shipped.files).map(({ id }) => id));
  const own = await appsOf(trx);
  const byArea = new Map<string, TreeDocument[]>();
  const put = (area: string, document: TreeDocument): void => {
    byArea.set(area, [...(byArea.get(area) ?? []), document]);
  };
  const draftsOf = (id: string): readonly string[] =>
    drafts.filter(({ documents }) => documents.some((item) => item.id === id)).map((draft) => draft.id);
  const published = eachDocument(registry.files);
  for (const { id, sort, placed } of published) {
    const head = heads.get(id);
    put(areaOf(registry, sort, placed.doc, placed.area), {
      id,
      sort,
      code: codeOf(sort, placed.doc),
      title:
        (sort === 'object' ? registry.find(codeOf(sort, placed.doc))?.title : undefined) ?? titleOf(sort, placed.doc),
      origin: !shipped.has(id) ? 'own' : head !== undefined && !head.isGone ? 'overlay' : 'shipped',
      version: head?.version ?? 0,
      drafts: draftsOf(id),
      conflicts: conflictsOf(host.registries.shipped.files, id, placed),
    });
  }
  for (const { id, reason } of registry.leftOut ?? []) {
    const [sort, code] = id.split(':') as [Sort, string];
    const { area = '', version = 0 } = heads.get(id) ?? {};
    const origin = shipped.has(id) ? 'overlay' : 'own';
    // an overlay that is set aside leaves the shipped text, which is told above
    if (published.some((document) => document.id === id)) continue;
    put(area, { id, sort, code, title: code, origin, version, drafts: [], conflicts: 0, fault: reason });
  }
  for (const draft of drafts)
    for (const { id, title } of draft.documents.filter(({ isNew }) => isNew)) {
      const [sort, code] = id.split(':') as [Sort, string];
      put(draft.app, {
        id,
        sort,
        code,
        title,
        origin: 'own',
        version: heads.get(id)?.version ?? 0,
        drafts: [draft.id],
        conflicts: 0,
      });
    }
  const areas = new Map(registry.files.menus.map(({ doc }) => [doc.area, doc]));
  const known = new Set(own.map(({ code }) => code));
  const codes = [...new Set([...areas.keys(), ...byArea.keys()])].filter((code) => !known.has(code));
  const shippedApps = codes.map((code): TreeApp => {
    const menus = areas.get(code);
    return {
      code,
      title: menus?.title ?? TITLES[code] ?? code,
      icon: menus?.icon ?? null,
      colour: null,
      owners: [],
      origin: 'shipped',
      version: 0,
      mayEdit: session.rights.has('dataModel:edit'),
      exports: exported.has(code),
      documents: byArea.get(code) ?? [],
    };
  });
  const ownApps = own.map(
    (app): TreeApp => ({
      ...app,
      origin: 'own',
      mayEdit: mayEdit(ctx, app),
      exports: exported.has(app.code),
      documents: byArea.get(app.code) ?? [],
    }),
  );
  return {
    apps: [...ownApps, ...shippedApps],
    drafts,
    may: { edit: session.rights.has('dataModel:edit'), publish: session.rights.has('dataModel:publish') },
  };
}
/** Is this an app of the organisation or a shipped one? A draft alone makes none. */
export async function isApp(ctx: EngineCtx, code: string): Promise<boolean> {
  const { registry, trx, org } = ctx;
  if (registry.files.menus.some(({ doc }) => doc.area === code) || (await appOf(trx, code)) !== undefined) return true;
  if (eachDocument(registry.files).some(({ sort, placed }) => areaOf(registry, sort, placed.doc, placed.area) === code))
    return true;
  // what no longer fits is set aside, with its app
  return (await documentHeads(trx, org.schema)).some(({ area, isGone }) => area === code && !isGone);
}
const conflictsOf = (shipped: SchemaFiles, id: string, { overlay }: Placed<AnyDoc>): number => {
  const text = overlay && shippedText(shipped, id);
  return text ? overlayConflicts(text, overlay.steps).length : 0;
};
const TITLES: Readonly<Record<string, string>> = {
  blocks: '区块',
  system: '系统管理',
  device: '设备',
  material: '物料',
  label: '标签',
};

/** Sorts without a folder of their own stand with what they show. */
function areaOf(registry: Registry, sort: Sort, doc: AnyDoc, area: string): string {
  if (sort === 'block') return 'blocks';
  if (area !== '') return area;
  if (sort === 'menus' || sort === 'dictionaries') return codeOf(sort, doc);
  if (sort === 'print') return registry.page(String((doc as { page?: unknown }).page))?.object.area ?? 'system';
  if (sort === 'flow') return 'flow';
  if (sort === 'board') {
    const cells = Object.values(
      (doc as { cells?: Readonly<Record<string, { readonly report?: string }>> }).cells ?? {},
    );
    const report = cells.map((cell) => registry.reports.get(cell.report ?? '')).find((report) => report !== undefined);
    return report?.area ?? 'system';
  }
  return 'system';
}

export interface DesignLibrary {
  readonly hash: string;
  readonly documents: readonly LibraryDocument[];
  readonly services: readonly string[];
  readonly functions: readonly ServerFunctionType[];
  /** actions that server code brings, by object; none of an object = no such code */
  readonly moduleActions: Readonly<Record<string, readonly string[]>>;
}

/** Documents are published and shipped in their canonical text: it need not be printed anew. */
function sourceOf(placed: Placed<AnyDoc> | undefined): string | undefined {
  if (placed?.text !== undefined) return placed.text;
  return placed && existsSync(placed.file) ? readFileSync(placed.file, 'utf8') : undefined;
}

const libraries = new WeakMap<Registry, DesignLibrary>();
/** All texts with what code brings, made once a registry. */
export const designLibrary = (host: Host, registry: Registry): DesignLibrary =>
  memo(libraries, registry, () => {
    const docs = filed(registry.files);
    const places = new Map(eachDocument(registry.files).map(({ id, placed }) => [id, placed]));
    let lib: CanonLib | undefined;
    const printed = (doc: AnyDoc): string => {
      lib ??= canonLib(libraryOf(docs));
      return printDoc(doc, lib);
    };
    const documents = docs.map(({ id, path, doc, overlay }): LibraryDocument => {
      const [sort, code] = id.split(':') as [Sort, string];
      return {
        id,
        sort,
        code,
        area: places.get(id)?.area ?? '',
        path,
        text: sourceOf(places.get(id)) ?? printed(doc),
        ...(overlay ? { overlay } : {}),
      };
    });
    const hash = createHash('sha256');
    for (const { id, text, overlay } of documents)
      hash
        .update(id)
        .update(text)
        .update(JSON.stringify(overlay ?? []));
    return {
      hash: hash.digest('hex').slice(0, 16),
      documents,
      services: [...host.services.keys()],
      functions: [...host.functions.values()].map(({ name, args, result, live }) => ({
        name,
        args,
        result,
        ...(live ? { live } : {}),
      })),
      moduleActions: Object.fromEntries(
        [...host.modules].map(([object, module]) => [object, Object.keys(module.actions ?? {})]),
      ),
    };
  });
