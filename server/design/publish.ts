/** Publishing a changeset: judged, planned, tables and versions in one transaction (language §11.1). */

import { sql } from 'kysely';
import type { AnyDoc } from '../../schemas/language/document';
import { type Problem, problem } from '../../schemas/language/value';
import type {
  Answers,
  DesignProblem,
  Impact,
  Published,
  PublishPlan,
  TablePlan,
} from '../../schemas/language/wire-design';
import { lockSchemas } from '../db/migrations';
import { isAgain } from '../db/tx';
import { AppError, refuse } from '../errors';
import { ensureCodeRules } from '../records/codes/code-rules';
import { byOwner, inWrite, makeCtx } from '../records/context';
import { failedExamples } from '../records/examples';
import type { EngineCtx, Host } from '../records/host';
import { keepForms } from '../records/page/old-forms';
import { ensureDocLinks } from '../records/push/doc-links';
import { ensureExtendHeads } from '../records/store/ext';
import type { Registry } from '../registry/registry';
import { syncTablesIn } from '../tables/apply';
import { indexCondition } from '../tables/condition';
import type { Change } from '../tables/shape';
import { TableError } from '../tables/wanted';
import { syncModels } from '../workflow/models';
import { flowProblems } from '../workflow/publish-checks';
import { answered, isOpen, whatWasAsked } from './answers';
import { keepAuditWays } from './audit-ways';
import { type Candidate, candidateOf, changeOf, type DocumentChange, isError } from './candidate';
import { carryRenames, movedIn } from './carried';
import { addressOfField, docOf, fieldPairs, objectPairs } from './compare';
import { loadDocuments, type NewVersion, writeVersions } from './documents';
import { fillField, rebuildFormulas } from './fill';
import { impactOf, touchedFields } from './impact';
import { holdLost, lostWays } from './lost';
import { mirrorDocuments } from './mirror/mirror';
import { overlayDoc } from './overlay';
import { foreignChanges } from './owners';
import { LOCK_MS, newState, savepoint, tablePlan } from './plan';
import { statementProblems } from './proof';
import { buildOrganisation } from './registry';
import { leaks } from './rights';
import { titleOf } from './sorts';
import { takenCodes } from './taken-codes';
import { wordsOf } from './words';

/** Text of a document to be; undefined takes it away. */
export interface Wish {
  readonly id: string;
  readonly doc: AnyDoc | undefined;
  /** app of a new document */
  readonly area?: string;
}
export interface PublishOptions {
  readonly note: string;
  /** a package brings the texts */
  readonly isImported?: boolean;
  readonly answers?: Answers;
  readonly draft?: string;
  /** the wishes say what holds where a new shipped text did not take the steps over the one before */
  readonly decides?: true;
  /** a text that says what is published already is no refusal: there is nothing to do */
  readonly unchanged?: true;
  /** waits for a table; 3 s unless a test says less */
  readonly lockMs?: number;
  /** told before each step; tests stop the publish there */
  readonly onStep?: (step: string) => void | Promise<void>;
}

/** What a publish of these texts would do; nothing is written and no table is locked. */
export async function planPublish(
  ctx: EngineCtx,
  wishes: readonly Wish[],
  answers: Answers = {},
): Promise<PublishPlan> {
  const { host, org } = ctx;
  const now = ctx.registry;
  const candidate = await judged(ctx, now, changesOf(host, now, answered(wishes, answers)), answers);
  const next = candidate.registry;
  const words = wordsOf(candidate.changes, candidate.registry ?? now);
  const none: TablePlan = { steps: [], questions: [], refused: [], hidden: [] };
  if (!next)
    return { ...none, problems: candidate.problems, impact: [], words, refusal: errorsSay(candidate), empty: false };
  const plan = await tablePlan(ctx, now, next, answers).catch((error: unknown) => tableFault(error, candidate));
  if ('fault' in plan) {
    // no tables can be made of these texts; what the linter says of them comes first
    const said = errorsSay(candidate);
    const own =
      said === '' ? [{ ...problem('document', '', plan.fault), document: candidate.changes[0]?.id ?? '' }] : [];
    const problems = [...candidate.problems, ...own];
    return { ...none, problems, impact: [], words, refusal: said || plan.fault, empty: false };
  }
  const broken = errorsSay(candidate) === '' ? await statementProblems(ctx, next, candidate.changes) : [];
  const proven = { ...candidate, problems: [...candidate.problems, ...broken] };
  const impact = await impactOf(ctx.trx, org.schema, next, touchedFields(now, next));
  const all = { ...plan, problems: proven.problems, impact, words, empty: isEmpty(candidate) };
  const questions = plan.questions.filter((question) => isOpen(question, answers));
  return { ...all, refusal: errorsSay(proven) || undecidedSay(candidate) || refusalOf({ ...all, questions }) };
}

