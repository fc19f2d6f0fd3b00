/**
 * Runs a declared action on records: opens, asks, confirms, pushes, calls, and shows what came of it. Dialogs are lazy, so a list that
 * never runs one loads no form library. The caller draws `outlet` once.
 */
import { useQueryClient } from '@tanstack/react-query';
import { lazy, type ReactNode, Suspense, useMemo, useRef, useState } from 'react';
import type { ResolvedAction, ResolvedField } from '../../schemas/language/resolved';
import type { Json } from '../../schemas/language/value';
import type { ImportAnswer } from '../../schemas/language/wire';
import { saveContent } from '../data/download';
import { newToken } from '../data/ids';
import { keepPushed } from '../data/pushed';
import { keys } from '../data/query-client';
import { recordClient } from '../data/record-client';
import { useSignal } from '../data/signal';
import type { ActBody, ActData, Refusal, Target, WireRow } from '../data/types';
import { useHost } from '../page/host';
import type { RecordPlace } from '../page/rooms';
import type { Page } from '../page/types';
import { actionScope, labelOf, questionOf } from './action-scope';
import { type At, builtInGo, openRecord, type RunOptions } from './built-in-go';
import { createDialogDesk, type DialogDesk } from './dialog-desk';
import { createOnce } from './once';
import { openWay, withQuery } from './open-record';
import type { PushPreview } from './PushDialog';
import { bulkText, doneText, type Held, NOTHING_SAID, refusalOf, shownRows } from './result';

const AskDialog = lazy(() => import('./AskDialog').then((module) => ({ default: module.AskDialog })));
const BatchEditDialog = lazy(() => import('./BatchEditDialog').then((module) => ({ default: module.BatchEditDialog })));
const PageWindow = lazy(() => import('./PageWindow').then((module) => ({ default: module.PageWindow })));
const PushDialog = lazy(() => import('./PushDialog').then((module) => ({ default: module.PushDialog })));
const ResultDialog = lazy(() => import('./ResultDialog').then((module) => ({ default: module.ResultDialog })));
const PrintDialog = lazy(() => import('../print/PrintDialog').then((module) => ({ default: module.PrintDialog })));
const PreviewDialog = lazy(() => import('./PreviewDialog').then((module) => ({ default: module.PreviewDialog })));
const RowsDialog = lazy(() => import('./RowsDialog').then((module) => ({ default: module.RowsDialog })));

export interface Actions {
  /** true = something was done. Never throws: refusals are shown. */
  run(action: ResolvedAction, records: readonly WireRow[], options?: RunOptions): Promise<boolean>;
  /** edit or detail page of a record, as its document says: tab, dialog or drawer */
  open(place: RecordPlace): void;
  readonly outlet: ReactNode;
}

/** Actions of a page; `onDone` is told after every one that wrote something. */
export function useActions(page: Page, onDone?: (action: ResolvedAction, data: ActData) => void): Actions {
  const host = useHost();
  const client = useQueryClient();
  const [desk] = useState(createDialogDesk);
  const [once] = useState(() => createOnce());
  const latest = useRef({ page, host, client, onDone });
  latest.current = { page, host, client, onDone };
  const outlet = useMemo(() => <Outlet desk={desk} />, [desk]);
  return useMemo(() => {
    const at = () => latest.current;
    const open = (place: RecordPlace): void => openRecord(at(), desk, place);
    return {
      outlet,
      open,
      run: async (action, records, options = {}) => {
        const go = builtInGo(action, records, options, at, desk, open);
        if (go !== undefined) {
          await go();
          return true;
        }
        const ids = records.map((record) => record.id).join(',');
        let done = false;
        // the same answers are the same click; another place a row is put to is not
        const said = options?.answers === undefined ? '' : JSON.stringify(options.answers);
        await once.run(`${action.code}:${ids}${said}`, async () => {
          done = await new Run(at(), desk, open, action, records, options).start();
        });
        return done;
      },
    };
  }, [desk, once, outlet]);
}

function Outlet({ desk }: { readonly desk: DialogDesk }) {
  useSignal(desk.signal);
  return <Suspense fallback={null}>{desk.current()}</Suspense>;
}

/** One run of one action. */
class Run {
  readonly #at: At;
  readonly #desk: DialogDesk;
  readonly #open: (place: RecordPlace) => void;
  readonly #action: ResolvedAction;
  readonly #records: readonly WireRow[];
  readonly #options: RunOptions;
  #token = newToken();

