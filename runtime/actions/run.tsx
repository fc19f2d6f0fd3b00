/** Runs one declared action: confirms, asks, calls, and takes what the server says. */
import { lazy } from 'react';
import type { ResolvedAction } from '../../schemas/language/resolved';
import type { Json } from '../../schemas/language/value';
import { newToken } from '../data/ids';
import { recordClient } from '../data/record-client';
import type { ActBody, ActData, Refusal, Target, WireRow } from '../data/types';
import { anyway } from '../page/anyway';
import type { RecordPlace } from '../page/rooms';
import { questionOf } from './action-scope';
import type { At, RunOptions } from './built-in-go';
import type { DialogDesk } from './dialog-desk';
import { openWay } from './open-record';
import { type Held, isLost, NOTHING_SAID, refusalOf } from './result';
import { askBatch, askOnce, askRows } from './run-asks';
import { showDone } from './run-done';
import { openPage } from './run-go';
import { askPush } from './run-push';
import type { Running } from './running';

const ResultDialog = lazy(() => import('./ResultDialog').then((module) => ({ default: module.ResultDialog })));
const PrintDialog = lazy(() => import('../print/PrintDialog').then((module) => ({ default: module.PrintDialog })));
const PreviewDialog = lazy(() => import('./PreviewDialog').then((module) => ({ default: module.PreviewDialog })));

type RunOf = Pick<Running, 'at' | 'desk' | 'open' | 'action' | 'records' | 'options'>;

/** One run of one action: questions, calls, refusals. */
export class Run implements Running {
  readonly at: At;
  readonly desk: DialogDesk;
  readonly open: (place: RecordPlace) => void;
  readonly action: ResolvedAction;
  readonly records: readonly WireRow[];
  readonly options: RunOptions;
  #token = newToken();

  constructor({ at, desk, open, action, records, options }: RunOf) {
    this.at = at;
    this.desk = desk;
    this.open = open;
    this.action = action;
    this.records = records;
    this.options = options;
  }