/** Publishing over steps nobody decided about would lose them. */
const undecidedSay = ({ changes }: Candidate): string => {
  const first = changes.find(({ undecided }) => undecided > 0);
  if (first === undefined) return '';
  const title = titleOf(first.sort, first.shipped ?? {});
  return `「${title}」有${first.undecided}处修改与新版本冲突，请先选择保留哪一个`;
};
/** Texts the linter refuses need not make tables; of sound ones only a table that cannot be is an answer. */
const tableFault = (error: unknown, candidate: Candidate): { readonly fault: string } => {
  if (error instanceof TableError || errorsSay(candidate) !== '') return { fault: (error as Error).message };
  throw error;
};

/** Publishes; all or nothing. Throws the refusal with what the publisher has to look at. */
export async function publish(
  ctx: EngineCtx,
  /** over the documents as they stand when nobody else publishes any more */
  wishes: (now: Registry) => readonly Wish[],
  options: PublishOptions,
): Promise<Published> {
  let step = '检查';
  const say = async (text: string): Promise<void> => {
    step = text;
    await options.onStep?.(text);
  };
  try {
    return await inWrite(byOwner(ctx), (inner) => publishIn(inner, wishes, options, say));
  } catch (error) {
    if (error instanceof AppError || isAgain(error)) throw error;
    if (error instanceof TableError) throw refuse(error.message, { rule: 'publish.refused' });
    throw failed(step, error);
  }
}

async function publishIn(
  ctx: EngineCtx,
  wishes: (now: Registry) => readonly Wish[],
  options: PublishOptions,
  say: (text: string) => Promise<void>,
): Promise<Published> {
  const { host, org, trx } = ctx;
  const { schema } = org;
  await lockSchemas(trx);
  await sql`SET LOCAL lock_timeout = ${sql.lit(LOCK_MS)}`.execute(trx);
  await sql`SET LOCAL statement_timeout = '300s'`.execute(trx);
  const now = await standing(ctx);
  const changes = changesOf(host, now, answered(wishes(now), options.answers ?? {}));
  const candidate = await judged(ctx, now, changes, options.answers);
  const next = candidate.registry;
  const errors = errorsSay(candidate);
  if (errors !== '' || !next) throw refuse(errors, { rule: 'publish.errors', problems: candidate.problems });
  const waiting = options.decides ? '' : undecidedSay(candidate);
  if (waiting !== '') throw refuse(waiting, { rule: 'overlay.conflict' });
  if (isEmpty(candidate)) {
    if (options.unchanged) return { versions: [], steps: [], later: [] };
    throw refuse('没有需要发布的修改', { rule: 'publish.empty' });
  }
  const { answers = {} } = options;
  const fields = fieldPairs(objectPairs(now, next));
  await holdLost(ctx, lostWays(fields, answers));
  const plan = await tablePlan(ctx, now, next, answers);
  const touched = touchedFields(now, next);
  const impact = await impactOf(trx, schema, next, touched);
  const questions = plan.questions.filter((question) => isOpen(question, answers));
  const refusal = refusalOf({ ...plan, questions, impact });
  if (refusal !== '') throw refuse(refusal, { rule: 'publish.refused', ...plan, questions, impact });
  const broken = await statementProblems(ctx, next, changes);
  if (broken.length > 0)
    throw refuse(`存在${broken.length}个错误，不能发布`, { rule: 'publish.errors', problems: broken });

  const texts = new Map(plan.steps.map((step, n) => [n, step.text]));
  let n = 0;
  const objects = [...next.objects.values()];
  await syncTablesIn(trx, schema, objects, {
    now: ctx.now,
    whole: true,
    seconds: true,
    lockTimeoutMs: options.lockMs ?? LOCK_MS,
    condition: indexCondition(host.db, next.lib),
    lost: lostWays(fields, whatWasAsked(plan.questions, answers)),
    onChange: (change) => say(texts.get(n++) ?? stepOf(change)),
  });
  const later = await afterTables(ctx, now, next, options, say);
  await say('写入版本');
  const versions = await writeVersions(trx, versionsFor(ctx, candidate, plan, options), {
    id: ctx.session.me.id,
    name: ctx.session.me.name,
  });
  await keepForms(
    trx,
    objectPairs(now, next).flatMap(({ before }) => (before ? [before] : [])),
  );
  await ensureExtendHeads(trx, schema, objects);
  await ensureCodeRules(trx, schema, objects, ctx.now);
  await ensureDocLinks(trx, schema, objects);
  if (options.draft !== undefined)
    await trx.updateTable('mw_draft').set({ closed_at: sql`now()` }).where('id', '=', options.draft).execute();
  const ids = versions.map(({ id }) => id).join(',');
  await sql`select pg_notify('mw_live', ${`d ${schema} ${ids.slice(0, 7000)}`})`.execute(trx);
  await say('提交');
  return { versions, steps: plan.steps.map(({ text }) => text), later };
}