  constructor(
    at: At,
    desk: DialogDesk,
    open: (place: RecordPlace) => void,
    action: ResolvedAction,
    records: readonly WireRow[],
    options: RunOptions,
  ) {
    this.#at = at;
    this.#desk = desk;
    this.#open = open;
    this.#action = action;
    this.#records = records;
    this.#options = options;
  }

  async start(): Promise<boolean> {
    const action = this.#action;
    if (isPrint(action)) return this.#print();
    if (action.open !== undefined) return this.#goTo();
    if (action.push !== undefined) return this.#push();
    const { answers } = this.#options;
    if (answers !== undefined) return (await this.#sendSeen({ ask: answers }, false)) === null;
    if (action.builtIn && action.code === 'batchEdit') return this.#batchEdit();
    if (action.ask !== undefined && Object.keys(action.ask).length > 0)
      return action.grid === true && (this.#options.rows ?? []).length > 0 ? this.#askRows() : this.#ask();
    const question = this.#options.sure === true ? null : questionOf(this.#at.page, action, this.#records);
    if (question !== null && !(await this.#confirm(question))) return false;
    return (await this.#sendSeen({}, false)) === null;
  }

  async #print(): Promise<boolean> {
    const { page, onDone } = this.#at;
    const ids = this.#records.map((record) => record.id);
    // without chosen records the list as it is shown
    const of = ids.length > 0 ? { ids } : { list: (this.#options.exportBody?.() ?? {}) as Record<string, Json> };
    const printed = await this.#desk.show<boolean>((done) => (
      <PrintDialog page={page.code} action={this.#action.code} of={of} onClose={done} />
    ));
    // the count of prints has changed
    if (printed) onDone?.(this.#action, {} as ActData);
    return printed;
  }

  #confirm(question: string): Promise<boolean> {
    return this.#at.host.feedback.confirm(question, { danger: this.#action.tone === 'danger' });
  }
  get #targets(): readonly Target[] {
    const rows = this.#options.rows?.map((id) => ({ id }));
    return this.#records.map(({ id, version }) => ({
      id,
      ...(version === undefined ? {} : { version }),
      ...(rows === undefined ? {} : { rows }),
    }));
  }
  #body(more: Partial<ActBody>): ActBody {
    const draft = this.#action.draft === true ? this.#options.draft?.() : undefined;
    return {
      targets: this.#targets,
      token: this.#token,
      schema: this.#at.page.object.hash,
      ...(draft === undefined ? {} : { record: draft as never }),
      ...more,
    };
  }

