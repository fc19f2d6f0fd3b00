/** The write calls of §12.3, apart from HTTP: read the body, run in one transaction under the token, present what became of it. */

import type { Many } from '../../../schemas/language/document';
import { decodeRecord } from '../../../schemas/language/kinds/record-codec';
import type { ResolvedAction, ResolvedField, ResolvedObject } from '../../../schemas/language/resolved';
import { text } from '../../../schemas/language/texts';
import { problem, type Rec } from '../../../schemas/language/value';
import { AppError, forbidden, refuse } from '../../errors';
import type { Page } from '../../registry/pages';
import { type ActResult, runAction } from '../act/actions';
import type { ActInput, Target } from '../act/admission';
import { readAsk, readRows } from '../act/ask';
import { byOwner, inWrite, objectOf } from '../context';
import { makeEnv } from '../env';
import type { EngineCtx } from '../host';
import { isUuid } from '../list/list-request';
import { moduleOf } from '../modules';
import { lostValues } from '../page/old-forms';
import { linksFor } from '../push/links';
import { previewLines } from '../push/preview-lines';
import { pushOf } from '../push/push-model';
import { inScope, ofRecord } from '../read/allowed';
import { labelOf } from '../read/labels';
import { notThere, presentRecord, type Wire } from '../read/read';
import { savingAction } from '../read/single';
import { Refusal } from '../refusal';
import { saveSettingsPage } from '../settings/settings-page';
import { loadRecords } from '../store/source';
import { changesOf } from '../trail/audit-trail';
import { readChanges } from '../trail/history';
import { callOnce } from './idempotency';
import { lateOf } from './late';
import { type SaveInput, saveRecord } from './save';

type Body = Readonly<Record<string, unknown>>;

/** POST …/save {record, schema, token, accept} → {id, version, record} */
export async function saveCall(ctx: EngineCtx, page: Page, body: Body): Promise<Wire> {
  if (page.object.settings) return saveSettingsPage(ctx, page, body);
  await keepsAll(ctx, page, [body.record], body);
  const input = readSave(ctx, page, body.record, body);
  return callOnce(
    runsAs(ctx, page, isNew(body.record) ? 'add' : 'edit'),
    `save ${page.code}`,
    withoutToken(body),
    async (inner) =>
      (await lateOf(inner, page, input)) ??
      (await savedWire(inner, page, await saveRecord(inner, page.object.object, input))),
    {
      keep: (answer) => (isLong((answer.record ?? {}) as Wire) ? { id: answer.id, version: answer.version } : answer),
      again: (kept, inner) => withRecord(inner, page, kept as Wire),
    },
  );
}

/** Documents of more rows are not kept a second time as an answer: a repeat gets them as they are stored. */
const LONG = 50;
const isLong = (record: Wire): boolean =>
  Object.values(record).some((value) => Array.isArray(value) && value.length > LONG);

async function withRecord(ctx: EngineCtx, page: Page, kept: Wire): Promise<Wire> {
  if (kept.record !== undefined || kept.converted !== undefined) return kept;
  const [rec] = await loadRecords(ctx, page.object, [String(kept.id)], { rows: true });
  return { ...kept, record: rec ? await presentRecord(ctx, page, rec) : null };
}

/** Right of a save: a record with a version is there already. Null = the page offers neither; the pipeline refuses. */
export function saveRightOf(page: Page, body: Body): string | null {
  return savingAction(page, isNew(body.record))?.right ?? null;
}
const isNew = (record: unknown): boolean => {
  const { version } = (record ?? {}) as { readonly version?: unknown };
  return version === undefined || version === null;
};

/** POST …/saveAll {records, deleted, …}: a grid, one transaction; the refusal names the record. */
export async function saveAllCall(ctx: EngineCtx, page: Page, body: Body): Promise<Wire> {
  if (!Array.isArray(body.records) || body.records.length > 2_000) throw new AppError(400);
  const deleted = body.deleted ?? [];
  if (!Array.isArray(deleted) || deleted.length > 2_000) throw new AppError(400);
  const gone = (deleted as readonly unknown[]).map((target) => readTarget(undefined, target));
  await keepsAll(ctx, page, body.records as readonly unknown[], body);
  const inputs = (body.records as readonly unknown[]).map((record) => readSave(ctx, page, record, body));
  const ordered = [...inputs].sort((a, b) => (String(a.rec.id ?? '~') < String(b.rec.id ?? '~') ? -1 : 1));
  return callOnce(
    runsAs(ctx, page, (body.records as readonly unknown[]).some(isNew) ? 'add' : 'edit'),
    `saveAll ${page.code}`,
    withoutToken(body),
    async (inner) => {
      const saved = new Map<SaveInput, Rec>();
      for (const target of gone) {
        try {
          await runAction(inner, page.object, 'del', { targets: [target], accept: textsOf(body.accept), page });
        } catch (error) {
          throw named(error, -1, target.id);
        }
      }
      for (const input of ordered) {
        try {
          saved.set(input, await saveRecord(inner, page.object.object, input));
        } catch (error) {
          throw named(error, inputs.indexOf(input), input.rec.id as string | undefined);
        }
      }
      const records: Wire[] = [];
      for (const input of inputs) records.push(await savedWire(inner, page, saved.get(input) ?? {}));
      return { records };
    },
  );
}