  async start(): Promise<boolean> {
    const action = this.action;
    if (isPrint(action)) return this.#print();
    if (action.open !== undefined) return openPage(this);
    if (action.push !== undefined) return askPush(this);
    const { answers } = this.options;
    if (answers !== undefined) return (await this.sendSeen({ ask: answers }, false)) === null;
    if (action.builtIn && action.code === 'batchEdit') return askBatch(this);
    if (action.ask !== undefined && Object.keys(action.ask).length > 0)
      return action.grid === true && (this.options.rows ?? []).length > 0 ? askRows(this) : askOnce(this);
    const question = this.options.sure === true ? null : questionOf(this.at.page, action, this.records);
    if (question !== null && !(await this.confirm(question))) return false;
    return (await this.sendSeen({}, false)) === null;
  }
  async #print(): Promise<boolean> {
    const { page, onDone } = this.at;
    const ids = this.records.map((record) => record.id);
    // without chosen records the list as it is shown
    const of = ids.length > 0 ? { ids } : { list: (this.options.exportBody?.() ?? {}) as Record<string, Json> };
    const printed = await this.desk.show<boolean>((done) => (
      <PrintDialog page={page.code} action={this.action.code} of={of} onClose={done} />
    ));
    // the count of prints has changed
    if (printed) onDone?.(this.action, {} as ActData);
    return printed;
  }
  confirm(question: string): Promise<boolean> {
    return this.at.host.feedback.confirm(question, { danger: this.action.tone === 'danger' });
  }
  get targets(): readonly Target[] {
    const rows = this.options.rows?.map((id) => ({ id }));
    return this.records.map(({ id, version }) => ({
      id,
      ...(version === undefined ? {} : { version }),
      ...(rows === undefined ? {} : { rows }),
    }));
  }
  body(more: Partial<ActBody>): ActBody {
    const draft = this.action.draft === true ? this.options.draft?.() : undefined;
    return {
      targets: this.targets,
      token: this.#token,
      schema: this.at.page.object.hash,
      ...(draft === undefined ? {} : { record: draft as never }),
      ...more,
    };
  }
  /** An action with `preview` shows what it would do and is called when that was agreed to. */
  async sendSeen(more: Partial<ActBody>, held: boolean): Promise<Held | null> {
    if (this.action.preview !== true) return this.send(more, held);
    const { page } = this.at;
    const { answer, refused } = await this.#tried(() =>
      recordClient.preview(page.code, this.action.code, this.body(more), { quiet: true }),
    );
    if (answer === undefined) return this.#refused(refused, more, held, true);
    const agreed = await this.desk.show<boolean>((done) => (
      <PreviewDialog title={this.action.title} data={answer} danger={this.action.tone === 'danger'} onClose={done} />
    ));
    return agreed ? this.send(more, held) : NOTHING_SAID;
  }
  async #tried(call: () => Promise<ActData>): Promise<{ readonly answer?: ActData; readonly refused?: unknown }> {
    try {
      return { answer: await call() };
    } catch (refused) {
      return { refused };
    }
  }
  /** Calls the action; null = done, else the refusal (shown by the caller when `held`). */
  async send(more: Partial<ActBody>, held: boolean): Promise<Held | null> {
    const { page } = this.at;
    const { wait } = this.options;
    if (wait?.now === true) return this.#keep(wait, more);
    const { answer, refused } = await this.#tried(() =>
      recordClient.act(page.code, this.action.code, this.body(more), { quiet: true }),
    );
    if (answer === undefined && wait !== undefined && isLost(refused)) return this.#keep(wait, more);
    if (answer === undefined) return this.#refused(refused, more, held, false);
    await showDone(this, answer);
    return null;
  }
  /** On the device under the same token: a call that arrived without its answer is done once. */
  async #keep({ keep }: NonNullable<RunOptions['wait']>, more: Partial<ActBody>): Promise<null> {
    await keep(this.body(more));
    return null;
  }
  /** A refusal in its place; warnings are asked about and the call goes out again with what was accepted. */
  async #refused(cause: unknown, more: Partial<ActBody>, held: boolean, preview: boolean): Promise<Held | null> {
    const { host } = this.at;
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
      const asked = anyway([...new Set(warnings.map((warning) => warning.text))].join('\n'));
      if (!(await this.confirm(asked))) return NOTHING_SAID;
      const accept = [...new Set([...(more.accept ?? []), ...warnings.map((warning) => warning.code)])];
      return preview ? this.sendSeen({ ...more, accept }, held) : this.send({ ...more, accept }, held);
    }
    if (held) return { text: sentence(text, refusal), problems: refusal.problems ?? [], ways: refusal.ways ?? [] };
    await this.told(text, refusal);
    return { text, problems: [], ways: [] };
  }
  /** Where the page has a place for refusals, else in a dialog of its own. */
  async told(text: string, refusal: Refusal): Promise<void> {
    if (this.options.onRefused !== undefined) this.options.onRefused(text, refusal);
    else await this.#showRefusal(text, refusal);
  }
  async #showRefusal(text: string, refusal: Refusal): Promise<void> {
    const rows = refusal.rows ?? [];
    const ways = refusal.ways ?? [];
    const usage = refusal.usage ?? [];
    if (rows.length === 0 && ways.length === 0 && usage.length === 0) {
      this.at.host.feedback.error(text);
      return;
    }
    const way = await this.desk.show<NonNullable<Refusal['ways']>[number] | null>((done) => (
      <ResultDialog
        title="提示"
        text={text}
        rows={rows}
        ways={ways}
        usage={usage}
        usedId={this.records[0]?.id}
        onClose={done}
      />
    ));
    if (way !== null) await this.takeWay(way);
  }
  async takeWay(way: NonNullable<Refusal['ways']>[number]): Promise<void> {
    const { page, host } = this.at;
    const action = way.action === undefined ? undefined : page.object.actions[way.action];
    if (action !== undefined) {
      await new Run({
        at: this.at,
        desk: this.desk,
        open: this.open,
        action,
        records: this.records,
        options: {},
      }).start();
      return;
    }
    openWay(host, way);
  }
}

/** A refused answer stays in its dialog: the sentence, and the rows it names. */
function sentence(text: string, refusal: Refusal): string {
  const rows = (refusal.rows ?? []).map((row) => row.text).filter((eachText) => eachText !== text);
  return [text, ...rows.slice(0, 5)].join('\n');
}

const isPrint = (action: ResolvedAction): boolean =>
  action.print !== undefined || (action.builtIn && action.code === 'print');
