/**
 * Documents prove themselves before they are published: with the merged registry every statement that they have a part in (lists with
 * their schemes, records, choices, links, guards of deletes, reports) runs once over empty tables as planned. What PostgreSQL refuses here
 * would have broken pages of everybody.
 */
import { sql } from 'kysely';
import type { ResolvedField, ResolvedObject } from '../../schemas/language/resolved';
import { problem } from '../../schemas/language/value';
import type { DesignProblem } from '../../schemas/language/wire-design';
import type { Trx } from '../ctx';
import { inTx } from '../db/tx';
import { AppError } from '../errors';
import { makeCtx, NOBODY, nobody } from '../records/context';
import { bindCondition } from '../records/expression';
import type { EngineCtx, Host } from '../records/host';
import { findRows } from '../records/list/finder';
import { getPageList } from '../records/list/list';
import { pickRows } from '../records/pick/pick';
import { allLinkPlaces, linkPlaces } from '../records/push/link-place';
import { childrenAt, parentsOf } from '../records/push/links';
import { pushModels } from '../records/push/push-model';
import { usedOf } from '../records/push/push-open';
import { loadLabels } from '../records/read/labels';
import { findOne } from '../records/read/read';
import { usageAgainst } from '../records/read/usage-list';
import { getReportList } from '../records/report/list';
import type { Page } from '../registry/pages';
import type { Registry } from '../registry/registry';
import type { DocumentChange } from './candidate';
import { objectPairs } from './compare';
import { savepoint } from './plan';
import { inScratch } from './scratch';

/** One call over empty tables, and the text it stands for. */
interface Proof {
  readonly document: string;
  readonly address: string;
  /** what does not go, in the words of its readers */
  readonly what: string;
  readonly run: (ctx: EngineCtx) => Promise<unknown>;
}

/** Statements of the merged documents that PostgreSQL refuses, each with the changed document and the address in it. */
export async function statementProblems(
  ctx: EngineCtx,
  next: Registry,
  changes: readonly DocumentChange[],
): Promise<readonly DesignProblem[]> {
  const touched = touchedBy(ctx.registry, next, changes);
  const proofs = proofsOf(next, touched);
  if (proofs.length === 0) return [];
  const run = (trx: Trx): Promise<readonly DesignProblem[]> =>
    inScratch(trx, ctx.org.schema, next, touched.changed, async (schema) => {
      const inside = await ctxIn(ctx, trx, schema, next);
      const found: DesignProblem[] = [];
      for (const proof of proofs) {
        const why = await failure(inside, proof);
        if (why !== undefined) found.push(told(next, changes, proof, why));
      }
      return found;
    });
  // the tables of the scratch schema are made by who makes tables
  return ctx.inTx ? run(ctx.trx) : inTx(ctx.host.owner, run);
}

/** Everything inside goes to the transaction: settings are the shipped ones, rights are all. */
async function ctxIn(
  { host, org, requestId }: EngineCtx,
  trx: Trx,
  schema: string,
  next: Registry,
): Promise<EngineCtx> {
  const over: Host = {
    ...host,
    db: trx,
    registries: { shipped: host.registries.shipped, of: () => next, ready: async () => {} },
  };
  const session = nobody({ ...org, code: `${org.code}/${schema}`, schema });
  return (await makeCtx(over, session, { requestId, trx })).asSystem();
}

const POINT = 'mw_proof';
/** Classes of SQLSTATE that say something of the statement: syntax and names, values; others are none of the document's business. */
const OF_STATEMENT = /^(42|22|0A)/;
async function failure(ctx: EngineCtx, proof: Proof): Promise<string | undefined> {
  await savepoint.set(ctx.trx, POINT);
  try {
    await proof.run(ctx);
    return undefined;
  } catch (error) {
    // a refusal in words is an answer
    if (error instanceof AppError && error.code !== 500) return undefined;
    const { code, message } = error as { readonly code?: unknown; readonly message: string };
    if (typeof code === 'string' && /^[0-9A-Z]{5}$/.test(code) && !OF_STATEMENT.test(code)) throw error;
    return message;
  } finally {
    await savepoint.undo(ctx.trx, POINT);
  }
}

function told(next: Registry, changes: readonly DocumentChange[], proof: Proof, why: string): DesignProblem {
  const own = changes.find(({ id }) => id === proof.document);
  const [, code = ''] = proof.document.split(':');
  const by =
    own ?? changes.find(({ after }) => after !== undefined && naming([code]).test(JSON.stringify(after))) ?? changes[0];
  const title = next.find(code)?.title ?? next.reports.get(code)?.title ?? code;
  const text = `「${title}」的${proof.what}不能执行：${why}`;
  return { ...problem('document.run', own ? proof.address : '', text), document: by?.id ?? proof.document };
}

interface TouchedBy {
  /** objects whose text means something else */
  readonly changed: ReadonlySet<string>;
  /** those, and every object and report whose text names one of them or another changed document */
  readonly all: ReadonlySet<string>;
}
function touchedBy(now: Registry, next: Registry, changes: readonly DocumentChange[]): TouchedBy {
  const changed = new Set(objectPairs(now, next).map(({ after }) => after.object));
  const reports = changes.filter(({ sort }) => sort === 'report').map(({ code }) => code);
  const all = new Set([...changed, ...reports]);
  const names = [...changed];
  if (names.length === 0) return { changed, all };
  const named = naming(names);
  for (const { doc } of next.files.objects) if (named.test(JSON.stringify(doc))) all.add(doc.object);
  for (const { doc } of next.files.reports) if (named.test(JSON.stringify(doc))) all.add(doc.report);
  return { changed, all };
}
const naming = (codes: readonly string[]): RegExp => new RegExp(`\\b(${codes.join('|')})\\b`);