  /** An action with `preview` shows what it would do and is called when that was agreed to. */
  async #sendSeen(more: Partial<ActBody>, held: boolean): Promise<Held | null> {
    if (this.#action.preview !== true) return this.#send(more, held);
    const { page } = this.#at;
    const { answer, refused } = await this.#tried(() =>
      recordClient.preview(page.code, this.#action.code, this.#body(more), { quiet: true }),
    );
    if (answer === undefined) return this.#refused(refused, more, held, true);
    const agreed = await this.#desk.show<boolean>((done) => (
      <PreviewDialog title={this.#action.title} data={answer} danger={this.#action.tone === 'danger'} onClose={done} />
    ));
    return agreed ? this.#send(more, held) : NOTHING_SAID;
  }
  async #tried(call: () => Promise<ActData>): Promise<{ readonly answer?: ActData; readonly refused?: unknown }> {
    try {
      return { answer: await call() };
    } catch (refused) {
      return { refused };
    }
  }

  /** Calls the action; null = done, else the refusal (shown by the caller when `held`). */
  async #send(more: Partial<ActBody>, held: boolean): Promise<Held | null> {
    const { page } = this.#at;
    const { answer, refused } = await this.#tried(() =>
      recordClient.act(page.code, this.#action.code, this.#body(more), { quiet: true }),
    );
    if (answer === undefined) return this.#refused(refused, more, held, false);
    await this.#done(answer);
    return null;
  }
  /** A refusal in its place; warnings are asked about and the call goes out again with what was accepted. */
  async #refused(cause: unknown, more: Partial<ActBody>, held: boolean, preview: boolean): Promise<Held | null> {
    const { host } = this.#at;
    const known = refusalOf(cause);
    // a lost call keeps its token: sending it again changes nothing twice
    if (known !== undefined) this.#token = newToken();
    if (known === undefined) {
      host.feedback.error(cause instanceof Error ? cause.message : String(cause));
      return NOTHING_SAID;
    }
    const { text, refusal } = known;
    const warnings = refusal.warnings ?? [];
    if (warnings.length > 0) {
      const asked = `${[...new Set(warnings.map((warning) => warning.text))].join('\n')}\n是否继续？`;
      if (!(await this.#confirm(asked))) return NOTHING_SAID;
      const accept = [...new Set([...(more.accept ?? []), ...warnings.map((warning) => warning.code)])];
      return preview ? this.#sendSeen({ ...more, accept }, held) : this.#send({ ...more, accept }, held);
    }
    if (held) return { text: sentence(text, refusal), problems: refusal.problems ?? [], ways: refusal.ways ?? [] };
    await this.#told(text, refusal);
    return { text, problems: [], ways: [] };
  }
  /** Where the page has a place for refusals, else in a dialog of its own. */
  async #told(text: string, refusal: Refusal): Promise<void> {
    if (this.#options.onRefused !== undefined) this.#options.onRefused(text, refusal);
    else await this.#showRefusal(text, refusal);
  }

  async #showRefusal(text: string, refusal: Refusal): Promise<void> {
    const rows = refusal.rows ?? [];
    const ways = refusal.ways ?? [];
    const usage = refusal.usage ?? [];
    if (rows.length === 0 && ways.length === 0 && usage.length === 0) {
      this.#at.host.feedback.error(text);
      return;
    }
    const way = await this.#desk.show<NonNullable<Refusal['ways']>[number] | null>((done) => (
      <ResultDialog
        title="提示"
        text={text}
        rows={rows}
        ways={ways}
        usage={usage}
        usedId={this.#records[0]?.id}
        onClose={done}
      />
    ));
    if (way !== null) await this.#takeWay(way);
  }
  async #takeWay(way: NonNullable<Refusal['ways']>[number]): Promise<void> {
    const { page, host } = this.#at;
    const action = way.action === undefined ? undefined : page.object.actions[way.action];
    if (action !== undefined) {
      await new Run(this.#at, this.#desk, this.#open, action, this.#records, {}).start();
      return;
    }
    openWay(host, way);
  }

  /** Everything of the object is fetched anew; then the quiet word, or the dialog that says what failed. */
  async #done(data: ActData): Promise<void> {
    const { page, host, client, onDone } = this.#at;
    const action = this.#action;
    if (action.draft === true) {
      const patch = data.patch as Readonly<Record<string, unknown>> | undefined;
      if (patch !== undefined) this.#options.onPatch?.({ ...patch, _hop: data._hop });
      return;
    }
    void client.invalidateQueries({ queryKey: keys.object(page.object.object) });
    for (const made of data.created ?? []) void client.invalidateQueries({ queryKey: keys.object(made.object) });
    onDone?.(action, data);
    if (action.builtIn && action.code === 'newVersion') {
      const [made] = data.created ?? [];
      host.feedback.success(`已生成 ${made?.nbr ?? '草稿'}`);
      if (made !== undefined) this.#open({ sort: 'edit', id: made.id });
      return;
    }
    if (action.push !== undefined) {
      const { onRecords } = this.#options;
      if (onRecords !== undefined && (data.records ?? []).length > 0) onRecords(data.records ?? []);
      else this.#pushed(data, action.push.to);
      return;
    }
    const file = (data.answer as Pick<ImportAnswer, 'file'> | undefined)?.file;
    if (file !== undefined) {
      saveContent(file);
      return;
    }
    const bulk = bulkText(data);
    if (bulk !== undefined) {
      await this.#desk.show<unknown>((done) => (
        <ResultDialog title={action.title} text={bulk} rows={data.failed ?? []} ways={[]} onClose={done} />
      ));
    } else if (action.shows !== undefined) {
      await this.#desk.show<unknown>((done) => (
        <ResultDialog
          title={action.shows?.title ?? action.title}
          shows={action.shows?.columns ?? []}
          lines={shownRows(data)}
          as={action.shows?.as}
          page={page}
          onClose={done}
        />
      ));
    } else host.feedback.success(doneText(action, this.#records.length));
  }

  #pushed(data: ActData, target: string): void {
    const { host, page } = this.#at;
    const edit = host.urlOf(`${target}#edit`);
    for (const record of (data.records ?? []).slice(0, 5)) {
      const token = keepPushed(record);
      if (edit !== undefined) host.openPage(withQuery(edit, { from: page.object.object, token }));
    }
    const created = data.created ?? [];
    if (created.length === 0) return;
    const names = created.map((made) => made.label ?? made.nbr ?? '').filter((name) => name !== '');
    void this.#desk.show<unknown>((done) => (
      <ResultDialog
        title={this.#action.title}
        text={`已生成 ${created.length} 张单据${names.length > 0 ? `：${names.join('、')}` : ''}`}
        rows={[]}
        ways={created.slice(0, 3).map((made) => ({ title: `查看 ${made.label ?? made.nbr ?? ''}`, page: made.id }))}
        onClose={(way) => {
          const made = created.find((item) => item.id === way?.page);
          const url = made === undefined ? undefined : host.urlOf(`${made.object}#detail`);
          if (made !== undefined && url !== undefined) host.openPage(withQuery(url, { id: made.id }));
          done(null);
        }}
      />
    ));
  }

  #goTo(): boolean {
    const { page, host } = this.#at;
    const { open } = this.#action;
    const scope = actionScope(page, this.#action, this.#records[0], this.#options.rows?.[0]);
    const code = open?.page === undefined ? open?.screen : scope.value(open.page);
    const url = typeof code === 'string' ? host.urlOf(code) : undefined;
    const given = { with: this.#values() };
    // a side object has no address: it opens beside the page
    const as = open?.as === 'dialog' || open?.as === 'drawer' ? open.as : url === undefined ? 'drawer' : undefined;
    if (as !== undefined && typeof code === 'string' && open?.page !== undefined) {
      const params = new URLSearchParams(withQuery('', given).replace(/^\?/, ''));
      void this.#desk.show<void>((done) => (
        <PageWindow code={code} as={as} title={this.#action.title} params={params} onClose={done} />
      ));
      return true;
    }
    if (url === undefined) {
      host.feedback.warning('没有权限，请联系管理员');
      return false;
    }
    host.openPage(withQuery(url, given));
    return true;
  }

  /** Values to open with: those of one record, of many the list of theirs. */
  #values(): Readonly<Record<string, Json>> {
    const { page } = this.#at;
    const { open } = this.#action;
    const records = this.#records.length > 0 ? this.#records : [undefined];
    const all = records.map((record) =>
      actionScope(page, this.#action, record, this.#options.rows?.[0]).values(open?.with),
    );
    const [first = {}] = all;
    const together = Object.keys(first).map((key) => {
      const values = [...new Set(all.map((item) => item[key]).filter((value) => value !== null && value !== ''))];
      return [key, values.length > 1 ? values.join(',') : first[key]];
    });
    return Object.fromEntries(together) as Readonly<Record<string, Json>>;
  }

  #batchEdit(): Promise<boolean> {
    const { page } = this.#at;
    const action = this.#action;
    const count = this.#records.length;
    return this.#desk.show<boolean>((done) => (
      <BatchEditDialog
        page={page}
        action={action}
        count={count}
        onSend={(ask) => this.#send({ ask }, true).then((held) => held?.text ?? null)}
        onClose={done}
      />
    ));
  }

  async #ask(): Promise<boolean> {
    const { page } = this.#at;
    const action = this.#action;
    const proposed = await this.#proposed();
    if (proposed === null) return false;
    const first = this.#records[0];
    const label = first === undefined ? '' : labelOf(page.object, first);
    const title = this.#records.length === 1 && label !== '' ? `${action.title} ${label}` : action.title;
    return this.#desk.show<boolean>((done) => (
      <AskDialog
        page={page}
        action={action}
        title={title}
        question={questionOf(page, action, this.#records)}
        proposed={proposed}
        onSend={(ask) => this.#sendSeen({ ask }, true)}
        onWay={(way) => void this.#takeWay(way)}
        onClose={done}
      />
    ));
  }
  /** What the answers start with: from the service of the action, else from their defaults over the record; null = it is refused. */
  async #proposed(): Promise<Readonly<Record<string, Json>> | null> {
    const { page } = this.#at;
    const action = this.#action;
    const answers = this.#defaults(this.#options.rows?.[0]);
    if (action.prepare === undefined) return answers;
    try {
      const data = await recordClient.preview(page.code, action.code, this.#body({}), { quiet: true });
      return { ...answers, ...(data.ask as Record<string, Json> | undefined) };
    } catch (cause) {
      const known = refusalOf(cause);
      // without an answer the dialog opens as its defaults have it
      if (known === undefined) return answers;
      await this.#told(known.text, known.refusal);
      return null;
    }
  }

  /** One set of answers for each chosen row. */
  async #askRows(): Promise<boolean> {
    const { page } = this.#at;
    const action = this.#action;
    const [record] = this.#records;
    const field = page.object.fields[action.in ?? ''];
    const list = (record?.[action.in ?? ''] ?? []) as unknown as readonly WireRow[];
    const chosen = new Set(this.#options.rows);
    const rows = list
      .filter((row) => chosen.has(row.id))
      .map((row) => ({ id: row.id, name: rowName(field, row), ask: this.#defaults(row.id) }));
    const [target] = this.#targets;
    return this.#desk.show<boolean>((done) => (
      <RowsDialog
        page={page}
        action={action}
        title={action.title}
        question={questionOf(page, action, this.#records)}
        rows={rows}
        onSend={(answers) =>
          this.#sendSeen({ targets: target === undefined ? [] : [{ ...target, rows: answers }] }, true)
        }
        onWay={(way) => void this.#takeWay(way)}
        onClose={done}
      />
    ));
  }

  #defaults(row: string | undefined): Record<string, Json> {
    const scope = actionScope(this.#at.page, this.#action, this.#records[0], row);
    const answers: Record<string, Json> = {};
    for (const [code, field] of Object.entries(this.#action.ask ?? {}))
      if (field.default !== undefined)
        answers[field.type === 'ref' ? `${code}Id` : code] = scope.value(field.default) as Json;
    return answers;
  }

  async #push(): Promise<boolean> {
    const { page, host } = this.#at;
    const action = this.#action;
    try {
      const preview = await recordClient.preview<PushPreview>(page.code, action.code, this.#body({}), { quiet: true });
      return await this.#desk.show<boolean>((done) => (
        <PushDialog
          title={action.title}
          {...preview}
          onSend={(rows) => this.#send({ targets: this.#pushTargets(rows, preview.lines) }, true)}
          onWay={(way) => void this.#takeWay(way)}
          onClose={done}
        />
      ));
    } catch (cause) {
      const known = refusalOf(cause);
      if (known === undefined) host.feedback.error(cause instanceof Error ? cause.message : String(cause));
      else await this.#told(known.text, known.refusal);
      return false;
    }
  }
  /** Chosen lines under the records they are lines of. */
  #pushTargets(
    rows: readonly { readonly id: string; readonly qty?: number }[],
    lines: readonly WireRow[],
  ): readonly Target[] {
    const ownerOf = (rowId: string): string | undefined => {
      const line = lines.find((line) => line.rowId === rowId);
      const owner = line?.headId ?? line?.srcId ?? line?.docId;
      return typeof owner === 'string' ? owner : undefined;
    };
    return this.#records.flatMap(({ id, version }) => {
      const own = rows.filter((row) => (this.#records.length === 1 ? true : ownerOf(row.id) === id));
      if (own.length === 0) return [];
      const asked = own.map(({ id: row, qty }) => (qty === undefined ? { id: row } : { id: row, ask: { qty } }));
      return [{ id, ...(version === undefined ? {} : { version }), rows: asked }];
    });
  }
}

/** 第20行 MT-12 电机: the number, and the first columns that say something. */
function rowName(field: ResolvedField | undefined, row: WireRow): string {
  const columns =
    field?.sub?.columns.flatMap((column) => (column.field === undefined ? [] : [row[column.field]])) ?? [];
  const words = columns.filter((value): value is string => typeof value === 'string' && value !== '').slice(0, 2);
  return [`第${String(row[field?.sub?.rows.number ?? 'lineNo'] ?? row.lineNo ?? '')}行`, ...words].join(' ');
}

/** A refused answer stays in its dialog: the sentence, and the rows it names. */
function sentence(text: string, refusal: Refusal): string {
  const rows = (refusal.rows ?? []).map((row) => row.text).filter((eachText) => eachText !== text);
  return [text, ...rows.slice(0, 5)].join('\n');
}

const isPrint = (action: ResolvedAction): boolean =>
  action.print !== undefined || action.open?.screen === 'indexPrint' || (action.builtIn && action.code === 'print');