function named(error: unknown, index: number, id: string | undefined): unknown {
  if (!(error instanceof AppError) || error.code !== 203) return error;
  const data = (error.data ?? {}) as Record<string, unknown>;
  return new AppError(203, error.message, { ...data, index, rows: [{ id: id ?? '', text: error.message }] });
}

/** A form that was opened before a publish: a value it could take and the document of today cannot is told, not dropped. */
async function keepsAll(ctx: EngineCtx, page: Page, records: readonly unknown[], { schema }: Body): Promise<void> {
  if (typeof schema !== 'string' || schema === page.object.hash) return;
  const lost = await Promise.all(records.map((record) => lostValues(ctx, page.object, schema, record)));
  const paths = [...new Set(lost.flat())];
  if (paths.length > 0) throw unknownFields(page, paths, schema);
}

function readSave(ctx: EngineCtx, page: Page, wire: unknown, body: Body): SaveInput {
  const isOld = typeof body.schema === 'string' && body.schema !== page.object.hash;
  const sent = isOld ? renamedWire(page.object.fields, wire) : wire;
  const { rec, changes, problems, unknown } = decodeRecord(page.object, sent, { newId: ctx.newId });
  if (typeof wire !== 'object' || wire === null) throw new AppError(400);
  if (unknown.length > 0) throw unknownFields(page, unknown, body.schema);
  if (isOld && problems.some(({ code }) => code === 'field.shape'))
    throw unknownFields(
      page,
      problems.filter(({ code }) => code === 'field.shape').map(({ path }) => path),
      body.schema,
    );
  if (problems.length > 0) throw new Refusal(problems);
  return { rec, changes, page, accept: textsOf(body.accept) };
}

/** A form that was opened before a field was renamed: its values come under the former code. */
function renamedWire(fields: Many<ResolvedField>, wire: unknown): unknown {
  if (typeof wire !== 'object' || wire === null || Array.isArray(wire)) return wire;
  const next: Record<string, unknown> = { ...wire };
  for (const { code, was, sub } of Object.values(fields)) {
    for (const end of ['', 'Id'])
      if (
        was !== undefined &&
        fields[was] === undefined &&
        Object.hasOwn(next, was + end) &&
        next[code + end] === undefined
      ) {
        next[code + end] = next[was + end];
        delete next[was + end];
      }
    const rows = next[code];
    if (!sub || typeof rows !== 'object' || rows === null) continue;
    const each = (list: readonly unknown[]): unknown[] => list.map((row) => renamedWire(sub.fields, row));
    const { set } = rows as { readonly set?: unknown };
    next[code] = Array.isArray(rows) ? each(rows) : Array.isArray(set) ? { ...rows, set: each(set) } : rows;
  }
  return next;
}

/** A form that was opened with an older document: what is gone is named, the typed values stay with the client. */
function unknownFields(page: Page, unknown: readonly string[], schema: unknown): AppError {
  if (schema === page.object.hash) return new AppError(400);
  // without the document it was typed into nobody knows whether it had them
  if (typeof schema !== 'string') return new AppError(400, '页面已更新，请刷新后再保存');
  return new Refusal(
    unknown.map((code) => problem('schema.changed', code, text('field.gone', { field: code }))),
    { rule: 'schema.changed', fields: unknown, schema: page.object.hash },
  );
}

const savedWire = async (ctx: EngineCtx, page: Page, rec: Rec): Promise<Wire> => ({
  id: rec.id,
  version: rec.version,
  record: await presentRecord(ctx, page, rec),
});