function proofsOf(next: Registry, { changed, all }: TouchedBy): readonly Proof[] {
  const pages = [...next.pages.values()].filter((page) => page.sort === 'list' || page.sort === 'report');
  const found = pages.flatMap((page): readonly Proof[] => {
    if (page.report !== undefined) return all.has(page.report.report) ? reportProofs(page) : [];
    return all.has(page.object.object) && isStored(page.object) ? listProofs(page) : [];
  });
  for (const code of all) {
    const object = next.find(code);
    if (object !== undefined && isStored(object)) found.push(...recordProofs(next, object, changed.has(code)));
  }
  return found;
}
/** Rows of the organisation's own tables; rows of services and of the installation are read by code. */
const isStored = ({ storage, settings }: ResolvedObject): boolean =>
  (storage === 'table' || storage === 'migration') && settings === undefined;

function listProofs(page: Page): readonly Proof[] {
  if (page.list.source !== undefined) return [];
  const document = `object:${page.object.object}`;
  const address = page.view === undefined ? 'list' : `views.${page.view.code}.list`;
  // rows named by their id are asked without the search that the list requires
  const list = (more: object) => (ctx: EngineCtx) => getPageList(ctx, page, { ids: [NOBODY], size: 1, ...more });
  return [
    { document, address, what: '列表', run: list({ current: 2 }) },
    ...page.list.schemes.map(
      (scheme): Proof => ({
        document,
        address: `${address}.schemes.${scheme.code}`,
        what: `方案「${scheme.title}」`,
        run: list({ scheme: scheme.code }),
      }),
    ),
  ];
}
const reportProofs = (page: Page): readonly Proof[] =>
  page.report?.service !== undefined
    ? []
    : [
        {
          document: `report:${page.report?.report ?? ''}`,
          address: page.reportView === undefined ? '' : `views.${page.reportView.code}`,
          what: '统计',
          run: (ctx) => getReportList(ctx, page, {}),
        },
      ];

function recordProofs(next: Registry, object: ResolvedObject, isChanged: boolean): readonly Proof[] {
  const document = `object:${object.object}`;
  const page = next.page(object.object);
  const proofs: Proof[] = [];
  const add = (address: string, what: string, run: Proof['run']): void => {
    proofs.push({ document, address, what, run });
  };
  add('label', '名称', (ctx) => loadLabels(ctx, new Map([[object.object, new Set([NOBODY])]])));
  if (page !== undefined) add('fields', '记录', (ctx) => findOne(ctx, page, { id: NOBODY }));
  for (const [code, { where }] of Object.entries(object.access.rows ?? {}))
    add(`access.rows.${code}`, '数据范围', (ctx) => foundBy(ctx, object, where));
  for (const place of linkPlaces(object)) {
    const at = place.sub === undefined ? 'fields' : `fields.${place.sub}`;
    add(at, '上下游', async (ctx) => {
      await childrenAt(ctx, place, object, NOBODY);
      await parentsOf(ctx, object, { id: NOBODY });
    });
  }
  for (const pm of pushModels(next))
    if (pm.source.object === object.object)
      add(`actions.${pm.action.code}.push`, '下推', (ctx) => usedOf(ctx, pm, [NOBODY]));
  if (!isChanged) return proofs;
  add('actions.del', '删除', (ctx) => usageAgainst(ctx, object, NOBODY));
  for (const { field, path, address } of referencesOf(object)) {
    const target = next.find(field.ref ?? '');
    if (target === undefined) continue;
    if (isStored(target)) add(address, `引用「${target.title}」的删除检查`, (ctx) => usageAgainst(ctx, target, NOBODY));
    if (page !== undefined) add(address, '选择窗口', (ctx) => pickRows(ctx, page, path, { search: 'x', size: 1 }));
  }
  // another document's links meet this one in the statements over all of them
  if (linkPlaces(object).length > 0)
    for (const place of allLinkPlaces(next)) add('fields', '上下游', (ctx) => childrenAt(ctx, place, object, NOBODY));
  return proofs;
}
const foundBy = (ctx: EngineCtx, object: ResolvedObject, where: string): Promise<unknown> =>
  findRows(ctx, {
    object,
    conditions: [bindCondition(ctx.registry.lib, object, where)],
    select: () => sql`t.id`,
    limit: 1,
  });

interface At {
  readonly field: ResolvedField;
  readonly path: string;
  readonly address: string;
}
const referencesOf = (object: ResolvedObject): readonly At[] =>
  Object.values(object.fields).flatMap((field): readonly At[] => {
    if (field.base === true) return [];
    const address = `fields.${field.code}`;
    const rows = Object.values(field.sub?.fields ?? {}).filter((row) => row.base !== true && row.type === 'ref');
    return [
      ...(field.type === 'ref' ? [{ field, path: field.code, address }] : []),
      ...rows.map((row) => ({
        field: row,
        path: `${field.code}.${row.code}`,
        address: `${address}.fields.${row.code}`,
      })),
    ];
  });
