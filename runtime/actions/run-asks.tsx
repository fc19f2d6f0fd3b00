/** What an action asks before it runs: one set of answers, one for each chosen row, or the fields of a change to many records. */
import { lazy } from 'react';
import type { ResolvedField } from '../../schemas/language/resolved';
import type { Json } from '../../schemas/language/value';
import { recordClient } from '../data/record-client';
import type { WireRow } from '../data/types';
import { labelOf, questionOf } from './action-scope';
import type { About } from './ask-calls';
import { askDefaults, wholeDefaults } from './ask-defaults';
import { refusalOf } from './result';
import type { Running } from './running';

const loadAsk = () => import('./AskDialog');
const AskDialog = lazy(() => loadAsk().then((module) => ({ default: module.AskDialog })));
/** Loads what asks ahead: without network it could not be loaded any more. */
export const warmAsks = (): void => void loadAsk().catch(() => undefined);
const BatchEditDialog = lazy(() => import('./BatchEditDialog').then((module) => ({ default: module.BatchEditDialog })));
const RowsDialog = lazy(() => import('./RowsDialog').then((module) => ({ default: module.RowsDialog })));

export function askBatch(run: Running): Promise<boolean> {
  const { page } = run.at;
  const action = run.action;
  const count = run.records.length;
  return run.desk.show<boolean>((done) => (
    <BatchEditDialog
      page={page}
      action={action}
      count={count}
      onSend={(ask) => run.send({ ask }, true).then((held) => held?.text ?? null)}
      onClose={done}
    />
  ));
}

export async function askOnce(run: Running): Promise<boolean> {
  const { page } = run.at;
  const action = run.action;
  const proposed = await proposedBy(run);
  if (proposed === null) return false;
  const first = run.records[0];
  const label = first === undefined ? '' : labelOf(page.object, first);
  const title = run.records.length === 1 && label !== '' ? `${action.title} ${label}` : action.title;
  return run.desk.show<boolean>((done) => (
    <AskDialog
      page={page}
      action={action}
      about={aboutOf(run)}
      title={title}
      question={questionOf(page, action, run.records)}
      proposed={proposed}
      onSend={(ask) => run.sendSeen({ ask }, true)}
      onWay={(way) => void run.takeWay(way)}
      onClose={done}
    />
  ));
}
/** The server reads what is stored by its id; of an unsaved form it is told everything. */
function aboutOf({ action, records, options }: Running): About {
  const [record] = records;
  const draft = action.draft === true ? options.draft?.() : undefined;
  const about = draft ?? (record === undefined ? {} : { id: record.id });
  return { record: about as Json, row: options.rows?.[0] };
}
/** What the answers start with: from the service of the action, else from their defaults over the record; null = it is refused. */
async function proposedBy(run: Running): Promise<Readonly<Record<string, Json>> | null> {
  const { page } = run.at;
  const action = run.action;
  const answers = await startingWith(run);
  if (answers === null || action.prepare === undefined) return answers;
  try {
    const data = await recordClient.preview(page.code, action.code, run.body({}), { quiet: true });
    return { ...answers, ...(data.ask as Record<string, Json> | undefined) };
  } catch (cause) {
    const known = refusalOf(cause);
    // without an answer the dialog opens as its defaults have it
    if (known === undefined) return answers;
    await run.told(known.text, known.refusal);
    return null;
  }
}

/** null = the record could not be read, which was said. */
async function startingWith({ at, action, records, options }: Running): Promise<Readonly<Record<string, Json>> | null> {
  const [row] = options.rows ?? [];
  try {
    return row === undefined
      ? await wholeDefaults(at.page, action, records[0])
      : askDefaults(at.page, action, records[0], row);
  } catch (cause) {
    at.host.feedback.error(cause instanceof Error ? cause.message : String(cause));
    return null;
  }
}

/** One set of answers for each chosen row. */
export async function askRows(run: Running): Promise<boolean> {
  const { page } = run.at;
  const action = run.action;
  const [record] = run.records;
  const field = page.object.fields[action.in ?? ''];
  const list = (record?.[action.in ?? ''] ?? []) as unknown as readonly WireRow[];
  const chosen = new Set(run.options.rows);
  const rows = list
    .filter((row) => chosen.has(row.id))
    .map((row) => ({ id: row.id, name: rowName(field, row), ask: askDefaults(page, action, record, row.id) }));
  const [target] = run.targets;
  return run.desk.show<boolean>((done) => (
    <RowsDialog
      page={page}
      action={action}
      about={aboutOf(run)}
      title={action.title}
      question={questionOf(page, action, run.records)}
      rows={rows}
      onSend={(answers) => run.sendSeen({ targets: target === undefined ? [] : [{ ...target, rows: answers }] }, true)}
      onWay={(way) => void run.takeWay(way)}
      onClose={done}
    />
  ));
}

/** 第20行 MT-12 电机: the number, and the first columns that say something. */
function rowName(field: ResolvedField | undefined, row: WireRow): string {
  const columns =
    field?.sub?.columns.flatMap((column) => (column.field === undefined ? [] : [row[column.field]])) ?? [];
  const words = columns.filter((value): value is string => typeof value === 'string' && value !== '').slice(0, 2);
  return [`第${String(row[field?.sub?.rows.number ?? 'lineNo'] ?? row.lineNo ?? '')}行`, ...words].join(' ');
}