/** POST …/act/{action} {targets, record?, ask, accept, schema, token} */
export async function actCall(ctx: EngineCtx, page: Page, code: string, body: Body): Promise<Wire> {
  const action = actionOf(ctx, page, code);
  const run = (inner: EngineCtx): Promise<Wire> =>
    action.draft ? draftWire(inner, page, action, body) : actWire(inner, page, action, readAct(page, action, body));
  return callOnce(runsAs(ctx, page, code), `act ${page.code} ${code}`, withoutToken(body), run, {
    ...(action.once ? { keep: (answer: Wire) => ({ done: true, id: answer.id ?? null }), again: onlyOnce } : {}),
  });
}

/** What makes tables, or takes back what only grows, has the rights of their owner in its transaction. */
const runsAs = (ctx: EngineCtx, page: Page, action: string): EngineCtx =>
  moduleOf(ctx, page.object)?.byOwner?.includes(action) ? byOwner(ctx) : ctx;

const onlyOnce = (): never => {
  throw refuse('已执行，密码仅显示一次');
};

/** POST …/preview/{action}: the same, rolled back; a push answers its open lines, a `prepare` service the proposed answers. */
export async function previewCall(ctx: EngineCtx, page: Page, code: string, body: Body): Promise<Wire> {
  const action = actionOf(ctx, page, code);
  const input = readAct(page, action, body);
  const pm = pushOf(ctx.registry, page.object, code);
  if (pm) return previewLines(ctx, pm, await sourcesOf(ctx, page, input.targets));
  const prepare = action.prepare === undefined ? undefined : ctx.host.services.get(action.prepare);
  if (prepare && body.ask === undefined) {
    const heads = await sourcesOf(ctx, page, input.targets);
    return { ask: await prepare.run({ ids: heads.map((head) => head.id as string) }, ctx) };
  }
  return rolledBack(runsAs(ctx, page, code), async (inner) => {
    const before = await sourcesOf(inner, page, input.targets);
    const result = await runAction(inner, page.object, code, input);
    const env = makeEnv(inner);
    const wasOf = new Map(before.map((rec) => [rec.id, rec]));
    const records = await env.settle((live) =>
      result.records.map((rec) => {
        const changes = changesOf(page.object, wasOf.get(rec.id) ?? null, rec);
        const shown = readChanges(inner, page.object, rec, changes, action, live);
        return { id: rec.id, label: labelOf(page.object, rec), shown };
      }),
    );
    const made = [...(result.pushed?.created ?? []), ...(result.pushed?.drafts ?? [])];
    const target = result.pushed?.model.target;
    return {
      records,
      failed: result.failed,
      created: made.map((rec) => ({
        object: target?.object,
        title: target?.title,
        nbr: target ? labelOf(target, rec) : '',
      })),
      answer: result.answer ?? null,
      action: action.title,
    };
  });
}

/** The records of a request as they are, in its order; out of reach = not there. */
async function sourcesOf(ctx: EngineCtx, page: Page, targets: readonly Target[]): Promise<Rec[]> {
  const ids = targets.map((target) => target.id);
  const found = await loadRecords(ctx, page.object, ids, { rows: true });
  if (found.length !== ids.length) throw notThere();
  const env = makeEnv(ctx);
  const reached = await env.settle((live) => found.every((rec) => inScope(ctx, page.object, page.right, rec, live)));
  if (!ctx.system && !reached) throw notThere();
  return found;
}

class RolledBack extends Error {
  readonly answer: Wire;
  constructor(answer: Wire) {
    super('rolled back');
    this.answer = answer;
  }
}
async function rolledBack(ctx: EngineCtx, work: (inner: EngineCtx) => Promise<Wire>): Promise<Wire> {
  const run = async (inner: EngineCtx): Promise<never> => {
    throw new RolledBack(await work(inner));
  };
  try {
    return await inWrite(ctx, run, { trial: true });
  } catch (error) {
    if (error instanceof RolledBack) return error.answer;
    throw error;
  }
}

function actionOf(ctx: EngineCtx, page: Page, code: string): ResolvedAction {
  const action = Object.hasOwn(page.actions, code) ? page.actions[code] : undefined;
  if (!action) throw new AppError(400);
  if (!ctx.session.rights.has(action.right)) throw forbidden();
  return action;
}

function readAct(page: Page, action: ResolvedAction, body: Body): ActInput {
  const { targets } = body;
  if (!Array.isArray(targets) || targets.length > 1_000) throw new AppError(400);
  if ((targets.length === 0) === ofRecord(action)) throw new AppError(400);
  return {
    targets: (targets as readonly unknown[]).map((target) => readTarget(action, target)),
    ask: body.ask,
    accept: textsOf(body.accept),
    page,
  };
}
function readTarget(action: ResolvedAction | undefined, wire: unknown): Target {
  const { id, version, rows } = (wire ?? {}) as { id?: unknown; version?: unknown; rows?: unknown };
  if (!isUuid(id) || (version !== undefined && version !== null && typeof version !== 'number'))
    throw new AppError(400);
  return { id, ...(typeof version === 'number' ? { version } : {}), rows: readRows(action, rows) };
}