/** What the tables hold after their change: filled fields, stored formulas, what names renamed fields; then the examples. */
async function afterTables(
  ctx: EngineCtx,
  now: Registry,
  next: Registry,
  options: PublishOptions,
  say: (text: string) => Promise<void>,
): Promise<readonly string[]> {
  const pairs = fieldPairs(objectPairs(now, next));
  const inside = await ctxOver(ctx, next);
  for (const pair of pairs) {
    const answer = options.answers?.[`object:${pair.object.object}`]?.[addressOfField(pair.after, pair.sub)];
    if (answer === undefined || !('fill' in answer)) continue;
    await say(`填充「${pair.after.title}」`);
    await fillField(inside, pair, answer.fill);
  }
  for (const pair of objectPairs(now, next)) {
    const state = newState(pair);
    if (state !== undefined) await fillField(inside, state, state.first);
  }
  await say('计算公式');
  const later = await rebuildFormulas(inside, pairs);
  await carryRenames(ctx.trx, ctx.org.schema, movedIn(pairs), next);
  // who publishes a flow is named by its version, and it can be begun at once
  await inWrite(inside, syncModels);
  await inWrite(inside, (ctx) => keepAuditWays(ctx, objectPairs(now, next)));
  await inWrite(inside.asSystem(), mirrorDocuments);
  await say('运行示例');
  const problems = await examplesOf(inside, now, next);
  if (problems.length > 0)
    throw refuse(`存在${problems.length}个示例未通过，不能发布`, { rule: 'publish.examples', problems });
  return later;
}

/** Runs the examples of changed objects over the new tables and takes everything they wrote back. */
async function examplesOf(ctx: EngineCtx, now: Registry, next: Registry): Promise<readonly DesignProblem[]> {
  const problems: DesignProblem[] = [];
  for (const { after } of objectPairs(now, next)) {
    const examples = docOf(next, after.object)?.examples ?? {};
    for (const [code, example] of Object.entries(examples)) {
      await savepoint.set(ctx.trx, 'mw_example');
      const failed = await failedExamples(ctx, after, { [code]: example }).catch((error: unknown) => {
        if (!(error instanceof AppError)) throw error;
        return [error.message];
      });
      await savepoint.undo(ctx.trx, 'mw_example');
      problems.push(
        ...failed.map((text) => ({
          code: 'example.fail',
          path: `examples.${code}`,
          text: `示例${code}未通过：${text.replace(/^[^：]*：/, '')}`,
          document: `object:${after.object}`,
        })),
      );
    }
  }
  return problems;
}

/** A ctx that works with other documents, in the same transaction. */
export function ctxOver(ctx: EngineCtx, registry: Registry): Promise<EngineCtx> {
  const { host, session, trx, requestId } = ctx;
  const over: Host = {
    ...host,
    registries: { shipped: host.registries.shipped, of: () => registry, ready: async () => {} },
  };
  return makeCtx(over, session, { requestId, ...(ctx.inTx ? { trx } : {}) });
}

/** A ctx over the documents as they stand until its transaction ends: what texts are made from does not change under them. */
export async function overStanding(ctx: EngineCtx): Promise<EngineCtx> {
  await lockSchemas(ctx.trx);
  const now = await standing(ctx);
  return now === ctx.registry ? ctx : ctxOver(ctx, now);
}

