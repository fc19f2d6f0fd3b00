/** What a person does with a task of his: 同意, 驳回, 退回, 转办, 加签, 抄送, 取回, 已阅 (domain part 10, 7.5 step 4 and 7.6). */
import type { Many } from '../../schemas/language/document';
import {
  type AddMode,
  type Answer,
  addSigners,
  agree,
  type FlowState,
  handBack,
  type Outcome,
  read,
  recall,
  reject,
  revokeSigners,
  sendBack,
  sendCopy,
  transfer,
} from '../../schemas/language/flow/index';
import { type DecodedRecord, decodeRecord } from '../../schemas/language/kinds/record-codec';
import type { ResolvedField, ResolvedObject } from '../../schemas/language/resolved';
import { type FileValue, problem, type Rec, type Row } from '../../schemas/language/value';
import { isTyped } from '../../schemas/language/written';
import { AppError, refuse } from '../errors';
import { filesById, fileValue } from '../files/table';
import type { EngineCtx } from '../records/host';
import { isUuid } from '../records/list/list-request';
import { signatureOf } from '../records/people/person';
import { accessOf } from '../records/read/grants';
import { notThere } from '../records/read/read';
import { Refusal } from '../records/refusal';
import { saveRecord } from '../records/save/save';
import { changesOf } from '../records/trail/audit-trail';
import { carryOut, openRun, type Run, worldFor } from './run';
import type { Written } from './write';

export type TaskAct = 'agree' | 'reject' | 'back' | 'transfer' | 'add' | 'revoke' | 'cc' | 'recall' | 'read';
export const TASK_ACTS: readonly TaskAct[] = [
  'agree',
  'reject',
  'back',
  'transfer',
  'add',
  'revoke',
  'cc',
  'recall',
  'read',
];

export interface TaskAnswer {
  readonly act: TaskAct;
  readonly opinion?: string;
  readonly to?: readonly string[];
  /** node a return goes to */
  readonly nodeCode?: string;
  readonly mode?: AddMode;
  /** changed fields of the document, as the form sends them */
  readonly fields?: Readonly<Record<string, unknown>>;
  readonly ccUsers?: readonly string[];
  readonly chosen?: { readonly [node: string]: readonly string[] };
  readonly files?: readonly string[];
  /** the file of a name written for this answer; without it that of his profile counts */
  readonly signature?: string;
}
/** what somebody signs */
const SIGNED: ReadonlySet<TaskAct> = new Set(['agree', 'reject']);

/** Carries the answer out; `task` is the record of the task, whose document and flow are locked here. */
export async function handleTask(ctx: EngineCtx, task: Rec, answer: TaskAnswer): Promise<Written> {
  const me = ctx.session.me.id;
  if (task.assignee !== me) throw notThere();
  let run = await openRun(ctx, String(task.instance));
  const seq = Number(task.seq);
  const edited = answer.fields === undefined ? [] : await writeFields(ctx, run, String(task.node), answer.fields);
  if (edited.length > 0) run = await reloaded(ctx, run);
  const state = run.state as FlowState;
  if (answer.act === 'agree') requireFields(run, String(task.node));
  const { opinion, chosen, ccUsers } = answer;
  const signature = SIGNED.has(answer.act) ? await signedBy(ctx, answer.signature) : null;
  const files = await ownFiles(ctx, answer.files ?? []);
  const given: Answer = {
    task: seq,
    ...(opinion === undefined ? {} : { opinion: opinion.trim().slice(0, 2_000) }),
    ...(edited.length === 0 ? {} : { edited }),
    ...(chosen === undefined ? {} : { chosen }),
    ...(ccUsers === undefined || ccUsers.length === 0 ? {} : { cc: ccUsers }),
    files: files.length,
    isSigned: signature !== null,
  };
  const done = await carryOut(ctx, run, outcomeOf(run, state, me, given, answer));
  const paper: Rec = {
    ...(files.length === 0 ? {} : { files: files as never }),
    ...(signature === null ? {} : { signature: [signature] as never }),
  };
  if (Object.keys(paper).length > 0) await ctx.asSystem().records.patch('flowTask', task.id as string, { head: paper });
  return done;
}

/** A name written now is a file nobody else could have given; the one of the profile is his. */
async function signedBy(ctx: EngineCtx, given: string | undefined): Promise<FileValue | null> {
  if (given === undefined) return signatureOf(ctx, ctx.session.me.id);
  return (await ownFiles(ctx, [given]))[0] ?? null;
}
/** What comes with an answer was uploaded by who gives it. */
async function ownFiles(ctx: EngineCtx, ids: readonly string[]): Promise<readonly FileValue[]> {
  const found = await filesById(ctx.trx, ids.filter(isUuid));
  return ids.map((id) => {
    const file = found.get(id);
    if (file === undefined || file.uploadedById !== ctx.session.me.id)
      throw refuse('附件已不存在，请重新上传', { rule: 'field.fileGone' });
    return fileValue(file);
  });
}