async function actWire(ctx: EngineCtx, page: Page, action: ResolvedAction, input: ActInput): Promise<Wire> {
  const result = await runAction(ctx, page.object, action.code, input);
  const pushed = await pushedWire(ctx, result);
  const more: Wire = {
    ...pushed,
    ...(result.made ? { created: result.made.map((made) => namedRecord(page.object, made)) } : {}),
    ...(result.answer ? { answer: result.answer } : {}),
  };
  if (input.targets.length > 1) {
    return { done: result.records.map((rec) => rec.id), failed: result.failed, ...more };
  }
  if (input.targets.length === 0) return more;
  const [rec] = result.records;
  if (!rec) throw notThere();
  const gone = Number(rec.isDeleted ?? 0) === 1;
  return { ...(gone ? { id: rec.id, version: rec.version } : await savedWire(ctx, page, rec)), ...more };
}

const namedRecord = (object: ResolvedObject, rec: Rec): Wire => ({
  object: object.object,
  title: object.title,
  id: rec.id,
  nbr: labelOf(object, rec),
});

/** Unsaved documents go to the edit page of the target, stored ones are named. */
async function pushedWire(ctx: EngineCtx, { pushed }: ActResult): Promise<Wire> {
  if (!pushed) return {};
  const { target } = pushed.model;
  const page = ctx.registry.page(target.object);
  if (pushed.created.length > 0) {
    return {
      created: pushed.created.map((rec) => namedRecord(target, rec)),
    };
  }
  const records: Wire[] = [];
  for (const draft of page ? pushed.drafts : []) {
    const { id: _id, ...wire } = await presentRecord(ctx, page as Page, draft);
    records.push({ ...wire, _actions: ['save'] });
  }
  return { target: target.object, records };
}

/** An action over the unsaved form: the module answers a patch, nothing is written. */
async function draftWire(ctx: EngineCtx, page: Page, action: ResolvedAction, body: Body): Promise<Wire> {
  const { rec, problems } = decodeRecord(page.object, body.record ?? {}, { newId: ctx.newId });
  if (problems.length > 0) throw new Refusal(problems);
  const entry = moduleOf(ctx, page.object)?.actions?.[action.code];
  if (!entry) throw new AppError(400);
  const answer = (await entry(rec, readAsk(ctx, page.object, action, body.ask), ctx)) ?? {};
  const { _actions, _hop, ...patch } = await presentRecord(ctx, page, answer);
  return { patch, _hop };
}

/** POST /lcdp/data/{object}/links {id} → {children, parents, hidden} */
export async function linksCall(ctx: EngineCtx, page: Page, body: Body): Promise<Wire> {
  const rec = await viewed(ctx, page, body.id);
  return { ...(await linksFor(ctx, page.object, rec)) };
}

/** POST /lcdp/appdata/related {object, id, relation?} → documents before (up) and behind (down); others are counted. */
export async function relatedCall(ctx: EngineCtx, body: Body): Promise<Wire[]> {
  const object = objectOf(ctx, String(body.object ?? ''));
  const page = ctx.registry.page(object.object);
  if (!page) throw new AppError(404);
  if (!ctx.session.rights.has(page.right)) throw forbidden();
  const { children, parents, hidden } = await linksFor(ctx, object, await viewed(ctx, page, body.id));
  const wanted = (direction: 'up' | 'down'): boolean =>
    body.relation === undefined || body.relation === null || body.relation === direction;
  const rows: Wire[] = [
    ...(wanted('up') ? parents.map((parent) => ({ direction: 'up', ...parent })) : []),
    ...(wanted('down') ? children.map((child) => ({ direction: 'down', ...child })) : []),
  ];
  return hidden > 0 ? [...rows, { hidden }] : rows;
}

async function viewed(ctx: EngineCtx, page: Page, id: unknown): Promise<Rec> {
  if (!isUuid(id)) throw new AppError(400);
  const [rec] = await sourcesOf(ctx, page, [{ id }]);
  if (!rec) throw notThere();
  return rec;
}

function withoutToken(body: Body): Body {
  const { token: _token, ...rest } = body;
  return rest;
}
const textsOf = (list: unknown): string[] =>
  (Array.isArray(list) ? list : []).filter((value): value is string => typeof value === 'string').slice(0, 200);