/** The documents as they are under the lock: another publish may have come first. */
async function standing(ctx: EngineCtx): Promise<Registry> {
  const { host, trx, org } = ctx;
  const { rows } = await sql<{ v: number }>`select rights_version as v from platform.org where id = ${org.id}`.execute(
    trx,
  );
  if (rows[0]?.v === org.rightsVersion) return ctx.registry;
  const stored = await loadDocuments(trx, org.schema);
  const { functions, services, registries } = host;
  const { registry } = buildOrganisation(registries.shipped.files, stored, {
    functions: [...functions.values()],
    services: [...services.keys()],
  });
  return registry;
}

function changesOf(host: Host, now: Registry, wishes: readonly Wish[]): readonly DocumentChange[] {
  return wishes.map(({ id, doc, area }) => changeOf(now, host.registries.shipped, id, doc, area));
}
/** Lint, what the publisher must be allowed to see of the objects his documents read, and the people his flows name. */
export async function judged(
  ctx: EngineCtx,
  now: Registry,
  changes: readonly DocumentChange[],
  answers: Answers = {},
): Promise<Candidate> {
  const candidate = candidateOf(ctx.host, now, changes);
  const more = candidate.registry
    ? [
        ...leaks(ctx.session.rights, candidate.registry, changes, answers),
        ...takenCodes(now, candidate.registry),
        ...(await foreignChanges(ctx, changes)),
        ...(await flowProblems(ctx, changes)),
      ]
    : [];
  return more.length === 0 ? candidate : { ...candidate, problems: [...candidate.problems, ...more] };
}

const errorsSay = (candidate: Candidate): string => {
  const errors = candidate.problems.filter((problem: Problem) => isError(problem));
  return errors.length > 0 ? `存在${errors.length}个错误，不能发布` : '';
};
const refusalOf = ({
  refused,
  questions,
  impact,
}: Pick<TablePlan, 'refused' | 'questions'> & { readonly impact: readonly Impact[] }): string =>
  refused[0]?.text ?? impact.find(({ blocks }) => blocks)?.text ?? questions[0]?.text ?? '';
const isEmpty = ({ changes, texts }: Candidate): boolean =>
  changes.every((change) => saysNothing(change, texts.get(change.id)));
/** As it is published; with steps that a new shipped text did not take even the same text is a decision. */
const saysNothing = ({ before, after, undecided }: DocumentChange, text: string | undefined): boolean =>
  undecided === 0 && (after === undefined ? before === undefined : before !== undefined && sameText(text, before));
const sameText = (text: string | undefined, before: AnyDoc): boolean =>
  text !== undefined && JSON.stringify(JSON.parse(text)) === JSON.stringify(before);

function versionsFor(
  ctx: EngineCtx,
  { changes, texts, registry }: Candidate,
  plan: TablePlan,
  { note, draft, isImported = false }: PublishOptions,
): readonly NewVersion[] {
  const words = new Map(wordsOf(changes, registry ?? ctx.registry).map((word) => [word.document, word.words]));
  const steps = plan.steps.map(({ text }) => text);
  return changes.flatMap((change): readonly NewVersion[] => {
    const { id, sort, code, area, after, steps: over } = change;
    const text = texts.get(id) ?? '';
    if (saysNothing(change, text)) return [];
    const overlay = over && overlayDoc(ctx.host.registries.shipped.files, id, over);
    return [
      {
        sort,
        code,
        area,
        text: overlay ? `${JSON.stringify(overlay, null, 2)}\n` : text,
        base: overlay?.base ?? null,
        isOverlay: overlay !== undefined,
        isGone: after === undefined || over?.length === 0,
        note,
        isImported,
        words: words.get(id) ?? [],
        plan: steps,
        changeset: draft ?? null,
      },
    ];
  });
}

const stepOf = ({ kind, table, name }: Change): string => [kind, table, name].filter(Boolean).join(' ');
function failed(step: string, error: unknown): AppError {
  const { code } = error as { readonly code?: string };
  const why = code === '55P03' ? '（数据正被他人使用，请稍后重试）' : '';
  const refusal = refuse(`发布失败：${step}，已全部回退${why}`, { rule: 'publish.failed', step });
  refusal.cause = error;
  return refusal;
}