function outcomeOf(run: Run, state: FlowState, me: string, given: Answer, answer: TaskAnswer): Outcome {
  const { graph, world } = run;
  const { task } = given;
  const to = answer.to ?? [];
  switch (answer.act) {
    case 'agree':
      return agree(graph, state, world, me, given);
    case 'reject':
      return reject(graph, state, world, me, given);
    case 'back':
      return sendBack(graph, state, world, me, { ...given, to: answer.nodeCode ?? '' });
    case 'transfer':
      if (to.length !== 1) throw new AppError(400);
      return transfer(graph, state, world, me, { ...given, to: to[0] as string });
    case 'add':
      if (to.length === 0 || answer.mode === undefined) throw new AppError(400);
      return addSigners(graph, state, world, me, { ...given, to, mode: answer.mode });
    case 'revoke':
      return revokeSigners(graph, state, world, me, { task });
    case 'cc':
      if (to.length === 0) throw new AppError(400);
      return sendCopy(graph, state, world, me, { task, to });
    case 'recall':
      return recall(graph, state, world, me, { task });
    case 'read':
      return read(graph, state, world, me, task);
  }
}

/** After a change of the document the conditions read what stands there now. */
async function reloaded(ctx: EngineCtx, run: Run): Promise<Run> {
  const { starter, round, dept } = run;
  const startAt = (run.state as FlowState).startAt;
  return { ...run, world: await worldFor(ctx, run.doc, run.object, run.record, { starter, round, startAt, dept }) };
}

/** Saves fields the node lets its people edit; answers the paths that changed. Anything else is refused and nothing is written. */
async function writeFields(
  ctx: EngineCtx,
  run: Run,
  node: string,
  fields: Readonly<Record<string, unknown>>,
): Promise<readonly string[]> {
  const { object } = run;
  const rights = run.graph.nodes.get(node)?.doc?.fields ?? {};
  const wire = { ...fields, id: run.record.id, version: run.record.version };
  const { problems, unknown, ...sent } = decodeRecord(object, wire, { newId: ctx.newId });
  if (unknown.length > 0) throw new AppError(400);
  if (problems.length > 0) throw new Refusal(problems);
  const before = run.record;
  const saved = await saveRecord(ctx.asSystem(), object.object, { ...typedIn(object, sent), engine: true });
  const paths = [...new Set(changesOf(object, before, saved).map(({ path }) => path.replace(/\[[^\]]*\]/, '')))].filter(
    (path) => isOwn(object, path),
  );
  for (const path of paths) {
    const field = fieldOf(object, path);
    const isOpen = rights[path] === 'edit' || rights[path] === 'require';
    if (!isOpen || field === undefined || accessOf(object, field, ctx.session.rights) !== 'value')
      throw refuse(`「${field?.title ?? path}」当前不可修改`);
  }
  run.record = saved;
  return paths;
}
const fieldOf = (object: ResolvedObject, path: string): ResolvedField | undefined => {
  const [head = '', column] = path.split('.');
  const field = object.fields[head];
  return column === undefined ? field : field?.sub?.fields[column];
};
/** what formulas, fills and the server keep follows from what was typed */
const isOwn = (object: ResolvedObject, path: string): boolean => {
  const field = fieldOf(object, path);
  return field !== undefined && isTyped(field);
};

/** The save trusts what it is given, so nothing goes there that nobody types: what the server keeps stays as it is. */
function typedIn({ fields }: ResolvedObject, { rec, changes }: Sent): Sent {
  const rowsOf = (sub: string, rows: readonly Row[]): Row[] =>
    rows.map((row) => ({ ...(typed(fields[sub]?.sub?.fields ?? {}, row) as Row), id: row.id }));
  const head = typed(fields, rec) as Rec;
  for (const [code, value] of Object.entries(head))
    if (fields[code]?.sub) head[code] = rowsOf(code, value as readonly Row[]);
  return {
    rec: head,
    changes: Object.fromEntries(
      Object.entries(changes)
        .filter(([sub]) => fields[sub] !== undefined && isTyped(fields[sub]))
        .map(([sub, change]) => [sub, { ...change, set: rowsOf(sub, change.set) }]),
    ),
  };
}
type Sent = Pick<DecodedRecord, 'rec' | 'changes'>;
/** what a save is told about the record itself */
const OF_RECORD: ReadonlySet<string> = new Set(['id', 'version', 'lineNo']);
const typed = (fields: Many<ResolvedField>, values: Rec | Row): Rec | Row =>
  Object.fromEntries(
    Object.entries(values).filter(
      ([code]) => OF_RECORD.has(code) || (fields[code] !== undefined && isTyped(fields[code])),
    ),
  ) as Rec | Row;

function requireFields(run: Run, node: string): void {
  const rights = run.graph.nodes.get(node)?.doc?.fields ?? {};
  for (const [path, right] of Object.entries(rights)) {
    if (right !== 'require') continue;
    const field = fieldOf(run.object, path);
    if (field === undefined || !valuesAt(run.record, path).some(isBlank)) continue;
    throw new Refusal([problem('field.required', path, `「${field.title}」不能为空`)]);
  }
}
const isBlank = (value: unknown): boolean =>
  value === null || value === undefined || value === '' || (Array.isArray(value) && value.length === 0);
function valuesAt(record: Rec, path: string): readonly unknown[] {
  const [head = '', column] = path.split('.');
  if (column === undefined) return [record[head]];
  return ((record[head] as readonly Row[] | undefined) ?? []).map((row) => row[column]);
}

/** The end of a delegation: what the agent left untouched goes back. */
export const giveBack = (ctx: EngineCtx, run: Run, agent: string, owner: string): Promise<Written> =>
  carryOut(ctx, run, handBack(run.graph, run.state as FlowState, run.world, agent, owner));
